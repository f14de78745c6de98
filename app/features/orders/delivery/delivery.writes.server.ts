import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Result } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { rpcResult } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import type { SetDelivery } from './delivery.schema.ts'

/** Parses the part of the result of `set_delivery` that the site needs. */
const deliveredSchema = z.object({ holdId: z.uuid() })

/**
 * Says how the goods of an own hold are delivered; tax and shipping are priced by it.
 * @param key a program's idempotency key, or null: then the form's own key counts, and a corrected form is a new request
 * @returns refused as `set_delivery` refuses
 */
export async function setDelivery(
  actor: Actor,
  form: SetDelivery,
  key: string | null,
): Promise<Result<{ holdId: string }>> {
  const lines = form.lines.map(({ item, how = form.how }) =>
    how === 'ship' ? { item, delivery: 'ship' } : { item, delivery: 'pickup', point: how },
  )
  const choice = {
    lines,
    address: lines.some(({ delivery }) => delivery === 'ship')
      ? {
          name: form.recipient,
          line1: form.line1,
          line2: form.line2 ?? '',
          city: form.city,
          state: form.state,
          postal_code: form.postalCode,
        }
      : null,
  }
  const body = createHash('sha256').update(JSON.stringify(choice)).digest('base64url')
  return await rpcResult(
    serviceClient(),
    'set_delivery',
    { p_owner: actor.id, p_hold: form.hold, p_choice: choice, p_key: key ?? `${form.key}:${body}` },
    deliveredSchema,
  )
}
