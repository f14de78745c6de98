-- Handing over at an event or on a store day.

create table private.pickups (
  fulfilment_id uuid primary key references public.fulfilments (id),
  scan_uid uuid not null,
  staff_id uuid,
  device text not null default '' check (length(device) <= 80),
  gate text not null default '' check (length(gate) <= 60),
  at timestamptz not null default now()
);
comment on table private.pickups is
  'Hand-overs at a pick-up station: one row for each fulfilment, by any device. scan_uid comes from the device and identifies a message '
  'sent twice; gate = the station, as its staff name it; staff are named by id, so that erasing a person keeps the log.';
alter table private.pickups enable row level security;
alter table private.pickups force row level security;

create function private.hand_out(
  p_order uuid, p_fulfilments uuid[], p_as text, p_scan uuid, p_device text, p_gate text
) returns void
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
    -- Takes goods that were not bagged before from the shelf now: two moves.
    if v_one.status = 'unfulfilled' then
      perform private.move_fulfilment(v_one.id, 'ready_for_pickup', p_as, 'at the station');
    end if;
    perform private.move_fulfilment(v_one.id, 'picked_up', p_as, 'handed over');
    insert into private.pickups (fulfilment_id, scan_uid, staff_id, device, gate)
    values (v_one.id, p_scan, auth.uid(), coalesce(p_device, ''), coalesce(p_gate, ''));
    perform private.take_from_shelves(array[v_one.id], 'picked_up', coalesce(v_one.place_id, private.main_place()));
  end loop;
end
$$;
comment on function private.hand_out(uuid, uuid[], text, uuid, text, text) is
  'Marks fulfilments as handed over: state change, one unique hand-over row each, stock off the shelf. p_gate = the station. The order '
  'and its fulfilments must be locked. Refuses invalid_state, not_allowed, stock_not_there.';

create function private.require_station(p_event uuid, p_point uuid) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  v_points uuid[];
begin
  select array_agg(p.id) into v_points from public.pickup_points p
  where p.archived_at is null and case when p_event is not null then p.event_id = p_event else p.id = p_point and p.event_id is null end;
  -- Nobody learns which points and events there are without the right to scan there; a device without an account hands nothing over.
  if num_nonnulls(p_event, p_point) <> 1 or not private.is_member() or not private.has_grant('scan', p_event) then
    perform private.refuse(403, 'not_allowed');
  end if;
  if p_point is not null and v_points is null then
    perform private.refuse(404, 'not_found');
  end if;
  return coalesce(v_points, '{}');
end
$$;
comment on function private.require_station(uuid, uuid) is
  'First line of functions of the pick-up station: returns the points where it hands over, those of an event or one store day. Needs the '
  'scan grant for the event, for a store day one for all events; refuses not_allowed, not_found.';

create function private.station_items(p_order uuid, p_event uuid, p_points uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', l.item_name, 'detail', nullif(l.item_detail, ''),
      'quantity', f.quantity,
      'state', case
        when u.fulfilment_id is not null then 'handed'
        when private.fulfilment_awaits_pickup(f.status) then 'waiting'
        when private.fulfilment_is_cancelled(f.status) then 'cancelled' else 'elsewhere' end,
      'isBagged', f.status = 'ready_for_pickup',
      'handedAt', u.at, 'handedIn', nullif(u.gate, ''),
      'handedBy', (select p.display_name from public.profiles p where p.id = u.staff_id))
      order by not k.is_merchandise, l.position, l.item_name, f.id), '[]')
    from public.fulfilments f
    join public.order_lines l on l.id = f.order_line_id
    join public.line_kinds k on k.kind = l.kind
    join public.orders o on o.id = f.order_id
    left join private.pickups u on u.fulfilment_id = f.id
    where f.order_id = p_order and f.replaced_by is null
      and (f.pickup_point_id = any (p_points) or (k.is_handed_at_event and o.event_id = p_event)));
end
$$;
comment on function private.station_items(uuid, uuid, uuid[]) is
  'Returns the items of an order that a station hands over, add-ons of its event included: [{id, name, detail, quantity, state, isBagged, '
  'handedAt, handedIn, handedBy}]; handedIn = the station; state = waiting, handed, cancelled or elsewhere (chosen to be shipped, or sent '
  'back).';

