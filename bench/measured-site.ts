import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'

/**
 * The built site of a folder, without its jobs, as a process that tells how much CPU time and memory it has used: the
 * folder is the first word, the settings come from the environment. It sends `ready` and answers every message.
 */

const folder = process.argv[2] ?? process.cwd()
process.chdir(folder)
process.env.NODE_ENV = 'production'

// Each folder's modules are its own, whichever commit it holds.
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
