-- Attribution of paid orders to promoters, and the ledger of commission that follows from it.
-- The ledger is brought up to date at the end of each transaction that changes an order or a ticket (deferred triggers), under one
-- advisory lock per order, the last lock that such a transaction takes: so it waits for nothing that somebody behind it holds.

create function public.note_referral(p_owner uuid, p_hold uuid, p_codes text[], p_clicked_at timestamptz[]) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_service();
  insert into private.hold_referrals as r (hold_id, event_promoter_id, clicked_at)
  select h.id, p.id, c.clicked_at
  from public.holds h
  join unnest(p_codes, p_clicked_at) c (code, clicked_at) on c.clicked_at between now() - interval '7 days' and now() + interval '1 minute'
  join public.event_promoters p on p.event_id = h.event_id and p.link_code = upper(c.code) and p.ended_at is null
  where h.id = p_hold and h.owner_id = p_owner and h.status in ('active', 'pinned')
  order by c.clicked_at desc limit 1
  on conflict (hold_id) do update set event_promoter_id = excluded.event_promoter_id, clicked_at = excluded.clicked_at;
  return found;
end
$$;
comment on function public.note_referral(uuid, uuid, text[], timestamptz[]) is
  'Notes with an own live hold whose link its buyer opened last: p_codes and p_clicked_at are what the browser''s cookie says, in the same '
  'order. Counts only a promoter of the hold''s event who was not ended, within 7 days. Returns whether there is one. For the server.';

create function public.record_click(p_event uuid, p_code text, p_visit text, p_person uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_service();
  insert into private.promoter_clicks (event_promoter_id, visit)
  select p.id, encode(sha256(convert_to(p_visit, 'utf8')), 'hex')
  from public.event_promoters p join public.promoters r on r.id = p.promoter_id
  where p.event_id = p_event and p.link_code = upper(p_code) and p.ended_at is null and length(p_visit) between 1 and 200
    and (p_person is null or (r.user_id is distinct from p_person
      and not coalesce(private.role_may(private.person_role(p_person), 'be_staff'), false)))
  on conflict do nothing;
  return found;
end
$$;
comment on function public.record_click(uuid, text, text, uuid) is
  'Counts that a visit opened a promoter''s link to an event, once per visit; not that of staff or of the promoter. Returns whether it '
  'counted. For the server, which leaves out programs.';

create function private.is_own_order(p_order public.orders, p_promoter uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from public.promoters r
    where r.id = p_promoter and (
      r.user_id = p_order.owner_id or private.email_key(r.email) = p_order.email_key
      or private.email_key(private.own_email(r.user_id)) = p_order.email_key));
end
$$;
comment on function private.is_own_order(public.orders, uuid) is
  'Returns whether a promoter bought an order themselves, by account or by mailbox: it is not attributed to them.';

create function private.code_promoter(p_order public.orders) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select p.id from public.promo_codes c
    join public.event_promoters p on p.promoter_id = c.promoter_id and p.event_id = p_order.event_id
    where c.id = p_order.code_id and (p.ended_at is null or p.ended_at > p_order.created_at)
      and not private.is_own_order(p_order, p.promoter_id));
end
$$;
comment on function private.code_promoter(public.orders) is
  'The promoter of an order''s event who owns the code that the order used, unless ended before it was placed; or null.';

create function private.link_promoter(p_order public.orders) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select p.id from private.hold_referrals r
    join public.event_promoters p on p.id = r.event_promoter_id and p.event_id = p_order.event_id
    where r.hold_id = p_order.hold_id and (p.ended_at is null or p.ended_at > p_order.created_at)
      and not private.is_own_order(p_order, p.promoter_id));
end
$$;
comment on function private.link_promoter(public.orders) is
  'The promoter of an order''s event whose link its buyer opened last within 7 days, unless ended before it was placed; or null.';

create function private.list_promoter(p_order public.orders) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case when count(distinct p.id) = 1 then (array_agg(p.id))[1] end
    from public.guest_list_entries n
    join public.guest_lists l on l.id = n.list_id
    join public.event_promoters p on p.promoter_id = l.promoter_id and p.event_id = l.event_id
    where n.event_id = p_order.event_id and n.name_key = ' ' || private.name_key(p_order.name) and n.removed_at is null
      and n.added_at < p_order.created_at and (p.ended_at is null or p.ended_at > p_order.created_at)
      and not private.is_own_order(p_order, p.promoter_id));
end
$$;
comment on function private.list_promoter(public.orders) is
  'The promoter of an order''s event on whose guest list the buyer''s full name stood before the order was placed; null when it stood on '
  'none, or on those of several promoters.';