create function private.pickups_of_ticket(
  p_event uuid, p_ticket uuid, p_generation int, p_code text, out result text, out orders uuid[]
)
language plpgsql stable set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_is_retired boolean := false;
begin
  if p_ticket is not null then
    select * into v_ticket from public.tickets where id = p_ticket;
  else
    select * into v_ticket from public.tickets where code = p_code;
    v_is_retired := not found and exists (select 1 from private.retired_ticket_codes r where r.code = p_code);
  end if;
  -- A refunded ticket still shows whose goods these are: the shirt is not the entry.
  result := case
    when v_is_retired then 'old_code'
    when v_ticket.id is null then 'unknown'
    when p_event is not null and v_ticket.event_id <> p_event then 'wrong_event'
    when p_generation is not null and p_generation <> v_ticket.generation then 'old_code'
    else 'ok' end;
  if result = 'ok' then
    -- Leaves out tickets that were passed on: their holder did not buy the goods.
    select array_agg(o.id) into orders from public.orders o
    where o.paid_at is not null and (
      o.owner_id = v_ticket.owner_id
      or (o.id = v_ticket.order_id and o.owner_id is not distinct from v_ticket.owner_id));
  end if;
end
$$;
comment on function private.pickups_of_ticket(uuid, uuid, int, text) is
  'Returns the paid orders of who holds a ticket that was scanned or typed, and ok, unknown, wrong_event or old_code.';

create function private.pickups_of_words(p_event uuid, p_point uuid, p_points uuid[], p_words text[]) returns uuid[]
language plpgsql volatile set search_path = ''
as $$
declare
  v_orders uuid[];
begin
  select array_agg(n.id) into v_orders
  from (
    select distinct o.id from public.orders o
    join public.fulfilments f on f.order_id = o.id and f.pickup_point_id = any (p_points)
    where o.paid_at is not null and not exists (select 1 from unnest(p_words) w where o.search_key not like '% ' || w || '%')
    limit 20
  ) n;
  perform private.audit('door.pickup_search', 'event', coalesce(p_event, p_point)::text,
    jsonb_build_object('found', coalesce(cardinality(v_orders), 0)));
  return v_orders;
end
$$;
comment on function private.pickups_of_words(uuid, uuid, uuid[], text[]) is
  'Searches the orders with goods at some points by words of the buyer, 20 at most, and notes the search.';

create function public.find_pickups(
  p_event uuid, p_point uuid, p_ticket uuid default null, p_generation int default null, p_code text default null,
  p_order uuid default null,
  p_search text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_points uuid[];
  v_code text := translate(upper(coalesce(p_code, '')), ' -.', '');
  v_words text[] := string_to_array(private.name_key(p_search), ' ');
  v_order_code text := upper(regexp_replace(coalesce(p_search, ''), '[^0-9A-Za-z]', '', 'g'));
  v_may_search boolean := private.may('fulfil_goods') or (p_event is not null and private.has_grant('door_manager', p_event))
    or private.has_grant('door_manager', null);
  v_result text := 'ok';
  v_orders uuid[];
begin
  v_points := private.require_station(p_event, p_point);
  if p_ticket is not null or v_code <> '' then
    select f.result, f.orders into v_result, v_orders from private.pickups_of_ticket(p_event, p_ticket, p_generation, v_code) f;
  elsif p_order is not null then
    v_orders := array[p_order];
  elsif length(v_order_code) = 8 and exists (select 1 from public.orders o where o.code = v_order_code) then
    select array_agg(o.id) into v_orders from public.orders o where o.code = v_order_code;
  elsif coalesce(v_words[1], '') <> '' then
    if not v_may_search then
      perform private.refuse(403, 'not_allowed');
    end if;
    v_orders := private.pickups_of_words(p_event, p_point, v_points, v_words);
  else
    v_result := 'unknown';
  end if;
  return jsonb_build_object('result', case when v_result = 'ok' and v_orders is null then 'unknown' else v_result end,
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object('code', o.code, 'name', case when v_may_search then o.name
        else split_part(o.name, ' ', 1) end,
        'isTest', o.is_test, 'isBlocked', o.dispute_status = 'open', 'items', i.items) order by o.created_at, o.id), '[]')
      from public.orders o
      cross join lateral (select private.station_items(o.id, p_event, v_points) as items) i
      where o.id = any (v_orders) and i.items <> '[]'),
    'maySearch', v_may_search,
    'now', now());
