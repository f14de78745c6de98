import type { Env } from './env.server.ts'
import { endingCertificates, openPassWallets } from './passes-registry.server.ts'

/** State of the site for /healthz: it can serve when the API responds and the database, through it, reads and writes. */
export type Health = {
  status: 'ok' | 'down'
  api: 'ok' | 'down'
  database: 'ok' | 'read only' | 'down'
  commit?: string
  /** Lists certificates that end within 30 days or have ended; the site serves without them. */
  warnings?: string[]
}

type HealthEnv = Env

/** Time limit of one call, in milliseconds. */
const callTimeout = 2000
/** Time for which a result is reused, in milliseconds. */
const resultAge = 500
/** Time for which a successful write counts as proof, in milliseconds. */
const writeAge = 10_000

/**
 * Makes the health check. It reads one row through the Data API as a visitor, at most twice a second for any number of
 * requests, and writes a row every ten seconds, because a database with a full disk still reads.
 * @returns the state, half a second old at most for reading and ten seconds for writing
 */
export function createHealthCheck(env: HealthEnv): () => Promise<Health> {
  let cached: { at: number; health: Promise<Health> } | undefined
  const wallets = openPassWallets(env)
  let wroteAt = Number.NEGATIVE_INFINITY

  async function canWrite(): Promise<boolean> {
    if (performance.now() - wroteAt < writeAge) return true
    const response = await fetch(`${env.SUPABASE_URL}/rest/v1/rpc/check_writable`, {
      method: 'POST',
      headers: { apikey: env.SUPABASE_SECRET_KEY, authorization: `Bearer ${env.SUPABASE_SECRET_KEY}` },
      signal: AbortSignal.timeout(callTimeout),
    })
    await response.body?.cancel()
    if (response.ok) wroteAt = performance.now()
    return response.ok
  }

  return () => {
    if (!cached || Date.now() - cached.at > resultAge)
      cached = { at: Date.now(), health: readHealth(env, canWrite) }
    const ending = endingCertificates(wallets, Date.now())
    if (ending.length === 0) return cached.health
    const warnings = ending.map(({ title, expiresAt }) => `${title} certificate: ${expiresAt.toISOString()}`)
    return cached.health.then((health) => ({ ...health, warnings }))
  }
}

async function readHealth(env: HealthEnv, canWrite: () => Promise<boolean>): Promise<Health> {
  const state = (api: Health['api'], database: Health['database']): Health => ({
    status: api === 'ok' && database === 'ok' ? 'ok' : 'down',
    api,
    database,
    ...(env.COMMIT ? { commit: env.COMMIT } : {}),
  })
  try {
    const response = await fetch(`${env.SUPABASE_URL}/rest/v1/settings?select=time_zone&limit=1`, {
      headers: { apikey: env.SUPABASE_PUBLISHABLE_KEY },
      signal: AbortSignal.timeout(callTimeout),
    })
    await response.body?.cancel()
    if (!response.ok) return state('ok', 'down')
    return state('ok', (await canWrite()) ? 'ok' : 'read only')
  } catch {
    return state('down', 'down')
  }
}
