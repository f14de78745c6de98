/** Implements the Data API: PostgREST's dialect over the project's database. */
import { App } from '@supabase/lite'
import { z } from 'zod'
import { ApiConnection } from './api-connection.ts'
import { ApiFailure } from './api-failure.ts'
import type { Claims } from './keys.ts'
import { callFunction, maxRows } from './rpc.ts'

export type DataApi = {
  /** Handles a request below /rest/v1 for a caller whose claims were verified. */
  fetch(request: Request, url: URL, caller: Claims): Promise<Response>
  stop(): Promise<void>
}

/** Sets the number of sessions for requests; more don't help on few cores, fewer let one slow statement hold up the rest. */
const sessions = 10

/** Connects to the database and warms up, so that the first request is as fast as those after it. */
export async function startDataApi(options: { port: number; secret: string }): Promise<DataApi> {
  const connection = new ApiConnection({ port: options.port, secret: options.secret, size: sessions })
  const callers = new WeakMap<Request, Claims>()
  const engine = createEngine(connection, callers)
  // Also when a listener is back that had lost its connection: it may have missed a change.
  let refreshed = Promise.resolve()
  const refresh = () => {
    refreshed = connection.refresh()
    refreshed.catch(() => {})
  }
  await connection.driver.listen('pgrst', refresh, refresh)
  await refreshed

  const send = async (request: Request, caller: Claims) => {
    callers.set(request, caller)
    return engine.fetch(request, { peerAddress: null })
  }
  await warmUp(connection, send)
  return {
    async fetch(request, url, caller) {
      const unreadable = judgeQuery(url)
      if (unreadable) return unreadable
      const response = await callFunction(connection, request, url, { role: caller.role, claims: caller })
      if (response) return response
      const whole = await withAllColumns(request, url)
      return whole instanceof Response ? whole : asSingleRow(whole, await send(whole, caller))
    },
    stop: () => connection.close(),
  }
}

/** Lets every session connect and the engine compile what each request runs through. */
async function warmUp(
  connection: ApiConnection,
  send: (request: Request, caller: Claims) => Promise<Response>,
): Promise<void> {
  const { tables } = await connection.introspect()
  const table = tables.find(({ schema }) => schema === 'public')
  if (!table) return
  const caller: Claims = { role: 'service_role', exp: Number.MAX_SAFE_INTEGER }
  const address = `http://localhost/rest/v1/${encodeURIComponent(table.name)}?limit=1`
  const reads = Array.from({ length: sessions }, () =>
    send(new Request(address, { headers: { apikey: 'none' } }), caller),
  )
  await Promise.all(reads)
}

/** Creates the engine. It never sees a token: it takes the claims that the gateway verified, looked up by request. */
function createEngine(connection: ApiConnection, callers: WeakMap<Request, Claims>): App {
  return new App({
    connection,
    api: { schemas: ['public'], max_rows: maxRows, pg_safe_update: true },
    auth: { enabled: false },
    storage: { enabled: false },
    db: { migrations: { enabled: false } },
    options: {
      server: {
        disableStudio: true,
        apiKeys: {
          resolver: async (_key, context) => {
            const claims = callers.get(context.req.raw)
            return claims ? { type: claims.role === 'service_role' ? 'secret' : 'publishable', claims } : null
          },
        },
        middlewares: [
          async (context, next) => {
            const caller = callers.get(context.req.raw)
            if (caller) {
              context.set('ignoreAuthorization', true)
              context.set('jwt', caller)
              if (caller.sub) context.set('userId', caller.sub)
              if (caller.session_id) context.set('sessionId', caller.session_id)
            }
            await next()
          },
        ],
      },
    },
  })
}

/** Refuses what the engine would break at: characters that no database text holds, and quotes that never end. */
function judgeQuery(url: URL): Response | null {
  for (const [name, value] of url.searchParams) {
    const quotes = value.replace(/\\./g, '').split('"').length - 1
    const isBroken = quotes % 2 === 1 && (name === 'select' || name === 'order' || name === 'columns')
    if (!isBroken && !name.includes('\0') && !value.includes('\0')) continue
    return new ApiFailure(400, {
      code: 'PGRST100',
      message: `failed to parse ${name.replaceAll('\0', '')} parameter`,
      details: null,
      hint: null,
    }).getResponse()
  }
  return url.pathname.includes('%00')
    ? new ApiFailure(404, {
        code: 'PGRST125',
        message: 'Invalid path',
        details: null,
        hint: null,
      }).getResponse()
    : null
}

const rowsSchema = z.array(z.record(z.string(), z.unknown()))

/**
 * Gives every row of an insert the same columns, as PostgREST does: what a row leaves out of those that the request names is null. The
 * engine would store the column's default, which the caller asks for by `Prefer: missing=default`.
 * @returns the request to go on with; or the refusal of rows that name different columns where the request names none
 */
async function withAllColumns(request: Request, url: URL): Promise<Request | Response> {
  if (request.method !== 'POST' || /\bmissing=default\b/.test(request.headers.get('prefer') ?? ''))
    return request
  const text = await request.text()
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  const again = (body: string) => new Request(request, { headers, body })
  const rows = rowsSchema.safeParse(parsed(text)).data
  if (!rows || rows.length < 2) return again(text)
  const columns = url.searchParams.get('columns')
  const names = columns?.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  const [first = {}] = rows
  const isAlike = (row: Record<string, unknown>) =>
    Object.keys(row).length === Object.keys(first).length && Object.keys(row).every((key) => key in first)
  if (rows.every(isAlike)) return again(text)
  if (!names) {
    return new ApiFailure(400, {
      code: 'PGRST102',
      message: 'All object keys must match',
      details: null,
      hint: null,
    }).getResponse()
  }
  const nothing = Object.fromEntries(names.map((name) => [name, null]))
  return again(JSON.stringify(rows.map((row) => ({ ...nothing, ...row }))))
}

/** Parses JSON; undefined for what is none, which the engine refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Serves `.single()` after a write that returns embedded rows: the engine returns an array. Unlike on hosted the write is
 * kept when that isn't exactly one row.
 */
async function asSingleRow(request: Request, response: Response): Promise<Response> {
  const wanted = request.headers.get('accept')?.startsWith('application/vnd.pgrst.object+json')
  if (!wanted || !response.ok || response.status === 204 || request.method === 'GET') return response
  const text = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  if (!text.startsWith('[')) return new Response(text, { status: response.status, headers })
  const rows = z.array(z.unknown()).parse(JSON.parse(text))
  if (rows.length !== 1) {
    return new ApiFailure(406, {
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${rows.length} rows`,
      hint: null,
    }).getResponse()
  }
  return new Response(JSON.stringify(rows[0]), { status: response.status, headers })
}
