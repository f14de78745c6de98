import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { PeopleQuery } from './people.schema.ts'
import {
  type People,
  type PersonPage,
  type PersonPosts,
  peopleSchema,
  personPageSchema,
  personPostsSchema,
} from './people.types.ts'

/** People on one page. */
const pageLength = 25

/**
 * Lists a page of the people with an account. The database decides which of their fields the caller gets.
 * @param query the filters, the order, and the person after whom the page begins
 * @param limit people on the page, 100 at most
 */
export function listPeople(
  args: RequestArgs,
  { q, sort, role, state, grant, after }: PeopleQuery,
  limit = pageLength,
): Promise<People> {
  const values = {
    p_search: q || undefined,
    p_after: after,
    p_limit: limit,
    p_sort: sort,
    p_role: role,
    p_state: state,
    p_grant: grant,
  }
  return rpc(userClient(args), 'list_people', values, peopleSchema)
}

/** Reads one person for user management; null when there is none. The database decides what the caller gets. */
export function readPerson(args: RequestArgs, id: string): Promise<PersonPage | null> {
  return rpc(userClient(args), 'read_person', { p_user: id }, personPageSchema.nullable())
}

/**
 * Reads a page of what one person posted, the newest first; null when there is no such person.
 * @param from the post that the page begins with; null for the newest
 */
export function listPersonPosts(
  args: RequestArgs,
  id: string,
  from: string | null,
): Promise<PersonPosts | null> {
  const values = { p_user: id, p_from: from, p_limit: pageLength }
  return rpc(userClient(args), 'list_person_posts', values, personPostsSchema.nullable())
}
