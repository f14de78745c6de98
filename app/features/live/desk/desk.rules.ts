import { formatClock, formatClockWithZone, formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import { streamStates } from '#core/stream-states.ts'
import type { DeskPasses, DeskStream, StreamDesk } from './desk.types.ts'

/** Nothing for longer than this is a gap, in seconds: the stream is interrupted then. */
export const longestGap = 20

const count = (value: number) => value.toLocaleString('en-US')

/** Says how old the last segment is, in whole seconds; null where none ever came. */
export function segmentAge({ health, now }: Pick<StreamDesk, 'health' | 'now'>): number | null {
  if (!health?.lastSegmentAt) return null
  return Math.max(0, Math.round((Date.parse(now) - Date.parse(health.lastSegmentAt)) / 1000))
}

/** Says what is wrong with the picture of a stream that is on the air or previewed; null while it comes. */
export function silenceText(desk: StreamDesk): string | null {
  const { state } = desk.stream
  if (!streamStates[state].isOnAir && state !== 'preview') return null
  const age = segmentAge(desk)
  if (age === null) return 'Nothing has come from the source yet.'
  return age > longestGap ? `No picture for ${durationText(age)}.` : null
}

/** Writes seconds as people say them: `45 s`, `3 min`, `2 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ''}`
}

/** Minutes after which an interrupted stream ends by itself. */
const longestInterruption = 10

/** Says where a stream stands, and what happens next. */
export function phaseText({
  stream,
  timeZone,
  now,
}: Pick<StreamDesk, 'stream' | 'timeZone' | 'now'>): string {
  const clock = (at: string) => formatClockWithZone(at, timeZone)
  if (stream.calledOffAt && stream.state !== 'cancelled')
    return 'This stream was canceled. Its passes are being refunded.'
  switch (stream.state) {
    case 'draft':
      return 'Only staff see this draft.'
    case 'scheduled':
      return 'Waiting for the source. Preview opens when it sends, from 2 hours before the start.'
    case 'preview':
      return 'The picture is here, for staff only. Go live once it has come for 10 seconds without a gap.'
    case 'live':
      return stream.liveAt ? `On the air since ${clock(stream.liveAt)}.` : 'On the air.'
    case 'interrupted':
      return interruptionText(stream, timeZone)
    case 'ended':
      return stream.hasReplay
        ? 'The stream is over. The replay opens once its recording is there.'
        : 'The stream is over, without a replay.'
    case 'replay':
      return stream.replayUntil
        ? `Replay until ${formatMoment(stream.replayUntil, timeZone, now)}.`
        : 'The replay is open.'
    case 'archived':
      return 'Archived. Nobody can watch it anymore.'
    case 'cancelled':
      return 'This stream was canceled.'
  }
}

function interruptionText({ isHeld, interruptedAt }: DeskStream, timeZone: string): string {
  const end = Date.parse(interruptedAt ?? '') + longestInterruption * 60_000
  const until = Number.isNaN(end)
    ? ''
    : ` It ends by itself at ${formatClock(new Date(end).toISOString(), timeZone)}.`
  return isHeld
    ? `Viewers see "Back in a moment" until you show the picture again.${until}`
    : `The source stopped sending. The picture comes back with it.${until}`
}

/** Says why all passes may be refunded. */
export const failureTexts = {
  short: 'This stream was live for less than half of its planned time.',
  interrupted: 'This stream was interrupted for more than a fifth of its time.',
} as const

/** Says how many passes there are, and what they come to. */
export function passesText({ count: passes, cents, isRefunding }: DeskPasses, currency: string): string {
  const money = formatMoney(cents, currency)
  const some = passes === 1 ? '1 pass' : `${count(passes)} passes`
  if (!isRefunding) return passes === 0 ? 'No passes sold' : `${some} sold, ${money}`
  return passes === 0 ? 'All passes refunded' : `${some} left to refund, ${money}`
}

/** Says what is new since the last read, to be read aloud: another state, or a picture that is back. */
export function newsBetween(before: StreamDesk, after: StreamDesk): string {
  const news: string[] = []
  if (before.stream.state !== after.stream.state) news.push(`${streamStates[after.stream.state].label}.`)
  if (silenceText(before) !== null && silenceText(after) === null) news.push('The picture is back.')
  return news.join(' ')
}
