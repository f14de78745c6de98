import { createHash } from 'node:crypto'
import * as z from 'zod'
import { termsVersion } from '#core/legal.ts'
import * as paths from '#core/paths.ts'
import { ok, type Result, refused } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { type OrderStatus, orderStatuses } from '#core/states.ts'
import { readPaymentProvider } from '#server/payments.server.ts'
import type { PaymentOpening, PaymentProvider } from '#server/payments-port.server.ts'
import { countAttempt, networkKey } from '#server/rate-limit.server.ts'
import type { RequestContext } from '#server/request-context.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { followsDelivery } from './follows-delivery.ts'
import type { HoldTickets, PlaceOrder } from './orders.schema.ts'
import type { Checkout } from './orders.types.ts'
import { settleOpenPayments } from './settlement.writes.server.ts'

/** Parses the part of the result of `hold_items` that the site needs. */
const heldSchema = z.object({ holdId: z.uuid(), cartHasGoods: z.boolean() })
type Held = z.output<typeof heldSchema>
/** Parses the result of `release_hold`. */
const releasedSchema = z.object({ holdId: z.uuid(), status: z.string() })
/** Parses the result of `place_order`. */
const placedSchema = z.object({
  orderId: z.uuid(),
  code: z.string(),
  status: z.enum(orderStatuses),
  totalCents: z.int(),
  currency: z.string(),
})
const begunSchema = z.object({
  paymentId: z.uuid(),
  ref: z.string().nullable(),
  amountCents: z.int(),
  currency: z.string(),
  email: z.string(),
  title: z.string(),
  expiresAt: z.string(),
  lines: z.array(z.object({ name: z.string(), quantity: z.int(), totalCents: z.int() })),
})

/** The buyer: an account by its verified session. The selling functions check its rights in the database. */
export type Buyer = Pick<Actor, 'id' | 'isGuest'>

/** One thing that a buyer chose: an item of a kind's catalogue (a ticket type, a product variant), and how many. */
export type ChosenLine = { kind: string; item: string; quantity: number }

/**
 * Puts things into a person's cart at the database's prices.
 * @param address where the request came from; the database limits what the guests of one network hold together
 * @param choice.event the event that its tickets are for; null for things of no event
 * @param choice.code the code by which its prices were shown, which the buyer unlocked; null for none
 * @param choice.lines tickets replace the tickets in the cart; anything else replaces the line of the same item, and 0 removes it
 * @param key idempotency key, or null
 * @returns the hold's id, and whether the person's cart has goods; refused as `hold_items` refuses
 */
export async function holdItems(
  buyer: Buyer,
  address: string,
  choice: { event: string | null; lines: ChosenLine[]; code?: string | null },
  key: string | null,
): Promise<Result<Held>> {
  return await rpcResult(
    serviceClient(),
    'hold_items',
    {
      p_owner: buyer.id,
      p_event: choice.event,
      p_lines: choice.lines,
      p_code: choice.code ?? null,
      p_key: key,
      // One person can be many guests, so their network counts too; a member is one person.
      p_network: buyer.isGuest ? networkKey(address) : null,
    },
    heldSchema,
  )
}

/**
 * Puts what a picker sent into a person's cart: tickets, packages, add-ons and a table of one event.
 * @param key idempotency key, or null
 */
export async function holdTickets(
  buyer: Buyer,
  address: string,
  choice: Pick<HoldTickets, 'event' | 'lines' | 'code'>,
  key: string | null,
): Promise<Result<Held>> {
  const lines = choice.lines
    .filter((line) => line.quantity > 0)
    .map((line) => ({ kind: line.kind, item: line.type, quantity: line.quantity }))
  return await holdItems(buyer, address, { event: choice.event, lines, code: choice.code ?? null }, key)
}

/**
 * Asks for the same tickets again after a hold ended; at today's prices. Its goods are in the cart.
 * @param key idempotency key, or null
 */
export async function holdAgain(
  buyer: Buyer,
  address: string,
  ended: Pick<Checkout, 'event' | 'lines' | 'promoCode'>,
  key: string | null,
): Promise<Result<Held>> {
  // Goods are in the cart still, and shipping is computed from them.
  const lines = ended.lines
    .filter(({ kind }) => !followsDelivery(kind))
    .map((line) => ({ kind: line.kind, item: line.itemId, quantity: line.quantity }))
  return await holdItems(
    buyer,
    address,
    { event: ended.event?.id ?? null, lines, code: ended.promoCode?.id ?? null },
    key,
  )
}

