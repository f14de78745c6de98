import { createEventBuffer } from 'better-sse'
import type { EventStream } from '#server/event-stream.server.ts'
import { audienceHas, standingOf, visitorStanding } from './chat.rules.ts'
import type { ChatChanges, ChatMessage, ChatStanding, ChatState, Joined, KeptMessage } from './chat.types.ts'

/**
 * One chat in this process: reads the database once a second for everybody who listens, and hands on to each what they may see. It
 * follows the chat's counter, whose numbers become visible in order and without gaps, so that nobody misses or gets anything twice.
 */

/** Pause between two reads, in milliseconds, and the longest one after failures. */
const every = 1000
const longestPause = 10_000
/** How long a chat without listeners is still kept, in milliseconds: pages that are reloaded come back at once. */
const keptFor = 5000
/** How many messages a page gets when it joins, how many are kept, and how many changes can be sent again. */
export const mostJoined = 200
const mostKept = 300
const mostLogged = 1000
/** Most changes that one read brings. */
const mostRead = 500
/** For how many changes before the first read one can tell what changed from the messages alone. */
const replayedAtStart = 100

/** Somebody who listens. `seen` = the last number that they have. */
export type Listener = { stream: EventStream; standing: ChatStanding; canRead: boolean; seen: number }
type Buffer = ReturnType<typeof createEventBuffer>
type Change = { message: KeptMessage; wasHidden: boolean | null }

/** Reads a chat: everything (null), or what changed after a number. Null where there is no such chat. */
export type ReadChat = (since: number | null, limit: number) => Promise<ChatChanges | null>

/** Opens a chat for who listens. */
export class ChatRoom {
  readonly #read: ReadChat
  readonly #options: { onError(error: unknown): void; onClose(): void }
  readonly #listeners = new Set<Listener>()
  readonly #messages = new Map<string, KeptMessage>()
  #log: Change[] = []
  #cursor = 0
  /** The number above which `#log` has every change. */
  #loggedFrom = 0
  #state: ChatState | null = null
  #timer: NodeJS.Timeout | undefined
  #keepUntil = Date.now() + keptFor
  #failures = 0
  #closed = false
  /** Resolves once it was read for the first time: false where there is no such chat. */
  readonly ready: Promise<boolean>

  constructor(read: ReadChat, options: { onError(error: unknown): void; onClose(): void }) {
    this.#read = read
    this.#options = options
    this.ready = this.#start()
    this.ready.catch(() => this.close())
  }

  get size(): number {
    return this.#listeners.size
  }

  /** Keeps it open for somebody who is about to listen. */
  touch(): void {
    this.#keepUntil = Date.now() + keptFor
  }

