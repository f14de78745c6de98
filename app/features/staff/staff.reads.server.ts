import { type Actor, hasRole } from '#core/roles.ts'
import { staffLinks } from '#core/staff-pages.ts'
import { readGuarded } from '#server/actor.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { cleanQuery, hitGroups, isAskable, pageHits } from './staff.rules.ts'
import { type StaffFrame, type StaffHitGroup, staffFrameSchema, staffSearchSchema } from './staff.types.ts'

/**
 * Reads what surrounds every staff page: the events of the switcher and the caller's saved views.
 * @returns null for people who are not staff
 */
export async function readStaffFrame(args: RequestArgs): Promise<StaffFrame | null> {
  return rpc(userClient(args), 'read_staff_frame', {}, staffFrameSchema)
}

/**
 * Finds pages, events, people and orders that the caller may see, by the query in the request's address (`q`). A query of fewer
 * than 2 letters finds only pages and does not call the database.
 * @param guard the caller, as their guard resolves it; the database is read meanwhile
 * @param limit hits of each kind at most, 20 at most
 */
export async function searchStaff(
  args: RequestArgs,
  guard: Promise<Actor>,
  limit: number,
): Promise<{ query: string; groups: StaffHitGroup[] }> {
  const query = cleanQuery(new URL(args.request.url).searchParams.get('q'))
  const [actor, found] = await readGuarded(args, guard, async () =>
    isAskable(query)
      ? rpc(userClient(args), 'search_staff', { p_query: query, p_limit: limit }, staffSearchSchema)
      : null,
  )
  return { query, groups: hitGroups(pageHits(staffLinks(actor), query), found, hasRole(actor, 'admin')) }
}
