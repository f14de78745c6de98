import { type Actor, may } from '#core/roles.ts'
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

/** An event in a form of staff. */
type ChoosableEvent = { id: string; title: string; startsAt: string; timeZone: string }

/**
 * Lists the events that a form of staff offers: those that the words find, else the next ones, and always the one that is chosen.
 * For admins.
 * @param q words in an event's title, venue or city; fewer than 2 letters find nothing
 * @param chosen the id of an event
 * @returns events that are not over, 60 at most and the chosen one
 */
export async function listChoosableEvents(
  args: RequestArgs,
  { q, chosen }: { q: string; chosen: string | null },
): Promise<ChoosableEvent[]> {
  const client = userClient(args)
  const [frame, found, one] = await Promise.all([
    q ? null : readStaffFrame(args),
    isAskable(q) ? rpc(client, 'search_staff', { p_query: q, p_limit: 20 }, staffSearchSchema) : null,
    chosen
      ? client.from('events').select('id, title, starts_at, time_zone').eq('id', chosen).maybeSingle()
      : null,
  ])
  if (one?.error) throw one.error
  const now = Date.now()
  const events: ChoosableEvent[] = [
    ...(frame?.events ?? []).filter(({ endsAt }) => Date.parse(endsAt) > now),
    // no event lasts longer than five days
    ...(found?.events ?? []).filter(({ startsAt }) => Date.parse(startsAt) > now - 5 * 86_400_000),
  ]
  const row = one?.data
  return row && !events.some(({ id }) => id === row.id)
    ? [{ id: row.id, title: row.title, startsAt: row.starts_at, timeZone: row.time_zone }, ...events]
    : events
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
  return { query, groups: hitGroups(pageHits(staffLinks(actor), query), found, may(actor, 'manage_events')) }
}
