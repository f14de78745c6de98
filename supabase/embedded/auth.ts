/**
 * Implements the embedded stack's auth service: GoTrue's API for the calls that the site makes, over the hosted auth schema.
 *
 * It differs from hosted on purpose in three ways: no OAuth, phone, MFA or PKCE exchange; no rate limits but the
 * interval between mails and wrong passwords for one account (the site has its own); links only, no codes to type.
 */
import { readOwnUser, updateOwnUser } from './auth-account.ts'
import { createUser, deleteUser, generateLink, getUser, invite, listUsers, updateUser } from './auth-admin.ts'
import { asRefusal, refusalResponse, refuse } from './auth-errors.ts'
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
  ['POST', '/invite', 'admin', invite],
  ['GET', '/admin/users', 'admin', listUsers],
  ['POST', '/admin/users', 'admin', createUser],
  ['GET', '/admin/users/*', 'admin', getUser],
  ['PUT', '/admin/users/*', 'admin', updateUser],
  ['DELETE', '/admin/users/*', 'admin', deleteUser],
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
        const id = method === request.method ? match(pattern, path) : null
        if (id === null) continue
        if (guard === 'admin') requireAdmin(claims)
        return await handler(auth, { request, url, claims, id })
      }
      return refuse(404, 'not_found', `No route for ${place}`)
    } catch (error) {
      return refusalResponse(asRefusal(error, place), request)
    }
  }
}

/** Returns what `*` matches in `path` ('' without one), or null when the path does not match. */
function match(pattern: string, path: string): string | null {
  if (!pattern.endsWith('*')) return path === pattern ? '' : null
  const start = pattern.slice(0, -1)
  const rest = path.slice(start.length)
  return path.startsWith(start) && rest !== '' && !rest.includes('/') ? rest : null
}

function requireAdmin(claims: Claims | null): void {
  if (!claims) refuse(401, 'no_authorization', 'This endpoint requires a Bearer token')
  if (claims.role !== 'service_role') refuse(403, 'not_admin', 'User not allowed')
}
