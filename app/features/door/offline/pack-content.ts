import type * as z from 'zod'
import {
  type PackGuestRow,
  type PackTicketRow,
  packFlags,
  packSchema,
  type SignedPack,
} from '../pack.types.ts'
import type { Known, OwnKnown, PackTicket } from './decision.rules.ts'
import { fromBase64Url, openVerifier, type PublicKey } from './ed25519.ts'
import type { PackGuest } from './guests.rules.ts'

/** What a pack holds: what a phone decides by. */
export type PackContent = z.output<typeof packSchema>

/** Why a pack is not used. */
export class PackError extends Error {}

/**
 * Verifies and reads a pack.
 * @param key the event's pack key, as it was pinned
 * @throws PackError when the signature or the content is wrong
 */
export async function openPack(
  { payload, signature }: Omit<SignedPack, 'key'>,
  key: PublicKey,
): Promise<PackContent> {
  const verify = await openVerifier(key)
  if (!(await verify(fromBase64Url(signature), new TextEncoder().encode(payload))))
    throw new PackError('The signature of the pack is wrong.')
  const content = packSchema.safeParse(JSON.parse(payload))
  if (!content.success) throw new PackError('The pack has another format.')
  return content.data
}

/** Returns the pack with the changes of a delta. Standings and types are the delta's: its rows refer to them. */
export function mergePack(base: PackContent, delta: PackContent): PackContent {
  if (!delta.isDelta) return delta
  const rows = new Map(base.tickets.map((row) => [row[0], renumbered(row, base, delta)]))
  for (const row of delta.tickets) rows.set(row[0], row)
  const retired = [...new Set([...base.retired, ...delta.retired])]
  return {
    ...delta,
    isDelta: false,
    tickets: [...rows.values()],
    retired,
    guestLists: mergeGuests(base.guestLists, delta.guestLists),
  }
}

type GuestLists = PackContent['guestLists']

/** Returns the names with the changes of a delta, without those that were taken off. Lists are the delta's: its rows refer to them. */
function mergeGuests(base: GuestLists, delta: GuestLists): GuestLists {
  const placeOf = (list: number) => delta.lists.findIndex(({ id }) => id === base.lists[list]?.id)
  const kept = base.guests.map(([hash, list, ...rest]): PackGuestRow => [hash, placeOf(list), ...rest])
  const rows = new Map([...kept, ...delta.guests].map((row) => [row[0], row]))
  return { ...delta, guests: [...rows.values()].filter(([, list, , heads]) => list >= 0 && heads > 0) }
}

/** Returns whether a delta has nothing that its base does not have, apart from its version and its time. */
export function changesNothing(base: PackContent, delta: PackContent): boolean {
  const rows = [delta.tickets, delta.retired, delta.guestLists.guests]
  const isEmpty = rows.every(({ length }) => length === 0)
  const factsOf = ({ event, zones, gates, guestLists }: PackContent) =>
    JSON.stringify([event, zones, gates, guestLists.lists])
  return delta.isDelta && isEmpty && factsOf(base) === factsOf(delta)
}

/** Returns a row whose indexes of type, standing and zone are those of another pack. */
function renumbered(row: PackTicketRow, from: PackContent, to: PackContent): PackTicketRow {
  const [idHash, codeHash, generation, typeIndex, standingIndex, guestName, flags, moves, zonePlace, group] =
    row
  const zone = 1 + to.zones.findIndex(({ id }) => id === from.zones[zonePlace - 1]?.id)
  const type = to.types.findIndex(({ id }) => id === from.types[typeIndex]?.id)
  const name = from.standings[standingIndex]
  const standing = name === undefined ? -1 : to.standings.indexOf(name)
  return [idHash, codeHash, generation, type, standing, guestName, flags, moves, zone, group]
}

/**
 * Indexes a pack for look-ups.
 * @param own finds what this phone itself did with a ticket
 */
export function knownOf(content: PackContent, own: OwnKnown): Known {
  const byId = new Map(content.tickets.map((row) => [row[0], row]))
  const byCode = new Map<string, PackTicketRow | null>()
  // Of two tickets whose codes have one hash the phone can't tell which was typed.
  for (const row of content.tickets) byCode.set(row[1], byCode.has(row[1]) ? null : row)
  // Made for the first scan that asks: a pack is taken every minute, and most of them while the server decides.
  let groups: ReadonlyMap<string, PackTicketRow[]> | undefined
  const retired = new Set(content.retired)
  const gates = new Map(content.gates.map((gate) => [gate.name.toLowerCase(), gate]))
  const { status, isTest, minAge, reentries, doorsAt, endsAt } = content.event
  const ticketOf = (row: PackTicketRow | null | undefined) => (row ? readRow(row, content) : undefined)
  return {
    event: { status, isTest, minAge, reentries, doorsAt: Date.parse(doorsAt), endsAt: Date.parse(endsAt) },
    madeAt: Date.parse(content.madeAt),
    typesOf: (gate) => gates.get(gate.toLowerCase())?.types ?? null,
    zoneOf: (gate) => gates.get(gate.toLowerCase())?.zoneId ?? null,
    byId: (idHash) => ticketOf(byId.get(idHash)),
    byCode: (codeHash) => ticketOf(byCode.get(codeHash)),
    inGroup: (group) => {
      groups ??= groupsOf(content)
      return (groups.get(group) ?? []).map((row) => readRow(row, content))
    },
    isRetired: (codeHash) => retired.has(codeHash),
    ...own,
  }
}

function groupsOf({ tickets }: PackContent): Map<string, PackTicketRow[]> {
  const groups = new Map<string, PackTicketRow[]>()
  for (const row of tickets) {
    const group = groups.get(row[9])
    if (group) group.push(row)
    else groups.set(row[9], [row])
  }
  return groups
}

/** Reads the names on the guest lists of a pack. */
export function guestsOf({ guestLists: { lists, guests } }: PackContent): PackGuest[] {
  return guests.flatMap(([hash, place, name, heads, arrived]) => {
    const list = lists[place]
    if (!list || heads === 0) return []
    return [
      {
        hash,
        name,
        heads,
        arrived,
        list: { id: list.id, name: list.name, closesAt: Date.parse(list.closesAt) },
      },
    ]
  })
}

function readRow(row: PackTicketRow, { types, standings: names, zones }: PackContent): PackTicket {
  const [idHash, , generation, typeIndex, standingIndex, name, flags, moves, zone, group] = row
  const type = types[typeIndex]
  return {
    idHash,
    generation,
    typeId: type?.id ?? '',
    typeName: type?.name ?? '',
    // A standing that this phone cannot read admits nobody.
    standing: names[standingIndex] ?? 'blocked',
    name,
    isVip: (flags & packFlags.vip) !== 0,
    needsAttention: (flags & packFlags.attention) !== 0,
    needsAge: (flags & packFlags.age) !== 0,
    hasAddOns: (flags & packFlags.addOns) !== 0,
    isInside: moves > 0,
    exits: moves > 0 ? moves - 1 : 0 - moves,
    zoneId: zones[zone - 1]?.id ?? null,
    group,
  }
}
