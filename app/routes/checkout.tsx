import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { type ShouldRevalidateFunction, useActionData, useLoaderData, useMatches } from '@remix-run/react'
import { useEffect } from 'react'
import * as z from 'zod'
import { openSignIn } from '#browser/sign-in-window.ts'
import { pageMeta, siteFacts } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { orderStates } from '#core/states.ts'
import { continueAsGuest } from '#features/accounts/accounts.writes.server.ts'
import { changeCode, deliver } from '#features/orders/checkout/change-held.server.ts'
import { replyIncomplete, signInFirst } from '#features/orders/checkout/checkout.responses.server.ts'
import {
  holdChoice,
  holdEndedAgain,
  holdGoods,
  releaseChoice,
} from '#features/orders/checkout/hold-choice.server.ts'
import { pay, retryPayment } from '#features/orders/checkout/pay.server.ts'
import { readCheckoutPage } from '#features/orders/checkout/read-checkout-page.server.ts'
import { checkoutSchema } from '#features/orders/checkout.schema.ts'
import { termsText } from '#features/orders/code-text.ts'
import { isLive } from '#features/orders/orders.rules.ts'
import { CheckoutPage, EmptyCheckout } from '#features/orders/ui/checkout-page.tsx'
import { CodeEntry } from '#features/orders/ui/code-entry.tsx'
import { HoldClock } from '#features/orders/ui/hold-clock.tsx'
import { noteReferral } from '#features/sharing/promoters/referrals.writes.server.ts'
import { readActor } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'
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
  return await readCheckoutPage(args, holdId)
}

export async function action(args: ActionFunctionArgs) {
  if (args.request.method !== 'POST')
    throw new Response(null, { status: 405, headers: { allow: 'GET, POST' } })
  const form = await readForm(args.request, checkoutSchema)
  if (!form.ok) return await replyIncomplete(args, form.reply())
  const { intent } = form.value
  // Selling has its own check, and makes a guest of a visitor.
  if (intent !== 'hold' && intent !== 'start' && !(await readActor(args)))
    return signInFirst(args, form.value)
  switch (form.value.intent) {
    case 'hold':
      return await holdChoice(args, form.value, continueAsGuest)
    case 'pay':
      await noteReferral(args, form.value.hold)
      return await pay(args, form, form.value)
    case 'start':
      return await holdGoods(args, form.value.take === 'on', form.value.code ?? null)
    case 'code':
      return await changeCode(args, form.value.code)
    case 'drop-code':
      return await changeCode(args, null)
    case 'deliver':
      return await deliver(args, form.value, form)
    case 'retry':
      return await retryPayment(args, form.value.order)
    case 'again':
      return await holdEndedAgain(args, form.value.hold)
    case 'release':
      return await releaseChoice(args, form.value.hold)
  }
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
        !page.checkout.isCart ||
        (page.checkout.order && orderStates[page.checkout.order.status].isPaying) ? null : (
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
