import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Place } from './test-users.ts'

/** Creates a person with a username and a password, as registering does. */
export type Member = { id: string; email: string; username: string; client: SupabaseClient }

const password = 'Tassa-4-drums'
const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** Opens another session. @throws when Supabase Auth refuses */
export async function signIn(place: Place, email: string): Promise<SupabaseClient> {
  const client = createClient(place.url, place.publishableKey, { auth })
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

/** Creates a person and signs them in. */
export async function newMember(place: Place, name = 'Kai'): Promise<Member> {
  const username = `${name.toLowerCase()}_${randomUUID().slice(0, 8)}`
  const email = `${username}@example.com`
  const service = createClient(place.url, place.secretKey, { auth })
  const { data, error } = await service.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    app_metadata: { username, display_name: name, contact_email: email },
  })
  if (error) throw error
  return { id: data.user.id, email, username, client: await signIn(place, email) }
}
