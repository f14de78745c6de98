/** Opens events that have a password. */
import * as z from 'zod'
import { ok, type Result, refused } from '#core/result.ts'
import { countAttempt, refundAttempt, visitorNetwork } from '#server/rate-limit.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'

/** Returns whether an event opens to the caller with its password. @param id anything but a uuid is no event */
export async function isPasswordWanted(args: RequestArgs, id: string | undefined): Promise<boolean> {
  const parsed = z.uuid().safeParse(id)
  if (!parsed.success) return false
  return await rpc(userClient(args), 'is_password_wanted', { p_event: parsed.data }, z.boolean())
}

/**
 * Compares a password with that of an event.
 * @param account the caller's account, null for a visitor
 * @returns the id of the password for `unlockEvent`
 * Refuses `wrong_event_password`, `rate_limited` (an account that typed too many wrong ones).
 */
export async function checkEventPassword(
  args: RequestArgs,
  eventId: string,
  password: string,
  account: string | null,
): Promise<Result<string>> {
  const attempt = {
    limit: 'event_password',
    subject: account && [eventId, account],
    network: await visitorNetwork(args),
  } as const
  // Counted before the comparison, so that parallel tries cannot slip past the limit.
  const limited = await countAttempt(attempt)
  if (limited) return { ok: false, refusal: limited }
  const values = { p_event: eventId, p_password: password }
  const passwordId = await rpc(serviceClient(), 'check_event_password', values, z.uuid().nullable())
  if (passwordId === null) return refused('wrong_event_password')
  await refundAttempt(attempt)
  return ok(passwordId)
}

/**
 * Opens an event to an account.
 * @param passwordId from `checkEventPassword`
 * Refuses `wrong_event_password` when the password was changed meanwhile.
 */
export async function unlockEvent(account: string, passwordId: string): Promise<Result<null>> {
  const values = { p_user: account, p_password_id: passwordId }
  const unlocked = await rpc(serviceClient(), 'unlock_event', values, z.boolean())
  return unlocked ? ok(null) : refused('wrong_event_password')
}
