import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { inject } from 'vitest'

/** People for the tests of policies and functions: real accounts with real sessions, made for one test file. */

const stateless = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

export type TestRole = 'guest' | 'member' | 'moderator' | 'admin'

export type Person = {
  id: string
  username: string | null
  email: string | null
  password: string
  /** Asks the database as this person. */
  client: SupabaseClient
}

export const password = 'Tassa-4-drums'

/** Somebody without a session. */
export function visitor(): SupabaseClient {
  const { url, publishableKey } = inject('stack')
  return createClient(url, publishableKey, { auth: stateless })
}

/** The server, which row policies do not bind. */
export function service(): SupabaseClient {
  const { url, secretKey } = inject('stack')
  return createClient(url, secretKey, { auth: stateless })
}

/** A connection to the database as role postgres, for looking at what no API shows. Close it. */
export function database(max = 1): postgres.Sql {
  return postgres(inject('stack').dbUrl, { max, onnotice() {} })
}

/**
 * Makes somebody new, signed in, with a role.
 * @throws when the stack refuses
 */
export async function newPerson(role: TestRole, name: string = role): Promise<Person> {
  if (role === 'guest') {
    const client = visitor()
    const { data, error } = await client.auth.signInAnonymously()
    if (error || !data.user) throw error ?? new Error('no guest was made')
    return { id: data.user.id, username: null, email: null, password, client }
  }
  const mark = randomUUID().replaceAll('-', '').slice(0, 12)
  const username = `${name.toLowerCase()}_${mark}`
  const email = `${name.toLowerCase()}.${mark}@example.com`
  const { data, error } = await service().auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    app_metadata: { username, display_name: `${name} ${mark.slice(0, 4)}`, contact_email: email },
  })
  if (error || !data.user) throw error ?? new Error('no account was made')
  if (role !== 'member') {
    const { error } = await service().rpc('set_role', {
      p_user: data.user.id,
      p_role: role,
      p_reason: 'test',
    })
    if (error) throw error
  }
  return { id: data.user.id, username, email, password, client: await signedIn(email) }
}

/** A new session of an account. */
export async function signedIn(email: string): Promise<SupabaseClient> {
  const client = visitor()
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}
