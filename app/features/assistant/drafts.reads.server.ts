import { isRefusalCode, sentenceOf } from '#core/refusals.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { draftsSchema, type OpenDraft } from './drafts.types.ts'

/** Reads the acts that a conversation of the asker offered, each refusal as its sentence. */
export async function readDrafts(args: RequestArgs, conversation: string): Promise<OpenDraft[]> {
  const drafts = await rpc(userClient(args), 'read_drafts', { p_conversation: conversation }, draftsSchema)
  return drafts.map((draft) => ({
    ...draft,
    refusal: draft.refusal !== null && isRefusalCode(draft.refusal) ? sentenceOf(draft.refusal) : null,
  }))
}
