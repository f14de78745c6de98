/** Makes the responses of the Data API for errors of the database, with PostgREST's statuses and bodies. */
import postgres from 'postgres'
import { z } from 'zod'
import { isConnectionLoss, PoolTimeout } from './session-pool.ts'

type FailureBody = { code: string; message: string; details: string | null; hint: string | null }

/** Lists statuses by SQLSTATE, the first prefix that fits; the rest are 400. */
const statuses: [prefix: string, status: number][] = [
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['21000', 500],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57P0', 503],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  ['XX', 500],
]

const raisedBodySchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
})
const raisedResponseSchema = z.object({ status: z.number().int(), headers: z.record(z.string(), z.string()) })

/** Represents a failed request with its response. */
export class ApiFailure extends Error {
  readonly status: number
  readonly body: FailureBody
  readonly headers: Record<string, string>

  constructor(status: number, body: FailureBody, headers: Record<string, string> = {}) {
    super(body.message)
    this.status = status
    this.body = body
    this.headers = headers
  }

  /** Returns the response; the engine's router calls it on a thrown error too. */
  getResponse(): Response {
    return Response.json(this.body, { status: this.status, headers: this.headers })
  }
}

/**
 * Translates an error of the database or of its connection.
 * @param role the caller's role: what a visitor may not do is 401, what a user may not do 403
 * @returns null for errors that aren't the database's
 */
export function toApiFailure(error: unknown, role: string): ApiFailure | null {
  if (error instanceof ApiFailure) return error
  if (error instanceof PoolTimeout) return failure(504, 'PGRST003', error.message)
  if (isConnectionLoss(error))
    return failure(503, 'PGRST001', 'Database client error. Retrying the connection.')
  if (!(error instanceof postgres.PostgresError)) return null
  const { code, message, detail, hint } = error
  if (code === 'PGRST') return raisedFailure(message, detail)
  const body = { code, message, details: detail ?? null, hint: hint ?? null }
  if (code === '42501') return new ApiFailure(role === 'anon' ? 401 : 403, body)
  const chosen = /^PT([2-5]\d\d)$/.exec(code)?.[1]
  if (chosen) return new ApiFailure(Number(chosen), body)
  return new ApiFailure(statuses.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400, body)
}

/** Builds the response that a function chose itself: `raise sqlstate 'PGRST' using message = '{…}', detail = '{…}'`. */
function raisedFailure(message: string, detail: string | undefined): ApiFailure {
  const body = raisedBodySchema.safeParse(parseJson(message))
  const raised = raisedResponseSchema.safeParse(parseJson(detail ?? ''))
  if (!body.success || !raised.success) {
    return failure(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`)
  }
  const { code, message: text, details = null, hint = null } = body.data
  return new ApiFailure(raised.data.status, { code, message: text, details, hint }, raised.data.headers)
}

function failure(status: number, code: string, message: string): ApiFailure {
  return new ApiFailure(status, { code, message, details: null, hint: null })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
