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
  | { ok: true; answer: unknown }
  | { ok: false; failure: Failure; errors: FieldMessage[] }

/** How long an attempt may take, in milliseconds. */
const patience = 20_000

/** Sends one attempt and tells how it ended. Believes an answer only when a user with an id is in it. Never throws. */
export async function sendSignIn({ path, body }: SignInCall): Promise<SignInOutcome> {
  let response: Response
  try {
    response = await apiRequest('POST', path, body, {
      suppressErrors: true,
      signal: AbortSignal.timeout(patience),
    })
  } catch {
    return { ok: false, failure: networkFailure(), errors: [] }
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) {
    if (findUser(answer)) return { ok: true, answer }
    return { ok: false, failure: { kind: 'unusable' }, errors: [] }
  }
  return {
    ok: false,
    failure: { kind: 'refused', status: response.status, message: messageOf(answer) },
    errors: errorsOf(answer),
  }
}

/** @returns what a request that got no answer says about the network */
export function networkFailure(): SignInFailure {
  return { kind: navigator.onLine ? 'unreachable' : 'offline' }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function messageOf(answer: unknown): string {
  const message = fieldOf(answer, 'message')
  return typeof message === 'string' ? message : ''
}

function errorsOf(answer: unknown): FieldMessage[] {
  const errors = fieldOf(answer, 'errors')
  if (!Array.isArray(errors)) return []
  return errors.flatMap((error: unknown) => {
    const message = messageOf(error)
    const field = fieldOf(error, 'field')
    return message ? [{ message, field: typeof field === 'string' ? field : null }] : []
  })
}
