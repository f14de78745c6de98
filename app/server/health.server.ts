import type { Env } from './env.server.ts'

/** Answers /healthz: the site can serve when the API answers and the database, through it, reads and writes. */
export type Health = {
  status: 'ok' | 'down'
  api: 'ok' | 'down'
  database: 'ok' | 'read only' | 'down'
  commit?: string
}

type HealthEnv = Pick<Env, 'SUPABASE_URL' | 'SUPABASE_PUBLISHABLE_KEY' | 'SUPABASE_SECRET_KEY' | 'COMMIT'>

const patience = 2000
const memory = 500
/** Time for which one proof that the database writes is valid, in milliseconds. */
const writeMemory = 10_000

/**
 * Makes the health check. It asks the Data API for one row as any visitor would, at most twice a second however many ask,
 * and writes a little every ten seconds: a full disk still reads.
 * @returns the state now, half a second old at most, and ten seconds for what only writing can tell
 */
export function createHealthCheck(env: HealthEnv): () => Promise<Health> {
  let known: { at: number; health: Promise<Health> } | undefined
  let wroteAt = Number.NEGATIVE_INFINITY

  async function canWrite(): Promise<boolean> {
    if (performance.now() - wroteAt < writeMemory) return true
    const answer = await fetch(`${env.SUPABASE_URL}/rest/v1/rpc/prove_writable`, {
      method: 'POST',
      headers: { apikey: env.SUPABASE_SECRET_KEY, authorization: `Bearer ${env.SUPABASE_SECRET_KEY}` },
      signal: AbortSignal.timeout(patience),
    })
    await answer.body?.cancel()
    if (answer.ok) wroteAt = performance.now()
    return answer.ok
  }

  return () => {
    if (!known || Date.now() - known.at > memory) known = { at: Date.now(), health: look(env, canWrite) }
    return known.health
  }
}

async function look(env: HealthEnv, canWrite: () => Promise<boolean>): Promise<Health> {
  const state = (api: Health['api'], database: Health['database']): Health => ({
    status: api === 'ok' && database === 'ok' ? 'ok' : 'down',
    api,
    database,
    ...(env.COMMIT ? { commit: env.COMMIT } : {}),
  })
  try {
    const answer = await fetch(`${env.SUPABASE_URL}/rest/v1/settings?select=time_zone&limit=1`, {
      headers: { apikey: env.SUPABASE_PUBLISHABLE_KEY },
      signal: AbortSignal.timeout(patience),
    })
    await answer.body?.cancel()
    if (!answer.ok) return state('ok', 'down')
    return state('ok', (await canWrite()) ? 'ok' : 'read only')
  } catch {
    return state('down', 'down')
  }
}
