import type { ActionFunctionArgs } from '@remix-run/node'
import type * as z from 'zod'
import { type Facts, fieldOf, type RefusalCode, sentenceOf, statusOf } from '#core/refusals.ts'
import type { Refusal } from '#core/result.ts'

/** Responses of /api: a plain value, or `{ message, errors: [{ message, field }] }` with the status that says why. */

export type ApiError = { message: string; field: string | null }

/** Makes the response of a failure; by default its errors hold its message once. */
export function errorResponse(
  status: number,
  message: string,
  errors: ApiError[] = [{ message, field: null }],
  headers: Record<string, string> = {},
): Response {
  return Response.json({ message, errors }, { status, headers: { 'cache-control': 'no-store', ...headers } })
}

/** Makes the response for a refusal's code; 429 says when to try again. */
export function refusalCodeResponse(code: RefusalCode, facts: Facts = {}): Response {
  const message = sentenceOf(code, facts)
  const wait = facts.retry_after_seconds
  return errorResponse(
    statusOf(code),
    message,
    [{ message, field: fieldOf(code) }],
    statusOf(code) === 429 && wait ? { 'retry-after': String(wait) } : {},
  )
}

/** Makes the response for a refusal. */
export function refusalResponse(refusal: Refusal): Response {
  return refusalCodeResponse(refusal.code, refusal.facts)
}

/** Makes a 405 response with the methods that a path takes. */
export function methodNotAllowed(...allowed: string[]): Response {
  return errorResponse(405, `Use ${allowed.join(' or ')} here.`, undefined, { allow: allowed.join(', ') })
}

/** Makes the response of a page that doesn't exist, to be thrown by a loader or action. */
export function notFound(): Response {
  return new Response(null, { status: 404 })
}

type BodyRead<T> =
  | { ok: true; value: T; isForm: boolean }
  | { ok: false; response: Response; isForm: boolean }

/**
 * Reads what an API call sends, as JSON or as a plain form.
 * @param options.mayBeEmpty whether a call without any body counts as an empty object
 * @returns the parsed value; or the response: 400 for what can't be read or has the wrong type, 422 for broken rules
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  options: { mayBeEmpty?: boolean } = {},
): Promise<BodyRead<z.output<Schema>>> {
  const type = request.headers.get('content-type') ?? ''
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type)
  const isEmpty = type === '' && options.mayBeEmpty === true
  if (!isForm && !isEmpty && !/^application\/json\s*(;|$)/i.test(type)) {
    return { ok: false, isForm, response: errorResponse(400, 'Please send JSON.') }
  }
  let body: unknown
  try {
    body = isForm ? Object.fromEntries(await request.formData()) : JSON.parse((await request.text()) || '{}')
  } catch {
    return { ok: false, isForm, response: errorResponse(400, "We couldn't read the body.") }
  }
  const parsed = schema.safeParse(body, { reportInput: true })
  if (parsed.success) return { ok: true, isForm, value: parsed.data }
  const { issues } = parsed.error
  const wrongType = issues.some((issue) => issue.code === 'invalid_type' && issue.input !== undefined)
  const response = errorResponse(
    wrongType ? 400 : 422,
    'Please check your information and try again.',
    issues.map(({ message, path }) => ({ message, field: path.length > 0 ? path.join('.') : null })),
  )
  return { ok: false, isForm, response }
}

/** Handles a request of an API action after its checks. */
type ApiHandler<Schema extends z.ZodType, Guarded> = (
  args: ActionFunctionArgs,
  call: { value: z.output<Schema>; isForm: boolean; guarded: Guarded },
) => Promise<Response> | Response

/**
 * Makes the action of an API route: refuses other methods (405 with Allow), reads the body (400, 422), runs the guard (401,
 * 403), then runs the handler. A route without a loader refuses GET by itself (failures.server.ts).
 * @param options.method the one method that the route takes
 * @param options.schema the shape of the body, JSON or a plain form
 * @param options.mayBeEmpty whether a call without a body counts as an empty object
 * @param options.guard throws a response when the caller may not do this; its result is handed on as `guarded`
 */
export function apiAction<Schema extends z.ZodType, Guarded = undefined>(
  options: {
    method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    schema: Schema
    mayBeEmpty?: boolean
    guard?: (args: ActionFunctionArgs, value: z.output<Schema>) => Promise<Guarded>
  },
  handler: ApiHandler<Schema, Guarded>,
): (args: ActionFunctionArgs) => Promise<Response> {
  const { method = 'POST', schema, mayBeEmpty, guard } = options
  return async (args) => {
    if (args.request.method !== method) return methodNotAllowed(method)
    const body = await readBody(args.request, schema, { mayBeEmpty })
    if (!body.ok) return body.response
    // Without a guard, Guarded is undefined.
    const guarded = (await guard?.(args, body.value)) as Guarded
    return await handler(args, { value: body.value, isForm: body.isForm, guarded })
  }
}