end
$$;
comment on function public.find_pickups(uuid, uuid, uuid, int, text, uuid, text) is
  'Pick-up station of an event (p_event) or a store day (p_point): what to hand over to a person, {result, orders: [{code, name, isTest, '
  'isBlocked, items}], maySearch, now}. The person is named by a ticket (p_ticket with p_generation of a verified code, or the typed '
  'p_code): all orders of its holder; by the verified pick-up code of an order (p_order); by the code of an order or, for door managers '
  'and admins, words of a name (p_search), which is written down. result = ok, unknown, wrong_event or old_code. Scanners see first '
  'names. Refuses not_allowed, not_found.';

create function public.list_stations() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_any_grant('scan');
  return (
    select coalesce(jsonb_agg(private.point_details(p.id) order by (private.pickup_window(p)).opens_at, p.id), '[]')
    from public.pickup_points p
    where p.archived_at is null and private.has_grant('scan', p.event_id)
      and (private.pickup_window(p)).closes_at > now() - interval '1 day'
        and (private.pickup_window(p)).opens_at < now() + interval '2 days');
end
$$;
comment on function public.list_stations() is 'Pick-up points around now at which the caller may hand over, soonest first.';

create function public.hand_over(
  p_event uuid, p_point uuid, p_fulfilments uuid[], p_scan uuid, p_device text default null, p_gate text default ''
) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_points uuid[] := private.require_station(p_event, p_point);
  v_order record;
  v_ids uuid[];
  v_handed uuid[] := '{}';
begin
  if p_scan is null or coalesce(cardinality(p_fulfilments), 0) not between 1 and 50 or length(coalesce(p_device, '')) > 80
    or length(coalesce(p_gate, '')) > 60 then
    perform private.refuse(422, 'invalid', '{"field": "id"}');
  end if;
  if exists (
    select 1 from unnest(p_fulfilments) n (id)
    left join public.fulfilments f on f.id = n.id
    left join public.order_lines l on l.id = f.order_line_id
    left join public.line_kinds k on k.kind = l.kind
    left join public.orders o on o.id = f.order_id
    where f.id is null or not coalesce(f.pickup_point_id = any (v_points) or (k.is_handed_at_event and o.event_id = p_event), false)
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
    -- Leaves out goods that another device has just handed over; they are shown as such.
    select array_agg(f.id order by f.id) into v_ids from public.fulfilments f
    where f.order_id = v_order.id and f.id = any (p_fulfilments) and private.fulfilment_awaits_pickup(f.status)
      and not exists (select 1 from private.pickups u where u.fulfilment_id = f.id);
    if v_ids is not null and v_order.dispute_status = 'open' then
      perform private.refuse(409, 'dispute_open');
    end if;
    if v_ids is not null then
      perform private.hand_out(v_order.id, v_ids, 'door', p_scan, p_device, p_gate);
      perform private.audit('goods.handed_over', 'order', v_order.id::text,
        jsonb_strip_nulls(jsonb_build_object('fulfilments', to_jsonb(v_ids), 'gate', nullif(p_gate, ''))));
      v_handed := v_handed || v_ids;
    end if;
  end loop;
  return jsonb_build_object('items', (
    select jsonb_agg(jsonb_build_object('id', f.id, 'name', l.item_name, 'detail', nullif(l.item_detail, ''), 'quantity', f.quantity,
      'result', case
        when f.id = any (v_handed) or u.scan_uid = p_scan then 'handed'
        when u.fulfilment_id is not null then 'already'
        else 'gone' end,
      'handedAt', u.at, 'handedIn', nullif(u.gate, ''),
      'handedBy', (select p.display_name from public.profiles p where p.id = u.staff_id)) order by l.position, f.id)
    from public.fulfilments f
    join public.order_lines l on l.id = f.order_line_id
    left join private.pickups u on u.fulfilment_id = f.id
    where f.id = any (p_fulfilments)));
end
$$;
comment on function public.hand_over(uuid, uuid, uuid[], uuid, text, text) is
  'Pick-up station: hands fulfilments to their buyer, each once across all devices: {items: [{id, name, detail, quantity, result, '
  'handedAt, handedIn, handedBy}]}; result = handed (by this scan, also when it is sent again), already (before, by whom and when) or gone '
  '(refunded, or to be shipped). p_scan = id that the device made, p_device = its name, p_gate = the station, as its staff name '
  'it. What a phone handed over without the network '
  'goes through upload_hand_overs. Refuses not_allowed, not_found, invalid, key_reused, dispute_open, stock_not_there.';

grant execute on function
  public.find_pickups(uuid, uuid, uuid, int, text, uuid, text), public.list_stations(),
  public.hand_over(uuid, uuid, uuid[], uuid, text, text)
to authenticated;
