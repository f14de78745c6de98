-- Parcels: what was packed and sent together, and by which carrier.

create table public.shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  number int not null check (number between 1 and 1000),
  carrier text not null check (carrier in ('usps', 'ups', 'fedex', 'dhl', 'other')),
  tracking_code text check (tracking_code ~ '^[A-Z0-9]{4,40}$'),
  place_id uuid references public.stock_places (id),
  shipped_by uuid references auth.users (id) on delete set null,
  shipped_at timestamptz not null default now(),
  delivered_at timestamptz,
  lost_at timestamptz,
  constraint shipments_tracked check (tracking_code is not null or carrier = 'other'),
  constraint shipments_end check (num_nonnulls(delivered_at, lost_at) <= 1),
  unique (order_id, number)
);
comment on table public.shipments is
  'Parcels of orders; number counts them within their order from 1. tracking_code = letters and digits, null only for a carrier that has none (other). place_id = where its units left from. delivered_at and lost_at = when the carrier said so, or staff did.';
create index shipments_place on public.shipments (place_id);
create index shipments_shipped_by on public.shipments (shipped_by);
create index shipments_silent on public.shipments (shipped_at) where delivered_at is null and lost_at is null;
create index shipments_tracking on public.shipments (tracking_code) where tracking_code is not null;
alter table public.shipments enable row level security;
alter table public.shipments force row level security;
alter table public.fulfilments add foreign key (shipment_id) references public.shipments (id);
grant select (id, order_id, number, carrier, tracking_code, shipped_at, delivered_at, lost_at) on public.shipments to authenticated;
grant select on public.shipments to service_role;
create policy shipments_select on public.shipments for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));

create table private.pickups (
  fulfilment_id uuid primary key references public.fulfilments (id),
  scan_uid uuid not null,
  staff_id uuid,
  device text not null default '' check (length(device) <= 80),
  at timestamptz not null default now()
);
comment on table private.pickups is
  'What was handed over at a pick-up station: one row for each fulfilment, by whatever device. scan_uid comes from the device, so that a message sent twice is known; staff are named by id, so that erasing a person keeps the log.';
alter table private.pickups enable row level security;
alter table private.pickups force row level security;

-- Money of goods.

create function private.goods_shares(p_order uuid, p_fulfilments uuid[])
returns table (line_id uuid, cents bigint)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  with ending as (
    select f.order_line_id as id, sum(f.quantity)::int as units from public.fulfilments f
    where f.order_id = p_order and f.id = any (p_fulfilments) group by 1
  ),
  shares as (
    select l.id, l.position,
      -- The units of a line share its price to the cent, in the order in which they go back.
      div(l.total_cents * (d.units + n.units), l.quantity)::bigint - div(l.total_cents * d.units, l.quantity)::bigint as share
    from ending n
    join public.order_lines l on l.id = n.id
    cross join lateral (
      select coalesce(sum(f.quantity), 0)::int as units from public.fulfilments f
      where f.order_line_id = l.id and f.status in ('cancelled', 'returned') and f.id <> all (p_fulfilments)
    ) d
    union all
    -- Shipping goes back when nothing is shipped any more and nothing was.
    select l.id, l.position, l.total_cents
    from public.order_lines l
    where l.order_id = p_order and l.kind = 'shipping'
      and exists (select 1 from public.fulfilments f where f.order_id = p_order and f.id = any (p_fulfilments) and f.delivery = 'ship')
      and not exists (select 1 from public.shipments s where s.order_id = p_order)
      and not exists (
        select 1 from public.fulfilments f
        where f.order_id = p_order and f.delivery = 'ship' and f.status <> 'cancelled' and f.id <> all (p_fulfilments))
  )
  select s.id, least(s.share, private.line_cents_left(s.id)) from shares s order by s.position, s.id;
end
$$;
comment on function private.goods_shares(uuid, uuid[]) is
  'What goes back for fulfilments of an order, by line, in cents, before they end: the share of their units in the price of their line, with discount, fee and tax, never more than the line has left in the ledger; and the shipping, when with them nothing of the order is shipped any more and nothing ever was.';

create function private.refund_goods(p_order uuid, p_lines uuid[], p_cents bigint[], p_reason text, p_by_rule boolean) returns uuid
language plpgsql volatile set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_order public.orders;
  v_payment public.payments;
  v_left bigint;
  v_lines uuid[];
  v_cents bigint[];
  v_amount bigint;
  v_status text := 'approved';
  v_refund uuid;
begin
  select * into strict v_order from public.orders where id = p_order for no key update;
  select * into v_payment from public.payments where order_id = p_order and settled_at is not null for no key update;
  v_left := coalesce(v_payment.amount_cents - v_payment.refunded_cents, 0);
  select array_agg(s.id order by s.place), array_agg(s.cents order by s.place), coalesce(sum(s.cents), 0)
  into v_lines, v_cents, v_amount
  from (
    select n.id, n.place,
      least(n.cents, v_left - coalesce(sum(n.cents) over (order by n.place rows between unbounded preceding and 1 preceding), 0)) as cents
    from unnest(p_lines, p_cents) with ordinality n (id, cents, place)
  ) s
  where s.cents > 0;
  if v_amount = 0 then
    perform private.end_refunded_order(p_order);
    return null;
  end if;
  if not p_by_rule and private.needs_second_person(v_order, v_amount) then
    v_status := 'requested';
    update public.payments set refunded_cents = refunded_cents + v_amount, updated_at = now() where id = v_payment.id;
    insert into public.refunds (order_id, payment_id, amount_cents, currency, kind, reason, status, void_tickets, requested_by, line_ids, line_cents)
    values (p_order, v_payment.id, v_amount, v_payment.currency, 'goods', p_reason, v_status, false, auth.uid(), v_lines, v_cents)
    returning id into v_refund;
  else
    v_refund := private.refund_payment(v_payment.id, v_amount, 'goods', p_reason, v_lines, v_cents);
    perform private.apply_refund(p_order, v_amount, false, null, false, true);
  end if;
  perform private.log_state('refund', v_refund, null, v_status, p_reason);
  return v_refund;
end
$$;
comment on function private.refund_goods(uuid, uuid[], bigint[], text, boolean) is
  'Sends back money for goods, p_cents for each of p_lines, never more than the payment has left, and ends an order of which nothing is left. p_by_rule = the rules decide it (a buyer''s own cancellation, what nobody picked up): approved at once; else an admin does, and above 500.00 over the order it waits for a second one. Returns the refund; null when there was nothing to give back. The order must be locked; what the money is for has been moved before.';

create function private.lock_goods_order(p_order uuid) returns public.orders
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.lock_refund_event(p_order, true);
  select * into v_order from public.orders where id = p_order for no key update;
  perform 1 from public.fulfilments where order_id = p_order order by id for no key update;
  return v_order;
end
$$;
comment on function private.lock_goods_order(uuid) is
  'Locks what every change of an order''s goods locks first: its event against cancelling, the order, its fulfilments by id.';

create function private.end_goods(p_order public.orders, p_fulfilments uuid[], p_as text, p_reason text) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_lines uuid[];
  v_cents bigint[];
begin
  perform private.check_refundable(p_order.id);
  select array_agg(s.line_id), array_agg(s.cents) into v_lines, v_cents from private.goods_shares(p_order.id, p_fulfilments) s;
  perform private.end_fulfilments(p_fulfilments, p_as, p_reason);
  return private.refund_goods(p_order.id, v_lines, v_cents, p_reason, p_as <> 'admin');
