import * as z from 'zod'
import {
  type AdmittedGuests,
  type FoundGuests,
  type GuestsAnswer,
  guestsAnswerSchema,
} from '#core/door-guests.ts'
import * as paths from '#core/paths.ts'
import type { AskGuests } from '../guest-lists.schema.ts'

/** Outcome of a request: its response, why the server refused, or `lost`: nobody knows whether it did what it was asked for. */
export type Answer = { done: GuestsAnswer } | { problem: string } | { lost: true }

/** The part of a station that finds and admits guests, with the server or without it; `decided`: it was not lost on the way. */
export type GuestDesk = {
  findGuests(of: { event: string; q: string }): Promise<{ found: FoundGuests } | { trouble: string }>
  admitGuests(of: {
    event: string
    entry: string
    heads: number
    scan: string
    gate: string
    q: string
  }): Promise<{ admitted: AdmittedGuests; found: FoundGuests } | { trouble: string; decided: boolean }>
}

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
    if (response.ok) return { done: guestsAnswerSchema.parse(content) }
    const refused = refusalSchema.safeParse(content).data
    return { problem: refused?.errors[0]?.message ?? refused?.message ?? 'The server refused it.' }
  } catch {
    // No connection, no response in time, or one that was cut off.
    return { lost: true }
  }
}

/** Asks a desk, and the server for what it alone decides: an entry after the cutoff, and one that is taken back. */
export async function askDesk(desk: GuestDesk, of: AskGuests): Promise<Answer> {
  if (of.intent === 'undo' || (of.intent === 'admit' && of.reason !== undefined)) return askGuests(of)
  if (of.intent === 'find') {
    const sent = await desk.findGuests(of)
    return 'found' in sent ? { done: { found: sent.found, admitted: null } } : { problem: sent.trouble }
  }
  const { event, entry, heads, scan, gate, q } = of
  const sent = await desk.admitGuests({ event, entry, heads: Number(heads), scan, gate, q })
  if ('admitted' in sent) return { done: sent }
  return sent.decided ? { problem: sent.trouble } : { lost: true }
}
