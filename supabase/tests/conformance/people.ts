/** People for the conformance tests: clients as the site makes them, and accounts that go away afterwards. */
import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient, type User } from '@supabase/supabase-js'
import { afterAll, expect } from 'vitest'
import { z } from 'zod'
import { target } from './target.ts'

const noStore = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** A visitor's client with a session of its own in memory. */
export function visitor(): SupabaseClient {
  return createClient(target.url, target.publishableKey, { auth: noStore })
}

/** The server's client. */
export function server(): SupabaseClient {
  return createClient(target.url, target.secretKey, { auth: noStore })
}

const made = new Set<string>()

/** Marks an account for deletion at the end of the file. */
export function forget(user: { id: string } | null | undefined): void {
  if (user) made.add(user.id)
}

afterAll(async () => {
  const admin = server().auth.admin
  for (const id of made) await admin.deleteUser(id)
})

export const password = 'Correct-Horse-9'

export function newEmail(): string {
  return `conformance-${randomUUID()}@${target.emailDomain}`
}

/** A confirmed account with the password above. */
export async function newMember(metadata: Record<string, string> = {}): Promise<User & { email: string }> {
  const email = newEmail()
  const { data, error } = await server().auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: metadata,
  })
  expect(error).toBeNull()
  forget(data.user)
  if (!data.user) throw new Error('no account was made')
  return { ...data.user, email }
}

/** A visitor who signed in as a new member. */
export async function signedIn(): Promise<{ client: SupabaseClient; user: User & { email: string } }> {
  const user = await newMember()
  const client = visitor()
  const { error } = await client.auth.signInWithPassword({ email: user.email, password })
  expect(error).toBeNull()
  return { client, user }
}

/** The tokens of a client that is signed in. */
export async function sessionOf(client: SupabaseClient) {
  const { data } = await client.auth.getSession()
  if (!data.session) throw new Error('this client is not signed in')
  return data.session
}

/** Returns the claims of an access token, unverified. */
export function claimsOf(accessToken: string): Record<string, unknown> {
  const [, body = ''] = accessToken.split('.')
  return z.record(z.string(), z.unknown()).parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
}

/** Returns whether new addresses must be confirmed by mail on this target. */
export async function confirmsEmail(): Promise<boolean> {
  const response = await fetch(`${target.url}/auth/v1/settings`, {
    headers: { apikey: target.publishableKey },
  })
  return !z.object({ mailer_autoconfirm: z.boolean() }).parse(await response.json()).mailer_autoconfirm
}
