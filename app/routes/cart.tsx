import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { data, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { ok, type Refusal, type Result, refusalSentence, refusalStatus } from '#core/result.ts'
import { continueAsGuest } from '#features/accounts/accounts.writes.server.ts'
import { readCart } from '#features/orders/cart/cart.reads.server.ts'
import { cartFormSchema } from '#features/orders/cart/cart.schema.ts'
import { changeCart, limitCartChanges } from '#features/orders/cart/cart.writes.server.ts'
import { CartPage } from '#features/orders/cart/ui/cart-page.tsx'
import { applyCode, dropCode } from '#features/orders/codes.writes.server.ts'
import type { Buyer } from '#features/orders/orders.writes.server.ts'
import { listSuggestedProducts } from '#features/shop/public/catalogue.reads.server.ts'
import { Suggestions } from '#features/shop/public/ui/suggestions.tsx'
import { readActor, readGuarded } from '#server/actor.server.ts'
import { takeFlash, wantsPage } from '#server/flash.server.ts'
import { readForm } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { readIdentity } from '#server/session.server.ts'
import { band } from '#ui/layout.css.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Cart', noindex: true })

/** Shows what somebody has in the cart. `?missing` says that a checkout could not hold all of it. */
export async function loader(args: LoaderFunctionArgs) {
  const [[, cart], suggested] = await Promise.all([
    readGuarded(args, readActor(args), () => readCart(args)),
    listSuggestedProducts(args),
  ])
  const isMissing = new URL(args.request.url).searchParams.has('missing')
  return { cart, suggested, isMissing, notice: takeFlash(args, 'cart') }
}

type ActionResult =
  | { ok: true /** How many units of all goods the cart has now. */; units: number; quantity: number }
  | { ok: false; refusal: string /** True if it is about a code. */; code?: boolean }

const refuse = (refusal: string, status: number) => data<ActionResult>({ ok: false, refusal }, status)
const refuseCode = (refusal: string, status: number) =>
  data<ActionResult>({ ok: false, refusal, code: true }, status)
const refuseBy = (refusal: Refusal) => refuse(refusalSentence(refusal), refusalStatus(refusal))

/**
 * Changes the cart. A visitor who adds something becomes a guest. A plain form is answered with the cart's page; a script gets
 * the new count.
 */
export async function action(args: ActionFunctionArgs) {
  if (args.request.method !== 'POST')
    throw new Response(null, { status: 405, headers: { allow: 'GET, POST' } })
  const form = await readForm(args.request, cartFormSchema)
  if (!form.ok) {
    const { error, initialValue } = form.reply().data
    const [message] = Object.values(error ?? {}).flatMap((messages) => messages ?? [])
    if (initialValue?.intent === 'code') return refuseCode(message ?? 'Enter a code', 422)
    return refuse(message ?? 'Choose what to buy', 422)
  }
  if (form.value.intent === 'code' || form.value.intent === 'drop-code') {
    const identity = await readIdentity(args)
    if (!identity) return redirect(paths.cart(), 303)
    const changed =
      form.value.intent === 'code'
        ? await applyCode(args, identity.id, form.value.code)
        : await dropCode(identity.id)
    if (changed.ok) return redirect(paths.cart(), 303)
    return refuseCode(refusalSentence(changed.refusal), refusalStatus(changed.refusal))
  }
  const limited = await limitCartChanges(args)
  if (limited && !limited.ok) return refuseBy(limited.refusal)
  const buyer = await readBuyer(args)
  if (!buyer.ok) return refuseBy(buyer.refusal)
  const key = readIdempotencyKey(args.request, form.value.intent === 'add' ? form.value.key : null)
  const changed = await changeCart(buyer.value, form.value, key)
  if (!changed.ok) return refuseBy(changed.refusal)
  if (wantsPage(args.request)) return redirect(paths.cart(), 303)
  return data<ActionResult>({ ok: true, ...changed.value })
}

/** Creates a guest for a visitor without a session: every cart has an owner. */
async function readBuyer(args: ActionFunctionArgs): Promise<Result<Buyer>> {
  const identity = await readIdentity(args)
  if (identity) return ok({ id: identity.id, isGuest: identity.isAnonymous })
  return await continueAsGuest(args)
}

export default function CartRoute() {
  const { suggested, ...page } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const refused = result && !result.ok ? result : null
  return (
    <>
      <CartPage
        {...page}
        refusal={refused && !refused.code ? refused.refusal : null}
        codeRefusal={refused?.code ? refused.refusal : null}
      />
      <div className={band}>
        <Suggestions suggested={suggested} title={page.cart?.items.length ? 'Goes with it' : undefined} />
      </div>
    </>
  )
}
