import * as z from 'zod'
import '#core/form-messages.ts'
import { isPlainText, strangeText } from '#core/plain-text.ts'

const id = z.uuid().nullable().catch(null).default(null)
const reload = 'Please reload the page and try again'

/** The station that an address names: an event, or the point of a store day. */
export const stationQuerySchema = z.object({ event: id, point: id })
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

/** Request of the open page of a station. */
export const askStationSchema = z.discriminatedUnion('intent', [findPickupSchema, handOverSchema])