create function private.attribute_order(p_order public.orders) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.order_attributions (order_id, event_promoter_id, source, commission_basis, commission_cents, commission_bps)
  select p_order.id, p.id, f.source, p.commission_basis, p.commission_cents, p.commission_bps
  from (values (1, 'code', private.code_promoter(p_order)), (2, 'list', private.list_promoter(p_order)),
    (3, 'link', private.link_promoter(p_order))) f (rank, source, event_promoter_id)
  join public.event_promoters p on p.id = f.event_promoter_id
  where not exists (select 1 from private.order_attributions a where a.order_id = p_order.id)
  order by f.rank limit 1
  on conflict do nothing;
end
$$;
comment on function private.attribute_order(public.orders) is
  'Attributes an order that was just paid, once, with the terms of commission at this moment: to the owner of its code, else to the '
  'promoter who put its buyer on a guest list, else to the one whose link was opened, else to nobody.';

create function private.attribute_paid_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.attribute_order(new);
  return null;
end
$$;
comment on function private.attribute_paid_order() is 'Trigger: attributes an order of an event when it becomes paid.';
create trigger orders_attribute after update of status on public.orders
  for each row when (private.order_is_sold(new.status) and not private.order_is_sold(old.status)
    and new.event_id is not null and new.supplement_of is null)
  execute function private.attribute_paid_order();

create function private.commission_earned(p_order uuid)
returns table (ticket_id uuid, event_promoter_id uuid, cents bigint)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select k.id, a.event_promoter_id, coalesce(a.commission_cents, (t.price_cents * a.commission_bps + 5000) / 10000)
  from private.order_attributions a
  join public.orders o on o.id = a.order_id
  join public.tickets k on k.order_id = o.id and k.event_id = o.event_id
  join private.ticket_parts(p_order) t on t.ticket_id = k.id
  left join private.refunded_parts(p_order) r on r.ticket_id = k.id
  where a.order_id = p_order and a.superseded_at is null and a.event_promoter_id is not null
    and private.order_is_sold(o.status) and o.dispute_status not in ('open', 'lost')
    and (o.total_cents = 0 or o.refunded_cents < o.total_cents)
    and private.ticket_is_valid(k.status) and k.blocked_at is null
    and (t.cents = 0 or coalesce(r.cents, 0) < t.cents)
    and (a.commission_basis = 'sold' or k.admission <> 'outside');
end
$$;
comment on function private.commission_earned(uuid) is
  'Returns the tickets of an order that earn commission as things are, for whom and how much: valid, neither disputed nor paid back in '
  'full, of an order that is attributed to a promoter; with the basis arrived, admitted. A percentage is of the price after discounts, '
  'without fee and tax, half a cent rounded up.';

create function private.lock_commission(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('commission:' || p_order::text, 0));
end
$$;
comment on function private.lock_commission(uuid) is
  'Serializes changes of one order''s commission: what was read before it would be older than what another transaction wrote meanwhile.';

create function private.open_accruals(p_order uuid)
returns table (accrual_id uuid, event_promoter_id uuid, ticket_id uuid, cents bigint, is_mature boolean)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select a.id, a.event_promoter_id, a.ticket_id, a.expected_cents,
    exists (select 1 from public.commission_entries m where m.accrual_id = a.id and m.kind = 'matured')
  from public.commission_entries a
  where a.order_id = p_order and a.kind = 'accrued'
    and not exists (select 1 from public.commission_entries r where r.accrual_id = a.id and r.kind = 'reversed');
end
$$;
comment on function private.open_accruals(uuid) is
  'Returns the accruals of an order that were not reversed, and whether they have matured.';

