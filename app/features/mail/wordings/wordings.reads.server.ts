import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { isMailKind } from '../mail-kinds.server.ts'
import { type MailWordings, mailWordingsSchema } from './wordings.types.ts'

/** Reads the kinds of mail with the words that were put into each; the database lets admins only. @param kind one alone */
export async function readMailWordings(args: RequestArgs, kind?: string): Promise<MailWordings> {
  const found = await rpc(userClient(args), 'read_mail_wordings', { p_kind: kind }, mailWordingsSchema)
  // A test of a campaign has the campaign's words.
  return {
    ...found,
    kinds: found.kinds.filter((one) => isMailKind(one.kind) && one.kind !== 'campaign_test'),
  }
}
