/**
 * Computes what the ticket picker offers, and adds up what the database says it costs: nowhere else in the site are prices
 * added, and nowhere multiplied. A file of its own, because every visitor of an event page downloads it.
 */
import type { Choice } from './orders.types.ts'

/** Returns whether a choice can be put into an order at all. */
export function canChoose(choice: Choice): boolean {
  return (choice.state === 'on_sale' || choice.state === 'low') && choice.priceCents !== null
}

/**
 * The quantities that a choice offers, 0 first. When fewer are left than the usual minimum, the rest can be bought.
 * @param maxPerOrder how many single tickets one order may hold over all types
 */
export function quantitiesOf(choice: Choice, maxPerOrder: number): number[] {
  if (!canChoose(choice)) return [0]
  const limit = choice.kind ? choice.maxPerOrder : Math.min(choice.maxPerOrder, maxPerOrder)
  const most = Math.min(limit, choice.totals.length)
  const least = Math.min(Math.max(1, choice.minPerOrder), most)
  const numbers = [0]
  for (let n = least; n <= most; n++) numbers.push(n)
  return numbers
}

/** The quantity a stepper moves to: the neighbour of `from` among the quantities on offer. */
export function stepQuantity(offered: number[], from: number, direction: 1 | -1): number {
  const next = direction === 1 ? offered.find((n) => n > from) : offered.findLast((n) => n < from)
  return next ?? from
}

/**
 * Reads the quantities that an event page's address carries for a picker without JavaScript: `<ticket type> <quantity>`, one
 * each. Anything else is left out.
 */
export function readPicked(values: readonly string[]): Record<string, number> {
  const known = values.slice(0, 50).flatMap((value) => {
    const [, type, quantity] = /^([0-9a-f-]{36}) (\d{1,2})$/.exec(value) ?? []
    return type ? [[type, Number(quantity)] as const] : []
  })
  return Object.fromEntries(known)
}

/** The largest quantity on offer that is not above `wanted`. */
export function closestQuantity(offered: number[], wanted: number): number {
  return offered.findLast((n) => n <= wanted) ?? 0
}

/**
 * Returns the sum that the picker shows under its lines before anything is held: the database's price of each number of each
 * thing, added up. The database prices the hold; this never travels.
 */
export function subtotalOf(
  choices: Choice[],
  quantities: Record<string, number>,
): { count: number; isTickets: boolean; cents: number; feeCents: number } {
  let count = 0
  let isTickets = true
  let cents = 0
  let feeCents = 0
  for (const { id, kind, totals } of choices) {
    const n = quantities[id] ?? 0
    const [price, fee] = totals[n - 1] ?? []
    if (price === undefined || fee === undefined) continue
    count += n
    isTickets &&= !kind
    cents += price
    feeCents += fee
  }
  return { count, isTickets, cents, feeCents }
}

/** `2 tickets`, `1 ticket`; `3 items` for a choice of more than tickets. */
export function countTickets(n: number, isTickets = true): string {
  const unit = isTickets ? 'ticket' : 'item'
  return n === 1 ? `1 ${unit}` : `${n} ${unit}s`
}
