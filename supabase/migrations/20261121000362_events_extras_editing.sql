-- Writes, reads and copies what an event sells beside single tickets, for the editor. Called by private.write_event with the event locked.

create function private.was_sold(p_item uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select 1 from public.hold_lines l where p_item in (l.package_id, l.add_on_id, l.bookable_table_id))
    or exists (select 1 from public.order_lines l where p_item in (l.package_id, l.add_on_id, l.bookable_table_id));
end
$$;
comment on function private.was_sold(uuid) is 'Returns whether a package, an add-on or a table was ever held or sold.';

create function private.save_packages(p_event_id uuid, p_packages jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_package jsonb;
  v_kept uuid[] := array(select (x ->> 'id')::uuid from jsonb_array_elements(p_packages) x where x ->> 'id' is not null);
  v_id uuid;
  v_position int := 0;
begin
  delete from public.packages p where p.event_id = p_event_id and p.id <> all (v_kept) and not private.was_sold(p.id);
  update public.packages p set archived_at = now() where p.event_id = p_event_id and p.archived_at is null and p.id <> all (v_kept);
  for v_package in select * from jsonb_array_elements(p_packages) loop
    if v_package ->> 'id' is null then
      insert into public.packages (event_id, name, price_cents)
      values (p_event_id, v_package ->> 'name', (v_package ->> 'priceCents')::bigint) returning id into v_id;
    else
      select id into v_id from public.packages where id = (v_package ->> 'id')::uuid and event_id = p_event_id;
      if not found then
        perform private.refuse(404, 'not_found');
      end if;
    end if;
    update public.packages set name = v_package ->> 'name', description = coalesce(v_package ->> 'description', ''), position = v_position,
      visibility = coalesce(v_package ->> 'visibility', 'public'), price_cents = (v_package ->> 'priceCents')::bigint,
      max_per_order = (v_package ->> 'maxPerOrder')::int,
      sale_starts_at = private.parse_instant(v_package ->> 'saleStartsAt'),
        sale_ends_at = private.parse_instant(v_package ->> 'saleEndsAt'),
      paused_at = case when (v_package ->> 'paused')::boolean then coalesce(paused_at, now()) end, archived_at = null
    where id = v_id;
    -- only what differs is touched: a trigger guards the tickets of packages that were sold
    delete from public.package_components c
    where c.package_id = v_id
      and not exists (select 1 from jsonb_array_elements(v_package -> 'components') x where (x ->> 'typeId')::uuid = c.ticket_type_id);
    insert into public.package_components as c (package_id, ticket_type_id, event_id, units)
    select v_id, (x ->> 'typeId')::uuid, p_event_id, (x ->> 'units')::int from jsonb_array_elements(v_package -> 'components') x
    on conflict (package_id, ticket_type_id) do update set units = excluded.units where c.units <> excluded.units;
    if not exists (select 1 from public.package_components where package_id = v_id) then
      perform private.refuse(422, 'invalid');
    end if;
    v_position := v_position + 1;
  end loop;
end
$$;
comment on function private.save_packages(uuid, jsonb) is
  'Writes the packages of a form. One that was ever held or sold is archived instead of deleted, and keeps its tickets.';

create function private.save_add_ons(p_event_id uuid, p_add_ons jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_add_on jsonb;
  v_kept uuid[] := array(select (x ->> 'id')::uuid from jsonb_array_elements(p_add_ons) x where x ->> 'id' is not null);
  v_gone uuid[];
  v_id uuid;
  v_pool public.capacity_pools;
  v_position int := 0;
begin
  perform 1 from public.capacity_pools where event_id = p_event_id and purpose = 'add_on' order by id for no key update;
  with gone as (
    delete from public.add_ons a where a.event_id = p_event_id and a.id <> all (v_kept) and not private.was_sold(a.id) returning a.pool_id
  )
  select array_agg(pool_id) into v_gone from gone;
  delete from public.capacity_pools where id = any (v_gone);
  update public.add_ons a set archived_at = now() where a.event_id = p_event_id and a.archived_at is null and a.id <> all (v_kept);
  for v_add_on in select * from jsonb_array_elements(p_add_ons) loop
    if v_add_on ->> 'id' is null then
      insert into public.capacity_pools (event_id, name, purpose, capacity)
      values (p_event_id, v_add_on ->> 'name', 'add_on', (v_add_on ->> 'capacity')::int) returning * into v_pool;
      insert into public.add_ons (event_id, pool_id, name, price_cents)
      values (p_event_id, v_pool.id, v_add_on ->> 'name', (v_add_on ->> 'priceCents')::bigint) returning id into v_id;
    else
      select p.* into v_pool
      from public.add_ons a join public.capacity_pools p on p.id = a.pool_id
      where a.id = (v_add_on ->> 'id')::uuid and a.event_id = p_event_id;
      if not found then
        perform private.refuse(404, 'not_found');
      end if;
      v_id := (v_add_on ->> 'id')::uuid;
      if (v_add_on ->> 'capacity')::int < v_pool.sold + v_pool.held then
        perform private.refuse(409, 'add_on_below_sold', jsonb_build_object('addOn', v_pool.name, 'committed', v_pool.sold + v_pool.held));
      end if;
      update public.capacity_pools set name = v_add_on ->> 'name', capacity = (v_add_on ->> 'capacity')::int
      where id = v_pool.id and (name, capacity) is distinct from (v_add_on ->> 'name', (v_add_on ->> 'capacity')::int);
    end if;
    update public.add_ons set name = v_add_on ->> 'name', description = coalesce(v_add_on ->> 'description', ''), position = v_position,
      visibility = coalesce(v_add_on ->> 'visibility', 'public'), price_cents = (v_add_on ->> 'priceCents')::bigint,
      max_per_ticket = (v_add_on ->> 'maxPerTicket')::int,
      paused_at = case when (v_add_on ->> 'paused')::boolean then coalesce(paused_at, now()) end, archived_at = null
    where id = v_id;
    v_position := v_position + 1;
  end loop;
end
$$;
comment on function private.save_add_ons(uuid, jsonb) is
  'Writes the add-ons of a form, each with a pool of its own, whose capacity never goes below what is sold or held. One that was ever '
  'held or sold is archived instead of deleted.';

create function private.save_tables(p_event_id uuid, p_tables jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_table jsonb;
  v_kept uuid[] := array(select (x ->> 'id')::uuid from jsonb_array_elements(p_tables) x where x ->> 'id' is not null);
  v_position int := 0;
begin
  delete from public.bookable_tables t where t.event_id = p_event_id and t.id <> all (v_kept) and not private.was_sold(t.id);
  update public.bookable_tables t set archived_at = now() where t.event_id = p_event_id and t.archived_at is null and t.id <> all (v_kept);
  for v_table in select * from jsonb_array_elements(p_tables) loop
    if v_table ->> 'id' is null then
      insert into public.bookable_tables (event_id, ticket_type_id, section, name, description, position,
        visibility, min_guests, max_guests,
        minimum_spend_cents, deposit_cents, deposit_bps, gratuity_bps, last_arrival_at, paused_at)
      values (p_event_id, (v_table ->> 'typeId')::uuid, v_table ->> 'section', v_table ->> 'name', coalesce(v_table ->> 'description', ''),
        v_position, coalesce(v_table ->> 'visibility', 'public'), (v_table ->> 'minGuests')::int, (v_table ->> 'maxGuests')::int,
        (v_table ->> 'minimumSpendCents')::bigint, (v_table ->> 'depositCents')::bigint, (v_table ->> 'depositBps')::int,
        (v_table ->> 'gratuityBps')::int, private.parse_instant(v_table ->> 'lastArrivalAt'),
        case when (v_table ->> 'paused')::boolean then now() end);
    else
      update public.bookable_tables set ticket_type_id = (v_table ->> 'typeId')::uuid, section = v_table ->> 'section',
        name = v_table ->> 'name',
        description = coalesce(v_table ->> 'description', ''), position = v_position,
          visibility = coalesce(v_table ->> 'visibility', 'public'),
        min_guests = (v_table ->> 'minGuests')::int, max_guests = (v_table ->> 'maxGuests')::int,
        minimum_spend_cents = (v_table ->> 'minimumSpendCents')::bigint, deposit_cents = (v_table ->> 'depositCents')::bigint,
        deposit_bps = (v_table ->> 'depositBps')::int, gratuity_bps = (v_table ->> 'gratuityBps')::int,
        last_arrival_at = private.parse_instant(v_table ->> 'lastArrivalAt'),
        paused_at = case when (v_table ->> 'paused')::boolean then coalesce(paused_at, now()) end, archived_at = null
      where id = (v_table ->> 'id')::uuid and event_id = p_event_id;
      if not found then
        perform private.refuse(404, 'not_found');
      end if;
    end if;
    v_position := v_position + 1;
  end loop;
end
$$;
comment on function private.save_tables(uuid, jsonb) is
  'Writes the tables of a form. One that was ever held or sold is archived instead of deleted, and keeps its ticket type and number of '
  'guests; who booked it keeps the terms of the booking.';

create function private.save_extras(p_event_id uuid, p_fields jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_fields ? 'addOns' then
    perform private.save_add_ons(p_event_id, p_fields -> 'addOns');
  end if;
  if p_fields ? 'packages' then
    perform private.save_packages(p_event_id, p_fields -> 'packages');
  end if;
  if p_fields ? 'tables' then
    perform private.save_tables(p_event_id, p_fields -> 'tables');
  end if;
exception
  when foreign_key_violation then -- a ticket type of another event, or one that was just deleted
    perform private.refuse(422, 'invalid');
end
$$;
comment on function private.save_extras(uuid, jsonb) is
  'Writes the packages, add-ons and tables of a form, each as far as it was sent. Refuses add_on_below_sold, extra_in_use, not_found, '
  'invalid.';

create function private.stored_extras(p_event_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'packages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'description', p.description, 'visibility', p.visibility,
        'priceCents', p.price_cents, 'maxPerOrder', p.max_per_order, 'saleStartsAt', p.sale_starts_at, 'saleEndsAt', p.sale_ends_at,
        'paused', p.paused_at is not null,
        'components', (
          select coalesce(jsonb_agg(jsonb_build_object('typeId', c.ticket_type_id, 'units', c.units) order by t.position, t.id), '[]')
          from public.package_components c join public.ticket_types t on t.id = c.ticket_type_id where c.package_id = p.id),
        'sold', private.sold_units(p.id), 'held', private.held_units(p.id)) order by p.position, p.id), '[]')
      from public.packages p where p.event_id = p_event_id and p.archived_at is null),
    'addOns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'description', a.description, 'visibility', a.visibility,
        'priceCents', a.price_cents, 'capacity', s.capacity, 'maxPerTicket', a.max_per_ticket, 'paused', a.paused_at is not null,
        'sold', s.sold, 'held', s.held) order by a.position, a.id), '[]')
      from public.add_ons a join public.capacity_pools s on s.id = a.pool_id where a.event_id = p_event_id and a.archived_at is null),
    'tables', (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'typeId', t.ticket_type_id, 'section', t.section, 'name', t.name,
        'description', t.description, 'visibility', t.visibility, 'minGuests', t.min_guests, 'maxGuests', t.max_guests,
        'minimumSpendCents', t.minimum_spend_cents, 'depositCents', t.deposit_cents, 'depositBps', t.deposit_bps,
        'gratuityBps', t.gratuity_bps, 'lastArrivalAt', t.last_arrival_at, 'paused', t.paused_at is not null,
        'sold', private.sold_units(t.id), 'held', private.held_units(t.id)) order by t.position, t.id), '[]')
      from public.bookable_tables t where t.event_id = p_event_id and t.archived_at is null));
