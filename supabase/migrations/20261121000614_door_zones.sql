-- Places with a legal capacity of their own: who is in which, people without tickets, recounts, and the hold of a full one.

create table public.door_clicks (
  id uuid primary key,
  event_id uuid not null references public.events (id),
  zone_id uuid not null references public.door_zones (id),
  change int not null check (change between -20 and 20 and change <> 0),
  counted int not null,
  clicked_at timestamptz not null,
  device text not null default '' check (length(device) <= 80),
  staff_id uuid,
  stored_at timestamptz not null default now()
);
comment on table public.door_clicks is
  'People without tickets that door staff counted in (+) and out (-) with a clicker; append-only. id comes from the device: the same click '
  'counts once. counted = the change that it made: nobody is counted out of an empty zone. Staff are named by id, as in scans.';
create index door_clicks_event on public.door_clicks (event_id, clicked_at);
create index door_clicks_zone on public.door_clicks (zone_id);

create table public.door_recounts (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id),
  zone_id uuid references public.door_zones (id),
  counted int not null check (counted between 0 and 200000),
  change int not null,
  reason text not null check (length(reason) between 3 and 200),
  staff_id uuid,
  recounted_at timestamptz not null default clock_timestamp()
);
comment on table public.door_recounts is
  'Corrections of how many people are in a zone; append-only. counted = how many there were, change = what that added to the figure. '
  'Without a staff_id: somebody left who had been counted out before, so the figure would have been below 0; or the event is over, and '
  'nobody is in. Without a zone_id: those who came in at gates that lead to no zone.';
create index door_recounts_event on public.door_recounts (event_id, recounted_at);
create index door_recounts_zone on public.door_recounts (zone_id);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['door_clicks', 'door_recounts'] loop
    execute format('alter table public.%I enable row level security', v_table);
    execute format('alter table public.%I force row level security', v_table);
    execute format('create trigger %1$s_append_only before update or delete on public.%1$I for each row '
      'execute function private.deny_change()', v_table);
    execute format('create trigger %1$s_no_truncate before truncate on public.%1$I for each statement '
      'execute function private.deny_change()', v_table);
  end loop;
end
$$;

create function private.gate_zone(p_event uuid, p_gate text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (select g.zone_id from public.door_gates g where g.event_id = p_event and lower(g.name) = lower(p_gate));
end
$$;
comment on function private.gate_zone(uuid, text) is 'The zone that a gate leads to, by its name; null for a gate that is typed in freely.';

create function private.zone_in_now(p_zone public.door_zones) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(sum(c.in_now), 0) from private.door_counts c where c.event_id = p_zone.event_id and c.zone_id = p_zone.id);
end
$$;
comment on function private.zone_in_now(public.door_zones) is
  'How many people are in a zone: entries less exits, people of conflicts, clicks and recounts.';

create function private.take_place(p_zone uuid, p_heads int, p_from uuid default null) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_zone public.door_zones;
  v_left int;
begin
  -- Scans into one zone wait for one another here, so that two never take the last place. Zones are locked in the order of their ids.
  perform 1 from public.door_zones z where z.id in (p_zone, p_from) order by z.id for no key update;
  select * into v_zone from public.door_zones where id = p_zone;
  v_left := v_zone.capacity + v_zone.lifted - private.zone_in_now(v_zone);
  return v_zone.held_at is null and v_left >= p_heads;
end
$$;
comment on function private.take_place(uuid, int, uuid) is
  'Whether so many people may go into a zone now (p_from = the zone that they leave): not while it is held, nor above its capacity and '
  'what was lifted. Locks both zones until the end of the transaction.';

create function private.has_place_at(p_event uuid, p_gate text, p_heads int) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_zone uuid := private.gate_zone(p_event, p_gate);
begin
  return v_zone is null or private.take_place(v_zone, p_heads);
end
$$;
comment on function private.has_place_at(uuid, text, int) is
  'Whether so many people may come in at a gate: private.take_place of its zone.';

