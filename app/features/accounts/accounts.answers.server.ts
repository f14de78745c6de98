import { redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import type { Result } from '#core/result.ts'
import { type Actor, toUser } from '#core/roles.ts'
import { safePath } from '#core/safe-path.ts'
import { refusalResponse } from '#server/api.server.ts'

/** Answers a call that signs in: the user object, or the refusal. */
export function answerSignIn(result: Result<Actor>): Response {
  if (!result.ok) return refusalResponse(result.refusal)
  return Response.json(toUser(result.value), { headers: { 'cache-control': 'no-store' } })
}

/**
 * Answers a sign-in that needs no fields when a browser without JavaScript posts it as a plain form: sent on to where it
 * wanted to go, or back to the window with the refusal's word.
 */
export function answerPlainSignIn(result: Result<Actor>, wish: string | undefined): Response {
  const next = safePath(wish)
  if (result.ok) return redirect(next, 303)
  return redirect(paths.home({ auth: 'login', redirect: next, refused: result.refusal.code }), 303)
}
