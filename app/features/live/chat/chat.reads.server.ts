import { log } from '#server/log.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { visitorStanding } from './chat.rules.ts'
import {
  type ChatPage,
  type ChatReports,
  type ChatStanding,
  chatChangesSchema,
  chatPageSchema,
  chatReportsSchema,
  chatStandingSchema,
} from './chat.types.ts'
import { ChatRoom } from './chat-room.server.ts'

/** The chats that somebody listens to in this process. */
const rooms = new Map<string, ChatRoom>()

/**
 * Opens the chat of a stream, which everybody in this process shares.
 * @returns null where there is no such chat
 */
export async function openChatRoom(stream: string): Promise<ChatRoom | null> {
  const room = rooms.get(stream) ?? startRoom(stream)
  room.touch()
  return (await room.ready) ? room : null
}

function startRoom(stream: string): ChatRoom {
  const room = new ChatRoom(
    (since, limit) =>
      rpc(
        serviceClient(),
        'read_chat_changes',
        { p_stream: stream, p_since: since, p_limit: limit },
        chatChangesSchema.nullable(),
      ),
    {
      onError: (error) => log.error({ err: error, stream }, 'a chat could not be read; trying again'),
      onClose: () => {
        if (rooms.get(stream) === room) rooms.delete(stream)
      },
    },
  )
  rooms.set(stream, room)
  return room
}

/** Reads what the caller is in a chat, once when they join. Costs nothing for visitors, who are most. */
export async function readChatStanding(
  args: RequestArgs,
  stream: string,
  isVisitor: boolean,
): Promise<ChatStanding> {
  if (isVisitor) return visitorStanding
  const read = await rpc(userClient(args), 'read_chat_standing', { p_stream: stream }, chatStandingSchema)
  return read ?? visitorStanding
}

/** Reads the page of a chat as the caller. @returns null where there is no such stream */
export async function readChatPage(args: RequestArgs, code: string): Promise<ChatPage | null> {
  return await rpc(userClient(args), 'read_chat_page', { p_code: code }, chatPageSchema)
}

/** Reads the reported messages of all chats, for moderators: those with most reports first. */
export async function listChatReports(args: RequestArgs): Promise<ChatReports> {
  return await rpc(userClient(args), 'list_chat_reports', {}, chatReportsSchema)
}
