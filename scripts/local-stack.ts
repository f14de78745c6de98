import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Settings } from '#server/env.server.ts'
import { loadKeys } from '../supabase/embedded/keys.ts'
import { endAbandonedPostgres } from '../supabase/embedded/postgres.ts'
import { StartError, type Supervised, supervise } from '../tools/processes.ts'
import { localSecrets, portIsFree, readSettings } from '../tools/settings.ts'

/** Starts the embedded stack for `start`, `dev` and the tests as a supervised child process, seeds it, and gives its settings to the site. */

const stackSchema = z.object({
  url: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
  dbUrl: z.string(),
  mailboxUrl: z.string(),
  smtpUrl: z.string(),
  steps: z.array(z.object({ name: z.string(), seconds: z.number() })),
})

/** Addresses of the stack's parts. */
export type LocalStack = z.output<typeof stackSchema>

/**
 * Starts the embedded stack as a child process and keeps it running. After `stop`, and after a failed start, no Postgres runs
 * on the data any more, even when the child was killed and had not yet been started again.
 * @param options.port the API's port; the next four are used too
 * @param onGiveUp called when it can't be started again
 * @param signal stops the first start
 * @throws StartError with the stack's own sentence
 */
export async function startLocalStack(
  options: { dataDir: string; port: number; siteUrl: string },
  onGiveUp: (error: StartError) => void,
  signal?: AbortSignal,
): Promise<Supervised<LocalStack>> {
  // The edge functions check the same provider's signatures as the site does.
  const { PAYMENT_WEBHOOK_SECRET } = localSecrets(readSettings(), options.dataDir)
  const env = {
    DATA_DIR: options.dataDir,
    STACK_PORT: String(options.port),
    SITE_URL: options.siteUrl,
    ...(PAYMENT_WEBHOOK_SECRET ? { PAYMENT_WEBHOOK_SECRET } : {}),
  }
  const program = { name: 'database', file: 'supabase/embedded/main.ts', env, readySchema: stackSchema }
  try {
    const stack = await supervise(program, onGiveUp, signal)
    return {
      ready: stack.ready,
      async stop() {
        await stack.stop()
        await endAbandonedPostgres(options.dataDir)
      },
    }
  } catch (error) {
    await endAbandonedPostgres(options.dataDir)
    throw error
  }
}

/** Returns the settings by which the site finds the stack. */
export function stackSettings(stack: LocalStack): Record<string, string> {
  return {
    SUPABASE_URL: stack.url,
    SUPABASE_AUTH_ISSUER: `${stack.url}/auth/v1`,
    SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
    SUPABASE_SECRET_KEY: stack.secretKey,
    SMTP_URL: stack.smtpUrl,
  }
}

/**
 * Finds the Supabase project that a command works on: the one of the settings, else the embedded stack that runs.
 * @returns its address and keys; `dbUrl` for the embedded stack alone, because no setting has it
 * @throws StartError when the embedded stack is meant and does not run
 */
export async function findProject(
  settings: Settings & { dataDir: string },
): Promise<{ url: string; publishableKey: string; secretKey: string; dbUrl?: string }> {
  const {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
  } = settings
  if (url && publishableKey && secretKey) return { url, publishableKey, secretKey }
  const port = settings.STACK_PORT
  if (await portIsFree(port, undefined)) {
    throw new StartError(
      'The embedded stack is not running, and no setting names another: npm start brings it up, or set SUPABASE_URL and its keys.',
    )
  }
  return {
    ...loadKeys(settings.dataDir),
    url: `http://127.0.0.1:${port}`,
    dbUrl: `postgres://postgres:postgres@127.0.0.1:${port + 1}/postgres`,
  }
}

/**
 * Seeds the demo's database, once a day: its events lie around the day they were seeded on.
 * @returns whether it had to
 */
export async function seedOnce(stack: LocalStack, dataDir: string, settings: Settings): Promise<boolean> {
  if (!settings.local) return false
  const stamp = join(dataDir, 'seeded')
  const today = new Date().toDateString()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === today) return false
  const { seed } = await import('../supabase/seed/seed.ts')
  await seed(stack)
  writeFileSync(stamp, today)
  return true
}
