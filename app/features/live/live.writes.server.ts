import * as z from 'zod'
import { notificationTextVersion } from '#core/notification-types.ts'
import type { Result } from '#core/result.ts'
import { hashNetwork } from '#server/consent-network.server.ts'
import { networkKey } from '#server/rate-limit.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

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

/**
 * Asks for a reminder of a stream for a member, on the site and by mail, or takes that back.
 * @param person the member's id
 * @returns requested when the address of the account is to be confirmed first; refused members_only, not_found
 */
export function setStreamReminder(
  args: RequestArgs,
  person: string,
  stream: string,
  on: boolean,
): Promise<Result<'active' | 'requested' | 'ended'>> {
  return rpcResult(
    serviceClient(),
    'set_stream_reminder',
    {
      p_user: person,
      p_stream: stream,
      p_on: on,
      p_text_version: notificationTextVersion,
      p_address_hash: hashNetwork(args),
    },
    z.enum(['active', 'requested', 'ended']),
  )
}
