/** Reads requests and writes responses of the auth service. */
import { z } from 'zod'
import { refuse } from './auth-errors.ts'

/**
 * Parses the body of a request; an empty one counts as `{}`.
 * @throws AuthRefusal 400 for what is no JSON, or not of the shape.
 */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const text = await request.text()
  // Postgres stores no NUL, neither as text nor in JSON.
  if (text.includes('\\u0000')) refuse(400, 'validation_failed', 'A text must not contain the NUL character')
  const parsed = schema.safeParse(parseJson(text === '' ? '{}' : text))
  if (!parsed.success) refuse(400, 'validation_failed', z.prettifyError(parsed.error))
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse(400, 'bad_json', 'Could not parse request body as JSON')
  }
}

/** Makes a JSON response that no cache stores. */
export function jsonResponse(body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store', ...headers } })
}
