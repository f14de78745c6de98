import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type ScanResponse, scanResponseSchema } from './door.types.ts'
import { reasonText } from './door-search.rules.ts'
import type { AdmitFound, OverrideFound, UndoFound } from './door-search.schema.ts'
import {
  type FoundAtDoor,
  foundAtDoorSchema,
  type PersonAtDoor,
  personAtDoorSchema,
} from './door-search.types.ts'

/** Searches the tickets of an event, as a door manager: masked. Each search is in the audit log; refused as `find_at_door` refuses. */
export function findAtDoor(
  args: RequestArgs,
  { event, q }: { event: string; q: string },
): Promise<Result<FoundAtDoor>> {
  return rpcResult(userClient(args), 'find_at_door', { p_event: event, p_search: q }, foundAtDoorSchema)
}

/**
 * Shows one ticket in full, which the audit log records; refused as `view_at_door` refuses.
 * The result of a scan depends on `gate`, by its zone and its types; empty stands for no gate in particular.
 */
export function viewAtDoor(
  args: RequestArgs,
  { event, gate, ticket }: { event: string; gate: string; ticket: string },
): Promise<Result<PersonAtDoor>> {
  const params = { p_event: event, p_ticket: ticket, p_gate: gate }
  return rpcResult(userClient(args), 'view_at_door', params, personAtDoorSchema)
}

/** Admits a ticket that was found, or says why not. The same scan admits once. */
export function admitFound(
  args: RequestArgs,
  { event, ticket, scan, gate, device }: AdmitFound,
): Promise<Result<ScanResponse>> {
  const params = {
    p_event: event,
    p_ticket: ticket,
    p_generation: null,
    p_code: null,
    p_scan_uid: scan,
    p_gate: gate,
    p_method: 'search',
    p_device: device ?? null,
  }
  return rpcResult(userClient(args), 'check_in', params, scanResponseSchema)
}

/** Takes a check-in back; refused as `undo_check_in` refuses. */
export function undoCheckIn(args: RequestArgs, sent: UndoFound): Promise<Result<ScanResponse>> {
  const params = {
    p_event: sent.event,
    p_ticket: sent.ticket,
    p_scan_uid: sent.scan,
    p_reason: reasonText(sent),
  }
  return rpcResult(userClient(args), 'undo_check_in', params, scanResponseSchema)
}

/** Admits a ticket in spite of a refusal that a door manager may lift; refused as `override_check_in` refuses. */
export function overrideCheckIn(args: RequestArgs, sent: OverrideFound): Promise<Result<ScanResponse>> {
  const params = {
    p_event: sent.event,
    p_ticket: sent.ticket,
    p_scan_uid: sent.scan,
    p_reason: reasonText(sent),
    p_gate: sent.gate,
    ...(sent.device && { p_device: sent.device }),
  }
  return rpcResult(userClient(args), 'override_check_in', params, scanResponseSchema)
}
