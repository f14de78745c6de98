import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { networkKey } from '#server/rate-limit.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'

/**
 * Puts a pass for a stream into a person's cart, at the price that the database has.
 * @param address where the request came from; the database limits what the guests of one network hold together
 * @param key idempotency key, or null
 * @returns the hold; refused as `hold_stream_pass` refuses
 */
export function holdStreamPass(
  buyer: { id: string; isGuest: boolean },
  address: string,
  stream: string,
  key: string | null,
): Promise<Result<{ holdId: string }>> {
  return rpcResult(
    serviceClient(),
    'hold_stream_pass',
    {
      p_owner: buyer.id,
      p_stream: stream,
      p_key: key,
      p_network: buyer.isGuest ? networkKey(address) : null,
    },
    z.object({ holdId: z.uuid() }),
  )
}

/** Asks for a reminder of a stream for the caller, or takes that back. @returns refused members_only, not_found */
export function setStreamReminder(args: RequestArgs, stream: string, on: boolean): Promise<Result<unknown>> {
  return rpcResult(userClient(args), 'set_stream_reminder', { p_stream: stream, p_on: on }, z.unknown())
}
