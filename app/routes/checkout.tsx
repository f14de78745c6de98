import { randomUUID } from 'node:crypto'
import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { data, redirect } from '@remix-run/node'
import { type ShouldRevalidateFunction, useActionData, useLoaderData, useMatches } from '@remix-run/react'
import { useEffect } from 'react'
import * as z from 'zod'
import { openSignIn } from '#browser/sign-in-window.ts'
import { lineKind } from '#core/line-kinds.ts'
import { pageMeta, siteFacts } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refundSentence } from '#core/refund-policy.ts'
import { ok, type Refusal, type Result, refusalSentence, refusalStatus } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { orderStates } from '#core/states.ts'
import { continueAsGuest } from '#features/accounts/accounts.writes.server.ts'
import { startCheckout } from '#features/orders/cart/cart.writes.server.ts'
import { checkoutSchema } from '#features/orders/checkout.schema.ts'
import { termsText } from '#features/orders/code-text.ts'
import { applyCode, dropCode } from '#features/orders/codes.writes.server.ts'
import type { SetDelivery } from '#features/orders/delivery/delivery.schema.ts'
import { setDelivery } from '#features/orders/delivery/delivery.writes.server.ts'
import { readCheckout, readOrder } from '#features/orders/orders.reads.server.ts'
import { calledOff, isLive } from '#features/orders/orders.rules.ts'
import { ageMessage, type HoldTickets, type PlaceOrder } from '#features/orders/orders.schema.ts'
import type { Checkout, HoldReply } from '#features/orders/orders.types.ts'
import {
  type Buyer,
  beginPayment,
  holdAgain,
  holdTickets,
  placeOrder,
  releaseHold,
} from '#features/orders/orders.writes.server.ts'
import { CheckoutPage, EmptyCheckout } from '#features/orders/ui/checkout-page.tsx'
import { CodeEntry } from '#features/orders/ui/code-entry.tsx'
import { HoldClock } from '#features/orders/ui/hold-clock.tsx'
import { readActor, readGuarded, requireActor } from '#server/actor.server.ts'
import { refusalCodeResponse } from '#server/api.server.ts'
import { leaveFlash, wantsPage } from '#server/flash.server.ts'
import { readForm } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { readPaymentProvider } from '#server/payments.server.ts'
import type { PaymentOpening } from '#server/payments-port.server.ts'
import { readIdentity } from '#server/session.server.ts'
import { hasTyped, keepTyped, takeTyped } from '#server/typed-form.server.ts'
import { checkoutShell } from '#ui/shell/checkout-shell.tsx'
import type { ShellHandle } from '#ui/shell/page-shell.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Checkout', noindex: true })

/**
 * Reads the hold again after a refusal too: what it costs or whether it lives is what was refused. Without a session there is nothing to
 * read, and what was typed stays.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus }) => actionStatus !== 401

/** Shows in the header how long the tickets are held. */
export const handle: ShellHandle<SerializeFrom<typeof loader>> = {
  shell: checkoutShell,
  status: (page) =>
    page?.checkout &&
    isLive(page.checkout) && (
      <HoldClock
        expiresAt={page.checkout.expiresAt}
        serverNow={page.checkout.serverNow}
        timeZone={page.checkout.event?.timeZone ?? page.checkout.timeZone}
      />
    ),
}

export async function loader(args: LoaderFunctionArgs) {
  const holdParam = new URL(args.request.url).searchParams.get('hold')
  const holdId = z.uuid().safeParse(holdParam).data
  if (holdParam !== null && !holdId) return { checkout: null }
  const [actor, checkout] = await readGuarded(args, readActor(args), () => readCheckout(args, holdId))
  const identity = await readIdentity(args)
  if (!actor && hasTyped(args)) return { checkout: null, isSignedOut: true }
  if (!actor || !checkout) return { checkout: null }
  if (checkout.holdStatus === 'released') return { checkout: null, called: calledOff(checkout) }
  if (checkout.holdStatus === 'converted' && checkout.order) {
    throw redirect(paths.paymentSuccess({ order: checkout.order.code }))
  }
  const provider = readPaymentProvider()
  const free = checkout.totals.totalCents === 0
  const typed = takeTyped(args, paths.checkout())
  return {
    checkout,
    idempotencyKey: randomUUID(),
    buyer: {
      name:
        typed.name ??
        checkout.order?.name ??
        (actor.isGuest ? (checkout.delivery?.address?.name ?? '') : actor.displayName),
      email: typed.email ?? checkout.order?.email ?? identity?.email ?? '',
      phone: typed.phone ?? checkout.order?.phone ?? '',
    },
    typed,
    refundLine: refundSentence(checkout.refundPolicy),
    canPay: free || provider !== null,
    isTest: provider?.isTest === true,
    leastCents:
      !free && provider && checkout.totals.totalCents < provider.leastCents ? provider.leastCents : null,
    registerPath: free && actor.isGuest ? paths.checkout({ hold: checkout.holdId }) : null,
  }
}