end
$$;
comment on function private.end_goods(public.orders, uuid[], text, text) is
  'Cancels goods that were neither handed over nor shipped, puts their units up for sale again and sends their price back. p_as = buyer, admin or system. Returns the refund, null when nothing was paid. Refuses dispute_open, invalid_state, not_allowed. private.lock_goods_order comes first.';

create function private.queue_goods_mail(p_kind text, p_order uuid, p_about text, p_payload jsonb) returns void
language sql volatile set search_path = ''
as $$
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select p_kind, concat_ws(':', p_kind, o.id, p_about), o.email, 'order', o.id, p_payload
  from public.orders o where o.id = p_order
  on conflict (dedupe_key) do nothing
$$;
comment on function private.queue_goods_mail(text, uuid, text, jsonb) is
  'Queues a mail about an order''s goods to its buyer, once for each kind and p_about: the shipment, the return, or the first of the fulfilments that it is about.';

create function private.take_from_shelves(p_fulfilments uuid[], p_reason text, p_place uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_need record;
  v_shelf record;
  v_left int;
begin
  for v_need in
    select l.variant_id, l.id as line_id, sum(f.quantity)::int as units
    from public.fulfilments f join public.order_lines l on l.id = f.order_line_id and l.variant_id is not null
    where f.id = any (p_fulfilments) group by l.variant_id, l.id order by l.variant_id, l.id
  loop
    v_left := v_need.units;
    perform 1 from public.product_variants where id = v_need.variant_id for no key update;
    for v_shelf in
      select s.place_id, s.on_hand from public.stock_levels s
      where s.variant_id = v_need.variant_id and s.on_hand > 0 order by s.place_id = p_place desc, s.on_hand desc, s.place_id
    loop
      exit when v_left = 0;
      perform private.move_stock(v_need.variant_id, v_shelf.place_id, least(v_left, v_shelf.on_hand), p_reason, v_need.line_id);
      v_left := v_left - least(v_left, v_shelf.on_hand);
    end loop;
    if v_left > 0 then
      perform private.refuse(409, 'stock_not_there', jsonb_build_object('left', v_need.units - v_left, 'place', (
        select p.name from public.stock_places p where p.id = p_place)));
    end if;
  end loop;
end
$$;
comment on function private.take_from_shelves(uuid[], text, uuid) is
  'Takes the units of products that are handed over (p_reason picked_up) or shipped off the shelves: of p_place first, then of the places that have most, because what is in the buyer''s hands has left some shelf, whatever the counts of each say. Variants in id order. Refuses stock_not_there when all places together have fewer.';

create function private.hand_out(p_order uuid, p_fulfilments uuid[], p_as text, p_scan uuid, p_device text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_one record;
begin
  perform 1 from public.product_variants v
  where v.id in (
    select l.variant_id from public.fulfilments f join public.order_lines l on l.id = f.order_line_id where f.id = any (p_fulfilments))
  order by v.id for no key update;
  for v_one in
    select f.id, f.status, (select p.place_id from public.pickup_points p where p.id = f.pickup_point_id) as place_id
    from public.fulfilments f where f.order_id = p_order and f.id = any (p_fulfilments) order by f.id
  loop
    -- What was not bagged before is taken from the shelf now: two moves.
    if v_one.status = 'unfulfilled' then
      perform private.move_fulfilment(v_one.id, 'ready_for_pickup', p_as, 'at the station');
    end if;
    perform private.move_fulfilment(v_one.id, 'picked_up', p_as, 'handed over');
    insert into private.pickups (fulfilment_id, scan_uid, staff_id, device) values (v_one.id, p_scan, auth.uid(), coalesce(p_device, ''));
    perform private.take_from_shelves(array[v_one.id], 'picked_up', coalesce(v_one.place_id, private.main_place()));
  end loop;
end
$$;
comment on function private.hand_out(uuid, uuid[], text, uuid, text) is
  'Hands fulfilments of an order to their buyer: moves, the unique row of each, and the shelf. The order and its fulfilments must be locked. Refuses invalid_state, not_allowed, stock_not_there.';

-- The shop desk.

create function private.goods_group(p_fulfilment uuid) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select array_agg(f.id order by f.id)
    from public.fulfilments x
    join public.fulfilments f on f.order_id = x.order_id and f.status = x.status and f.replaced_by is null
      and f.shipment_id is not distinct from x.shipment_id and f.delivery is not distinct from x.delivery
      and f.pickup_point_id is not distinct from x.pickup_point_id
    join public.order_lines l on l.id = f.order_line_id and l.kind = 'product'
    where x.id = p_fulfilment and x.replaced_by is null);
end
$$;
comment on function private.goods_group(uuid) is
  'Returns what goes together with a fulfilment: the products of its order that are in the same state, the same parcel or the same pick-up. Staff work on such groups, named by any one of theirs.';

create function private.goods_items(p_fulfilments uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', l.item_name, 'detail', nullif(l.item_detail, ''), 'sku', v.sku,
      'quantity', f.quantity, 'status', f.status) order by l.position, l.item_name, f.id), '[]')
    from public.fulfilments f
    join public.order_lines l on l.id = f.order_line_id
    left join public.product_variants v on v.id = l.variant_id
    where f.id = any (p_fulfilments));
end
$$;
comment on function private.goods_items(uuid[]) is 'What fulfilments are of: [{id, name, detail, sku, quantity, status}], in the order of the receipt.';

create function private.parcel_details(p_shipment uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', s.id, 'number', s.number, 'carrier', s.carrier, 'trackingCode', s.tracking_code,
      'shippedAt', s.shipped_at, 'deliveredAt', s.delivered_at, 'lostAt', s.lost_at,
      'isSilent', num_nonnulls(s.delivered_at, s.lost_at) = 0 and s.shipped_at < now() - interval '21 days')
    from public.shipments s where s.id = p_shipment);
end
$$;
comment on function private.parcel_details(uuid) is
  'A parcel as staff and its buyer see it, null for null. isSilent = nobody reported its arrival within 21 days.';

create function private.point_details(p_point uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'address', nullif(p.address, ''), 'opensAt', w.opens_at, 'closesAt', w.closes_at,
      'eventId', e.id, 'eventTitle', e.title, 'eventStatus', e.status, 'timeZone', coalesce(e.time_zone, s.time_zone))
    from public.pickup_points p
    cross join public.settings s
    left join public.events e on e.id = p.event_id
    cross join lateral private.pickup_window(p) w
    where p.id = p_point);
end
$$;
comment on function private.point_details(uuid) is 'A pick-up point with its times and its event, null for null. Definer, because buyers keep it after its event left the listing.';

create function private.goods_parcel(p_group uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', f.id, 'orderId', o.id, 'code', o.code, 'name', o.name, 'status', f.status, 'delivery', f.delivery, 'isTest', o.is_test,
      'isDisputed', o.dispute_status = 'open', 'placedAt', o.created_at, 'since', f.moved_at, 'unclaimedAt', f.unclaimed_at,
      'items', private.goods_items(p_group), 'shipment', private.parcel_details(f.shipment_id), 'point', private.point_details(f.pickup_point_id),
      'place', (
        select s.name from public.stock_places s
        where s.id = coalesce((select p.place_id from public.pickup_points p where p.id = f.pickup_point_id), private.main_place())),
      'address', case when f.delivery = 'ship' then (
        select jsonb_build_object('name', a.name, 'line1', a.line1, 'line2', nullif(a.line2, ''), 'city', a.city, 'state', a.state,
          'postalCode', a.postal_code)
        from public.order_addresses a where a.order_id = o.id) end)
    from public.fulfilments f join public.orders o on o.id = f.order_id
    where f.id = p_group[1]);
end
$$;
comment on function private.goods_parcel(uuid[]) is
  'What staff are shown of a group (private.goods_group): its order and buyer, items, parcel or pick-up point, the place it is taken from, and where it is sent.';

