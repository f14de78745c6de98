import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

const hour = 3_600_000
const day = 24 * hour

/**
 * Gives some people the door, for tonight and other nights, as live, ended and revoked grants; invites two more; writes notes;
 * suspends a member whose post was hidden.
 */
export async function seedStaff(tx: Sql, people: Person[], now: Date): Promise<void> {
  const [ada, moe, dex] = people
  const before = (ms: number) => new Date(now.getTime() - ms)
  await tx`
    insert into public.staff_grants (user_id, event_id, capability, expires_at, granted_by, created_at)
    select g.user_id, e.id, g.capability, e.ends_at + interval '12 hours', ${ada?.id ?? null}, ${before(3 * day)}
    from public.events e
    cross join (values (${dex?.id ?? null}::uuid, 'scan'), (${people[14]?.id ?? null}, 'door_manager')) g (user_id, capability)
    where e.ends_at > ${now} and e.doors_at < ${new Date(now.getTime() + 2 * day)}`
  const grants = [
    { place: 23, slug: 'midnight-jouvay', capability: 'scan', created: 6 * day, revoked: null },
    { place: 40, slug: 'pan-in-the-park', capability: 'door_manager', created: 4 * day, revoked: null },
    { place: 31, slug: 'lovers-rock-social', capability: 'scan', created: 30 * day, revoked: null },
    { place: 58, slug: 'dutty-friday', capability: 'scan', created: 20 * day, revoked: 9 * day },
  ]
  for (const { place, slug, capability, created, revoked } of grants) {
    await tx`
      insert into public.staff_grants (user_id, event_id, capability, expires_at, revoked_at, granted_by, created_at)
      select ${people[place]?.id ?? null}, e.id, ${capability}, e.ends_at + interval '12 hours', ${revoked === null ? null : before(revoked)},
        ${ada?.id ?? null}, ${before(created)}
      from public.events e where e.id = ${namedId(`event:${slug}`)}`
  }
  await tx`
    insert into private.staff_invitations (id, email, role, capability, event_id, invited_by, created_at, expires_at, accepted_at, accepted_by)
    values
      (${namedId('invitation:kezia')}, 'kezia.boxill@jouvay.example', null, 'scan', ${namedId('event:dutty-friday')}, ${ada?.id ?? null},
        ${before(14 * hour)}, ${new Date(now.getTime() + 58 * hour)}, null, null),
      (${namedId('invitation:moe')}, ${moe?.email ?? null}, 'moderator', null, null, ${ada?.id ?? null},
        ${before(200 * day)}, ${before(197 * day)}, ${before(199 * day)}, ${moe?.id ?? null})`
  await tx`
    insert into public.person_notes (user_id, author_id, text, created_at)
    values (${people[95]?.id ?? null}, ${moe?.id ?? null}, 'Sold the same two tickets to three people in the comments. Told twice.', ${before(2 * day)})`
  await tx`
    insert into public.order_notes (order_id, author_id, text, created_at)
    select d.order_id, ${ada?.id ?? null}, 'Called the number on the order: nobody there knows of it.',
      d.opened_at + interval '3 hours'
    from public.disputes d where d.status = 'open'`
  await tx`
    update public.profiles set deactivated_at = ${before(2 * day)}, sanction = 'suspended', suspended_until = ${new Date(now.getTime() + 12 * day)}
    where id = ${people[95]?.id ?? null}`
}
