-- Writes an event with its stock and prices in one function and one transaction. It checks the caller, locks the event, and adds a
-- row to the audit log.

create function private.parse_instant(p_text text) returns timestamptz
language sql stable set search_path = ''
as $$ select nullif(p_text, '')::timestamptz $$;
comment on function private.parse_instant(text) is 'Parses an instant as the site sends it; an empty text is null.';

create function private.lock_event(p_id uuid)
returns public.events
language plpgsql set search_path = ''
as $$
declare
  v_event public.events;
begin
  if not private.may('manage_events') then
    perform private.refuse(403, 'not_allowed');
  end if;
  -- not "for update": sales write rows that refer to the event, and need not wait for an editor
  select * into v_event from public.events where id = p_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return v_event;
end
$$;
comment on function private.lock_event(uuid) is
  'Locks an event for a change by staff: refuses callers who are not admins, and serialises changes. First line of each such function.';

create function private.save_pools(p_event_id uuid, p_pools jsonb)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_pool jsonb;
  v_row public.capacity_pools;
  v_ids jsonb := '{}';
begin
  -- sellers lock pools in this order too
  perform 1 from public.capacity_pools where event_id = p_event_id order by id for no key update;
  for v_pool in select * from jsonb_array_elements(p_pools) loop
    if v_pool ->> 'id' is null then
      -- the time of day keeps the order in which they were added
      insert into public.capacity_pools (event_id, name, capacity, created_at)
      values (p_event_id, v_pool ->> 'name', (v_pool ->> 'capacity')::int, clock_timestamp())
      returning * into v_row;
    else
      select * into v_row from public.capacity_pools
      where id = (v_pool ->> 'id')::uuid and event_id = p_event_id and purpose = 'places';
      if not found then
        perform private.refuse(404, 'not_found');
      end if;
      if (v_pool ->> 'capacity')::int < v_row.sold + v_row.held + v_row.blocked then
        perform private.refuse(409, 'capacity_below_sold', jsonb_build_object('pool', v_row.name,
          'committed', v_row.sold + v_row.held + v_row.blocked, 'sold', v_row.sold, 'held', v_row.held, 'blocked', v_row.blocked));
      end if;
      update public.capacity_pools set name = v_pool ->> 'name', capacity = (v_pool ->> 'capacity')::int
      where id = v_row.id and (name, capacity) is distinct from (v_pool ->> 'name', (v_pool ->> 'capacity')::int);
    end if;
    v_ids := v_ids || jsonb_build_object(v_pool ->> 'key', v_row.id);
  end loop;
  return v_ids;
end
$$;
comment on function private.save_pools(uuid, jsonb) is
  'Writes the pools of a form and returns the id behind each key. Capacity never goes below what is sold, held or kept back.';

create function private.save_releases(p_type_id uuid, p_releases jsonb)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_release jsonb;
  v_row public.price_releases;
  v_position int := 0;
begin
  perform 1 from public.price_releases where ticket_type_id = p_type_id order by id for no key update;
  for v_row in
    select * from public.price_releases r
    where r.ticket_type_id = p_type_id
      and r.id not in (select (x ->> 'id')::uuid from jsonb_array_elements(p_releases) x where x ->> 'id' is not null)
  loop
    if exists (select 1 from public.hold_lines l where l.release_id = v_row.id)
      or exists (select 1 from public.order_lines l where l.release_id = v_row.id) then
      perform private.refuse(409, 'release_in_use', jsonb_build_object('release', v_row.name));
    end if;
    delete from public.price_releases where id = v_row.id;
  end loop;
  -- moves positions out of the unique index's way while the order changes
  update public.price_releases set position = -1 - position where ticket_type_id = p_type_id and position >= 0;
  for v_release in select * from jsonb_array_elements(p_releases) loop
    if v_release ->> 'id' is null then
      insert into public.price_releases (ticket_type_id, position, name, face_cents, quantity, ends_at)
      values (p_type_id, v_position, v_release ->> 'name', (v_release ->> 'faceCents')::bigint,
        (v_release ->> 'quantity')::int, private.parse_instant(v_release ->> 'endsAt'));
    else
      select * into v_row from public.price_releases where id = (v_release ->> 'id')::uuid and ticket_type_id = p_type_id;
      if not found then
        perform private.refuse(404, 'not_found');
      end if;
      if (v_release ->> 'quantity')::int < v_row.sold + v_row.held then
        perform private.refuse(409, 'release_below_sold',
          jsonb_build_object('release', v_row.name, 'committed', v_row.sold + v_row.held));
      end if;
      -- holds and orders keep the price they were made with
      update public.price_releases set position = v_position, name = v_release ->> 'name',
        face_cents = (v_release ->> 'faceCents')::bigint, quantity = (v_release ->> 'quantity')::int,
        ends_at = private.parse_instant(v_release ->> 'endsAt')
      where id = v_row.id;
    end if;
    v_position := v_position + 1;
  end loop;
