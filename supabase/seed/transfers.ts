import { createHash } from 'node:crypto'
import type { Sql } from 'postgres'

/**
 * Hands tickets of coming events on, through the functions of their holders: the first two are accepted, by a member and by
 * somebody without an account, the third was declined, the others are still on offer.
 */
export async function seedTransfers(sql: Sql): Promise<void> {
  const tickets = await sql<{ id: string; owner: string }[]>`
    select distinct on (k.owner_id) k.id, k.owner_id as owner
    from public.tickets k join public.events e on e.id = k.event_id join private.user_roles r on r.user_id = k.owner_id
    where e.doors_at > now() + interval '3 days' and e.min_age = 0 and not e.is_test and k.custody = 'held'
      and r.role <> all (private.roles_with('see_orders')) and r.role = any (private.roles_with('own_account'))
      and private.person_role(k.owner_id) is not null and private.transfer_stop(k, e) is null and not exists (select 1 from private.ticket_transfers)
    order by k.owner_id, k.id limit 4`
  const [toMember, toVisitor, declined, ...open] = tickets
  for (const each of [toMember, toVisitor, declined].flatMap((ticket) => ticket ?? []))
    await sql`select public.offer_transfer(${each.owner}, null, ${each.id}, null)`
  for (const [at, each] of open.entries())
    await sql`select public.offer_transfer(${each.owner}, null, ${each.id}, ${`friend-${at}@jouvay.example`})`
  const linkOf = async (ticket: string) => {
    const hash = createHash('sha256').update(`seed:transfer:${ticket}`).digest('base64url')
    await sql`
      select public.add_link('ticket_transfer', t.id, ${hash})
      from private.ticket_transfers t where t.ticket_id = ${ticket} and t.status = 'offered'`
    return hash
  }
  if (toMember) {
    const [taker] = await sql<{ id: string; name: string }[]>`
      select p.id, p.display_name as name from public.profiles p join private.user_roles r on r.user_id = p.id
      where r.role <> all (private.roles_with('see_orders')) and r.role = any (private.roles_with('own_account')) and p.id <> ${toMember.owner} and p.deactivated_at is null
        and not exists (select 1 from public.tickets k join public.tickets own on own.event_id = k.event_id
          where own.id = ${toMember.id} and k.owner_id = p.id)
      order by p.id limit 1`
    if (taker)
      await sql`select public.accept_transfer(${taker.id}, ${await linkOf(toMember.id)}, null, ${taker.name}, null, false)`
  }
  if (toVisitor)
    await sql`
      select public.accept_transfer(null, ${await linkOf(toVisitor.id)}, null, 'Dre Joseph', 'dre.joseph@jouvay.example', false)`
  if (declined) await sql`select public.decline_transfer(null, ${await linkOf(declined.id)}, null)`
  // So that a fresh project sends no mail about them.
  await sql`update private.mail_outbox set status = 'sent', sent_at = now() where subject_kind = 'transfer'`
  await sql`
    delete from private.jobs where kind = 'mail' and key in (
      select id::text from private.mail_outbox where subject_kind = 'transfer')`
}
