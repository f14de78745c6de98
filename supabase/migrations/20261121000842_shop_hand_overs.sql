-- Hand-overs that phones made without a network: the pack they decide by, their upload, and goods that were handed over twice. The truth
-- about a fulfilment is a replay of its hand-overs, as that of a ticket is of its scans (*_door_queue.sql).

create table private.hand_overs (
  scan_uid uuid not null,
  fulfilment_id uuid not null references public.fulfilments (id),
  event_id uuid not null references public.events (id),
  device text not null default '' check (length(device) <= 80),
  seq int,
  gate text not null default '' check (length(gate) <= 60),
  staff_id uuid,
  captured_at timestamptz not null,
  stored_at timestamptz not null default now(),
  conflict text check (conflict in ('already', 'gone', 'no_stock')),
  resolved_at timestamptz,
  resolved_by uuid,
  outcome text check (outcome in ('same', 'returned', 'missing')),
  primary key (scan_uid, fulfilment_id),
  constraint hand_overs_resolved check (num_nonnulls(resolved_at, resolved_by, outcome) in (0, 3))
);
comment on table private.hand_overs is
  'Hand-overs of phones without a network, and online ones that such a hand-over met. captured_at = when it happened, corrected to the '
  'server''s clock. conflict = why it is not the one in private.pickups: already (an earlier one is), gone (canceled, or shipped '
  'instead), no_stock (no shelf has the units). outcome: same = one hand-over on two phones, returned = the goods came back, missing = '
  'they are gone and were taken off the shelf.';
create index hand_overs_fulfilment on private.hand_overs (fulfilment_id);
create index hand_overs_event on private.hand_overs (event_id);
alter table private.hand_overs enable row level security;
alter table private.hand_overs force row level security;

create function private.pickup_pack_orders(p_event uuid, p_points uuid[], p_salt bytea) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with stationed as (
      select distinct f.order_id from public.fulfilments f
      where f.pickup_point_id = any (p_points) and f.replaced_by is null
      union
      select distinct o.id from public.orders o join public.order_lines l on l.order_id = o.id
      join public.line_kinds k on k.kind = l.kind and k.is_handed_at_event
      join public.fulfilments f on f.order_line_id = l.id and f.replaced_by is null
      where o.event_id = p_event
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'code', o.code, 'name', private.short_name(o.name), 'isTest', o.is_test,
      'isBlocked', o.dispute_status = 'open', 'items', private.station_items(o.id, p_event, p_points),
      -- as private.pickups_of_ticket finds the orders of a ticket
      'tickets', (
        select coalesce(jsonb_agg(jsonb_build_array(private.pack_hash(p_salt, uuid_send(t.id)),
          private.pack_code_hash(p_salt, t.code), t.generation)), '[]')
        from public.tickets t
        where t.event_id = p_event
          and (t.owner_id = o.owner_id or (t.order_id = o.id and t.owner_id is not distinct from o.owner_id))))
      order by o.created_at, o.id), '[]')
    from stationed s join public.orders o on o.id = s.order_id where o.paid_at is not null);
end
$$;
comment on function private.pickup_pack_orders(uuid, uuid[], bytea) is
  'The orders of a pickup pack: [{id, code, name, isTest, isBlocked, items, tickets: [[idHash, codeHash, generation]]}]; items as '
  'private.station_items has them, tickets of the event that show their holder''s goods.';