/** Gives a person's held places back; ends the unpaid order that was placed from them. */
export async function releaseHold(actor: Actor, holdId: string): Promise<Result<unknown>> {
  return await rpcResult(
    serviceClient(),
    'release_hold',
    { p_owner: actor.id, p_hold: holdId },
    releasedSchema,
  )
}

export type Placed = { orderId: string; code: string; status: OrderStatus }

/**
 * Turns a hold into an order. Posting the same form again returns the same order.
 * @param key a program's idempotency key, or null: then the form's own key counts, and a corrected form is a new request
 * @returns refused as `place_order` refuses, or checkout_closed where nothing can be paid
 */
export async function placeOrder(
  actor: Actor,
  form: PlaceOrder,
  key: string | null,
): Promise<Result<Placed>> {
  const buyer = {
    email: form.email,
    name: form.name,
    phone: form.phone ?? null,
    terms: form.terms === 'on',
    terms_version: termsVersion,
    marketing: form.marketing === 'on',
  }
  // The same form twice is one order; a corrected form is a new request.
  const body = createHash('sha256')
    .update(JSON.stringify([form.hold, buyer, form.total]))
    .digest('base64url')
  const placed = await rpcResult(
    serviceClient(),
    'place_order',
    {
      p_owner: actor.id,
      p_hold: form.hold,
      p_buyer: buyer,
      p_key: key ?? `${form.key}:${body}`,
      p_total: form.total ?? null,
    },
    placedSchema,
  )
  if (!placed.ok) return placed
  const { orderId, code, status } = placed.value
  return ok({ orderId, code, status })
}

/** An order about to be paid, and the page that shows it before and after, where that is not the checkout's. */
type PayableOrder = { orderId: string; code: string; page?: string }

/**
 * Opens a payment of a placed order at the provider; an open one is continued.
 * @param userAgent names the buyer's browser, evidence if the payment is disputed
 * @param key a program's idempotency key, or null
 * @returns where the buyer pays; refused as `begin_payment` refuses, checkout_closed without a provider,
 * payment_too_small below what the provider charges, or payment_unavailable while it can't be reached
 */
export async function beginPayment(
  actor: Pick<Actor, 'id'>,
  { address, log }: Pick<RequestContext, 'address' | 'log'>,
  userAgent: string | null,
  order: PayableOrder,
  key: string | null,
): Promise<Result<PaymentOpening>> {
  const provider = readPaymentProvider()
  if (!provider) return refused('checkout_closed')
  const limited = await countAttempt({ limit: 'payment', subject: actor.id })
  if (limited) return { ok: false, refusal: limited }
  const client = { network: networkKey(address), address, user_agent: userAgent }
  const opened = await openPayment(provider, actor, client, order, key, log)
  if (!opened.ok) return opened
  if (opened.value) return ok(opened.value)
  // The open payment has ended at the provider, whose event has not come yet.
  await settleOpenPayments({ orderId: order.orderId })
  const again = await openPayment(provider, actor, client, order, key, log)
  if (!again.ok) return again
  if (again.value) return ok(again.value)
  throw new Error(`The payment of order ${order.code} has ended at ${provider.name}, which does not say how.`)
}

/**
 * @returns the opened payment, or null when it has ended at the provider; refused as `begin_payment` refuses, or
 * payment_unavailable
 */
async function openPayment(
  provider: PaymentProvider,
  actor: Pick<Actor, 'id'>,
  client: { network: string; address: string; user_agent: string | null },
  order: PayableOrder,
  key: string | null,
  log: RequestContext['log'],
): Promise<Result<PaymentOpening | null>> {
  const begun = await rpcResult(
    serviceClient(),
    'begin_payment',
    {
      p_owner: actor.id,
      p_order: order.orderId,
      p_provider: provider.name,
      // One request places the order and opens its payment: a key for each.
      p_key: key && `payment:${key}`,
      p_client: client,
    },
    begunSchema,
  )
  if (!begun.ok) return begun
  const { leastCents } = provider
  if (begun.value.amountCents < leastCents) return refused('payment_too_small', { least_cents: leastCents })
  let opening: PaymentOpening | null
  try {
    opening = await provider.start({
      ...begun.value,
      orderCode: order.code,
      returnPath: order.page ?? paths.paymentSuccess({ order: order.code }),
      cancelPath: order.page ?? paths.checkout(),
    })
  } catch (error) {
    // The order and its hold stand: the same form opens the payment once the provider can be reached.
    log.error({ err: error, provider: provider.name }, 'payment not opened')
    return refused('payment_unavailable')
  }
  if (opening && opening.ref !== begun.value.ref) {
    const named = { p_payment: begun.value.paymentId, p_provider_ref: opening.ref }
    await rpc(serviceClient(), 'store_payment_ref', named, z.unknown())
  }
  return ok(opening)
}
