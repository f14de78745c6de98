import type { Sql } from 'postgres'
import { makeStream } from '../supabase/tests/streams.ts'

/** Makes a stream in each state that its page shows, for pictures and for axe. */

const states = {
  scheduled: { state: 'scheduled', startsIn: 26 * 60, rule: 'signed_in' },
  soon: { state: 'scheduled', startsIn: 8, rule: 'public' },
  late: { state: 'scheduled', startsIn: -3, rule: 'public' },
  preview: { state: 'preview', startsIn: 5, rule: 'public' },
  live: { state: 'live', rule: 'public' },
  interrupted: { state: 'interrupted', rule: 'public' },
  ended: { state: 'ended', rule: 'public' },
  replay: { state: 'replay', rule: 'public' },
  'locked-pass': { state: 'live', rule: 'pass' },
  'locked-tickets': { state: 'live', rule: 'ticket_types' },
  'locked-account': { state: 'live', rule: 'signed_in' },
  cancelled: { state: 'cancelled', startsIn: 60, rule: 'pass' },
} as const
export type LiveStateName = keyof typeof states
export const liveStateNames = Object.keys(states) as LiveStateName[]

/**
 * Makes them at an event.
 * @param slug of a seeded event, whose picture and ticket types they have
 * @returns the id and code of each
 */
export async function makeLiveStreams(
  sql: Sql,
  slug: string,
): Promise<Record<LiveStateName, { id: string; code: string }>> {
  const [event] = await sql<{ id: string }[]>`select id from public.events where slug = ${slug}`
  const made = await Promise.all(
    Object.entries(states).map(async ([name, fields]) => {
      const id = await makeStream(sql, { ...fields, event: event?.id ?? null })
      const [row] = await sql<{ code: string }[]>`
        update public.streams set title = 'J''ouvert morning, from the first truck to the last',
          description = 'Two cameras on the road and one on the bridge. Powder, paint and steel until the sun is up.'
        where id = ${id} returning code`
      return [name, { id, code: row?.code ?? '' }] as const
    }),
  )
  await sql`
    insert into public.stream_ticket_types (stream_id, ticket_type_id)
    select s.id, t.id from public.streams s join public.ticket_types t on t.event_id = s.event_id
    where s.access_rule = 'ticket_types' and s.id in ${sql(made.map(([, { id }]) => id))} and t.archived_at is null
    order by t.position limit 2`
  // One entry for each name of `states`.
  return Object.fromEntries(made) as Record<LiveStateName, { id: string; code: string }>
}
