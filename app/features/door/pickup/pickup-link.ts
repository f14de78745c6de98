import * as z from 'zod'
import * as paths from '#core/paths.ts'
import { type Answer, sentenceIn } from '../offline/ask-server.ts'
import type { DoorStore, HandOverEntry, Outcome, StoredPickups } from '../offline/door-store.ts'
import { fromBase64Url, openVerifier } from '../offline/ed25519.ts'
import {
  afterSignal,
  answerWithin,
  type Connection,
  openConnection,
  type Signal,
} from '../offline/switching.rules.ts'
import { signedPackSchema } from '../pack.types.ts'
import { uploadHandOvers } from './hand-over-queue.ts'
import type { HandOver } from './pickup.schema.ts'
import {
  type FoundPickups,
  type FoundResponse,
  foundResponseSchema,
  type HandedOver,
  type HandOverResponse,
  handOverResponseSchema,
} from './pickup.types.ts'
import { type OwnHandOvers, openPickupList, type PickupList } from './pickup-list.ts'
import { pickupPackSchema } from './pickup-pack.types.ts'

/** Outcome without a result: why the server refused, or `lost`: nobody knows whether it did what it was asked for. */
export type NoResult = { problem: string } | { lost: true }
/** Outcome of a search; without the network it has no station. */
export type Looked = FoundResponse | { found: FoundPickups } | NoResult
export type Handed = HandOverResponse | { handed: HandedOver } | NoResult

/** The state of a pickup station, as its screen shows it. */
export type PickupState = {
  isOnline: boolean
  /** When the list of pickups was made, ISO 8601; null while there is none: then the server alone decides. */
  madeAt: string | null
  /** Hand-overs that are not uploaded. */
  waiting: number
  /** Hand-overs of this phone that met another one. */
  conflicts: number
  /** Says why the server takes no hand-overs or gives no list; null while it does. */
  trouble: string | null
}

type LinkOptions = {
  /** Null for a store day, which has no list. */
  event: string | null
  /** The station's name; empty for none. */
  gate: string
  /** The query of the station's address. */
  search: string
  /** Returns the id of this browser. */
  device(): string
  ask(path: string, body?: object, within?: number): Promise<Answer>
  /** Milliseconds, by the phone's clock. */
  now(): number
}

/** How long the server may take where there is no list to decide by, and for a list or an upload, in milliseconds. */
const patient = 10_000
const slow = 30_000

/**
 * One pickup station's way to find and hand over: by the server while it responds, else by the list that the phone keeps; and the queue of
 * what it handed over. Everything that is shown of it is in `state`.
 */
export class PickupLink {
  readonly #options: LinkOptions
  readonly #listeners = new Set<() => void>()
  #connection: Connection = openConnection(true)
  #state: PickupState = { isOnline: true, madeAt: null, waiting: 0, conflicts: 0, trouble: null }
  #store: DoorStore | null = null
  #pack: StoredPickups | null = null
  #list: PickupList | null = null
  #log: HandOverEntry[] = []
  #clockOffsetMs = 0
  #isUploading = false

  constructor(options: LinkOptions) {
    this.#options = options
  }

  get state(): PickupState {
    return this.#state
  }

