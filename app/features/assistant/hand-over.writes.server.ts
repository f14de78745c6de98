import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'

/**
 * Sends a message to the team.
 * @param conversation sent along as it is now; null for none
 * @returns its id, or a refusal: request_text, address_missing, rate_limited
 */
export function askPerson(
  args: RequestArgs,
  message: string,
  conversation: string | null,
): Promise<Result<string>> {
  return rpcResult(
    userClient(args),
    'ask_person',
    { p_message: message, p_conversation: conversation },
    z.uuid(),
  )
}

/** Answers a message by mail, for admins. @returns a refusal: reply_text, request_answered */
export function answerRequest(args: RequestArgs, request: string, reply: string): Promise<Result<null>> {
  return rpcResult(userClient(args), 'answer_request', { p_request: request, p_reply: reply }, z.null())
}
