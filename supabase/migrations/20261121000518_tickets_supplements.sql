-- Keeps supplements: what the buyer of a ticket pays for a dearer type of it. Staff ask for one; a place of the new type is held until
-- it is paid or its time is over. It is an order of its own with one line, so that payments, settlement, ledger, receipts and refunds are
-- those of every order (decision 0018).

create table public.ticket_supplements (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id),
  event_id uuid not null references public.events (id),
  from_type_id uuid not null references public.ticket_types (id),
  to_type_id uuid not null references public.ticket_types (id),
  order_id uuid not null unique references public.orders (id) deferrable initially deferred,
  called_off_at timestamptz,
  closed_at timestamptz,
  taken_back_at timestamptz,
  kept_at timestamptz,
  created_at timestamptz not null default now(),
  constraint ticket_supplements_types check (from_type_id <> to_type_id),
  constraint ticket_supplements_called_off check (called_off_at is null or closed_at is not null),
  constraint ticket_supplements_lost check (taken_back_at is null or kept_at is null)
);
comment on table public.ticket_supplements is
  'Changes of tickets to a dearer type that their buyer pays for. order_id = the order of the difference, which says what it costs and '
  'whether it was paid. closed_at = since when that order is not waiting any more: paid, or ended; a ticket has one that is not closed at '
  'most. called_off_at = staff ended it: money that arrives later goes back. taken_back_at = the payment was lost to a dispute, and the '
  'ticket is of its earlier type again. kept_at = the payment was lost to a dispute, and an admin let the ticket keep its type all the '
  'same.';
create unique index ticket_supplements_open on public.ticket_supplements (ticket_id) where closed_at is null;
create index ticket_supplements_ticket on public.ticket_supplements (ticket_id);
create index ticket_supplements_event on public.ticket_supplements (event_id);
create index ticket_supplements_from on public.ticket_supplements (from_type_id);
create index ticket_supplements_to on public.ticket_supplements (to_type_id);
alter table public.ticket_supplements enable row level security;
alter table public.ticket_supplements force row level security;
grant select on public.ticket_supplements to authenticated, service_role;
create policy ticket_supplements_select on public.ticket_supplements for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));

create function private.check_supplement(
  p_event public.events, p_role text, p_code public.promo_codes, p_items uuid[], p_units int[]
) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  perform private.refuse(404, 'not_found');
  return null;
end
$$;
comment on function private.check_supplement(public.events, text, public.promo_codes, uuid[], int[]) is
  'Refuses every choice of a supplement: staff ask for it.';

create function private.stock_of_supplement(p_items uuid[], p_units int[])
returns table (pool_id uuid, variant_id uuid, units int, name text)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select p.pool_id, null::uuid, p.units, t.name
  from unnest(p_items, p_units) n (id, units)
  join public.ticket_supplements s on s.id = n.id
  join public.ticket_types t on t.id = s.to_type_id
  cross join lateral (
    select x.pool_id, case when f.pool_id is null then n.units else 0 end as units
    from (select 1) one
    left join public.ticket_type_pools x on x.ticket_type_id = s.to_type_id
    left join public.ticket_type_pools f on f.ticket_type_id = s.from_type_id and f.pool_id = x.pool_id
    union all
    select f.pool_id, 0 from public.ticket_type_pools f
    where f.ticket_type_id = s.from_type_id and not exists (
      select 1 from public.ticket_type_pools x where x.ticket_type_id = s.to_type_id and x.pool_id = f.pool_id)
  ) p;
end
$$;
comment on function private.stock_of_supplement(uuid[], int[]) is
  'Returns the stock of supplements: one place of each pool of the new type that the ticket has no place of yet; and none, so that they '
  'are locked with them, of the other pools of the old type. A type without a pool has none.';

create function private.price_supplement(p_event public.events, p_items uuid[], p_units int[]) returns setof private.unit_price
language plpgsql stable set search_path = ''
as $$ begin end $$;
comment on function private.price_supplement(public.events, uuid[], int[]) is
  'No price rows for supplements: private.ask_supplement prices them.';

