import * as z from 'zod'
import '#core/form-messages.ts'
import { longestQuery } from './search.rules.ts'

/** A question as an address carries it: blanks and what no keyboard writes become single spaces. */
export const searchQuerySchema = z
  .string()
  .transform((text) =>
    text
      .toWellFormed()
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim(),
  )
  .pipe(z.string().max(longestQuery, `Please use at most ${longestQuery} characters`))
