import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { type ScanAnswer, scanResults } from './door.types.ts'

export const countersSchema = z
  .object({ tickets: z.int(), in_now: z.int(), admitted: z.int(), remaining: z.int() })
  .transform((row) => ({
    tickets: row.tickets,
    inNow: row.in_now,
    admitted: row.admitted,
    remaining: row.remaining,
  }))

/** What the database answers to a scan. */
export const checkedInSchema = z
  .object({
    result: z.enum(scanResults),
    bounce: z.boolean(),
    first_name: z.string().nullish(),
    type_name: z.string().nullish(),
    min_age: z.number().nullish(),
    first_at: instant.nullish(),
    first_gate: z.string().nullish(),
    first_by: z.string().nullish(),
    server_now: instant,
    counters: countersSchema,
  })
  .transform(
    (row): ScanAnswer => ({
      result: row.result,
      bounce: row.bounce,
      firstName: row.first_name || null,
      typeName: row.type_name || null,
      minAge: row.min_age ?? 0,
      firstAt: row.first_at ?? null,
      firstGate: row.first_gate || null,
      firstBy: row.first_by || null,
      serverNow: row.server_now,
      counters: row.counters,
    }),
  )

/** What the API answers to a scanner: the same, as the browser reads it. */
export const scanAnswerSchema: z.ZodType<ScanAnswer> = z.object({
  result: z.enum(scanResults),
  bounce: z.boolean(),
  firstName: z.string().nullable(),
  typeName: z.string().nullable(),
  minAge: z.number(),
  firstAt: z.string().nullable(),
  firstGate: z.string().nullable(),
  firstBy: z.string().nullable(),
  serverNow: z.string(),
  counters: z.object({ tickets: z.int(), inNow: z.int(), admitted: z.int(), remaining: z.int() }),
})
