import * as z from 'zod'
import { type AdmittedGuests, type FoundGuests, guestsAnswerSchema } from '#core/door-guests.ts'
import * as paths from '#core/paths.ts'
import type { AdmitGroup, AdmitGuests, CheckIn } from '../door.schema.ts'
import {
  type DoorCounters,
  type DoorPoll,
  doorPollSchema,
  type GroupResponse,
  groupResponseSchema,
  type ScanResponse,
  scanResponseSchema,
} from '../door.types.ts'
import { signedPackSchema } from '../pack.types.ts'
import { uploadHandOvers } from '../pickup/hand-over-queue.ts'
import { type Answer, sentenceIn } from './ask-server.ts'
import {
  admitsOffline,
  decideOffline,
  type Known,
  type OfflineDecision,
  type PackTicket,
  type Reading,
} from './decision.rules.ts'
import type { DoorStore, LogEntry, LoggedScan, Outcome, StoredPack } from './door-store.ts'
import { decideGroup, groupOf, type Member } from './groups.rules.ts'
import { decideGuests, type PackGuestNow } from './guests.rules.ts'
import {
  countersAfter,
  countersWithout,
  findInPack,
  guestOfPack,
  offlineGroup,
  offlineResponse,
} from './offline-response.ts'
import { type OwnScans, ownScansOf } from './own-scans.ts'
import { changesNothing, guestsOf, knownOf, mergePack, openPack } from './pack-content.ts'
import { type CodeReader, fromHex, hashOf, openCodeReader, uuidBytes } from './read-code.ts'
import { afterSignal, answerWithin, type Connection, openConnection, type Signal } from './switching.rules.ts'
import { type Upload, uploadWaiting } from './upload-queue.ts'

/** Outcome of a scan: a response, or why there is none. `decided`: the server refused it; it was not lost on the way. */
export type Sent = { scanned: ScanResponse } | { trouble: string; decided: boolean }

/** Outcome of a group: the response, or why there is none. */
export type GroupSent = { admitted: GroupResponse } | { trouble: string }

/** Outcome of a search of the guest lists, or why there is none. */
export type GuestsFound = { found: FoundGuests } | { trouble: string }
/** Outcome of an admission of guests, or why there is none; `decided` as in `Sent`. `found` is what the search finds then. */
export type GuestsSent =
  | { admitted: AdmittedGuests; found: FoundGuests }
  | { trouble: string; decided: boolean }

/** The state of a scanner, as its screen shows it. */
export type DoorState = {
  isOnline: boolean
  counters: DoorCounters
  /** The latest answer of the server; null before it was asked, and without the network from the start. */
  poll: DoorPoll | null
  /** The pack, ISO 8601 and counted; null while there is none. */
  pack: { madeAt: string; tickets: number } | null
  /** Scans that are not uploaded, of all events. */
  waiting: number
  /** People let in by this phone about whom the server said nothing yet. */
  unverified: number
  /** Scans of this phone that met another admission of the same ticket. */
  conflicts: number
  /** Server's clock minus the phone's, in milliseconds; null before it was measured. */
  clockOffsetMs: number | null
  /** Says why the server takes no scans or gives no pack; null while it does. */
  trouble: string | null
}

type LinkOptions = {
  event: string
  /** Returns the id of this browser. */
  device(): string
  counters: DoorCounters
  ask(path: string, body?: object, within?: number): Promise<Answer>
  /** Milliseconds, by the phone's clock. */
  now(): number
}

/** Names of performance measures: a pack is read from the phone (decrypt, parse, index), or taken from the server (verify, parse, keep, index). */
export const packMeasures = { opened: 'door pack opened', taken: 'door pack taken' } as const

/** Results of an exit. */
const exits: readonly ScanResponse['result'][] = ['exited', 'not_inside']
const stationOf = ({ gate, action = 'admit' }: Pick<CheckIn, 'gate' | 'action'>) => ({ gate, action })

/** How long a pack may take, in milliseconds: 2 MB over a weak network. It says nothing about whether scans go through. */
const packWithin = 30_000
/** How long a scan may take where there is no pack to decide by, and how often it is tried. */
const patient = { within: 4000, tries: 3 }
const noGuests = 'No connection, and no guest list on this phone. Try again.'
const noName = 'No connection, and that name isn’t on this phone’s list. Get the door manager.'
const noGroup = 'No connection, and that group isn’t on this phone’s list. Scan each ticket instead.'
const closedGroup = 'This ticket can’t bring others in. Scan it again.'
const noPack = 'No connection, and no ticket list on this phone. Try that scan again.'

