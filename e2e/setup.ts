import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../scripts/build.ts'
import { type LocalStack, seedOnce, startLocalStack } from '../scripts/local-stack.ts'
import type { Supervised } from '../tools/processes.ts'
import { freePorts, readSettings, temporaryFolder } from '../tools/settings.ts'
import { type FirebaseStandIn, startFirebaseStandIn } from './firebase-stand-in.ts'
import { startTestSite, type TestSite } from './test-site.ts'

/**
 * Starts a seeded embedded stack for each project of a run that needs one, and the built site in front of that of the project
 * `browser`, on free ports and with data of their own. The database tests share no stack with the site: its background jobs
 * would send their mails and end their holds. Tests find them by `inject('stack')` and `inject('site')`.
 */

declare module 'vitest' {
  interface ProvidedContext {
    stack: LocalStack
    site: TestSite
    firebase: FirebaseStandIn['keys']
  }
}

const closers: (() => Promise<unknown>)[] = []

// Tests make hundreds of accounts.
process.env.AUTH_HASH_COST = '4'

function giveUp(error: Error): void {
  console.error(error.message)
}

async function keep<T>(starting: Promise<Supervised<T>>): Promise<T> {
  const started = await starting
  closers.push(started.stop)
  return started.ready
}

async function bringUpStack(): Promise<LocalStack> {
  const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-test-'))
  closers.push(async () => rmSync(dataDir, { recursive: true, force: true }))
  const [port, sitePort] = await freePorts()
  process.env.DATA_DIR = dataDir
  process.env.STACK_PORT = String(port)
  process.env.PORT = String(sitePort)
  process.env.SITE_URL = `http://localhost:${sitePort}`
  const settings = readSettings()
  const stack = await keep(startLocalStack({ dataDir, port, siteUrl: settings.SITE_URL }, giveUp))
  await seedOnce(stack, dataDir, settings)
  await sendAtAnyHour(stack)
  return stack
}

/** Lets marketing mail go at every hour, so that no test passes by day alone; those of the hours set their own. */
async function sendAtAnyHour(stack: LocalStack): Promise<void> {
  const sql = postgres(stack.dbUrl, { max: 1 })
  await sql`update public.settings set marketing_from_hour = 0, marketing_until_hour = 24`
  await sql.end()
}

async function bringUpSite(stack: LocalStack, firebase: FirebaseStandIn): Promise<TestSite> {
  const { PORT: port, dataDir } = readSettings()
  await ensureBuilt()
  return await keep(startTestSite(stack, { port, dataDir }, { ...firebase.settings, BACKGROUND_JOBS: 'on' }))
}

/** Called by vitest once for each project that has tests in this run, one after the other. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { DATA_DIR = '', STACK_PORT = '', PORT = '', SITE_URL = '' } = process.env
  const stack = await bringUpStack()
  project.provide('stack', stack)
  // The settings of the process are those of the site, whichever project comes first.
  if (project.name !== 'browser') Object.assign(process.env, { DATA_DIR, STACK_PORT, PORT, SITE_URL })
  else {
    // Playwright leaves the traces of closed pages where they are.
    process.env.TRACES_DIR = mkdtempSync(join(temporaryFolder(), 'jouvay-traces-'))
    closers.push(async () => rmSync(process.env.TRACES_DIR ?? '', { recursive: true, force: true }))
    const firebase = await startFirebaseStandIn()
    closers.push(firebase.stop)
    project.provide('firebase', firebase.keys)
    project.provide('site', await bringUpSite(stack, firebase))
  }
  return async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
}
