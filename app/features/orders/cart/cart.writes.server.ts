import type { Result } from '#core/result.ts'
import { countAttempt, networkKey, visitorNetwork } from '#server/rate-limit.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import { type RequestArgs, readIdentity } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import type { Buyer } from '../orders.writes.server.ts'
import type { ChangeCart } from './cart.schema.ts'
import {
  type CartChange,
  cartChangeSchema,
  type StartedCheckout,
  startedCheckoutSchema,
} from './cart.types.ts'

/**
 * Counts a change of a cart against the limit, before anything is done for it.
 * @returns null when it may go on; refused rate_limited
 */
export async function limitCartChanges(args: RequestArgs): Promise<Result<never> | null> {
  const [identity, network] = await Promise.all([readIdentity(args), visitorNetwork(args)])
  const limited = await countAttempt({ limit: 'cart', subject: identity?.id, network })
  return limited && { ok: false, refusal: limited }
}

/**
 * Adds goods to a person's cart, sets how many there are, or removes them. Nothing is reserved; what is held already changes along.
 * @param key idempotency key, or null: then each request counts
 * @returns refused as `change_cart` refuses
 */
export async function changeCart(
  buyer: Buyer,
  change: ChangeCart,
  key: string | null,
): Promise<Result<CartChange>> {
  return await rpcResult(
    serviceClient(),
    'change_cart',
    {
      p_owner: buyer.id,
      p_variant: change.variant,
      p_mode: change.intent === 'add' ? 'add' : 'set',
      p_units: change.intent === 'remove' ? 0 : change.quantity,
      p_key: key,
    },
    cartChangeSchema,
  )
}

/**
 * Holds all goods of a person's cart, beside the tickets that are held already: all of them or none.
 * @param address where the request came from; the database limits what the guests of one network hold together
 * @param takeWhatIsLeft cuts the cart down to what is there first
 * @param code the code of the cart by which its prices were shown, null for none
 * @param key idempotency key, or null
 * @returns the hold, or what stands in its way; refused as `start_checkout` refuses
 */
export async function startCheckout(
  buyer: Buyer,
  address: string,
  takeWhatIsLeft: boolean,
  code: string | null,
  key: string | null,
): Promise<Result<StartedCheckout>> {
  return await rpcResult(
    serviceClient(),
    'start_checkout',
    {
      p_owner: buyer.id,
      p_take_what_is_left: takeWhatIsLeft,
      p_key: key,
      p_network: buyer.isGuest ? networkKey(address) : null,
      p_code: code,
    },
    startedCheckoutSchema,
  )
}
