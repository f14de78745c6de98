import { AuthError } from '@supabase/supabase-js'
import * as paths from '#core/paths.ts'
import { ok, type Result, refused } from '#core/result.ts'
import { isSecondStepNeeded, type RequestArgs, startSession } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import type { ConfirmInput } from './accounts.schema.ts'
import { actorNow } from './accounts.writes.server.ts'
import { makeResetPath } from './passwords.writes.server.ts'

/** A change of address waits for the other mailbox; Supabase Auth then returns no session. */
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
  if (isSecondStepNeeded(refusedBy)) return ok(paths.secondStep({ redirect: paths.profile() }))
  if (refusedBy) return refused('confirm_link_ended')
  if (input.type !== 'recovery' && input.type !== 'invite') return ok(paths.profile())
  const actor = await actorNow(args)
  if (!actor.ok) return actor
  // Signing in with a password needs a username: people without one go to the profile first.
  if (actor.value.username === null) return ok(paths.profile())
  const { data, error } = await serviceClient().auth.admin.getUserById(actor.value.id)
  if (error) throw error
  args.context.requestContext.log.info('recovery link turned into a password reset')
  return ok(await makeResetPath(actor.value.id, data.user.email ?? ''))
}
