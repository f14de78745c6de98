import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { reportOutcomes } from '#core/scan-results.ts'
import { readTicketCode } from '#core/ticket-code.ts'
import { readEnv } from '#server/env.server.ts'
import { countAttempt } from '#server/rate-limit.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import { type RequestArgs, readIdentity } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { readTicketSigner } from '#server/ticket-signing.server.ts'
import type {
  AdmitGroup,
  CheckIn,
  closeReportSchema,
  ReleaseTable,
  reportCodeSchema,
  resolveConflictSchema,
} from './door.schema.ts'
import {
  type GroupResponse,
  groupResponseSchema,
  type ScanResponse,
  scanResponseSchema,
} from './door.types.ts'

/** The ticket that a code names, or the reason why it names none. */
export type Reading = {
  p_ticket?: string
  p_generation?: number
  p_code?: string
  p_result?: 'unknown' | 'bad_signature'
}

/**
 * Reads what was scanned or typed. A signed code is believed only after its signature was checked here, with the key of
 * its event; a typed one is looked up by the database.
 */
export async function readCode(code: string): Promise<Reading> {
  const typed = readTicketCode(code)
  if (typed) return { p_code: typed }
  const verdict = await readTicketSigner(readEnv().TICKET_SIGNING_KEY).verify(code)
  if (!verdict.ok) return { p_result: verdict.reason }
  return { p_ticket: verdict.credential.ticketId, p_generation: verdict.credential.generation }
}

/** Parameters of the functions that take one scan. */
async function scanParams(scan: CheckIn) {
  const reading = await readCode(scan.code)
  return {
    p_event: scan.event,
    p_ticket: reading.p_ticket ?? null,
    p_generation: reading.p_generation ?? null,
    p_code: reading.p_code ?? null,
    p_scan_uid: scan.scan,
    p_gate: scan.gate,
    p_method: scan.method,
    p_result: reading.p_result ?? null,
    p_device: scan.device ?? null,
  }
}

/**
 * Admits a ticket, or returns the reason why not. Runs with the staff member's own session: the database decides whether they may.
 * Every attempt is stored, refused ones too.
 */
export async function checkIn(args: RequestArgs, scan: CheckIn): Promise<Result<ScanResponse>> {
  return rpcResult(
    userClient(args),
    'check_in',
    { ...(await scanParams(scan)), p_action: scan.action ?? 'admit' },
    scanResponseSchema,
  )
}

/**
 * Says what `checkIn` would decide. A ticket that may enter is not admitted, and nothing is stored; refused ones are stored as
 * `checkIn` stores them. Counted for each member of staff, because it shows names without an admission.
 */
export async function lookUpTicket(args: RequestArgs, scan: CheckIn): Promise<Result<ScanResponse>> {
  const identity = await readIdentity(args)
  const refusal = await countAttempt({ limit: 'door_look', subject: identity?.id })
  if (refusal) return { ok: false, refusal }
  return rpcResult(userClient(args), 'look_up_ticket', await scanParams(scan), scanResponseSchema)
}

/** Admits chosen tickets of the order of a ticket that was read, together. Refused as `admit_group` refuses. */
export async function admitGroup(args: RequestArgs, group: AdmitGroup): Promise<Result<GroupResponse>> {
  const reading = await readCode(group.code)
  const params = {
    p_event: group.event,
    p_ticket: reading.p_ticket ?? null,
    p_generation: reading.p_generation ?? null,
    p_code: reading.p_code ?? null,
    p_scans: group.tickets,
    p_gate: group.gate,
    p_method: group.method,
    p_device: group.device ?? null,
  }
  return rpcResult(userClient(args), 'admit_group', params, groupResponseSchema)
}

/** Gives up a table of which nobody came, with the door manager's own session; refused as `release_table` refuses. */
export async function releaseTable(
  args: RequestArgs,
  { event, booking, reason }: ReleaseTable,
): Promise<Result<unknown>> {
  const params = { p_event: event, p_booking: booking, p_reason: reason }
  const released = await rpcResult(userClient(args), 'release_table', params, z.object({ voided: z.int() }))
  if (released.ok) args.context.requestContext.purgePages()
  return released
}

/** Resolves a holder's report of a scan, with the door manager's own session; refused as `resolve_scan_report` refuses. */
export function resolveReport(
  args: RequestArgs,
  form: z.output<typeof reportCodeSchema> | z.output<typeof closeReportSchema>,
): Promise<Result<unknown>> {
  const params = {
    p_report: form.report,
    ...(form.intent === 'new-code'
      ? { p_outcome: 'new_code' }
      : { p_outcome: form.outcome, p_reason: form.reason }),
  }
  const resolved = z.object({ outcome: z.enum(reportOutcomes) })
  return rpcResult(userClient(args), 'resolve_scan_report', params, resolved)
}

/** Says who the person of a conflict is, with the door manager's own session; refused as `resolve_scan_conflict` refuses. */
export function resolveConflict(
  args: RequestArgs,
  { conflict, outcome, reason }: z.output<typeof resolveConflictSchema>,
): Promise<Result<unknown>> {
  const params = {
    p_scan: conflict,
    p_outcome: outcome,
    p_keeps_body: outcome === 'copy_inside',
    p_reason: reason,
  }
  return rpcResult(userClient(args), 'resolve_scan_conflict', params, z.object({ outcome: z.string() }))
}
