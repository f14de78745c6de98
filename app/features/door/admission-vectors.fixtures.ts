import * as z from 'zod'
import { guestResults } from '#core/door-guests.ts'
import vectors from './admission-vectors.json' with { type: 'json' }
import groups from './group-vectors.json' with { type: 'json' }
import guests from './guest-vectors.json' with { type: 'json' }
import { packStandings } from './pack.types.ts'

const eventSchema = z.strictObject({
  /** Hours from now. */
  doorsIn: z.number().default(1),
  hoursLong: z.number().default(6),
  status: z.enum(['published', 'postponed', 'archived']).default('published'),
})

const ticketSchema = z.strictObject({
  standing: z.enum(packStandings).default('ok'),
  generation: z.int().default(1),
  isInside: z.boolean().default(false),
  /** How often it left; out since, unless it is inside. */
  exits: z.int().default(0),
  /** The zone that it is in: that of the gate `Zone`, or another one. */
  zone: z.enum(['Zone', 'Hall']).optional(),
})

/** The gate: without a rule, for the ticket's type alone, for another type alone, or to a zone. */
const gateSchema = z.enum(['Main', 'Own', 'Others', 'Zone']).default('Main')

const vectorSchema = z.strictObject({
  name: z.string(),
  event: eventSchema
    .extend({
      isTest: z.boolean().default(false),
      reentries: z.int().default(0),
    })
    .prefault({}),
  ticket: ticketSchema.prefault({}),
  gate: gateSchema,
  action: z.enum(['admit', 'exit']).default('admit'),
  /** The code that is read: the signed code, the typed one, one that was replaced, one of nobody, or what is no code of this event. */
  reading: z
    .enum(['signed', 'typed', 'retired', 'nobody', 'stranger', 'unknown', 'bad_signature', 'other_event'])
    .default('signed'),
  /** The generation in the signed code; the ticket's own when left out. */
  readGeneration: z.int().optional(),
  /** The answer of `check_in`. */
  result: z.string(),
  /** The answer of a phone without a network where it cannot know better; the same when left out. */
  offline: z.string().optional(),
})
export type AdmissionVector = z.output<typeof vectorSchema>

/** Cases of admitting, which the door decides the same with and without the network. */
export const admissionVectors: AdmissionVector[] = z.array(vectorSchema).parse(vectors)

const guestVectorSchema = z.strictObject({
  name: z.string(),
  event: eventSchema.prefault({}),
  guest: z
    .strictObject({
      plusOnes: z.int().default(0),
      arrived: z.int().default(0),
      /** Hours from now until its list closes. */
      closesIn: z.number().default(3),
    })
    .prefault({}),
  /** How many come in. */
  heads: z.int().default(1),
  /** The answer of `admit_guests`, and of a phone without a network. */
  result: z.enum(guestResults),
})
export type GuestVector = z.output<typeof guestVectorSchema>

/** Cases of admitting guests of a list, which the door decides the same with and without the network. */
export const guestVectors: GuestVector[] = z.array(guestVectorSchema).parse(guests)

const groupVectorSchema = z.strictObject({
  name: z.string(),
  event: eventSchema.extend({ reentries: z.int().default(0) }).prefault({}),
  /** Tickets of one order, unless their holder says otherwise; the first one is read. */
  tickets: z
    .array(
      ticketSchema.extend({
        /** buyer: as it was bought; other: handed on to somebody, the same for each; stranger: of another order. */
        holder: z.enum(['buyer', 'other', 'stranger']).default('buyer'),
      }),
    )
    .prefault([{}, {}, {}, {}]),
  gate: gateSchema,
  reading: z.enum(['signed', 'typed']).default('signed'),
  /** The generation in the signed code; the ticket's own when left out. */
  readGeneration: z.int().optional(),
  /** The places of the tickets that are admitted together; all when left out. */
  chosen: z.array(z.int()).optional(),
  /** The places of those that a scan of the first one offers. */
  offered: z.array(z.int()),
  /** What becomes of each that is chosen, or why of none. */
  result: z.union([z.array(z.string()), z.enum(['group_closed', 'not_found'])]),
})
export type GroupVector = z.output<typeof groupVectorSchema>

/** Cases of admitting several tickets of an order, which the door decides the same with and without the network. */
export const groupVectors: GroupVector[] = z.array(groupVectorSchema).parse(groups)
