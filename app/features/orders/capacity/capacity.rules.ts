import { lineKindLabels } from '#core/line-kind-labels.ts'
import type { BadgeTone } from '#ui/badge.tsx'
import type {
  CapacityBoard,
  CapacityPool,
  CapacityRelease,
  CapacityRows,
  CapacityType,
  Pace,
  TypeState,
} from './capacity.types.ts'

const hour = 3_600_000

/** Sales in the last hours that a forecast needs: fewer, or in fewer hours, say nothing about the next ones. */
const fewestSales = 12
const fewestHours = 3
/** Whole clock hours before the running one that a forecast looks at. */
const hoursBack = 6
/** A forecast reaches this far at most. */
const farthest = 48 * hour

/**
 * Estimates when something sells out at the pace of the last hours.
 * @param left units that can still be sold
 * @param pace by clock hour; undefined where nothing sold
 * @param until when sales end, an instant
 * @returns the full hour by which it sells out, or null where the sales of the last six hours are too few to say, or it is
 * more than two days away, or sales end before
 */
export function sellOutAt(left: number, pace: Pace | undefined, now: string, until: string): Date | null {
  if (!pace || left <= 0) return null
  const recent = pace.hours.slice(-hoursBack - 1)
  const sold = recent.reduce((sum, units) => sum + units, 0)
  if (sold < fewestSales || recent.filter((units) => units > 0).length < fewestHours) return null
  const from = Date.parse(now)
  const span = hoursBack * hour + (from % hour)
  const wait = (left / sold) * span
  if (wait > farthest) return null
  const at = Math.ceil((from + wait) / hour) * hour
  return at > Date.parse(until) ? null : new Date(at)
}

/** @returns the pace of a row; undefined where nothing sold in the last 24 hours */
export function paceOf(board: Pick<CapacityBoard, 'pace'>, id: string): Pace | undefined {
  return board.pace.find((pace) => pace.id === id)
}

/** Adds up the pace of all ticket types. */
export function totalPace(board: Pick<CapacityBoard, 'pace' | 'types'>): Pace {
  const mine = board.types.flatMap(({ id }) => paceOf(board, id) ?? [])
  return {
    id: '',
    lastHour: mine.reduce((sum, { lastHour }) => sum + lastHour, 0),
    hours: Array.from({ length: 24 }, (_, n) => mine.reduce((sum, { hours }) => sum + (hours[n] ?? 0), 0)),
  }
}

type Sums = Pick<CapacityPool, 'capacity' | 'sold' | 'held' | 'blocked' | 'offered' | 'left'>

/** Adds up the people of an event: a pool that every type draws on limits the whole, the others add up. */
export function eventSums({ pools, types }: Pick<CapacityRows, 'pools' | 'types'>): Sums {
  const places = pools.filter(({ purpose }) => purpose === 'places')
  const limits = places.filter(({ ofAll }) => ofAll).toSorted((a, b) => a.left - b.left)
  const [limit] = limits
  const rest = places.filter(({ ofAll }) => !ofAll)
  const sum = (rows: readonly Sums[], key: keyof Sums) => rows.reduce((total, row) => total + row[key], 0)
  const all = (key: keyof Sums) => limit?.[key] ?? sum(rest, key)
  const both = (key: 'capacity' | 'left') =>
    rest.length > 0 && limit ? Math.min(limit[key], sum(rest, key)) : all(key)
  return {
    capacity: both('capacity'),
    sold: types.reduce((total, { sold }) => total + sold, 0),
    held: types.reduce((total, { held }) => total + held, 0),
    blocked: all('blocked'),
    offered: types.reduce((total, { offered }) => total + offered, 0),
    left: Math.max(both('left'), 0),
  }
}

/** Returns how full a pool is: `full` has nothing left, `low` a tenth or less than 21 places. */
export function poolState({
  capacity,
  left,
}: Pick<CapacityPool, 'capacity' | 'left'>): 'full' | 'low' | 'open' {
  if (left <= 0) return 'full'
  return left <= 20 || left * 10 <= capacity ? 'low' : 'open'
}