type ActionResult =
  | HoldReply
  | { intent: 'sign-in' }
  | { intent: 'again' | 'retry' | 'release' | 'code'; refusal: string }
  | { intent: 'pay' | 'deliver'; reply: SubmissionResult }

/** Responds to the page with a refusal and its status. */
function refuse(intent: 'again' | 'retry' | 'release' | 'code', refusal: Refusal) {
  return data<ActionResult>({ intent, refusal: refusalSentence(refusal) }, refusalStatus(refusal))
}

export async function action(args: ActionFunctionArgs) {
  if (args.request.method !== 'POST')
    throw new Response(null, { status: 405, headers: { allow: 'GET, POST' } })
  const form = await readForm(args.request, checkoutSchema)
  if (!form.ok) {
    const reply = form.reply()
    const sent = reply.data.initialValue ?? {}
    const isTypedIn = sent.intent === 'pay' || sent.intent === 'deliver'
    if (isTypedIn && !(await readActor(args))) return signInFirst(args, sent)
    if (sent.intent === 'pay') return payReply(await askForAge(args, reply))
    if (sent.intent === 'deliver') return deliverReply(reply)
    if (sent.intent === 'code')
      return data<ActionResult>(
        { intent: 'code', refusal: reply.data.error?.code?.[0] ?? 'Enter a code' },
        422,
      )
    const eventId = z.uuid().safeParse(sent.event).data
    // A code that was typed in and not applied: the event's page takes the same form and applies it.
    if (eventId && sent.code && reply.data.error?.code && wantsPage(args.request))
      return redirect(paths.event(eventId), 307)
    const [message] = Object.values(reply.data.error ?? {}).flatMap((messages) => messages ?? [])
    return refuseHold(args, { event: eventId, lines: [] }, message ?? 'Choose at least one ticket', 422)
  }
  const { intent } = form.value
  // Selling has its own check, and makes a guest of a visitor.
  if (intent !== 'hold' && intent !== 'start' && !(await readActor(args)))
    return signInFirst(args, form.value)
  switch (form.value.intent) {
    case 'hold':
      return await hold(args, form.value)
    case 'pay':
      return await pay(args, form.value, {
        refuse: (refusal) => payReply(form.refuse(refusal)),
        reply: (fieldErrors) =>
          payReply({ data: form.submission.reply({ fieldErrors }), init: { status: 422 } }),
      })
    case 'start':
      return await start(args, form.value.take === 'on', form.value.code ?? null)
    case 'code':
      return await changeCode(args, form.value.code)
    case 'drop-code':
      return await changeCode(args, null)
    case 'deliver':
      return await deliver(args, form.value, (refusal) => deliverReply(form.refuse(refusal)))
    case 'retry':
      return await retry(args, form.value.order)
    case 'again':
      return await again(args, form.value.hold)
    case 'release':
      return await release(args, form.value.hold)
  }
}

/** Lists what people type into the forms of the checkout. */
const typedFields = [
  ...['name', 'email', 'phone', 'age', 'marketing'],
  ...['how', 'recipient', 'line1', 'line2', 'city', 'state', 'postalCode'],
]

/**
 * Opens the sign-in window over the checkout, whose session has ended. What was typed stays: in the page with JavaScript, in a cookie
 * without.
 */
function signInFirst(args: ActionFunctionArgs, sent: Record<string, unknown>) {
  if (!wantsPage(args.request)) return data<ActionResult>({ intent: 'sign-in' }, 401)
  const typed = typedFields.flatMap((name) => {
    const value = sent[name]
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })
  if (typed.length > 0) keepTyped(args, paths.checkout(), Object.fromEntries(typed))
  const { searchParams } = new URL(args.request.url)
  const hold = searchParams.get('hold') ?? undefined
  return redirect(paths.checkout({ hold, auth: 'login', redirect: paths.checkout({ hold }) }), 303)
}

/** Adds the message of the age box, which only some events have, to the others of an incomplete form. */
async function askForAge(args: ActionFunctionArgs, reply: FormReply): Promise<FormReply> {
  const { hold, age } = reply.data.initialValue ?? {}
  const holdId = z.uuid().safeParse(hold).data
  if (age === 'on' || !holdId || !(await readActor(args))) return reply
  const checkout = await readCheckout(args, holdId)
  if (!checkout?.event || checkout.event.minAge === 0) return reply
  return { ...reply, data: { ...reply.data, error: { ...reply.data.error, age: [ageMessage] } } }
}

