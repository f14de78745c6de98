/** Opens to people what the codes of an event open. */
import * as z from 'zod'
import { ok, type Result } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { type Attempt, countAttempt, refundAttempt, visitorNetwork } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const unlockedSchema = z.object({ codeId: z.uuid(), code: z.string() })

/**
 * Opens to a person what a code opens. Only a right code makes a guest of a visitor.
 * @param account the caller's account, null for a visitor
 * @param becomeGuest makes a guest of the visitor
 * @returns refused as `unlock_code` refuses, or rate_limited after too many wrong codes
 */
export async function unlockCode(
  args: RequestArgs,
  { eventId, code }: { eventId: string; code: string },
  account: string | null,
  becomeGuest: () => Promise<Result<Pick<Actor, 'id'>>>,
): Promise<Result<null>> {
  const unlock = (owner: string | null) =>
    rpcResult(
      serviceClient(),
      'unlock_code',
      { p_owner: owner, p_event: eventId, p_code: code },
      unlockedSchema,
    )
  const found = await tryCode(args, account, () => unlock(account))
  if (!found.ok) return found
  if (account !== null) return ok(null)
  const guest = await becomeGuest()
  if (!guest.ok) return guest
  const opened = await unlock(guest.value.id)
  return opened.ok ? ok(null) : opened
}

/** Tries a typed code. Wrong ones are limited, of whichever event and of the shop together. */
async function tryCode<T>(
  args: RequestArgs,
  account: string | null,
  use: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const attempt: Attempt = { limit: 'promo_code', subject: account, network: await visitorNetwork(args) }
  // Counted before the comparison, so that parallel tries cannot slip past the limit.
  const limited = await countAttempt(attempt)
  if (limited) return { ok: false, refusal: limited }
  const used = await use()
  // A right code that can't be used now or here is no guess.
  if (used.ok || used.refusal.code !== 'code_unknown') await refundAttempt(attempt)
  return used
}

/**
 * Uses a code for an account's cart; what is held already is priced again with it.
 * @returns refused as `apply_code` refuses, or rate_limited after too many wrong codes
 */
export async function applyCode(args: RequestArgs, account: string, code: string): Promise<Result<unknown>> {
  return tryCode(args, account, () =>
    rpcResult(serviceClient(), 'apply_code', { p_owner: account, p_code: code }, unlockedSchema),
  )
}

/** Removes the code of an account's cart; what is held is priced again without it. @returns refused as `drop_code` refuses */
export async function dropCode(account: string): Promise<Result<boolean>> {
  return await rpcResult(serviceClient(), 'drop_code', { p_owner: account }, z.boolean())
}

/** Forgets the code that an account typed in for an event. What it holds stays held at its price. */
export async function forgetCode(account: string, eventId: string): Promise<void> {
  await rpc(serviceClient(), 'forget_code', { p_owner: account, p_event: eventId }, z.boolean())
}
