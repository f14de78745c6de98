import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { readStoredUser } from '#browser/stored-user.ts'
import type { ScanResult } from '#core/scan-results.ts'
import { packFormat } from '../pack.types.ts'
import type { PickupPack } from '../pickup/pickup-pack.types.ts'
import type { PublicKey } from './ed25519.ts'
import type { PackContent } from './pack-content.ts'
import { openSealer, type Sealed, type Sealer } from './sealed.ts'

/** A pack as the phone keeps it, with the key that signed it, which is pinned from the first pack on. */
export type StoredPack = { content: PackContent; key: PublicKey }

/** A pack with the account that took it; null where none was known. */
type OwnedPack = StoredPack & { owner: string | null }

/** Returns whether this browser has what the store takes; WebCrypto is missing on pages without TLS. */
export const canKeep = () => typeof indexedDB !== 'undefined' && typeof crypto?.subtle !== 'undefined'

/** A scan that this phone decided. `at` is by its own clock. */
export type LoggedScan = {
  scan: string
  event: string
  device: string
  action: 'admit' | 'exit'
  /** ISO 8601. */
  at: string
  /** Server's clock minus the phone's when it was made, in milliseconds. */
  offsetMs: number
  /** As it was read or typed. */
  code: string
  method: 'camera' | 'code'
  gate: string
  result: ScanResult
  /** Hash of the ticket's id in the pack; null for what names no ticket. */
  idHash: string | null
  /** The ticket let in was not read but is of the group of the one that was: its hash in the pack, and its generation there. */
  member?: { hash: string; generation: number }
  /** Guests of a name on a list instead of a code: the pack's hash of the name, and how many. */
  guest?: { hash: string; heads: number }
}

/** The state of a scan: `online` was decided by the server in the first place. */
export type Outcome = 'online' | 'confirmed' | 'conflict' | 'refused'

/** A scan of the log with its number, and what became of it; null while it waits. */
export type LogEntry = LoggedScan & { seq: number; outcome: Outcome | null }

/** The databases of a scanner. A log-out deletes that of the packs' key (`forget-packs.ts`), so that no pack can be read. */
export const doorDatabases = { content: 'door', packKey: 'door-pack-key', scanKey: 'door-scan-key' } as const

/** Milliseconds after an event's end when its pack is deleted. */
export const keptAfterEnd = 12 * 3_600_000

/** Goods that this phone handed over. `at` is by its own clock. */
export type LoggedHandOver = Pick<LoggedScan, 'scan' | 'event' | 'device' | 'at' | 'offsetMs' | 'gate'> & {
  /** Ids of the fulfilments. */
  items: string[]
}
export type HandOverEntry = LoggedHandOver & { seq: number; outcome: Outcome | null }

/** The pickups of an event as the phone keeps them, with the key that signed them. */
export type StoredPickups = { content: PickupPack; key: PublicKey }

type ScanRow = { seq?: number; scan: string; event: string; sealed: Sealed; isHandOver?: boolean }

interface DoorSchema extends DBSchema {
  packs: { key: string; value: { event: string; endsAt: number; madeAt: string; sealed: Sealed } }
  /** Rows are added and never changed; what became of them is in `outcomes`. */
  scans: { key: number; value: ScanRow; indexes: { event: string; scan: string } }
  outcomes: { key: string; value: { scan: string; outcome: Outcome } }
}

/** Everything that a scanner keeps in its browser. */
export type DoorStore = ReturnType<typeof createStore>

/** Opens the store, and makes it the first time. */
export async function openDoorStore(): Promise<DoorStore> {
  const [database, packs, scans] = await Promise.all([
    openDB<DoorSchema>(doorDatabases.content, 1, {
      upgrade(db) {
        db.createObjectStore('packs', { keyPath: 'event' })
        const log = db.createObjectStore('scans', { keyPath: 'seq', autoIncrement: true })
        log.createIndex('event', 'event')
        log.createIndex('scan', 'scan', { unique: true })
        db.createObjectStore('outcomes', { keyPath: 'scan' })
      },
      blocking: (_now, _next, event) => (event.target as IDBDatabase | null)?.close(),
    }),
    openSealer(doorDatabases.packKey),
    openSealer(doorDatabases.scanKey),
  ])
  return createStore(database, packs, scans)
}

