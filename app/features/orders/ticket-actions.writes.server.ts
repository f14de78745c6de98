import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type TicketActionForm, targetsOf } from './ticket-actions.schema.ts'
import {
  type TicketActionName,
  type TicketActionResult,
  ticketActionResultSchema,
} from './ticket-actions.types.ts'

/**
 * Does an action to tickets, for admins.
 * @param key idempotency key: the same one again does nothing and returns the same result
 * @returns what was done and which tickets were skipped, or a refusal: password_needed, reason_required, key_reused; for one
 * ticket also name_invalid, type_dearer, type_price_changed, sold_out, supplement_open, supplement_no_buyer, payment_in_progress,
 * refund_whole and what refunds refuse
 */
export function actOnTickets(
  args: RequestArgs,
  action: TicketActionName,
  form: TicketActionForm,
  key: string,
): Promise<Result<TicketActionResult>> {
  const { tickets, orders } = targetsOf(form.id)
  const values = {
    p_action: action,
    p_tickets: tickets,
    p_orders: orders,
    p_reason: form.reason,
    p_values: {
      name: form.name ?? null,
      type: form.type ?? null,
      differenceCents: form.differenceCents ?? null,
      void: form.voidTickets === 'on',
      refund: form.refund === 'on',
      waive: form.dearer === 'waive',
      askHours: form.dearer === 'ask' ? (form.askHours ?? 24) : null,
      override: form.override === 'on',
    },
    p_key: key,
  }
  return rpcResult(userClient(args), 'act_on_tickets', values, ticketActionResultSchema)
}