create function private.keep_zone_count(p_zone uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_zone public.door_zones;
  v_in_now int;
begin
  if p_zone is null then
    return;
  end if;
  select * into v_zone from public.door_zones where id = p_zone for no key update;
  v_in_now := private.zone_in_now(v_zone);
  if v_in_now < 0 then
    insert into public.door_recounts (event_id, zone_id, counted, change, reason)
    values (v_zone.event_id, p_zone, 0, -v_in_now, 'Left after being counted out');
    insert into private.door_counts (event_id, zone_id, in_now) values (v_zone.event_id, p_zone, -v_in_now);
  elsif v_zone.held_at is null and v_in_now >= v_zone.capacity + v_zone.lifted then
    update public.door_zones set held_at = clock_timestamp() where id = p_zone;
  end if;
end
$$;
comment on function private.keep_zone_count(uuid) is
  'After people of a zone were counted: corrects a figure below 0, holds a zone that is full. Nothing without a zone.';

create function private.settle_zones(p_event uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_zone uuid;
begin
  for v_zone in select z.id from public.door_zones z where z.event_id = p_event order by z.id loop
    perform private.keep_zone_count(v_zone);
  end loop;
end
$$;
comment on function private.settle_zones(uuid) is 'Does private.keep_zone_count for each zone of an event.';

create function private.zone_row(p_zone public.door_zones, p_in_now int) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('id', p_zone.id, 'name', p_zone.name, 'capacity', p_zone.capacity, 'lifted', p_zone.lifted, 'inNow', p_in_now,
    'alarm', case when p_in_now >= p_zone.capacity then 'red' when p_in_now * 10 >= p_zone.capacity * 9 then 'amber' else 'none' end,
    'isHeld', p_zone.held_at is not null)
$$;
comment on function private.zone_row(public.door_zones, int) is
  'A zone with so many people as scanners show it: {id, name, capacity, lifted, inNow, alarm, isHeld}; alarm = amber from 90 % of the '
  'capacity, red from 100 %.';

create function private.zone_board(p_event uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.zone_row(z, private.zone_in_now(z)) order by z.position, z.name), '[]')
    from public.door_zones z where z.event_id = p_event);
end
$$;
comment on function private.zone_board(uuid) is
  'The zones of an event, as private.zone_row has them.';

create function public.read_occupancy(p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_grant('scan', p_event);
  return (
    select jsonb_build_object('event', jsonb_build_object('id', e.id, 'title', e.title, 'timeZone', e.time_zone),
      'mayDecide', private.has_grant('door_manager', p_event), 'inNow', (private.door_figures(p_event) ->> 'inNow')::int,
      'zones', private.zone_board(p_event),
      'changes', (
        select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'zone', coalesce(z.name, 'Outside zones'),
          'change', c.change, 'counted', c.counted, 'reason', c.reason, 'at', c.at,
          'by', (select p.display_name from public.profiles p where p.id = c.staff_id))
          order by c.at desc, c.id), '[]')
        from (
          select * from (
            select r.id, 'recount' as kind, r.zone_id, r.change, r.counted, r.reason, r.recounted_at as at, r.staff_id
            from public.door_recounts r where r.event_id = p_event order by r.recounted_at desc limit 20) r
          union all
          select * from (
            select k.id, 'click', k.zone_id, k.counted, null::int, null::text, k.clicked_at, k.staff_id
            from public.door_clicks k where k.event_id = p_event order by k.clicked_at desc limit 20) k
          order by at desc, id limit 20
        ) c left join public.door_zones z on z.id = c.zone_id),
      'serverNow', clock_timestamp())
    from public.events e where e.id = p_event);
end
$$;
comment on function public.read_occupancy(uuid) is
  'Scanner: how full an event is: {event, mayDecide, inNow, zones, changes, serverNow}; changes = the last 20 clicks and recounts, newest '
  'first. Null for an event that is not there. Needs the scan grant for the event.';

create function public.store_clicks(p_event uuid, p_clicks jsonb, p_device text default '') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_click record;
  v_zone public.door_zones;
  v_counted int;
