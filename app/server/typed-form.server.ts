import * as z from 'zod'
import { readCookies } from '#core/cookies.ts'
import { readEnv } from './env.server.ts'
import type { RequestArgs } from './session.server.ts'

/**
 * Keeps what was typed into a form while somebody without JavaScript signs in again: the response to their form is another page, and an
 * address is no place for what people type. It travels in a cookie that only the form's page is sent and scripts can't read.
 */

const cookieName = 'typed'
const seconds = 15 * 60
/** Browsers refuse cookies above 4096 bytes. */
const longest = 3500
const fieldsSchema = z.record(z.string(), z.string())

function setCookie(args: RequestArgs, path: string, value: string, maxAge: number): void {
  const secure = readEnv().secure ? '; Secure' : ''
  args.context.requestContext.cookies.setCookie(
    `${cookieName}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/**
 * Keeps what was typed, a quarter of an hour at most. Too much for a cookie is not kept.
 * @param path of the page that has the form
 * @param fields what was typed, by field; never a secret
 */
export function keepTyped(args: RequestArgs, path: string, fields: Record<string, string>): void {
  const value = Buffer.from(JSON.stringify(fields)).toString('base64url')
  if (value.length <= longest) setCookie(args, path, value, seconds)
}

/** Returns whether something that was typed into the page's form waits for it. */
export function hasTyped(args: RequestArgs): boolean {
  return readCookies(args.request.headers.get('cookie')).has(cookieName)
}

/**
 * Takes what was typed; it is gone afterwards.
 * @param path of the page that has the form
 * @returns the fields; none when nothing was kept
 */
export function takeTyped(args: RequestArgs, path: string): Record<string, string> {
  const value = readCookies(args.request.headers.get('cookie')).get(cookieName)
  if (value === undefined) return {}
  setCookie(args, path, '', 0)
  try {
    return fieldsSchema.safeParse(JSON.parse(Buffer.from(value, 'base64url').toString())).data ?? {}
  } catch {
    return {}
  }
}
