import { serializeCookieHeader } from '@supabase/ssr'
import { analyticsCookieName, readCookies } from '#core/cookies.ts'
import { readEnv } from './env.server.ts'
import type { RequestArgs } from './session.server.ts'

/** Returns whether analytics may store the person, by a cookie of this browser. For signed-in people their account's setting decides. */

const yearSeconds = 365 * 24 * 60 * 60

/** Tells whether this browser's cookie declines being counted by name. */
export function hasOptedOut(request: Request): boolean {
  return readCookies(request.headers.get('cookie')).get(analyticsCookieName) === 'off'
}

/** Tells whether this browser objects to its person being known: by its cookie or by its Global Privacy Control signal. */
export function objectsToAnalytics(request: Request): boolean {
  return hasOptedOut(request) || request.headers.get('sec-gpc') === '1'
}

/** Writes the choice to the browser's cookie, which scripts of its pages read. */
export function saveAnalyticsChoice({ context }: RequestArgs, isAllowed: boolean): void {
  context.requestContext.cookies.setCookie(
    serializeCookieHeader(analyticsCookieName, isAllowed ? '' : 'off', {
      path: '/',
      httpOnly: false,
      secure: readEnv().secure,
      sameSite: 'lax',
      maxAge: isAllowed ? 0 : yearSeconds,
    }),
  )
}
