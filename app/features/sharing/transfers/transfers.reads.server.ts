import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import {
  type StaffTransfer,
  staffTransferSchema,
  type Transfers,
  transfersSchema,
} from './transfers.types.ts'

/** Reads the caller's transfers: of their tickets, offered to them, and done. */
export function readTransfers(args: RequestArgs): Promise<Transfers> {
  return rpc(userClient(args), 'read_transfers', {}, transfersSchema)
}

/** Reads a ticket with its transfers for staff. @returns null when there is no such ticket */
export function readStaffTransfer(args: RequestArgs, ticket: string): Promise<StaffTransfer | null> {
  return rpc(userClient(args), 'read_staff_transfer', { p_ticket: ticket }, staffTransferSchema)
}
