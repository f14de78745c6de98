import type { ActionFunctionArgs } from '@remix-run/node'
import { applyPaymentEvent } from '#features/orders/settlement.writes.server.ts'
import { errorResponse, methodNotAllowed } from '#server/api.server.ts'
import { signatureHeader } from '#server/payment-signature.server.ts'
import { readPaymentProvider } from '#server/payments.server.ts'

export function loader() {
  return methodNotAllowed('POST')
}

/**
 * Where the payment provider reports. The signature over the exact bytes is the only credential: without it nothing is
 * parsed. Any failure of ours is a 500, so that the provider sends the report again.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  const provider = readPaymentProvider()
  if (!provider) return errorResponse(400, 'No payment provider is set up.')
  const body = await request.text()
  const event = provider.readEvent(body, request.headers.get(signatureHeader), Math.floor(Date.now() / 1000))
  if (!event) return errorResponse(400, 'The signature is missing or wrong, or the report is unknown.')
  const { outcome, reason, duplicate } = await applyPaymentEvent(provider.name, event)
  if (outcome === 'parked')
    context.requestContext.log.error({ event: event.id, reason }, 'payment report parked')
  else context.requestContext.log.info({ event: event.id, outcome, duplicate }, 'payment report taken in')
  return Response.json({ received: true, outcome }, { headers: { 'cache-control': 'no-store' } })
}
