import { formatClockWithZone, formatMoment } from '#core/event-time.ts'
import type { LiveState, ShownState } from '#core/live-state.ts'
import { formatMoney } from '#core/money.ts'
import type { LivePage, StreamCard, StreamDetail } from '../live.types.ts'

/** From so long before its start a stream is about to begin, in milliseconds. */
const soon = 10 * 60_000

/** What the page of a stream shows: its state, or that it is about to begin. */
export type Stage = Exclude<ShownState, 'hidden'> | 'soon' | 'late'

/** Says what the page shows of a stream at a moment (milliseconds since 1970). */
export function stageOf(stream: { state: ShownState; startsAt: string | null }, now: number): Stage {
  if (stream.state === 'hidden') return 'scheduled'
  if (stream.state !== 'scheduled' || stream.startsAt === null) return stream.state
  const left = Date.parse(stream.startsAt) - now
  if (left <= 0) return 'late'
  return left <= soon ? 'soon' : 'scheduled'
}

const playable: readonly ShownState[] = ['live', 'interrupted', 'replay']

/** Puts the newest state of a stream into what was read of it before. */
export function withState(stream: StreamDetail, state: LiveState): StreamDetail {
  const newest = state.find(({ id }) => id === stream.id)
  if (!newest || newest.version < stream.version) return stream
  return {
    ...stream,
    ...newest,
    access: {
      ...stream.access,
      canWatch: stream.access.by !== null && playable.includes(newest.state),
      canPreview: stream.access.isOperator && newest.state === 'scheduled',
    },
  }
}

/**
 * Says whether the page has to be read again: another stream went on the air than the one shown, or its own is shown in another way
 * (as a recording, with passes on sale or not).
 * @param isChosen the page is of this one stream, whatever else goes on the air
 */
export function needsReading(shown: StreamDetail | null, state: LiveState, isChosen: boolean): boolean {
  const onAir = state.find((stream) => stream.state === 'live' || stream.state === 'interrupted')
  if (!isChosen && onAir && onAir.id !== shown?.id) return true
  const newest = shown && state.find(({ id }) => id === shown.id)
  return Boolean(newest && newest.version > shown.version && newest.state !== shown.state)
}

/** Says when a stream begins: `Tonight at 9 PM EST`. */
export function startText(startsAt: string, { timeZone, now }: Pick<LivePage, 'timeZone' | 'now'>): string {
  const moment = formatMoment(startsAt, timeZone, now)
  return moment.charAt(0).toUpperCase() + moment.slice(1)
}

/** Says until when a recording can be watched. */
export function replayText(
  stream: StreamCard,
  { timeZone, now }: Pick<LivePage, 'timeZone' | 'now'>,
): string {
  return stream.replayUntil ? `Replay until ${formatMoment(stream.replayUntil, timeZone, now)}` : 'Replay'
}

/** Says who may watch, in a few words. */
export function ruleText(stream: Pick<StreamCard, 'accessRule' | 'passCents'>, currency: string): string {
  const pass = stream.passCents === null ? null : `Pass ${formatMoney(stream.passCents, currency)}`
  switch (stream.accessRule) {
    case 'public':
      return 'Free'
    case 'signed_in':
      return 'Free with an account'
    case 'ticket_types':
      return pass ? `Ticket or pass · ${pass}` : 'For ticket holders'
    case 'pass':
      return pass ?? 'Pass'
  }
}

/** Says how many watch; null while too few do to say. */
export const viewersText = (viewers: number | null): string | null =>
  viewers === null
    ? null
    : viewers > 100
      ? `About ${viewers.toLocaleString('en-US')} watching`
      : `${viewers} watching`

/** Says how long is left as a countdown shows it: `1 d 4 h`, `2 h 05 min`, `9:03`. @param left in milliseconds */
export function leftText(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000))
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  if (days > 0) return `${days} d ${hours} h`
  if (seconds >= 3600) return `${hours} h ${String(minutes).padStart(2, '0')} min`
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
}

/** Says when a stream ended: `Ended at 2 AM EST`. */
export const endText = (endedAt: string, timeZone: string) =>
  `Ended at ${formatClockWithZone(endedAt, timeZone)}`

/** Tells whether a stream has a time to come that a calendar can hold. */
export const hasCalendarEntry = (stream: StreamDetail): stream is StreamDetail & { startsAt: string } =>
  stream.state === 'scheduled' && stream.startsAt !== null && !stream.isCalledOff
