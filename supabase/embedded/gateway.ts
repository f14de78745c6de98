/** Serves the stack's one address: checks the API key and token, then passes the request to the service that the path names. */
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { decodeJwt } from 'jose'
import type { Claims, Keys } from './keys.ts'
import { StackError } from './stack-error.ts'

/** Describes a service below its path: gets the request, its parsed address and the caller's verified claims. */
export type Service = (request: Request, url: URL, caller: Claims) => Promise<Response>

export type Services = {
  rest: Service
  auth: Service
  storage: Service
  functions: Service
}

const exposedHeaders =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, ' +
  'Range-Unit, Sb-Error-Code, X-Sb-Error-Code, X-Total-Count, Link'

/** Lists the addresses that a browser opens without a key, as on hosted. */
const openPaths = [
  /^\/auth\/v1\/(verify|callback|authorize)$/,
  /^\/auth\/v1\/\.well-known\//,
  /^\/storage\/v1\/object\/(public|sign)\//,
  /^\/storage\/v1\/object\/upload\/sign\//,
  // Functions check for themselves, by their verify_jwt setting.
  /^\/functions\/v1\//,
]

/**
 * Takes the port at once, so that a second stack fails early; requests are handled once the services run.
 * @param port on 127.0.0.1
 * @throws a StackError with one sentence when the port is taken
 */
export async function openGateway(port: number): Promise<Gateway> {
  let handle: ((request: Request) => Promise<Response>) | null = null
  let busy = 0
  const listener = getRequestListener(
    async (request) => (handle ? handle(request) : json(503, { message: 'The stack is starting.' })),
    { overrideGlobalObjects: false },
  )
  const server = createServer((incoming, outgoing) => {
    busy += 1
    outgoing.once('close', () => {
      busy -= 1
    })
    void listener(incoming, outgoing)
  })
  await listen(server, port)
  return {
    serve(keys, services, ready) {
      handle = (request) => handleRequest(request, keys, services, ready)
    },
    async drain() {
      handle = null
      server.closeIdleConnections()
      for (const until = Date.now() + 2000; busy > 0 && Date.now() < until; ) await sleep(20)
    },
    async release() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

export type Gateway = {
  /** @param ready resolves when the database accepts connections; requests wait for it */
  serve(keys: Keys, services: Services, ready: () => Promise<void>): void
  /** Takes no more requests and waits, for two seconds at most, until those under way are done. */
  drain(): Promise<void>
  /** Gives the port back. */
  release(): Promise<void>
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE' || error.code === 'EACCES'
          ? new StackError(
              `Port ${port} (API gateway) is in use: stop what uses it, or set STACK_PORT to another base.`,
            )
          : error,
      )
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

async function handleRequest(
  request: Request,
  keys: Keys,
  services: Services,
  ready: () => Promise<void>,
): Promise<Response> {
  if (request.method === 'OPTIONS') return preflight(request)
  const url = new URL(request.url)
  const [, name, version] = url.pathname.split('/')
  const service = version === 'v1' ? pick(services, name) : null
  if (!service) return withCors(json(404, { message: 'no Route matched with those values' }))
  const caller = await identify(request, url, keys)
  if (caller instanceof Response) return withCors(caller)
  try {
    const judged = await judgeBody(request, name ?? '')
    if (judged instanceof Response) return withCors(judged)
    await ready()
    return withCors(await service(judged, url, caller))
  } catch (error) {
    process.stderr.write(
      `${request.method} ${url.pathname}: ${error instanceof Error ? error.stack : error}\n`,
    )
    return withCors(json(500, { code: 'unexpected_failure', message: 'Internal Server Error' }))
  }
}

function pick(services: Services, name: string | undefined): Service | null {
  switch (name) {
    case 'rest':
    case 'auth':
    case 'storage':
    case 'functions':
      return services[name]
    default:
      return null
  }
}

const megabyte = 1024 ** 2

/** Limits the body of each service, in bytes; storage has the limits of its buckets. */
const bodyLimits: Record<string, number> = { rest: 5 * megabyte, auth: megabyte, functions: 6 * megabyte }
/** Limits the nesting of JSON to what neither a parser here nor Postgres breaks at. */
const deepest = 200
/** Sets the size below which a body holds no nesting that could do harm, in bytes. */
const harmlessBytes = 2 * deepest

/**
 * Judges the body of a request before a service holds it in memory.
 * @returns the request to go on with, or the response to one that is too large or nested too deep
 */
async function judgeBody(request: Request, name: string): Promise<Request | Response> {
  const limit = bodyLimits[name]
  if (limit === undefined || request.body === null) return request
  const tooLarge = () =>
    json(413, { code: 413, error_code: 'request_too_large', message: 'Request too large' })
  const announced = Number(request.headers.get('content-length') ?? Number.NaN)
  if (announced > limit) return tooLarge()
  if (announced <= harmlessBytes) return request
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length
    if (size > limit) {
      await reader.cancel()
      return tooLarge()
    }
    chunks.push(next.value)
  }
  const body = Buffer.concat(chunks)
  if (name !== 'functions' && isNestedDeep(body)) {
    const message = `JSON is nested deeper than ${deepest} levels`
    return json(400, { code: 400, error_code: 'bad_json', message, msg: message })
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body })
}

