import { createHash, randomBytes } from 'node:crypto'
import { instant } from '#core/columns.ts'
import { type LinkPurposeName, linkPurposes } from '#core/links.ts'
import { rpc } from './rpc.server.ts'
import { serviceClient } from './supabase.server.ts'

/** Makes secret links: the token alone gives access to what the link is for. The database stores only its hash. */

/** @returns a new token: 256 random bits, base64url, 43 characters */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** @returns a token's SHA-256, base64url, 43 characters: what the database keeps */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * Makes a secret link. Its token is in the returned path and stored nowhere else.
 * @param subjectId of what the link is about, of the kind that its purpose names
 * @param payload data that using the link needs, such as the mailbox it is sent to
 * @returns the link's path on this site, or null when its subject is gone
 */
export async function makeLinkPath(
  purpose: LinkPurposeName,
  subjectId: string,
  payload: Record<string, string> = {},
): Promise<string | null> {
  const token = makeToken()
  const values = {
    p_purpose: purpose,
    p_subject: subjectId,
    p_token_hash: hashToken(token),
    p_payload: payload,
  }
  const endsAt = await rpc(serviceClient(), 'add_link', values, instant.nullable())
  return endsAt && linkPurposes[purpose].path(token)
}
