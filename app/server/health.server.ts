import type { Env } from './env.server.ts'

/** What /healthz says: the site can serve when the API answers and the database answers through it. */
export type Health = { status: 'ok' | 'down'; api: 'ok' | 'down'; database: 'ok' | 'down'; commit?: string }

const patience = 2000
const memory = 500

/**
 * Makes the health check. It asks the Data API for one row as any visitor would, at most twice a second however many ask.
 * @returns the state now, half a second old at most
 */
export function createHealthCheck(
  env: Pick<Env, 'SUPABASE_URL' | 'SUPABASE_PUBLISHABLE_KEY' | 'COMMIT'>,
): () => Promise<Health> {
  let known: { at: number; health: Promise<Health> } | undefined
  return () => {
    if (!known || Date.now() - known.at > memory) known = { at: Date.now(), health: look(env) }
    return known.health
  }
}

async function look(env: Pick<Env, 'SUPABASE_URL' | 'SUPABASE_PUBLISHABLE_KEY' | 'COMMIT'>): Promise<Health> {
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
    return state('ok', answer.ok ? 'ok' : 'down')
  } catch {
    return state('down', 'down')
  }
}
