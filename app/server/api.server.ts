import type * as z from 'zod'
import { fieldOf, type RefusalCode, sentenceOf, statusOf } from '#core/refusals.ts'
import type { Facts, Refusal } from '#core/result.ts'

/** Answers of /api: a plain value, or `{ message, errors: [{ message, field }] }` with the status that says why. */

export type ApiError = { message: string; field: string | null }

/** @returns a failure's answer; by default its errors hold its message once */
export function errorResponse(
  status: number,
  message: string,
  errors: ApiError[] = [{ message, field: null }],
  headers: Record<string, string> = {},
): Response {
  return Response.json({ message, errors }, { status, headers: { 'cache-control': 'no-store', ...headers } })
}

/** @returns the answer for a word of the refusals' list; 429 says when to come back */
export function refusalCodeResponse(word: RefusalCode, facts: Facts = {}): Response {
  const message = sentenceOf(word, facts)
  const wait = facts.retry_after_seconds
  return errorResponse(
    statusOf(word),
    message,
    [{ message, field: fieldOf(word) }],
    statusOf(word) === 429 && wait ? { 'retry-after': String(wait) } : {},
  )
}

/** @returns the answer for a refusal */
export function refusalResponse(refusal: Refusal): Response {
  return refusalCodeResponse(refusal.code, refusal.facts)
}

/** @returns 405 with the methods that a path knows */
export function methodNotAllowed(...allowed: string[]): Response {
  return errorResponse(405, `Use ${allowed.join(' or ')} here.`, undefined, { allow: allowed.join(', ') })
}

type BodyRead<T> =
  | { ok: true; value: T; isForm: boolean }
  | { ok: false; response: Response; isForm: boolean }

/**
 * Reads what an API call sends, as JSON or as a plain form.
 * @param options.mayBeEmpty whether a call without any body counts as an empty object
 * @returns the parsed value; or the answer: 400 for what can't be read or has the wrong type, 422 for broken rules
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
