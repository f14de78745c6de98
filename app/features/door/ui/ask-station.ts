import * as z from 'zod'
import * as paths from '#core/paths.ts'
import type { FindPickup, HandOver } from '../pickup.schema.ts'
import { foundResponseSchema, handOverResponseSchema } from '../pickup.types.ts'

/** Outcome without a result: why the server refused, or `lost`: nobody knows whether it did what it was asked for. */
type NoResult = { problem: string } | { lost: true }

const refusalSchema = z.object({ message: z.string(), errors: z.array(z.object({ message: z.string() })) })

/** Sets how long a response may take, in milliseconds. */
const timeoutMs = 10_000

async function ask<Schema extends z.ZodType>(
  search: string,
  body: FindPickup | HandOver,
  schema: Schema,
): Promise<z.output<Schema> | NoResult> {
  try {
    const response = await fetch(paths.apiPickUp() + search, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      credentials: 'include',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status >= 500) return { lost: true }
    const content: unknown = await response.json()
    return response.ok ? schema.parse(content) : { problem: problemOf(content) }
  } catch {
    // No connection, no response in time, or one that was cut off.
    return { lost: true }
  }
}

/**
 * Looks up what to hand over.
 * @param search the query of the station's address
 */
export const lookUp = (search: string, of: FindPickup) => ask(search, of, foundResponseSchema)

/**
 * Sends a hand-over. A request that fails may have reached the server; sent again with the same scan it shows what was done.
 * @param search the query of the station's address
 */
export const sendHandOver = (search: string, of: HandOver) => ask(search, of, handOverResponseSchema)

function problemOf(body: unknown): string {
  const problem = refusalSchema.safeParse(body)
  if (!problem.success) return 'The server refused it.'
  return problem.data.errors[0]?.message ?? problem.data.message
}
