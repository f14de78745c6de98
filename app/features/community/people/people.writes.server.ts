import * as z from 'zod'
import type { Refusal } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { countAttempt } from '#server/rate-limit.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { RelationForm } from './people.schema.ts'

/** The kinds of block that a form asks for; null takes it back. */
const blocks = { block: 'block', mute: 'mute', unblock: null, unmute: null } as const

/**
 * Follows, blocks or mutes a person for a member, or stops.
 * @returns null when it is done, else the refusal: `rate_limited`, `not_found`, `invalid`
 */
export async function changeRelation(
  args: RequestArgs,
  actor: Actor,
  { intent, person }: RelationForm,
): Promise<Refusal | null> {
  const limited = await countAttempt({ limit: 'people', subject: actor.id })
  if (limited) return limited
  const client = userClient(args)
  const changed =
    intent === 'follow' || intent === 'unfollow'
      ? await rpcResult(
          client,
          'follow_person',
          { p_person: person, p_following: intent === 'follow' },
          z.unknown(),
        )
      : await rpcResult(client, 'block_person', { p_person: person, p_kind: blocks[intent] }, z.unknown())
  return changed.ok ? null : changed.refusal
}