create function public.list_fulfilments(
  p_show text default 'pack', p_search text default null, p_delivery text default null, p_event uuid default null,
  p_place uuid default null, p_after uuid default null, p_limit int default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_search text := nullif(btrim(p_search), '');
  v_code text := upper(regexp_replace(coalesce(p_search, ''), '[^0-9A-Za-z]', '', 'g'));
  v_words text[] := string_to_array(private.name_key(v_search), ' ');
  v_main uuid := private.main_place();
  v_rows jsonb;
  v_ids uuid[];
begin
  perform private.require_admin();
  with found as (
    select min(f.id::text)::uuid as id, o.created_at, o.id as order_id
    from public.fulfilments f
    join public.order_lines l on l.id = f.order_line_id and l.kind = 'product'
    join public.orders o on o.id = f.order_id
    left join public.shipments s on s.id = f.shipment_id
    left join public.pickup_points p on p.id = f.pickup_point_id
    where f.replaced_by is null
      and f.status = any (case p_show
        when 'packing' then array['packing'] when 'shipped' then array['shipped'] when 'ready' then array['ready_for_pickup']
        when 'unclaimed' then array['unfulfilled', 'ready_for_pickup'] when 'lost' then array['lost', 'shipped'] else array['unfulfilled'] end)
      and (p_show <> 'unclaimed' or f.unclaimed_at is not null)
      and (p_show <> 'lost' or f.status = 'lost' or s.shipped_at < now() - interval '21 days')
      and (p_delivery is null or f.delivery = p_delivery)
      and (p_event is null or p.event_id = p_event)
      and (p_place is null or coalesce(p.place_id, v_main) = p_place)
      and (v_search is null or o.code = v_code or (v_words[1] <> '' and not exists (
        select 1 from unnest(v_words) w where o.search_key not like '% ' || w || '%')))
    group by o.created_at, o.id, f.status, f.shipment_id, f.delivery, f.pickup_point_id
  )
  select array_agg(page.id order by page.created_at, page.order_id, page.id) into v_ids
  from (
    select n.* from found n
    where p_after is null or (n.created_at, n.order_id, n.id) > (
      select a.created_at, a.id, p_after from public.fulfilments x join public.orders a on a.id = x.order_id where x.id = p_after)
    order by n.created_at, n.order_id, n.id limit v_limit + 1
  ) page;
  return jsonb_build_object(
    'parcels', (
      select coalesce(jsonb_agg(private.goods_parcel(private.goods_group(r.id) || '{}') || jsonb_build_object('id', r.id) order by r.place), '[]')
      from unnest(v_ids[:v_limit]) with ordinality r (id, place)),
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
    'counts', (
      select jsonb_build_object(
        'pack', count(distinct f.order_id) filter (where f.status = 'unfulfilled'),
        'packing', count(distinct f.order_id) filter (where f.status = 'packing'),
        'shipped', count(distinct f.shipment_id) filter (where f.status = 'shipped'),
        'ready', count(distinct f.order_id) filter (where f.status = 'ready_for_pickup'),
        'unclaimed', count(distinct f.order_id) filter (where f.unclaimed_at is not null and f.status in ('unfulfilled', 'ready_for_pickup')),
        'lost', count(distinct f.shipment_id) filter (where f.status = 'lost' or (f.status = 'shipped' and s.shipped_at < now() - interval '21 days')))
      from public.fulfilments f
      join public.order_lines l on l.id = f.order_line_id and l.kind = 'product'
      left join public.shipments s on s.id = f.shipment_id
      where f.status in ('unfulfilled', 'packing', 'shipped', 'ready_for_pickup', 'lost') and f.replaced_by is null),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at) order by e.starts_at, e.id), '[]')
      from public.events e where e.id in (
        select p.event_id from public.pickup_points p join public.fulfilments f on f.pickup_point_id = p.id
        where f.status in ('unfulfilled', 'ready_for_pickup'))),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.position, p.name), '[]')
      from public.stock_places p where p.archived_at is null),
    'timeZone', (select s.time_zone from public.settings s),
    'now', now());
end
$$;
comment on function public.list_fulfilments(text, text, text, uuid, uuid, uuid, int) is
  'A page of what the shop desk has to do, oldest order first: {parcels, next, counts, events, places, timeZone, now}. p_show = pack (not begun), packing, shipped, ready (for pick-up), unclaimed or lost (declared so, or without news for 21 days); p_search = the code of an order or beginnings of words of the buyer''s name or address; p_delivery = ship or pickup; p_event = picked up at that event; p_place = taken from that place. Admins only: refuses not_allowed.';

create function private.goods_skip(p_action text, p_group uuid[]) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when f.id is null then 'unknown'
      when not case p_action
        when 'pack' then f.status = 'unfulfilled' and coalesce(f.delivery, 'ship') = 'ship'
        when 'ready' then f.status = 'unfulfilled' and f.delivery = 'pickup'
        when 'ship' then f.status in ('unfulfilled', 'packing') and coalesce(f.delivery, 'ship') = 'ship'
        when 'delivered' then f.status = 'shipped'
        when 'lost' then f.status = 'shipped'
        when 'resend' then f.status = 'lost'
        when 'refund' then f.status = 'lost'
        when 'cancel' then f.status in ('unfulfilled', 'packing', 'ready_for_pickup')
        else false end then 'state'
      when o.dispute_status = 'open' and p_action not in ('delivered', 'lost') then 'dispute_open'
      when p_action in ('pack', 'ship') and f.delivery = 'ship'
        and not exists (select 1 from public.order_addresses a where a.order_id = o.id) then 'no_address'
    end
    from (select 1) one
    left join public.fulfilments f on f.id = p_group[1]
    left join public.orders o on o.id = f.order_id);
end
$$;
comment on function private.goods_skip(text, uuid[]) is
  'Says why an action of the shop desk leaves a group out: unknown, state, dispute_open or no_address; null where it does not.';

