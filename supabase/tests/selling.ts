import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import * as z from 'zod'
import type { TestEvent } from './event-fixture.ts'

/** Calls the selling functions as the server does, checks their results and throws their refusals by code. */

/** Thrown when the database refused. */
export class Refused extends Error {
  readonly code: string
  readonly facts: Record<string, unknown>
  constructor(code: string, facts: Record<string, unknown>) {
    super(code)
    this.code = code
    this.facts = facts
  }
}

/**
 * Calls a function through the API.
 * @throws Refused with its code, or an Error for every other failure
 */
export async function call<T>(
  client: SupabaseClient,
  name: string,
  args: Record<string, unknown>,
  schema: z.ZodType<T>,
): Promise<T> {
  const { data, error } = await client.rpc(name, args)
  if (error?.code === 'refused')
    throw new Refused(error.message, z.record(z.string(), z.unknown()).parse(JSON.parse(error.details)))
  if (error) throw new Error(`${name}: ${error.code} ${error.message}`)
  return schema.parse(data)
}

/** The refusal of a call that is expected to be refused: its code and facts; when it succeeded, its result in place of the code. */
export async function refusal(
  work: Promise<unknown>,
): Promise<{ code: string; facts: Record<string, unknown> }> {
  try {
    return { code: `(answered ${JSON.stringify(await work)})`, facts: {} }
  } catch (error) {
    if (error instanceof Refused) return { code: error.code, facts: error.facts }
    throw error
  }
}

export const heldSchema = z.object({
  holdId: z.uuid(),
  expiresAt: z.string(),
  totalCents: z.int(),
  lines: z.array(
    z.object({
      kind: z.string(),
      itemId: z.uuid(),
      releaseId: z.uuid().nullable(),
      quantity: z.int(),
      unitFaceCents: z.int(),
      discountCents: z.int(),
      feeCents: z.int(),
      taxCents: z.int(),
    }),
  ),
})
export const placedSchema = z.object({
  orderId: z.uuid(),
  code: z.string(),
  status: z.string(),
  totalCents: z.int(),
  currency: z.string(),
})
export const begunSchema = z.object({
  paymentId: z.uuid(),
  attempt: z.int(),
  amountCents: z.int(),
  currency: z.string(),
})
export const appliedSchema = z.object({
  outcome: z.string(),
  orderId: z.uuid().nullable(),
  reason: z.string().nullable(),
  duplicate: z.boolean(),
})
export const refundedSchema = z.object({
  refundId: z.uuid().nullable(),
  status: z.string(),
  voided: z.int(),
})

/** One line of a choice, as the function takes it. */
export type ChosenLine = { kind: string; item: string; quantity: number }

/** `{ Entry: 2 }` as the lines that the function takes. */
export function linesOf(testEvent: TestEvent, choice: Record<string, number>): ChosenLine[] {
  return Object.entries(choice).map(([name, quantity]) => ({
    kind: 'ticket',
    item: testEvent.types[name] ?? name,
    quantity,
  }))
}

/** Puts things into a person's cart; `event` is the event that its tickets are for, `code` the id of a code they unlocked. */
export function holdItems(
  service: SupabaseClient,
  owner: string,
  event: string | null,
  lines: ChosenLine[],
  key: string = randomUUID(),
  code: string | null = null,
) {
  const args = { p_owner: owner, p_event: event, p_lines: lines, p_key: key, p_code: code }
  return call(service, 'hold_items', args, heldSchema)
}

export function holdTickets(
  service: SupabaseClient,
  owner: string,
  testEvent: TestEvent,
  choice: Record<string, number>,
  key: string = randomUUID(),
) {
  return holdItems(service, owner, testEvent.eventId, linesOf(testEvent, choice), key)
}

/** Not the site's provider, so that the site's worker, which may run beside these tests, leaves their refunds alone. */
export const provider = 'test_paper'

export const buyer = {
  email: 'buyer@example.com',
  name: 'Bea Buyer',
  terms: true,
  terms_version: '2026-11-22',
}

/** Places an order. Goods of which nobody said how they are delivered are picked up on a store day, without tax. */
export async function placeOrder(
  service: SupabaseClient,
  owner: string,
  holdId: string,
  who: Record<string, unknown> = {},
  key: string = randomUUID(),
) {
  const args = {
    p_owner: owner,
    p_hold: holdId,
    p_buyer: { ...buyer, email: `b-${owner}@example.com`, ...who },
    p_key: key,
  }
  try {
    return await call(service, 'place_order', args, placedSchema)
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'delivery_needed') throw error
  }
  await pickUpGoods(service, owner, holdId)
  return await call(service, 'place_order', args, placedSchema)
}

const deliveredSchema = z.object({
  holdId: z.uuid(),
  shippingCents: z.int(),
  taxCents: z.int(),
  totalCents: z.int(),
})

/** An address of a state that no rate taxes, unless a test adds one. */
export const address = {
  name: 'Bea Buyer',
  line1: '12 Main Street',
  city: 'Portland',
  state: 'OR',
  postal_code: '97201',
}

/** Says how the goods of a hold are delivered; `lines` by variant: `ship`, or the id of a pickup point. */
export function setDelivery(
  service: SupabaseClient,
  owner: string,
  holdId: string,
  lines: Record<string, string>,
  to: Record<string, unknown> | null = address,
  key: string = randomUUID(),
) {
  const choice = {
    lines: Object.entries(lines).map(([item, how]) =>
      how === 'ship' ? { item, delivery: 'ship' } : { item, delivery: 'pickup', point: how },
    ),
    address: to,
  }
  const args = { p_owner: owner, p_hold: holdId, p_choice: choice, p_key: key }
  return call(service, 'set_delivery', args, deliveredSchema)
}