end
$$;
comment on function private.save_releases(uuid, jsonb) is
  'Writes the prices of a type in the order of the form. One that was ever held or sold stays; its quantity never goes below that.';

create function private.save_types(p_event_id uuid, p_types jsonb, p_pool_ids jsonb)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_type jsonb;
  v_row public.ticket_types;
  v_pools uuid[];
  v_position int := 0;
begin
  -- types that left the form: deleted if nobody ever held one, else archived
  delete from public.ticket_types t
  where t.event_id = p_event_id
    and t.id not in (select (x ->> 'id')::uuid from jsonb_array_elements(p_types) x where x ->> 'id' is not null)
    and not private.type_was_sold(t.id) and not private.is_type_of_extra(t.id);
  update public.ticket_types t set archived_at = now()
  where t.event_id = p_event_id and t.archived_at is null
    and t.id not in (select (x ->> 'id')::uuid from jsonb_array_elements(p_types) x where x ->> 'id' is not null);

  for v_type in select * from jsonb_array_elements(p_types) loop
    select array_agg((p_pool_ids ->> k)::uuid) into v_pools from jsonb_array_elements_text(v_type -> 'pools') k;
    if v_pools is null or array_position(v_pools, null) is not null then
      perform private.refuse(422, 'invalid');
    end if;
    if v_type ->> 'id' is null then
      insert into public.ticket_types (event_id, name, position) values (p_event_id, v_type ->> 'name', v_position)
      returning * into v_row;
    else
      select * into v_row from public.ticket_types where id = (v_type ->> 'id')::uuid and event_id = p_event_id;
      if not found then
        perform private.refuse(404, 'not_found');
      end if;
    end if;
    update public.ticket_types set
      name = v_type ->> 'name',
      description = coalesce(v_type ->> 'description', ''),
      position = v_position,
      visibility = coalesce(v_type ->> 'visibility', 'public'),
      min_per_order = (v_type ->> 'minPerOrder')::int,
      max_per_order = (v_type ->> 'maxPerOrder')::int,
      sale_starts_at = private.parse_instant(v_type ->> 'saleStartsAt'),
      members_sale_starts_at = private.parse_instant(v_type ->> 'membersSaleStartsAt'),
      sale_ends_at = private.parse_instant(v_type ->> 'saleEndsAt'),
      paused_at = case when (v_type ->> 'paused')::boolean then coalesce(v_row.paused_at, now()) end,
      includes_stream = coalesce((v_type ->> 'includesStream')::boolean, v_row.includes_stream),
      archived_at = null
    where id = v_row.id;
    -- only what differs is touched: a trigger guards the pools of types that were sold
    delete from public.ticket_type_pools where ticket_type_id = v_row.id and pool_id <> all (v_pools);
    insert into public.ticket_type_pools (ticket_type_id, pool_id, event_id)
    select distinct v_row.id, pool_id, p_event_id from unnest(v_pools) pool_id
    on conflict do nothing;
    perform private.save_releases(v_row.id, v_type -> 'releases');
    v_position := v_position + 1;
  end loop;
end
$$;
comment on function private.save_types(uuid, jsonb, jsonb) is
  'Writes the ticket types of a form with their pools and prices. A type that was ever held or sold, or that a package or a table has, is '
  'archived instead of deleted.';

