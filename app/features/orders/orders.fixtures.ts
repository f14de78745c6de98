/** Made-up holds and orders for tests. */
import type { EventBrief } from '#core/event-brief.ts'
import type { Checkout, OrderLine, OrderTotals, PlacedOrder } from './orders.types.ts'

const event: EventBrief = {
  id: '33333333-3333-4333-8333-333333333333',
  slug: 'last-lap',
  title: 'Last Lap',
  status: 'published',
  venueName: 'The Yard',
  address: null,
  venueHidden: null,
  venueRevealsAt: null,
  updatedAt: '2026-11-01T12:00:00Z',
  city: 'Brooklyn',
  timeZone: 'America/New_York',
  doorsAt: '2026-11-22T03:00:00Z',
  startsAt: '2026-11-22T04:00:00Z',
  endsAt: '2026-11-22T09:00:00Z',
  minAge: 21,
  idPolicy: null,
  imagePath: null,
  imageAlt: null,
}
const totals: OrderTotals = {
  faceCents: 4000,
  feeCents: 0,
  taxCents: 0,
  discountCents: 0,
  totalCents: 4000,
  currency: 'USD',
}
const lines: OrderLine[] = [
  {
    id: '44444444-4444-4444-8444-444444444444',
    kind: 'ticket',
    itemId: '11111111-1111-4111-8111-111111111111',
    name: 'Entry',
    detail: null,
    quantity: 2,
    priceCents: 4000,
    eachCents: 2000,
    discountCents: 0,
    byCode: false,
    feeCents: 0,
    taxCents: 0,
    totalCents: 4000,
    delivery: null,
    pickup: null,
    table: null,
  },
]
const holdId = '55555555-5555-4555-8555-555555555555'

/** A live hold of two tickets for $40.00, with nine minutes left. */
export function liveHold(differences: Partial<Checkout> = {}): Checkout {
  return {
    holdId,
    isCart: true,
    holdStatus: 'active',
    refundPolicy: null,
    expiresAt: '2026-11-21T15:09:00Z',
    serverNow: '2026-11-21T15:00:00Z',
    timeZone: 'America/New_York',
    event,
    promoCode: null,
    lines,
    totals,
    delivery: null,
    waitingGoods: 0,
    order: null,
    ...differences,
  }
}

/** A paid order of two tickets for $40.00. */
export function paidOrder(differences: Partial<PlacedOrder> = {}): PlacedOrder {
  return {
    id: '66666666-6666-4666-8666-666666666666',
    code: 'ABCD2345',
    status: 'paid',
    email: 'gus@example.com',
    name: 'Gus Guest',
    event,
    promoCode: null,
    lines,
    totals,
    refundedCents: 0,
    address: null,
    handling: null,
    ticketCount: 2,
    isTest: false,
    contactEmail: null,
    createdAt: '2026-11-21T14:55:00Z',
    paidAt: '2026-11-21T14:58:00Z',
    hold: { id: holdId, status: 'pinned', expiresAt: '2026-11-21T15:09:00Z' },
    failureCode: null,
    serverNow: '2026-11-21T15:00:00Z',
    timeZone: 'America/New_York',
    ...differences,
  }
}
