import { readCookies } from '#core/cookies.ts'
import { readEnv } from './env.server.ts'
import type { RequestArgs } from './session.server.ts'

/**
 * Stores a sentence that the next page shows once: the response to a plain form is a redirect, which cannot show a refusal.
 * It travels in a cookie of its own, so the page cache leaves that visitor's page alone.
 */

const cookieName = 'flash'
const seconds = 60

function setCookie(args: RequestArgs, value: string, maxAge: number): void {
  const secure = readEnv().secure ? '; Secure' : ''
  args.context.requestContext.cookies.setCookie(
    `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** Returns whether a form was posted by the browser itself, which shows the response as a page, not by a script. */
export function wantsPage(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}

/**
 * Leaves a sentence for the next page.
 * @param subject the id of what the sentence is about; only its page shows it
 */
export function leaveFlash(args: RequestArgs, subject: string, sentence: string): void {
  setCookie(args, Buffer.from(`${subject} ${sentence}`).toString('base64url'), seconds)
}

/**
 * Takes the sentence that was left for a page; it is gone afterwards.
 * @param subject the id of what the page is about
 * @returns null when there is none, or it is about something else
 */
export function takeFlash(args: RequestArgs, subject: string): string | null {
  const value = readCookies(args.request.headers.get('cookie')).get(cookieName)
  if (value === undefined) return null
  const text = Buffer.from(value, 'base64url').toString()
  if (!text.startsWith(`${subject} `)) return null
  setCookie(args, '', 0)
  return text.slice(subject.length + 1)
}
