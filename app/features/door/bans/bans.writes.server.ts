import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { AddBan, LiftBan } from './bans.schema.ts'

/** Puts somebody on the ban list of all doors; refused as `add_ban` refuses. */
export function addBan(args: RequestArgs, ban: AddBan): Promise<Result<unknown>> {
  const params = {
    p_event: ban.event,
    p_ticket: ban.ticket ?? null,
    p_name: ban.name,
    p_looks: ban.looks,
    p_reason: ban.reason,
  }
  return rpcResult(userClient(args), 'add_ban', params, z.uuid())
}

/** Takes somebody off the ban list; refused as `lift_ban` refuses. */
export function liftBan(args: RequestArgs, { event, ban }: LiftBan): Promise<Result<unknown>> {
  return rpcResult(userClient(args), 'lift_ban', { p_event: event, p_ban: ban }, z.unknown())
}
