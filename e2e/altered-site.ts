import { cpSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { parseEnv } from '#server/env.server.ts'
import { startSite } from '../server.ts'
import { freePorts, root } from '../tools/settings.ts'

/**
 * Serves the built site in this process, with single modules of its routes replaced: to simulate a loader or a
 * component that fails, or a state that only another service could cause. One for each test file.
 */

type Routes = ServerBuild['routes']
type RouteModule = NonNullable<Routes[string]>['module']

/**
 * A call, as `METHOD /path`; whether it was made with the secret key; and its response's body, `null` when it was
 * refused.
 */
export type Call = { call: string; withSecret: boolean; body: string | null }

export type AlteredSite = {
  url: string
  build: ServerBuild
  /** The calls that the site made to the API behind it, in their order. */
  calls: Call[]
  /** Paths of the API that answer 500 from now on. */
  failing: Set<string>
  /** Calls, as `METHOD /path`, that Supabase Auth refuses from now on with 422 and the code given. */
  refusing: Map<string, string>
  close(): Promise<void>
}

/**
 * Starts it.
 * @param settings the settings of the site that the tests run against
 * @param alter replaces modules of the build, by route
 */
export async function startAlteredSite(
  settings: Record<string, string>,
  alter: Record<string, (module: RouteModule) => Partial<RouteModule>> = {},
): Promise<AlteredSite> {
  const [, port] = await freePorts()
  const {
    url: api,
    calls,
    failing,
    refusing,
    close: closeApi,
  } = await listenIn(settings.SUPABASE_URL ?? '', settings.SUPABASE_SECRET_KEY ?? '')
  const env = {
    ...settings,
    PORT: String(port),
    SITE_URL: `http://localhost:${port}`,
    SUPABASE_URL: api,
    LOG_LEVEL: 'silent',
  }
  // Evaluates a copy: the build reads its settings once, and other test files of this process have evaluated it with theirs.
  const copy = join(root, `build/altered-${port}`)
  cpSync(join(root, 'build/server'), copy, { recursive: true })
  Object.assign(process.env, env)
  const original: ServerBuild = await import(pathToFileURL(join(copy, 'index.js')).href)
  const routes: Routes = { ...original.routes }
  for (const [id, change] of Object.entries(alter)) {
    const route = routes[id]
    if (!route) throw new Error(`there is no route ${id}`)
    routes[id] = { ...route, module: { ...route.module, ...change(route.module) } }
  }
  const build = { ...original, routes }
  const site = await startSite(parseEnv(env), build, { buildDir: join(root, 'build') })
  return {
    url: site.url,
    build,
    calls,
    failing,
    refusing,
    async close() {
      await site.close()
      await closeApi()
      rmSync(copy, { recursive: true })
    },
  }
}

/** Starts a proxy between the site and the API behind it, which records the calls. */
async function listenIn(
  target: string,
  secret: string,
): Promise<Pick<AlteredSite, 'url' | 'calls' | 'failing' | 'refusing' | 'close'>> {
  const calls: Call[] = []
  const failing = new Set<string>()
  const refusing = new Map<string, string>()
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const call: Call = {
      call: `${req.method} ${req.url?.split('?')[0]}`,
      withSecret: JSON.stringify(req.headers).includes(secret),
      body: null,
    }
    calls.push(call)
    if (failing.has(req.url?.split('?')[0] ?? '')) {
      const error = {
        code: '57014',
        message: 'canceling statement due to statement timeout',
        details: null,
        hint: null,
      }
      res.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(error))
      return
    }
    const code = refusing.get(call.call)
    if (code) {
      const version = { 'x-supabase-api-version': '2024-01-01' }
      res
        .writeHead(422, { 'content-type': 'application/json', ...version })
        .end(JSON.stringify({ code, message: 'refused' }))
      return
    }
    const headers = new Headers()
    for (const [name, value] of Object.entries(req.headers)) {
      if (!['host', 'connection', 'content-length', 'accept-encoding'].includes(name) && value !== undefined)
        headers.set(name, String(value))
    }
    const response = await fetch(target + req.url, {
      method: req.method,
      headers,
      body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
    })
    const body = Buffer.from(await response.arrayBuffer())
    if (response.ok) call.body = body.toString()
    const back = Object.fromEntries(response.headers)
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection'])
      delete back[name]
    res.writeHead(response.status, back).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    failing,
    refusing,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
