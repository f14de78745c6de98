import { type IncomingMessage, request } from 'node:http'
import * as z from 'zod'
import { chatMessageSchema, goneSchema, joinedSchema } from '#features/live/chat/chat.types.ts'
import type { ApiVisitor } from './api-visitor.ts'

/** Listens to a chat as a browser's EventSource does, and keeps what came. */

export type ChatEvent = { name: string; id: string; data: unknown; at: number }

const eventSchemas = {
  joined: joinedSchema,
  message: chatMessageSchema,
  gone: goneSchema,
  state: z.looseObject({}),
}

export class ChatListener {
  readonly events: ChatEvent[] = []
  status = 0
  headers: IncomingMessage['headers'] = {}
  lastId = ''
  ended = false
  #close: () => void = () => undefined
  #waiting: (() => void)[] = []

  /**
   * @param site where it connects to
   * @param path of the stream of events
   * @param options.visitor whose cookies and address it sends; `lastId`: what it says it got last
   */
  constructor(site: string, path: string, options: { visitor?: ApiVisitor; lastId?: string } = {}) {
    const { visitor, lastId } = options
    const cookie = visitor && [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = request(site + path, {
      agent: false,
      headers: {
        accept: 'text/event-stream',
        'accept-encoding': 'gzip, br',
        'x-forwarded-for': visitor?.address ?? '10.9.8.7',
        ...(cookie && { cookie }),
        ...(lastId && { 'last-event-id': lastId }),
      },
    })
    this.#close = () => sent.destroy()
    sent.on('error', () => this.#end())
    sent.on('response', (response) => {
      this.status = response.statusCode ?? 0
      this.headers = response.headers
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) this.#take(block)
      })
      response.on('close', () => this.#end())
      this.#wake()
    })
    sent.end()
  }

  #take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    )
    const data = fields.get('data')
    if (data === undefined) return
    const name = fields.get('event') ?? 'message'
    const schema = eventSchemas[name as keyof typeof eventSchemas]
    this.lastId = fields.get('id') ?? this.lastId
    this.events.push({ name, id: this.lastId, data: schema.parse(JSON.parse(data)), at: Date.now() })
    this.#wake()
  }

  #end(): void {
    this.ended = true
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  /** Waits until something holds of what came. @throws after a minute, which is no measure of speed */
  async until(holds: (listener: ChatListener) => boolean, what = 'an event'): Promise<this> {
    const end = Date.now() + 60_000
    while (!holds(this)) {
      const left = end - Date.now()
      if (left <= 0) throw new Error(`waited for ${what}; got ${JSON.stringify(this.events.slice(-5))}`)
      await new Promise<void>((wake) => {
        this.#waiting.push(wake)
        setTimeout(wake, Math.min(left, 250))
      })
    }
    return this
  }

  joined() {
    return this.until(({ events, ended }) => ended || events.length > 0, 'the first event')
  }

  /** Texts of the messages that came one by one, in their order. */
  get texts(): string[] {
    return this.events
      .filter(({ name }) => name === 'message')
      .map(({ data }) => chatMessageSchema.parse(data).body)
  }

  /** Texts of the messages that came when it joined. */
  get firstTexts(): string[] {
    const first = this.events.find(({ name }) => name === 'joined')
    return first ? joinedSchema.parse(first.data).messages.map(({ body }) => body) : []
  }

  get gone(): string[] {
    return this.events.filter(({ name }) => name === 'gone').map(({ data }) => goneSchema.parse(data).id)
  }

  close(): void {
    this.#close()
  }
}
