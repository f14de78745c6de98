/**
 * Implements the embedded stack's auth service: GoTrue's API for the calls that the site makes, over the hosted auth schema.
 *
 * It differs from hosted on purpose in three ways: no OAuth, phone or PKCE exchange, and of second factors authenticator apps
 * and passkeys alone; no rate limits but the interval between mails and wrong passwords for one account (the site has its
 * own); links only, no codes to type.
 */
import { readOwnUser, updateOwnUser } from './auth-account.ts'
import { createUser, deleteUser, generateLink, getUser, invite, listUsers, updateUser } from './auth-admin.ts'
import { asRefusal, refusalResponse, refuse } from './auth-errors.ts'
import {
  challengeFactor,
  deleteFactorOf,
  enrollFactor,
  listFactorsOf,
  unenrollFactor,
  verifyFactor,
} from './auth-factors.ts'
import { recover, resend, sendOtp } from './auth-recovery.ts'
import type { AuthCall, AuthService } from './auth-service.ts'
import { signUp } from './auth-signup.ts'
import { health, jwks, settings, signOut, token } from './auth-tokens.ts'
import { verifyByLink, verifyByPost } from './auth-verify.ts'
import type { Claims } from './keys.ts'

type Handler = (auth: AuthService, call: AuthCall) => Promise<Response> | Response
type Guard = 'public' | 'admin'

const routes: [method: string, path: string, guard: Guard, handler: Handler][] = [
  ['POST', '/signup', 'public', signUp],
  ['POST', '/token', 'public', token],
  ['POST', '/otp', 'public', sendOtp],
  ['POST', '/magiclink', 'public', sendOtp],
  ['POST', '/recover', 'public', recover],
  ['POST', '/resend', 'public', resend],
  ['POST', '/verify', 'public', verifyByPost],
  ['GET', '/verify', 'public', verifyByLink],
  ['GET', '/user', 'public', readOwnUser],
  ['PUT', '/user', 'public', updateOwnUser],
  ['POST', '/logout', 'public', signOut],
  ['POST', '/factors', 'public', enrollFactor],
  ['POST', '/factors/*/challenge', 'public', challengeFactor],
  ['POST', '/factors/*/verify', 'public', verifyFactor],
  ['DELETE', '/factors/*', 'public', unenrollFactor],
  ['POST', '/invite', 'admin', invite],
  ['GET', '/admin/users', 'admin', listUsers],
  ['POST', '/admin/users', 'admin', createUser],
  ['GET', '/admin/users/*', 'admin', getUser],
  ['PUT', '/admin/users/*', 'admin', updateUser],
  ['DELETE', '/admin/users/*', 'admin', deleteUser],
  ['GET', '/admin/users/*/factors', 'admin', listFactorsOf],
  ['DELETE', '/admin/users/*/factors/*', 'admin', deleteFactorOf],
  ['POST', '/admin/generate_link', 'admin', generateLink],
  ['GET', '/settings', 'public', settings],
  ['GET', '/health', 'public', health],
  ['GET', '/.well-known/jwks.json', 'public', jwks],
]

const prefix = '/auth/v1'

/**
 * Makes the handler of `/auth/v1`. The caller has checked the API key and verified the bearer token.
 * @returns a function from a request, its parsed address and the verified claims to the response; it never throws
 */
export function createAuth(
  auth: AuthService,
): (request: Request, url: URL, claims: Claims | null) => Promise<Response> {
  return async (request, url, claims) => {
    const place = `${request.method} ${url.pathname}`
    try {
      const path = url.pathname.slice(prefix.length)
      for (const [method, pattern, guard, handler] of routes) {
        const found = method === request.method ? match(pattern, path) : null
        if (found === null) continue
        if (guard === 'admin') requireAdmin(claims)
        return await handler(auth, { request, url, claims, id: found[0] ?? '', more: found[1] ?? '' })
      }
      return refuse(404, 'not_found', `No route for ${place}`)
    } catch (error) {
      return refusalResponse(asRefusal(error, place), request)
    }
  }
}

/** Returns what each `*` matches in `path`, segment by segment; null when the path does not match. */
function match(pattern: string, path: string): string[] | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return null
  const found: string[] = []
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? ''
    if (part === '*' && segment !== '') found.push(segment)
    else if (part !== segment) return null
  }
  return found
}

function requireAdmin(claims: Claims | null): void {
  if (!claims) refuse(401, 'no_authorization', 'This endpoint requires a Bearer token')
  if (claims.role !== 'service_role') refuse(403, 'not_admin', 'User not allowed')
}
