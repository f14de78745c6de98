import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
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
  return { payment }
}

const decisionSchema = z.enum(['succeeded', 'failed', 'processing'])

export async function action({ params, request }: ActionFunctionArgs) {
  const provider = readTestProvider()
  const payment = await provider?.readPayment(params.ref ?? '')
  const decision = decisionSchema.safeParse((await request.formData()).get('decision'))
  if (!provider || !payment || !decision.success) throw notFound()
  await provider.decide(payment.ref, decision.data)
  return redirect(payment.returnPath)
}

export default function TestPaymentRoute() {
  return <TestPaymentPage {...useLoaderData<typeof loader>()} />
}
