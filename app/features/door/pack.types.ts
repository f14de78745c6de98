import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { guestListKinds } from '#core/door-guests.ts'

/**
 * The results that a ticket of a pack would get from `check_in`, apart from its generation, the time and being inside; rows name it by
 * its place.
 */
export const packStandings = [
  'ok',
  'void_refunded',
  'void_cancelled',
  'blocked',
  'unpaid',
  'test_ticket',
  'in_transfer',
  'listed',
  'old_code',
] as const

/** Bits of a ticket's flags. */
export const packFlags = { vip: 1, attention: 2, age: 4, addOns: 8 } as const

/** A hash of 84 bits: the first 14 characters of salted SHA-256, base64url. */
type Hash = string
/** A hash of 30 bits: the first 5 of them. */
type CodeHash = string
/** A hash of 42 bits, the first 7 of them: the same for the tickets of an order that one person holds. */
type GroupHash = string
/**
 * idHash, codeHash, generation, place of its type, place of its standing, name, flags, moves: 0 was never in, 1 + n is in and left n
 * times before, -n left n times and is out; zone: 1 + the place of the zone that it is in, 0 for none; group.
 */
export type PackTicketRow = [
  Hash,
  CodeHash,
  number,
  number,
  number,
  string,
  number,
  number,
  number,
  GroupHash,
]
/** entryHash, place of its list, name, heads (0: taken off the list), arrived. */
export type PackGuestRow = [Hash, number, string, number, number]

const row = <Row extends unknown[]>(kinds: string) =>
  // Checked by hand: thousands of them through a schema of each cell take a second.
  z.custom<Row>(
    (value) =>
      Array.isArray(value) && value.map((cell) => (typeof cell === 'string' ? 's' : 'n')).join('') === kinds,
  )

/** The format of packs: a phone keeps none of another. */
export const packFormat = 3

/** Result of `read_door_pack`: what the server signs, after it has added the key of the event's tickets. */
export const unsignedPackSchema = z.object({
  format: z.literal(packFormat),
  /** Grows; ask for what changed since it. */
  version: z.int(),
  isDelta: z.boolean(),
  madeAt: instant,
  event: z.object({
    id: z.uuid(),
    title: z.string(),
    timeZone: z.string(),
    status: z.string(),
    doorsAt: instant,
    startsAt: instant,
    endsAt: instant,
    minAge: z.int(),
    isTest: z.boolean(),
    /** How often a ticket may come in again; 0: never. */
    reentries: z.int(),
  }),
  salt: z.string().regex(/^([0-9a-f]{2})+$/),
  standings: z.array(z.enum(packStandings)),
  types: z.array(z.object({ id: z.uuid(), name: z.string() })),
  zones: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** `types` null: the gate admits each. */
  gates: z.array(
    z.object({ name: z.string(), zoneId: z.uuid().nullable(), types: z.array(z.uuid()).nullable() }),
  ),
  tickets: z.array(row<PackTicketRow>('ssnnnsnnns')),
  /** Hashes of codes that tickets had before they were reissued. */
  retired: z.array(z.string()),
  guestLists: z.object({
    currency: z.string(),
    lists: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        kind: z.enum(guestListKinds),
        closesAt: instant,
        priceCents: z.int(),
        /** Price after the cutoff, where a door manager may admit then; null for a list that is closed. */
        latePriceCents: z.int().nullable(),
      }),
    ),
    guests: z.array(row<PackGuestRow>('snsnn')),
  }),
})

/** The public key of Ed25519 as a JSON Web Key. */
export const keySchema = z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })

/** The payload of a pack: what a phone decides by without a network. */
export const packSchema = unsignedPackSchema.extend({
  /** Verifies the codes of the event's tickets. */
  ticketKey: keySchema,
})
export type Pack = z.output<typeof packSchema>

/** The response of `GET /api/door/pack`: the payload as it was signed, and the key, which a phone pins with its first pack. */
export const signedPackSchema = z.object({
  payload: z.string(),
  /** Ed25519 over the bytes of the payload, base64url. */
  signature: z.string(),
  key: keySchema,
})
export type SignedPack = z.output<typeof signedPackSchema>
