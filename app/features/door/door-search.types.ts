import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { scanResults } from '#core/scan-results.ts'
import { scanResponseSchema } from './door.types.ts'

/** Result of `find_at_door`: tickets with masked names, `M*** B.`; `result` is what a scan would answer now. */
export const foundAtDoorSchema = z.object({
  /** There are more than are listed: a longer name finds fewer. */
  isMore: z.boolean(),
  found: z.array(
    z.object({
      ticketId: z.uuid(),
      name: z.string(),
      typeName: z.string().nullable(),
      isVip: z.boolean(),
      result: z.enum(scanResults),
    }),
  ),
})
export type FoundAtDoor = z.output<typeof foundAtDoorSchema>

/** Result of `view_at_door`: one ticket in full, to check an ID against. */
export const personAtDoorSchema = z.object({
  ticketId: z.uuid(),
  name: z.string(),
  firstName: z.string().nullable(),
  typeName: z.string().nullable(),
  partOf: z.string().nullable(),
  isVip: z.boolean(),
  addOns: scanResponseSchema.shape.addOns,
  table: scanResponseSchema.shape.table,
  minAge: z.int(),
  ban: scanResponseSchema.shape.ban,
  orderCode: z.string(),
  /** The last 4 digits of the buyer's phone. */
  phoneEnd: z.string().nullable(),
  result: z.enum(scanResults),
  /** When, where and by whom the ticket was let in; left out while nobody is inside with it. */
  firstAt: instant.nullish(),
  firstGate: z.string().nullish(),
  firstBy: z.string().nullish(),
  /** A door manager may admit in spite of `result`. */
  mayOverride: z.boolean(),
  /** The check-in can be taken back now. */
  mayUndo: z.boolean(),
})
export type PersonAtDoor = z.output<typeof personAtDoorSchema>
