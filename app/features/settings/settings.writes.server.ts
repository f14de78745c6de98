import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { refusedPassword } from '#core/common-passwords.ts'
import { ok, type Refusal, type Result, refused } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { saveAnalyticsChoice } from '#server/analytics-choice.server.ts'
import { replacePassword, saveAddress } from '#server/auth-accounts.server.ts'
import { hashToken } from '#server/link-token.server.ts'
import { proveOwner } from '#server/proof.server.ts'
import { countAttempt } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import type { ChangeEmailInput, ChangePasswordInput, PrivacyInput } from './settings.schema.ts'
import { emailChangeSchema, exportedDataSchema } from './settings.types.ts'

/** Limits requests for a link to a new address: by account, and by address for all accounts together. */

/** Changes the password and ends every other session. Refuses `password_wrong`, `password_common`, `password_plain`, `rate_limited`. */
export async function changePassword(
  args: RequestArgs,
  actor: Actor,
  input: ChangePasswordInput,
): Promise<Refusal | null> {
  const why = refusedPassword(input.password, [actor.username ?? '', actor.displayName])
  if (why) return refused(why).refusal
  const owner = await proveOwner(args, actor, input.currentPassword)
  if (!owner.ok) return owner.refusal
  const waits = await replacePassword(args, { id: actor.id, email: owner.value }, input.password)
  return waits ? refused('second_step').refusal : null
}

/**
 * Notes the address that the account wants and mails a link to it. Nothing changes before that link is confirmed.
 * Refuses `password_wrong`, `rate_limited` and `second_factor_needed` (an admin who is overdue proves themselves by the mailbox).
 */
export async function changeEmail(
  args: RequestArgs,
  actor: Actor,
  input: ChangeEmailInput,
): Promise<Refusal | null> {
  const limited =
    (await countAttempt({ limit: 'email_change', subject: actor.id })) ??
    (await countAttempt({ limit: 'email_change_to', subject: input.email }))
  if (limited) return limited
  const owner = await proveOwner(args, actor, input.currentPassword)
  if (!owner.ok) return owner.refusal
  const values = { p_user: actor.id, p_email: input.email }
  const queued = await rpcResult(serviceClient(), 'queue_email_change', values, z.unknown())
  return queued.ok ? null : queued.refusal
}

/** The address that a link of a mail would confirm for this person, or null. Uses nothing up. */
export async function readEmailChange(actor: Actor, token: string): Promise<string | null> {
  const values = { p_token_hash: hashToken(token) }
  const change = await rpc(serviceClient(), 'read_email_change', values, emailChangeSchema)
  return change?.userId === actor.id ? change.email : null
}

/** Makes the new address the account's own; a mail goes to the old one. Refuses `confirm_link_ended` and `email_taken`. */
export async function confirmEmail(actor: Actor, token: string): Promise<Refusal | null> {
  const email = await readEmailChange(actor, token)
  if (!email) return refused('confirm_link_ended').refusal
  const error = await saveAddress(email, actor.id, () =>
    serviceClient().auth.admin.updateUserById(actor.id, { email, email_confirm: true }),
  )
  if (error?.code === 'email_exists') return refused('email_taken').refusal
  if (error) throw error
  await rpc(serviceClient(), 'finish_email_change', { p_token_hash: hashToken(token) }, z.unknown())
  return null
}

/** Ends one of the person's sessions, or with null all others. */
export async function endSessionOf(args: RequestArgs, sessionId: string | null): Promise<void> {
  await rpc(userClient(args), 'end_session', { p_session: sessionId }, z.int())
}

/** Saves what the person shows of themselves, and writes to this browser's cookie whether the figures may know them. */
export async function savePrivacy(args: RequestArgs, input: PrivacyInput): Promise<void> {
  const isAllowed = input.analyticsAllowed === 'on'
  await rpc(
    userClient(args),
    'save_privacy',
    {
      p_card_public: input.cardPublic === 'on',
      p_badges_public: input.badgesPublic === 'on',
      p_analytics_allowed: isAllowed,
    },
    z.unknown(),
  )
  saveAnalyticsChoice(args, isAllowed)
}

/** Asks for the account to be deleted in 14 days. Refuses `password_wrong`, `events_ahead`, `last_admin`. */
export async function requestDeletion(
  args: RequestArgs,
  actor: Actor,
  password: string,
): Promise<Refusal | null> {
  const owner = await proveOwner(args, actor, password)
  if (!owner.ok) return owner.refusal
  const requested = await rpcResult(userClient(args), 'request_deletion', {}, instant)
  return requested.ok ? null : requested.refusal
}

/** Keeps the account after all. */
export async function cancelDeletion(args: RequestArgs): Promise<void> {
  await rpc(userClient(args), 'cancel_deletion', {}, z.unknown())
}

/** Reads everything that is stored about the person. Refuses `rate_limited`. */
export async function exportMyData(args: RequestArgs, actor: Actor): Promise<Result<unknown>> {
  const limited = await countAttempt({ limit: 'data_export', subject: actor.id })
  if (limited) return { ok: false, refusal: limited }
  return ok(await rpc(userClient(args), 'export_my_data', {}, exportedDataSchema))
}
