import * as z from 'zod'
import { guestResults } from '#core/door-guests.ts'
import vectors from './admission-vectors.json' with { type: 'json' }
import guests from './guest-vectors.json' with { type: 'json' }
import { packStandings } from './pack.types.ts'

const eventSchema = z.strictObject({
  /** Hours from now. */
  doorsIn: z.number().default(1),
  hoursLong: z.number().default(6),
  status: z.enum(['published', 'postponed', 'archived']).default('published'),
})

const vectorSchema = z.strictObject({
  name: z.string(),
  event: eventSchema
    .extend({
      isTest: z.boolean().default(false),
      reentries: z.int().default(0),
    })
    .prefault({}),
  ticket: z
    .strictObject({
      standing: z.enum(packStandings).default('ok'),
      generation: z.int().default(1),
      isInside: z.boolean().default(false),
      /** How often it left; out since, unless it is inside. */
      exits: z.int().default(0),
      /** The zone that it is in: that of the gate `Zone`, or another one. */
      zone: z.enum(['Zone', 'Hall']).optional(),
    })
    .prefault({}),
  /** The gate: without a rule, for the ticket's type alone, for another type alone, or to a zone. */
  gate: z.enum(['Main', 'Own', 'Others', 'Zone']).default('Main'),
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
