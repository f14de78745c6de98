import { randomUUID } from 'node:crypto'
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { refundSentence } from '#core/refund-policy.ts'
import { readActor, readGuarded } from '#server/actor.server.ts'
import { readPaymentProvider } from '#server/payments.server.ts'
import { readIdentity } from '#server/session.server.ts'
import { hasTyped, takeTyped } from '#server/typed-form.server.ts'
import { readCheckout } from '../orders.reads.server.ts'
import { calledOff } from '../orders.rules.ts'

/**
 * Reads what the checkout shows of a hold: null for its `checkout` where there is nothing to pay.
 * @param holdId the hold; left out: the one that the caller has
 */
export async function readCheckoutPage(args: LoaderFunctionArgs, holdId: string | undefined) {
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
