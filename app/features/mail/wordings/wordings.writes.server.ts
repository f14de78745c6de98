import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { MailWording } from './wordings.types.ts'

/**
 * Puts words into a kind of mail; empty ones reset it.
 * @param version the one that was read, 0 for none
 * @returns the version in use; refused as `save_mail_wording` refuses
 */
export function saveMailWording(
  args: RequestArgs,
  kind: string,
  version: number,
  { subject, intro, closing }: MailWording,
): Promise<Result<number>> {
  const values = { p_kind: kind, p_version: version, p_subject: subject, p_intro: intro, p_closing: closing }
  return rpcResult(userClient(args), 'save_mail_wording', values, z.int())
}