  /**
   * Adds a listener and sends them what they have not got: what came after `lastId`, or everything.
   * @param lastId what the browser says it got last
   */
  add(stream: EventStream, standing: ChatStanding, lastId: string): Listener | null {
    if (this.#closed || !this.#state) {
      stream.end()
      return null
    }
    const canRead = audienceHas(this.#state.audience, standing)
    const since = /^\d{1,15}$/.test(lastId) ? Number(lastId) : null
    const listener: Listener = { stream, standing, canRead, seen: this.#cursor }
    this.#listeners.add(listener)
    if (since !== null && canRead && since >= this.#loggedFrom) {
      // Another process may be ahead of this one: what its listener has got is not sent again.
      listener.seen = Math.max(since, this.#cursor)
      const buffer = createEventBuffer()
      const missed = this.#log.filter(({ message }) => message.changeSeq > since)
      for (const change of missed) this.#write(buffer, change, listener)
      this.#writeState(buffer, listener, listener.seen)
      stream.send(buffer)
    } else this.#join(listener)
    return listener
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener)
    this.touch()
  }

  /** Ends it and the connections of all who listen. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#timer)
    this.#options.onClose()
    for (const { stream } of [...this.#listeners]) stream.end()
    this.#listeners.clear()
  }

  async #start(): Promise<boolean> {
    const first = await this.#read(null, mostRead)
    if (!first) {
      this.close()
      return false
    }
    for (const message of first.messages) this.#messages.set(message.id, message)
    this.#state = first.state
    this.#cursor = first.cursor
    this.#loggedFrom = Math.max(0, first.cursor - replayedAtStart)
    this.#log = first.messages
      .filter(({ changeSeq }) => changeSeq > this.#loggedFrom)
      .toSorted((a, b) => a.changeSeq - b.changeSeq)
      .map((message) => ({ message, wasHidden: null }))
    this.#wait(every)
    return true
  }

  #wait(pause: number): void {
    if (!this.#closed) this.#timer = setTimeout(() => void this.#tick(), pause).unref()
  }

  async #tick(): Promise<void> {
    if (this.#listeners.size === 0 && Date.now() > this.#keepUntil) return this.close()
    const begun = performance.now()
    try {
      const news = await this.#read(this.#cursor, mostRead)
      if (this.#closed) return
      if (!news) return this.close()
      this.#failures = 0
      this.#take(news)
    } catch (error) {
      if (this.#failures++ === 0) this.#options.onError(error)
    }
    const pause = Math.min(every * 2 ** this.#failures, longestPause)
    this.#wait(Math.max(0, pause - (performance.now() - begun)))
  }

  #take({ state, messages, cursor }: ChatChanges): void {
    const changes = messages.map((message): Change => {
      const before = this.#messages.get(message.id)
      this.#messages.set(message.id, message)
      return { message, wasHidden: before ? before.isHidden : null }
    })
    const isNewState = JSON.stringify(state) !== JSON.stringify(this.#state)
    this.#state = state
    this.#cursor = Math.max(this.#cursor, cursor)
    this.#log.push(...changes)
    this.#forget()
    if (changes.length > 0 || isNewState) this.#tell(changes, isNewState)
  }

  /** Drops what is too old to be sent again. */
  #forget(): void {
    const over = this.#log.splice(0, Math.max(0, this.#log.length - mostLogged))
    this.#loggedFrom = over.at(-1)?.message.changeSeq ?? this.#loggedFrom
    const tooMany = Math.max(0, this.#messages.size - mostKept)
    for (const id of [...this.#messages.keys()].slice(0, tooMany)) this.#messages.delete(id)
  }

  #tell(changes: Change[], isNewState: boolean): void {
    const shared = this.#write(createEventBuffer(), changes)
    if (isNewState) this.#writeState(shared)
    const authors = new Set(changes.map(({ message }) => message.author.id))
    const special = new Set(
      changes.flatMap(({ message }) => [
        ...message.hiddenFor,
        ...(message.isHidden ? [message.author.id] : []),
      ]),
    )
    for (const listener of [...this.#listeners]) {
      const { standing, stream, seen } = listener
      const canRead = this.#state !== null && audienceHas(this.#state.audience, standing)
      if (canRead !== listener.canRead) {
        listener.canRead = canRead
        this.#join(listener)
        continue
      }
      const first = changes[0]?.message.changeSeq ?? this.#cursor
      const isPlain =
        canRead &&
        seen < first &&
        !standing.mayModerate &&
        (!standing.personId || !special.has(standing.personId)) &&
        !standing.hides.some((person) => authors.has(person))
      if (isPlain) stream.send(shared)
      else {
        const own = createEventBuffer()
        for (const change of changes) if (change.message.changeSeq > seen) this.#write(own, change, listener)
        if (isNewState) this.#writeState(own, listener)
        if (own.read()) stream.send(own)
      }
      listener.seen = Math.max(seen, this.#cursor)
    }
  }

  /** Writes a change, or all of several, as one listener may see it; without a listener as everybody else does. */
  #write(buffer: Buffer, changes: Change | Change[], listener?: Listener): Buffer {
    for (const { message, wasHidden } of Array.isArray(changes) ? changes : [changes]) {
      if (listener && !listener.canRead) continue
      const id = String(message.changeSeq)
      const isSeen = isVisible(message, listener)
      const isNew = message.changeSeq === message.seq || wasHidden !== message.isHidden
      if (isSeen && (isNew || listener?.standing.mayModerate))
        buffer.push(toBrowser(message, listener), 'message', id)
      else if (!isSeen && message.isHidden) buffer.push({ id: message.id }, 'gone', id)
    }
    return buffer
  }

  #writeState(buffer: Buffer, listener?: Listener, id = this.#cursor): void {
    if (listener) buffer.push({ state: this.#state, me: standingOf(listener.standing) }, 'state', String(id))
    else buffer.push({ state: this.#state }, 'state', String(id))
  }

  /** Sends everything that a listener sees, in place of what they had. */
  #join(listener: Listener): void {
    const { standing, canRead, stream } = listener
    if (!this.#state) return
    const seen = [...this.#messages.values()]
      .filter((message) => canRead && isVisible(message, listener))
      .toSorted((a, b) => a.seq - b.seq)
      .slice(-mostJoined)
      .map((message) => toBrowser(message, listener))
    const joined: Joined = { me: standingOf(standing), state: this.#state, canRead, messages: seen }
    listener.seen = this.#cursor
    stream.send(createEventBuffer().push(joined, 'joined', String(this.#cursor)))
  }
}

/** Tells whether a listener sees a message; without one: whether everybody else does. */
function isVisible(message: KeptMessage, listener?: Listener): boolean {
  const { personId, mayModerate, hides } = listener?.standing ?? visitorStanding
  if (mayModerate || personId === message.author.id) return true
  if (message.isHidden || hides.includes(message.author.id)) return false
  return personId === null || !message.hiddenFor.includes(personId)
}

function toBrowser(
  { changeSeq: _, hiddenFor: __, reports, ...message }: KeptMessage,
  listener?: Listener,
): ChatMessage {
  return { ...message, reports: listener?.standing.mayModerate ? reports : 0 }
}
