import { randomUUID } from 'node:crypto'
import { type PackGuestRow, type PackTicketRow, packFormat, packStandings } from '../pack.types.ts'
import type { PackContent } from './pack-content.ts'
import { fromHex, hashOf, codeHashOf as hashOfCode, uuidBytes } from './read-code.ts'

const hour = 3_600_000

/** A ticket for a pack that a test makes. */
export type FixtureTicket = {
  id: string
  code: string
  generation?: number
  standing?: PackContent['standings'][number]
  name?: string
  flags?: number
  isInside?: boolean
  /** How often it left. */
  exits?: number
  /** 1 + the place of its zone. */
  zone?: number
  /** Tickets with the same may come in together; alone when left out. */
  group?: string
}

/** A name on a guest list likewise. */
export type FixtureGuest = {
  id: string
  name?: string
  plusOnes?: number
  arrived?: number
}

export type FixturePack = {
  event?: Partial<PackContent['event']>
  ticketKey?: PackContent['ticketKey']
  madeAt?: string
  version?: number
  isDelta?: boolean
  tickets?: FixtureTicket[]
  retired?: string[]
  gates?: PackContent['gates']
  zones?: PackContent['zones']
  guests?: FixtureGuest[]
  /** Hours from now until the guest list closes. */
  listClosesIn?: number
}

export const guestListId = 'a1a4d3a2-6a3c-4f4e-9a3f-2b1d3c4e5f60'

export const typeId = 'b7b4d3a2-6a3c-4f4e-9a3f-2b1d3c4e5f60'
const salt = '00112233445566778899aabbccddeeff'
const saltBytes = fromHex(salt)
const noKey: PackContent['ticketKey'] = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
}

/** Hashes a typed code as the pack of `packContent` has it. */
export const codeHashOf = (code: string) => hashOfCode(saltBytes, code)
/** Hashes a ticket's id likewise. */
export const idHashOf = (id: string) => hashOf(saltBytes, uuidBytes(id))

/** Makes the content of a pack in the shape in which the server sends it: an event with doors in an hour unless options say otherwise. */
export async function packContent(of: FixturePack = {}): Promise<PackContent> {
  const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
  const rows = (of.tickets ?? []).map(
    async (ticket): Promise<PackTicketRow> => [
      await idHashOf(ticket.id),
      await codeHashOf(ticket.code),
      ticket.generation ?? 1,
      0,
      packStandings.indexOf(ticket.standing ?? 'ok'),
      ticket.name ?? 'Mia B.',
      ticket.flags ?? 0,
      ticket.isInside ? 1 + (ticket.exits ?? 0) : 0 - (ticket.exits ?? 0),
      ticket.zone ?? 0,
      ticket.group ?? (await idHashOf(ticket.id)).slice(0, 7),
    ],
  )
  const guests = (of.guests ?? []).map(
    async (guest): Promise<PackGuestRow> => [
      await idHashOf(guest.id),
      0,
      guest.name ?? 'Ana B.',
      1 + (guest.plusOnes ?? 0),
      guest.arrived ?? 0,
    ],
  )
  return {
    format: packFormat,
    version: of.version ?? 1,
    isDelta: of.isDelta ?? false,
    madeAt: of.madeAt ?? new Date().toISOString(),
    event: {
      id: randomUUID(),
      title: 'Night of drums',
      timeZone: 'America/New_York',
      status: 'published',
      doorsAt: inHours(1),
      startsAt: inHours(2),
      endsAt: inHours(7),
      minAge: 0,
      isTest: false,
      reentries: 0,
      ...of.event,
    },
    ticketKey: of.ticketKey ?? noKey,
    salt,
    standings: [...packStandings],
    types: [{ id: typeId, name: 'Entry' }],
    zones: of.zones ?? [],
    gates: of.gates ?? [],
    tickets: await Promise.all(rows),
    retired: await Promise.all((of.retired ?? []).map(codeHashOf)),
    guestLists: {
      currency: 'USD',
      lists: [
        {
          id: guestListId,
          name: 'House',
          kind: 'free',
          closesAt: inHours(of.listClosesIn ?? 6),
          priceCents: 0,
          latePriceCents: null,
        },
      ],
      guests: await Promise.all(guests),
    },
  }
}