/** The name of each state of a ticket type, and how its badge looks. */
export const typeStateBadges: Record<TypeState, { text: string; tone: BadgeTone }> = {
  on_sale: { text: 'On sale', tone: 'success' },
  low: { text: 'Low', tone: 'warning' },
  sold_out: { text: 'Sold out', tone: 'danger' },
  paused: { text: 'Paused', tone: 'warning' },
  not_yet: { text: 'Not on sale yet', tone: 'neutral' },
  ended: { text: 'Ended', tone: 'neutral' },
  members_only: { text: 'Members', tone: 'accent' },
  hidden: { text: 'Not on sale', tone: 'neutral' },
  archived: { text: 'Removed', tone: 'neutral' },
}

export const releaseStateTexts: Record<CapacityRelease['state'], string> = {
  open: 'On sale',
  later: 'Next',
  sold_out: 'Sold out',
  ended: 'Ended',
}

/** Lists what changed between two readings that somebody should hear: types that ran low, sold out, or have places again. */
export function newsBetween(before: readonly CapacityType[], after: readonly CapacityType[]): string[] {
  return after.flatMap(({ id, name, state, left }) => {
    const old = before.find((type) => type.id === id)
    if (!old || old.state === state) return []
    if (state === 'sold_out') return [`${name} is sold out.`]
    if (state === 'low') return [`${name}: ${left} left.`]
    if (state === 'paused') return [`${name} is paused.`]
    if (state === 'on_sale') return [`${name} is on sale.`]
    return []
  })
}

/** A figure that a change would alter. */
export type Difference = { what: string; before: string; after: string }

const figure = (value: number | null) => (value === null ? 'No limit' : value.toLocaleString('en-US'))

/**
 * Lists what differs between what is and what would be: capacities, what is left, states, and which release is on sale.
 * @param price formats cents; releases without a price are named alone
 */
export function differencesOf(
  before: CapacityRows,
  after: CapacityRows,
  price: (cents: number) => string,
): Difference[] {
  const found: Difference[] = []
  const add = (what: string, old: string, now: string) => {
    if (old !== now) found.push({ what, before: old, after: now })
  }
  for (const pool of after.pools) {
    const old = before.pools.find(({ id }) => id === pool.id)
    if (!old) continue
    const room = `${pool.name} (${pool.purpose === 'places' ? 'room' : 'stock'})`
    add(`${room}, capacity`, figure(old.capacity), figure(pool.capacity))
    add(`${room}, left`, figure(old.left), figure(pool.left))
  }
  const named = ({ name, priceCents }: CapacityRelease) =>
    priceCents === null ? name : `${name}, ${price(priceCents)}`
  const openOf = (type: CapacityType) => {
    const open = type.releases.find(({ state }) => state === 'open')
    return open ? named(open) : 'None'
  }
  for (const type of after.types) {
    const old = before.types.find(({ id }) => id === type.id)
    if (!old) continue
    add(type.name, typeStateBadges[old.state].text, typeStateBadges[type.state].text)
    add(`${type.name}, left`, figure(old.left), figure(type.left))
    add(`${type.name}, release on sale`, openOf(old), openOf(type))
    for (const release of type.releases) {
      const was = old.releases.find(({ id }) => id === release.id)
      if (!was) {
        found.push({
          what: `${type.name}, new release`,
          before: 'None',
          after: `${named(release)}, ${release.quantity === null ? 'no limit' : figure(release.quantity)}`,
        })
        continue
      }
      add(`${type.name}, ${release.name}, quantity`, figure(was.quantity), figure(release.quantity))
      add(`${type.name}, ${release.name}`, releaseStateTexts[was.state], releaseStateTexts[release.state])
    }
  }
  for (const extra of after.extras) {
    const old = before.extras.find(({ id }) => id === extra.id)
    if (!old) continue
    const what = `${extra.name} (${lineKindLabels[extra.kind].toLowerCase()})`
    add(what, typeStateBadges[old.state].text, typeStateBadges[extra.state].text)
    add(`${what}, left`, figure(old.left), figure(extra.left))
  }
  return found
}