  /** Calls back after each change of `state`. @returns what ends that */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads what the phone kept. @param store stays open; null where the browser keeps nothing */
  async open(store: DoorStore | null): Promise<void> {
    this.#store = this.#options.event ? store : null
    if (!this.#store || !this.#options.event) return
    await this.#store.wipeEnded(this.#options.now())
    await this.#readLog()
    const pack = await this.#store.readPickups(this.#options.event)
    if (pack) await this.#take(pack)
  }

  /** Says that the browser has no network any more. */
  cut = (): void => this.#heard('cut')

  /** Finds what to hand over to a person, by a code or, at the server, by words. */
  async find(code: string): Promise<Looked> {
    const answer = await this.#askServer({ intent: 'find', code })
    if (answer) return answered(answer, foundResponseSchema)
    if (!this.#list) return { lost: true }
    return { found: await this.#list.find(code, this.#own(), new Date(this.#serverTime()).toISOString()) }
  }

  /**
   * Hands over. Without the server it is in the log before this returns. One that the server may have got keeps its id: uploaded later, it
   * is known there.
   */
  async handOver(hand: HandOver): Promise<Handed> {
    const answer = await this.#askServer(hand)
    if (!answer) return this.#list ? this.#handOverHere(hand, this.#list) : { lost: true }
    const done = answered(answer, handOverResponseSchema)
    if ('handed' in done) {
      const items = done.handed.items.flatMap(({ id, result }) => (result === 'handed' ? [id] : []))
      if (items.length > 0) await this.#append(hand.scan, items, 'online').catch(() => undefined)
    }
    return done
  }

  /** Asks whether the server is there, and how its clock stands; uploads what waits. */
  async ping(): Promise<void> {
    const { ask, now } = this.#options
    const from = now()
    const answer = await ask(paths.apiClock())
    this.#heard(answer.signal)
    const read = answer.signal === 'answered' ? z.object({ now: z.number() }).safeParse(answer.body) : null
    if (read?.success) this.#clockOffsetMs = Math.round(read.data.now - (from + now()) / 2)
    if (this.#state.isOnline && this.#state.waiting > 0) await this.upload()
  }

  /** Takes the list of pickups. A phone that may have none loses its own. */
  async refresh(): Promise<void> {
    const { event, device, ask } = this.#options
    if (!this.#store || !event || !this.#state.isOnline) return
    const answer = await ask(paths.apiPickups({ event, device: device() }), undefined, slow)
    if (answer.signal !== 'answered') return
    if (answer.status === 401 || answer.status === 403) {
      this.#forget()
      await this.#store.wipePacks()
      this.#set({ trouble: sentenceIn(answer.body) })
    }
    const read = answer.status === 200 ? signedPackSchema.safeParse(answer.body) : null
    if (!read?.success) return
    const { payload, signature } = read.data
    const key = this.#pack?.key ?? read.data.key
    const verify = await openVerifier(key)
    if (!(await verify(fromBase64Url(signature), new TextEncoder().encode(payload)))) return
    const content = pickupPackSchema.parse(JSON.parse(payload))
    await this.#store.savePickups({ content, key })
    await this.#take({ content, key })
  }

  /** Uploads what waits. */
  async upload(): Promise<void> {
    const store = this.#store
    if (!store || this.#isUploading) return
    this.#isUploading = true
    try {
      const done = await uploadHandOvers(store, (batch) =>
        this.#options.ask(paths.apiHandOvers(), batch, slow),
      )
      await this.#readLog()
      this.#set({ trouble: done.state === 'refused' ? done.sentence : null })
    } finally {
      this.#isUploading = false
    }
  }

  /** Forgets the list, also in memory: after a log-out. */
  async forget(): Promise<void> {
    this.#forget()
    await this.#store?.wipePacks()
  }

  #forget(): void {
    this.#pack = null
    this.#list = null
    this.#set({ madeAt: null })
  }

  #set(changes: Partial<PickupState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }

  #heard(signal: Signal): void {
    const before = this.#connection
    this.#connection = afterSignal(before, signal)
    if (before.isOnline === this.#connection.isOnline) return
    this.#set({ isOnline: this.#connection.isOnline })
    if (this.#connection.isOnline) void this.upload().then(() => this.refresh())
  }

  /** Asks the station's page. @returns null when there is no network, and the phone decides or nobody does */
  async #askServer(body: object): Promise<{ status: number; body: unknown } | null> {
    const { ask, search } = this.#options
    if (this.#list && !this.#state.isOnline) return null
    const answer = await ask(paths.apiPickUp() + search, body, this.#list ? answerWithin : patient)
    this.#heard(answer.signal)
    return answer.signal === 'answered' ? answer : null
  }

  async #handOverHere({ item, scan }: HandOver, list: PickupList): Promise<Handed> {
    const own = this.#own()
    const asked = item.flatMap((id) => list.item(id, own) ?? [])
    const given = asked.filter(({ state }) => state === 'waiting').map(({ id }) => id)
    if (given.length > 0) await this.#append(scan, given, null)
    const items = asked.map(({ id, name, detail, quantity, state, handedAt, handedIn, handedBy }) => ({
      ...{ id, name, detail, quantity, handedAt, handedIn, handedBy },
      result:
        state === 'waiting'
          ? ('handed' as const)
          : state === 'handed'
            ? ('already' as const)
            : ('gone' as const),
    }))
    return { handed: { items } }
  }

  async #append(scan: string, items: string[], outcome: Outcome | null): Promise<void> {
    const { event, gate, device, now } = this.#options
    const store = this.#store
    if (!store || !event) return
    const at = new Date(now()).toISOString()
    const hand = { scan, event, device: device(), at, offsetMs: this.#clockOffsetMs, gate, items }
    const seq = await store.appendHandOver(hand, outcome)
    this.#note([...this.#log, { ...hand, seq, outcome }])
  }

  /** What this phone handed over and its list does not have. */
  #own(): OwnHandOvers {
    const madeAt = Date.parse(this.#pack?.content.madeAt ?? '')
    const at = (hand: HandOverEntry) => Date.parse(hand.at) + hand.offsetMs
    const news = this.#log.filter((hand) => hand.outcome === null || at(hand) > madeAt)
    return new Map(news.flatMap((hand) => hand.items.map((id) => [id, new Date(at(hand)).toISOString()])))
  }

  /** The server's clock, as far as it was measured. */
  #serverTime(): number {
    return this.#options.now() + this.#clockOffsetMs
  }

  async #readLog(): Promise<void> {
    this.#note((await this.#store?.readHandOvers()) ?? [])
  }

  #note(log: HandOverEntry[]): void {
    this.#log = log
    const count = (outcome: Outcome | null) => log.filter((hand) => hand.outcome === outcome).length
    this.#set({ waiting: count(null), conflicts: count('conflict') })
  }

  async #take(pack: StoredPickups): Promise<void> {
    this.#list = await openPickupList(pack.content)
    this.#pack = pack
    this.#set({ madeAt: pack.content.madeAt })
  }
}

/** Reads an answer of the station's page: a result, or why it was refused. */
function answered<Schema extends z.ZodType>(
  { status, body }: { status: number; body: unknown },
  schema: Schema,
): z.output<Schema> | { problem: string } {
  return status === 200 ? schema.parse(body) : { problem: sentenceOf(body) }
}

const errorsSchema = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) })

function sentenceOf(body: unknown): string {
  const read = errorsSchema.safeParse(body)
  return read.data?.errors[0]?.message ?? sentenceIn(body) ?? 'The server refused it.'
}
