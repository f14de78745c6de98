import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { ok, type Result } from '#core/result.ts'
import { readEnv } from '#server/env.server.ts'
import { signPack } from '#server/pack-signing.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { readTicketSigner } from '#server/ticket-signing.server.ts'
import type { packQuerySchema } from './pack.schema.ts'
import { type SignedPack, unsignedPackSchema } from './pack.types.ts'

/**
 * Reads the pack of an event for a scanner, or what changed since the version that it has, and signs it.
 * @returns the signed pack, and a tag that is the same as long as nothing in it but its version and time changes; refused as
 *   `read_door_pack` refuses, with device_locked and device_revoked among others
 */
export async function readPack(
  args: RequestArgs,
  { event, device, since }: z.output<typeof packQuerySchema>,
): Promise<Result<{ pack: SignedPack; tag: string }>> {
  const values = { p_event: event, p_device: device, ...(since && { p_since: Number(since) }) }
  const read = await rpcResult(userClient(args), 'read_door_pack', values, unsignedPackSchema)
  if (!read.ok) return read
  const secret = readEnv().TICKET_SIGNING_KEY
  const ticketKey = await readTicketSigner(secret).readPublicKey(event)
  const { version, madeAt, ...content } = { ...read.value, ticketKey }
  const payload = JSON.stringify({ version, madeAt, ...content })
  const tag = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
  return ok({ pack: { payload, ...signPack(secret, event, payload) }, tag: `"${tag}"` })
}
