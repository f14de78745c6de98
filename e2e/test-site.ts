import * as z from 'zod'
import { type LocalStack, stackSettings } from '../scripts/local-stack.ts'
import { type Supervised, supervise } from '../tools/processes.ts'
import { localSecrets, readSettings } from '../tools/settings.ts'

/** Starts the site that tests use. */
export type TestSite = { url: string; env: Record<string, string> }

/**
 * Starts the built site in front of a stack.
 * @param place where it listens, and the folder of its secrets
 * @param settings settings to add or replace
 * @param file the program: the site, or the site without its background jobs
 */
export async function startTestSite(
  stack: LocalStack,
  place: { port: number; dataDir: string },
  settings: Record<string, string> = {},
  file: 'server.ts' | 'e2e/site-without-jobs.ts' = 'server.ts',
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
    ...settings,
  }
  const readySchema = z.object({ url: z.string() })
  const started = await supervise({ name: 'site', file, env, readySchema }, (error) =>
    console.error(error.message),
  )
  return { ready: { url, env }, stop: started.stop }
}
