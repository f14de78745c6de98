import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

/** Whom some people follow: places in the list of people, and the artists' addresses. */
const follows: [number, string][] = [
  [3, 'adaeze'],
  [3, 'dj-marlon-j'],
  [3, 'the-rhythm-section'],
  [4, 'adaeze'],
  [5, 'dj-kalalou'],
  [6, 'the-rhythm-section'],
]

const waiting = 34

/**
 * Lets members wait for the sale of Afro Fete and follow artists. Events that are there count as announced, so that a fresh
 * project sends no mail about them.
 */
export async function seedInterest(sql: Sql, people: Person[], now: Date): Promise<void> {
  const crowd = people.slice(4, 4 + waiting)
  const [event] = await sql<
    { id: string }[]
  >`select id from public.events where slug = 'afro-fete' and id = ${namedId('event:afro-fete')}`
  if (event) {
    await sql`
      insert into private.event_alerts ${sql(
        crowd.map(({ id, username }) => ({
          id: namedId(`alert:${username}`),
          event_id: event.id,
          user_id: id,
          status: 'active',
          text_version: '2026-11-22',
          requested_at: new Date(now.getTime() - 86_400_000),
          confirmed_at: new Date(now.getTime() - 86_400_000),
        })),
      )} on conflict do nothing`
  }
  const wanted = follows.flatMap(([place, slug]) => {
    const person = people[place]
    return person ? [{ person, slug }] : []
  })
  for (const { person, slug } of wanted) {
    await sql`
      insert into public.follows (id, user_id, artist_id)
      select ${namedId(`follow:${person.username}:${slug}`)}, ${person.id}, a.id from public.artists a where a.slug = ${slug}
      on conflict do nothing`
  }
  const asked = [
    ...crowd.map(({ id }) => ({ user_id: id, type: 'alerts' })),
    ...[...new Set(wanted.map(({ person }) => person.id))].map((id) => ({ user_id: id, type: 'follows' })),
  ]
  // The ledger has one line for each choice that is new.
  await sql`
    with asked as (
      insert into private.notification_choices ${sql(asked.map((one) => ({ ...one, channel: 'email', wanted: true })))}
      on conflict do nothing returning user_id, type
    )
    insert into private.consents (user_id, type, channel, given, source, text_version)
    select user_id, type, 'email', true, 'event_page', '2026-11-22' from asked`
  await sql`
    insert into private.announcements (event_id, subject_id) select event_id, subject_id from private.event_subjects
    on conflict do nothing`
}
