/** Runs the embedded stack's edge functions: checks who calls as hosted does, and passes requests on to Deno. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import type { Keys } from './keys.ts'
import { StackError } from './stack-error.ts'

export type FunctionsOptions = {
  /** Holds the repository's folder, whose node_modules the functions use. */
  projectDir: string
  /** Names the folder of the functions, each of which has its own folder. */
  folder: string
  /** Holds the stack's address. */
  url: string
  keys: Keys
  /** Holds `[functions.<name>] verify_jwt` of config.toml; true for those that are not named. */
  verifyJwt: Map<string, boolean>
}

export type Functions = {
  /** Handles a request below /functions/v1; it never throws. */
  fetch(request: Request, url: URL): Promise<Response>
  stop(): Promise<void>
}

type Host = { process: ChildProcess; address: string; secret: string }

const prefix = '/functions/v1/'
const namePattern = /^[A-Za-z][\w-]*$/
/** Limits the time for a function's response, as on hosted. */
const responseTimeoutMs = 150_000
const bootMs = 30_000

/** Makes the service. Deno starts at the first call, and again when it has died. */
export function createFunctions(options: FunctionsOptions): Functions {
  const { folder } = options
  let host: Promise<Host> | null = null

  function running(): Promise<Host> {
    host ??= startHost(options, () => {
      host = null
    }).catch((error) => {
      host = null
      throw error
    })
    return host
  }

  return {
    async fetch(request, url) {
      const [name = ''] = url.pathname.slice(prefix.length).split('/')
      if (!namePattern.test(name) || !existsSync(join(folder, name, 'index.ts'))) {
        return fail(404, 'NOT_FOUND', 'Requested function was not found')
      }
      if (options.verifyJwt.get(name) ?? true) {
        const refusal = await checkBearer(request, options.keys)
        if (refusal) return refusal
      }
      try {
        return await passOn(await running(), request, url)
      } catch (error) {
        if (error instanceof DOMException && error.name === 'TimeoutError') {
          return fail(504, 'IDLE_TIMEOUT', 'Function did not answer in time')
        }
        console.error(`[functions] ${name}:`, error instanceof Error ? error.message : error)
        return fail(503, 'BOOT_ERROR', 'Function failed to start (please check logs)')
      }
    },
    async stop() {
      const last = await host?.catch(() => null)
      if (!last) return
      const ended = new Promise((resolve) => last.process.once('exit', resolve))
      last.process.stdin?.end()
      const timeout = setTimeout(() => last.process.kill('SIGKILL'), 2000)
      if (last.process.exitCode === null && last.process.signalCode === null) await ended
      clearTimeout(timeout)
    },
  }
}

/** Checks that a bearer is a person's token; API keys are no tokens. */
async function checkBearer(request: Request, keys: Keys): Promise<Response | null> {
  const header = request.headers.get('authorization')
  if (header === null) return fail(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header')
  const token = /^Bearer\s+(.+)$/i.exec(header)?.[1] ?? ''
  if (token.split('.').length !== 3) return fail(401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT')
  return (await keys.verify(token)) ? null : fail(401, 'UNAUTHORIZED_INVALID_JWT', 'Invalid JWT')
}

function fail(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status })
}

/** Lists the headers of one connection, which say nothing about the next. */
const ownHeaders = [
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
]

async function passOn(host: Host, request: Request, url: URL): Promise<Response> {
  const headers = new Headers(request.headers)
  for (const name of ownHeaders) headers.delete(name)
  headers.set('x-stack-secret', host.secret)
  headers.set('accept-encoding', 'identity')
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const response = await fetch(`${host.address}/${url.pathname.slice(prefix.length)}${url.search}`, {
    method: request.method,
    headers,
    body: hasBody ? await request.arrayBuffer() : null,
    redirect: 'manual',
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  const responseHeaders = new Headers(response.headers)
  for (const name of ownHeaders) responseHeaders.delete(name)
  return new Response(response.body, { status: response.status, headers: responseHeaders })
}

/** Finds the Deno program itself: its npm wrapper would leave it behind as an orphan when killed. */
function locateDeno(projectDir: string): string {
  const packages = join(projectDir, 'node_modules/@deno')
  const programs = existsSync(packages)
    ? readdirSync(packages).flatMap((name) => [
        join(packages, name, 'deno'),
        join(packages, name, 'deno.exe'),
      ])
    : []
  const program = programs.find((path) => existsSync(path))
  if (!program) throw new StackError('Deno is missing: run npm ci.')
  return program
}

async function startHost(options: FunctionsOptions, onExit: () => void): Promise<Host> {
  const { keys, projectDir, folder } = options
  const secret = randomBytes(24).toString('base64url')
  const own = join(folder, '.env')
  const child = spawn(
    locateDeno(projectDir),
    [
      'run',
      '--no-prompt',
      '--cached-only',
      '--node-modules-dir=manual',
      '--no-lock',
      '--unstable-no-legacy-abort',
      '--allow-net',
      '--allow-env',
      '--allow-sys',
      `--allow-read=${projectDir}`,
      '--config',
      join(projectDir, 'supabase/functions/deno.json'),
      join(projectDir, 'supabase/embedded/functions-main.ts'),
    ],
    {
      cwd: projectDir,
      stdio: ['pipe', 'pipe', 'inherit'],
      // Ctrl-C must reach the stack first, which then ends this in order.
      detached: true,
      windowsHide: true,
      env: {
        NODE_ENV: process.env.NODE_ENV,
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DENO_NO_UPDATE_CHECK: '1',
        ...passedOn(),
        ...(existsSync(own) ? parseEnv(readFileSync(own, 'utf8')) : {}),
        SUPABASE_URL: options.url,
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
        SUPABASE_ANON_KEY: keys.publishableKey,
        SUPABASE_SERVICE_ROLE_KEY: keys.secretKey,
        SUPABASE_JWKS: JSON.stringify(keys.jwks),
        STACK_FUNCTIONS_SECRET: secret,
        STACK_FUNCTIONS_FOLDER: pathToFileURL(folder).href,
      },
    },
  )
  child.once('exit', onExit)
  const port = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error('Deno did not start in time'))
    }, bootMs)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Deno ended with code ${code} before it served`)))
    child.stdout.on('data', (data: Buffer) => {
      const port = /^port (\d+)$/m.exec(data.toString())?.[1]
      if (!port) process.stdout.write(data)
      else resolve(port)
      clearTimeout(timer)
    })
  })
  return { process: child, address: `http://127.0.0.1:${port}`, secret }
}

/** Returns the settings of the stack's own process that functions may see. */
function passedOn(): Record<string, string> {
  const settings = Object.entries(process.env).filter(
    ([name]) => name.startsWith('PAYMENT_') || name.startsWith('STRIPE_'),
  )
  return Object.fromEntries(settings.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