const none: Partial<OwnedPack> = {}
/** The name under which the pickups of an event are kept beside its pack: what deletes packs deletes them, too. */
const pickupsPrefix = 'pickups '
const pickupsOf = (event: string) => pickupsPrefix + event
const signedIn = () => readStoredUser()?.id ?? null

/** Without the network, nobody signed in may be a session that ended: that takes no list from a door. */
function isOwn(owner: string | null = null): boolean {
  const user = signedIn()
  return owner === null || user === null || owner === user
}

function createStore(database: IDBPDatabase<DoorSchema>, packSealer: Sealer, scanSealer: Sealer) {
  /** Reads rows of the log in the order of their numbers, without those that this browser's key does not open. */
  async function readRows<Logged>(
    rows: ScanRow[],
  ): Promise<(Logged & { seq: number; outcome: Outcome | null })[]> {
    const read = await Promise.all(
      rows.map(async (row) => {
        const text = await scanSealer.unseal(row.sealed, row.scan)
        if (text === null || row.seq === undefined) return null
        const kept = await database.get('outcomes', row.scan)
        return { ...(JSON.parse(text) as Logged), seq: row.seq, outcome: kept?.outcome ?? null }
      }),
    )
    return read.filter((entry) => entry !== null).sort((one, other) => one.seq - other.seq)
  }

  async function addRow(
    logged: LoggedScan | LoggedHandOver,
    outcome: Outcome | null,
    kind: Pick<ScanRow, 'isHandOver'>,
  ): Promise<number> {
    const { scan, event } = logged
    const sealed = await scanSealer.seal(JSON.stringify(logged), scan)
    const work = database.transaction(['scans', 'outcomes'], 'readwrite', { durability: 'strict' })
    const [seq] = await Promise.all([
      work.objectStore('scans').add({ scan, event, sealed, ...kind }),
      outcome && work.objectStore('outcomes').put({ scan, outcome }),
      work.done,
    ])
    return seq
  }

  return {
    /** Keeps a pack in place of the event's last one, for the account that is signed in. */
    async savePack(pack: StoredPack): Promise<void> {
      const { id, endsAt } = pack.content.event
      const sealed = await packSealer.seal(
        JSON.stringify({ ...pack, owner: signedIn() } satisfies OwnedPack),
        id,
      )
      const { madeAt } = pack.content
      await database.put('packs', { event: id, endsAt: Date.parse(endsAt), madeAt, sealed })
    },

    /** Notes that the pack of an event was still right at an instant, without writing all of it again. */
    async renewPack(event: string, madeAt: string): Promise<void> {
      const row = await database.get('packs', event)
      if (row) await database.put('packs', { ...row, madeAt })
    },

    /** Reads the pack of an event; null when there is none, its key was deleted, or it is another account's or of another format: then it is deleted. */
    async readPack(event: string): Promise<StoredPack | null> {
      const row = await database.get('packs', event)
      const text = row && (await packSealer.unseal(row.sealed, event))
      const { content, key, owner } = text ? (JSON.parse(text) as OwnedPack) : none
      const isReadable = content?.format === packFormat
      if (row && isReadable && key && isOwn(owner))
        return { key, content: { ...content, madeAt: row.madeAt } }
      if (row) await database.delete('packs', event)
      return null
    },

    /** Keeps the pickups of an event in place of the last ones, for the account that is signed in. */
    async savePickups(pickups: StoredPickups): Promise<void> {
      const { event, madeAt } = pickups.content
      const name = pickupsOf(event.id)
      const sealed = await packSealer.seal(JSON.stringify({ ...pickups, owner: signedIn() }), name)
      await database.put('packs', { event: name, endsAt: Date.parse(event.endsAt), madeAt, sealed })
    },

    /** Reads the pickups of an event; null as for `readPack`. */
    async readPickups(event: string): Promise<StoredPickups | null> {
      const name = pickupsOf(event)
      const row = await database.get('packs', name)
      const text = row && (await packSealer.unseal(row.sealed, name))
      const kept = text ? (JSON.parse(text) as StoredPickups & { owner: string | null }) : null
      if (kept && isOwn(kept.owner)) return kept
      if (row) await database.delete('packs', name)
      return null
    },

    /** Lists the events that have a pack. */
    async listEvents(): Promise<string[]> {
      return (await database.getAllKeys('packs')).filter((name) => !name.startsWith(pickupsPrefix))
    },

    /**
     * Adds a scan to the log. It is on the disk when this returns, so its result may be shown.
     * @param outcome `online` for a scan that the server decided
     * @returns its number: each is higher than the last one of this browser
     */
    append: (scan: LoggedScan, outcome: Outcome | null = null) => addRow(scan, outcome, {}),

    /** Adds a hand-over of goods to the log; as `append`. */
    appendHandOver: (hand: LoggedHandOver, outcome: Outcome | null = null) =>
      addRow(hand, outcome, { isHandOver: true }),

    /** Reads the log of an event in the order of its numbers. */
    async readLog(event: string): Promise<LogEntry[]> {
      const rows = await database.getAllFromIndex('scans', 'event', event)
      return readRows<LoggedScan>(rows.filter(({ isHandOver }) => !isHandOver))
    },

    /** Reads the hand-overs of goods of all events likewise. */
    async readHandOvers(): Promise<HandOverEntry[]> {
      const rows = await database.getAll('scans')
      return readRows<LoggedHandOver>(rows.filter(({ isHandOver }) => isHandOver))
    },

    /** Counts the scans of all events that wait for upload. */
    async countWaiting(): Promise<number> {
      return (await database.count('scans')) - (await database.count('outcomes'))
    },

    /** Lists the events that have scans that wait for upload. */
    async listWaitingEvents(): Promise<string[]> {
      const [rows, outcomes] = await Promise.all([database.getAll('scans'), database.getAllKeys('outcomes')])
      const settled = new Set(outcomes)
      return [...new Set(rows.filter(({ scan }) => !settled.has(scan)).map(({ event }) => event))]
    },

    /** Notes what the server said of scans. */
    async settle(outcomes: readonly { scan: string; outcome: Outcome }[]): Promise<void> {
      const work = database.transaction('outcomes', 'readwrite', { durability: 'strict' })
      await Promise.all([...outcomes.map((each) => work.store.put(each)), work.done])
    },

    /**
     * Deletes the packs of events that ended 12 hours ago, and of their scans those that the server has.
     * @param now milliseconds, by the phone's clock
     */
    async wipeEnded(now: number): Promise<void> {
      const work = database.transaction(['packs', 'scans', 'outcomes'], 'readwrite')
      const packs = await work.objectStore('packs').getAll()
      for (const { event, endsAt } of packs)
        if (endsAt + keptAfterEnd <= now) await work.objectStore('packs').delete(event)
      const open = new Set(await work.objectStore('packs').getAllKeys())
      const outcomes = new Set(await work.objectStore('outcomes').getAllKeys())
      for (const { seq, scan, event } of await work.objectStore('scans').getAll()) {
        if (seq === undefined || open.has(event) || open.has(pickupsOf(event)) || !outcomes.has(scan))
          continue
        await work.objectStore('scans').delete(seq)
        await work.objectStore('outcomes').delete(scan)
      }
      await work.done
    },

    /** Deletes every pack at once: after a log-out, or once the phone was locked. The log stays until the server has it. */
    async wipePacks(): Promise<void> {
      await database.clear('packs')
    },

    close: () => database.close(),
  }
}
