/**
 * Refuses requests to the auth service in the words and numbers that hosted Supabase uses, so that supabase-js gives the
 * same `error.code` and `error.status` everywhere.
 */
import { isConnectionLoss } from './session-pool.ts'

/** Represents a request that the service refuses: `status` for HTTP, `code` for programs, `message` for people. */
export class AuthRefusal extends Error {
  readonly status: number
  readonly code: string
  /** Lists why a password is weak, only for `weak_password`. */
  readonly reasons: string[] | undefined

  constructor(status: number, code: string, message: string, reasons?: string[]) {
    super(message)
    this.status = status
    this.code = code
    this.reasons = reasons
  }
}

/** @throws AuthRefusal always. */
export function refuse(status: number, code: string, message: string): never {
  throw new AuthRefusal(status, code, message)
}

/** @throws AuthRefusal for an address that another account has. */
export function refuseTakenEmail(): never {
  return refuse(422, 'email_exists', 'A user with this email address has already been registered')
}

/** Converts anything thrown to a refusal; an unexpected error is logged and becomes a 500. */
export function asRefusal(error: unknown, place: string): AuthRefusal {
  if (error instanceof AuthRefusal) return error
  if (isConnectionLoss(error)) {
    return new AuthRefusal(503, 'request_timeout', 'The database is not available at the moment')
  }
  console.error(`[auth] ${place}:`, error instanceof Error ? error.message : error)
  return new AuthRefusal(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  )
}

const versionHeader = 'x-supabase-api-version'
const currentVersion = '2024-01-01'

/** Makes the response for a refusal, in the form that the client's API version expects. */
export function refusalResponse(refusal: AuthRefusal, request: Request): Response {
  const weak = refusal.reasons ? { weak_password: { reasons: refusal.reasons } } : {}
  const headers: Record<string, string> = { 'x-sb-error-code': refusal.code, 'cache-control': 'no-store' }
  const version = request.headers.get(versionHeader) ?? ''
  if (version >= currentVersion) {
    headers[versionHeader] = currentVersion
    return Response.json(
      { code: refusal.code, message: refusal.message, ...weak },
      { status: refusal.status, headers },
    )
  }
  const body = { code: refusal.status, error_code: refusal.code, msg: refusal.message, ...weak }
  return Response.json(body, { status: refusal.status, headers })
}
