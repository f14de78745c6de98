import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { zoneSchema } from '../door.types.ts'

/** Result of `read_occupancy`; null for an event that is not there. */
export const occupancySchema = z
  .object({
    event: z.object({ id: z.uuid(), title: z.string(), timeZone: z.string() }),
    /** True for door managers, who recount and lift holds. */
    mayDecide: z.boolean(),
    /** Everybody in the house, in zones and outside of them. */
    inNow: z.int(),
    zones: z.array(zoneSchema),
    /** The last clicks and recounts, newest first. */
    changes: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(['click', 'recount']),
        zone: z.string(),
        change: z.int(),
        /** How many a recount found. */
        counted: z.int().nullable(),
        reason: z.string().nullable(),
        at: instant,
        by: z.string().nullable(),
      }),
    ),
    serverNow: instant,
  })
  .nullable()
export type Occupancy = NonNullable<z.output<typeof occupancySchema>>

/** Result of `store_clicks`, and the response of `POST /api/door/clicks`. */
export const countedSchema = z.object({ inNow: z.int(), zones: z.array(zoneSchema) })
export type Counted = z.output<typeof countedSchema>
