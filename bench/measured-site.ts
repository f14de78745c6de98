import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'

/**
 * Runs the built site of a folder, without its jobs, as a process that reports its CPU time and memory: the folder
 * is the first argument, the settings come from the environment. It sends `ready` and responds to every message.
 */

const folder = process.argv[2] ?? process.cwd()
process.chdir(folder)
process.env.NODE_ENV = 'production'

// Imports each folder's own modules, whichever commit it holds.
const load = (file: string) => import(pathToFileURL(join(folder, file)).href)
const { startSite }: typeof import('../server.ts') = await load('server.ts')
const { parseEnv }: typeof import('#server/env.server.ts') = await load('app/server/env.server.ts')
const build: ServerBuild = await load('build/server/index.js')
await startSite(parseEnv(process.env), build, { buildDir: join(folder, 'build') })

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage.rss() / 2 ** 20 })
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
