import type * as z from 'zod'
import { type PackTicketRow, packFlags, packSchema, type SignedPack } from '../pack.types.ts'
import type { Known, PackTicket } from './decision.rules.ts'
import { fromBase64Url, openVerifier, type PublicKey } from './ed25519.ts'

/** The part of a pack that a phone keeps: the names on guest lists need the server, so they are left out. */
const contentSchema = packSchema.omit({ guestLists: true })
export type PackContent = z.output<typeof contentSchema>

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
  const content = contentSchema.safeParse(JSON.parse(payload))
  if (!content.success) throw new PackError('The pack has another format.')
  return content.data
}

/** Returns the pack with the changes of a delta. Standings and types are the delta's: its rows refer to them. */
export function mergePack(base: PackContent, delta: PackContent): PackContent {
  if (!delta.isDelta) return delta
  const rows = new Map(base.tickets.map((row) => [row[0], renumbered(row, base, delta)]))
  for (const row of delta.tickets) rows.set(row[0], row)
  const retired = [...new Set([...base.retired, ...delta.retired])]
  return { ...delta, isDelta: false, tickets: [...rows.values()], retired }
}

/** Returns whether a delta has nothing that its base does not have, apart from its version and its time. */
export function changesNothing(base: PackContent, delta: PackContent): boolean {
  const isEmpty = delta.tickets.length === 0 && delta.retired.length === 0
  const factsOf = ({ event, zones, gates }: PackContent) => JSON.stringify([event, zones, gates])
  return delta.isDelta && isEmpty && factsOf(base) === factsOf(delta)
}

/** Returns a row whose indexes of type and standing are those of another pack. */
function renumbered(row: PackTicketRow, from: PackContent, to: PackContent): PackTicketRow {
  const [idHash, codeHash, generation, typeIndex, standingIndex, ...rest] = row
  const type = to.types.findIndex(({ id }) => id === from.types[typeIndex]?.id)
  const name = from.standings[standingIndex]
  const standing = name === undefined ? -1 : to.standings.indexOf(name)
  return [idHash, codeHash, generation, type, standing, ...rest]
}

/**
 * Indexes a pack for look-ups.
 * @param own finds what this phone itself did with a ticket
 */
export function knownOf(content: PackContent, own: Pick<Known, 'lastMove' | 'exitsOf'>): Known {
  const byId = new Map(content.tickets.map((row) => [row[0], row]))
  const byCode = new Map(content.tickets.map((row) => [row[1], row]))
  const retired = new Set(content.retired)
  const gates = new Map(content.gates.map((gate) => [gate.name.toLowerCase(), gate]))
  const { status, isTest, minAge, reentries, doorsAt, endsAt } = content.event
  const ticketOf = (row: PackTicketRow | undefined) => row && readRow(row, content)
  return {
    event: { status, isTest, minAge, reentries, doorsAt: Date.parse(doorsAt), endsAt: Date.parse(endsAt) },
    madeAt: Date.parse(content.madeAt),
    typesOf: (gate) => gates.get(gate.toLowerCase())?.types ?? null,
    zoneOf: (gate) => gates.get(gate.toLowerCase())?.zoneId ?? null,
    byId: (idHash) => ticketOf(byId.get(idHash)),
    byCode: (codeHash) => ticketOf(byCode.get(codeHash)),
    isRetired: (codeHash) => retired.has(codeHash),
    ...own,
  }
}

function readRow(row: PackTicketRow, { types, standings: names }: PackContent): PackTicket {
  const [idHash, , generation, typeIndex, standingIndex, name, flags, moves] = row
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
  }
}
