import { useEffect, useReducer, useRef, useState } from 'react'
import * as z from 'zod'
import * as paths from '#core/paths.ts'
import { withMessage } from '../chat.rules.ts'
import type { ChatAct } from '../chat.schema.ts'
import {
  type ChatMessage,
  type ChatPage,
  type ChatState,
  chatMessageSchema,
  chatStateSchema,
  goneSchema,
  joinedSchema,
  type OwnStanding,
  ownStandingSchema,
  sentSchema,
} from '../chat.types.ts'

/** What an open page knows of a chat. `news` = messages of others that came since it joined, of which the page tells. */
export type Chat = {
  me: OwnStanding | null
  state: ChatState | null
  canRead: boolean
  messages: readonly ChatMessage[]
  came: readonly ChatMessage[]
}

/** A message on its way; `reason` = why it is not sent. */
export type Pending = {
  key: string
  body: string
  replyTo: string | null
  sentId: string | null
  reason: string | null
}

export type Link = 'connecting' | 'open' | 'lost'
type News =
  | { kind: 'joined'; joined: z.output<typeof joinedSchema> }
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'gone'; id: string }
  | { kind: 'state'; state: ChatState; me: OwnStanding | undefined }
  | { kind: 'told'; upTo: number }
  | { kind: 'blocked'; person: string }

function follow(chat: Chat, news: News): Chat {
  switch (news.kind) {
    case 'joined':
      return { ...news.joined, came: [] }
    case 'message': {
      const isNew = !chat.messages.some(({ id }) => id === news.message.id)
      const isOther = news.message.author.id !== chat.me?.personId && !news.message.isHidden
      return {
        ...chat,
        messages: withMessage(chat.messages, news.message),
        came: isNew && isOther ? [...chat.came, news.message].slice(-1000) : chat.came,
      }
    }
    case 'gone':
      return {
        ...chat,
        messages: chat.messages.filter(({ id }) => id !== news.id),
        came: chat.came.filter(({ id }) => id !== news.id),
      }
    case 'state':
      return { ...chat, state: news.state, me: news.me ?? chat.me }
    case 'told':
      return { ...chat, came: chat.came.filter(({ seq }) => seq > news.upTo) }
    case 'blocked':
      return { ...chat, messages: chat.messages.filter(({ author }) => author.id !== news.person) }
  }
}

const stateNewsSchema = z.object({ state: chatStateSchema, me: ownStandingSchema.optional() })
/** The longest pause before another try, in milliseconds. */
const longestPause = 30_000

/** Listens while the page is open. The browser comes back by itself after an interruption; after a refusal this does. */
function listen(stream: string, tell: (news: News) => void, setLink: (link: Link) => void): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let last = ''
  const connect = () => {
    source = new EventSource(paths.apiLiveChat(stream, last ? { after: last } : undefined))
    const on = (name: string, take: (data: unknown) => void) =>
      source?.addEventListener(name, (event: MessageEvent<string>) => {
        last = event.lastEventId
        take(JSON.parse(event.data))
      })
    on('joined', (data) => tell({ kind: 'joined', joined: joinedSchema.parse(data) }))
    on('message', (data) => tell({ kind: 'message', message: chatMessageSchema.parse(data) }))
    on('gone', (data) => tell({ kind: 'gone', id: goneSchema.parse(data).id }))
    on('state', (data) => {
      const { state, me } = stateNewsSchema.parse(data)
      tell({ kind: 'state', state, me })
    })
    source.onopen = () => {
      failures = 0
      setLink('open')
    }
    source.onerror = () => {
      setLink('lost')
      if (source?.readyState !== EventSource.CLOSED) return
      timer = setTimeout(connect, Math.min(longestPause, 2000 * 2 ** failures++) * (0.5 + Math.random()))
    }
  }
  connect()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

const failureSchema = z.object({ message: z.string() })
const noConnection = "It isn't sent: we couldn't reach the site."

/** Posts JSON. @returns the body of a success (null for none), or why it failed; `isRefused` = the server decided so */
async function post(path: string, body: unknown) {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    })
    const read: unknown = response.status === 204 ? null : await response.json()
    if (response.ok) return { ok: true as const, read }
    const { message } = failureSchema.parse(read)
    return { ok: false as const, reason: message, isRefused: response.status < 500 }
  } catch {
    return { ok: false as const, reason: noConnection, isRefused: false }
  }
}

/**
 * Keeps the chat of a stream current, and sends to it.
 * @param initial what the server rendered the page with; null where the page has nothing yet
 */
export function useChat(stream: string, initial: ChatPage | null) {
  const [chat, tell] = useReducer(follow, {
    me: initial?.me ?? null,
    state: initial?.state ?? null,
    canRead: initial?.canRead ?? true,
    messages: initial?.messages ?? [],
    came: [],
  })
  const [link, setLink] = useState<Link>('connecting')
  const [pending, setPending] = useState<readonly Pending[]>([])
  useEffect(() => listen(stream, tell, setLink), [stream])

  const change = (key: string, to: Partial<Pending>) =>
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))
  const drop = (key: string) => setPending((all) => all.filter((one) => one.key !== key))

  /** @returns why the server refused it, when it did; the line is gone then */
  async function transmit(line: Pending): Promise<string | null> {
    const { key, body, replyTo } = line
    const sent = await post(paths.apiLiveChat(stream), { body, key, ...(replyTo && { replyTo }) })
    if (sent.ok) {
      change(key, { sentId: sentSchema.parse(sent.read).id })
      return null
    }
    if (sent.isRefused) drop(key)
    else change(key, { reason: sent.reason })
    return sent.isRefused ? sent.reason : null
  }
  const latest = useRef(transmit)
  latest.current = transmit

  const shown = new Set(chat.messages.map(({ id }) => id))
  return {
    chat,
    link,
    pending: pending.filter(({ sentId }) => !sentId || !shown.has(sentId)),
    /** Sends a message, which is shown at once as on its way. @returns why the server refused it, or null */
    send(body: string, replyTo: string | null) {
      const line = { key: crypto.randomUUID(), body, replyTo, sentId: null, reason: null }
      setPending((all) => [...all.filter(({ sentId }) => !sentId || !shown.has(sentId)), line])
      return latest.current(line)
    },
    /** Sends a message again that did not arrive; the same key makes it one message, should it have. */
    retry(line: Pending) {
      change(line.key, { reason: null })
      return latest.current(line)
    },
    drop,
    /** @returns why it was refused, or null */
    async act(body: ChatAct): Promise<string | null> {
      const done = await post(paths.apiLiveChatAct(stream), body)
      if (done.ok && body.act === 'block') tell({ kind: 'blocked', person: body.person })
      return done.ok ? null : done.reason
    },
    /** Notes that the reader was told of what came. */
    told: (upTo: number) => tell({ kind: 'told', upTo }),
  }
}
export type ChatHandle = ReturnType<typeof useChat>