create function public.preview_goods_action(p_action text, p_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_parcels jsonb;
begin
  perform private.require_admin();
  v_parcels := (
      select coalesce(jsonb_agg(private.goods_parcel(g.ids) || jsonb_build_object('id', g.asked, 'reason', private.goods_skip(p_action, g.ids),
        'backCents', case when p_action in ('cancel', 'refund') then (
          select coalesce(sum(s.cents), 0) from private.goods_shares((select f.order_id from public.fulfilments f where f.id = g.asked), g.ids) s) end)
        order by g.place), '[]')
      from (
        select n.id as asked, n.place, private.goods_group(n.id) as ids
        from unnest(p_ids) with ordinality n (id, place) where n.place <= 200
      ) g
      where g.ids is not null);
  return jsonb_build_object(
    'isProven', private.is_proven(),
    'currency', (select s.currency from public.settings s),
    'timeZone', (select s.time_zone from public.settings s),
    'now', now(),
    'parcels', v_parcels,
    'backCents', (select coalesce(sum((x ->> 'backCents')::bigint) filter (where x ->> 'reason' is null), 0) from jsonb_array_elements(v_parcels) x));
end
$$;
comment on function public.preview_goods_action(text, uuid[]) is
  'What an action of the shop desk (act_on_goods) would be done to: {isProven, currency, timeZone, now, parcels}, each with reason = why it is skipped (state, dispute_open, no_address), null where it is not, and backCents = what goes back to its buyer; backCents beside them = the sum of those that are not skipped. p_ids = a fulfilment of each group, at most 200. Admins only: refuses not_allowed.';

create function private.ship_goods(p_order public.orders, p_group uuid[], p_values jsonb) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_carrier text := p_values ->> 'carrier';
  v_code text := nullif(upper(regexp_replace(coalesce(p_values ->> 'trackingCode', ''), '[^0-9A-Za-z]', '', 'g')), '');
  v_items jsonb := coalesce(p_values -> 'items', '{}');
  v_ids uuid[];
  v_id uuid;
  v_place uuid := private.main_place();
begin
  if v_carrier is null or v_carrier not in ('usps', 'ups', 'fedex', 'dhl', 'other') then
    perform private.refuse(422, 'invalid', '{"field": "carrier"}');
  end if;
  if coalesce(v_code !~ '^[A-Z0-9]{4,40}$', v_carrier <> 'other') then
    perform private.refuse(422, 'tracking_needed');
  end if;
  -- Without a choice everything is in the parcel; a smaller number leaves the rest for another one.
  select array_agg(private.split_fulfilment(f.id, coalesce((v_items ->> f.id::text)::int, f.quantity)) order by f.id) into v_ids
  from public.fulfilments f
  where f.id = any (p_group) and coalesce((v_items ->> f.id::text)::int, case when v_items = '{}' then f.quantity else 0 end) > 0;
  if v_ids is null then
    perform private.refuse(422, 'invalid', '{"field": "items"}');
  end if;
  insert into public.shipments (order_id, number, carrier, tracking_code, place_id, shipped_by)
  select p_order.id, 1 + coalesce((select max(s.number) from public.shipments s where s.order_id = p_order.id), 0), v_carrier, v_code, v_place, auth.uid()
  returning id into v_id;
  perform private.move_fulfilment(f.id, 'packing', 'admin', 'shipped at once')
  from public.fulfilments f where f.id = any (v_ids) and f.status = 'unfulfilled';
  update public.fulfilments set shipment_id = v_id where id = any (v_ids);
  perform private.move_fulfilment(i.id, 'shipped', 'admin', null, jsonb_build_object('shipment_id', v_id)) from unnest(v_ids) i (id);
  perform private.take_from_shelves(v_ids, 'shipped', v_place);
  perform private.queue_goods_mail('goods_shipped', p_order.id, v_id::text, jsonb_build_object('shipmentId', v_id));
  return v_id;
end
$$;
comment on function private.ship_goods(public.orders, uuid[], jsonb) is
  'Ships a group or a part of it as one parcel. p_values: {carrier, trackingCode, items: {fulfilment: units}}; without items all of it. Returns the shipment. Refuses invalid, tracking_needed, stock_not_there.';

create function private.act_on_group(p_action text, p_order public.orders, p_group uuid[], p_values jsonb, p_reason text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_one record;
  v_id uuid;
  v_shipment uuid := (select f.shipment_id from public.fulfilments f where f.id = p_group[1]);
  v_lines uuid[];
  v_cents bigint[];
begin
  case p_action
    when 'pack' then
      perform private.move_fulfilment(i.id, 'packing', 'admin') from unnest(p_group) i (id);
    when 'ready' then
      perform private.move_fulfilment(i.id, 'ready_for_pickup', 'admin') from unnest(p_group) i (id);
      perform private.queue_goods_mail('goods_ready', p_order.id, p_group[1]::text, jsonb_build_object('fulfilmentIds', to_jsonb(p_group)));
    when 'ship' then
      perform private.ship_goods(p_order, p_group, p_values);
    when 'delivered' then
      perform private.move_fulfilment(i.id, 'delivered', 'admin') from unnest(p_group) i (id);
      update public.shipments set delivered_at = now() where id = v_shipment and num_nonnulls(delivered_at, lost_at) = 0;
      perform private.queue_goods_mail('goods_delivered', p_order.id, v_shipment::text, jsonb_build_object('shipmentId', v_shipment));
    when 'lost' then
      perform private.move_fulfilment(i.id, 'lost', 'admin', p_reason) from unnest(p_group) i (id);
      update public.shipments set lost_at = now() where id = v_shipment;
      for v_one in
        select l.variant_id, l.id as line_id, sum(f.quantity)::int as units
        from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
        where f.id = any (p_group) group by 1, 2 order by 1, 2
      loop
        perform private.move_stock(v_one.variant_id, null, v_one.units, 'lost', v_one.line_id);
      end loop;
    when 'resend' then
      perform private.change_stock(array(
        select row(l.kind, array_agg(l.item_id), array_agg(f.quantity))::private.line_choice
        from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
        where f.id = any (p_group) group by l.kind), 0, 1);
      for v_one in select * from public.fulfilments f where f.id = any (p_group) order by f.id loop
        insert into public.fulfilments (order_id, order_line_id, quantity, delivery)
        values (v_one.order_id, v_one.order_line_id, v_one.quantity, 'ship') returning id into v_id;
        perform private.log_state('fulfilment', v_id, null, 'unfulfilled', 'sent again', jsonb_build_object('replaces', v_one.id));
        update public.fulfilments set replaced_by = v_id where id = v_one.id;
      end loop;
    when 'refund' then
      perform private.check_refundable(p_order.id);
      select array_agg(s.line_id), array_agg(s.cents) into v_lines, v_cents from private.goods_shares(p_order.id, p_group) s;
      -- Its units ended when it was lost: no stock comes back.
      perform private.move_fulfilment(i.id, 'cancelled', 'admin', p_reason) from unnest(p_group) i (id);
      perform private.refund_goods(p_order.id, v_lines, v_cents, p_reason, false);
    when 'cancel' then
      perform private.end_goods(p_order, p_group, 'admin', p_reason);
  end case;
end
$$;
comment on function private.act_on_group(text, public.orders, uuid[], jsonb, text) is
  'Does one action of the shop desk to one group, whose order is locked. Refuses what its moves, stock and refunds refuse.';

create function private.act_on_goods(p_action text, p_ids uuid[], p_reason text, p_values jsonb, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_reason text := nullif(btrim(coalesce(p_reason, '')), '');
  v_body jsonb := jsonb_build_array(p_action, p_ids, v_reason, p_values);
  v_response jsonb;
  v_one record;
  v_order public.orders;
  v_group uuid[];
  v_why text;
  v_done int := 0;
  v_skipped jsonb := '[]';
begin
  perform private.require_admin();
  if p_action in ('refund', 'cancel') then
    perform private.require_proof();
  end if;
  perform private.lock_person(v_actor);
  v_response := private.response_for_key(v_actor, p_key, 'act_on_goods', v_body);
  if v_response is not null then
    return v_response;
  end if;
  if p_action is null or p_action not in ('pack', 'ready', 'ship', 'delivered', 'lost', 'resend', 'refund', 'cancel')
    or coalesce(cardinality(p_ids), 0) not between 1 and 200 then
    perform private.refuse(422, 'invalid', '{"field": "id"}');
  end if;
  if p_action in ('lost', 'refund', 'cancel')
    and (length(coalesce(v_reason, '')) not between 3 and 500 or not private.is_readable(v_reason, true)) then
    perform private.refuse(422, 'reason_required');
  end if;
  -- Every order in id order: the events against cancelling first, then the orders.
  perform private.lock_settlement(e.event_id, false)
  from (
    select distinct o.event_id from public.orders o join public.fulfilments f on f.order_id = o.id
    where f.id = any (p_ids) and o.event_id is not null order by 1
  ) e;
  perform 1 from public.orders o where o.id in (select f.order_id from public.fulfilments f where f.id = any (p_ids)) order by o.id for no key update;
  for v_one in
    select f.id, f.order_id from public.fulfilments f where f.id = any (p_ids) order by f.order_id, f.id
  loop
    v_order := private.lock_goods_order(v_one.order_id);
    v_group := private.goods_group(v_one.id);
    v_why := private.goods_skip(p_action, v_group);
    if v_why is null then
      if cardinality(p_ids) = 1 then
        perform private.act_on_group(p_action, v_order, v_group, coalesce(p_values -> v_one.id::text, '{}'), v_reason);
      else
        begin
          perform private.act_on_group(p_action, v_order, v_group, coalesce(p_values -> v_one.id::text, '{}'), v_reason);
        exception when sqlstate 'PGRST' then -- one that is refused does not stop the others
          v_why := sqlerrm::jsonb ->> 'message';
        end;
      end if;
    elsif cardinality(p_ids) = 1 then
      if v_why = 'dispute_open' then
        perform private.refuse(409, 'dispute_open');
      end if;
      perform private.refuse(409, 'invalid_state', jsonb_build_object('state', (select f.status from public.fulfilments f where f.id = v_one.id)));
    end if;
    if v_why is null then
      v_done := v_done + 1;
      perform private.audit('goods.' || p_action, 'order', v_order.id::text,
        jsonb_strip_nulls(jsonb_build_object('fulfilments', to_jsonb(v_group), 'reason', v_reason)));
    else
      v_skipped := v_skipped || jsonb_build_object('id', v_one.id, 'code', v_order.code, 'name', v_order.name, 'reason', v_why);
    end if;
  end loop;
  return private.store_response(v_actor, p_key, 'act_on_goods', v_body, jsonb_build_object('done', v_done, 'skipped', v_skipped));
end
$$;
comment on function private.act_on_goods(text, uuid[], text, jsonb, text) is 'Body of public.act_on_goods.';

create function public.act_on_goods(p_action text, p_ids uuid[], p_reason text, p_values jsonb, p_key text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.act_on_goods(p_action, p_ids, p_reason, p_values, p_key) $$;
comment on function public.act_on_goods(text, uuid[], text, jsonb, text) is
  'Admin: does one action of the shop desk to groups of goods (p_ids = a fulfilment of each, at most 200) and returns {done, skipped}. pack, ready (for pick-up, with a mail), ship (p_values: {id: {carrier, trackingCode, items}}, with a mail), delivered (with a mail), lost, resend (a lost parcel once more, of what is for sale), refund (a lost parcel) and cancel (with what was paid; both need a recent proof). lost, refund and cancel need a reason. One that is not possible is skipped with its reason; alone it is refused: invalid_state, dispute_open, tracking_needed, sold_out, stock_not_there, and what refunds refuse. Refuses not_allowed, password_needed, reason_required, invalid, key_reused.';

create function public.read_pick_list(p_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object('now', now(), 'timeZone', (select s.time_zone from public.settings s), 'lines', (
    select coalesce(jsonb_agg(jsonb_build_object('placeId', x.place_id, 'place', x.place, 'sku', x.sku, 'name', x.name, 'detail', nullif(x.detail, ''),
      'units', x.units, 'onHand', x.on_hand, 'orders', x.orders) order by x.position, x.place, x.sku), '[]')
    from (
      select p.id as place_id, p.name as place, p.position, v.sku, min(l.item_name) as name, min(l.item_detail) as detail, sum(f.quantity) as units,
        (select coalesce(max(s.on_hand), 0) from public.stock_levels s where s.variant_id = v.id and s.place_id = p.id) as on_hand,
        jsonb_agg(jsonb_build_object('code', o.code, 'units', f.quantity) order by o.created_at, f.id) as orders
      from unnest(p_ids) asked (id)
      cross join lateral unnest(private.goods_group(asked.id)) n (id)
      join public.fulfilments f on f.id = n.id and f.status in ('unfulfilled', 'packing')
      join public.orders o on o.id = f.order_id
      join public.order_lines l on l.id = f.order_line_id
      join public.product_variants v on v.id = l.variant_id
      left join public.pickup_points k on k.id = f.pickup_point_id
      join public.stock_places p on p.id = coalesce(k.place_id, private.main_place())
      group by p.id, v.id, v.sku
    ) x));
end
$$;
comment on function public.read_pick_list(uuid[]) is
  'What has to be fetched for groups of goods that are not shipped yet, by place and SKU: {now, timeZone, lines: [{place, sku, name, detail, units, onHand, orders}]}. Admins only: refuses not_allowed.';

create function public.read_packing_slip(p_fulfilment uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select private.goods_parcel(private.goods_group(p_fulfilment)) || jsonb_build_object('brand', s.brand, 'company', s.company,
      'postalAddress', nullif(s.postal_address, ''), 'contactEmail', nullif(s.contact_email, ''), 'timeZone', s.time_zone, 'now', now(),
      -- what of the order is not in this parcel
      'others', private.goods_items(array(
        select f.id from public.fulfilments f join public.order_lines l on l.id = f.order_line_id and l.kind = 'product'
        join public.fulfilments x on x.id = p_fulfilment and x.order_id = f.order_id
        where f.id <> all (private.goods_group(p_fulfilment)) and f.status <> 'cancelled' and f.replaced_by is null and f.delivery = 'ship')))
    from public.settings s where private.goods_group(p_fulfilment) is not null);
end
$$;
comment on function public.read_packing_slip(uuid) is
  'What the packing slip of a parcel says, or of what is to become one: its order, address and items, the seller, and what of the order comes in other parcels (others); null where there is none. Admins only: refuses not_allowed.';

-- The pick-up station.

create function private.require_station(p_event uuid, p_point uuid) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  v_points uuid[];
begin
  select array_agg(p.id) into v_points from public.pickup_points p
  where p.archived_at is null and case when p_event is not null then p.event_id = p_event else p.id = p_point and p.event_id is null end;
  -- Nobody learns which points and events there are without the right to scan there.
  if num_nonnulls(p_event, p_point) <> 1 or not private.has_grant('scan', p_event) then
    perform private.refuse(403, 'not_allowed');
  end if;
  if p_point is not null and v_points is null then
    perform private.refuse(404, 'not_found');
  end if;
  return coalesce(v_points, '{}');
end
$$;
comment on function private.require_station(uuid, uuid) is
  'First line of functions of the pick-up station: returns the points where it hands over, those of an event or one store day. Needs the scan grant for the event, for a store day one for all events; refuses not_allowed, not_found.';

create function private.station_items(p_order uuid, p_event uuid, p_points uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', l.item_name, 'detail', nullif(l.item_detail, ''), 'quantity', f.quantity,
      'state', case
        when u.fulfilment_id is not null then 'handed'
        when f.status in ('unfulfilled', 'ready_for_pickup') then 'waiting'
        when f.status = 'cancelled' then 'cancelled' else 'elsewhere' end,
      'isBagged', f.status = 'ready_for_pickup',
      'handedAt', u.at, 'handedBy', (select p.display_name from public.profiles p where p.id = u.staff_id))
      order by l.kind <> 'product', l.position, l.item_name, f.id), '[]')
    from public.fulfilments f
    join public.order_lines l on l.id = f.order_line_id
    join public.orders o on o.id = f.order_id
    left join private.pickups u on u.fulfilment_id = f.id
    where f.order_id = p_order and f.replaced_by is null
      and (f.pickup_point_id = any (p_points) or (l.kind = 'add_on' and o.event_id = p_event)));
end
$$;
comment on function private.station_items(uuid, uuid, uuid[]) is
  'What of an order is handed over at a station, add-ons of its event included: [{id, name, detail, quantity, state, isBagged, handedAt, handedBy}]; state = waiting, handed, cancelled or elsewhere (chosen to be shipped, or sent back).';

create function public.find_pickups(
  p_event uuid, p_point uuid, p_ticket uuid default null, p_generation int default null, p_code text default null, p_order uuid default null,
  p_search text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_points uuid[] := private.require_station(p_event, p_point);
  v_ticket public.tickets;
  v_code text := translate(upper(coalesce(p_code, '')), ' -.', '');
  v_words text[] := string_to_array(private.name_key(p_search), ' ');
  v_order_code text := upper(regexp_replace(coalesce(p_search, ''), '[^0-9A-Za-z]', '', 'g'));
  v_may_search boolean := private.has_role('admin') or (p_event is not null and private.has_grant('door_manager', p_event))
    or private.has_grant('door_manager', null);
  v_result text := 'ok';
  v_orders uuid[];
begin
  if p_ticket is not null then
    select * into v_ticket from public.tickets where id = p_ticket;
  elsif v_code <> '' then
    select * into v_ticket from public.tickets where code = v_code;
    if not found and exists (select 1 from private.retired_ticket_codes r where r.code = v_code) then
      v_result := 'old_code';
    end if;
  end if;
  if p_ticket is not null or v_code <> '' then
    -- A refunded ticket still shows whose goods these are: the shirt is not the entry.
    v_result := case
      when v_result = 'old_code' then v_result
      when v_ticket.id is null then 'unknown'
      when p_event is not null and v_ticket.event_id <> p_event then 'wrong_event'
      when p_generation is not null and p_generation <> v_ticket.generation then 'old_code'
      else 'ok' end;
    if v_result = 'ok' then
      -- Whoever holds a ticket that was passed on is not who bought the goods.
      select array_agg(o.id) into v_orders from public.orders o
      where o.paid_at is not null and (
        o.owner_id = v_ticket.owner_id
        or (o.id = v_ticket.order_id and o.owner_id is not distinct from v_ticket.owner_id));
    end if;
  elsif p_order is not null then
    v_orders := array[p_order];
  elsif length(v_order_code) = 8 and exists (select 1 from public.orders o where o.code = v_order_code) then
    select array_agg(o.id) into v_orders from public.orders o where o.code = v_order_code;
  elsif coalesce(v_words[1], '') <> '' then
    if not v_may_search then
      perform private.refuse(403, 'not_allowed');
    end if;
    select array_agg(n.id) into v_orders
    from (
      select distinct o.id from public.orders o
      join public.fulfilments f on f.order_id = o.id and f.pickup_point_id = any (v_points)
      where o.paid_at is not null and not exists (select 1 from unnest(v_words) w where o.search_key not like '% ' || w || '%')
      limit 20
    ) n;
    perform private.audit('door.pickup_search', 'event', coalesce(p_event, p_point)::text, jsonb_build_object('found', coalesce(cardinality(v_orders), 0)));
  else
    v_result := 'unknown';
  end if;
  return jsonb_build_object('result', case when v_result = 'ok' and v_orders is null then 'unknown' else v_result end,
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object('code', o.code, 'name', case when v_may_search then o.name else split_part(o.name, ' ', 1) end,
        'isTest', o.is_test, 'isBlocked', o.dispute_status = 'open', 'items', i.items) order by o.created_at, o.id), '[]')
      from public.orders o
      cross join lateral (select private.station_items(o.id, p_event, v_points) as items) i
      where o.id = any (v_orders) and i.items <> '[]'),
    'maySearch', v_may_search,
    'now', now());
