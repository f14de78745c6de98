import { redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import type { Result } from '#core/result.ts'
import { type Actor, toUser } from '#core/roles.ts'
import { safePath } from '#core/safe-path.ts'
import { refusalResponse } from '#server/api.server.ts'

/** @returns the response to an API call that signs in: the user object, or the refusal */
export function signInResponse(result: Result<Actor>): Response {
  if (!result.ok) return refusalResponse(result.refusal)
  return Response.json(toUser(result.value), { headers: { 'cache-control': 'no-store' } })
}

/**
 * Responds to a sign-in without fields that a browser without JavaScript posted as a plain form.
 * @param path the path that the form names to open afterwards
 * @returns a redirect to that path, or back to the sign-in window with the code of the refusal
 */
export function signInRedirect(result: Result<Actor>, path: string | undefined): Response {
  const next = safePath(path)
  if (result.ok) return redirect(next, 303)
  return redirect(paths.home({ auth: 'login', redirect: next, refused: result.refusal.code }), 303)
}
