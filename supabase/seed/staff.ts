import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

const hour = 3_600_000
const day = 24 * hour

/**
 * Gives some people the door, for tonight and other nights, as live, ended and revoked grants; invites two more; writes notes;
 * suspends a member whose post was hidden; blocks two buyers.
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
    { place: 27, slug: 'bass-culture', capability: 'stream_operator', created: 5 * day, revoked: null },
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
  await tx`
    insert into public.buyer_blocks (kind, matched_key, label, reason, expires_at, created_by, created_at)
    values
      ('email', private.email_key('bulk.resale@tickets.example'), 'bulk.resale@tickets.example', 'Bought with four cards that were reported stolen.',
        null, ${ada?.id ?? null}, ${before(9 * day)}),
      ('account', ${people[95]?.id ?? null}, ${people[95]?.displayName ?? ''}, 'Sold the same two tickets to three people.',
        ${new Date(now.getTime() + 12 * day)}, ${moe?.id ?? null}, ${before(2 * day)})`
  await logStaff(tx)
}

/** Writes what staff did with goods and grants to the audit log, as the functions that they did it with would have. */
async function logStaff(tx: Sql): Promise<void> {
  await tx`
    insert into private.audit_log (at, actor_id, actor_role, action, subject_kind, subject_id, facts)
    select g.at, g.actor_id, 'admin', 'goods.' || a.action, 'order', f.order_id::text,
      jsonb_build_object('changed', private.changed(jsonb_build_object('status', g.from_state), jsonb_build_object('status', g.to_state)))
    from private.state_log g
    join public.fulfilments f on g.entity = 'fulfilment' and f.id = g.entity_id
    join (values ('packing', 'pack'), ('shipped', 'ship'), ('delivered', 'delivered'), ('ready_for_pickup', 'ready'), ('lost', 'lost'),
      ('return_approved', 'return_approved'), ('return_rejected', 'return_rejected'), ('return_received', 'return_received'), ('returned', 'restocked')
    ) a (state, action) on a.state = g.to_state
    order by g.at, g.id`
  await tx`
    insert into private.audit_log (at, actor_id, actor_role, action, subject_kind, subject_id, facts)
    select g.created_at, g.granted_by, 'admin', 'account.grant_given', 'account', g.user_id::text,
      jsonb_build_object('grant', g.id, 'event', g.event_id, 'capability', g.capability, 'expires_at', g.expires_at)
    from public.staff_grants g order by g.created_at, g.id`
}
