import * as z from 'zod'
import { type LocalStack, stackSettings } from '../scripts/local-stack.ts'
import { type Supervised, supervise } from '../tools/processes.ts'
import { localSecrets, readSettings } from '../tools/settings.ts'

/** Starts the site that tests use. */
export type TestSite = { url: string; env: Record<string, string> }

/**
 * Starts the built site in front of a stack.
 * @param place where it listens, and the folder of its secrets
 * @param settings settings to add or replace; `BACKGROUND_JOBS: 'on'` only where no other site shares the database,
 *   since jobs send everybody's mails, with links to their own site
 */
export async function startTestSite(
  stack: LocalStack,
  place: { port: number; dataDir: string },
  settings: Record<string, string> = {},
): Promise<Supervised<TestSite>> {
  const url = `http://localhost:${place.port}`
  const env = {
    ...localSecrets(readSettings(), place.dataDir),
    ...stackSettings(stack),
    DATA_DIR: place.dataDir,
    PORT: String(place.port),
    SITE_URL: url,
    SITE_MODE: 'local',
    NODE_ENV: 'production',
    PAYMENT_PROVIDER: 'test',
    FLOOD_PER_MINUTE: '0',
    TRUSTED_PROXY_HOPS: '1',
    STYLE_GUIDE: 'on',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    BACKGROUND_JOBS: 'off',
    ...settings,
  }
  const readySchema = z.object({ url: z.string() })
  const started = await supervise({ name: 'site', file: 'server.ts', env, readySchema }, (error) =>
    console.error(error.message),
  )
  return { ready: { url, env }, stop: started.stop }
}