end
$$;
comment on function public.find_pickups(uuid, uuid, uuid, int, text, uuid, text) is
  'Pick-up station of an event (p_event) or a store day (p_point): what to hand over to a person, {result, orders: [{code, name, isTest, isBlocked, items}], maySearch, now}. The person is named by a ticket (p_ticket with p_generation of a verified code, or the typed p_code): all orders of its holder; by the verified pick-up code of an order (p_order); by the code of an order or, for door managers and admins, words of a name (p_search), which is written down. result = ok, unknown, wrong_event or old_code. Scanners see first names. Refuses not_allowed, not_found.';

create function public.read_station(p_event uuid, p_point uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_points uuid[] := private.require_station(p_event, p_point);
begin
  return jsonb_build_object(
    'points', (select coalesce(jsonb_agg(private.point_details(p.id) order by p.name, p.id), '[]') from unnest(v_points) n (id) join public.pickup_points p on p.id = n.id),
    'waiting', (
      select count(distinct f.order_id) from public.fulfilments f
      where f.pickup_point_id = any (v_points) and f.status in ('unfulfilled', 'ready_for_pickup')),
    'handed', (
      select count(distinct f.order_id) from public.fulfilments f
      where f.pickup_point_id = any (v_points) and f.handed_at is not null),
    'maySearch', private.has_role('admin') or private.has_grant('door_manager', p_event));
end
$$;
comment on function public.read_station(uuid, uuid) is
  'A pick-up station of an event or a store day: {points, waiting, handed, maySearch}; waiting and handed count orders. Refuses not_allowed, not_found.';

create function public.list_stations() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.point_details(p.id) order by (private.pickup_window(p)).opens_at, p.id), '[]')
    from public.pickup_points p
    where p.archived_at is null and private.has_grant('scan', p.event_id)
      and (private.pickup_window(p)).closes_at > now() - interval '1 day' and (private.pickup_window(p)).opens_at < now() + interval '2 days');