begin
  if not private.has_grant('scan', p_event) then
    perform private.refuse(403, 'not_allowed');
  elsif jsonb_typeof(p_clicks) is distinct from 'array' or jsonb_array_length(p_clicks) > 100 then
    perform private.refuse(422, 'invalid');
  end if;
  perform 1 from public.door_zones z where z.event_id = p_event order by z.id for no key update;
  for v_click in
    select * from jsonb_to_recordset(p_clicks) k (id uuid, zone uuid, change int, at timestamptz) order by k.at, k.id
  loop
    select * into v_zone from public.door_zones z where z.id = v_click.zone and z.event_id = p_event;
    if v_zone.id is null then
      perform private.refuse(404, 'not_found');
    elsif v_click.id is null or coalesce(v_click.change, 0) not between -20 and 20 or coalesce(v_click.change, 0) = 0 then
      perform private.refuse(422, 'invalid');
    end if;
    v_counted := greatest(v_click.change, -private.zone_in_now(v_zone));
    insert into public.door_clicks (id, event_id, zone_id, change, counted, clicked_at, device, staff_id)
    values (v_click.id, p_event, v_zone.id, v_click.change, v_counted, least(coalesce(v_click.at, clock_timestamp()), clock_timestamp()),
      left(coalesce(p_device, ''), 80), auth.uid())
    on conflict (id) do nothing;
    if found and v_counted <> 0 then
      insert into private.door_counts (event_id, zone_id, in_now) values (p_event, v_zone.id, v_counted);
    end if;
  end loop;
  perform private.settle_zones(p_event);
  return jsonb_build_object('zones', private.zone_board(p_event), 'inNow', private.door_figures(p_event) -> 'inNow');
end
$$;
comment on function public.store_clicks(uuid, jsonb, text) is
  'Scanner: counts people without tickets: up to 100 clicks {id, zone, change, at}, each once: {zones, inNow}. Nobody is counted out of an '
  'empty zone; a click in counts even where the zone is held. Needs the scan grant for the event. Refuses not_allowed, invalid, not_found.';

create function private.lock_zone(p_zone uuid, p_reason text) returns public.door_zones
language plpgsql volatile set search_path = ''
as $$
declare
  v_zone public.door_zones;
begin
  select * into v_zone from public.door_zones where id = p_zone for no key update;
  if not private.has_grant('door_manager', v_zone.event_id) then
    perform private.refuse(403, 'not_allowed');
  elsif v_zone.id is null then
    perform private.refuse(404, 'not_found');
  elsif length(btrim(coalesce(p_reason, ''))) not between 3 and 200 then
    perform private.refuse(422, 'reason_required');
  end if;
  return v_zone;
end
$$;
comment on function private.lock_zone(uuid, text) is 'Locks a zone for a door manager who says why; refuses everybody else.';

create function public.recount_zone(p_zone uuid, p_recount uuid, p_counted int, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_zone public.door_zones := private.lock_zone(p_zone, p_reason);
  v_in_now int := private.zone_in_now(v_zone);
begin
  if p_recount is null or coalesce(p_counted, -1) not between 0 and 200000 then
    perform private.refuse(422, 'invalid');
  end if;
  insert into public.door_recounts (id, event_id, zone_id, counted, change, reason, staff_id)
  values (p_recount, v_zone.event_id, p_zone, p_counted, p_counted - v_in_now, btrim(p_reason), auth.uid())
  on conflict (id) do nothing;
  if found then
    insert into private.door_counts (event_id, zone_id, in_now) values (v_zone.event_id, p_zone, p_counted - v_in_now);
    perform private.keep_zone_count(p_zone);
    perform private.audit_change('door.recount', 'door_zone', p_zone::text, jsonb_build_object('in_now', v_in_now),
      jsonb_build_object('in_now', p_counted),
      jsonb_build_object('event_id', v_zone.event_id, 'zone', v_zone.name, 'reason', btrim(p_reason)));
  end if;
  return jsonb_build_object('zones', private.zone_board(v_zone.event_id));
end
$$;
comment on function public.recount_zone(uuid, uuid, int, text) is
  'Door manager: says how many people are in a zone: {zones}. The figure is corrected by a row of its own (p_recount, once), with the '
  'reason. Refuses not_allowed, not_found, reason_required, invalid.';

create function public.lift_capacity_hold(p_zone uuid, p_more int, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_zone public.door_zones := private.lock_zone(p_zone, p_reason);
  v_lifted int := greatest(private.zone_in_now(v_zone) + coalesce(p_more, 0) - v_zone.capacity, 0);
begin
  if coalesce(p_more, -1) not between 0 and 500 then
    perform private.refuse(422, 'invalid');
  elsif v_zone.held_at is null then
    perform private.refuse(409, 'zone_not_held');
  elsif private.zone_in_now(v_zone) >= v_zone.capacity + v_lifted then
    perform private.refuse(409, 'zone_full');
  end if;
  update public.door_zones set held_at = null, lifted = v_lifted where id = p_zone;
  perform private.audit_change('door.hold_lifted', 'door_zone', p_zone::text,
    jsonb_build_object('lifted', v_zone.lifted, 'is_held', true), jsonb_build_object('lifted', v_lifted, 'is_held', false),
    jsonb_build_object('event_id', v_zone.event_id, 'zone', v_zone.name, 'more', p_more, 'reason', btrim(p_reason)));
  return jsonb_build_object('zones', private.zone_board(v_zone.event_id));
end
$$;
comment on function public.lift_capacity_hold(uuid, int, text) is
  'Door manager: lets scanners admit to a zone again, which was full: {zones}. p_more = how many more people, above the capacity where it '
  'is still full; 0 once people left. Refuses not_allowed, not_found, reason_required, invalid, zone_not_held, zone_full (0 more, and '
  'nobody left).';

create function public.read_door_layout(p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_events');
  return jsonb_build_object(
    'zones', (
      select coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name, 'capacity', z.capacity) order by z.position, z.name), '[]')
      from public.door_zones z where z.event_id = p_event),
    'gates', (
      select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'zoneId', g.zone_id, 'typeIds', coalesce(g.type_ids, '{}'))
        order by g.position, g.name), '[]')
      from public.door_gates g where g.event_id = p_event),
    'types', (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.position, t.name), '[]')
      from public.ticket_types t where t.event_id = p_event));
