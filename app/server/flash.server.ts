import { readCookies } from '#core/cookies.ts'
import { readEnv } from './env.server.ts'
import type { RequestArgs } from './session.server.ts'

/**
 * A sentence that the next page shows once: how a plain form, which is answered with a redirect, tells why it was refused.
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

/** Tells whether a form was posted by the browser itself and wants a page, not by a script that shows the answer where it is. */
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
