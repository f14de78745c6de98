import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres, { type Sql } from 'postgres'
import * as z from 'zod'

/**
 * The users of the database tests. Each test file creates its own, so that files can run side by side; each person acts
 * through the real API with a real session.
 *
 * - Ada and Abe are admins, Mo is a moderator; all three have just given their password
 * - Mia is a member and the one things belong to; Sid is a member who has nothing to do with them
 * - Gus is a guest (anonymous sign-in)
 * - Dex is a member who scans at the door, Dot one who manages it: `grant` says where
 * - `visitor` is a visitor without a session
 */
export type Name = 'Ada' | 'Abe' | 'Mo' | 'Mia' | 'Sid' | 'Gus' | 'Dex' | 'Dot'

/** Holds the URLs and keys of the API and the database. */
export type Place = { url: string; publishableKey: string; secretKey: string; dbUrl: string }

const roles: Partial<Record<Name, string>> = { Ada: 'admin', Abe: 'admin', Mo: 'moderator' }
const password = 'Correct-Horse-9'
const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

type Person = { id: string; email: string | null; client: SupabaseClient; accessToken: string }

export type TestUsers = {
  /** The database itself, past every policy: for preparing and looking, never for what is tested. */
  sql: Sql
  /** Opens further connections, all of which `close` ends. */
  connect(connections: number): Sql
  /** The server with the secret key. */
  service: SupabaseClient
  /** A client with that person's session; `visitor` has none. */
  actingAs(name: Name | 'visitor'): Promise<SupabaseClient>
  id(name: Name): Promise<string>
  email(name: Name): Promise<string>
  accessToken(name: Name): Promise<string>
  /** Another member with nothing special about them, who never signs in: their id. */
  extra(): Promise<string>
  /** Grants a person a capability at an event. */
  grant(name: Name, capability: 'scan' | 'door_manager', eventId: string | null): Promise<void>
  close(): Promise<void>
}

/** The session that a token belongs to. */
export function sessionOf(accessToken: string): string {
  const claims = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()
  return z.object({ session_id: z.uuid() }).parse(JSON.parse(claims)).session_id
}

/** Creates the users; each account is made when it is first needed. */
export function openTestUsers(place: Place): TestUsers {
  const pools: Sql[] = []
  const connect = (connections: number) => {
    const pool = postgres(place.dbUrl, { max: connections, onnotice() {}, idle_timeout: 5 })
    pools.push(pool)
    return pool
  }
  const sql = connect(3)
  const service = createClient(place.url, place.secretKey, { auth })
  const visitor = () => createClient(place.url, place.publishableKey, { auth })
  const people = new Map<Name, Promise<Person>>()

  async function member(name: string, secret?: string): Promise<{ id: string; email: string }> {
    const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`
    const { data, error } = await service.auth.admin.createUser({
      email,
      password: secret,
      email_confirm: true,
    })
    if (error) throw error
    return { id: data.user.id, email }
  }

  async function appear(name: Name): Promise<Person> {
    const client = visitor()
    if (name === 'Gus') {
      const { data, error } = await client.auth.signInAnonymously()
      if (error || !data.user || !data.session) throw error ?? new Error('no guest session')
      return { id: data.user.id, email: null, client, accessToken: data.session.access_token }
    }
    const { id, email } = await member(name, password)
    const role = roles[name]
    if (role) await sql`update private.user_roles set role = ${role} where user_id = ${id}`
    const { data, error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    if (role) await prove(id, data.session.access_token)
    return { id, email, client, accessToken: data.session.access_token }
  }

  /** Staff gave their password a moment ago, as far as the database knows. */
  async function prove(id: string, accessToken: string): Promise<void> {
    const session = sessionOf(accessToken)
    const { error } = await service.rpc('record_proof', { p_user: id, p_session: session })
    if (error) throw error
  }

  const person = (name: Name) => {
    const known = people.get(name) ?? appear(name)
    people.set(name, known)
    return known
  }

  return {
    sql,
    connect,
    service,
    actingAs: async (name) => (name === 'visitor' ? visitor() : (await person(name)).client),
    id: async (name) => (await person(name)).id,
    email: async (name) => (await person(name)).email ?? '',
    accessToken: async (name) => (await person(name)).accessToken,
    extra: async () => (await member('extra')).id,
    grant: async (name, capability, eventId) => {
      const { id } = await person(name)
      await sql`insert into public.staff_grants ${sql({ user_id: id, capability, event_id: eventId })}`
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end({ timeout: 2 })))
    },
  }
}
