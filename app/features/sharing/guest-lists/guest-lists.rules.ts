import type { Guest, GuestListKind, GuestResult } from '#core/door-guests.ts'
import { formatClock, formatMoment, wallTimeOf } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import type { GuestList } from './guest-lists.types.ts'

/** Names of the kinds of guest lists. */
export const guestListKindNames: Record<GuestListKind, string> = {
  free: 'Free',
  reduced: 'Reduced price',
  artist: 'Artist',
}

/** The most names of one paste, and the most plus-ones of one name. */
export const mostNames = 500
export const mostPlusOnes = 5

/** A name to add, under the names of `add_guests`. */
export type NewGuest = { name: string; plusOnes: number; note: string }

/**
 * Reads names, one a line: first and last name, `+2` for plus-ones, and a note behind a comma or a dash with spaces:
 * `Keisha Joseph +2, wristband`. Empty lines are skipped.
 * @returns the names, or what is wrong with the first lines that can't be read
 */
export function readNames(text: string): { guests: NewGuest[]; problems: string[] } {
  const guests: NewGuest[] = []
  const problems: string[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const read = readName(line)
    if (typeof read === 'string') problems.push(`Line ${index + 1}: ${read}`)
    else guests.push(read)
  }
  return { guests, problems: problems.slice(0, 5) }
}

function readName(line: string): NewGuest | string {
  const [, who = '', note = ''] = /^(.*?)(?:\s*,\s*|\s+[–—-]\s+)(.*)$/.exec(line) ?? [null, line, '']
  const [, named = who, plus = '0'] = /^(.*?)\s*\+\s*(\d+)\s*$/.exec(who) ?? []
  const name = named.trim().replace(/\s+/g, ' ')
  if (!name.includes(' ')) return 'Enter first and last name'
  if (name.length > 100) return 'Name can have at most 100 characters'
  if (note.trim().length > 200) return 'Note can have at most 200 characters'
  if (Number(plus) > mostPlusOnes) return `Plus-ones can be at most ${mostPlusOnes}`
  return { name, plusOnes: Number(plus), note: note.trim() }
}

/** Counts the heads of names: each with its plus-ones. */
export const headsOf = (guests: readonly { plusOnes: number }[]) =>
  guests.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0)

/**
 * Proposes when a new list closes: at the midnight of the event's night; where none is left before its end, an hour after doors.
 * @returns a wall time of the event's zone, never after its end, which `save_guest_list` would refuse: `2026-11-27T00:00`
 */
export function firstCutoff({
  doorsAt,
  endsAt,
  timeZone,
}: {
  doorsAt: string
  endsAt: string
  timeZone: string
}): string {
  const wallAfter = (hours: number) => wallTimeOf(new Date(Date.parse(doorsAt) + hours * 3_600_000), timeZone)
  const end = wallTimeOf(endsAt, timeZone)
  const midnight = `${wallAfter(24).slice(0, 10)}T00:00`
  if (midnight <= end) return midnight
  const hourIn = wallAfter(1)
  return hourIn <= end ? hourIn : end
}

type Terms = Pick<GuestList, 'kind' | 'priceCents' | 'closesAt' | 'isClosed' | 'latePriceCents' | 'currency'>

/** Says what guests of a list pay before its cutoff: `Free`, `$10.00 at the door`. */
export const priceText = ({ kind, priceCents, currency }: Pick<Terms, 'kind' | 'priceCents' | 'currency'>) =>
  priceCents > 0
    ? `${formatMoney(priceCents, currency)} at the door`
    : kind === 'artist'
      ? 'Artist guests'
      : 'Free'

/** Says until when a list is open and what happens then. @param zone IANA zone of the event */
export function cutoffText({ closesAt, latePriceCents, currency }: Terms, zone: string, now: string): string {
  const then = latePriceCents ? `then ${formatMoney(latePriceCents, currency)} at the door` : 'then closed'
  return `Until ${formatMoment(closesAt, zone, now)}, ${then}`
}

/** Says that a list is closed, as the door does: `List closed at 12 AM – pay at the door $20.00`. */
export function closedText({ closesAt, latePriceCents, currency }: Terms, zone: string): string {
  const after = latePriceCents ? ` – pay at the door ${formatMoney(latePriceCents, currency)}` : ''
  return `List closed at ${formatClock(closesAt, zone)}${after}`
}

/** Says how the quota of a list grows: `+2 for every 5 arrivals, up to 60`; null where it doesn't. */
export const growthText = ({ growthHeads, growthArrivals, quotaMost }: GuestList) =>
  growthHeads && growthArrivals && quotaMost
    ? `+${growthHeads} for every ${growthArrivals} arrivals, up to ${quotaMost}`
    : null

/** State of an entry: removed, in (all or in part), closed with its list, or still listed. */
export function guestState({
  arrived,
  plusOnes,
  isClosed,
  latePriceCents,
  removedAt,
}: Guest & { removedAt?: string | null }): {
  text: string
  tone: 'neutral' | 'success' | 'info' | 'warning'
} {
  if (removedAt) return { text: 'Removed', tone: 'neutral' }
  if (arrived === 1 + plusOnes) return { text: plusOnes > 0 ? `All ${arrived} in` : 'In', tone: 'info' }
  if (arrived > 0) return { text: `${arrived} of ${1 + plusOnes} in`, tone: 'info' }
  if (isClosed) return { text: latePriceCents ? 'Late' : 'Closed', tone: 'warning' }
  return { text: 'Listed', tone: 'success' }
}

/** Says what the door decided about guests of a list. @param zone IANA zone of the event */
export function resultText(result: GuestResult, guest: Guest, heads: number, zone: string): string {
  const all = 1 + guest.plusOnes
  const left = all - guest.arrived
  const sentences: Record<GuestResult, string> = {
    ok: `${heads === 1 ? '1 guest' : `${heads} guests`} let in. ${guest.arrived} of ${all} are in.`,
    already_in: left > 0 ? `Only ${left} of ${all} can still come in.` : `All ${all} are already in.`,
    list_closed: `${closedText(guest, zone)}. Get the door manager.`,
    not_yet: 'Doors aren’t open yet.',
    ended: 'This event is over.',
    void_cancelled: 'This event was canceled.',
    capacity_hold: 'Capacity hold. Call the door manager.',
    undone: `Undone. ${guest.arrived} of ${all} are in.`,
  }
  return sentences[result]
}