end
$$;
comment on function private.stored_extras(uuid) is
  'The packages, add-ons and tables of an event that are not archived, under the names of the editor''s form, each with how many are sold '
  'and held: {packages, addOns, tables}.';

create function private.held_units(p_item uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(l.quantity), 0)::int from public.hold_lines l join public.holds h on h.id = l.hold_id
    where p_item in (l.package_id, l.bookable_table_id) and h.status in ('active', 'pinned') and h.expires_at > now());
end
$$;
comment on function private.held_units(uuid) is 'Counts the units of a package or a table that are in carts now.';

create function private.sold_units(p_item uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(distinct (k.order_line_id, k.line_unit))::int from public.order_lines l join public.tickets k on k.order_line_id = l.id
    where p_item in (l.package_id, l.bookable_table_id) and private.ticket_is_valid(k.status));
end
$$;
comment on function private.sold_units(uuid) is 'Counts the units of a package or a table that were sold and have a valid ticket.';

create function private.copy_extras(p_from uuid, p_to uuid, p_types jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_package public.packages;
  v_add_on record;
  v_new uuid;
begin
  for v_package in select * from public.packages where event_id = p_from and archived_at is null order by position, id loop
    insert into public.packages (event_id, name, description, position, visibility, price_cents, max_per_order)
    values (p_to, v_package.name, v_package.description, v_package.position, v_package.visibility, v_package.price_cents,
      v_package.max_per_order)
    returning id into v_new;
    insert into public.package_components (package_id, ticket_type_id, event_id, units)
    select v_new, (p_types ->> c.ticket_type_id::text)::uuid, p_to, c.units from public.package_components c
    where c.package_id = v_package.id and p_types ? c.ticket_type_id::text;
  end loop;
  for v_add_on in
    select a.*, p.capacity from public.add_ons a join public.capacity_pools p on p.id = a.pool_id
    where a.event_id = p_from and a.archived_at is null order by a.position, a.id
  loop
    insert into public.capacity_pools (event_id, name, purpose, capacity) values (p_to, v_add_on.name, 'add_on', v_add_on.capacity)
    returning id into v_new;
    insert into public.add_ons (event_id, pool_id, name, description, position, visibility, price_cents, max_per_ticket)
    values (p_to, v_new, v_add_on.name, v_add_on.description, v_add_on.position, v_add_on.visibility, v_add_on.price_cents,
      v_add_on.max_per_ticket);
  end loop;
  insert into public.bookable_tables (event_id, ticket_type_id, section, name, description, position, visibility, min_guests, max_guests,
    minimum_spend_cents, deposit_cents, deposit_bps, gratuity_bps)
  select p_to, (p_types ->> t.ticket_type_id::text)::uuid, t.section, t.name, t.description, t.position, t.visibility, t.min_guests,
    t.max_guests, t.minimum_spend_cents, t.deposit_cents, t.deposit_bps, t.gratuity_bps
  from public.bookable_tables t where t.event_id = p_from and t.archived_at is null and p_types ? t.ticket_type_id::text;
end
$$;
comment on function private.copy_extras(uuid, uuid, jsonb) is
  'Copies the packages, add-ons and tables of an event to its copy. p_types = the id of each copied ticket type by the id it was copied '
  'from. Times of the old date are not copied.';
