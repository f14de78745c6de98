import { redirect } from '@remix-run/node'
import type { Result } from '#core/result.ts'
import { type Actor, toUser } from '#core/roles.ts'
import { safePath } from '#core/safe-path.ts'
import { refusalAnswer } from '#server/api.server.ts'

/**
 * Answers a sign-in of any kind. A browser with JavaScript called the API and gets the user object or the refusal; one
 * without posted a plain form and is sent on: to where it wanted to go, or back to the form with the refusal's word.
 */
export function answerSignIn(
  result: Result<Actor>,
  sent: { isForm: boolean; tab: 'login' | 'register'; redirect?: string },
): Response {
  const next = safePath(sent.redirect)
  if (!result.ok) {
    if (!sent.isForm) return refusalAnswer(result.refusal)
    return redirect(
      `/?${new URLSearchParams({ auth: sent.tab, redirect: next, refused: result.refusal.word })}`,
      303,
    )
  }
  if (sent.isForm) return redirect(next, 303)
  return Response.json(toUser(result.value), { headers: { 'cache-control': 'no-store' } })
}

/** Answers a sign-in whose fields broke the rules: the messages, or for a plain form back to the form. */
export function answerUnread(
  body: { isForm: boolean; response: Response },
  tab: 'login' | 'register',
): Response {
  if (!body.isForm) return body.response
  return redirect(`/?${new URLSearchParams({ auth: tab, redirect: '/', refused: 'invalid' })}`, 303)
}
