import * as z from 'zod'
import { readPaymentProviders } from '#server/payments.server.ts'
import type { PaymentEvent } from '#server/payments-port.server.ts'
import { eventCall } from '#server/payments-webhook.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const settlementSchema = z.object({
  outcome: z.enum([
    'paid',
    'already_paid',
    'failed',
    'processing',
    'cancelled',
    'ignored',
    'refunding',
    'refunded',
    'refund_failed',
    'disputed',
    'parked',
  ]),
  orderId: z.uuid().nullable(),
  reason: z.string().nullable(),
  duplicate: z.boolean(),
})
export type Settlement = z.output<typeof settlementSchema>

const openSchema = z.array(z.object({ ref: z.string(), orderId: z.uuid(), isOver: z.boolean() }))

/**
 * Takes in one event of a provider. The webhook, the page the buyer returns to and the reconciliation all end here; the
 * database makes the same event harmless however often and from wherever it comes.
 * @param provider the provider's name
 */
export async function applyPaymentEvent(provider: string, event: PaymentEvent): Promise<Settlement> {
  const call = eventCall(provider, event)
  switch (call.name) {
    case 'apply_payment_event':
      return await rpc(serviceClient(), call.name, call.args, settlementSchema)
    case 'apply_refund_event':
      return await rpc(serviceClient(), call.name, call.args, settlementSchema)
    case 'apply_dispute_event':
      return await rpc(serviceClient(), call.name, call.args, settlementSchema)
  }
}

/**
 * Reads the state of open payments from the providers and applies it: of one order, when its buyer has returned; of
 * all, for events that never arrived. A payment whose hold has ended is closed at the provider.
 * @returns how many payments had something to report
 */
export async function settleOpenPayments(
  of: { orderId: string } | { olderThanSeconds: number },
): Promise<number> {
  let reports = 0
  for (const provider of readPaymentProviders().values()) {
    const open = await rpc(
      serviceClient(),
      'claim_open_payments',
      {
        p_provider: provider.name,
        p_order: 'orderId' in of ? of.orderId : null,
        p_older_than_seconds: 'orderId' in of ? 0 : of.olderThanSeconds,
        p_limit: 50,
      },
      openSchema,
    )
    for (const { ref, isOver } of open) {
      const event = await provider.lookUp(ref)
      if (!event) {
        if (isOver) await provider.end(ref)
        continue
      }
      await applyPaymentEvent(provider.name, event)
      reports++
    }
  }
  return reports
}