type FormReply = { data: SubmissionResult; init: ResponseInit | null }
const payReply = (reply: FormReply) =>
  data<ActionResult>({ intent: 'pay', reply: reply.data }, reply.init ?? undefined)
const deliverReply = (reply: FormReply) =>
  data<ActionResult>({ intent: 'deliver', reply: reply.data }, reply.init ?? undefined)

/** Holds the goods of the cart with the tickets that are held. What stands in the way is shown in the cart. */
async function start(args: ActionFunctionArgs, takeWhatIsLeft: boolean, code: string | null) {
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

/** Uses a code for what is held, or removes the one that it uses (null). */
async function changeCode(args: ActionFunctionArgs, code: string | null) {
  const actor = await requireActor(args)
  const changed = code === null ? await dropCode(actor.id) : await applyCode(args, actor.id, code)
  return changed.ok ? redirect(paths.checkout(), 303) : refuse('code', changed.refusal)
}

/** Prices tax and shipping by how the buyer wants to get the goods. */
async function deliver(
  args: ActionFunctionArgs,
  form: SetDelivery,
  refuseForm: (refusal: Refusal) => ReturnType<typeof deliverReply>,
) {
  const actor = await requireActor(args)
  const set = await setDelivery(actor, form, readIdempotencyKey(args.request))
  return set.ok ? redirect(paths.checkout({ hold: form.hold }), 303) : refuseForm(set.refusal)
}

/** Creates a guest for a visitor without a session: every hold has an owner. */
async function hold(args: ActionFunctionArgs, choice: HoldTickets) {
  const buyer = await readBuyer(args)
  const held = buyer.ok
    ? await holdTickets(
        buyer.value,
        args.context.requestContext.address,
        choice,
        readIdempotencyKey(args.request),
      )
    : buyer
  if (held.ok) {
    if (buyer.ok && held.value.cartHasGoods) await addGoods(args, buyer.value, choice.code ?? null)
    return redirect(paths.checkout({ hold: held.value.holdId }))
  }
  return refuseHold(args, choice, refusalSentence(held.refusal), refusalStatus(held.refusal))
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
 * Reports to the picker why a choice can't be held. A plain form gets the event's page again, with the sentence at
 * the tickets and what was chosen, as far as there is so much of it.
 */
function refuseHold(
  args: ActionFunctionArgs,
  { event, lines }: { event: string | undefined; lines: HoldTickets['lines'] },
  sentence: string,
  status: number,
) {
  if (event === undefined || !wantsPage(args.request)) {
    return data<ActionResult>({ intent: 'hold', refusal: sentence }, status)
  }
  leaveFlash(args, event, sentence)
  const picked = lines.flatMap(({ type, quantity }) =>
    quantity > 0 ? [['pick', `${type} ${quantity}`]] : [],
  )
  const query = picked.length > 0 ? `?${new URLSearchParams(picked)}` : ''
  return redirect(`${eventAddress(args.request, event)}${query}#tickets`, 303)
}

/** Returns the path of an event's page with its slug where the form stood on it: from the id alone, the event is read for a redirect. */
function eventAddress(request: Request, event: string): string {
  const path = paths.event(event)
  const from = URL.parse(request.headers.get('referer') ?? '')?.pathname ?? ''
  return from.startsWith(`${path}/`) && /^[a-z0-9-]+$/.test(from.slice(path.length + 1)) ? from : path
}

/** Verifies the session only: the selling function checks in the database whether the account may buy. */
async function readBuyer(args: ActionFunctionArgs): Promise<Result<Buyer>> {
  const identity = await readIdentity(args)
  if (identity) return ok({ id: identity.id, isGuest: identity.isAnonymous })
  return await continueAsGuest(args)
}

async function pay(
  args: ActionFunctionArgs,
  form: PlaceOrder,
  responses: {
    refuse: (refusal: Refusal) => ReturnType<typeof payReply>
    reply: (fieldErrors: Record<string, string[]>) => ReturnType<typeof payReply>
  },
) {
  const actor = await requireActor(args)
  const checkout = await readCheckout(args, form.hold)
  if (!checkout) throw refusalCodeResponse('not_found')
  if (checkout.event && checkout.event.minAge > 0 && form.age !== 'on')
    return responses.reply({ age: [ageMessage] })
  if (checkout.totals.totalCents > 0 && !readPaymentProvider())
    return responses.refuse({ code: 'checkout_closed', facts: {} })
  const key = readIdempotencyKey(args.request)
  const placed = await placeOrder(actor, form, key)
  if (!placed.ok) return responses.refuse(placed.refusal)
  if (orderStates[placed.value.status].isSold)
    return redirect(paths.paymentSuccess({ order: placed.value.code }))
  const begun = await beginPayment(actor, args.context.requestContext, browserOf(args), placed.value, key)
  if (begun.ok)
    return leadToPayment(args, begun.value) ?? responses.refuse({ code: 'checkout_closed', facts: {} })
  if (begun.refusal.code === 'already_paid')
    return redirect(paths.paymentSuccess({ order: placed.value.code }))
  return responses.refuse(begun.refusal)
}

const browserOf = (args: ActionFunctionArgs) => args.request.headers.get('user-agent')

/** @returns null for a payment that needs a form on our own page; no provider needs one yet */
function leadToPayment(args: ActionFunctionArgs, opening: PaymentOpening) {
  if (opening.kind === 'redirect') return redirect(opening.url)
  args.context.requestContext.log.error({ ref: opening.ref }, 'no page of ours can show this payment')
  return null
}

async function retry(args: ActionFunctionArgs, code: string) {
  const actor = await requireActor(args)
  const order = await readOrder(args, code)
  if (!order) throw refusalCodeResponse('not_found')
  const begun = await beginPayment(
    actor,
    args.context.requestContext,
    browserOf(args),
    { orderId: order.id, code },
    readIdempotencyKey(args.request),
  )
  if (begun.ok) {
    return leadToPayment(args, begun.value) ?? refuse('retry', { code: 'checkout_closed', facts: {} })
  }
  if (begun.refusal.code === 'rate_limited' || begun.refusal.code === 'payment_unavailable') {
    return refuse('retry', begun.refusal)
  }
  return redirect(paths.paymentSuccess({ order: code }))
}

async function again(args: ActionFunctionArgs, holdId: string) {
  const actor = await requireActor(args)
  const ended = await readCheckout(args, holdId)
  if (!ended) throw refusalCodeResponse('not_found')
  if (ended.lines.some(({ kind }) => lineKind(kind).isMerchandise))
    return await startAgain(args, actor, ended)
  const held = await holdAgain(
    actor,
    args.context.requestContext.address,
    ended,
    readIdempotencyKey(args.request),
  )
  return held.ok ? redirect(paths.checkout({ hold: held.value.holdId })) : refuse('again', held.refusal)
}

/** Holds the tickets of a hold that ended again, then the goods of the cart with them. */
async function startAgain(args: ActionFunctionArgs, actor: Actor, ended: Checkout) {
  if (ended.event) {
    const held = await holdAgain(actor, args.context.requestContext.address, ended, null)
    if (!held.ok) return refuse('again', held.refusal)
  }
  return await start(args, false, ended.promoCode?.id ?? null)
}

async function release(args: ActionFunctionArgs, holdId: string) {
  const actor = await requireActor(args)
  const checkout = await readCheckout(args, holdId)
  if (!checkout) throw refusalCodeResponse('not_found')
  const released = await releaseHold(actor, holdId)
  if (!released.ok) return refuse('release', released.refusal)
  const { event } = checkout
  if (checkout.delivery) return redirect(paths.cart())
  return redirect(event ? paths.event(event.id, event.slug) : paths.shop())
}

export default function CheckoutRoute() {
  const page = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const seller = siteFacts(useMatches()).brand.company
  const isSignedOut = result?.intent === 'sign-in' || 'isSignedOut' in page
  useEffect(() => {
    if (result?.intent === 'sign-in') openSignIn({ tab: 'login' })
  }, [result])
  const refusal = isSignedOut
    ? 'Your session ended. Log in to continue. What you typed stays here.'
    : result && 'refusal' in result && result.intent !== 'code'
      ? result.refusal
      : null
  const codeRefusal = result && 'refusal' in result && result.intent === 'code' ? result.refusal : null
  const reply = result && 'reply' in result ? result : null
  if (!page.checkout) {
    return <EmptyCheckout refusal={refusal} called={'called' in page ? (page.called ?? null) : null} />
  }
  return (
    <CheckoutPage
      {...page}
      seller={seller}
      reply={reply}
      refusal={refusal}
      codeEntry={
        page.checkout.order && orderStates[page.checkout.order.status].isPaying ? null : (
          <CodeEntry
            action={paths.checkout({ hold: page.checkout.holdId })}
            intents={{ apply: 'code', drop: 'drop-code' }}
            isFolded
            code={
              page.checkout.promoCode && {
                code: page.checkout.promoCode.code,
                text: termsText(page.checkout.promoCode, page.checkout.totals.currency),
              }
            }
            refusal={codeRefusal}
          />
        )
      }
    />
  )
}
