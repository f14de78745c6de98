import type { Result } from '#core/result.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { SaleChange } from './capacity.schema.ts'
import {
  type CapacityBoardRead,
  capacityBoardSchema,
  type SaleChangePreview,
  saleChangePreviewSchema,
} from './capacity.types.ts'

/**
 * Reads what of an event is sold, held and left; the database lets admins and moderators.
 * @param event null for the event that is on or next
 * @returns null for an event that the caller may not see
 */
export function readCapacityBoard(
  args: RequestArgs,
  event: string | null,
): Promise<CapacityBoardRead | null> {
  return rpc(userClient(args), 'read_capacity_board', { p_event: event }, capacityBoardSchema)
}

/**
 * Reads what a change would do at this moment; the database lets admins only.
 * @param change null to read only what is now
 * @returns null when there is no such event, or why the change would be refused
 */
export function previewSaleChange(
  args: RequestArgs,
  event: string,
  change: SaleChange | null,
): Promise<Result<SaleChangePreview | null>> {
  const values = { p_event: event, p_change: change && changeArgument(change) }
  return rpcResult(userClient(args), 'preview_sale_change', values, saleChangePreviewSchema)
}

/** Names a change as the database does. */
export function changeArgument({ kind, ...fields }: SaleChange) {
  return { kind: kind.replace('-', '_'), ...fields }
}
