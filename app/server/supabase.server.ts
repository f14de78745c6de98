import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { readEnv } from './env.server.ts'
import {
  fetchInTime,
  hasSessionCookie,
  type RequestArgs,
  readAccessToken,
  remember,
} from './session.server.ts'

const stateless = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

let anonymous: SupabaseClient | undefined
let service: SupabaseClient | undefined

/**
 * The database as the visitor may see it: their session if they have one, else nobody; row policies answer.
 * Costs nothing until it is used, and for visitors without a session one client serves them all.
 */
export function asVisitor(args: RequestArgs): SupabaseClient {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = readEnv()
  if (!hasSessionCookie(args.request) && !args.context.visit.memo.has('session')) {
    anonymous ??= createClient(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
      auth: stateless,
      global: { fetch: fetchInTime },
    })
    return anonymous
  }
  return remember(args, 'supabase.visitor', () =>
    createClient(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
      accessToken: () => readAccessToken(args),
      global: { fetch: fetchInTime },
    }),
  )
}

/**
 * The database without row policies, by the secret key. Only for *.writes.server.ts, accounts, mail and webhooks: what it
 * calls must not trust the request for anything but what was verified before.
 */
export function asService(): SupabaseClient {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = readEnv()
  service ??= createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, {
    auth: stateless,
    global: { fetch: fetchInTime },
  })
  return service
}
