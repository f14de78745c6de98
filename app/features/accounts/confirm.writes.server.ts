import { AuthError } from '@supabase/supabase-js'
import { ok, type Result, refused } from '#core/result.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { type RequestArgs, startSession } from '#server/session.server.ts'
import { asService } from '#server/supabase.server.ts'
import type { ConfirmInput } from './accounts.schema.ts'
import { actorNow } from './accounts.writes.server.ts'

/** A change of address waits for the other mailbox; Supabase Auth then answers without a session. */
const halfway = 'halfway'

/**
 * Spends a link of Supabase Auth's own mails and signs in by it.
 * @returns the path to go on to, or null when a change of address still waits for the link in the other mailbox
 * Refuses `confirm_link_ended`.
 */
export async function confirmLink(args: RequestArgs, input: ConfirmInput): Promise<Result<string | null>> {
  const refusedBy = await startSession(args, async (auth) => {
    const { data, error } = await auth.verifyOtp({ type: input.type, token_hash: input.token_hash })
    if (error || data.session) return { data, error }
    return { data: { session: null }, error: new AuthError(halfway, 200, halfway) }
  })
  if (refusedBy?.code === halfway) return ok(null)
  if (refusedBy) return refused('confirm_link_ended')
  if (input.type !== 'recovery' && input.type !== 'invite') return ok('/profile')
  const actor = await actorNow(args)
  if (!actor.ok) return actor
  // A password signs in together with a username; whoever has none yet starts at the profile.
  return ok(actor.value.username === null ? '/profile' : await makeResetPath(args, actor.value.id))
}

/** A link of ours to choose a new password, for somebody whose mailbox has just proven itself. */
async function makeResetPath(args: RequestArgs, userId: string): Promise<string> {
  const { data, error: unknown } = await asService().auth.admin.getUserById(userId)
  if (unknown) throw unknown
  const token = makeToken()
  const { error } = await asService().rpc('add_password_reset', {
    p_user: userId,
    p_email: data.user.email ?? '',
    p_token_hash: hashToken(token),
  })
  if (error) throw error
  args.context.visit.log.info('recovery link turned into a password reset')
  return `/password-reset?token=${token}`
}
