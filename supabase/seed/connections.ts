import type { Sql } from 'postgres'
import { notificationTextVersion } from '../../app/core/notification-types.ts'
import type { Person } from './people.ts'

/**
 * Lets members follow each other, be seen as going, and hear from the bell of what others wrote to them: Mia, who has a public
 * profile, the people she follows, and whoever answered or reacted to a post. A second run changes nothing.
 */
export async function seedConnections(sql: Sql, people: Person[]): Promise<void> {
  const mia = people.find(({ username }) => username === 'mia')?.id
  const [known] = await sql`select 1 from public.person_follows`
  if (!mia || known) return
  await sql`update public.profiles set card_public = true where id = ${mia}`
  await sql`
    with friends as (
      select distinct k.owner_id as id
      from public.tickets k join public.tickets own on own.event_id = k.event_id and own.owner_id = ${mia}
      join public.events e on e.id = k.event_id
      where e.doors_at > now() and k.status = 'valid' and own.status = 'valid' and k.owner_id <> ${mia}
        and private.person_role(k.owner_id) = any (private.roles_with('own_account'))
      order by k.owner_id limit 6
    ), shown as (
      update public.profiles p set card_public = true from friends f where p.id = f.id returning p.id
    )
    insert into public.person_follows (follower_id, followed_id)
    select ${mia}, s.id from shown s union all select s.id, ${mia} from shown s`
  await sql`
    insert into public.person_follows (follower_id, followed_id)
    select distinct p.author_id, ${mia}::uuid from public.posts p
    where p.author_id <> ${mia} and private.person_role(p.author_id) = any (private.roles_with('own_account'))
    order by p.author_id limit 4
    on conflict do nothing`
  await sql`
    with authors as (
      select p.author_id as id, max(p.created_at) as at from public.posts p join public.profiles a on a.id = p.author_id
      where p.author_id <> ${mia} and p.status = 'published' and not p.is_official and p.post_id is null and a.sanction is null
        and private.person_role(p.author_id) = 'member'
      group by p.author_id order by at desc limit 4
    ), shown as (
      update public.profiles p set card_public = true from authors a where p.id = a.id returning p.id
    )
    insert into public.person_follows (follower_id, followed_id) select ${mia}, s.id from shown s on conflict do nothing`
  await sql`
    insert into public.event_company (event_id, user_id)
    select distinct k.event_id, k.owner_id from public.tickets k join public.events e on e.id = k.event_id
    where e.doors_at > now() and k.status = 'valid'
      and exists (select 1 from public.person_follows f where ${mia} in (f.follower_id, f.followed_id)
        and k.owner_id in (f.follower_id, f.followed_id))`
  await sql`
    select private.notify(f.followed_id, 'follow', f.follower_id, null, null) from public.person_follows f`
  await sql`
    select private.notify(p.author_id, 'reaction', r.user_id, p.id, null)
    from public.post_reactions r join public.posts p on p.id = r.post_id`
  await sql`
    select private.notify(p.author_id, 'comment', c.author_id, c.id, null)
    from public.posts c join public.posts p on p.id = c.post_id where c.status = 'published'`
  await seedDigest(sql, mia)
}

/** Lets a member have asked for the weekly mail, and queues one of the week that is on: a fresh mailbox shows it. */
async function seedDigest(sql: Sql, member: string) {
  await sql`
    select private.save_notification_choice(${member}, 'community', 'email', true, 'settings', ${notificationTextVersion}, null)`
  await sql`
    insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
    select 'community_digest', 'community_digest:seed:' || ${member}::text, private.own_email(${member}), 'account', ${member},
      jsonb_build_object('week', (date_trunc('week', now() at time zone s.time_zone - interval '11 hours') + interval '7 days')::date)
    from public.settings s
    on conflict (dedupe_key) do nothing`
}
