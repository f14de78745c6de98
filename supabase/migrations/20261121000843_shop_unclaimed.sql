-- Goods that nobody picked up: their buyer is asked, takes the money back, or pays to have them shipped. That shipping is an order of its
-- own, as a
-- supplement is (decision 0018), so that payments, settlement, ledger, receipts and refunds are those of every order.

create table private.goods_shippings (
  order_id uuid primary key references public.orders (id),
  goods_order_id uuid not null references public.orders (id),
  fulfilment_ids uuid[] not null check (cardinality(fulfilment_ids) > 0),
  asked_at timestamptz not null default now()
);
comment on table private.goods_shippings is
  'Orders by which buyers pay to have shipped what they did not pick up: order_id has the one line of the shipping and the address, '
  'goods_order_id is the order of the goods, fulfilment_ids what is shipped when it is paid.';
create index goods_shippings_order on private.goods_shippings (goods_order_id);
alter table private.goods_shippings enable row level security;
alter table private.goods_shippings force row level security;

alter table public.fulfilments add column told_change_id uuid references public.event_changes (id);
create index fulfilments_told_change on public.fulfilments (told_change_id) where told_change_id is not null;
comment on column public.fulfilments.told_change_id is
  'The last change of the event of its pick-up point of which its buyer was told that they can choose what becomes of it.';

create function private.pickup_is_over(p_point public.pickup_points) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_status text := (select e.status from public.events e where e.id = p_point.event_id);
begin
  return case
    when v_status = 'cancelled' then true
    -- without a date nothing is over, until the time for finding one has passed
    when v_status = 'postponed' then exists (
      select 1 from public.event_changes c
      where c.event_id = p_point.event_id and c.superseded_at is null and c.kind = 'postponed' and c.refund_at < now())
    else (private.pickup_window(p_point)).closes_at < now() - interval '14 days' end;
end
$$;
comment on function private.pickup_is_over(public.pickup_points) is
  'Returns whether buyers are asked what becomes of goods that still wait at a pick-up point: its event was cancelled, or postponed and '
  'not given a date in time, or it closed 14 days ago.';

create function private.open_pickup_change(p_point uuid, p_since timestamptz) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select c.id
    from public.pickup_points p
    join public.events e on e.id = p.event_id
    join public.event_changes c on c.event_id = e.id and c.superseded_at is null
    where p.id = p_point and c.announced_at > p_since
      and ((c.kind = 'postponed' and e.status = 'postponed') or (c.kind = 'rescheduled' and c.choice_ends_at > now())));
end
$$;
comment on function private.open_pickup_change(uuid, timestamptz) is
  'The change for which buyers of goods ordered at p_since may choose what becomes of them before they are picked up: their event was '
  'postponed, or rescheduled and the time to choose is not over; null without one.';

create function private.unclaimed_goods(p_order uuid) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select array_agg(f.id order by f.id) from public.fulfilments f
    where f.order_id = p_order and f.delivery = 'pickup' and private.fulfilment_awaits_pickup(f.status)
      and (f.unclaimed_at is not null or private.open_pickup_change(f.pickup_point_id, f.created_at) is not null));
end
$$;
comment on function private.unclaimed_goods(uuid) is
  'The fulfilments of an order of which its buyer chooses what becomes of them: nobody picked them up, or the event where they wait was '
  'cancelled, postponed or rescheduled; null without any.';

create function private.goods_choice(p_fulfilments uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'reason', case when bool_or(f.unclaimed_at is not null)
        then coalesce(min(e.status) filter (where f.unclaimed_at is not null and e.status in ('cancelled', 'postponed')), 'unclaimed')
        else min(c.kind) end,
      'isRefunded', bool_or(f.unclaimed_at is not null),
      'endsAt', coalesce(min(f.unclaimed_at) + interval '7 days', min(c.choice_ends_at)))
    from public.fulfilments f
    left join public.pickup_points p on p.id = f.pickup_point_id
    left join public.events e on e.id = p.event_id
    left join public.event_changes c on c.id = private.open_pickup_change(p.id, f.created_at)
    where f.id = any (p_fulfilments) and f.delivery = 'pickup' and private.fulfilment_awaits_pickup(f.status)
      and (f.unclaimed_at is not null or c.id is not null)
    having count(*) > 0);
