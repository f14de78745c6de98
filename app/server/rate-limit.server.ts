import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Refusal } from '#core/result.ts'
import { serviceClient } from './supabase.server.ts'

/** A limit on how often something may be tried. */
export type RateLimit = {
  /** Made by attemptKey. */
  key: string
  /** Limits the attempts within a window. */
  limit: number
  windowSeconds: number
}

const rateLimitSchema = z.object({ allowed: z.boolean(), retry_after_seconds: z.number() })

/**
 * Names what is counted, such as sign-ins to one account from one network. The parts are hashed: a list of limits is no
 * list of visitors.
 */
export function rateLimitKey(kind: string, ...parts: string[]): string {
  return `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`
}

/**
 * Counts one attempt against each limit. Kept in the database, so that it holds across processes and restarts.
 * @returns null when all allow it, else the refusal with the seconds to wait
 */
export async function consumeRateLimits(...limits: RateLimit[]): Promise<Refusal | null> {
  const results = await Promise.all(
    limits.map(async ({ key, limit, windowSeconds }) => {
      const { data, error } = await serviceClient().rpc('consume_rate_limit', {
        p_key: key,
        p_limit: limit,
        p_window_seconds: windowSeconds,
      })
      if (error) throw error
      return rateLimitSchema.parse(data)
    }),
  )
  const waits = results.filter(({ allowed }) => !allowed).map((result) => result.retry_after_seconds)
  return waits.length === 0
    ? null
    : { code: 'rate_limited', facts: { retry_after_seconds: Math.max(...waits) } }
}

/** Gives one attempt back under each key: where a limit is on failures, a success does not count. */
export async function refundRateLimits(...keys: string[]): Promise<void> {
  const { error } = await serviceClient().rpc('refund_rate_limits', { p_keys: keys })
  if (error) throw error
}

/** Forgets what was counted under each key. */
export async function resetRateLimits(...keys: string[]): Promise<void> {
  const { error } = await serviceClient().rpc('reset_rate_limits', { p_keys: keys })
  if (error) throw error
}