end
$$;
comment on function public.read_door_layout(uuid) is
  'Staff who manage events: the zones and gates of one: {zones: [{id, name, capacity}], gates: [{id, name, zoneId, typeIds}], types: [{id, '
  'name}]}; no typeIds = all types.';

create function private.require_layout(p_event uuid, p_name text, p_longest int) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.may('manage_events') then
    perform private.refuse(403, 'not_allowed');
  elsif not exists (select 1 from public.events where id = p_event) then
    perform private.refuse(404, 'not_found');
  elsif length(btrim(coalesce(p_name, ''))) not between 1 and p_longest then
    perform private.refuse(422, 'invalid');
  end if;
end
$$;
comment on function private.require_layout(uuid, text, int) is
  'First step of a change of zones or gates: refuses those who may not manage events, an event that is not there, and a bad name.';

create function public.save_door_zone(p_event uuid, p_zone uuid, p_name text, p_capacity int) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.door_zones;
  v_after public.door_zones;
begin
  perform private.require_layout(p_event, p_name, 40);
  if coalesce(p_capacity, 0) not between 1 and 200000 then
    perform private.refuse(422, 'invalid');
  end if;
  select * into v_before from public.door_zones where id = p_zone and event_id = p_event for no key update;
  if p_zone is not null and not found then
    perform private.refuse(404, 'not_found');
  elsif exists (select 1 from public.door_zones z where z.event_id = p_event and lower(z.name) = lower(btrim(p_name))
    and z.id is distinct from p_zone) then
    perform private.refuse(409, 'zone_name_taken');
  end if;
  if p_zone is null then
    insert into public.door_zones (event_id, name, capacity, position)
    values (p_event, btrim(p_name), p_capacity, (select count(*) from public.door_zones where event_id = p_event)) returning * into v_after;
  else
    update public.door_zones set name = btrim(p_name), capacity = p_capacity where id = p_zone returning * into v_after;
  end if;
  perform private.keep_zone_count(v_after.id);
  perform private.audit_change('door.zone_saved', 'door_zone', v_after.id::text, to_jsonb(v_before), to_jsonb(v_after));
  return v_after.id;
end
$$;
comment on function public.save_door_zone(uuid, uuid, text, int) is
  'Staff who manage events: adds a zone (p_zone null) or changes one, and returns its id. Refuses not_allowed, not_found, invalid, '
  'zone_name_taken.';

create function public.save_door_gate(p_event uuid, p_gate uuid, p_name text, p_zone uuid, p_types uuid[]) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.door_gates;
  v_after public.door_gates;
  v_types uuid[] := array(select t.id from public.ticket_types t where t.event_id = p_event and t.id = any (p_types) order by t.id);
