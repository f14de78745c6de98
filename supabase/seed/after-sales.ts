import type { Sql } from 'postgres'
import type { Person } from './people.ts'
import { insertAll } from './rows.ts'

/**
 * Adds what came after the sales: refunds, disputes, a mail and a refund that failed. The session has pg_temp.named_id of seed.sql.
 * Entries of the ledger are written before the refunds, with the day they are of, because the trigger books at the present moment
 * what is not booked yet.
 */

/**
 * Refunds tickets, voids them, and ends the orders of which nothing is left. The last one failed at the provider.
 * @param returns - order_id, ticket_ids, by_policy (else staff did it), reason and the moment
 */
export async function seedRefunds(
  tx: Sql,
  people: Person[],
  returns: Record<string, unknown>[],
): Promise<void> {
  await tx`
    create temporary table seed_returns (order_id uuid, ticket_ids uuid[], by_policy boolean, reason text, at timestamptz) on commit drop`
  await insertAll(tx, 'seed_returns', returns)
  await tx`
    create temporary table seed_refunds on commit drop as
    select pg_temp.named_id('refund:' || r.order_id) as id, r.*, case when r.by_policy then o.owner_id else ${people[0]?.id ?? null} end as actor_id,
      c.cents, p.id as payment_id, row_number() over (order by r.at desc) = 1 as failed
    from seed_returns r
    join public.orders o on o.id = r.order_id
    join public.payments p on p.order_id = o.id
    cross join lateral (select sum(x.cents)::bigint as cents from private.ticket_parts(o.id) x where x.ticket_id = any (r.ticket_ids)) c`
  await tx`
    insert into public.ledger_entries (order_id, order_line_id, event_id, item_kind, kind, part, cents, currency, payment_id, source_id, is_test,
      occurred_at, booked_at)
    select e.order_id, e.order_line_id, e.event_id, e.item_kind, 'refund', e.part, -e.cents * cardinality(r.ticket_ids) / l.quantity, e.currency,
      e.payment_id, r.id, false, r.at, r.at
    from seed_refunds r join public.ledger_entries e on e.order_id = r.order_id join public.order_lines l on l.id = e.order_line_id`
  await tx`
    insert into public.refunds (id, order_id, payment_id, amount_cents, currency, kind, reason, status, ticket_ids, requested_by, decided_by,
      provider_ref, last_error, created_at, decided_at, finished_at)
    select r.id, r.order_id, r.payment_id, r.cents, 'USD', case when r.by_policy then 'buyer' else 'staff' end, r.reason,
      case when r.failed then 'failed' else 'succeeded' end, r.ticket_ids, r.actor_id, case when not r.by_policy then r.actor_id end,
      case when not r.failed then 'test_refund_' || r.id end,
      case when r.failed then 'expired_or_canceled_card' end, r.at, r.at, case when not r.failed then r.at + interval '1 minute' end
    from seed_refunds r`
  await tx`
    insert into private.jobs (kind, key, attempts, last_error, run_at, failed_at, parked_at, created_at)
    select 'refund', r.id::text, 5, 'expired_or_canceled_card', r.at, r.at, r.at, r.at from seed_refunds r where r.failed`
  await tx`
    insert into public.refund_items (refund_id, ticket_id, amount_cents)
    select r.id, x.ticket_id, x.cents
    from seed_refunds r cross join lateral private.ticket_parts(r.order_id) x where x.ticket_id = any (r.ticket_ids)`
  await tx`update public.payments p set refunded_cents = r.cents, updated_at = r.at from seed_refunds r where p.id = r.payment_id`
  await voidTickets(tx, 'refunded')
  await tx`
    insert into private.state_log (at, entity, entity_id, from_state, to_state, actor_id, reason)
    select s.at, 'refund', r.id, s.from_state, s.to_state, s.actor, s.reason
    from seed_refunds r
    cross join lateral (values
      (1, r.at, null, 'approved', r.actor_id, r.reason), (2, r.at + interval '20 seconds', 'approved', 'submitted', null, null),
      (3, r.at + interval '1 minute', 'submitted', case when r.failed then 'failed' else 'succeeded' end, null, null)
    ) s (step, at, from_state, to_state, actor, reason)
    order by r.at, r.id, s.step`
  await tx`
    insert into private.audit_log (at, actor_id, actor_role, action, subject_kind, subject_id, facts)
    select r.at, r.actor_id, 'admin', 'order.refund', 'order', r.order_id::text, jsonb_build_object('refund_id', r.id, 'amount_cents', r.cents,
      'status', 'approved', 'voided', cardinality(r.ticket_ids), 'override', false, 'notify', true, 'restock', true, 'split', false, 'reason', r.reason)
    from seed_refunds r where not r.by_policy order by r.at`
}

