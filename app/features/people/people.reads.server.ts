import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { PeopleQuery } from './people.schema.ts'
import { type People, peopleSchema } from './people.types.ts'

/** People on one page. */
const pageLength = 25

/**
 * Lists a page of the people with an account. The database decides which of their fields the caller gets.
 * @param query part of a name or handle (of an email for admins), the order, and the person after whom the page begins
 * @param limit people on the page, 100 at most
 */
export function listPeople(
  args: RequestArgs,
  { q, sort, after }: PeopleQuery,
  limit = pageLength,
): Promise<People> {
  return rpc(
    userClient(args),
    'list_people',
    { p_search: q || undefined, p_after: after, p_limit: limit, p_sort: sort },
    peopleSchema,
  )
}
