import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { assistantPageSchema, type Unanswered, unansweredSchema } from './assistant.types.ts'

/**
 * Reads the page of the assistant.
 * @param conversation the one that is shown; null for a new one
 */
export function readAssistant(args: RequestArgs, conversation: string | null) {
  return rpc(userClient(args), 'read_assistant', { p_conversation: conversation }, assistantPageSchema)
}

/** Reads what the guide could not answer; the database lets admins only. */
export function readUnanswered(args: RequestArgs): Promise<Unanswered> {
  return rpc(userClient(args), 'read_unanswered', {}, unansweredSchema)
}
