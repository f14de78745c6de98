import * as z from 'zod'
import * as paths from '#core/paths.ts'
import type { AskGuests } from '../guest-lists.schema.ts'
import { type DoorGuests, doorGuestsSchema } from '../guest-lists.types.ts'

/** Outcome of a request: its response, why the server refused, or `lost`: nobody knows whether it did what it was asked for. */
type Answer = { done: DoorGuests } | { problem: string } | { lost: true }

const refusalSchema = z.object({ message: z.string(), errors: z.array(z.object({ message: z.string() })) })

/** Sets how long a response may take, in milliseconds. */
const timeoutMs = 10_000

/**
 * Sends a request of the guest lists' page. One that fails may have reached the server; sent again with the same `scan` it gets the same
 * response.
 */
export async function askGuests(body: AskGuests): Promise<Answer> {
  try {
    const response = await fetch(paths.apiDoorGuests(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      credentials: 'include',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status >= 500) return { lost: true }
    const content: unknown = await response.json()
    if (response.ok) return { done: doorGuestsSchema.parse(content) }
    const refused = refusalSchema.safeParse(content).data
    return { problem: refused?.errors[0]?.message ?? refused?.message ?? 'The server refused it.' }
  } catch {
    // No connection, no response in time, or one that was cut off.
    return { lost: true }
  }
}
