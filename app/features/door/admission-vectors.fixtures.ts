import * as z from 'zod'
import vectors from './admission-vectors.json' with { type: 'json' }
import { packStandings } from './pack.types.ts'

const vectorSchema = z.strictObject({
  name: z.string(),
  event: z
    .strictObject({
      /** Hours from now. */
      doorsIn: z.number().default(1),
      hoursLong: z.number().default(6),
      status: z.enum(['published', 'postponed', 'archived']).default('published'),
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
