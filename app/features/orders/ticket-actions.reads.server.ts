import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { ActionTargets } from './ticket-actions.schema.ts'
import {
  type TicketActionName,
  type TicketActionPreview,
  ticketActionPreviewSchema,
} from './ticket-actions.types.ts'

/**
 * Reads what an action would do to tickets, for admins.
 * @param override whether it would end the tickets of those who are inside, too
 */
export function previewTicketAction(
  args: RequestArgs,
  action: TicketActionName,
  { tickets, orders }: ActionTargets,
  override: boolean,
): Promise<TicketActionPreview> {
  const values = { p_action: action, p_tickets: tickets, p_orders: orders, p_override: override }
  return rpc(userClient(args), 'preview_ticket_action', values, ticketActionPreviewSchema)
}
