import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { lineKind } from '#core/line-kinds.ts'
import * as paths from '#core/paths.ts'
import { ok, type Result, refusalSentence, refusalStatus } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { requireActor } from '#server/actor.server.ts'
import { refusalCodeResponse } from '#server/api.server.ts'
import { leaveFlash } from '#server/flash.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { readIdentity } from '#server/session.server.ts'
import { startCheckout } from '../cart/cart.writes.server.ts'
import { readCheckout } from '../orders.reads.server.ts'
import type { HoldTickets } from '../orders.schema.ts'
import type { Checkout } from '../orders.types.ts'
import { type Buyer, holdAgain, holdTickets, releaseHold } from '../orders.writes.server.ts'
import { refuse, refuseHold } from './checkout.responses.server.ts'

/** Makes a guest account for a visitor. */
type ContinueAsGuest = (args: ActionFunctionArgs) => Promise<Result<Buyer>>

/** Holds the tickets that were picked. Creates a guest for a visitor without a session: every hold has an owner. */
export async function holdChoice(
  args: ActionFunctionArgs,
  choice: HoldTickets,
  continueAsGuest: ContinueAsGuest,
) {
  const buyer = await readBuyer(args, continueAsGuest)
  const { address } = args.context.requestContext
  const held = buyer.ok
    ? await holdTickets(buyer.value, address, choice, readIdempotencyKey(args.request))
    : buyer
  if (held.ok) {
    if (buyer.ok && held.value.cartHasGoods) await addGoods(args, buyer.value, choice.code ?? null)
    return redirect(paths.checkout({ hold: held.value.holdId }))
  }
  return refuseHold(args, choice, refusalSentence(held.refusal), refusalStatus(held.refusal))
}

/** Verifies the session only: the selling function checks in the database whether the account may buy. */
async function readBuyer(args: ActionFunctionArgs, continueAsGuest: ContinueAsGuest): Promise<Result<Buyer>> {
  const identity = await readIdentity(args)
  if (identity) return ok({ id: identity.id, isGuest: identity.isAnonymous })
  return await continueAsGuest(args)
}

/**
 * Holds the goods of the cart with the tickets that were just held, so that both are one order. Tickets go first: where goods can't be
 * held, they stay in the cart and the checkout offers them.
 */
async function addGoods(args: ActionFunctionArgs, buyer: Buyer, code: string | null) {
  const started = await startCheckout(buyer, args.context.requestContext.address, false, code, null)
  if (!started.ok)
    args.context.requestContext.log.info({ refusal: started.refusal.code }, 'goods stay in the cart')
}

/**
 * Holds the goods of the cart with the tickets that are held. What stands in the way is shown in the cart.
 * @param takeWhatIsLeft holds as many as are left where there are not enough
 * @param code the code of the cart by which its prices were shown
 */
export async function holdGoods(args: ActionFunctionArgs, takeWhatIsLeft: boolean, code: string | null) {
  const identity = await readIdentity(args)
  if (!identity) return redirect(paths.cart(), 303)
  const started = await startCheckout(
    { id: identity.id, isGuest: identity.isAnonymous },
    args.context.requestContext.address,
    takeWhatIsLeft,
    code,
    readIdempotencyKey(args.request),
  )
  if (started.ok) {
    const { holdId } = started.value
    return redirect(holdId ? paths.checkout({ hold: holdId }) : paths.cart({ missing: 'yes' }), 303)
  }
  leaveFlash(args, 'cart', refusalSentence(started.refusal))
  return redirect(paths.cart(), 303)
}

/** Holds what a hold that ended had. */
export async function holdEndedAgain(args: ActionFunctionArgs, holdId: string) {
  const actor = await requireActor(args)
  const ended = await readCheckout(args, holdId)
  if (!ended) throw refusalCodeResponse('not_found')
  if (ended.lines.some(({ kind }) => lineKind(kind).isMerchandise))
    return await holdAllAgain(args, actor, ended)
  const { address } = args.context.requestContext
  const held = await holdAgain(actor, address, ended, readIdempotencyKey(args.request))
  return held.ok ? redirect(paths.checkout({ hold: held.value.holdId })) : refuse('again', held.refusal)
}

/** Holds the tickets of a hold that ended again, then the goods of the cart with them. */
async function holdAllAgain(args: ActionFunctionArgs, actor: Actor, ended: Checkout) {
  if (ended.event) {
    const held = await holdAgain(actor, args.context.requestContext.address, ended, null)
    if (!held.ok) return refuse('again', held.refusal)
  }
  return await holdGoods(args, false, ended.promoCode?.id ?? null)
}

/** Gives back what is held, and leads to where it was chosen. */
export async function releaseChoice(args: ActionFunctionArgs, holdId: string) {
  const actor = await requireActor(args)
  const checkout = await readCheckout(args, holdId)
  if (!checkout) throw refusalCodeResponse('not_found')
  const released = await releaseHold(actor, holdId)
  if (!released.ok) return refuse('release', released.refusal)
  const { event } = checkout
  if (checkout.delivery) return redirect(paths.cart())
  return redirect(event ? paths.event(event.id, event.slug) : paths.shop())
}
