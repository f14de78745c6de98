/** Opens to people what the codes of an event open. */
import * as z from 'zod'
import { ok, type Result } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { networkOf } from '#server/limits.server.ts'
import { consumeRateLimits, rateLimitKey, refundRateLimits } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** Limits wrong codes, of whichever event and of the shop: by one account, and from one network. */
const wrongByAccount = { limit: 10, windowSeconds: 15 * 60 }
const wrongFromNetwork = { limit: 30, windowSeconds: 15 * 60 }

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
  const limits = limitsOf(args, account)
  // Counted before the comparison, so that parallel tries cannot slip past the limit.
  const limited = await consumeRateLimits(...limits)
  if (limited) return { ok: false, refusal: limited }
  const unlock = (owner: string | null) =>
    rpcResult(
      serviceClient(),
      'unlock_code',
      { p_owner: owner, p_event: eventId, p_code: code },
      unlockedSchema,
    )
  const found = await unlock(account)
  if (!found.ok) return found
  await refundRateLimits(...limits.map(({ key }) => key))
  if (account !== null) return ok(null)
  const guest = await becomeGuest()
  if (!guest.ok) return guest
  const opened = await unlock(guest.value.id)
  return opened.ok ? ok(null) : opened
}

const limitsOf = (args: RequestArgs, account: string | null) => [
  {
    key: rateLimitKey('code-network', networkOf(args.context.requestContext.address)),
    ...wrongFromNetwork,
  },
  ...(account ? [{ key: rateLimitKey('code-account', account), ...wrongByAccount }] : []),
]

/**
 * Uses a code for an account's cart; what is held already is priced again with it.
 * @returns refused as `apply_code` refuses, or rate_limited after too many wrong codes
 */
export async function applyCode(args: RequestArgs, account: string, code: string): Promise<Result<unknown>> {
  const limits = limitsOf(args, account)
  const limited = await consumeRateLimits(...limits)
  if (limited) return { ok: false, refusal: limited }
  const applied = await rpcResult(
    serviceClient(),
    'apply_code',
    { p_owner: account, p_code: code },
    unlockedSchema,
  )
  // A right code that is not for this cart is no guess.
  if (applied.ok || applied.refusal.code !== 'code_unknown')
    await refundRateLimits(...limits.map(({ key }) => key))
  return applied
}

/** Removes the code of an account's cart; what is held is priced again without it. @returns refused as `drop_code` refuses */
export async function dropCode(account: string): Promise<Result<boolean>> {
  return await rpcResult(serviceClient(), 'drop_code', { p_owner: account }, z.boolean())
}

/** Forgets the code that an account typed in for an event. What it holds stays held at its price. */
export async function forgetCode(account: string, eventId: string): Promise<void> {
  await rpc(serviceClient(), 'forget_code', { p_owner: account, p_event: eventId }, z.boolean())
}
