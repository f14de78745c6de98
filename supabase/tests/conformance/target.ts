/**
 * Names the Supabase that the conformance suite calls. By default the embedded stack of the test run; with CONFORMANCE_URL
 * and the two keys any other: `supabase start`, or a hosted project made for it (the tests make and delete accounts).
 */
import { inject } from 'vitest'
import { z } from 'zod'

const targetSchema = z.object({
  CONFORMANCE_URL: z.url(),
  CONFORMANCE_PUBLISHABLE_KEY: z.string().min(1),
  CONFORMANCE_SECRET_KEY: z.string().min(1),
  /** Address of Mailpit's API; without one the tests that read mail are left out. */
  CONFORMANCE_MAILBOX_URL: z.url().optional(),
  /** Postgres as role postgres; without it the tests that need buckets and policies of their own are left out. */
  CONFORMANCE_DB_URL: z.url().optional(),
  /** Hosted refuses addresses that can't receive mail: name a domain of yours there. */
  CONFORMANCE_EMAIL_DOMAIN: z.string().default('example.com'),
})

function readTarget() {
  if (!process.env.CONFORMANCE_URL) {
    const { url, publishableKey, secretKey, mailboxUrl, dbUrl } = inject('stack')
    return { url, publishableKey, secretKey, mailboxUrl, dbUrl, emailDomain: 'example.com' }
  }
  const env = targetSchema.parse(process.env)
  return {
    url: env.CONFORMANCE_URL,
    publishableKey: env.CONFORMANCE_PUBLISHABLE_KEY,
    secretKey: env.CONFORMANCE_SECRET_KEY,
    mailboxUrl: env.CONFORMANCE_MAILBOX_URL ?? null,
    dbUrl: env.CONFORMANCE_DB_URL ?? null,
    emailDomain: env.CONFORMANCE_EMAIL_DOMAIN,
  }
}

export const target = readTarget()

/** Another Supabase than the embedded stack. */
export const isElsewhere = process.env.CONFORMANCE_URL !== undefined

/** Tells whether the target's gateway checks API keys; that of `supabase start` does not. */
export async function checksKeys(): Promise<boolean> {
  return (await fetch(`${target.url}/rest/v1/settings`)).status === 401
}

const jwksSchema = z.object({ keys: z.array(z.looseObject({ alg: z.string().optional() })) })

/** Tells whether access tokens can be verified with published keys; a project that signs with a shared secret has none. */
export async function publishesKeys(): Promise<boolean> {
  const response = await fetch(`${target.url}/auth/v1/.well-known/jwks.json`)
  return jwksSchema.parse(await response.json()).keys.some(({ alg }) => alg === 'ES256')
}
