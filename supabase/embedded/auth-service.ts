/** Declares the types that the parts of the auth service share. */
import type { AuthConfig } from './auth-config.ts'
import type { Failures } from './auth-failures.ts'
import type { SendMail } from './auth-mail.ts'
import type { Database } from './database.ts'
import type { Claims, Keys } from './keys.ts'

/** Holds what the service works with. */
export type AuthService = {
  /** Holds a pool whose role may write the schema `auth` and call pgcrypto in `extensions`. */
  sql: Database
  keys: Pick<Keys, 'sign' | 'jwks'>
  /** Holds `iss` of the tokens and base of the links: the stack's address with `/auth/v1`. */
  issuer: string
  /** Holds the site's public origin, without a slash at the end. */
  siteUrl: string
  config: AuthConfig
  send: SendMail
  /** Counts wrong passwords, by address, and wrong codes, by factor. */
  failures: Failures
}

/** Describes one request. */
export type AuthCall = {
  request: Request
  url: URL
  /** Holds verified claims of the bearer token, else of the API key; null when there is neither. */
  claims: Claims | null
  /** Holds what the path's first `*` matched. */
  id: string
  /** Holds what the path's second `*` matched; empty where it has none. */
  more: string
}
