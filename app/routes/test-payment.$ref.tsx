import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { data, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { formatMoney } from '#core/money.ts'
import { dollars } from '#core/number-input.ts'
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
  amount: dollars()
    .refine((cents) => cents > 0, 'Enter an amount above $0')
    .optional(),
})

export async function action({ params, request }: ActionFunctionArgs) {
  const provider = readTestProvider()
  const payment = await provider?.readPayment(params.ref ?? '')
  const fields = Object.fromEntries(await request.formData())
  const form = testPaymentSchema.safeParse(fields)
  const refuseAmount = (message: string) =>
    data({ fault: { message, text: String(fields.amount) } }, { status: 422 })
  const [issue] = form.error?.issues ?? []
  if (issue?.path[0] === 'amount') return refuseAmount(issue.message)
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
      if (amount && amount > left)
        return refuseAmount(`You can refund up to ${formatMoney(left, payment.currency)}.`)
      if (left > 0) await provider.refundHere(payment.ref, amount ?? left)
      break
    }
  }
  return redirect(paths.testPayment(payment.ref))
}

export default function TestPaymentRoute() {
  const fault = useActionData<typeof action>()?.fault ?? null
  return <TestPaymentPage {...useLoaderData<typeof loader>()} fault={fault} />
}
