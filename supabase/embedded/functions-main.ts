/**
 * Hosts the edge functions in Deno: one process for all functions. It serves the stack alone (by a secret that
 * came with its environment) and ends when the stack does, because its standard input closes then.
 */

type Handler = (request: Request) => Response | Promise<Response>

/** Declares the part of Deno that is used here. */
declare const Deno: {
  serve: unknown
  env: { get(name: string): string | undefined; delete(name: string): void }
  stdin: { readable: ReadableStream<Uint8Array> & AsyncIterable<Uint8Array> }
  stdout: { write(bytes: Uint8Array): Promise<number> }
  exit(code: number): never
  stat(path: URL): Promise<{ mtime: Date | null }>
}
type Serve = (
  options: { port: number; hostname: string; onListen(address: { port: number }): void },
  handler: Handler,
) => unknown

const serve = Deno.serve
const secret = Deno.env.get('STACK_FUNCTIONS_SECRET')
const folder = Deno.env.get('STACK_FUNCTIONS_FOLDER')
Deno.env.delete('STACK_FUNCTIONS_SECRET')
Deno.env.delete('STACK_FUNCTIONS_FOLDER')

let captured: Handler | null = null
// A function's index.ts calls Deno.serve(handler), or Deno.serve(options, handler): here that hands the handler over.
Deno.serve = (...args: unknown[]) => {
  captured = args.find(isHandler) ?? null
  return { finished: Promise.resolve(), shutdown: () => Promise.resolve() }
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function'
}

function isServe(value: unknown): value is Serve {
  return typeof value === 'function'
}

const handlers = new Map<string, Promise<Handler>>()
let lastImport: Promise<unknown> = Promise.resolve()

/**
 * Returns the handler of a function, imported on its first call and again when its index.ts changed; one import at a time, so
 * that none takes another's handler.
 */
async function load(name: string): Promise<Handler> {
  const file = new URL(`${folder}/${name}/index.ts`)
  const { mtime } = await Deno.stat(file)
  file.search = String(mtime?.getTime())
  const loaded = handlers.get(file.href)
  if (loaded) return loaded
  const loading = lastImport.then(async () => {
    captured = null
    const module: { default?: { fetch?: unknown } } = await import(file.href)
    const handler = captured ?? module.default?.fetch
    if (!isHandler(handler)) throw new Error(`${name}/index.ts neither calls Deno.serve nor exports a fetch`)
    return handler
  })
  lastImport = loading.catch(() => {})
  handlers.set(file.href, loading)
  return loading
}

function fail(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status })
}

async function handleRequest(request: Request): Promise<Response> {
  if (request.headers.get('x-stack-secret') !== secret)
    return fail(403, 'FORBIDDEN', 'Only the stack may call this')
  const headers = new Headers(request.headers)
  headers.delete('x-stack-secret')
  const name = new URL(request.url).pathname.split('/')[1] ?? ''
  let handler: Handler
  try {
    handler = await load(name)
  } catch (error) {
    console.error(`[functions] ${name} did not start:`, error)
    return fail(503, 'BOOT_ERROR', 'Function failed to start (please check logs)')
  }
  try {
    return await handler(new Request(request, { headers }))
  } catch (error) {
    console.error(`[functions] ${name}:`, error)
    return fail(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)')
  }
}

if (!isServe(serve) || !secret || !folder) throw new Error('This file is started by the embedded stack.')
serve(
  {
    port: 0,
    hostname: '127.0.0.1',
    onListen: ({ port }) => void Deno.stdout.write(new TextEncoder().encode(`port ${port}\n`)),
  },
  handleRequest,
)
for await (const _ of Deno.stdin.readable) {
  // Nothing is sent on this stream; only its end matters.
}
Deno.exit(0)

export {}
