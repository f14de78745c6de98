import * as z from 'zod'
import '#core/form-messages.ts'
import { isPlainText, strangeText } from '#core/plain-text.ts'
import { gateSchema } from '../door.schema.ts'

const id = z.uuid().nullable().catch(null).default(null)
const reload = 'Please reload the page and try again'

/** The station that an address names: an event, or the point of a store day; and its own name, as its staff typed it. */
export const stationQuerySchema = z.object({ event: id, point: id, gate: gateSchema.catch('').default('') })
export type StationQuery = z.output<typeof stationQuerySchema>

/** Asks what to hand over: a scanned or typed code, the code of an order, or a name. */
export const findPickupSchema = z.object({
  intent: z.literal('find'),
  code: z
    .string('Enter a code or a name')
    .trim()
    .min(1, 'Enter a code or a name')
    .max(2000, 'This code is too long')
    .refine(isPlainText, strangeText),
})
export type FindPickup = z.output<typeof findPickupSchema>

/** Hands over what was found. `scan` names it: sending it again hands nothing over twice. */
export const handOverSchema = z.object({
  intent: z.literal('hand'),
  item: z.array(z.uuid(reload)).min(1, 'Choose what you hand over').max(50, reload),
  scan: z.uuid(reload),
  device: z.uuid(reload).optional(),
})
export type HandOver = z.output<typeof handOverSchema>

/** Says what became of a hand-over in conflict. */
export const resolveHandOverSchema = z.object({
  intent: z.literal('resolve'),
  scan: z.uuid(reload),
  item: z.uuid(reload),
  outcome: z.enum(['same', 'returned', 'missing'], 'Choose what happened'),
})
export type ResolveHandOver = z.output<typeof resolveHandOverSchema>

/** Names the pack of an event's pickups, and the phone that asks for it. */
export const pickupPackQuerySchema = z.object({ event: z.uuid(), device: z.uuid() })

/** Most hand-overs of one upload. */
export const handOverLimit = 100

/** The upload of a phone that handed goods over without a network: `POST /api/door/hand-overs`. */
export const handOversSchema = z.strictObject({
  event: z.uuid(),
  device: z.uuid(),
  /** Milliseconds of the server's clock minus the phone's, as the phone measured it. */
  clockOffsetMs: z
    .number(reload)
    .min(-86_400_000, reload)
    .max(86_400_000, reload)
    .default(0)
    .transform(Math.round),
  hands: z
    .array(
      z.strictObject({
        /** Names the hand-over: sent again, it is known. */
        scan: z.uuid(),
        /** Counts the entries of the phone's log. */
        seq: z.int(reload).min(0, reload).max(2_000_000_000, reload),
        /** When it happened, by the phone's clock. */
        at: z.iso.datetime({ offset: true }),
        gate: gateSchema.default(''),
        /** Ids of the fulfilments. */
        items: z.array(z.uuid()).min(1, reload).max(50, reload),
      }),
    )
    .max(handOverLimit, reload),
})
export type HandOvers = z.output<typeof handOversSchema>

/** Request of the open page of a station. */
export const askStationSchema = z.discriminatedUnion('intent', [findPickupSchema, handOverSchema])
