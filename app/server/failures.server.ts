import type {
  ActionFunctionArgs,
  HandleErrorFunction,
  LoaderFunctionArgs,
  ServerBuild,
} from '@remix-run/node'
import { isAuthRetryableFetchError } from '@supabase/supabase-js'
import { errorResponse, methodNotAllowed } from './api.server.ts'
import { operate } from './operations.server.ts'

/** Turns what a loader or action throws into a response: the true status, a sentence, and no internals. */

/** Value of `Retry-After` while the database or its API is unavailable, in seconds. */
export const retryAfterSeconds = 5

/**
 * Codes by which Postgres (connection lost, no resources left, shutting down, read only) and the API in front of it (no
 * connection to the database) say that they can't serve now.
 */
const awayCodes = /^(08\w{3}|53\w{3}|57P0[1-3]|25006|58030|PGRST00[0-3])$/
/** Matches how supabase-js reports that no response came: fetch's own error, as text. */
const noResponse = /^(TypeError: fetch failed|TimeoutError|FetchError)/

/** Tells whether an error says that the database, its API or Supabase Auth can't be reached or can't serve now. */
export function isAway(error: unknown): boolean {
  // The client takes every status above 499 for an outage; 500 is how Supabase Auth reports a row that the database refuses.
  if (isAuthRetryableFetchError(error)) return error.status !== 500
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'TimeoutError') return true
  const message = 'message' in error ? String(error.message) : ''
  if (error instanceof TypeError) return message === 'fetch failed'
  const code = 'code' in error ? String(error.code ?? '') : ''
  return code === '' ? noResponse.test(message) : awayCodes.test(code)
}

/** Tells whether something was thrown as a response on purpose: a Response, or data with a status. */
function isResponse(thrown: unknown): boolean {
  return (
    thrown instanceof Response ||
    (typeof thrown === 'object' &&
      thrown !== null &&
      'type' in thrown &&
      thrown.type === 'DataWithResponseInit')
  )
}

type Routes = ServerBuild['routes']
type Module = NonNullable<Routes[string]>['module']
type Args = LoaderFunctionArgs | ActionFunctionArgs

/**
 * Makes a build whose loaders and actions fail truthfully: 503 with Retry-After while the database or its API can't be reached, 405 with the
 * methods where an API path takes no other, the status of a form that was refused before it was read, JSON where the API breaks down. Remix shows the browser every thrown value that
 * is no Error, so the errors of the Data API, which are plain objects, are wrapped.
 */
export function withTrueFailures(build: ServerBuild): ServerBuild {
  const routes: Routes = {}
  for (const [id, route] of Object.entries(build.routes)) {
    if (route) routes[id] = { ...route, module: truthful(id, route.module, build.entry.module.handleError) }
  }
  return { ...build, routes }
}

function truthful(id: string, module: Module, handleError: HandleErrorFunction | undefined): Module {
  const isResource = module.default == null && module.ErrorBoundary == null

  function judge(error: unknown, args: Args): unknown {
    if (isResponse(error) || args.request.signal.aborted) return error
    if (isAway(error)) {
      args.context.requestContext.log.error(
        { err: error, path: new URL(args.request.url).pathname },
        'database or its API unreachable',
      )
      return errorResponse(
        503,
        "We can't reach our database right now. Please try again in a moment.",
        undefined,
        {
          'retry-after': String(retryAfterSeconds),
        },
      )
    }
    if (isResource) {
      handleError?.(error, args)
      return errorResponse(500, 'Something went wrong. Please try again.')
    }
    return error instanceof Error ? error : new Error('A loader or action failed', { cause: error })
  }

  const judged =
    <Given extends Args, Value>(kind: 'loader' | 'action', work: (args: Given) => Value) =>
    async (args: Given): Promise<Awaited<Value>> => {
      const { refusal } = args.context.requestContext
      if (refusal && kind === 'action') throw errorResponse(refusal.status, refusal.message)
      try {
        return await operate(kind, `${kind} ${id}`, async () => await work(args))
      } catch (error) {
        throw judge(error, args)
      }
    }

  const { loader, action } = module
  return {
    ...module,
    ...(loader
      ? { loader: judged('loader', loader) }
      : isResource
        ? { loader: () => methodNotAllowed('POST') }
        : {}),
    ...(action
      ? { action: judged('action', action) }
      : isResource
        ? { action: () => methodNotAllowed('GET', 'HEAD') }
        : {}),
  }
}