/** Voids the tickets of seed_refunds, and ends its orders that have none left. */
async function voidTickets(tx: Sql, reason: string): Promise<void> {
  await tx`
    update public.tickets k set status = 'void', void_reason = ${reason}, voided_at = r.at from seed_refunds r where k.id = any (r.ticket_ids)`
  await tx`
    insert into private.state_log (at, entity, entity_id, from_state, to_state, reason)
    select r.at, 'ticket', k.id, 'valid', 'void', ${reason} from seed_refunds r cross join lateral unnest(r.ticket_ids) k (id) order by r.at, k.id`
  await tx`update public.orders o set refunded_cents = r.cents from seed_refunds r where o.id = r.order_id`
  await tx`
    with ended as (
      update public.orders o set status = 'cancelled', cancelled_at = r.at from seed_refunds r
      where o.id = r.order_id and not exists (select 1 from public.tickets k where k.order_id = o.id and k.status = 'valid')
      returning o.id, r.at
    )
    insert into private.state_log (at, entity, entity_id, from_state, to_state, reason)
    select at, 'order', id, 'paid', 'cancelled', 'nothing of it left' from ended order by at, id`
}

/** Adds what waits for staff: refunds to decide on, disputes in their states, and a mail that was given up. */
export async function seedTrouble(tx: Sql, people: Person[], now: Date): Promise<void> {
  // Orders that nothing else happened to, by how long ago they were paid.
  await tx`
    create temporary table seed_quiet on commit drop as
    select o.*, e.slug, p.id as payment_id, row_number() over (partition by e.slug order by o.paid_at desc) as newest
    from public.orders o join public.events e on e.id = o.event_id join public.payments p on p.order_id = o.id
    where o.refunded_cents = 0 and o.code_id is null and o.paid_at < ${now}::timestamptz - interval '30 hours'
      and not exists (select 1 from public.tickets k where k.order_id = o.id and k.admission = 'inside' and e.ends_at > ${now})`
  await askRefunds(tx, people, now)
  await seedDisputes(tx, now)
  await tx`
    update private.mail_outbox m set status = 'failed', attempts = 8, sent_at = null, provider_ref = null,
      last_error = '552 5.2.2 The mailbox of the recipient is full'
    from seed_quiet q where q.slug = 'pan-in-the-park' and q.newest = 1 and m.subject_id = q.id and m.kind = 'order_paid'`
}

/** Lets a buyer ask for their money after the deadline, and an admin for more than one admin may give. */
async function askRefunds(tx: Sql, people: Person[], now: Date): Promise<void> {
  const admin = people[0]?.id ?? null
  await tx`
    create temporary table seed_asked on commit drop as
    select pg_temp.named_id('refund:' || q.id) as id, q.id as order_id, q.payment_id, q.total_cents as cents, a.kind, a.reason,
      case a.kind when 'buyer' then q.owner_id else ${admin} end as actor_id, ${now}::timestamptz - a.ago * interval '1 hour' as at,
      array(select k.id from public.tickets k where k.order_id = q.id order by k.id) as ticket_ids
    from (values
      ('buyer', 'bass-culture', 4, 'My shift changed and nobody can cover for me. Please let me have the money back.'),
      ('staff', 'new-years-fete', 22, 'The whole table moved to Atlanta.')
    ) a (kind, slug, ago, reason)
    cross join lateral (
      select q.* from seed_quiet q
      where q.slug = a.slug and q.paid_at < ${now}::timestamptz - interval '3 days' and (a.kind = 'buyer' or q.total_cents > 50000)
      order by q.newest limit 1
    ) q`
  await tx`
    insert into public.refunds (id, order_id, payment_id, amount_cents, currency, kind, reason, status, ticket_ids, requested_by, created_at)
    select id, order_id, payment_id, cents, 'USD', kind, reason, 'requested', ticket_ids, actor_id, at from seed_asked`
  await tx`
    insert into public.refund_items (refund_id, ticket_id, amount_cents)
    select a.id, x.ticket_id, x.cents from seed_asked a cross join lateral private.ticket_parts(a.order_id) x`
  await tx`update public.payments p set refunded_cents = a.cents from seed_asked a where p.id = a.payment_id`
  await tx`
    insert into private.state_log (at, entity, entity_id, to_state, actor_id, reason)
    select at, 'refund', id, 'requested', actor_id, reason from seed_asked`
  await tx`
    insert into private.audit_log (at, actor_id, actor_role, action, subject_kind, subject_id, facts)
    select at, actor_id, 'admin', 'order.refund', 'order', order_id::text, jsonb_build_object('refund_id', id, 'amount_cents', cents,
      'status', 'requested', 'voided', 0, 'override', false, 'notify', true, 'restock', true, 'split', false, 'reason', reason)
    from seed_asked where kind = 'staff'`
}

