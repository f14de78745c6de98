import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { ChatAct, NewMessage } from './chat.schema.ts'
import { type Sent, sentSchema } from './chat.types.ts'

/** Writes a message as the caller. @returns its id and place, or a refusal of `send_chat_message` */
export async function sendChatMessage(
  args: RequestArgs,
  stream: string,
  { body, replyTo, key }: NewMessage,
): Promise<Result<Sent>> {
  const values = { p_stream: stream, p_body: body, p_reply_to: replyTo ?? null, p_key: key ?? null }
  return await rpcResult(userClient(args), 'send_chat_message', values, sentSchema)
}

/** Does what the menu of a message, or the settings of a chat, ask for; the database decides who may. */
export async function actInChat(args: RequestArgs, stream: string, act: ChatAct): Promise<Result<unknown>> {
  const client = userClient(args)
  switch (act.act) {
    case 'judge':
      return await judgeChatMessage(args, act.message, act.decision)
    case 'sanction':
      return await rpcResult(
        client,
        'sanction_chatter',
        { p_message: act.message, p_step: act.step },
        z.unknown(),
      )
    case 'pin':
      return await rpcResult(
        client,
        'pin_chat_message',
        { p_stream: stream, p_message: act.message ?? null },
        z.unknown(),
      )
    case 'report':
      return await rpcResult(
        client,
        'report_chat_message',
        { p_message: act.message, p_reason: act.reason },
        z.unknown(),
      )
    case 'block':
      return await rpcResult(client, 'block_person', { p_person: act.person, p_kind: 'block' }, z.unknown())
    case 'settings':
      return await rpcResult(
        client,
        'change_chat',
        { p_stream: stream, p_mode: act.mode, p_slow_seconds: Number(act.slowSeconds) },
        z.unknown(),
      )
  }
}

/** Hides a message, shows it again, or dismisses its reports, for moderators. */
export async function judgeChatMessage(
  args: RequestArgs,
  message: string,
  decision: 'hide' | 'show' | 'dismiss',
): Promise<Result<unknown>> {
  const values = { p_message: message, p_decision: decision }
  return await rpcResult(userClient(args), 'judge_chat_message', values, z.unknown())
}
