/**
 * The minute's housekeeping, for a schedule outside the site (on hosted: pg_cron with pg_net). Only the project's secret
 * key may call it; the work is one SQL function that does no harm when called twice.
 */
import { timingSafeEqual } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'

const keys: { default: string } = JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS') ?? '{}')
const database = createClient(Deno.env.get('SUPABASE_URL') ?? '', keys.default, {
  auth: { persistSession: false, autoRefreshToken: false },
})

function isSecretKey(given: string | null): boolean {
  const encoder = new TextEncoder()
  const left = encoder.encode(given ?? '')
  const right = encoder.encode(keys.default)
  return left.length === right.length && timingSafeEqual(left, right)
}

Deno.serve(async (request) => {
  if (request.method !== 'POST') return Response.json({ message: 'Method not allowed.' }, { status: 405 })
  if (!isSecretKey(request.headers.get('apikey'))) {
    return Response.json({ message: 'Only the secret key may call this.' }, { status: 401 })
  }
  const { data, error } = await database.rpc('sweep')
  if (error) throw new Error(error.message)
  return Response.json(data)
})
