import { hashToken } from '#server/link-token.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { supplementSchema } from './supplements.types.ts'

/** Names a supplement: by the token of a secret link, with its code where the link is that of the ticket's order; or by owner and code. */
export type NamedSupplement = { token: string; code: string | null } | { owner: string; code: string }

/** Reads what a buyer is asked to pay for a dearer type of a ticket; null for an unknown order or an ended link. */
export async function readSupplement(named: NamedSupplement) {
  const args =
    'token' in named
      ? { p_owner: null, p_code: named.code, p_token_hash: hashToken(named.token) }
      : { p_owner: named.owner, p_code: named.code, p_token_hash: null }
  return await rpc(serviceClient(), 'read_supplement', args, supplementSchema)
}