/** Adds a dispute that waits for an answer, one that was won and one that was lost. */
async function seedDisputes(tx: Sql, now: Date): Promise<void> {
  await tx`
    create temporary table seed_disputes on commit drop as
    select pg_temp.named_id('dispute:' || d.slug) as id, q.id as order_id, q.payment_id, q.total_cents as cents, d.status, d.reason,
      ${now}::timestamptz - d.opened * interval '1 day' as opened_at, ${now}::timestamptz - d.closed * interval '1 day' as closed_at
    from (values
      ('dutty-friday', 'open', 'fraudulent', 1.6, null), ('last-lap', 'won', 'product_not_received', 11, 3.2),
      ('kompa-sous-la-lune', 'lost', 'fraudulent', 24, 6.5)
    ) d (slug, status, reason, opened, closed)
    cross join lateral (
      select q.* from seed_quiet q where q.slug = d.slug and q.paid_at < ${now}::timestamptz - (d.opened + 2) * interval '1 day'
      order by q.newest limit 1
    ) q`
  await tx`
    insert into public.disputes (id, order_id, payment_id, provider, provider_ref, amount_cents, currency, reason_code, status, evidence_due_at,
      evidence_sent_at, opened_at, closed_at, created_at)
    select id, order_id, payment_id, 'test', 'dp_seed_' || order_id, cents, 'USD', reason, status, opened_at + interval '8 days',
      case when status = 'won' then opened_at + interval '2 days' end, opened_at, closed_at, opened_at
    from seed_disputes`
  await tx`
    insert into private.state_log (at, entity, entity_id, from_state, to_state, reason)
    select s.at, 'dispute', d.id, s.from_state, s.to_state, s.reason
    from seed_disputes d
    cross join lateral (values
      (1, d.opened_at, null, 'open', d.reason),
      (2, case when d.status = 'won' then d.opened_at + interval '2 days' end, 'open', 'evidence_sent', null),
      (3, d.closed_at, case when d.status = 'won' then 'evidence_sent' else 'open' end, d.status, 'provider')
    ) s (step, at, from_state, to_state, reason)
    where s.at is not null order by d.opened_at, s.step`
  await tx`update public.orders o set dispute_status = d.status from seed_disputes d where o.id = d.order_id`
  await tx`
    update public.tickets k set blocked_at = d.opened_at, block_reason = 'chargeback' from seed_disputes d
    where d.status = 'open' and k.order_id = d.order_id and k.status = 'valid'`
  await loseDispute(tx)
}

/** Books the lost dispute, and voids its tickets. */
async function loseDispute(tx: Sql): Promise<void> {
  await tx`truncate seed_refunds`
  await tx`
    insert into seed_refunds (id, order_id, payment_id, cents, ticket_ids, at)
    select pg_temp.named_id('refund:' || d.id), d.order_id, d.payment_id, d.cents,
      array(select k.id from public.tickets k where k.order_id = d.order_id order by k.id), d.closed_at
    from seed_disputes d where d.status = 'lost'`
  await tx`
    insert into public.ledger_entries (order_id, order_line_id, event_id, item_kind, kind, part, cents, currency, payment_id, source_id, is_test,
      occurred_at, booked_at)
    select e.order_id, e.order_line_id, e.event_id, e.item_kind, 'dispute', e.part, -e.cents, e.currency, e.payment_id, d.id, false,
      d.closed_at, d.closed_at
    from seed_disputes d join public.ledger_entries e on e.order_id = d.order_id where d.status = 'lost'`
  await tx`
    insert into public.refunds (id, order_id, payment_id, amount_cents, currency, kind, reason, status, void_tickets, provider_ref, created_at,
      decided_at, finished_at)
    select r.id, r.order_id, r.payment_id, r.cents, 'USD', 'dispute', 'A dispute was lost.', 'external', false, 'dp_seed_' || r.order_id, r.at, r.at, r.at
    from seed_refunds r`
  await tx`
    insert into private.state_log (at, entity, entity_id, to_state, reason)
    select at, 'refund', id, 'external', 'A dispute was lost.' from seed_refunds`
  await tx`update public.payments p set refunded_cents = r.cents from seed_refunds r where p.id = r.payment_id`
  await voidTickets(tx, 'chargeback')
}
