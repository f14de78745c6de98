import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../scripts/build.ts'
import { type LocalStack, seedOnce, startLocalStack } from '../scripts/local-stack.ts'
import type { Supervised } from '../tools/processes.ts'
import { freePorts, readSettings, temporaryFolder } from '../tools/settings.ts'
import { type FirebaseStandIn, startFirebaseStandIn } from './firebase-stand-in.ts'
import { startTestSite, type TestSite } from './test-site.ts'

/**
 * Starts one embedded stack (seeded) and one built site for all tests of a run, on free ports and with data of
 * their own. The site is started only when tests of the project `browser` run. Tests find them by `inject('stack')`
 * and `inject('site')`.
 */

declare module 'vitest' {
  interface ProvidedContext {
    stack: LocalStack
    site: TestSite
    firebase: FirebaseStandIn['keys']
  }
}

type Shared = {
  stack?: Promise<LocalStack>
  site?: Promise<TestSite>
  closers: (() => Promise<unknown>)[]
  users: number
}

/** Stores what the projects share on the process: each of them loads this module again. */
const place = Symbol.for('jouvay tests')
const globals: typeof globalThis & { [place]?: Shared } = globalThis
globals[place] ??= { closers: [], users: 0 }
const shared: Shared = globals[place]

function giveUp(error: Error): void {
  console.error(error.message)
}

async function keep<T>(starting: Promise<Supervised<T>>): Promise<T> {
  const started = await starting
  shared.closers.push(started.stop)
  return started.ready
}

async function bringUpStack(): Promise<LocalStack> {
  const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-test-'))
  shared.closers.push(async () => rmSync(dataDir, { recursive: true, force: true }))
  const [port, sitePort] = await freePorts()
  process.env.DATA_DIR = dataDir
  process.env.STACK_PORT = String(port)
  process.env.PORT = String(sitePort)
  process.env.SITE_URL = `http://localhost:${sitePort}`
  process.env.AUTH_HASH_COST = '4'
  const settings = readSettings()
  const stack = await keep(startLocalStack({ dataDir, port, siteUrl: settings.SITE_URL }, giveUp))
  await seedOnce(stack, dataDir, settings)
  return stack
}

async function bringUpSite(stack: LocalStack, firebase: FirebaseStandIn): Promise<TestSite> {
  const { PORT: port, dataDir } = readSettings()
  await ensureBuilt()
  return await keep(startTestSite(stack, { port, dataDir }, { ...firebase.settings, BACKGROUND_JOBS: 'on' }))
}

/** Called by vitest once for each project that has tests in this run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.users += 1
  shared.stack ??= bringUpStack()
  const stack = await shared.stack
  project.provide('stack', stack)
  if (project.name === 'browser') {
    const firebase = await startFirebaseStandIn()
    shared.closers.push(firebase.stop)
    project.provide('firebase', firebase.keys)
    shared.site ??= bringUpSite(stack, firebase)
    project.provide('site', await shared.site)
  }
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    for (const close of shared.closers.splice(0).reverse()) await close()
  }
}