create function private.fulfil_supplement(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_supplement public.ticket_supplements;
begin
  select * into strict v_supplement from public.ticket_supplements where order_id = p_order;
  -- Settling sold the places that the ticket had not; now it has all of the new type and none of the old. The pools are locked.
  perform private.change_stock(array[row('supplement', array[v_supplement.id], array[1])::private.line_choice], 0, -1);
  perform private.change_stock(array[row('ticket', array[v_supplement.from_type_id], array[1])::private.line_choice], 0, -1);
  perform private.change_stock(array[row('ticket', array[v_supplement.to_type_id], array[1])::private.line_choice], 0, 1);
  update public.tickets set ticket_type_id = v_supplement.to_type_id where id = v_supplement.ticket_id;
  perform private.log_state('ticket', v_supplement.ticket_id, 'valid', 'valid', 'The buyer paid the difference.', jsonb_build_object(
    'change', 'type', 'from', v_supplement.from_type_id, 'to', v_supplement.to_type_id, 'supplement', v_supplement.id));
end
$$;
comment on function private.fulfil_supplement(uuid) is
  'Fulfils supplements: the ticket becomes one of the new type, and its place moves. Order and ticket must be locked.';

insert into public.line_kinds (kind, reference, catalogue, needs_event, is_chosen, is_discountable)
values ('supplement', 'supplement_id', 'public.ticket_supplements', true, false, false);
select private.add_line_kind('supplement');

create view private.unpaid_types with (security_invoker = true) as
select s.id, s.ticket_id, s.order_id, k.order_id as ticket_order_id, k.event_id, k.holder_name, k.blocked_at, s.from_type_id, s.to_type_id
from public.ticket_supplements s
join public.orders o on o.id = s.order_id and o.paid_at is not null and o.refunded_cents >= o.total_cents
join public.tickets k on k.id = s.ticket_id and private.ticket_is_valid(k.status) and k.ticket_type_id = s.to_type_id
  and k.block_reason = 'chargeback'
where s.taken_back_at is null and s.kept_at is null
  and exists (select 1 from public.disputes d where d.order_id = s.order_id and d.status = 'lost')
  and not exists (select 1 from public.disputes d where d.order_id in (s.order_id, k.order_id) and d.status in ('open', 'evidence_sent'));
comment on view private.unpaid_types is
  'Tickets that are blocked because what was paid for their type was lost to a dispute while the earlier type had no place left: an admin '
  'ends them, gives them the earlier type once it has a place, or lets them keep this one. None while another dispute about them is open.';

create function private.settle_unpaid_type(p_ticket uuid, p_keep boolean, p_reason text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_lost private.unpaid_types;
begin
  select u.* into v_lost from private.unpaid_types u where u.ticket_id = p_ticket;
  if not found then
    perform private.refuse(409, 'nothing_to_change');
  end if;
  if p_keep then
    -- all of them: a ticket may have come to its type, lost it and come to it again
    update public.ticket_supplements s set kept_at = now() from private.unpaid_types u where u.ticket_id = p_ticket and s.id = u.id;
    perform private.log_state('ticket', p_ticket, 'valid', 'valid', p_reason,
      jsonb_build_object('change', 'type_kept', 'supplement', v_lost.id));
  elsif not private.take_back_type(v_lost.order_id) then
    perform private.refuse(409, 'sold_out');
  end if;
  perform private.block_disputed(v_lost.order_id);
end
$$;
comment on function private.settle_unpaid_type(uuid, boolean, text) is
  'Settles a ticket of private.unpaid_types, which is not blocked any more then: it keeps its type (p_keep), or gets the earlier one. '
  'Orders and ticket must be locked, and no pool but those of both types. Refuses sold_out while the earlier type has no place, '
  'nothing_to_change.';

create function private.close_supplement() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_supplement public.ticket_supplements;
begin
  update public.ticket_supplements set closed_at = now() where order_id = new.id and closed_at is null returning * into v_supplement;
  -- Its ticket stays as it is: its buyer, who was asked to pay, learns that nothing is open. What ended the ticket has its own mail.
  if found and not private.order_is_settled(new.status) then
    perform private.queue_ticket_mail(k.order_id, 'supplement_over', array[k.id], v_supplement.id::text, t.name)
    from public.tickets k
    join public.ticket_types t on t.id = v_supplement.to_type_id
    join public.events e on e.id = k.event_id and e.status = 'published' and e.ends_at > now()
    where k.id = v_supplement.ticket_id and private.ticket_is_valid(k.status) and k.ticket_type_id = v_supplement.from_type_id;
  end if;
  return null;
end
$$;
comment on function private.close_supplement() is
  'Trigger of orders: a supplement waits no longer than its order does, however that ends. Where it ends unpaid and the ticket lives, its '
  'buyer gets a mail.';
create trigger orders_close_supplement after update of status on public.orders
  for each row when (new.supplement_of is not null and not private.order_is_open(new.status))
  execute function private.close_supplement();

create function private.end_supplement_time() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.holds h set expires_at = now()
  from public.ticket_supplements s join public.orders o on o.id = s.order_id
  where s.ticket_id = new.id and s.closed_at is null and h.id = o.hold_id and h.status in ('active', 'pinned') and h.expires_at > now();
  return null;
end
$$;
comment on function private.end_supplement_time() is
  'Trigger of tickets: the time to pay for a dearer type is over with the ticket; its place is free at once, as that of every hold whose '
  'time is over. The order of the supplement is locked by whoever voids tickets.';
create trigger tickets_end_supplement_time after update of status on public.tickets
  for each row when (not private.ticket_is_valid(new.status) and private.ticket_is_valid(old.status))
    execute function private.end_supplement_time();

create function private.paid_parts(p_order uuid)
returns table (ticket_id uuid, cents bigint, open boolean)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select p.ticket_id, greatest(p.cents - coalesce(r.cents, 0), 0) + coalesce(s.cents, 0), coalesce(r.open, false)
  from private.ticket_parts(p_order) p
  left join private.refunded_parts(p_order) r on r.ticket_id = p.ticket_id
  left join (
    select x.ticket_id, sum(y.left_cents)::bigint as cents
    from public.orders o
    join public.ticket_supplements x on x.order_id = o.id
    join public.payments y on y.order_id = o.id and y.settled_at is not null
    where o.supplement_of = p_order and private.order_is_sold(o.status)
    group by x.ticket_id
  ) s on s.ticket_id = p.ticket_id;
end
$$;
comment on function private.paid_parts(uuid) is
  'Returns the amount paid for each ticket of an order and not given back, in cents, supplements included; open = a refund of the ticket '
  'is not done.';

create function private.end_unpaid_supplement(p_ticket uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_old record;
begin
  select o.id, o.status, h.expires_at into v_old
  from public.ticket_supplements s join public.orders o on o.id = s.order_id join public.holds h on h.id = o.hold_id
  where s.ticket_id = p_ticket and s.closed_at is null;
  if found then
    if private.order_is_paying(v_old.status) or v_old.expires_at > now() then
      perform private.refuse(409, 'supplement_open');
    end if;
    -- closed here, so that its buyer gets only the mail about the new one
    update public.ticket_supplements set closed_at = now() where order_id = v_old.id;
    perform private.end_order(v_old.id, 'hold ended');
  end if;
end
$$;
comment on function private.end_unpaid_supplement(uuid) is
  'Ends what was asked for a ticket before and not paid in time. Refuses supplement_open while its buyer may still pay it.';

create function private.write_supplement_order(p_id uuid, p_hold uuid, p_of public.orders) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.orders (id, code, owner_id, event_id, hold_id, supplement_of, status, email, name, phone, currency,
    face_cents, fee_cents, tax_cents, total_cents, terms_accepted_at, terms_version, is_test, refund_hours, refund_until, refund_keeps_fee,
    refund_kept_percent, fee_is_taxed)
  select p_id, private.new_order_code(), h.owner_id, h.event_id, h.id, p_of.id, 'awaiting_payment', p_of.email, p_of.name, p_of.phone,
    p_of.currency, l.unit_face_cents, l.fee_cents, l.tax_cents, l.total_cents, p_of.terms_accepted_at, p_of.terms_version, p_of.is_test,
    p_of.refund_hours, p_of.refund_until, p_of.refund_keeps_fee, p_of.refund_kept_percent, p_of.fee_is_taxed
  from public.holds h join public.hold_lines l on l.hold_id = h.id where h.id = p_hold;
  insert into public.order_lines (order_id, kind, item_id, position, item_name, item_detail, quantity,
    unit_face_cents, fee_cents, tax_cents)
  select p_id, l.kind, l.item_id, l.position, l.item_name, l.item_detail, l.quantity, l.unit_face_cents, l.fee_cents, l.tax_cents
  from public.hold_lines l where l.hold_id = p_hold;
end
$$;
comment on function private.write_supplement_order(uuid, uuid, public.orders) is
  'Writes the order of a held supplement, with the buyer and the terms of the order that its ticket is of (p_of).';

create function private.ask_supplement(p_ticket public.tickets, p_event public.events, p_type uuid, p_reason text, p_hours int) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders;
  v_was record;
  v_paid bigint;
  v_new record := private.type_unit(p_event, p_type);
  v_total bigint;
  v_fee bigint;
  v_tax bigint;
  v_hold uuid;
  v_id uuid := gen_random_uuid();
  v_order_id uuid := gen_random_uuid();
begin
  select * into strict v_order from public.orders where id = p_ticket.order_id;
  if v_order.owner_id is null or p_ticket.owner_id is distinct from v_order.owner_id then
    perform private.refuse(409, 'supplement_no_buyer');
  end if;
  perform private.check_still_sold(p_event.id);
  perform private.end_unpaid_supplement(p_ticket.id);

  -- The difference in all, shared as price, fee and tax differ; no part is below zero.
  select p.price_cents, p.fee_cents, p.tax_cents into strict v_was from private.ticket_parts(p_ticket.order_id) p
    where p.ticket_id = p_ticket.id;
  select p.cents into strict v_paid from private.paid_parts(p_ticket.order_id) p where p.ticket_id = p_ticket.id;
  v_total := v_new.total_cents - v_paid;
  v_fee := least(greatest(v_new.fee_cents - v_was.fee_cents, 0), v_total);
  v_tax := least(greatest(v_new.tax_cents - v_was.tax_cents, 0), v_total - v_fee);

  insert into public.ticket_supplements (id, ticket_id, event_id, from_type_id, to_type_id, order_id)
  values (v_id, p_ticket.id, p_event.id, p_ticket.ticket_type_id, p_type, v_order_id);
  perform private.lock_stock(p_event.id, array[row('supplement', array[v_id], array[1])::private.line_choice]);
  perform private.change_stock(array[row('supplement', array[v_id], array[1])::private.line_choice], 1, 0);
  insert into public.holds (kind, event_id, owner_id, status, expires_at)
  values ('supplement', p_event.id, v_order.owner_id, 'active', least(now() + make_interval(hours => p_hours), p_event.ends_at))
  returning id into v_hold;
  insert into public.hold_lines (hold_id, kind, item_id, item_name, item_detail, quantity, unit_face_cents, fee_cents, tax_cents)
  select v_hold, 'supplement', v_id, left('Change to ' || t.name, 160), left('from ' || f.name, 160), 1,
    v_total - v_fee - v_tax, v_fee, v_tax
  from public.ticket_types t, public.ticket_types f where t.id = p_type and f.id = p_ticket.ticket_type_id;
  perform private.write_supplement_order(v_order_id, v_hold, v_order);
  perform private.log_state('order', v_order_id, null, 'awaiting_payment', p_reason);
  perform private.log_state('ticket', p_ticket.id, 'valid', 'valid', p_reason,
    jsonb_build_object('change', 'supplement_asked', 'supplement', v_id));
  perform private.queue_mail('ticket_supplement', v_order_id);
  return v_order_id;
end
$$;
comment on function private.ask_supplement(public.tickets, public.events, uuid, text, int) is
  'Asks the buyer of a ticket to pay what another type costs more, as an order of its own, and holds a place of that type for so many '
  'hours, to the end of the event at most. The buyer gets a mail. Returns the order''s id. The order of the ticket and the ticket must be '
  'locked and no pool yet. Refuses supplement_no_buyer (the account is gone, or the ticket is somebody else''s), supplement_open, '
  'sale_paused, sale_ended, sold_out.';

create function private.call_off_supplement(p_ticket uuid, p_reason text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_supplement public.ticket_supplements;
  v_order public.orders;
begin
  select * into v_supplement from public.ticket_supplements where ticket_id = p_ticket and closed_at is null;
  if not found then
    perform private.refuse(409, 'nothing_to_change');
  end if;
  select * into strict v_order from public.orders where id = v_supplement.order_id;
  if private.order_is_paying(v_order.status) then
    perform private.refuse(409, 'payment_in_progress');
  end if;
  perform private.end_order(v_order.id, p_reason);
  update public.ticket_supplements set called_off_at = now() where id = v_supplement.id;
  if exists (select 1 from public.holds where id = v_order.hold_id and status in ('active', 'pinned')) then
    perform private.change_hold_stock(array(select l.id from public.hold_lines l where l.hold_id = v_order.hold_id), -1, 0);
    perform private.move_hold(v_order.hold_id, 'released', 'called off');
  end if;
  perform private.log_state('ticket', p_ticket, 'valid', 'valid', p_reason,
    jsonb_build_object('change', 'supplement_called_off', 'supplement', v_supplement.id));
end
$$;
comment on function private.call_off_supplement(uuid, text) is
  'Ends the supplement that is open for a ticket: its order ends unpaid and its place is free. Orders, hold, ticket and pools must be '
  'locked. Refuses nothing_to_change, payment_in_progress.';

create function private.own_supplement(p_owner uuid, p_code text, p_token_hash text) returns uuid
language sql stable set search_path = ''
as $$
  select coalesce(
    (
      select o.id from private.valid_link('{supplement, order_tickets, order_lookup, order_reminder}', p_token_hash) l
      join public.orders o on (l.purpose = 'supplement' and o.id = l.subject_id)
        or (o.supplement_of = l.subject_id and o.code = upper(p_code))
      where o.supplement_of is not null),
    (select o.id from public.orders o where o.supplement_of is not null and o.code = upper(p_code) and o.owner_id = p_owner))
$$;
comment on function private.own_supplement(uuid, text, text) is
  'Returns the order of a supplement that a secret link opens, its own or, with the code, that of the order of its ticket; or the one of '
  'this owner with this code; null for neither.';

create function public.read_supplement(p_owner uuid, p_code text, p_token_hash text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('orderId', o.id, 'ownerId', o.owner_id, 'orderCode', o.code,
      'ticketOrderCode', f.code, 'currency', o.currency,
      'faceCents', o.face_cents, 'feeCents', o.fee_cents, 'taxCents', o.tax_cents, 'totalCents', o.total_cents, 'isTest', o.is_test,
      'fromName', a.name, 'toName', b.name, 'holderName', k.holder_name, 'expiresAt', h.expires_at, 'now', now(),
      'event', private.event_brief(o.event_id, private.ticket_is_valid(k.status)),
      'state', case
        when private.order_is_sold(o.status) then 'paid' when private.order_is_final(o.status) then 'refunded'
          when private.order_is_paying(o.status) then 'processing'
        when s.closed_at is not null or h.expires_at <= now() or h.status not in ('active', 'pinned')
          or private.supplement_over(o.id) is not null
          or e.status <> 'published' or e.ends_at <= now() then 'over'
        else 'open' end,
      'hasFailed', private.order_has_failed(o.status))
    from public.orders o
    join public.orders f on f.id = o.supplement_of
    join public.ticket_supplements s on s.order_id = o.id
    join public.tickets k on k.id = s.ticket_id
    join public.ticket_types a on a.id = s.from_type_id
    join public.ticket_types b on b.id = s.to_type_id
    join public.holds h on h.id = o.hold_id
    join public.events e on e.id = o.event_id
    where o.id = private.own_supplement(p_owner, p_code, p_token_hash));
end
$$;
comment on function public.read_supplement(uuid, text, text) is
  'For the server: what the buyer of a ticket is asked to pay for a dearer type, found by a secret link (hash of its token, with the code '
  'where the link is that of the ticket''s order) or by owner and code; null when there is none. state: open, processing (a payment is '
  'under way), paid, refunded, over. orderId and ownerId are what a payment is opened with.';

create function private.open_supplement(p_ticket uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('orderCode', o.code, 'typeName', t.name, 'totalCents', o.total_cents, 'currency', o.currency,
      'expiresAt', h.expires_at)
    from public.ticket_supplements s
    join public.orders o on o.id = s.order_id
    join public.holds h on h.id = o.hold_id
    join public.ticket_types t on t.id = s.to_type_id
    where s.ticket_id = p_ticket and s.closed_at is null and (h.expires_at > now() or private.order_is_paying(o.status)));
end
$$;
comment on function private.open_supplement(uuid) is
  'Returns the open payment for a dearer type of a ticket: {orderCode, typeName, totalCents, currency, expiresAt}; null without one.';

revoke execute on function
  private.check_supplement(public.events, text, public.promo_codes, uuid[], int[]), private.stock_of_supplement(uuid[], int[]),
  private.price_supplement(public.events, uuid[], int[]), private.fulfil_supplement(uuid),
  private.settle_unpaid_type(uuid, boolean, text), private.close_supplement(), private.end_supplement_time(), private.paid_parts(uuid),
  private.ask_supplement(public.tickets, public.events, uuid, text, int), private.end_unpaid_supplement(uuid),
  private.write_supplement_order(uuid, uuid, public.orders), private.call_off_supplement(uuid, text),
  private.own_supplement(uuid, text, text), private.open_supplement(uuid), public.read_supplement(uuid, text, text)
from public, anon, authenticated, service_role;
grant execute on function public.read_supplement(uuid, text, text) to service_role;
