import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { parseEnv } from '#server/env.server.ts'
import { startSite } from '../server.ts'
import { command, endWithParent } from '../tools/processes.ts'
import { root } from '../tools/settings.ts'

/**
 * Runs the built site as a process without its background jobs: a second site would send the shared database's
 * mails, with links to itself.
 */
await command(async () => {
  const env = parseEnv(process.env)
  process.env.NODE_ENV = 'production'
  const buildDir = resolve(root, 'build')
  const build: ServerBuild = await import(pathToFileURL(resolve(buildDir, 'server/index.js')).href)
  const site = await startSite(env, build, { buildDir })
  endWithParent(() => site.close())
  process.send?.({ ready: { url: site.url } })
})