end
$$;
comment on function private.goods_choice(uuid[]) is
  'Why and until when the buyer of fulfilments chooses what becomes of them: {reason (unclaimed, cancelled, postponed or rescheduled), '
  'isRefunded (at endsAt, without a choice; otherwise they stay at the event), endsAt (null while the event has no date)}; null where '
  'there is nothing to choose.';

create function private.end_goods_shippings(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_old record;
begin
  for v_old in
    select o.id, o.status, o.hold_id from private.goods_shippings s join public.orders o on o.id = s.order_id
    where s.goods_order_id = p_order and private.order_is_open(o.status) order by o.id for no key update of o
  loop
    if private.order_is_paying(v_old.status) then
      perform private.refuse(409, 'payment_in_progress');
    end if;
    perform private.end_order(v_old.id, 'requested again');
    perform private.move_hold(h.id, 'released', 'requested again') from public.holds h where h.id = v_old.hold_id
      and h.status in ('active', 'pinned');
  end loop;
end
$$;
comment on function private.end_goods_shippings(uuid) is
  'Ends the open requests to have goods of an order shipped after all; refuses payment_in_progress while one is being paid.';

create function private.ask_goods_shipping(p_order uuid, p_address jsonb) returns jsonb
language plpgsql volatile set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_order public.orders;
  v_ids uuid[];
  v_address public.hold_addresses;
  v_hold uuid;
  v_line private.priced_line;
  v_id uuid := gen_random_uuid();
  v_code text := private.new_order_code();
begin
  v_order := private.lock_goods_order(p_order);
  perform private.check_refundable(p_order);
  v_ids := private.unclaimed_goods(p_order);
  if v_ids is null or v_order.owner_id is null then
    perform private.refuse(409, 'invalid_state');
  end if;
  perform private.end_goods_shippings(p_order);
  v_address := private.read_address(p_address);
  insert into public.holds (kind, owner_id, status, expires_at) values ('supplement', v_order.owner_id, 'active', now() + interval '1 hour')
  returning id into v_hold;
  insert into public.hold_addresses (hold_id, name, line1, line2, city, state, postal_code)
  values (v_hold, v_address.name, v_address.line1, v_address.line2, v_address.city, v_address.state, v_address.postal_code);
  -- priced by weight; what the goods cost makes it free at checkout only
  select s.* into v_line from private.shipping_line(v_hold, array(
    select row('product', l.variant_id, null, l.position, l.item_name, l.item_detail, f.quantity, 0, 0, 0, 0, 0, 0, 0,
      'ship', null)::private.priced_line
    from public.fulfilments f join public.order_lines l on l.id = f.order_line_id where f.id = any (v_ids))) s;
  insert into public.hold_lines (hold_id, kind, item_id, item_name, item_detail, quantity, unit_face_cents, fee_cents, tax_cents)
  values (v_hold, 'shipping', v_line.item_id, v_line.item_name, v_line.item_detail, 1, v_line.unit_face_cents, 0, v_line.tax_cents);
  insert into public.orders (id, code, owner_id, hold_id, status, email, name, phone, currency, face_cents,
    fee_cents, tax_cents, total_cents,
    terms_accepted_at, terms_version, is_test, refund_keeps_fee, refund_kept_percent, fee_is_taxed)
  values (v_id, v_code, v_order.owner_id, v_hold, 'awaiting_payment', v_order.email, v_order.name, v_order.phone, v_order.currency,
    v_line.unit_face_cents, 0, v_line.tax_cents, v_line.total_cents, v_order.terms_accepted_at, v_order.terms_version, v_order.is_test,
    v_order.refund_keeps_fee, v_order.refund_kept_percent, v_order.fee_is_taxed);
  insert into public.order_lines (order_id, kind, item_id, item_name, item_detail, quantity, unit_face_cents, fee_cents, tax_cents)
  select v_id, l.kind, l.item_id, l.item_name, l.item_detail, l.quantity, l.unit_face_cents, l.fee_cents, l.tax_cents
  from public.hold_lines l where l.hold_id = v_hold;
  insert into public.order_addresses (order_id, name, line1, line2, city, state, postal_code)
  values (v_id, v_address.name, v_address.line1, v_address.line2, v_address.city, v_address.state, v_address.postal_code);
  insert into private.goods_shippings (order_id, goods_order_id, fulfilment_ids) values (v_id, p_order, v_ids);
  perform private.log_state('order', v_id, null, 'awaiting_payment', 'shipping of what was not picked up');
  if v_line.total_cents = 0 then
    perform private.settle_order(v_id, null);
  end if;
  return jsonb_build_object('orderId', v_id, 'ownerId', v_order.owner_id, 'orderCode', v_code, 'totalCents', v_line.total_cents);
end
$$;
comment on function private.ask_goods_shipping(uuid, jsonb) is
  'Places the order by which the buyer of goods that were not picked up pays to have them shipped to an address, for an hour: {orderId, '
  'ownerId, orderCode, totalCents}; an earlier one that was not paid ends. The goods keep their price and their tax. Refuses '
  'invalid_state (nothing was left unclaimed, or the account is gone), dispute_open, payment_in_progress, shipping_unavailable, address_*.';

create function public.ask_goods_shipping(p_owner uuid, p_code text, p_token_hash text, p_address jsonb, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_order uuid := case when p_token_hash is not null then private.goods_link(p_token_hash)
    else (select o.id from public.orders o where o.code = upper(p_code) and o.owner_id = p_owner) end;
  v_body jsonb := jsonb_build_array(v_order, p_address);
  v_person uuid;
  v_response jsonb;
begin
  if v_order is null then
    perform private.refuse(404, 'not_found');
  end if;
  v_person := coalesce((select o.owner_id from public.orders o where o.id = v_order), v_order);
  perform private.lock_person(v_person);
  v_response := private.response_for_key(v_person, p_key, 'ask_goods_shipping', v_body);
  if v_response is not null then
    return v_response;
  end if;
  return private.store_response(v_person, p_key, 'ask_goods_shipping', v_body, private.ask_goods_shipping(v_order, p_address));
end
$$;
comment on function public.ask_goods_shipping(uuid, text, text, jsonb, text) is
  'For the server: private.ask_goods_shipping for the order that a secret link opens, or of this owner with this code. p_key = '
  'idempotency key. Refuses not_found, key_reused, and what that refuses.';

create or replace function private.fulfil_shipping(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_shipping private.goods_shippings;
begin
  select * into v_shipping from private.goods_shippings where order_id = p_order;
  if not found then
    return;
  end if;
  perform private.move_fulfilment(f.id, 'unfulfilled', 'buyer', 'to be shipped')
  from public.fulfilments f where f.id = any (v_shipping.fulfilment_ids) and f.status = 'ready_for_pickup';
  update public.fulfilments set delivery = 'ship', pickup_point_id = null, unclaimed_at = null, told_change_id = null
    where id = any (v_shipping.fulfilment_ids);
  insert into public.order_addresses (order_id, name, line1, line2, city, state, postal_code)
  select v_shipping.goods_order_id, a.name, a.line1, a.line2, a.city, a.state, a.postal_code from public.order_addresses a
    where a.order_id = p_order
  on conflict (order_id) do update set name = excluded.name, line1 = excluded.line1, line2 = excluded.line2, city = excluded.city,
    state = excluded.state, postal_code = excluded.postal_code;
  perform private.log_state('order', v_shipping.goods_order_id, 'paid', 'paid', 'Shipping of what was not picked up is paid.');
end
$$;
comment on function private.fulfil_shipping(uuid) is
  'Fulfils shipping: nothing is handed over for it. Where it pays for what was not picked up, those goods wait to be shipped to the '
  'order''s address now. The order of the goods must be locked.';

create function private.goods_choices(p_order uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_ids uuid[] := private.unclaimed_goods(p_order);
begin
  if v_ids is null then
    return null;
  end if;
  return private.goods_choice(v_ids) || jsonb_build_object(
    'items', to_jsonb(v_ids),
    'points', private.other_pickups(p_order, v_ids),
    'address', (
      select private.address_json(a.name, a.line1, a.line2, a.city, a.state, a.postal_code)
      from public.order_addresses a
      where a.order_id in (
        select p_order union all (select s.order_id from private.goods_shippings s where s.goods_order_id = p_order order by s.asked_at desc
          limit 1))
      limit 1),
    'states', (
      select coalesce(jsonb_agg(jsonb_build_object('code', s.code, 'name', s.name) order by s.name), '[]')
      from private.us_states s
      where exists (select 1 from public.shipping_zones z where z.archived_at is null and s.code = any (z.states))),
    -- whose payment may have arrived at the provider, and not here
    'openOrder', (
      select o.id from private.goods_shippings s join public.orders o on o.id = s.order_id
      where s.goods_order_id = p_order and private.order_is_open(o.status) order by s.asked_at desc limit 1));
end
$$;
comment on function private.goods_choices(uuid) is
  'Returns the choices of the buyer of goods that nobody picks up where they are (private.unclaimed_goods): the fields of '
  'private.goods_choice with the ids of the goods (items), the other places where they can be picked up (points), and for having them '
  'shipped {address (suggested, or null), states, openOrder (the order of a shipping that is not paid yet, or null)}; null where there is '
  'nothing to choose. The caller must be allowed to see the order.';

create function private.other_pickups(p_order uuid, p_fulfilments uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.point_details(n.id) order by n.place), '[]')
    from unnest(private.open_pickups((select o.owner_id from public.orders o where o.id = p_order), null)) with ordinality n (id, place)
    -- where all of them are already is no other place
    where exists (select 1 from public.fulfilments f where f.id = any (p_fulfilments) and f.pickup_point_id is distinct from n.id));
end
$$;
comment on function private.other_pickups(uuid, uuid[]) is
  'Where fulfilments of an order can be picked up instead, soonest first: store days, and events for which its buyer has a ticket.';

create function private.move_pickup(p_order public.orders, p_fulfilments uuid[], p_point uuid, p_as text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.check_refundable(p_order.id);
  perform private.check_pickup(p_point, null, p_order.owner_id);
  -- a bag that lies ready somewhere has to be packed again
  perform private.move_fulfilment(f.id, 'unfulfilled', p_as, 'to be picked up elsewhere')
  from public.fulfilments f where f.id = any (p_fulfilments) and f.status <> 'unfulfilled';
  update public.fulfilments f set pickup_point_id = p_point, unclaimed_at = null, told_change_id = (
    select c.id from public.pickup_points p join public.event_changes c on c.event_id = p.event_id and c.superseded_at is null
      where p.id = p_point)
  where f.id = any (p_fulfilments);
  perform private.log_state('order', p_order.id, p_order.status, p_order.status,
    'Pickup moved to ' || (select p.name from public.pickup_points p where p.id = p_point) || '.');
  perform private.queue_goods_mail('goods_moved', p_order.id, p_fulfilments[1]::text || ':' || pg_current_xact_id()::text,
    jsonb_build_object('fulfilmentIds', to_jsonb(p_fulfilments)));
end
$$;
comment on function private.move_pickup(public.orders, uuid[], uuid, text) is
  'Has goods that wait for their buyer (p_as = buyer or admin moves them) picked up at another point, with a mail. They keep their price '
  'and their tax; the stock is taken from the new point''s place when they are handed over. private.lock_goods_order comes first. Refuses '
  'dispute_open, pickup_unavailable, delivery_needed, invalid_state.';

create function private.move_unclaimed(p_order uuid, p_person uuid, p_point uuid, p_key text) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_person uuid := coalesce(p_person, p_order);
  v_body jsonb := jsonb_build_array(p_order, p_point);
  v_response jsonb;
  v_order public.orders;
  v_ids uuid[];
begin
  if p_order is null then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.lock_person(v_person);
  v_response := private.response_for_key(v_person, p_key, 'move_unclaimed', v_body);
  if v_response is not null then
    return v_response;
  end if;
  v_order := private.lock_goods_order(p_order);
  v_ids := private.unclaimed_goods(p_order);
  if v_ids is null then
    perform private.refuse(409, 'invalid_state');
  end if;
  perform private.move_pickup(v_order, v_ids, p_point, 'buyer');
  return private.store_response(v_person, p_key, 'move_unclaimed', v_body, private.point_details(p_point));
end
$$;
comment on function private.move_unclaimed(uuid, uuid, uuid, text) is
  'Body of move_own_unclaimed and move_unclaimed_by_link. p_person = the buyer, null for who holds the link.';

create function public.move_own_unclaimed(p_code text, p_point uuid, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$ begin return private.move_unclaimed(private.own_order(p_code), auth.uid(), p_point, p_key); end $$;
comment on function public.move_own_unclaimed(text, uuid, text) is
  'Has goods of the caller''s own order that nobody picks up where they are handed over at another point: a store day, or an event for '
  'which the caller has a ticket; returns the point. Refuses not_found, invalid_state (there is nothing to choose), pickup_unavailable, '
  'delivery_needed, dispute_open, key_reused.';

create function public.move_unclaimed_by_link(p_token_hash text, p_point uuid, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$ begin return private.move_unclaimed(private.goods_link(p_token_hash), null, p_point, p_key); end $$;
comment on function public.move_unclaimed_by_link(text, uuid, text) is
  'The same for who has a secret link of the order; the server calls it.';

create function private.refund_unclaimed(p_order uuid, p_person uuid, p_key text) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_person uuid := coalesce(p_person, p_order);
  v_response jsonb;
  v_order public.orders;
  v_ids uuid[];
  v_refund uuid;
begin
  if p_order is null then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.lock_person(v_person);
  v_response := private.response_for_key(v_person, p_key, 'refund_unclaimed', to_jsonb(p_order));
  if v_response is not null then
    return v_response;
  end if;
  v_order := private.lock_goods_order(p_order);
  v_ids := private.unclaimed_goods(p_order);
  if v_ids is null then
    perform private.refuse(409, 'invalid_state');
  end if;
  v_refund := private.end_goods(v_order, v_ids, 'buyer', 'Not picked up; refunded as its buyer chose.');
  return private.store_response(v_person, p_key, 'refund_unclaimed', to_jsonb(p_order), jsonb_build_object('refundCents', coalesce((
    select r.amount_cents from public.refunds r where r.id = v_refund), 0)));
end
$$;
comment on function private.refund_unclaimed(uuid, uuid, text) is
  'Body of refund_own_unclaimed and refund_unclaimed_by_link: the buyer of what nobody picks up where it is (private.unclaimed_goods) '
  'takes the money back, before the rule does or instead of waiting. Refuses not_found, invalid_state, dispute_open.';

create function public.refund_own_unclaimed(p_code text, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$ begin return private.refund_unclaimed(private.own_order(p_code), auth.uid(), p_key); end $$;
comment on function public.refund_own_unclaimed(text, text) is
  'Takes back the money for goods of which the caller chooses what becomes of them: {refundCents}. Refuses not_found, invalid_state, '
  'dispute_open, key_reused.';

create function public.refund_unclaimed_by_link(p_token_hash text, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$ begin return private.refund_unclaimed(private.goods_link(p_token_hash), null, p_key); end $$;
comment on function public.refund_unclaimed_by_link(text, text) is 'The same for who has a secret link of the order; the server calls it.';

create function private.lock_due_goods(p_limit int) returns uuid[]
language plpgsql volatile set search_path = ''
as $$
declare
  v_due uuid[];
begin
  select array_agg(d.order_id order by d.order_id) into v_due
  from (
    select distinct f.order_id
    from public.fulfilments f
    join public.pickup_points p on p.id = f.pickup_point_id
    join public.orders o on o.id = f.order_id and o.dispute_status <> 'open'
    where private.fulfilment_awaits_pickup(f.status) and case
      when f.unclaimed_at is not null then f.unclaimed_at < now() - interval '7 days'
      else private.pickup_is_over(p) or exists (
        select 1 from private.open_pickup_change(p.id, f.created_at) c (id) where c.id is not null and c.id is distinct
          from f.told_change_id) end
    order by 1 limit least(p_limit, 500)
  ) d;
  -- All orders before any of their stock: the events against cancelling first. One that somebody has locked waits for the next time.
  perform private.lock_settlement(e.event_id, false)
  from (select distinct o.event_id from public.orders o where o.id = any (v_due) and o.event_id is not null order by 1) e;
  return array(
    select l.id from (select o.id from public.orders o where o.id = any (v_due) order by o.id for no key update skip locked) l order by 1);
end
$$;
comment on function private.lock_due_goods(int) is
  'Locks orders whose goods nobody picked up for a week, or whose buyers are to be asked or told now, 500 at most, and returns them.';

create function private.refund_due_goods(p_order public.orders) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  -- read again: its buyer may have decided meanwhile
  select array_agg(f.id order by f.id) into v_ids
  from public.fulfilments f
  where f.order_id = p_order.id and f.delivery = 'pickup' and private.fulfilment_awaits_pickup(f.status)
    and (f.unclaimed_at < now() - interval '7 days' or exists (
      -- the admin who cancelled the event decided so
      select 1 from public.pickup_points p join public.event_changes c on c.event_id = p.event_id
      where p.id = f.pickup_point_id and c.superseded_at is null and c.kind = 'cancelled' and c.goods = 'refund'));
  if v_ids is null then
    return false;
  end if;
  perform private.end_goods(p_order, v_ids, 'system', case
    when (select bool_and(f.unclaimed_at is null) from public.fulfilments f where f.id = any (v_ids)) then 'The event was canceled.'
      else 'Not picked up.' end);
  return true;
exception when sqlstate 'PGRST' then
  raise warning 'what nobody picked up of order % was not refunded: %', p_order.code, sqlerrm;
  return false;
end
$$;
comment on function private.refund_due_goods(public.orders) is
  'Refunds what of an order, which is locked, nobody picked up for a week, or whose event was canceled with a refund of goods. Returns '
  'whether it did; a refusal is a warning, so that other orders go on.';

create function private.ask_unclaimed(p_order uuid) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  with asked as (
    update public.fulfilments f set unclaimed_at = now()
    from public.pickup_points p
    where p.id = f.pickup_point_id and f.order_id = p_order and private.fulfilment_awaits_pickup(f.status) and f.unclaimed_at is null
      and private.pickup_is_over(p)
    returning f.id
  )
  select array_agg(a.id order by a.id) into v_ids from asked a;
  if v_ids is null then
    return false;
  end if;
  perform private.queue_goods_mail(
    case when private.goods_choice(v_ids) ->> 'reason' = 'unclaimed' then 'goods_unclaimed' else 'goods_event_changed' end,
    p_order, v_ids[1]::text, jsonb_build_object('fulfilmentIds', to_jsonb(v_ids)));
  return true;
end
$$;
comment on function private.ask_unclaimed(uuid) is
  'Asks the buyer of an order what becomes of goods whose pick-up is over. Returns whether there were any.';

create function private.tell_pickup_change(p_order uuid) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  with told as (
    update public.fulfilments f set told_change_id = c.id
    from public.event_changes c
    where f.order_id = p_order and private.fulfilment_awaits_pickup(f.status) and f.unclaimed_at is null
      and c.id = private.open_pickup_change(f.pickup_point_id, f.created_at) and c.id is distinct from f.told_change_id
    returning f.id
  )
  select array_agg(t.id order by t.id) into v_ids from told t;
  if v_ids is null then
    return false;
  end if;
  perform private.queue_goods_mail('goods_event_changed', p_order, (
    select f.told_change_id::text from public.fulfilments f where f.id = v_ids[1]),
      jsonb_build_object('fulfilmentIds', to_jsonb(v_ids)));
  return true;
end
$$;
comment on function private.tell_pickup_change(uuid) is
  'Tells the buyer of an order that the event at which goods are picked up changed. Returns whether any were to be told of.';

create function public.run_goods_jobs(p_limit int default 50) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_order public.orders;
  v_asked int := 0;
  v_refunded int := 0;
begin
  foreach v_id in array private.lock_due_goods(p_limit) loop
    v_order := private.lock_goods_order(v_id);
    v_refunded := v_refunded + private.refund_due_goods(v_order)::int;
    v_asked := v_asked + private.ask_unclaimed(v_id)::int;
    v_asked := v_asked + private.tell_pickup_change(v_id)::int;
  end loop;
  delete from private.cart_addresses where kept_at < now() - interval '7 days';
  return jsonb_build_object('asked', v_asked, 'refunded', v_refunded);
end
$$;
comment on function public.run_goods_jobs(int) is
  'For the server, now and then: asks the buyers of what was not picked up 14 days after the event or store day ended (at once when the '
  'event was cancelled; refunded at once where the admin who cancelled it chose so; when a postponed event got no date in time), by one '
  'mail, and refunds it in full 7 days later if they did not decide: {asked, refunded}, orders. Tells buyers whose event was postponed or '
  'rescheduled, once for each change, that they can choose too. Deletes addresses that were typed at checkout 7 days ago and not used. '
  'Twice does no harm; an order with an open dispute waits.';

revoke execute on function
  private.unclaimed_goods(uuid), private.ask_goods_shipping(uuid, jsonb), public.ask_goods_shipping(uuid, text, text, jsonb, text),
  private.fulfil_shipping(uuid), private.goods_choices(uuid), private.end_goods_shippings(uuid), private.lock_due_goods(int),
  private.refund_due_goods(public.orders), private.ask_unclaimed(uuid), private.tell_pickup_change(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.ask_goods_shipping(uuid, text, text, jsonb, text) to service_role;
grant execute on function public.refund_own_unclaimed(text, text), public.move_own_unclaimed(text, uuid, text) to authenticated;
grant execute on function public.refund_unclaimed_by_link(text, text), public.move_unclaimed_by_link(text, uuid, text),
  public.run_goods_jobs(int) to service_role;