create function private.slug_of(p_title text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(nullif(btrim(left(btrim(regexp_replace(
    -- letters lose their accents, everything else becomes one hyphen
    regexp_replace(lower(normalize(p_title, nfkd)), '[\u0300-\u036f]', '', 'g'),
    '[^a-z0-9]+', '-', 'g'), '-'), 80), '-'), ''), 'event')
$$;
comment on function private.slug_of(text) is 'Makes the URL slug of a title: `Jouvé & Bass` is jouve-bass.';

create function private.write_event_fields(p_id uuid, p_fields jsonb)
returns void
language plpgsql set search_path = ''
as $$
declare
  -- the view is the list: what is not a plain column of it is not written, whatever p_fields holds
  v_columns text := (
    select string_agg(format('%I', a.attname), ', ' order by a.attnum)
    from pg_catalog.pg_attribute a
    where a.attrelid = 'private.event_fields'::regclass and a.attnum > 0
      and a.attname not in ('id', 'venueName', 'address', 'latitude', 'longitude', 'locationVisibility', 'locationHours')
      and pg_catalog.pg_column_is_updatable(a.attrelid, a.attnum, false));
begin
  execute format(
      'update private.event_fields f set (%1$s) = (select %1$s from jsonb_populate_record(f, $1)) where f.id = $2', v_columns)
    using p_fields, p_id;
  perform private.write_place(p_id, p_fields);
end
$$;
comment on function private.write_event_fields(uuid, jsonb) is
  'Writes the fields of an event from JSON with the names of private.event_fields, the venue where private.write_place keeps it. A field '
  'that is missing keeps its value; null empties it.';

create function private.add_series(p_name text)
returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
  v_slug text := private.slug_of(p_name);
begin
  -- one at a time, so that two people who name the same series make one
  perform pg_advisory_xact_lock(hashtextextended('event_series', 0));
  select s.id into v_id from public.event_series s where lower(s.name) = lower(btrim(p_name));
  if found then
    return v_id;
  end if;
  if exists (select 1 from public.event_series s where s.slug = v_slug) then
    v_slug := left(v_slug, 72) || '-' || substr(md5(btrim(p_name)), 1, 6);
  end if;
  insert into public.event_series (name, slug) values (btrim(p_name), v_slug) returning id into v_id;
  return v_id;
end
$$;
comment on function private.add_series(text) is 'Returns the series of that name, whatever its case, and makes it where there is none.';

create function private.write_event_sale(p_id uuid, p_pools jsonb, p_types jsonb)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_pool_ids jsonb;
  v_name text;
begin
  -- types name their pools by the keys of the form
  if p_pools is null or p_types is null then
    perform private.refuse(422, 'invalid');
  end if;
  v_pool_ids := private.save_pools(p_id, p_pools);
  perform private.save_types(p_id, p_types, v_pool_ids);
  select p.name into v_name
  from public.capacity_pools p
  where p.event_id = p_id and p.purpose = 'places' and p.id not in (select x::uuid from jsonb_each_text(v_pool_ids) k (key, x))
    and (p.sold + p.held + p.blocked > 0 or exists (select 1 from public.ticket_type_pools tp where tp.pool_id = p.id))
  limit 1;
  if found then
    perform private.refuse(409, 'pool_in_use', jsonb_build_object('pool', v_name));
  end if;
  delete from public.capacity_pools p
  where p.event_id = p_id and p.purpose = 'places' and p.id not in (select x::uuid from jsonb_each_text(v_pool_ids) k (key, x));
end
$$;
comment on function private.write_event_sale(uuid, jsonb, jsonb) is
  'Writes the pools of an event and its ticket types with their prices, as the form sent them. What left the form is deleted or archived.';

create function private.event_parts(p_event uuid)
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(r.id, (r.part || jsonb_build_object('part', r.kind))
    - array['event_id', 'ticket_type_id', 'pool_id', 'held', 'sold', 'blocked', 'purpose', 'created_at']), '{}')
  from (
    select p.id, 'Pool ' || p.name as kind, to_jsonb(p) as part from public.capacity_pools p where p.event_id = p_event
    union all
    select t.id, 'Ticket type ' || t.name, to_jsonb(t) || jsonb_build_object('pools', (
      select jsonb_agg(p.name order by p.name) from public.ticket_type_pools tp join public.capacity_pools p on p.id = tp.pool_id
      where tp.ticket_type_id = t.id))
    from public.ticket_types t where t.event_id = p_event
    union all
    select r.id, 'Price ' || t.name || ' ' || r.name, to_jsonb(r)
    from public.ticket_types t join public.price_releases r on r.ticket_type_id = t.id where t.event_id = p_event
    union all
    select k.id, 'Package ' || k.name, to_jsonb(k) || jsonb_build_object('tickets', (
      select jsonb_agg(c.units || ' × ' || t.name order by t.name) from public.package_components c
        join public.ticket_types t on t.id = c.ticket_type_id
      where c.package_id = k.id))
    from public.packages k where k.event_id = p_event
    union all
    select a.id, 'Add-on ' || a.name, to_jsonb(a) from public.add_ons a where a.event_id = p_event
    union all
    select b.id, 'Table ' || b.name, to_jsonb(b) from public.bookable_tables b where b.event_id = p_event
  ) r
$$;
comment on function private.event_parts(uuid) is
  'Returns what an event sells, row by row without counters: {id: row}, part = which row it is ("Ticket type Entry"). For the audit log.';

