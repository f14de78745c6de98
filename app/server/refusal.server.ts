import * as z from 'zod'
import { type Facts, isRefusalCode } from '#core/refusals.ts'
import type { Refusal } from '#core/result.ts'

const errorSchema = z.object({
  code: z.literal('refused'),
  message: z.string(),
  details: z.string().nullish(),
})
const factsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

/**
 * Reads the refusal in an error of the Data API.
 * @param error what supabase-js gave as `error`
 * @returns the refusal, or null when the error is none (then it is a breakdown: throw it)
 */
export function refusalOf(error: unknown): Refusal | null {
  const refused = errorSchema.safeParse(error)
  if (!refused.success || !isRefusalCode(refused.data.message)) return null
  return { code: refused.data.message, facts: readFacts(refused.data.details) }
}

function readFacts(details: string | null | undefined): Facts {
  if (!details) return {}
  try {
    return factsSchema.safeParse(JSON.parse(details)).data ?? {}
  } catch {
    return {}
  }
}
