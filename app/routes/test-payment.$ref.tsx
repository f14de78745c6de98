import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readRefundableCents } from '#features/orders/test-payment.reads.server.ts'
import { TestPaymentPage } from '#features/orders/ui/test-payment-page.tsx'
import { notFound } from '#server/api.server.ts'
import { readTestProvider } from '#server/payments.server.ts'
import { checkoutShell } from '#ui/shell/checkout-shell.tsx'
import type { ShellHandle } from '#ui/shell/page-shell.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Test payment', noindex: true })

export const handle: ShellHandle = { shell: checkoutShell }

/**
 * Shows the test provider's payment page. Like a real one it is open to everybody with the address, and asks for no
 * session.
 */
export async function loader({ params }: LoaderFunctionArgs) {
  const payment = await readTestProvider()?.readPayment(params.ref ?? '')
  if (!payment) throw notFound()
  return { payment, leftCents: await readRefundableCents('test', payment.ref) }
}

/** Lists what the buttons of the test provider's page decide. */
const decisions = [
  'succeeded',
  'failed',
  'processing',
  'second_step',
  'disputed',
  'won',
  'lost',
  'refunded',
] as const

/** The form of the test provider's page, whose fields are ours: whatever else is sent has no message. */
const testPaymentSchema = z.object({
  decision: z.enum(decisions),
  /** Says why a card is declined; Stripe uses the same codes. */
  failureCode: z
    .enum(['card_declined', 'insufficient_funds', 'expired_card', 'authentication_failed'])
    .default('card_declined'),
  delivery: z.enum(['once', 'twice', 'reordered', 'late']).default('once'),
  card: z
    .string()
    .regex(/^[\w -]{0,60}$/)
    .default(''),
  /** Dollars of a refund, as cents; absent for all that is left. */
  amount: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/)
    .transform((dollars) => Math.round(Number(dollars) * 100))
    .optional(),
})

export async function action({ params, request }: ActionFunctionArgs) {
  const provider = readTestProvider()
  const payment = await provider?.readPayment(params.ref ?? '')
  const form = testPaymentSchema.safeParse(Object.fromEntries(await request.formData()))
  if (!provider || !payment || !form.success) throw notFound()
  const { decision, amount, ...how } = form.data
  switch (decision) {
    case 'succeeded':
    case 'failed':
    case 'processing':
      await provider.decide(payment.ref, { outcome: decision, ...how })
      return redirect(payment.returnPath)
    case 'second_step':
      await provider.decide(payment.ref, { outcome: 'processing' })
      break
    case 'disputed':
      await provider.dispute(payment.ref, 'open')
      break
    case 'won':
    case 'lost':
      await provider.dispute(payment.ref, decision)
      break
    case 'refunded': {
      const left = await readRefundableCents('test', payment.ref)
      if (left > 0) await provider.refundHere(payment.ref, amount && amount < left ? amount : left)
      break
    }
  }
  return redirect(paths.testPayment(payment.ref))
}

export default function TestPaymentRoute() {
  return <TestPaymentPage {...useLoaderData<typeof loader>()} />
}
