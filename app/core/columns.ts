import * as z from 'zod'
import type { Handling } from './handling.ts'

/** Parses an instant as Postgres writes it into JSON: ISO 8601 with an offset. */
export const instant = z.iso.datetime({ offset: true })

/** Describes `private.handling_days()`. Apart from its words (`handling.ts`), so that pages which print them need no schema. */
export const handlingSchema: z.ZodType<Handling> = z.object({ min: z.int(), max: z.int() }).nullable()
