import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { readTicketCode } from '#core/ticket-code.ts'
import { readEnv } from '#server/env.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { readTicketSigner } from '#server/ticket-signing.server.ts'
import type { CheckIn, ReleaseTable } from './door.schema.ts'
import { type ScanResponse, scanResponseSchema } from './door.types.ts'

/** The ticket that a code names, or the reason why it names none. */
type Reading = {
  p_ticket?: string
  p_generation?: number
  p_code?: string
  p_result?: 'unknown' | 'bad_signature'
}

/**
 * Reads what was scanned or typed. A signed code is believed only after its signature was checked here, with the key of
 * its event; a typed one is looked up by the database.
 */
async function readCode(code: string): Promise<Reading> {
  const typed = readTicketCode(code)
  if (typed) return { p_code: typed }
  const verdict = await readTicketSigner(readEnv().TICKET_SIGNING_KEY).verify(code)
  if (!verdict.ok) return { p_result: verdict.reason }
  return { p_ticket: verdict.credential.ticketId, p_generation: verdict.credential.generation }
}

/**
 * Admits a ticket, or returns the reason why not. Runs with the staff member's own session: the database decides whether they may.
 * Every attempt is stored, refused ones too.
 */
export async function checkIn(args: RequestArgs, scan: CheckIn): Promise<Result<ScanResponse>> {
  const reading = await readCode(scan.code)
  return rpcResult(
    userClient(args),
    'check_in',
    {
      p_event: scan.event,
      p_ticket: reading.p_ticket ?? null,
      p_generation: reading.p_generation ?? null,
      p_code: reading.p_code ?? null,
      p_scan_uid: scan.scan,
      p_gate: scan.gate,
      p_method: scan.method,
      p_result: reading.p_result ?? null,
      p_device: scan.device ?? null,
    },
    scanResponseSchema,
  )
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
