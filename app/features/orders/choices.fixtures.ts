/** Choices for tests: as the event's page reads them, and as the picker shows them. */
import { choiceOf } from './choice-text.ts'
import type { Choice, Offered } from './orders.types.ts'

/** The totals of a thing that costs the same each time. */
export const totalsOf = (price: number, fee: number): Choice['totals'] =>
  Array.from({ length: 10 }, (_, n) => [(n + 1) * price, (n + 1) * fee, 0])

export const offered: Offered = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Entry',
  description: null,
  state: 'on_sale',
  priceCents: 3300,
  fullPriceCents: null,
  feeCents: 300,
  taxCents: 0,
  totals: totalsOf(3300, 300),
  releaseName: 'Early',
  left: null,
  minPerOrder: 1,
  maxPerOrder: 10,
  saleStartsAt: null,
}

/** Makes a choice of an order that may hold so many tickets. */
export const choose = (given: Partial<Offered> = {}, maxPerOrder = 4): Choice =>
  choiceOf(
    { ...offered, ...given },
    { currency: 'USD', timeZone: 'America/New_York', now: '2026-11-21T15:00:00Z', maxPerOrder },
  )
