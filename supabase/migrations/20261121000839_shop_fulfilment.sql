-- Functions that the parts of fulfilment share: parcels, the money of goods, shelves.

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
  'Parcels of orders; number counts them within their order from 1. tracking_code = letters and digits, null only for a carrier that has '
  'none (other). place_id = where its units left from. delivered_at and lost_at = when the carrier said so, or staff did.';
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
      where f.order_line_id = l.id and private.fulfilment_is_ended(f.status) and f.id <> all (p_fulfilments)
    ) d
    union all
    -- Shipping goes back when nothing is shipped any more and nothing was.
    select l.id, l.position, l.total_cents
    from public.order_lines l join public.line_kinds k on k.kind = l.kind and k.is_delivery_charge
    where l.order_id = p_order
      and exists (select 1 from public.fulfilments f where f.order_id = p_order and f.id = any (p_fulfilments) and f.delivery = 'ship')
      and not exists (select 1 from public.shipments s where s.order_id = p_order)
      and not exists (
        select 1 from public.fulfilments f
        where f.order_id = p_order and f.delivery = 'ship' and not private.fulfilment_is_cancelled(f.status)
          and f.id <> all (p_fulfilments))
  )
  select s.id, least(s.share, private.line_cents_left(s.id)) from shares s order by s.position, s.id;
end
$$;
comment on function private.goods_shares(uuid, uuid[]) is
  'Returns the amounts to give back for fulfilments of an order that are about to end, by line, in cents: the share of their units in the '
  'price of their line, with discount, fee and tax, never more than the line has left in the ledger; and the shipping, when with them '
  'nothing of the order is shipped any more and nothing ever was.';

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
  'Cancels goods and add-ons that were neither handed over nor shipped, puts their units up for sale again and sends their price back. '
  'p_as = buyer, admin or system. Returns the refund, null when nothing was paid. Refuses dispute_open, invalid_state, not_allowed. '
  'private.lock_goods_order comes first.';

create function private.queue_goods_mail(p_kind text, p_order uuid, p_about text, p_payload jsonb) returns void
language sql volatile set search_path = ''
as $$
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select p_kind, concat_ws(':', p_kind, o.id, p_about), o.email, 'order', o.id, p_payload
  from public.orders o where o.id = p_order
  on conflict (dedupe_key) do nothing
$$;
comment on function private.queue_goods_mail(text, uuid, text, jsonb) is
  'Queues a mail about an order''s goods to its buyer, once for each kind and p_about: the shipment, the return, or the first of the '
  'fulfilments that it is about.';

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
  'Takes the units of products that are handed over (p_reason picked_up) or shipped off the shelves: of p_place first, then of the places '
  'that have most, because what is in the buyer''s hands has left some shelf, whatever the counts of each say. Variants in id order. '
  'Refuses stock_not_there when all places together have fewer.';

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
comment on function private.goods_items(uuid[]) is
  'Returns the items of fulfilments: [{id, name, detail, sku, quantity, status}], in the order of the receipt.';

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
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'address', nullif(p.address, ''), 'opensAt', w.opens_at,
      'closesAt', w.closes_at,
      'eventId', e.id, 'eventTitle', e.title, 'eventStatus', e.status, 'timeZone', coalesce(e.time_zone, s.time_zone))
    from public.pickup_points p
    cross join public.settings s
    left join public.events e on e.id = p.event_id
    cross join lateral private.pickup_window(p) w
    where p.id = p_point);
end
$$;
comment on function private.point_details(uuid) is 'A pick-up point with its times and its event, null for null.';

grant execute on function private.parcel_details(uuid), private.goods_items(uuid[]) to authenticated, service_role;
