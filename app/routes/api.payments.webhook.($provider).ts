import type { ActionFunctionArgs } from '@remix-run/node'
import { applyPaymentEvent } from '#features/orders/settlement.writes.server.ts'
import { methodNotAllowed } from '#server/api.server.ts'
import { readPaymentProvider, readPaymentProviders } from '#server/payments.server.ts'
import { receivePaymentEvent } from '#server/payments-webhook.server.ts'

export function loader() {
  return methodNotAllowed('POST')
}

/**
 * Takes events of payment providers: `/api/payments/webhook/<provider>`, or without a name for the provider that
 * takes new payments. Any failure of ours is a 500, so that the provider sends the event again.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  const { log } = context.requestContext
  const provider = params.provider ? readPaymentProviders().get(params.provider) : readPaymentProvider()
  return await receivePaymentEvent(request, provider ?? null, async (event, name) => {
    const { outcome, reason, duplicate } = await applyPaymentEvent(name, event)
    if (outcome === 'parked') log.error({ provider: name, event: event.id, reason }, 'payment event parked')
    else log.info({ provider: name, event: event.id, outcome, duplicate }, 'payment event taken in')
    return outcome
  })
}