/** Lets all goods of a hold be picked up on the store day that the seed has. */
async function pickUpGoods(service: SupabaseClient, owner: string, holdId: string) {
  const { data: points } = await service
    .from('pickup_points')
    .select('id')
    .eq('kind', 'store')
    .is('archived_at', null)
    .gt('closes_at', new Date().toISOString())
    .order('closes_at', { ascending: false })
    .limit(1)
  const { data: goods } = await service
    .from('hold_lines')
    .select('item_id')
    .eq('hold_id', holdId)
    .eq('kind', 'product')
  const [point] = z.array(z.object({ id: z.uuid() })).parse(points)
  if (!point) throw new Error('the seed has no store day to come')
  const lines = z.array(z.object({ item_id: z.uuid() })).parse(goods)
  await setDelivery(
    service,
    owner,
    holdId,
    Object.fromEntries(lines.map((line) => [line.item_id, point.id])),
    null,
  )
}

/** Opens a payment and names it as the provider would by its own id. */
export async function beginPayment(
  service: SupabaseClient,
  owner: string,
  orderId: string,
  key: string = randomUUID(),
) {
  const args = { p_owner: owner, p_order: orderId, p_provider: provider, p_key: key }
  const payment = await call(service, 'begin_payment', args, begunSchema)
  const named = { p_payment: payment.paymentId, p_provider_ref: payment.paymentId }
  await call(service, 'store_payment_ref', named, z.unknown())
  return payment
}

/** A report of the provider. */
export function report(
  service: SupabaseClient,
  payment: { paymentId: string; amountCents: number; currency: string },
  kind: 'succeeded' | 'failed' | 'processing' | 'expired',
  eventId: string = randomUUID(),
) {
  const args = {
    p_provider: provider,
    p_event_id: eventId,
    p_kind: kind,
    p_payment_ref: payment.paymentId,
    p_amount_cents: payment.amountCents,
    p_currency: payment.currency,
    p_payload: kind === 'failed' ? { failure_code: 'card_declined' } : {},
  }
  return call(service, 'apply_payment_event', args, appliedSchema)
}

/** Says what an event says about its payment; `provider` where it is not the tests' own. */
type PaymentFacts = { paymentId: string; amountCents: number; currency: string; provider?: string }

/** A report of the provider about a dispute; without an amount it is about the whole payment. */
export function reportDispute(
  service: SupabaseClient,
  payment: PaymentFacts,
  event: {
    p_event_id?: string
    p_kind: string
    p_dispute_ref: string
    amountCents?: number
    isInquiry?: boolean
  },
) {
  const { amountCents, isInquiry, ...named } = event
  const opened = Math.floor(Date.now() / 1000)
  const args = {
    p_provider: payment.provider ?? provider,
    p_event_id: randomUUID(),
    p_payment_ref: payment.paymentId,
    p_amount_cents: amountCents ?? payment.amountCents,
    p_currency: payment.currency,
    p_payload: {
      created: opened,
      opened_at: opened,
      reason: 'fraudulent',
      due_at: opened + 7 * 86_400,
      is_inquiry: isInquiry ?? false,
    },
    ...named,
  }
  return call(service, 'apply_dispute_event', args, appliedSchema)
}

/** A report of the provider about a refund; `refund` is our id of it, null for one that was made at the provider. */
export function reportRefund(
  service: SupabaseClient,
  payment: PaymentFacts,
  event: { ref: string; kind?: string; refund?: string | null; amountCents?: number; eventId?: string },
) {
  const args = {
    p_provider: payment.provider ?? provider,
    p_event_id: event.eventId ?? randomUUID(),
    p_kind: event.kind ?? 'refund_succeeded',
    p_refund_ref: event.ref,
    p_refund: event.refund ?? null,
    p_payload: {
      payment_ref: payment.paymentId,
      amount_cents: event.amountCents ?? payment.amountCents,
      currency: payment.currency,
    },
  }
  return call(service, 'apply_refund_event', args, appliedSchema)
}

/** Everything up to the payment page. */
export async function checkOut(
  service: SupabaseClient,
  owner: string,
  testEvent: TestEvent,
  choice: Record<string, number>,
) {
  const hold = await holdTickets(service, owner, testEvent, choice)
  const order = await placeOrder(service, owner, hold.holdId)
  const payment = await beginPayment(service, owner, order.orderId)
  return { hold, order, payment }
}

/** The whole way: held, ordered, paid. */
export async function buy(
  service: SupabaseClient,
  owner: string,
  testEvent: TestEvent,
  choice: Record<string, number>,
) {
  const bought = await checkOut(service, owner, testEvent, choice)
  const applied = await report(service, bought.payment, 'succeeded')
  if (applied.outcome !== 'paid') throw new Error(`not paid but ${applied.outcome}`)
  return bought
}

/**
 * Ends what has run out, as the job does each minute; the sweeps of tests take turns, because one passes over what another has in hand.
 */
export async function sweep(sql: Sql): Promise<void> {
  await sql`
    with turn as materialized (select pg_advisory_xact_lock(hashtextextended('sweep', 0))) select public.sweep() from turn`
}