create function private.changed_parts(p_before jsonb, p_after jsonb)
returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(coalesce(a.value, b.value) ->> 'part' || ': ' || f.key, f.value), '{}')
  from jsonb_each(p_after) a
  full join jsonb_each(p_before) b on b.key = a.key
  cross join lateral jsonb_each(private.changed(b.value - 'part', a.value - 'part')) f
$$;
comment on function private.changed_parts(jsonb, jsonb) is
  'Compares what private.event_parts returned before and after a change: {"Ticket type Entry: name": [before, after]}.';

create function private.check_event_save(p_before public.events, p_event jsonb) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_before.status in ('cancelled', 'archived') then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', p_before.status));
  end if;
  if private.parse_instant(p_event ->> 'version') is distinct from p_before.updated_at then
    perform private.refuse(409, 'changed_meanwhile');
  end if;
  if (p_event ->> 'isTest')::boolean <> p_before.is_test and exists (
    select 1 from public.orders o
    where o.event_id = p_before.id and (private.order_is_open(o.status)
      or exists (select 1 from public.tickets k where k.order_id = o.id and private.ticket_is_valid(k.status)))
  ) then
    perform private.refuse(409, 'test_mode_fixed', jsonb_build_object('isTest', case when p_before.is_test then 1 else 0 end));
  end if;
end
$$;
comment on function private.check_event_save(public.events, jsonb) is
  'Checks that the form of an event may be saved over what is stored. Refuses invalid_state, changed_meanwhile, test_mode_fixed.';

create function private.write_event_row(p_id uuid, p_event jsonb, p_title_before text) returns public.events
language plpgsql volatile set search_path = ''
as $$
declare
  v_after public.events;
begin
  perform private.write_event_fields(p_id, p_event);
  if btrim(p_event ->> 'newSeries') <> '' then
    update public.events set series_id = private.add_series(p_event ->> 'newSeries') where id = p_id;
  end if;
  update public.events set
    slug = case when p_title_before <> title then private.slug_of(title) else slug end,
    sales_paused_at = case
      when not p_event ? 'salesPaused' then sales_paused_at
      when (p_event ->> 'salesPaused')::boolean then coalesce(sales_paused_at, now())
    end,
    updated_at = clock_timestamp()
  where id = p_id
  returning * into v_after;
  -- a zone that Postgres does not know would break every page that shows the event
  perform now() at time zone v_after.time_zone;
  return v_after;
end
$$;
comment on function private.write_event_row(uuid, jsonb, text) is
  'Writes the fields of an event, its series, address and pause, and returns the row. p_title_before is null for a new event.';

create function private.write_event(p_event jsonb)
returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_id uuid := (p_event ->> 'id')::uuid;
  v_before public.events;
  v_after public.events;
  v_consequences jsonb := '[]';
  v_had text[];
  v_constraint text;
  v_parts jsonb := private.event_parts(v_id);
begin
  if v_id is null then
    perform private.require_permission('manage_events');
    insert into public.events (slug, title, city, time_zone, doors_at, starts_at, ends_at, refund_hours,
      refund_keeps_fee, refund_kept_percent)
    select private.slug_of(p_event ->> 'title'), p_event ->> 'title', p_event ->> 'city', p_event ->> 'timeZone',
      private.parse_instant(p_event ->> 'doorsAt'), private.parse_instant(p_event ->> 'startsAt'),
      private.parse_instant(p_event ->> 'endsAt'), s.refund_hours, s.refund_keeps_fee, s.refund_kept_percent
    from public.settings s
    returning id into v_id;
    perform private.log_state('event', v_id, null, 'draft');
  else
    v_before := private.lock_event(v_id);
    perform private.check_event_save(v_before, p_event);
    v_consequences := private.save_consequences(v_before, p_event);
    if v_before.status = 'published' then
      v_had := private.checklist_done(v_before);
    end if;
  end if;
  v_after := private.write_event_row(v_id, p_event, v_before.title);
  if p_event ? 'pools' or p_event ? 'types' then
    perform private.write_event_sale(v_id, p_event -> 'pools', p_event -> 'types');
  end if;
  perform private.save_extras(v_id, p_event);
  if v_had is not null then
    perform private.require_kept(v_after, v_had);
  end if;
  -- last: what is refused anyway needs nobody's consent
  if exists (
    select 1 from jsonb_array_elements(v_consequences) c where not coalesce(p_event -> 'confirmed', '[]') ? (c ->> 'key')
  ) then
    perform private.refuse(409, 'confirm_first', jsonb_build_object('consequences', jsonb_array_length(v_consequences)));
  end if;
  perform private.tell_moved_event(v_before, v_after, v_consequences);
  delete from public.event_drafts
  where owner_id = auth.uid() and case when v_before.id is null then tab = 'new' else event_id = v_id and tab = p_event ->> 'tab' end;
  perform private.audit('save_event', 'event', v_id::text, jsonb_build_object(
    'changed', private.changed(case when v_before.id is not null then to_jsonb(v_before) end, to_jsonb(v_after))
      || private.changed_parts(v_parts, private.event_parts(v_id)),
    'confirmed', p_event -> 'confirmed'));
  return v_id;
