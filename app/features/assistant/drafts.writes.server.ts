import * as z from 'zod'
import { ok, type Result } from '#core/result.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type Act, type ActArguments, actArguments, type Draft, takenDraftSchema } from './drafts.types.ts'

/**
 * Offers an act to the asker, beside an answer that is not stored yet.
 * @returns the draft's id, which the answer's block names
 */
export async function draftAct(args: RequestArgs, turn: string, draft: Draft): Promise<string> {
  const values = { p_turn: turn, p_act: draft.act, p_args: draft.args, p_card: draft.card }
  return await rpc(userClient(args), 'draft_act', values, z.uuid())
}

/** The ordinary write of each act, from its area. The route puts them together. */
export type Writes = {
  [Name in Act]: (values: ActArguments<Name>, draft: string) => Promise<Result<unknown>>
}

/**
 * Does what a card showed, once: its token is used up before the write begins, so that a second press finds it taken. A write that
 * does not report leaves the draft without an outcome, and is not tried again.
 * @param token from the card of the person's own page
 * @param writes the ordinary write of each act, called with the card's own arguments
 * @returns nothing, or a refusal: not_found, draft_taken, draft_over, and those of the write
 */
export async function confirmDraft(
  args: RequestArgs,
  { draft, token }: { draft: string; token: string },
  writes: Writes,
): Promise<Result<null>> {
  const taken = await rpcResult(
    userClient(args),
    'take_draft',
    { p_draft: draft, p_token: token },
    takenDraftSchema,
  )
  if (!taken.ok) return taken
  const done = await write(writes, taken.value.act, taken.value.args, draft)
  await finishDraft(args, { draft, token }, done.ok ? 'done' : 'refused', done.ok ? null : done.refusal.code)
  return done.ok ? ok(null) : done
}

/** Calls the write of an act with the stored arguments, as their schema parses them. */
function write<Name extends Act>(
  writes: Writes,
  act: Name,
  args: unknown,
  draft: string,
): Promise<Result<unknown>> {
  // The schema under the act's name is the one of its arguments.
  return writes[act](actArguments[act].parse(args) as ActArguments<Name>, draft)
}

/** Notes what became of an act; `dropped` before it was confirmed. */
export async function finishDraft(
  args: RequestArgs,
  { draft, token }: { draft: string; token: string },
  outcome: 'done' | 'refused' | 'dropped',
  refusal: string | null = null,
): Promise<void> {
  const values = { p_draft: draft, p_token: token, p_outcome: outcome, p_refusal: refusal }
  await rpc(userClient(args), 'finish_draft', values, z.null())
}
