import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import * as z from 'zod'

/** Parts of random lives: numbers that a seed determines, and calls over a connection of a lane's own. */

/** Returns a generator of numbers from 0 up to 1 that a seed determines. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const refusalSchema = z.object({ code: z.string(), message: z.string(), details: z.string() })

/**
 * Calls functions over a connection of the lane's own, as somebody with a session or, without claims, as the server: the same
 * functions as through the API, without its round trips.
 */
export function callerOf(lane: Sql, claims: string | null): SupabaseClient {
  const rpc = async (name: string, args: Record<string, unknown>) => {
    const names = Object.keys(args)
    const query = `select public.${name}(${names.map((key, place) => `${key} => $${place + 1}`).join(', ')}) as result`
    try {
      const data = await lane.begin(async (tx) => {
        await tx`select set_config('request.jwt.claims', ${claims ?? ''}, true)`
        const [row] = await tx.unsafe(query, Object.values(args) as never[], { prepare: true })
        return row?.result
      })
      return { data, error: null }
    } catch (error) {
      const { code, message } = z.object({ code: z.string(), message: z.string() }).parse(error)
      if (code !== 'PGRST') return { data: null, error: { code, message, details: '' } }
      return { data: null, error: refusalSchema.parse(JSON.parse(message)) }
    }
  }
  // Only this method of a client is used.
  return { rpc } as unknown as SupabaseClient
}
