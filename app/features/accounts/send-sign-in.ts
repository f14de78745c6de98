import { apiRequest } from '#browser/api-request.ts'
import { findUser } from '#browser/stored-user.ts'
import type * as paths from '#core/paths.ts'
import type { SignInFailure } from './sign-in-messages.ts'

/** The calls that end with a user. */
export type SignInCall =
  | { path: ReturnType<typeof paths.apiLogin>; body: { username: string; password: string } }
  | {
      path: ReturnType<typeof paths.apiRegister>
      body: { username: string; email: string; displayName: string; password: string }
    }
  | { path: ReturnType<typeof paths.apiGuest>; body: Record<string, never> }
  | { path: ReturnType<typeof paths.apiFirebase>; body: { idToken: string } }

export type FieldMessage = { message: string; field: string | null }

export type SignInOutcome<Failure = SignInFailure> =
  | { ok: true; user: unknown }
  | { ok: false; failure: Failure; errors: FieldMessage[] }

/** Sets how long an attempt may take, in milliseconds. */
const timeoutMs = 20_000

/** Sends one attempt. A response counts as success only when it holds a user with an id. Never throws. */
export async function sendSignIn(call: SignInCall): Promise<SignInOutcome> {
  let response: Response
  try {
    response = await apiRequest('POST', call.path, call.body, {
      suppressErrors: true,
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    return { ok: false, failure: networkFailure(), errors: [] }
  }
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) {
    if (findUser(body)) return { ok: true, user: body }
    return { ok: false, failure: { kind: 'unusable' }, errors: [] }
  }
  return {
    ok: false,
    failure: { kind: 'refused', status: response.status, message: messageOf(body) },
    errors: errorsOf(body),
  }
}

/** @returns the failure of a request that got no response */
export function networkFailure(): SignInFailure {
  return { kind: navigator.onLine ? 'unreachable' : 'offline' }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function messageOf(body: unknown): string {
  const message = fieldOf(body, 'message')
  return typeof message === 'string' ? message : ''
}

function errorsOf(body: unknown): FieldMessage[] {
  const errors = fieldOf(body, 'errors')
  if (!Array.isArray(errors)) return []
  return errors.flatMap((error: unknown) => {
    const message = messageOf(error)
    const field = fieldOf(error, 'field')
    return message ? [{ message, field: typeof field === 'string' ? field : null }] : []
  })
}
