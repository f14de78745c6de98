import { serializeCookieHeader } from '@supabase/ssr'
import { analyticsCookieName, readCookies } from '#core/cookies.ts'
import { readEnv } from './env.server.ts'
import type { RequestArgs } from './session.server.ts'

/** Whether the figures may know somebody, as a cookie of this browser says. For people signed in their account decides. */

const yearSeconds = 365 * 24 * 60 * 60

/** Tells whether this browser's cookie says that its person does not want to be known. */
export function hasOptedOut(request: Request): boolean {
  return readCookies(request.headers.get('cookie')).get(analyticsCookieName) === 'off'
}

/** Tells whether this browser objects to its person being known: by its cookie or by its Global Privacy Control signal. */
export function objectsToAnalytics(request: Request): boolean {
  return hasOptedOut(request) || request.headers.get('sec-gpc') === '1'
}

/** Writes what somebody chose to the browser's cookie, which scripts of its pages read. */
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
