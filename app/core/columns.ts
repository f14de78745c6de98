import * as z from 'zod'

/** Kinds of columns that many answers of the database have. */

/** An instant as Postgres writes it into JSON: ISO 8601 with an offset. */
export const instant = z.iso.datetime({ offset: true })

/** Words that may be missing; empty ones count as missing. */
export const words = z
  .string()
  .nullable()
  .transform((text) => text || null)
