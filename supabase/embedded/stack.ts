/** Starts the Supabase-compatible stack without Docker, each part after those that it needs. */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { bootstrapDatabase } from './bootstrap.ts'
import { startDataApi } from './data-api.ts'
import { openGateway } from './gateway.ts'
import { loadKeys } from './keys.ts'
import { applyMigrations } from './migrations.ts'
import { startPostgres } from './postgres.ts'
import { startOtherServices } from './services.ts'
import { takeStackLock } from './stack-lock.ts'

export type Stack = {
  /** Holds the API's address, for supabase-js. */
  url: string
  publishableKey: string
  secretKey: string
  /** Connects to Postgres as role postgres, for the command-line tool and tests. */
  dbUrl: string
  mailboxUrl: string
  smtpUrl: string
  stop(): Promise<void>
  /** Holds how long each step of the start took. */
  steps: { name: string; seconds: number }[]
}

const projectDir = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Starts the stack and brings the database up to date.
 * @param options.dataDir folder of all data, absolute or relative to the project
 * @param options.port the API's port; Postgres takes the next, the mailbox the third and fourth after it
 * @param options.siteUrl public origin of the site, for links in mails
 * @param options.migrationsDir absolute or relative to the project, default supabase/migrations
 * @param options.signal cancels the start before its next step; what was started is stopped then, and the signal's reason thrown
 * @throws a StackError with one sentence that says what to mend
 */
export async function startStack(options: {
  dataDir: string
  port: number
  siteUrl: string
  quiet?: boolean
  migrationsDir?: string
  signal?: AbortSignal
}): Promise<Stack> {
  const dataDir = resolve(projectDir, options.dataDir)
  const url = `http://127.0.0.1:${options.port}`
  const steps: Stack['steps'] = []
  // Functions that stop what was started, the newest last; called in reverse, so the gateway's drain comes first.
  const started: (() => unknown)[] = []
  let ended: Promise<void> | null = null
  const stop = () => {
    ended ??= (async () => {
      for (const end of started.reverse()) await end()
    })()
    return ended
  }
  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    options.signal?.throwIfAborted()
    const from = performance.now()
    const value = await work()
    steps.push({ name, seconds: Math.round(performance.now() - from) / 1000 })
    return value
  }

  try {
    mkdirSync(dataDir, { recursive: true })
    const lock = await takeStackLock(dataDir, url)
    started.push(lock.release)
    const gateway = await openGateway(options.port)
    started.push(gateway.release)
    const keys = loadKeys(dataDir, `${url}/auth/v1`)
    const database = await step('Postgres', () =>
      startPostgres({ dataDir, port: options.port + 1, onGiveUp: (error) => void fail(error) }),
    )
    started.push(() => database.stop())
    const connect = (user: string, password: string) =>
      postgres({
        host: '127.0.0.1',
        port: database.port,
        database: 'postgres',
        user,
        password,
        max: 1,
        onnotice() {},
      })

    await step('roles and schemas', async () => {
      const sql = connect('supabase_admin', database.secret)
      await bootstrapDatabase(sql, database.secret)
      await sql.end()
    })
    await step('migrations', async () => {
      const sql = connect('postgres', 'postgres')
      await applyMigrations(sql, resolve(projectDir, options.migrationsDir ?? 'supabase/migrations'))
      await sql.end()
    })
    const dataApi = await step('Data API', () =>
      startDataApi({ port: database.port, secret: database.secret }),
    )
    started.push(() => dataApi.stop())
    const others = await step('other services', () =>
      startOtherServices({ ...options, projectDir, dataDir, url, keys, database }),
    )
    started.push(() => others.stop())
    gateway.serve(keys, { rest: dataApi.fetch, ...others }, database.ready)
    started.push(gateway.drain, lock.announceEnd)
    return {
      url,
      publishableKey: keys.publishableKey,
      secretKey: keys.secretKey,
      dbUrl: `postgres://postgres:postgres@127.0.0.1:${database.port}/postgres?sslmode=disable`,
      mailboxUrl: others.mailbox.url,
      smtpUrl: others.mailbox.smtpUrl,
      stop,
      steps,
    }
  } catch (error) {
    await stop()
    throw error
  }

  async function fail(error: Error) {
    process.stderr.write(`${error.message}\n`)
    await stop()
    process.exit(1)
  }
}
