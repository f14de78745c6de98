import type { Server } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import { createServer, type ViteDevServer } from 'vite'
import { parseEnv } from '#server/env.server.ts'
import type { DevHandler } from '#server/handler.server.ts'
import { createLog } from '#server/log.server.ts'
import { startBackgroundOf, startSite } from '../server.ts'
import { command, endWithParent } from '../tools/processes.ts'
import { claimPort, localSecrets, makeDataDir, readSettings, root } from '../tools/settings.ts'
import { seedOnce, stackSettings, startLocalStack } from './local-stack.ts'

/**
 * `npm run dev`: runs the stack, and the site through Vite: a saved file is on the page at once. Requests pass the
 * real checks.
 */

const closers: (() => Promise<unknown>)[] = []
endWithParent(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

let vite: ViteDevServer | undefined

async function startVite(server: Server): Promise<DevHandler> {
  vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  closers.push(() => vite?.close() ?? Promise.resolve())
  return vite.middlewares
}

/** Loads Remix's build from the current sources. */
async function newestBuild(): Promise<ServerBuild> {
  if (!vite) throw new Error('Vite has not started')
  const build: Partial<ServerBuild> = await vite.ssrLoadModule('virtual:remix/server-build')
  const whole = (part: Partial<ServerBuild>): part is ServerBuild => Boolean(part.routes && part.entry)
  if (!whole(build)) throw new Error('Vite gave no server build')
  return build
}

await command(async () => {
  process.env.NODE_ENV = 'development'
  const settings = readSettings()
  makeDataDir(settings.dataDir)
  await claimPort(settings)
  let found: Record<string, string> = {}
  if (!settings.SUPABASE_URL) {
    const options = { dataDir: settings.dataDir, port: settings.STACK_PORT, siteUrl: settings.SITE_URL }
    const stack = await startLocalStack(options, (error) => {
      console.error(error.message)
      process.exit(1)
    })
    closers.push(stack.stop)
    await seedOnce(stack.ready, settings.dataDir, settings)
    found = stackSettings(stack.ready)
    console.log(`Mailbox ${stack.ready.mailboxUrl}, Supabase API ${stack.ready.url}`)
  }
  // Sets the environment too: modules that Vite loads read the settings for themselves.
  Object.assign(process.env, localSecrets(settings, settings.dataDir), found)
  process.env.LOG_LEVEL ??= 'warn'
  process.env.STYLE_GUIDE ??= 'on'
  const site = await startSite(parseEnv(process.env), newestBuild, { dev: startVite })
  const background = startBackgroundOf(await newestBuild(), createLog(process.env.LOG_LEVEL))
  closers.push(site.close, background.stop)
  console.log(
    `Jouvay is open at ${site.url} and follows what you save. Demo accounts: ada, moe, mia, dex (Jouvay2026).`,
  )
})
