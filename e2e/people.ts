import type { SupabaseClient } from '@supabase/supabase-js'
import { ApiVisitor, newAccountDetails, registered } from './api-visitor.ts'

/** Creates people on the built site, one of each kind. */

/** A visitor without a session; Gus, a guest; Mia, a member; Mo, a moderator; Ada, an admin. */
export const kinds = ['visitor', 'Gus', 'Mia', 'Mo', 'Ada'] as const
export type Kind = (typeof kinds)[number]

/**
 * A person with their browser's cookies; `id` is empty for a visitor, and only people with an account have details.
 */
export type Person = { visitor: ApiVisitor; id: string; details: ReturnType<typeof newAccountDetails> }

const roles: Partial<Record<Kind, 'moderator' | 'admin'>> = { Mo: 'moderator', Ada: 'admin' }

/**
 * Creates a new person on the site.
 * @param service the database with the secret key, for giving roles
 */
export async function meet(site: string, service: SupabaseClient, kind: Kind): Promise<Person> {
  if (kind === 'visitor') return { visitor: new ApiVisitor(site), id: '', details: newAccountDetails() }
  if (kind === 'Gus') {
    const visitor = new ApiVisitor(site)
    const response = await visitor.post('/api/auth/guest')
    return { visitor, id: String(response.body.id), details: newAccountDetails() }
  }
  const { visitor, id, details } = await registered(site, kind)
  const role = roles[kind]
  if (role) {
    const { error } = await service.rpc('set_role', { p_user: id, p_role: role, p_reason: 'test' })
    if (error) throw error
  }
  return { visitor, id, details }
}

/** Creates one new person of each kind. */
export async function meetAll(site: string, service: SupabaseClient): Promise<Record<Kind, Person>> {
  const [visitor, Gus, Mia, Mo, Ada] = await Promise.all(kinds.map((kind) => meet(site, service, kind)))
  if (!visitor || !Gus || !Mia || !Mo || !Ada) throw new Error('somebody did not come')
  return { visitor, Gus, Mia, Mo, Ada }
}