/** Tells whether brackets outside of strings are nested deeper than allowed. */
function isNestedDeep(body: Buffer): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (inString) {
      if (byte === 0x5c) at += 1
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1
      if (depth > deepest) return true
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1
  }
  return false
}

const anonymous: Claims = { role: 'anon', exp: Number.MAX_SAFE_INTEGER }
const service: Claims = { role: 'service_role', exp: Number.MAX_SAFE_INTEGER }

/** Finds the caller's claims: the signed-in user's, else those of the API key. Returns a response when neither is valid. */
async function identify(request: Request, url: URL, keys: Keys): Promise<Claims | Response> {
  const key = request.headers.get('apikey')
  const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const isOpen = openPaths.some((path) => path.test(url.pathname))
  if (!isOpen && !key) {
    return json(401, {
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    })
  }
  if (!isOpen && key !== keys.publishableKey && key !== keys.secretKey) {
    return json(401, {
      message: 'Invalid API key',
      hint: 'Double check your Supabase `anon` or `service_role` API key.',
    })
  }
  const byKey = key === keys.secretKey ? service : anonymous
  // supabase-js sends its API key as the bearer when nobody is signed in.
  if (!bearer || bearer.startsWith('sb_')) return byKey
  const claims = await keys.verify(bearer)
  if (claims) return claims
  if (isOpen) return byKey
  return refuseToken(url, bearer)
}

function refuseToken(url: URL, token: string): Response {
  const isExpired = (expiryOf(token) ?? Number.POSITIVE_INFINITY) * 1000 <= Date.now()
  if (url.pathname.startsWith('/auth/')) {
    const reason = isExpired ? 'token has invalid claims: token is expired' : 'token signature is invalid'
    return json(403, {
      code: 403,
      error_code: 'bad_jwt',
      msg: `invalid JWT: unable to parse or verify signature, ${reason}`,
    })
  }
  if (url.pathname.startsWith('/storage/')) {
    const message = isExpired ? '"exp" claim timestamp check failed' : 'signature verification failed'
    return json(400, { statusCode: '403', error: 'Unauthorized', message })
  }
  const failure = isExpired
    ? { code: 'PGRST303', message: 'JWT expired', details: null, hint: null }
    : { code: 'PGRST301', message: 'No suitable key or wrong key type', details: null, hint: null }
  return json(401, failure, {
    'www-authenticate': `Bearer error="invalid_token", error_description="${failure.message}"`,
  })
}

/** Reads when a token says it ends, in seconds since 1970. Nothing verified it: it chooses the text of a refusal alone. */
function expiryOf(token: string): number | null {
  try {
    return decodeJwt(token).exp ?? null
  } catch {
    return null
  }
}

function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '3600',
      vary: 'access-control-request-headers',
    },
  })
}

function withCors(response: Response): Response {
  const headers = new Headers(response.headers)
  if (!headers.has('access-control-allow-origin')) headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', exposedHeaders)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}
