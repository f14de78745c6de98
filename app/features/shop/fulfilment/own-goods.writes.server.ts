import * as z from 'zod'
import { linkTokenSchema } from '#core/account-fields.ts'
import { type PickupPoint, pickupPointSchema } from '#core/goods.ts'
import { type Result, refused } from '#core/result.ts'
import { hashToken } from '#server/link-token.server.ts'
import {
  deletePrivatePictures,
  makePrivatePicture,
  storePrivatePicture,
} from '#server/private-pictures.server.ts'
import { countAttempt, visitorNetwork } from '#server/rate-limit.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import type { OwnOrder } from './own-goods.reads.server.ts'
import type { AskReturn, ShipUnclaimed } from './own-goods.schema.ts'

const refundedSchema = z.object({ refundCents: z.int() })

/** Counts one try against the limits of an order and of a network. */
async function limit(args: RequestArgs, order: OwnOrder, what: 'goods' | 'return') {
  const subject = 'code' in order ? order.code : order.token
  return countAttempt({ limit: `own_${what}`, subject, network: await visitorNetwork(args) })
}

/**
 * Cancels goods of a buyer's order within the hour after its payment.
 * @param key idempotency key
 * @returns what goes back, or a refusal: not_found, cancel_too_late, invalid_state, dispute_open, key_reused, rate_limited
 */
export async function cancelGoods(
  args: RequestArgs,
  order: OwnOrder,
  items: string[],
  key: string,
): Promise<Result<{ refundCents: number }>> {
  const limited = await limit(args, order, 'goods')
  if (limited) return { ok: false, refusal: limited }
  if ('token' in order && !linkTokenSchema.safeParse(order.token).success) return refused('not_found')
  const values = { p_fulfilments: items, p_key: key }
  const done =
    'code' in order
      ? await rpcResult(
          userClient(args),
          'cancel_own_goods',
          { ...values, p_code: order.code },
          refundedSchema,
        )
      : await rpcResult(
          serviceClient(),
          'cancel_goods_by_link',
          { ...values, p_token_hash: hashToken(order.token) },
          refundedSchema,
        )
  if (done.ok) args.context.requestContext.purgePages()
  return done
}

/** Takes back the money for what was not picked up; refused as `refund_own_unclaimed` refuses. @param key idempotency key */
export async function refundUnclaimed(
  args: RequestArgs,
  order: OwnOrder,
  key: string,
): Promise<Result<{ refundCents: number }>> {
  const limited = await limit(args, order, 'goods')
  if (limited) return { ok: false, refusal: limited }
  if ('token' in order && !linkTokenSchema.safeParse(order.token).success) return refused('not_found')
  const done =
    'code' in order
      ? await rpcResult(
          userClient(args),
          'refund_own_unclaimed',
          { p_code: order.code, p_key: key },
          refundedSchema,
        )
      : await rpcResult(
          serviceClient(),
          'refund_unclaimed_by_link',
          { p_token_hash: hashToken(order.token), p_key: key },
          refundedSchema,
        )
  if (done.ok) args.context.requestContext.purgePages()
  return done
}

/**
 * Has goods that nobody picks up where they are handed over at another point.
 * @param key idempotency key
 * @returns the point, or what `move_own_unclaimed` refuses, or rate_limited
 */
export async function moveUnclaimed(
  args: RequestArgs,
  order: OwnOrder,
  point: string,
  key: string,
): Promise<Result<PickupPoint>> {
  const limited = await limit(args, order, 'goods')
  if (limited) return { ok: false, refusal: limited }
  if ('token' in order && !linkTokenSchema.safeParse(order.token).success) return refused('not_found')
  const values = { p_point: point, p_key: key }
  return 'code' in order
    ? rpcResult(userClient(args), 'move_own_unclaimed', { ...values, p_code: order.code }, pickupPointSchema)
    : rpcResult(
        serviceClient(),
        'move_unclaimed_by_link',
        { ...values, p_token_hash: hashToken(order.token) },
        pickupPointSchema,
      )
}

const shippingSchema = z.object({
  orderId: z.uuid(),
  ownerId: z.uuid(),
  orderCode: z.string(),
  totalCents: z.int(),
})

/**
 * Places the order by which a buyer pays to have shipped what they did not pick up.
 * @param owner id of the person who is signed in; null for who has the link
 * @param key idempotency key
 * @returns that order, to be paid unless it costs nothing; refused as `ask_goods_shipping` refuses, or rate_limited
 */
export async function askShipping(
  args: RequestArgs,
  order: OwnOrder,
  owner: string | null,
  { recipient, line1, line2, city, state, postalCode }: ShipUnclaimed,
  key: string,
): Promise<Result<z.output<typeof shippingSchema>>> {
  const limited = await limit(args, order, 'goods')
  if (limited) return { ok: false, refusal: limited }
  if ('token' in order && !linkTokenSchema.safeParse(order.token).success) return refused('not_found')
  const values = {
    p_owner: owner,
    p_code: 'code' in order ? order.code : null,
    p_token_hash: 'token' in order ? hashToken(order.token) : null,
    p_address: { name: recipient, line1, line2, city, state, postal_code: postalCode },
    p_key: key,
  }
  return rpcResult(serviceClient(), 'ask_goods_shipping', values, shippingSchema)
}

/**
 * Asks to send goods back. A picture is decoded, made smaller and stored without its metadata, for admins alone.
 * @param owner id of the person who is signed in; null for who has the link
 * @param key idempotency key
 * @returns the return, or a refusal: what pictures are refused for, and what `ask_own_return` refuses
 */
export async function askReturn(
  args: RequestArgs,
  order: OwnOrder,
  owner: string | null,
  { item, units, reason, faulty, picture: file }: AskReturn,
  key: string,
): Promise<Result<{ returnId: string }>> {
  const limited = await limit(args, order, 'return')
  if (limited) return { ok: false, refusal: limited }
  if ('token' in order && !linkTokenSchema.safeParse(order.token).success) return refused('not_found')
  let picture: string | null = null
  if (faulty && file) {
    const made = await makePrivatePicture(Buffer.from(await file.arrayBuffer()))
    if (!made.ok) return made
    picture = await storePrivatePicture('returns', made.value.webp)
  }
  const values = {
    p_fulfilment: item,
    p_units: units,
    p_reason: reason,
    p_faulty: faulty === 'on',
    p_picture: picture,
    p_key: key,
  }
  const schema = z.object({ returnId: z.uuid() })
  const asked =
    'code' in order
      ? await rpcResult(
          serviceClient(),
          'ask_own_return',
          { ...values, p_owner: owner, p_code: order.code },
          schema,
        )
      : await rpcResult(
          serviceClient(),
          'ask_return_by_link',
          { ...values, p_token_hash: hashToken(order.token) },
          schema,
        )
  if (!asked.ok && picture) await deletePrivatePictures('returns', [picture])
  return asked
}