begin
  perform private.require_layout(p_event, p_name, 60);
  if p_zone is not null and not exists (select 1 from public.door_zones z where z.id = p_zone and z.event_id = p_event) then
    perform private.refuse(422, 'invalid');
  end if;
  select * into v_before from public.door_gates where id = p_gate and event_id = p_event for no key update;
  if p_gate is not null and not found then
    perform private.refuse(404, 'not_found');
  elsif exists (select 1 from public.door_gates g where g.event_id = p_event and lower(g.name) = lower(btrim(p_name))
    and g.id is distinct from p_gate) then
    perform private.refuse(409, 'gate_name_taken');
  end if;
  if p_gate is null then
    insert into public.door_gates (event_id, name, zone_id, type_ids, position)
    values (p_event, btrim(p_name), p_zone, nullif(v_types, '{}'), (select count(*) from public.door_gates where event_id = p_event))
    returning * into v_after;
  else
    update public.door_gates set name = btrim(p_name), zone_id = p_zone, type_ids = nullif(v_types, '{}') where id = p_gate
    returning * into v_after;
  end if;
  perform private.audit_change('door.gate_saved', 'door_gate', v_after.id::text, to_jsonb(v_before), to_jsonb(v_after));
  return v_after.id;
end
$$;
comment on function public.save_door_gate(uuid, uuid, text, uuid, uuid[]) is
  'Staff who manage events: adds a gate (p_gate null) or changes one: its zone, and the ticket types that may use it (none: all). Returns '
  'its id. Refuses not_allowed, not_found, invalid, gate_name_taken.';

create function public.remove_door_place(p_event uuid, p_place uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_gate public.door_gates;
  v_zone public.door_zones;
begin
  perform private.require_layout(p_event, 'any', 40);
  delete from public.door_gates where id = p_place and event_id = p_event returning * into v_gate;
  if found then
    perform private.audit_change('door.gate_removed', 'door_gate', p_place::text, to_jsonb(v_gate), null);
    return;
  end if;
  select * into v_zone from public.door_zones where id = p_place and event_id = p_event for update;
  if not found then
    perform private.refuse(404, 'not_found');
  elsif exists (select 1 from public.door_gates where zone_id = p_place) or exists (select 1 from public.scans where zone_id = p_place)
    or exists (select 1 from public.door_clicks where zone_id = p_place)
    or exists (select 1 from public.door_recounts where zone_id = p_place) then
    perform private.refuse(409, 'zone_in_use');
  end if;
  delete from public.door_zones where id = p_place;
  perform private.audit_change('door.zone_removed', 'door_zone', p_place::text, to_jsonb(v_zone), null);
end
$$;
comment on function public.remove_door_place(uuid, uuid) is
  'Staff who manage events: removes a gate, or a zone that no gate leads to and where nobody was counted. Refuses not_allowed, not_found, '
  'zone_in_use.';

revoke execute on function
  private.gate_zone(uuid, text), private.zone_in_now(public.door_zones), private.take_place(uuid, int, uuid),
  private.has_place_at(uuid, text, int), private.keep_zone_count(uuid),
  private.settle_zones(uuid), private.zone_row(public.door_zones, int), private.zone_board(uuid),
  public.read_occupancy(uuid), public.store_clicks(uuid, jsonb, text),
  private.lock_zone(uuid, text), public.recount_zone(uuid, uuid, int, text), public.lift_capacity_hold(uuid, int, text),
  public.read_door_layout(uuid), private.require_layout(uuid, text, int), public.save_door_zone(uuid, uuid, text, int),
  public.save_door_gate(uuid, uuid, text, uuid, uuid[]), public.remove_door_place(uuid, uuid)
from public, anon, authenticated, service_role;
grant execute on function public.read_occupancy(uuid), public.store_clicks(uuid, jsonb, text),
  public.recount_zone(uuid, uuid, int, text), public.lift_capacity_hold(uuid, int, text), public.read_door_layout(uuid),
  public.save_door_zone(uuid, uuid, text, int), public.save_door_gate(uuid, uuid, text, uuid, uuid[]), public.remove_door_place(uuid, uuid)
to authenticated;
