import * as z from 'zod'
import type { Env } from './env.server.ts'

/** Time limit of one read, in milliseconds. */
const timeout = 2000

/**
 * Reads how many times texts of people were changed or taken away.
 * @throws when the database does not answer in time
 */
export async function readTakedowns(env: Env): Promise<string> {
  const response = await fetch(`${env.SUPABASE_URL}/rest/v1/rpc/read_post_takedowns`, {
    method: 'POST',
    headers: { apikey: env.SUPABASE_SECRET_KEY, authorization: `Bearer ${env.SUPABASE_SECRET_KEY}` },
    signal: AbortSignal.timeout(timeout),
  })
  if (!response.ok) throw new Error(`read_post_takedowns: status ${response.status}`)
  return String(z.int().parse(await response.json()))
}
