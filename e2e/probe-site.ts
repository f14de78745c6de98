import { type IncomingHttpHeaders, request } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import { type Env, parseEnv } from '#server/env.server.ts'
import { pageCacheHeader } from '#server/page-cache.server.ts'
import { type Site, startSite } from '../server.ts'
import { freePorts } from '../tools/settings.ts'

/** Serves a few routes for tests behind the real server: they show what reaches Remix, and what is sent back. */

type Route = NonNullable<ServerBuild['routes'][string]>

/** State of the probe's routes: counters, and what they respond with. */
export type Probe = {
  site: Site
  env: Env
  runs: Map<string, number>
  /** `until` delays the cached page's rendering; `delay` is in milliseconds. */
  controls: { text: string; delay: number; until?: Promise<void>; thrown?: unknown }
}

function route(id: string, path: string, module: Partial<Route['module']>): [string, Route] {
  return [id, { id, path, parentId: 'root', module: { default: undefined, ...module } as Route['module'] }]
}

function probeBuild(probe: Pick<Probe, 'runs' | 'controls'>): ServerBuild {
  const count = (name: string) => probe.runs.set(name, (probe.runs.get(name) ?? 0) + 1)
  const page = () => null
  const echo = (name: string) => ({
    loader: ({ request }: { request: Request }) => {
      count(`${name} read`)
      return Response.json({ headers: Object.fromEntries(request.headers), url: request.url })
    },
    action: async ({ request }: { request: Request }) => {
      count(name)
      return Response.json({ headers: Object.fromEntries(request.headers), body: await request.text() })
    },
  })
  const routes = [
    route('page', 'page', {
      default: page,
      loader: () => ({ page: true }),
      action: () => {
        count('page')
        return { done: true }
      },
    }),
    route('upload', 'upload', {
      default: page,
      action: () => ({ done: true }),
      handle: { largestFile: 1000 },
    }),
    route('cached', 'cached', {
      default: page,
      loader: async ({ request }) => {
        count('cached')
        await probe.controls.until
        return { text: probe.controls.text, search: new URL(request.url).search }
      },
      handle: { pageParams: ['city', 'genre'] },
      headers: () => ({ [pageCacheHeader]: 'max-age=60, stale-while-revalidate=60' }),
    }),
    route('moved', 'moved', {
      default: page,
      loader: ({ request }) => {
        count('moved')
        return new Response(null, {
          status: 301,
          headers: { location: `/cached${new URL(request.url).search}` },
        })
      },
    }),
    route('cookie', 'cookie', {
      default: page,
      loader: ({ context }) => {
        context.requestContext.cookies.setCookie('jouvay-session=fresh; Path=/; HttpOnly')
        return {}
      },
      headers: () => ({ [pageCacheHeader]: 'max-age=60' }),
    }),
    route('purge', 'purge', {
      action: ({ context }) => {
        context.requestContext.purgePages()
        return Response.json({})
      },
    }),
    route('boom', 'boom', {
      default: page,
      loader: () => {
        throw new Error('a secret detail')
      },
    }),
    route('api-boom', 'api/boom', {
      loader: () => {
        throw new Error('a secret detail')
      },
    }),
    ...[
      ['', page],
      ['api/', undefined],
    ].map(([prefix, screen]) =>
      route(`${prefix}thrown`, `${prefix}thrown`, {
        default: screen as Route['module']['default'],
        loader: () => {
          throw probe.controls.thrown
        },
        action: () => {
          throw probe.controls.thrown
        },
      }),
    ),
    route('api-read', 'api/read', { loader: () => Response.json({}) }),
    route('api-slow', 'api/slow', {
      loader: async () => {
        count('slow')
        await new Promise((resolve) => setTimeout(resolve, probe.controls.delay))
        return Response.json({ done: true })
      },
    }),
    route('api-echo', 'api/echo', echo('api')),
    route('api-login', 'api/auth/login', echo('login')),
    route('api-webhook', 'api/payments/webhook/:provider?', echo('webhook')),
  ]
  return {
    entry: {
      module: {
        handleError() {},
        default: (_request, status, headers, context, { requestContext }) => {
          headers.set('content-type', 'text/html; charset=utf-8')
          const data = JSON.stringify(context.staticHandlerContext.loaderData)
          const html = `<!DOCTYPE html><title>Probe</title><p>${'word '.repeat(600)}</p><script nonce="${requestContext.nonce}">window.data=${data}</script><script>stray()</script>`
          return new Response(html, { status, headers })
        },
      },
    },
    routes: Object.fromEntries([
      ['root', { id: 'root', path: '', module: { default: page, ErrorBoundary: page } }],
      ...routes,
    ]),
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: 'probe' },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: true,
    },
    mode: 'production',
    isSpaMode: false,
  }
}

/** Settings with which a site starts without any service behind it. */
export const bareSettings = {
  SUPABASE_URL: 'http://127.0.0.1:9',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789',
  SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdef',
  TICKET_SIGNING_KEY: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA',
  LINK_SECRET: 'EjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8',
  PAYMENT_WEBHOOK_SECRET: 'a-webhook-secret-of-32-characters',
  LOG_LEVEL: 'silent',
}

/** Starts the server in front of the probe's routes on a free port; `buildDir` holds files to serve. */
export async function startProbe(
  settings: Record<string, string> = {},
  options: { buildDir?: string } = {},
): Promise<Probe> {
  const [, port] = await freePorts()
  const env = parseEnv({ ...bareSettings, PORT: String(port), ...settings })
  const probe: Pick<Probe, 'runs' | 'controls'> = { runs: new Map(), controls: { text: 'first', delay: 0 } }
  return { ...probe, env, site: await startSite(env, probeBuild(probe), options) }
}

/** A response. */
export type ProbeResponse = { status: number; headers: IncomingHttpHeaders; body: string; bytes: Buffer }

/** Sends exactly these headers, and adds only Host and length. */
export function send(
  { env }: Pick<Probe, 'env'>,
  method: string,
  path: string,
  headers: Record<string, string | string[]> = {},
  body?: string | Buffer,
): Promise<ProbeResponse> {
  return new Promise((resolve, reject) => {
    // Sets the length: Node leaves it out for some methods, and the server then takes the body for a second
    // request.
    const length =
      body === undefined || 'transfer-encoding' in headers
        ? {}
        : { 'content-length': Buffer.byteLength(body) }
    const options = {
      host: '127.0.0.1',
      port: env.PORT,
      method,
      path,
      headers: { ...headers, ...length },
      agent: false,
    }
    const req = request(options, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk) => chunks.push(chunk))
      res.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: bytes.toString(), bytes })
      })
    })
    req.on('error', reject)
    req.end(body)
  })
}

/** Headers of a browser that posts from a page of the site. */
export function fromOurPage({ env }: Pick<Probe, 'env'>, type = 'application/json'): Record<string, string> {
  return { origin: env.SITE_URL, 'sec-fetch-site': 'same-origin', 'content-type': type }
}