create function private.settle_commission(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.lock_commission(p_order);
  if not exists (select 1 from private.order_attributions a where a.order_id = p_order) then
    return;
  end if;
  insert into public.commission_entries (event_promoter_id, order_id, ticket_id, kind, accrual_id, expected_cents, due_cents)
  select a.event_promoter_id, p_order, a.ticket_id, 'reversed', a.accrual_id,
    case when a.is_mature then 0 else -a.cents end, case when a.is_mature then -a.cents else 0 end
  from private.open_accruals(p_order) a
  where not exists (
    select 1 from private.commission_earned(p_order) e
    where e.ticket_id = a.ticket_id and e.event_promoter_id = a.event_promoter_id);
  with earned as materialized (select gen_random_uuid() as id, x.* from private.commission_earned(p_order) x)
  insert into public.commission_entries (id, event_promoter_id, order_id, ticket_id, kind, accrual_id, turn, expected_cents)
  select e.id, e.event_promoter_id, p_order, e.ticket_id, 'accrued', e.id,
    (select count(*) + 1 from public.commission_entries x where x.ticket_id = e.ticket_id and x.kind = 'accrued'), e.cents
  from earned e
  where not exists (select 1 from private.open_accruals(p_order) a where a.ticket_id = e.ticket_id);
end
$$;
comment on function private.settle_commission(uuid) is
  'Brings the commission of an order up to date: reverses accruals of what earns nothing any more, and accrues what earns. Doing it again '
  'changes nothing. Called at the end of a transaction.';

create function private.settle_order_commission() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_order uuid := case tg_table_name when 'orders' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'order_id' end;
begin
  if exists (
    select 1 from public.orders o join public.event_promoters p on p.event_id = o.event_id where o.id = v_order
  ) then
    perform private.settle_commission(v_order);
  end if;
  return null;
end
$$;
comment on function private.settle_order_commission() is
  'Trigger at the end of a transaction: brings the commission of an order up to date after it, a ticket of it or its attribution changed.';

create constraint trigger orders_commission after update of status, refunded_cents, dispute_status on public.orders
  deferrable initially deferred for each row
  when (private.order_is_sold(old.status) and (old.status, old.refunded_cents, old.dispute_status)
    is distinct from (new.status, new.refunded_cents, new.dispute_status))
  execute function private.settle_order_commission();
create constraint trigger tickets_commission after update of status, blocked_at, admission on public.tickets
  deferrable initially deferred for each row
  when ((old.status, old.blocked_at, old.admission) is distinct from (new.status, new.blocked_at, new.admission))
  execute function private.settle_order_commission();
create constraint trigger order_attributions_commission after insert on private.order_attributions
  deferrable initially deferred for each row execute function private.settle_order_commission();

create function public.override_attribution(p_order uuid, p_event_promoter uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text;
  v_order public.orders;
  v_before private.order_attributions;
  v_promoter public.event_promoters;
begin
  perform private.require_permission('manage_promoters');
  v_reason := private.require_reason(p_reason);
  select * into v_order from public.orders where id = p_order for no key update;
  select * into v_promoter from public.event_promoters where id = p_event_promoter and event_id = v_order.event_id;
  if v_order.id is null or (p_event_promoter is not null and v_promoter.id is null) then
    perform private.refuse(404, 'not_found');
  end if;
  if not private.order_is_sold(v_order.status) then
    perform private.refuse(409, 'attribution_unpaid');
  end if;
  select * into v_before from private.order_attributions where order_id = p_order and superseded_at is null;
  if v_before.event_promoter_id is not distinct from p_event_promoter then
    perform private.refuse(409, 'attribution_unchanged');
  end if;
  update private.order_attributions set superseded_at = now() where order_id = p_order and superseded_at is null;
  insert into private.order_attributions (order_id, event_promoter_id, source, commission_basis, commission_cents, commission_bps,
    reason, decided_by)
  values (p_order, p_event_promoter, 'staff', v_promoter.commission_basis, v_promoter.commission_cents, v_promoter.commission_bps,
    v_reason, auth.uid());
  perform private.audit('promoter.attributed', 'order', p_order::text, jsonb_build_object(
    'from', v_before.event_promoter_id, 'to', p_event_promoter, 'reason', v_reason));
end
$$;
comment on function public.override_attribution(uuid, uuid, text) is
  'Attributes a paid order to another promoter of its event, or (null) to nobody, with a reason; the earlier attribution stays on record. '
  'Commission moves along. Admins only. Refuses not_allowed, reason_required, not_found, attribution_unpaid, attribution_unchanged.';

create function private.mail_promoter(p_kind text, p_promoter uuid, p_key text, p_facts jsonb) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, payload)
  select p_kind, p_key, m.address, jsonb_build_object('name', m.name, 'hasAccount', m.user_id is not null,
    'currency', (select s.currency from public.settings s)) || p_facts
  from (
    select r.name, r.user_id, coalesce(r.email, private.own_email(r.user_id)) as address from public.promoters r where r.id = p_promoter
  ) m
  where m.address is not null
  on conflict (dedupe_key) do nothing;
  return found;
end
$$;
comment on function private.mail_promoter(text, uuid, text, jsonb) is
  'Queues a mail to a promoter, once per key: to the address that staff entered, else to that of their account. Returns false where there '
  'is none or it was queued before.';

create function private.mature_order(p_order uuid) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_count int;
begin
  perform private.lock_commission(p_order);
  insert into public.commission_entries (event_promoter_id, order_id, ticket_id, kind, accrual_id, expected_cents, due_cents)
  select a.event_promoter_id, p_order, a.ticket_id, 'matured', a.accrual_id, -a.cents, a.cents
  from private.open_accruals(p_order) a where not a.is_mature;
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function private.mature_order(uuid) is
  'Makes what an order''s tickets are expected to earn due, and returns how many accruals; what has been reversed meanwhile stays so.';

create function public.mature_commission() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order record;
  v_orders int := 0;
begin
  perform private.require_service();
  for v_order in
    select distinct a.order_id
    from public.commission_entries a
    join public.event_promoters p on p.id = a.event_promoter_id
    join public.events e on e.id = p.event_id and e.ends_at < now() - interval '3 days' and e.status not in ('cancelled', 'postponed')
    where a.kind = 'accrued'
      and not exists (select 1 from public.commission_entries x where x.accrual_id = a.id and x.kind in ('matured', 'reversed'))
    order by 1 limit 500
  loop
    v_orders := v_orders + (private.mature_order(v_order.order_id) > 0)::int;
  end loop;
  perform private.mail_promoter('promoter_statement', d.promoter_id,
    format('promoter_statement:%s:%s', d.promoter_id, to_char(now() at time zone 'utc', 'YYYYMMDD')), jsonb_build_object('cents', d.cents))
  from (
    select p.promoter_id, sum(c.due_cents)::bigint as cents
    from public.commission_entries c join public.event_promoters p on p.id = c.event_promoter_id
    where p.promoter_id in (
      select x.promoter_id from public.event_promoters x join public.commission_entries m on m.event_promoter_id = x.id
      where m.kind = 'matured' and m.created_at = now())
    group by 1 having sum(c.due_cents) > 0
  ) d;
  return v_orders;
end
$$;
comment on function public.mature_commission() is
  'Makes commission due 3 days after the end of its event, of at most 500 orders a call, mails the promoters that a statement is ready, '
  'and returns of how many orders. Of an event without a date nothing matures. For the job.';

create function public.pay_commission(p_promoter uuid, p_reference text, p_total_cents bigint) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reference text := private.clean_line(p_reference, 120);
  v_payout uuid := gen_random_uuid();
  v_total bigint;
begin
  perform private.require_permission('manage_promoters');
  if v_reference is null then
    perform private.refuse(422, 'reference_required');
  end if;
  perform 1 from public.promoters where id = p_promoter for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.lock_commission(o.order_id) from (
    select distinct c.order_id from public.commission_entries c join public.event_promoters p on p.id = c.event_promoter_id
    where p.promoter_id = p_promoter and c.due_cents <> 0 order by 1) o;
  insert into private.commission_payouts (id, promoter_id, reference, paid_by) values (v_payout, p_promoter, v_reference, auth.uid());
  with due as (
    select c.event_promoter_id, c.order_id, c.ticket_id, c.accrual_id, sum(c.due_cents)::bigint as cents
    from public.commission_entries c join public.event_promoters p on p.id = c.event_promoter_id
    where p.promoter_id = p_promoter group by 1, 2, 3, 4 having sum(c.due_cents) <> 0
  ), paid as (
    insert into public.commission_entries (event_promoter_id, order_id, ticket_id, kind, accrual_id, due_cents, paid_cents, payout_id)
    select d.event_promoter_id, d.order_id, d.ticket_id, case when d.cents > 0 then 'paid' else 'recovered' end, d.accrual_id,
      -d.cents, d.cents, v_payout
    from due d
    returning paid_cents
  )
  select coalesce(sum(p.paid_cents), 0) into v_total from paid p;
  if v_total <= 0 then
    perform private.refuse(409, 'nothing_due');
  elsif v_total is distinct from p_total_cents then
    perform private.refuse(409, 'commission_changed');
  end if;
  perform private.audit('promoter.paid', 'promoter', p_promoter::text,
    jsonb_build_object('payout', v_payout, 'total_cents', v_total, 'reference', v_reference));
  perform private.mail_promoter('promoter_paid', p_promoter, 'promoter_paid:' || v_payout, jsonb_build_object(
    'cents', v_total, 'reference', v_reference));
  return v_payout;
end
$$;
comment on function public.pay_commission(uuid, text, bigint) is
  'Records that all commission that is due to a promoter was paid, with the reference of the payment; what is owed back is taken off. '
  'p_total_cents = the amount that the admin was shown. Returns the payout''s id. Admins only. Refuses not_allowed, reference_required, '
  'not_found, nothing_due, commission_changed.';

grant execute on function public.note_referral(uuid, uuid, text[], timestamptz[]), public.record_click(uuid, text, text, uuid),
  public.mature_commission() to service_role;
grant execute on function public.override_attribution(uuid, uuid, text), public.pay_commission(uuid, text, bigint) to authenticated;
