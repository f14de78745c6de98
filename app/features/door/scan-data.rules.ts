import { scanName } from './door.rules.ts'
import type { ScanCurve, ScanData, ScanGroup, ScanRow } from './scan-data.types.ts'

/** Tabs of the page of scans. */
export const scanFilters = ['all', 'arrived', 'admitted', 'refused', 'conflicts', 'no_shows'] as const
export type ScanFilter = (typeof scanFilters)[number]

/** Orders of the list of scans, as `read_scan_data` takes them; `-` sorts from the last. */
export const scanSorts = ['-time', 'time', 'name', '-name', 'type', '-type', 'gate', '-gate'] as const

/** Minutes of a step of the arrivals curve. */
export const curveSteps = ['1', '5', '15'] as const

/** The decisions of a door manager about a conflict. */
export const conflictOutcomes = ['copy_inside', 'copy_out', 'same_person'] as const
export const conflictNames: Record<(typeof conflictOutcomes)[number] | 'other', string> = {
  copy_inside: 'Two people, both inside',
  copy_out: 'Two people, one sent out',
  same_person: 'One person, scanned twice',
  other: 'Other',
}

/** The value in the address for no gate, no device or no person. */
export const none = '-'

/** Names a result that scans are counted by. @param key a result, or `bounce` for a ticket that a device read twice */
export function resultName(key: string): string {
  return key === 'bounce'
    ? scanName({ result: 'already_in', bounce: true })
    : scanName({ result: key as ScanRow['result'], bounce: false })
}

/** Names a group of scans. @param empty the words for those without a gate, a device or a person */
export function groupName({ key, name }: ScanGroup, empty: string): string {
  return key === none ? empty : (name ?? 'Deleted account')
}

/** The wall time of an event's zone so many minutes later: `2026-11-27T22:05`. */
export function minutesLater(wall: string, minutes: number): string {
  return new Date(Date.parse(`${wall}Z`) + minutes * 60_000).toISOString().slice(0, 16)
}

/** The most points of a curve; a longer time is drawn from its end. */
const mostPoints = 720

/**
 * Fills the steps of a curve in which nobody came.
 * @returns each step from the one in which doors open, or the first scan where that was before, to the last one
 */
export function curvePoints({ step, from, points }: ScanCurve): ScanCurve['points'] {
  const counted = new Map(points.map((point) => [point.at, point]))
  const first = [from, points[0]?.at ?? from].sort()[0] ?? from
  const last = points.at(-1)?.at
  if (!last) return []
  const filled: ScanCurve['points'] = []
  for (let at = first; at <= last; at = minutesLater(at, step))
    filled.push(counted.get(at) ?? { at, admitted: 0, refused: 0 })
  return filled.slice(-mostPoints)
}

/** Writes a wall time as clocks do: `10:05 PM`. */
export function clockOf(wall: string): string {
  const [hour = 0, minute = 0] = wall.slice(11).split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Rows of a page, and the row after which the next one begins. */
type Page = Pick<ScanData, 'scans' | 'next'>

/**
 * Puts the rows of a page that is open beside those that it was read again with: a row that is shown stays, so that a selected one is
 * never taken away, and a new one stands in its place by time.
 * @returns the rows newest first; those just read alone where rows between the two may be missing
 */
export function liveRows(shown: Page, read: Page): Page {
  const known = new Set(shown.scans.map(({ id }) => id))
  const fresh = read.scans.filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return shown
  const last = shown.scans.at(-1)
  if (!last || fresh.length === read.scans.length) return read
  // Beyond the last row the next page has them.
  const own = shown.next ? fresh.filter((row) => order(row, last) < 0) : fresh
  return { scans: [...shown.scans, ...own].sort(order), next: shown.next }
}

const order = (a: ScanRow, b: ScanRow) =>
  Date.parse(b.at) - Date.parse(a.at) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** Says what happened at a door between two reads: `3 let in, 1 turned away.` Empty for nothing. */
export function scanNews(before: ScanData, after: ScanData): string {
  if (!before.curve || !after.curve) return ''
  const sum = ({ curve }: ScanData, of: 'admitted' | 'refused') =>
    (curve?.points ?? []).reduce((total, point) => total + point[of], 0)
  const letIn = sum(after, 'admitted') - sum(before, 'admitted')
  const turnedAway = sum(after, 'refused') - sum(before, 'refused')
  const parts = [letIn > 0 && `${letIn} let in`, turnedAway > 0 && `${turnedAway} turned away`]
  const said = parts.filter(Boolean).join(', ')
  return said && `${said}.`
}
