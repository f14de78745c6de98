/**
 * Computes what the ticket picker offers, and adds up what the database says it costs: nowhere else in the site are prices
 * added or subtracted, and nowhere multiplied. A file of its own, because every visitor of an event page downloads it.
 */
import type { Choice } from './orders.types.ts'

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
): { count: number; tickets: number; cents: number; feeCents: number } {
  let count = 0
  let tickets = 0
  let cents = 0
  let feeCents = 0
  for (const { id, kind, totals } of choices) {
    const n = quantities[id] ?? 0
    const [price, fee] = totals[n - 1] ?? []
    if (price === undefined || fee === undefined) continue
    count += n
    if (!kind) tickets += n
    cents += price
    feeCents += fee
  }
  return { count, tickets, cents, feeCents }
}

/**
 * Splits a number of units of a choice by what each adds to the database's total of them: several lines where some are of the next
 * release. In the order in which they are sold; amounts are cents.
 */
export function unitLines({ totals, priceCents }: Pick<Choice, 'totals' | 'priceCents'>, quantity: number) {
  const lines: { eachCents: number; byCode: boolean; quantity: number }[] = []
  for (let n = 0; n < quantity; n++) {
    const eachCents = (totals[n]?.[0] ?? 0) - (totals[n - 1]?.[0] ?? 0)
    const last = lines.at(-1)
    if (last?.eachCents === eachCents) last.quantity++
    else lines.push({ eachCents, byCode: eachCents === priceCents, quantity: 1 })
  }
  return lines
}

/** `2 tickets`, `1 ticket`; `3 items` for a choice of more than tickets. */
export function countTickets(n: number, isTickets = true): string {
  const unit = isTickets ? 'ticket' : 'item'
  return n === 1 ? `1 ${unit}` : `${n} ${unit}s`
}
