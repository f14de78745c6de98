import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { ok, type Result } from '#core/result.ts'
import { readEnv } from '#server/env.server.ts'
import { signPack } from '#server/pack-signing.server.ts'
import { signPickupCode } from '#server/pickup-code.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { readTicketSigner } from '#server/ticket-signing.server.ts'
import type { SignedPack } from '../pack.types.ts'
import type { pickupPackQuerySchema } from './pickup.schema.ts'
import { unsignedPickupPackSchema } from './pickup-pack.types.ts'

/** The hash by which a pack names a code: the first 14 characters of salted SHA-256, as `private.pack_hash`. */
function packHash(salt: string, code: string): string {
  return createHash('sha256').update(Buffer.from(salt, 'hex')).update(code).digest('base64url').slice(0, 14)
}

/**
 * Reads what a phone hands over by without a network, and signs it. Of a pickup code the phone gets the hash of the whole text, so
 * that it knows a code that we issued and can make none.
 * @returns the signed pack, or a refusal as `read_pickup_pack` refuses
 */
export async function readPickupPack(
  args: RequestArgs,
  { event, device }: z.output<typeof pickupPackQuerySchema>,
): Promise<Result<SignedPack>> {
  const values = { p_event: event, p_device: device }
  const read = await rpcResult(userClient(args), 'read_pickup_pack', values, unsignedPickupPackSchema)
  if (!read.ok) return read
  const secret = readEnv().TICKET_SIGNING_KEY
  const { salt, orders } = read.value
  const pack = {
    ...read.value,
    orders: orders.map(({ id, ...order }) => ({
      ...order,
      codeHash: packHash(salt, signPickupCode(secret, id)),
    })),
    ticketKey: await readTicketSigner(secret).readPublicKey(event),
  }
  const payload = JSON.stringify(pack)
  return ok({ payload, ...signPack(secret, event, payload) })
}