end
$$;
comment on function public.list_stations() is 'Pick-up points around now at which the caller may hand over, soonest first.';

create function public.hand_over(p_event uuid, p_point uuid, p_fulfilments uuid[], p_scan uuid, p_device text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_points uuid[] := private.require_station(p_event, p_point);
  v_order record;
  v_ids uuid[];
  v_handed uuid[] := '{}';
begin
  if p_scan is null or coalesce(cardinality(p_fulfilments), 0) not between 1 and 50 or length(coalesce(p_device, '')) > 80 then
    perform private.refuse(422, 'invalid', '{"field": "id"}');
  end if;
  if exists (
    select 1 from unnest(p_fulfilments) n (id)
    left join public.fulfilments f on f.id = n.id
    left join public.order_lines l on l.id = f.order_line_id
    left join public.orders o on o.id = f.order_id
    where f.id is null or not coalesce(f.pickup_point_id = any (v_points) or (l.kind = 'add_on' and o.event_id = p_event), false)
  ) then
    perform private.refuse(404, 'not_found');
  end if;
  if exists (select 1 from private.pickups u where u.scan_uid = p_scan and u.staff_id is distinct from auth.uid()) then
    perform private.refuse(422, 'key_reused');
  end if;
  -- all orders before any of their stock
  perform 1 from public.orders o
  where o.id in (select f.order_id from public.fulfilments f where f.id = any (p_fulfilments)) order by o.id for no key update;
  for v_order in
    select o.id, o.dispute_status from public.orders o
    where o.id in (select f.order_id from public.fulfilments f where f.id = any (p_fulfilments)) order by o.id
  loop
    perform 1 from public.fulfilments f where f.order_id = v_order.id order by f.id for no key update;
    -- What another device was quicker with is left out here and shown as handed over.
    select array_agg(f.id order by f.id) into v_ids from public.fulfilments f
    where f.order_id = v_order.id and f.id = any (p_fulfilments) and f.status in ('unfulfilled', 'ready_for_pickup')
      and not exists (select 1 from private.pickups u where u.fulfilment_id = f.id);
    if v_ids is not null and v_order.dispute_status = 'open' then
      perform private.refuse(409, 'dispute_open');
    end if;
    if v_ids is not null then
      perform private.hand_out(v_order.id, v_ids, 'door', p_scan, p_device);
      v_handed := v_handed || v_ids;
    end if;
  end loop;
  return jsonb_build_object('items', (
    select jsonb_agg(jsonb_build_object('id', f.id, 'name', l.item_name, 'detail', nullif(l.item_detail, ''), 'quantity', f.quantity,
      'result', case
        when f.id = any (v_handed) or u.scan_uid = p_scan then 'handed'
        when u.fulfilment_id is not null then 'already'
        else 'gone' end,
      'handedAt', u.at, 'handedBy', (select p.display_name from public.profiles p where p.id = u.staff_id)) order by l.position, f.id)
    from public.fulfilments f
    join public.order_lines l on l.id = f.order_line_id
    left join private.pickups u on u.fulfilment_id = f.id
    where f.id = any (p_fulfilments)));
end
$$;
comment on function public.hand_over(uuid, uuid, uuid[], uuid, text) is
  'Pick-up station: hands fulfilments to their buyer, each once across all devices: {items: [{id, name, detail, quantity, result, handedAt, handedBy}]}; result = handed (by this scan, also when it is sent again), already (before, by whom and when) or gone (refunded, or to be shipped). p_scan = id that the device made, p_device = its name. Needs the network: nothing is handed over provisionally. Refuses not_allowed, not_found, invalid, key_reused, dispute_open, stock_not_there.';

-- What nobody picked up.

create function public.run_goods_jobs(p_limit int default 50) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_order public.orders;
  v_due uuid[];
  v_ids uuid[];
  v_asked int := 0;
  v_refunded int := 0;
begin
  select array_agg(d.order_id order by d.order_id) into v_due
  from (
    select distinct f.order_id
    from public.fulfilments f
    join public.pickup_points p on p.id = f.pickup_point_id
    join public.orders o on o.id = f.order_id and o.dispute_status <> 'open'
    left join public.events e on e.id = p.event_id
    where f.status in ('unfulfilled', 'ready_for_pickup') and case
      when f.unclaimed_at is not null then f.unclaimed_at < now() - interval '7 days'
      else e.status = 'cancelled' or (private.pickup_window(p)).closes_at < now() - interval '14 days' end
    order by 1 limit least(p_limit, 500)
  ) d;
  -- All orders before any of their stock: the events against cancelling first. One that somebody has locked waits for the next time.
  perform private.lock_settlement(e.event_id, false)
  from (select distinct o.event_id from public.orders o where o.id = any (v_due) and o.event_id is not null order by 1) e;
  v_due := array(
    select l.id from (select o.id from public.orders o where o.id = any (v_due) order by o.id for no key update skip locked) l order by 1);
  foreach v_id in array v_due loop
    v_order := private.lock_goods_order(v_id);
    -- read again: its buyer may have decided meanwhile
    select array_agg(f.id order by f.id) into v_ids
    from public.fulfilments f
    where f.order_id = v_order.id and f.delivery = 'pickup' and f.status in ('unfulfilled', 'ready_for_pickup') and f.unclaimed_at < now() - interval '7 days';
    if v_ids is not null then
      begin
        perform private.end_goods(v_order, v_ids, 'system', 'Not picked up.');
        v_refunded := v_refunded + 1;
      exception when sqlstate 'PGRST' then
        raise warning 'what nobody picked up of order % was not refunded: %', v_order.code, sqlerrm;
      end;
    end if;
    with asked as (
      update public.fulfilments f set unclaimed_at = now()
      from public.pickup_points p left join public.events e on e.id = p.event_id
      where p.id = f.pickup_point_id and f.order_id = v_order.id and f.status in ('unfulfilled', 'ready_for_pickup') and f.unclaimed_at is null
        and (e.status = 'cancelled' or (private.pickup_window(p)).closes_at < now() - interval '14 days')
      returning f.id
    )
    select array_agg(a.id order by a.id) into v_ids from asked a;
    if v_ids is not null then
      perform private.queue_goods_mail('goods_unclaimed', v_order.id, v_ids[1]::text, jsonb_build_object('fulfilmentIds', to_jsonb(v_ids)));
      v_asked := v_asked + 1;
    end if;
  end loop;
  return jsonb_build_object('asked', v_asked, 'refunded', v_refunded);
end
$$;
comment on function public.run_goods_jobs(int) is
  'For the server, now and then: asks the buyers of what was not picked up 14 days after the event or store day ended (at once when the event was cancelled), by one mail, and refunds it in full 7 days later if they did not decide: {asked, refunded}, orders. Twice does no harm; an order with an open dispute waits.';

-- The buyer's side.

create function private.goods_steps(p_fulfilment uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with recursive lineage as (
      select p_fulfilment as id, null::bigint as until
      union all
      -- Before it was set apart or sent again, its history is that of the units it came from.
      select (s.facts ->> 'split_from')::uuid, s.id
      from lineage n join private.state_log s on s.entity = 'fulfilment' and s.entity_id = n.id and s.facts ? 'split_from'
    )
    select coalesce(jsonb_agg(jsonb_build_object('state', s.to_state, 'at', s.at) order by s.id), '[]')
    from lineage n
    join private.state_log s on s.entity = 'fulfilment' and s.entity_id = n.id and (n.until is null or s.id < n.until)
    where not s.facts ? 'split_from');
end
$$;
comment on function private.goods_steps(uuid) is 'What happened to a fulfilment, oldest first: [{state, at}], with what happened to the units it was split from before.';

create function private.may_cancel_goods(p_order public.orders, p_fulfilment public.fulfilments) returns boolean
language sql stable set search_path = ''
as $$
  select p_order.status = 'paid' and p_order.dispute_status <> 'open' and p_order.paid_at > now() - interval '1 hour'
    and p_fulfilment.status in ('unfulfilled', 'packing')
$$;
comment on function private.may_cancel_goods(public.orders, public.fulfilments) is
  'Returns whether the buyer may still cancel goods: within an hour after the payment, as long as they are neither shipped nor ready.';

create function private.own_goods(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_order and paid_at is not null;
  if not found or not exists (
    select 1 from public.fulfilments f join public.order_lines l on l.id = f.order_line_id and l.kind = 'product' where f.order_id = p_order
  ) then
    return null;
  end if;
  return jsonb_build_object(
    'orderId', v_order.id, 'code', v_order.code, 'currency', v_order.currency, 'isTest', v_order.is_test, 'paidAt', v_order.paid_at,
    'email', v_order.email, 'isDisputed', v_order.dispute_status = 'open',
    'timeZone', (select s.time_zone from public.settings s),
    'cancelUntil', v_order.paid_at + interval '1 hour',
    'labelCents', private.return_label_cents(),
    'sellerAddress', (select s.company || ', ' || s.postal_address from public.settings s),
    'address', (
      select jsonb_build_object('name', a.name, 'line1', a.line1, 'line2', nullif(a.line2, ''), 'city', a.city, 'state', a.state,
        'postalCode', a.postal_code)
      from public.order_addresses a where a.order_id = v_order.id),
    'goods', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'name', l.item_name, 'detail', nullif(l.item_detail, ''), 'quantity', f.quantity, 'status', f.status, 'delivery', f.delivery,
        'movedAt', f.moved_at, 'handedAt', f.handed_at, 'unclaimedAt', f.unclaimed_at, 'isReplaced', f.replaced_by is not null,
        'shipment', private.parcel_details(f.shipment_id), 'point', private.point_details(f.pickup_point_id),
        'steps', private.goods_steps(f.id),
        'mayCancel', private.may_cancel_goods(v_order, f),
        'isFinal', p.final_sale,
        'returnUntil', case when f.status in ('delivered', 'picked_up') then f.handed_at + interval '30 days' end,
        'mayReturn', f.status in ('delivered', 'picked_up') and f.handed_at > now() - interval '30 days' and v_order.dispute_status <> 'open',
        'unitCents', l.total_cents / l.quantity,
        'return', (
          select jsonb_build_object('id', r.id, 'reason', r.reason, 'isFaulty', r.is_faulty, 'units', f.quantity, 'decision', r.decision,
            'hasPicture', r.picture_name is not null, 'askedAt', r.created_at, 'inspection', r.inspection, 'refundCents', (
              select x.amount_cents from public.refunds x where x.id = r.refund_id))
          from public.returns r where r.fulfilment_id = f.id)
      ) order by l.position, l.item_name, f.created_at, f.id), '[]')
      from public.fulfilments f
      join public.order_lines l on l.id = f.order_line_id and l.kind = 'product'
      join public.product_variants v on v.id = l.variant_id
      join public.products p on p.id = v.product_id
      where f.order_id = v_order.id),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amountCents', r.amount_cents, 'status', r.status, 'createdAt', r.created_at)
        order by r.created_at desc, r.id), '[]')
      from public.refunds r where r.order_id = v_order.id and r.line_ids is not null and r.status not in ('rejected', 'withdrawn')),
    'now', now());
