import * as z from 'zod'
import { command, type StartError, type Supervised, supervise } from '../tools/processes.ts'
import { claimPort, localSecrets, makeDataDir, readSettings } from '../tools/settings.ts'
import { ensureBuilt } from './build.ts'
import { type LocalStack, seedOnce, stackSettings, startLocalStack } from './local-stack.ts'
import { createTimes, stepLine } from './times.ts'

/**
 * `npm start`: runs the stack (unless a Supabase project is named), the build if the sources changed, then the
 * site.
 */

const running: Supervised<unknown>[] = []
const starting = new Set<Promise<unknown>>()
const stopped = new AbortController()
let ending: Promise<void> | undefined

async function endAll(): Promise<void> {
  stopped.abort()
  await Promise.allSettled(starting)
  for (const one of running.splice(0).reverse()) await one.stop()
}

/** Stops what is starting and what runs, the newest first. A second call waits for the first one's end. */
async function stopAll(code: number): Promise<never> {
  ending ??= endAll()
  await ending
  process.exit(code)
}

/** Ends the command when a part that served before can't be started again. */
function giveUp(error: StartError): void {
  console.error(error.message)
  void stopAll(1)
}

for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void stopAll(0))

await command(async () => {
  const times = createTimes(console.log)
  const settings = readSettings()
  makeDataDir(settings.dataDir)
  await claimPort(settings)

  /** Waits for a part that is starting, and notes it for `endAll`. */
  async function waitFor<T>(part: Promise<Supervised<T>>): Promise<T> {
    const ready = part.then((started) => {
      running.push(started)
      return started.ready
    })
    starting.add(ready)
    return ready.finally(() => starting.delete(ready))
  }

  async function bringUpStack(): Promise<LocalStack | null> {
    if (settings.SUPABASE_URL) return null
    const options = { dataDir: settings.dataDir, port: settings.STACK_PORT, siteUrl: settings.SITE_URL }
    const stack = await times.take('database and API', () =>
      waitFor(startLocalStack(options, giveUp, stopped.signal)),
    )
    for (const { name, seconds } of stack.steps) console.log(stepLine(name, `${seconds.toFixed(1)} s`, true))
    await times.take('demo data', () => seedOnce(stack, settings.dataDir, settings))
    return stack
  }

  try {
    const [stack] = await Promise.all([bringUpStack(), times.take('build', () => ensureBuilt())])
    const env = {
      ...localSecrets(settings, settings.dataDir),
      ...(stack ? stackSettings(stack) : {}),
      SITE_MODE: settings.mode,
      // React and the router read this when they are loaded, before the site's own first line runs.
      NODE_ENV: 'production',
      LOG_LEVEL: process.env.LOG_LEVEL ?? (settings.local ? 'warn' : 'info'),
    }
    const site = { name: 'site', file: 'server.ts', env, readySchema: z.object({ url: z.string() }) }
    await times.take('site', () => waitFor(supervise(site, giveUp, stopped.signal)))
    await times.take('first page', () => openFirstPage(settings))
    console.log(announcement(settings, stack, times.print()))
  } catch (error) {
    // Exits with success when the user stopped the start.
    if (ending) await stopAll(0)
    await endAll()
    throw error
  }
})

/** Requests the home page, so that code is compiled and caches are filled before the first visitor comes. */
async function openFirstPage({ HOST, PORT }: { HOST?: string; PORT: number }): Promise<void> {
  // Requests localhost where the server listens on all addresses.
  const host = HOST === undefined || HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/`
  try {
    const page = await fetch(address)
    await page.text()
    if (page.status >= 500)
      console.error(`The home page answered with status ${page.status}. The log above says why.`)
  } catch {
    // Ignores a failure: the site ended a moment ago, and its supervisor starts it again.
    console.error("The home page isn't up yet.")
  }
}

/** Writes what the command prints when everything runs. */
function announcement(
  settings: { SITE_URL: string; SUPABASE_URL?: string; local: boolean; dataDir: string },
  stack: LocalStack | null,
  times: string,
): string {
  const lines = ['', `  Jouvay is open at  ${settings.SITE_URL}`]
  if (stack) {
    lines.push(`  Mailbox            ${stack.mailboxUrl}   (every email the site sends)`)
    lines.push(`  Supabase API       ${stack.url}`)
    lines.push(`  Data               ${settings.dataDir}`)
  } else lines.push(`  Supabase           ${settings.SUPABASE_URL}`)
  if (stack && settings.local) {
    lines.push('', '  Demo accounts, password Jouvay2026')
    lines.push(
      '    ada  admin      moe  moderator      mia  member      dex  member, scans at the door tonight',
      '    Events that no list has: /private/19502d2e-7974-4634-8c88-606a9e6eb4de, password "first pressing",',
      '    and /events/34f87693-5440-48a7-8fc1-458a631a9f69',
    )
  }
  lines.push('', `  ${times}`, '  Ctrl-C stops everything.', '')
  return lines.join('\n')
}