exception
  when unique_violation then
    perform private.refuse(409, 'name_taken');
    return null;
  when check_violation then
    get stacked diagnostics v_constraint = constraint_name;
    if v_constraint = 'events_last_entry' then
      perform private.refuse(422, 'last_entry_outside');
    end if;
    raise;
end
$$;
comment on function private.write_event(jsonb) is
  'Writes an event (the fields of private.event_fields) with its pools, ticket types and prices in one transaction and returns its id. '
  'Without an id it makes a draft, which needs a title, a city, a zone and its times; with an id it wants the version that was read. A '
  'field that is not sent keeps its value; pools and types are written only when they are sent, both together; so are packages, addOns '
  'and tables, each by itself. newSeries = the name of a series to put it in, made where there is none; tab = the tab of the editor whose '
  'draft of the caller is done with. Refuses confirm_first until confirmed (an array of keys) names everything that '
  'private.save_consequences lists; event_incomplete when a published event would lose what private.publish_checklist requires; '
  'test_mode_fixed for isTest while there are tickets or open orders, which keep the mode that they were bought in.';

create function private.touch_event()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.events set updated_at = clock_timestamp() where id = coalesce(new.event_id, old.event_id);
  return null;
end
$$;
comment on function private.touch_event() is
  'Trigger: gives an event a new version when what staff edit of its pools or ticket types changes, whoever changes it, so that no form '
  'saves over it unseen. Counters are not edited.';

create function private.shift_wall_time(p_at timestamptz, p_zone text, p_by interval)
returns timestamptz
language sql stable set search_path = ''
as $$ select ((p_at at time zone p_zone) + p_by) at time zone p_zone $$;
comment on function private.shift_wall_time(timestamptz, text, interval) is
  'Moves an instant by days or months on the clocks of a zone: 10 PM stays 10 PM across a change of the clocks.';

create trigger capacity_pools_touch_event after insert or delete or update of name, capacity on public.capacity_pools
  for each row execute function private.touch_event();
create trigger ticket_types_touch_event after insert or delete or update on public.ticket_types
  for each row execute function private.touch_event();

create function private.touch_event_of_release()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.events e set updated_at = clock_timestamp()
  from public.ticket_types t
  where t.id = coalesce(new.ticket_type_id, old.ticket_type_id) and e.id = t.event_id;
  return null;
end
$$;
comment on function private.touch_event_of_release() is 'Trigger: as touch_event, for the prices of a ticket type.';
create trigger price_releases_touch_event
  after insert or delete or update of name, face_cents, quantity, ends_at on public.price_releases
  for each row execute function private.touch_event_of_release();

create function public.save_event(p_event jsonb, p_key text default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_response jsonb;
begin
  perform private.require_permission('manage_events');
  perform private.lock_person(v_actor);
  v_response := private.response_for_key(v_actor, p_key, 'save_event', p_event);
  if v_response is null then
    v_response := private.store_response(v_actor, p_key, 'save_event', p_event, to_jsonb(private.write_event(p_event)));
  end if;
  return v_response #>> '{}';
end
$$;
comment on function public.save_event(jsonb, text) is
  'Writes an event with everything it sells and returns its id; admins only. p_key: idempotency key. Refuses key_reused.';

revoke execute on function
  private.parse_instant(text), private.lock_event(uuid), private.save_pools(uuid, jsonb), private.save_releases(uuid, jsonb),
  private.save_types(uuid, jsonb, jsonb), private.slug_of(text), private.write_event_fields(uuid, jsonb), private.add_series(text),
  private.write_event_sale(uuid, jsonb, jsonb), private.event_parts(uuid), private.changed_parts(jsonb, jsonb), private.write_event(jsonb),
  private.touch_event(), private.touch_event_of_release(), public.save_event(jsonb, text)
from public, anon, authenticated, service_role;
grant execute on function public.save_event(jsonb, text) to authenticated;
revoke execute on function private.shift_wall_time(timestamptz, text, interval) from public, anon, authenticated, service_role;
