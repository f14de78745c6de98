import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { Question } from './assistant.schema.ts'
import { type Asked, askedSchema, type Block, type ToolUse } from './assistant.types.ts'

const nothing = z.null()

/** Adds a question to a conversation, and finds what it asks for. */
export function askGuide(args: RequestArgs, { question, conversation }: Question): Promise<Result<Asked>> {
  const asked = { p_conversation: conversation ?? null, p_question: question }
  return rpcResult(userClient(args), 'ask_guide', asked, askedSchema)
}

/** Stores the answer to a question. @throws when the question was answered or deleted meanwhile */
export async function storeAnswer(
  args: RequestArgs,
  turn: string,
  blocks: Block[],
  tools: ToolUse[],
): Promise<void> {
  await rpcResult(
    userClient(args),
    'store_answer',
    { p_turn: turn, p_blocks: blocks, p_tools: tools },
    nothing,
  )
}

/** Says that an answer helped (1) or did not (-1). */
export function rateAnswer(args: RequestArgs, turn: string, rating: number): Promise<Result<null>> {
  return rpcResult(userClient(args), 'rate_answer', { p_turn: turn, p_rating: rating }, nothing)
}

/** Deletes a conversation; null deletes all. */
export function deleteConversation(args: RequestArgs, conversation: string | null): Promise<Result<number>> {
  return rpcResult(userClient(args), 'delete_conversation', { p_conversation: conversation }, z.int())
}

/** Makes a question without an answer a phrasing of an intent, for admins. */
export function addPhrasing(args: RequestArgs, question: string, intent: string): Promise<Result<string>> {
  return rpcResult(userClient(args), 'add_phrasing', { p_question: question, p_intent: intent }, z.uuid())
}

/** Deletes a question without an answer, for admins. */
export function dismissUnanswered(args: RequestArgs, question: string): Promise<Result<null>> {
  return rpcResult(userClient(args), 'dismiss_unanswered', { p_question: question }, nothing)
}

/** Deletes a phrasing that staff added, for admins. */
export function dropPhrasing(args: RequestArgs, phrasing: string): Promise<Result<null>> {
  return rpcResult(userClient(args), 'drop_phrasing', { p_phrasing: phrasing }, nothing)
}
