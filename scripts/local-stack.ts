import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Settings } from '#server/env.server.ts'
import { endAbandonedPostgres } from '../supabase/embedded/postgres.ts'
import { type StartError, type Supervised, supervise } from '../tools/processes.ts'
import { localSecrets, readSettings } from '../tools/settings.ts'

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
 * Seeds the demo's database, once a day: its events lie around the day they were seeded on.
 * @returns whether it had to
 */
export async function seedOnce(stack: LocalStack, dataDir: string, settings: Settings): Promise<boolean> {
  if (settings.production) return false
  const stamp = join(dataDir, 'seeded')
  const today = new Date().toDateString()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === today) return false
  const { seed } = await import('../supabase/seed/seed.ts')
  await seed(stack)
  writeFileSync(stamp, today)
  return true
}