/**
 * One scanner's way to decide: by the server while it responds, else by the pack; and the queue of what it decided. Everything that
 * is shown of it is in `state`.
 */
export class DoorLink {
  readonly #options: LinkOptions
  readonly #listeners = new Set<() => void>()
  #connection: Connection
  #state: DoorState
  /** Null where the browser keeps nothing: then there is no offline mode. */
  #store: DoorStore | null = null
  #pack: StoredPack | null = null
  #known: Known | null = null
  #read: CodeReader | null = null
  #own: OwnScans = ownScansOf([])
  #isUploading = false
  #mayKeep = true
  /** True while the desk has this phone locked or removed. */
  #isBarred = false

  constructor(options: LinkOptions) {
    this.#options = options
    this.#connection = openConnection(true)
    this.#state = {
      isOnline: true,
      counters: options.counters,
      poll: null,
      pack: null,
      waiting: 0,
      unverified: 0,
      conflicts: 0,
      clockOffsetMs: null,
      trouble: null,
    }
  }

  get state(): DoorState {
    return this.#state
  }

  /** Calls back after each change of `state`. @returns what ends that */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Reads what the phone kept: the pack and its own log. Deletes what ended 12 hours ago.
   * @param store stays open; null where the browser keeps nothing
   */
  async open(store: DoorStore | null): Promise<void> {
    this.#store = store
    if (!store) return
    await store.wipeEnded(this.#options.now())
    await this.#readLog()
    const from = performance.now()
    const pack = await store.readPack(this.#options.event)
    if (pack) await this.#takePack(pack)
    performance.measure(packMeasures.opened, { start: from })
  }

  /** Takes over counters of a response that somebody else got. */
  setCounters = (counters: DoorCounters): void => this.#set({ counters })

  /** Says that the browser has no network any more. */
  cut = (): void => this.#heard('cut')

  /**
   * Decides a scan. Without the server it is in the log before this returns, so that no crash forgets whom the screen let in. A scan
   * that the server may have got keeps its id: uploaded later, it is known there.
   */
  async scan(scan: CheckIn): Promise<Sent> {
    const { within, tries } = this.#known ? { within: answerWithin, tries: 2 } : patient
    for (let attempt = 0; attempt < tries && (this.#state.isOnline || !this.#known); attempt++) {
      const answer = await this.#options.ask(paths.apiCheckIn(), scan, within)
      this.#heard(answer.signal)
      if (answer.signal === 'answered') return this.#answered(scan, answer)
    }
    return this.#decideHere(scan)
  }

  /** Says what the phone would decide about a scan, and logs nothing; null while the server decides. */
  async preview(scan: CheckIn): Promise<Sent | null> {
    if (this.#state.isOnline || !this.#known || !this.#read) return null
    const now = this.#serverTime()
    const reading = await this.#read(scan.code)
    const decision = decideOffline(this.#known, reading, now, stationOf(scan))
    return { scanned: this.#responseOf(decision, groupOf(this.#known, reading, decision, now), now) }
  }

  /**
   * Admits several tickets of one order. Tickets that were found in the pack are the pack's to decide, and are uploaded at once where there
   * is a network.
   * @param group names them by the ids with which the ticket that was read came. Sent again with the same scans it admits nobody twice.
   */
  async admitGroup(group: AdmitGroup): Promise<GroupSent> {
    const { within, tries } = this.#known ? { within: answerWithin, tries: 2 } : patient
    const isPacks = group.tickets.some(({ ticket }) => this.#known?.byId(ticket))
    for (let n = 0; !isPacks && n < tries && (this.#state.isOnline || !this.#known); n++) {
      const answer = await this.#options.ask(paths.apiAdmitGroup(), group, within)
      this.#heard(answer.signal)
      if (answer.signal === 'answered') return this.#answeredGroup(group, answer)
    }
    const sent = await this.#admitGroupHere(group)
    if (isPacks && this.#state.isOnline) await this.upload()
    return sent
  }

  async #answeredGroup(of: AdmitGroup, answer: { status: number; body: unknown }): Promise<GroupSent> {
    if (answer.status !== 200) return { trouble: sentenceIn(answer.body) ?? 'That was refused.' }
    const admitted = groupResponseSchema.parse(answer.body)
    for (const { ticketId, result } of admitted.results) {
      const scan = of.tickets.find(({ ticket }) => ticket === ticketId)?.scan
      const idHash = await this.#hashOf(ticketId)
      if (scan && idHash && result === 'ok')
        await this.#log({ ...of, scan }, result, idHash, 'online').catch(() => undefined)
    }
    this.#set({ counters: admitted.counters })
    return { admitted }
  }

  async #admitGroupHere(of: AdmitGroup): Promise<GroupSent> {
    const { content } = this.#pack ?? {}
    if (!content || !this.#known || !this.#read) return { trouble: noGroup }
    const chosen = new Map<string, AdmitGroup['tickets'][number]>()
    for (const each of of.tickets) chosen.set((await this.#hashOf(each.ticket)) ?? '', each)
    const reading = await this.#read(of.code)
    const now = this.#serverTime()
    const decided = decideGroup(this.#known, reading, [...chosen.keys()], { now, station: stationOf(of) })
    if (decided === 'group_closed') return { trouble: closedGroup }
    if (decided === 'not_found') return { trouble: noGroup }
    const own = this.#idHashOf(reading)
    const members: Member[] = []
    for (const member of decided) {
      const { scan = '' } = chosen.get(member.ticket.idHash) ?? {}
      const before = this.#own.resultOf(scan)
      if (before === undefined) await this.#logMember({ ...of, scan }, member, own)
      members.push(before === undefined ? member : { ...member, result: before, bounce: false })
    }
    const { counters } = this.#state
    const facts = { minAge: content.event.minAge, counters, now, madeAt: content.madeAt }
    return { admitted: offlineGroup(members, (hash) => chosen.get(hash)?.ticket ?? hash, facts) }
  }

  /** @param read hash of the ticket that was read: of another one the log says that it came with it */
  async #logMember(of: CheckIn, { ticket, result }: Member, read: string | null): Promise<void> {
    const { idHash, generation } = ticket
    const member = idHash === read ? {} : { member: { hash: idHash, generation } }
    await this.#append({ ...of, action: 'admit', result, idHash, ...member }, null)
    if (result === 'ok')
      this.#set({ counters: countersAfter(this.#state.counters, { isInPack: true, heads: 1 }) })
  }

  /** Searches the guest lists: at the server, or without it in the pack. */
  async findGuests(q: string): Promise<GuestsFound> {
    const { event } = this.#options
    if (this.#state.isOnline || !this.#pack) {
      const answer = await this.#options.ask(paths.apiDoorGuests(), { intent: 'find', event, q })
      this.#heard(answer.signal)
      if (answer.signal === 'answered') {
        const read = answer.status === 200 ? guestsAnswerSchema.safeParse(answer.body) : null
        if (!read?.success) return { trouble: sentenceIn(answer.body) ?? 'That search was refused.' }
        return { found: read.data.found }
      }
    }
    return this.#pack ? { found: this.#findHere(q) } : { trouble: noGuests }
  }

  /**
   * Admits guests of a name. A name that was found in the pack is the pack's to decide, and is uploaded at once where there is a network.
   * @param admit names it by the id with which it was found. Sent again with the same `scan` it admits nobody twice.
   */
  async admitGuests(admit: AdmitGuests): Promise<GuestsSent> {
    const { scan, entry, heads, gate, q } = admit
    const { within, tries } = this.#known ? { within: answerWithin, tries: 2 } : patient
    const isPacks = this.#pack?.content.guestLists.guests.some(([hash]) => hash === entry) ?? false
    for (let n = 0; !isPacks && n < tries && (this.#state.isOnline || !this.#pack); n++) {
      const { event, device } = this.#options
      const body = { intent: 'admit', event, q, gate, entry, heads: String(heads), scan, device: device() }
      const answer = await this.#options.ask(paths.apiDoorGuests(), body, within)
      this.#heard(answer.signal)
      if (answer.signal === 'answered') return this.#answeredGuests(admit, answer)
    }
    const sent = await this.#admitGuestsHere(admit)
    if (isPacks && this.#state.isOnline) await this.upload()
    return sent
  }

  async #answeredGuests(of: AdmitGuests, answer: { status: number; body: unknown }): Promise<GuestsSent> {
    if (answer.status !== 200)
      return { trouble: sentenceIn(answer.body) ?? 'That was refused.', decided: true }
    const { admitted, found } = guestsAnswerSchema.parse(answer.body)
    if (!admitted) return { trouble: 'That was refused.', decided: true }
    const hash = await this.#hashOf(of.entry)
    if (hash && admitted.result === 'ok')
      await this.#logGuests(of, admitted.result, hash, 'online').catch(() => undefined)
    this.#set({ counters: admitted.counters })
    return { admitted, found }
  }

  /** The pack's hash of the id of a ticket or a guest, which may be that hash already; null without a pack. */
  async #hashOf(id: string): Promise<string | null> {
    if (!this.#pack || !id.includes('-') || id.length !== 36) return this.#pack ? id : null
    return hashOf(fromHex(this.#pack.content.salt), uuidBytes(id))
  }

  #guestsHere(): PackGuestNow[] {
    const pack = this.#pack
    if (!pack) return []
    const madeAt = Date.parse(pack.content.madeAt)
    return guestsOf(pack.content).map((guest) => ({ ...guest, here: this.#own.guestsOf(guest.hash, madeAt) }))
  }

  #findHere(q: string): FoundGuests {
    const { counters } = this.#state
    const content = this.#pack?.content
    return findInPack(content?.guestLists, this.#guestsHere(), q, { counters, now: this.#serverTime() })
  }

  async #admitGuestsHere(of: AdmitGuests): Promise<GuestsSent> {
    const hash = await this.#hashOf(of.entry)
    const guest = this.#guestsHere().find((each) => each.hash === hash)
    const { content } = this.#pack ?? {}
    if (!content || !this.#known) return { trouble: noGuests, decided: false }
    if (!guest) return { trouble: noName, decided: false }
    const now = this.#serverTime()
    const { heads } = of
    const result = decideGuests(this.#known.event, guest, { heads, here: guest.here, now })
    await this.#logGuests(of, result, guest.hash, null)
    if (result === 'ok')
      this.#set({ counters: countersAfter(this.#state.counters, { isInPack: false, heads }) })
    const after = { ...guest, here: guest.here + (result === 'ok' ? heads : 0) }
    const admitted = {
      scan: of.scan,
      result,
      heads,
      guest: guestOfPack(content.guestLists, after, now),
      counters: this.#state.counters,
      now: new Date(now).toISOString(),
      offline: { madeAt: content.madeAt },
    }
    return { admitted, found: this.#findHere(of.q) }
  }

  /** Asks for the counters; without the network, whether it is back. */
  async poll(): Promise<void> {
    const { event, device, ask } = this.#options
    const answer = await ask(paths.apiCheckIn({ event, device: device() }))
    this.#heard(answer.signal)
    if (answer.signal !== 'answered') return
    if (answer.status === 401 || answer.status === 403) this.#set({ trouble: sentenceIn(answer.body) })
    // A phone that may not scan any more may have been removed: its pack says so, and goes.
    if (answer.status === 403) await this.refreshPack()
    const poll = answer.status === 200 ? doorPollSchema.safeParse(answer.body) : null
    if (!poll?.success) return
    if (!('zones' in poll.data)) return this.#bar(poll.data.device.isRevoked, poll.data.message)
    if (this.#isBarred) this.#letBack()
    const { tickets, inNow, admitted, remaining } = poll.data
    this.#set({ poll: poll.data, counters: { tickets, inNow, admitted, remaining } })
    if (this.#state.isOnline && this.#state.waiting > 0) await this.upload()
  }

  /** The desk locked or removed this phone: it shows that, and has no pack. What it did before is still handed in. */
  async #bar(isRevoked: boolean, message: string): Promise<void> {
    if (!this.#isBarred) await this.forget()
    this.#isBarred = true
    this.#set({ trouble: message })
    if (isRevoked && this.#state.waiting > 0) await this.upload()
  }

  /** The desk unlocked this phone: it takes the pack again. */
  #letBack(): void {
    this.#isBarred = false
    this.#mayKeep = true
    this.#set({ trouble: null })
    void this.#catchUp()
  }

  /** Uploads what waits and takes the pack; what fails is done again with the next minute. */
  async #catchUp(): Promise<void> {
    try {
      await this.upload()
      await this.refreshPack()
    } catch (error) {
      console.warn('The door could not be read', error)
    }
  }

  /** Measures the clock: halfway between question and answer. */
  async measureClock(): Promise<void> {
    const { ask, now } = this.#options
    const from = now()
    const answer = await ask(paths.apiClock())
    const read = answer.signal === 'answered' ? z.object({ now: z.number() }).safeParse(answer.body) : null
    if (read?.success) this.#set({ clockOffsetMs: Math.round(read.data.now - (from + now()) / 2) })
  }

  /** Takes the pack, or what changed of it since. A phone that may have none loses its own. */
  async refreshPack(): Promise<void> {
    const { event, device, ask } = this.#options
    if (!this.#store || !this.#state.isOnline || !this.#mayKeep) return
    const since = this.#pack ? String(this.#pack.content.version) : null
    const answer = await ask(paths.apiDoorPack({ event, device: device(), since }), undefined, packWithin)
    if (answer.signal !== 'answered') return
    if (answer.status === 401 || answer.status === 403) {
      await this.forget()
      this.#set({ trouble: sentenceIn(answer.body) })
    }
    const read = answer.status === 200 ? signedPackSchema.safeParse(answer.body) : null
    if (!read?.success) return
    const key = this.#pack?.key ?? read.data.key
    const from = performance.now()
    const next = await openPack(read.data, key)
    const content = this.#pack ? mergePack(this.#pack.content, next) : next
    await this.#keepPack({ key, content }, this.#pack !== null && changesNothing(this.#pack.content, next))
    performance.measure(packMeasures.taken, { start: from })
  }

  /** Uploads what waits, of all events. */
  async upload(): Promise<Upload | null> {
    const store = this.#store
    if (!store || this.#isUploading) return null
    this.#isUploading = true
    try {
      const done = await uploadWaiting(store, (batch) =>
        this.#options.ask(paths.apiDoorQueue(), batch, packWithin),
      )
      // The goods that this phone handed over wait in the same log.
      await uploadHandOvers(store, (batch) => this.#options.ask(paths.apiHandOvers(), batch, packWithin))
      await this.#readLog()
      if (done.state === 'refused') this.#set({ trouble: done.sentence })
      else if (!this.#isBarred) this.#set({ trouble: null })
      return done
    } finally {
      this.#isUploading = false
    }
  }

  /**
   * Tells the server how this phone is: what it has not uploaded, its clock, its battery.
   * @param report the rest of a `DeviceStatus`
   * @returns the response's body; null without one
   */
  async report(report: object): Promise<unknown> {
    const { event, device, ask } = this.#options
    const { waiting, clockOffsetMs } = this.#state
    const clock = clockOffsetMs === null ? {} : { clockOffsetMs }
    const news = { waitingScans: waiting, ...clock, ...report }
    const answer = await ask(paths.apiDoorDevice(), { event, device: device(), ...news })
    return answer.signal === 'answered' && answer.status === 200 ? answer.body : null
  }

  /** Deletes the packs, also from memory, and takes no more: after a log-out, or once the phone is locked. */
  async forget(): Promise<void> {
    this.#mayKeep = false
    this.#pack = null
    this.#known = null
    this.#read = null
    this.#set({ pack: null })
    await this.#store?.wipePacks()
  }

  #set(changes: Partial<DoorState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }

  #heard(signal: Signal): void {
    const before = this.#connection
    this.#connection = afterSignal(before, signal)
    if (before.isOnline === this.#connection.isOnline) return
    this.#set({ isOnline: this.#connection.isOnline })
    if (this.#connection.isOnline) void this.#catchUp()
  }

  /** Takes the server's response, and remembers whom it let in: the pack does not have them yet. */
  async #answered(scan: CheckIn, answer: { status: number; body: unknown }): Promise<Sent> {
    if (answer.status !== 200)
      return { trouble: sentenceIn(answer.body) ?? 'That scan was refused.', decided: true }
    const scanned = scanResponseSchema.parse(answer.body)
    if (this.#read && (admitsOffline.includes(scanned.result) || scanned.result === 'exited')) {
      const reading = await this.#read(scan.code)
      await this.#log(scan, scanned.result, this.#idHashOf(reading), 'online').catch(() => undefined)
    }
    return { scanned }
  }

  #idHashOf(reading: Reading): string | null {
    if (reading.kind === 'signed') return reading.idHash
    return reading.kind === 'typed' ? (this.#known?.byCode(reading.codeHash)?.idHash ?? null) : null
  }

  async #decideHere(scan: CheckIn): Promise<Sent> {
    if (!this.#known || !this.#read || !this.#pack) return { trouble: noPack, decided: false }
    const reading = await this.#read(scan.code)
    const now = this.#serverTime()
    const decision = decideOffline(this.#known, reading, now, stationOf(scan))
    const group = groupOf(this.#known, reading, decision, now)
    await this.#log(scan, decision.result, decision.idHash, null)
    if (admitsOffline.includes(decision.result))
      this.#set({
        counters: countersAfter(this.#state.counters, { isInPack: decision.ticket !== null, heads: 1 }),
      })
    if (decision.result === 'exited') this.#set({ counters: countersWithout(this.#state.counters) })
    return { scanned: this.#responseOf(decision, group, now) }
  }

  /** The server's clock, as far as it was measured. */
  #serverTime(): number {
    return this.#options.now() + (this.#state.clockOffsetMs ?? 0)
  }

  #responseOf(decision: OfflineDecision, group: readonly PackTicket[], now: number): ScanResponse {
    const { event, madeAt } = this.#pack?.content ?? { event: { minAge: 0 }, madeAt: '' }
    const { counters } = this.#state
    return offlineResponse(decision, group, { minAge: event.minAge, counters, now, madeAt })
  }

  async #log(
    scan: CheckIn,
    result: ScanResponse['result'],
    idHash: string | null,
    outcome: Outcome | null,
  ): Promise<void> {
    // An exit that is none in the end is a refused scan like others.
    const action = exits.includes(result) ? ('exit' as const) : ('admit' as const)
    await this.#append({ ...scan, action, result, idHash }, outcome)
  }

  async #logGuests(
    { scan, gate, heads }: AdmitGuests,
    result: AdmittedGuests['result'],
    hash: string,
    outcome: Outcome | null,
  ): Promise<void> {
    const what = { scan, gate, result, code: '', method: 'code' as const, action: 'admit' as const }
    await this.#append({ ...what, idHash: null, guest: { hash, heads } }, outcome)
  }

  async #append(
    what: Omit<LoggedScan, 'event' | 'device' | 'at' | 'offsetMs'>,
    outcome: Outcome | null,
  ): Promise<void> {
    const { device, event, now } = this.#options
    const store = this.#store
    if (!store) return
    const { scan, code, method, gate, action, result, idHash, member, guest } = what
    const entry: LoggedScan = {
      ...{ scan, event, device: device(), code, method, gate, action, result, idHash },
      at: new Date(now()).toISOString(),
      offsetMs: this.#state.clockOffsetMs ?? 0,
      ...(member && { member }),
      ...(guest && { guest }),
    }
    const seq = await store.append(entry, outcome)
    this.#own.add({ ...entry, seq, outcome })
    this.#count(await store.countWaiting())
  }

  #count(waiting: number): void {
    this.#set({ waiting, unverified: this.#own.unverified(), conflicts: this.#own.conflicts() })
  }

  async #readLog(): Promise<void> {
    const log: LogEntry[] = (await this.#store?.readLog(this.#options.event)) ?? []
    this.#own = ownScansOf(log)
    this.#count((await this.#store?.countWaiting()) ?? 0)
  }

  /** Stores a pack; where nothing changed only that it was still right. */
  async #keepPack(pack: StoredPack, isSame: boolean): Promise<void> {
    // It may have been locked while the pack was on its way.
    if (!this.#mayKeep) return
    const { event } = this.#options
    const store = this.#store
    if (isSame) await store?.renewPack(event, pack.content.madeAt)
    else await store?.savePack(pack)
    await this.#takePack(pack)
  }

  async #takePack(pack: StoredPack): Promise<void> {
    const { content } = pack
    this.#read = await openCodeReader({ ...content, event: content.event.id })
    const madeAt = Date.parse(content.madeAt)
    this.#known = knownOf(content, {
      lastMove: (idHash) => this.#own.lastMove(idHash, madeAt),
      exitsOf: (idHash) => this.#own.exitsOf(idHash, madeAt),
    })
    this.#pack = pack
    this.#set({ pack: { madeAt: content.madeAt, tickets: content.tickets.length } })
  }
}
