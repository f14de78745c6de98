import { refusalCodeResponse } from '#server/api.server.ts'
import { type EventStream, eventStreamResponse } from '#server/event-stream.server.ts'
import { networkOf } from '#server/limits.server.ts'
import { readLimit } from '#server/rate-limit.server.ts'
import { type RequestArgs, readIdentity } from '#server/session.server.ts'
import { openChatRoom, readChatStanding } from './chat.reads.server.ts'
import type { Listener } from './chat-room.server.ts'

/** Longest life of a connection in milliseconds, after which its reader comes back and is asked again who they are; moderators sooner. */
const longest = 30 * 60_000
const longestOfModerators = 5 * 60_000
/** How many connections one account may have: a page on each of several devices. */
const mostOfOne = 20

/** Open connections of this process, by network or account. */
const open = new Map<string, number>()
let mostOfNetwork: Promise<number> | undefined

/** Reads how many connections one network may have at a time; once, since the process counts them by itself. */
function readMost(): Promise<number> {
  mostOfNetwork ??= readLimit('chat_listen').then(({ networkClosesAt }) => networkClosesAt ?? 1000)
  mostOfNetwork.catch(() => {
    mostOfNetwork = undefined
  })
  return mostOfNetwork
}

/**
 * Responds with the chat of a stream as events, until the reader leaves.
 * @returns 404 without such a chat, 429 for more connections than one account or network may have
 */
export async function listenToChat(args: RequestArgs, stream: string): Promise<Response | null> {
  const identity = await readIdentity(args)
  const isMember = identity !== null && !identity.isAnonymous
  const key = isMember ? identity.id : networkOf(args.context.requestContext.address)
  const [room, standing, most] = await Promise.all([
    openChatRoom(stream),
    readChatStanding(args, stream, identity === null),
    isMember ? mostOfOne : readMost(),
  ])
  if (!room) return null
  if ((open.get(key) ?? 0) >= most) return refusalCodeResponse('rate_limited', { retry_after_seconds: 60 })
  open.set(key, (open.get(key) ?? 0) + 1)
  const url = new URL(args.request.url)
  const lastId = args.request.headers.get('last-event-id') ?? url.searchParams.get('after') ?? ''
  let listener: Listener | null = null
  let timer: NodeJS.Timeout | undefined
  const life = (standing.mayModerate ? longestOfModerators : longest) * (0.8 + 0.4 * Math.random())
  return eventStreamResponse(args.request, {
    // Not all at once after a restart.
    retry: 1000 + Math.round(2000 * Math.random()),
    onOpen(events: EventStream) {
      listener = room.add(events, standing, lastId)
      timer = setTimeout(events.end, life).unref()
    },
    onEnd() {
      clearTimeout(timer)
      if (listener) room.remove(listener)
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    },
  })
}