create function public.read_pickup_pack(p_event uuid, p_device uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_points uuid[];
  v_event public.events;
  v_salt bytea;
begin
  perform private.require_device(p_event, p_device);
  v_points := private.require_station(p_event, null);
  select * into v_event from public.events where id = p_event;
  if v_event.id is null or v_event.status = 'draft' then
    perform private.refuse(404, 'not_found');
  elsif v_event.ends_at + interval '12 hours' <= now() then
    perform private.refuse(409, 'device_event_over');
  end if;
  v_salt := private.pack_salt(p_event);
  return jsonb_build_object('format', 'pickups-1', 'madeAt', now(),
    'event', jsonb_build_object('id', v_event.id, 'title', v_event.title, 'timeZone', v_event.time_zone, 'endsAt', v_event.ends_at),
    'salt', encode(v_salt, 'hex'), 'orders', private.pickup_pack_orders(p_event, v_points, v_salt));
end
$$;
comment on function public.read_pickup_pack(uuid, uuid) is
  'Pick-up station of an event: what a phone hands over by without a network, for the server to sign and to put the hash of each pickup '
  'code in the place of its order''s id: {format, madeAt, event, salt, orders}. Names are the first name and initial for everyone. '
  'Refuses not_allowed, device_locked, device_revoked, device_event_over, not_found.';

create function private.hand_out_late(p_fulfilment public.fulfilments, p_first private.hand_overs) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.hand_out(p_fulfilment.order_id, array[p_fulfilment.id], 'door', p_first.scan_uid, p_first.device, p_first.gate);
  return true;
exception when sqlstate 'PGRST' then -- refused stock_not_there: the goods are gone all the same
  return false;
end
$$;
comment on function private.hand_out_late(public.fulfilments, private.hand_overs) is
  'Marks a locked fulfilment as handed over by a hand-over of a phone; false, and nothing changed, when no shelf has its units.';

create function private.settle_hand_overs(p_fulfilment uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_fulfilment public.fulfilments;
  v_first private.hand_overs;
  v_conflict text;
begin
  select * into strict v_fulfilment from public.fulfilments where id = p_fulfilment for no key update;
  -- An online hand-over that meets one without a network joins the log.
  insert into private.hand_overs (scan_uid, fulfilment_id, event_id, device, gate, staff_id, captured_at)
  select u.scan_uid, u.fulfilment_id, h.event_id, u.device, u.gate, u.staff_id, u.at
  from private.pickups u join (select event_id from private.hand_overs where fulfilment_id = p_fulfilment limit 1) h on true
  where u.fulfilment_id = p_fulfilment on conflict do nothing;
  select * into v_first from private.hand_overs h where h.fulfilment_id = p_fulfilment
  order by h.captured_at, h.device, h.seq nulls first, h.scan_uid limit 1;
  if not exists (select 1 from private.pickups where fulfilment_id = p_fulfilment) then
    v_conflict := case
      when not private.fulfilment_awaits_pickup(v_fulfilment.status) then 'gone'
      when not private.hand_out_late(v_fulfilment, v_first) then 'no_stock' end;
  end if;
  update private.pickups u set scan_uid = v_first.scan_uid, staff_id = v_first.staff_id, device = v_first.device, gate = v_first.gate,
    at = v_first.captured_at
  where u.fulfilment_id = p_fulfilment and (u.scan_uid, u.staff_id, u.device, u.gate, u.at)
    is distinct from (v_first.scan_uid, v_first.staff_id, v_first.device, v_first.gate, v_first.captured_at);
  update private.hand_overs h set conflict = v.conflict
  from (
    select n.scan_uid, coalesce(v_conflict, case when n.scan_uid <> v_first.scan_uid then 'already' end) as conflict
    from private.hand_overs n where n.fulfilment_id = p_fulfilment
  ) v
  where h.fulfilment_id = p_fulfilment and h.scan_uid = v.scan_uid and h.conflict is distinct from v.conflict;
end
$$;
comment on function private.settle_hand_overs(uuid) is
  'Replays the hand-overs of a fulfilment in the order of (captured_at, device, seq): the first one keeps it, the others are conflicts. '
  'The state and the stock move once, whoever is first. The order must be locked. The same rows give the same result in any order.';

create function private.read_handed(p_event uuid, p_points uuid[], p_device uuid, p_offset_ms int, p_handed jsonb)
returns setof private.hand_overs
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select q.scan, f.id, p_event, p_device::text, q.seq, coalesce(q.gate, ''), auth.uid(),
    least(q.at + make_interval(secs => coalesce(p_offset_ms, 0) / 1000.0), private.door_now()), now(), null::text, null::timestamptz,
    null::uuid, null::text
  from jsonb_to_recordset(p_handed) q (scan uuid, seq int, at timestamptz, gate text, items uuid[])
  cross join unnest(q.items) n (id)
  join public.fulfilments f on f.id = n.id
  join public.order_lines l on l.id = f.order_line_id
  join public.line_kinds k on k.kind = l.kind
  join public.orders o on o.id = f.order_id
  where f.pickup_point_id = any (p_points) or (k.is_handed_at_event and o.event_id = p_event);
end
$$;
comment on function private.read_handed(uuid, uuid[], uuid, int, jsonb) is
  'Reads the hand-overs that a phone sends, a row for each fulfilment that its event hands over; corrects its clock (p_offset_ms = the '
  'server''s minus the phone''s), never to later than now.';

create function public.upload_hand_overs(p_event uuid, p_device uuid, p_offset_ms int, p_handed jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_points uuid[];
  v_one uuid;
  v_handed private.hand_overs[];
begin
  perform private.require_upload(p_event, p_device, p_handed);
  if not private.is_member() then
    perform private.refuse(403, 'not_allowed');
  end if;
  if exists (select 1 from jsonb_to_recordset(p_handed) q (scan uuid, seq int, at timestamptz, gate text, items uuid[])
    where q.scan is null or q.seq is null or q.at is null or length(q.gate) > 60
      or coalesce(cardinality(q.items), 0) not between 1 and 50) then
    perform private.refuse(422, 'invalid');
  end if;
  select array_agg(p.id) into v_points from public.pickup_points p where p.event_id = p_event;
  v_handed := array(select h from private.read_handed(p_event, coalesce(v_points, '{}'), p_device, p_offset_ms, p_handed) h);
  if exists (select 1 from unnest(v_handed) h join private.hand_overs x on x.scan_uid = h.scan_uid
    where x.staff_id is distinct from auth.uid()) then
    perform private.refuse(422, 'key_reused');
  end if;
  -- in the order of locks: orders, then what moves with them
  perform 1 from public.orders o
  where o.id in (select f.order_id from unnest(v_handed) h join public.fulfilments f on f.id = h.fulfilment_id)
  order by o.id for no key update;
  insert into private.hand_overs select (h).* from unnest(v_handed) h on conflict do nothing;
  if found then
    perform private.audit('goods.handed_over', 'event', p_event::text, jsonb_build_object('device', p_device, 'offline', true,
      'fulfilments', (select coalesce(jsonb_agg(distinct h.fulfilment_id), '[]') from unnest(v_handed) h)));
  end if;
  for v_one in select distinct h.fulfilment_id from unnest(v_handed) h order by 1 loop
    perform private.settle_hand_overs(v_one);
  end loop;
  return jsonb_build_object('serverNow', clock_timestamp(), 'results', (
    select coalesce(jsonb_agg(jsonb_build_object('scan', q.scan, 'state', case
      when x.rows is null then 'refused' when x.has_conflict then 'conflict' else 'confirmed' end)), '[]')
    from jsonb_to_recordset(p_handed) q (scan uuid)
    cross join lateral (
      select nullif(count(*), 0) as rows, bool_or(h.conflict is not null) as has_conflict
      from private.hand_overs h where h.scan_uid = q.scan) x));
end
$$;
comment on function public.upload_hand_overs(uuid, uuid, int, jsonb) is
  'Pick-up station: stores up to 100 hand-overs that a phone made without a network ([{scan, seq, at, gate, items}]), in any order and as '
  'often as it likes: {results: [{scan, state}], serverNow}. state = confirmed, conflict (handed over before, canceled, or no shelf has '
  'it: door managers see it at the station) or refused (nothing of this event). Refuses not_allowed, device_locked, device_revoked, '
  'invalid, key_reused, not_found.';

create function private.hand_over_place(p_event uuid, p_device text, p_gate text, p_staff uuid, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('at', p_at, 'gate', nullif(p_gate, ''),
    'device', (select d.name from public.door_devices d where d.event_id = p_event and d.id::text = p_device),
    'by', (select p.display_name from public.profiles p where p.id = p_staff));
end
$$;
comment on function private.hand_over_place(uuid, text, text, uuid, timestamptz) is
  'Where and by whom something was handed over: {at, gate, device, by}.';

create function private.hand_over_conflicts(p_event uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('scan', h.scan_uid, 'id', h.fulfilment_id, 'name', l.item_name,
      'detail', nullif(l.item_detail, ''), 'quantity', f.quantity, 'order', o.code, 'conflict', h.conflict,
      'hand', private.hand_over_place(p_event, h.device, h.gate, h.staff_id, h.captured_at),
      'kept', case when u.fulfilment_id is not null
        then private.hand_over_place(p_event, u.device, u.gate, u.staff_id, u.at) end)
      order by h.captured_at, h.scan_uid), '[]')
    from private.hand_overs h
    join public.fulfilments f on f.id = h.fulfilment_id
    join public.order_lines l on l.id = f.order_line_id
    join public.orders o on o.id = f.order_id
    left join private.pickups u on u.fulfilment_id = h.fulfilment_id
    where h.event_id = p_event and h.conflict is not null and h.resolved_at is null);
end
$$;
comment on function private.hand_over_conflicts(uuid) is
  'Open conflicts of an event''s hand-overs, oldest first: [{scan, id, name, detail, quantity, order, conflict, hand, kept}]; hand = the '
  'one in conflict, kept = the one that stands, both {at, gate, device, by}.';

create function public.read_station(p_event uuid, p_point uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_points uuid[];
begin
  v_points := private.require_station(p_event, p_point);
  return jsonb_build_object(
    'points', (select coalesce(jsonb_agg(private.point_details(p.id) order by p.name, p.id), '[]') from unnest(v_points) n (id)
      join public.pickup_points p on p.id = n.id),
    'waiting', (
      select count(distinct f.order_id) from public.fulfilments f
      where f.pickup_point_id = any (v_points) and private.fulfilment_awaits_pickup(f.status)),
    'handed', (
      select count(distinct f.order_id) from public.fulfilments f
      where f.pickup_point_id = any (v_points) and f.handed_at is not null),
    'conflicts', case when p_event is not null and private.has_grant('door_manager', p_event)
      then private.hand_over_conflicts(p_event) else '[]'::jsonb end,
    'maySearch', private.may('fulfil_goods') or private.has_grant('door_manager', p_event));
end
$$;
comment on function public.read_station(uuid, uuid) is
  'A pick-up station of an event or a store day: {points, waiting, handed, conflicts, maySearch}; waiting and handed count orders, '
  'conflicts are for door managers. Refuses not_allowed, not_found.';

create function private.take_missing(p_variant uuid, p_units int) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_place uuid;
begin
  perform 1 from public.product_variants where id = p_variant for no key update;
  select s.place_id into v_place from public.stock_levels s where s.variant_id = p_variant
  order by s.on_hand >= p_units desc, s.on_hand desc, s.place_id limit 1;
  perform private.move_stock(p_variant, coalesce(v_place, private.main_place()), p_units, 'damaged', null, 'Handed over twice');
end
$$;
comment on function private.take_missing(uuid, int) is
  'Takes units that were given away twice off the fullest shelf. Refuses stock_taken when they are sold or held, stock_not_there.';

create function public.resolve_hand_over(p_scan uuid, p_fulfilment uuid, p_outcome text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_hand private.hand_overs;
  v_line record;
begin
  select * into v_hand from private.hand_overs where scan_uid = p_scan and fulfilment_id = p_fulfilment;
  if not private.has_grant('door_manager', v_hand.event_id) then
    perform private.refuse(403, 'not_allowed');
  elsif v_hand.scan_uid is null then
    perform private.refuse(404, 'not_found');
  elsif coalesce(p_outcome, '') not in ('same', 'returned', 'missing') then
    perform private.refuse(422, 'invalid');
  end if;
  select l.variant_id, f.quantity, f.order_id into v_line
  from public.fulfilments f join public.order_lines l on l.id = f.order_line_id where f.id = p_fulfilment;
  perform 1 from public.orders where id = v_line.order_id for no key update;
  -- What no shelf had may be there by now: then it was an ordinary hand-over.
  perform private.settle_hand_overs(p_fulfilment);
  select * into v_hand from private.hand_overs where scan_uid = p_scan and fulfilment_id = p_fulfilment for no key update;
  if v_hand.conflict is null then
    return '{"outcome": "confirmed"}';
  elsif v_hand.resolved_at is not null and (v_hand.outcome <> p_outcome or v_hand.resolved_by is distinct from auth.uid()) then
    perform private.refuse(409, 'conflict_resolved');
  elsif v_hand.resolved_at is null then
    if p_outcome = 'missing' and v_line.variant_id is not null then
      perform private.take_missing(v_line.variant_id, v_line.quantity);
    end if;
    update private.hand_overs set resolved_at = now(), resolved_by = auth.uid(), outcome = p_outcome
    where scan_uid = p_scan and fulfilment_id = p_fulfilment;
    perform private.audit_change('goods.hand_over_resolved', 'order', v_line.order_id::text, '{"conflict": "open"}',
      jsonb_build_object('conflict', p_outcome), jsonb_build_object('event_id', v_hand.event_id, 'scan_id', p_scan,
      'fulfilment', p_fulfilment));
  end if;
  return jsonb_build_object('outcome', p_outcome);
end
$$;
comment on function public.resolve_hand_over(uuid, uuid, text) is
  'Door manager: says what became of a hand-over in conflict: {outcome}. same = one hand-over on two phones; returned = the goods came '
  'back; missing = they are gone, and come off the shelf. confirmed = a shelf has them by now, so it stands. Of two managers one decides. '
  'Refuses not_allowed, not_found, invalid, conflict_resolved, stock_taken, stock_not_there.';

grant execute on function
  public.read_station(uuid, uuid), public.read_pickup_pack(uuid, uuid), public.upload_hand_overs(uuid, uuid, int, jsonb),
  public.resolve_hand_over(uuid, uuid, text)
to authenticated;