end
$$;
comment on function private.own_goods(uuid) is
  'The goods of a paid order as its buyer sees them: how far each is, its parcel or pick-up point, what can be cancelled or returned and until when, and what was refunded; null for an order without goods.';

create function public.read_own_goods(p_code text) returns jsonb
language sql stable set search_path = ''
as $$
  select private.own_goods(o.id) from public.orders o
  where o.code = upper(p_code) and o.owner_id = (select auth.uid()) and (select private.caller_role()) is not null
$$;
comment on function public.read_own_goods(text) is 'The goods of the caller''s own order with that code; null for everybody else, and for an order without goods.';

create function private.goods_link(p_token_hash text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_order uuid;
begin
  select l.subject_id into v_order from private.valid_link('{order_goods, order_tickets, order_lookup, order_reminder}', p_token_hash) l;
  return v_order;
end
$$;
comment on function private.goods_link(text) is 'Returns the order whose goods a valid secret link opens, null without one.';

create function public.read_goods_by_link(p_token_hash text) returns jsonb
language sql stable set search_path = ''
as $$ select private.own_goods(private.goods_link(p_token_hash)) $$;
comment on function public.read_goods_by_link(text) is 'The goods of the order that a valid secret link opens; null without one.';

create function private.cancel_goods(p_order uuid, p_person uuid, p_fulfilments uuid[], p_key text) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_person uuid := coalesce(p_person, p_order);
  v_body jsonb := jsonb_build_array(p_order, p_fulfilments);
  v_response jsonb;
  v_order public.orders;
  v_refund uuid;
begin
  if p_order is null then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.lock_person(v_person);
  v_response := private.response_for_key(v_person, p_key, 'cancel_goods', v_body);
  if v_response is not null then
    return v_response;
  end if;
  v_order := private.lock_goods_order(p_order);
  if coalesce(cardinality(p_fulfilments), 0) not between 1 and 50 or (
    select count(*) from public.fulfilments f join public.order_lines l on l.id = f.order_line_id and l.kind = 'product'
    where f.order_id = p_order and f.id = any (p_fulfilments)) <> (select count(distinct id) from unnest(p_fulfilments) id) then
    perform private.refuse(404, 'not_found');
  end if;
  if v_order.paid_at <= now() - interval '1 hour' then
    perform private.refuse(409, 'cancel_too_late');
  end if;
  if exists (
    select 1 from public.fulfilments f where f.id = any (p_fulfilments) and f.status not in ('unfulfilled', 'packing')
  ) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', (
      select min(f.status) from public.fulfilments f where f.id = any (p_fulfilments) and f.status not in ('unfulfilled', 'packing'))));
  end if;
  v_refund := private.end_goods(v_order, array(select distinct id from unnest(p_fulfilments) id order by 1), 'buyer', 'Cancelled by the buyer.');
  return private.store_response(v_person, p_key, 'cancel_goods', v_body, jsonb_build_object('refundCents', coalesce((
    select r.amount_cents from public.refunds r where r.id = v_refund), 0)));
end
$$;
comment on function private.cancel_goods(uuid, uuid, uuid[], text) is 'Body of cancel_own_goods and cancel_goods_by_link. p_person = the buyer, null for who holds the link.';

create function public.cancel_own_goods(p_code text, p_fulfilments uuid[], p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$ begin return private.cancel_goods(private.own_order(p_code), auth.uid(), p_fulfilments, p_key); end $$;
comment on function public.cancel_own_goods(text, uuid[], text) is
  'Cancels goods of the caller''s own order within an hour after its payment, as long as they were neither shipped nor laid ready: {refundCents}. Their price goes back at once, with the shipping when nothing else is shipped. Refuses not_found, cancel_too_late, invalid_state, dispute_open, key_reused.';

create function public.cancel_goods_by_link(p_token_hash text, p_fulfilments uuid[], p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$ begin return private.cancel_goods(private.goods_link(p_token_hash), null, p_fulfilments, p_key); end $$;
comment on function public.cancel_goods_by_link(text, uuid[], text) is 'The same for who has a secret link of the order; the server calls it.';

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
  select array_agg(f.id order by f.id) into v_ids from public.fulfilments f
  where f.order_id = p_order and f.unclaimed_at is not null and f.status in ('unfulfilled', 'ready_for_pickup') and f.delivery = 'pickup';
  if v_ids is null then
    perform private.refuse(409, 'invalid_state');
  end if;
  v_refund := private.end_goods(v_order, v_ids, 'buyer', 'Not picked up; refunded as its buyer chose.');
  return private.store_response(v_person, p_key, 'refund_unclaimed', to_jsonb(p_order), jsonb_build_object('refundCents', coalesce((
    select r.amount_cents from public.refunds r where r.id = v_refund), 0)));
end
$$;
comment on function private.refund_unclaimed(uuid, uuid, text) is
  'Body of refund_own_unclaimed and refund_unclaimed_by_link: the buyer of what was not picked up takes the money back before the rule does. Refuses not_found, invalid_state, dispute_open.';

create function public.refund_own_unclaimed(p_code text, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$ begin return private.refund_unclaimed(private.own_order(p_code), auth.uid(), p_key); end $$;
comment on function public.refund_own_unclaimed(text, text) is
  'Takes back the money for what the caller did not pick up, once they were asked: {refundCents}. Refuses not_found, invalid_state, dispute_open, key_reused.';

create function public.refund_unclaimed_by_link(p_token_hash text, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$ begin return private.refund_unclaimed(private.goods_link(p_token_hash), null, p_key); end $$;
comment on function public.refund_unclaimed_by_link(text, text) is 'The same for who has a secret link of the order; the server calls it.';

grant execute on function
  private.goods_items(uuid[]), private.parcel_details(uuid), private.point_details(uuid), private.own_goods(uuid), private.goods_link(text),
  private.act_on_goods(text, uuid[], text, jsonb, text)
to authenticated, service_role;
grant execute on function
  public.list_fulfilments(text, text, text, uuid, uuid, uuid, int), public.preview_goods_action(text, uuid[]),
  public.act_on_goods(text, uuid[], text, jsonb, text), public.read_pick_list(uuid[]), public.read_packing_slip(uuid),
  public.find_pickups(uuid, uuid, uuid, int, text, uuid, text), public.read_station(uuid, uuid), public.list_stations(),
  public.hand_over(uuid, uuid, uuid[], uuid, text), public.read_own_goods(text), public.cancel_own_goods(text, uuid[], text),
  public.refund_own_unclaimed(text, text)
to authenticated;
grant execute on function
  public.run_goods_jobs(int), public.read_goods_by_link(text), public.cancel_goods_by_link(text, uuid[], text),
  public.refund_unclaimed_by_link(text, text)
to service_role;
