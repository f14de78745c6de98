-- The capacity board: what of an event is sold, held and left, how fast it sells, and the changes that staff make to a running sale.
-- Moderators may look; admins change. A preview makes the very change and takes it back, so it cannot differ from the change.

create type private.units_in_holds as (class text, kind text, item_id uuid, release_id uuid, units int);
comment on type private.units_in_holds is
  'Units of an item in holds of one class: held = in live carts, offered = in open waitlist offers, blocked = set aside, ended = in holds '
  'that ended and were not swept.';

create type private.pool_units as (
  id uuid, name text, purpose text, created_at timestamptz, capacity int, sold int, held int, offered int, blocked int, left_units int
);
comment on type private.pool_units is 'A pool with its counters, in which holds that ended count as left.';

create function private.units_in_holds(p_event_id uuid)
returns setof private.units_in_holds
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select case when h.expires_at <= now() then 'ended' when h.kind = 'waitlist_offer' then 'offered'
        when h.kind in ('comp_block', 'allocation') then 'blocked' else 'held' end,
      l.kind, l.item_id, l.release_id, sum(l.quantity)::int
    from public.holds h join public.hold_lines l on l.hold_id = h.id
    where h.event_id = p_event_id and h.status in ('active', 'pinned')
    group by 1, 2, 3, 4;
end
$$;
comment on function private.units_in_holds(uuid) is 'Counts what is in the holds of an event, by class, item and release.';

create function private.pool_units(p_event_id uuid, p_held private.units_in_holds[])
returns setof private.pool_units
language plpgsql stable set search_path = ''
as $$
begin
  return query
    with drawn as ( -- places behind the holds' lines, whatever kind of thing they are
      select c.class, s.pool_id, sum(s.units)::int as units
      from (
        select x.class, x.kind, array_agg(x.item_id) as items, array_agg(x.units) as units
        from (select l.class, l.kind, l.item_id, sum(l.units)::int as units from unnest(p_held) l group by 1, 2, 3) x
        group by 1, 2
      ) c
      cross join lateral private.stock_of(array[row(c.kind, c.items, c.units)::private.line_choice]) s
      where s.pool_id is not null
      group by 1, 2
    )
    select p.id, p.name, p.purpose, p.created_at, p.capacity, p.sold,
      p.held - n.ended - n.offered - n.blocked, n.offered, p.blocked + n.blocked,
      p.capacity - p.sold - p.held - p.blocked + n.ended
    from public.capacity_pools p
    cross join lateral (
      select coalesce(sum(d.units) filter (where d.class = 'ended'), 0)::int as ended,
        coalesce(sum(d.units) filter (where d.class = 'offered'), 0)::int as offered,
        coalesce(sum(d.units) filter (where d.class = 'blocked'), 0)::int as blocked
      from drawn d where d.pool_id = p.id
    ) n
    where p.event_id = p_event_id;
end
$$;
comment on function private.pool_units(uuid, private.units_in_holds[]) is
  'Returns the pools of an event with their counters. p_held: what is in its holds.';

create function private.capacity_pools(p_event_id uuid, p_pools private.pool_units[])
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'name', p.name, 'purpose', p.purpose, 'capacity', p.capacity, 'sold', p.sold, 'held', p.held, 'blocked', p.blocked,
      'offered', p.offered, 'left', p.left_units,
      -- a pool that every type draws on limits the whole event
      'ofAll', p.purpose = 'places' and not exists (
        select 1 from public.ticket_types t where t.event_id = p_event_id and t.archived_at is null and not exists (
          select 1 from public.ticket_type_pools tp where tp.ticket_type_id = t.id and tp.pool_id = p.id))
    ) order by p.purpose <> 'places', p.created_at, p.id), '[]')
    from unnest(p_pools) p);
end
$$;
comment on function private.capacity_pools(uuid, private.pool_units[]) is 'The pools of an event as the capacity board shows them.';

create function private.capacity_releases(p_event public.events, p_held private.units_in_holds[], p_prices boolean)
returns table (ticket_type_id uuid, releases jsonb)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    with releases as (
      select r.*, n.ended, n.offered, r.quantity - r.sold - r.held + n.ended as left_units,
        r.ends_at is null or r.ends_at > now() as running
      from public.price_releases r
      join public.ticket_types t on t.id = r.ticket_type_id
      cross join lateral (
        select coalesce(sum(l.units) filter (where l.class = 'ended'), 0)::int as ended,
          coalesce(sum(l.units) filter (where l.class = 'offered'), 0)::int as offered
        from unnest(p_held) l where l.release_id = r.id
      ) n
      where t.event_id = p_event.id
    ),
    opened as (
      select distinct on (r.ticket_type_id) r.ticket_type_id, r.id
      from releases r where r.running and coalesce(r.left_units > 0, true)
      order by r.ticket_type_id, r.position
    )
    select r.ticket_type_id, jsonb_agg(jsonb_build_object(
      'id', r.id, 'name', r.name, 'quantity', r.quantity, 'endsAt', r.ends_at, 'sold', r.sold,
      'held', r.held - r.ended - r.offered, 'offered', r.offered, 'left', r.left_units,
      'state', case when not r.running then 'ended' when r.left_units <= 0 then 'sold_out' when o.id = r.id then 'open' else 'later' end,
      'priceCents', case when p_prices then price.face_cents + price.fee_cents end
    ) order by r.position)
    from releases r
    left join opened o on o.ticket_type_id = r.ticket_type_id
    cross join lateral private.price_unit(
      r.face_cents, p_event.fee_fixed_cents, p_event.fee_bps, p_event.tax_bps, p_event.tax_on_fees
    ) price
    group by r.ticket_type_id;
end
$$;
comment on function private.capacity_releases(public.events, private.units_in_holds[], boolean) is
  'The releases of each ticket type of an event as the capacity board shows them: which one is open, and the counters of single tickets.';

create function private.capacity_types(
  p_event public.events, p_held private.units_in_holds[], p_pools private.pool_units[], p_prices boolean
)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with tickets as ( -- behind the holds' lines by type: single ones, and those of packages and tables
      select c.class, x.ticket_type_id, sum(x.units)::int as units
      from (select l.class, l.kind, array_agg(l.item_id) as items, array_agg(l.units) as units from unnest(p_held) l group by 1, 2) c
      cross join lateral private.tickets_of(c.kind, c.items, c.units) x
      group by 1, 2
    ),
    types as (
      select t.*, n.sold, n.held, n.offered, o.state, o.left_units, o.price_cents, stock.capacity,
        stock.left_units as places_left, stock.names
      from public.ticket_types t
      left join private.offer_rows(array[p_event.id]) o on o.ticket_type_id = t.id
      cross join lateral (
        select (
            select coalesce(sum(c.tickets), 0)::int from private.door_counts c where c.event_id = p_event.id and c.ticket_type_id = t.id
          ) as sold,
          coalesce(sum(k.units) filter (where k.class = 'held'), 0)::int as held,
          coalesce(sum(k.units) filter (where k.class = 'offered'), 0)::int as offered
        from tickets k where k.ticket_type_id = t.id
      ) n
      cross join lateral (
        select coalesce(min(p.capacity), 0) as capacity, greatest(coalesce(min(p.left_units), 0), 0) as left_units,
          coalesce(jsonb_agg(p.name order by p.created_at, p.id), '[]') as names
        from public.ticket_type_pools tp join unnest(p_pools) p on p.id = tp.pool_id where tp.ticket_type_id = t.id
      ) stock
      where t.event_id = p_event.id and (t.archived_at is null or n.sold + n.held > 0)
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', t.id, 'name', t.name, 'visibility', t.visibility,
      'state', case when t.archived_at is not null then 'archived' else coalesce(t.state, 'hidden') end,
      'paused', t.paused_at is not null, 'saleStartsAt', t.sale_starts_at,
      'saleEndsAt', least(coalesce(t.sale_ends_at, p_event.ends_at), p_event.ends_at),
      'capacity', t.capacity, 'sold', t.sold, 'held', t.held, 'offered', t.offered,
      'left', coalesce(t.left_units, t.places_left),
      'priceCents', case when p_prices then t.price_cents end,
      'pools', t.names, 'releases', coalesce(r.releases, '[]')
    ) order by t.position, t.name, t.id), '[]')
    from types t left join private.capacity_releases(p_event, p_held, p_prices) r on r.ticket_type_id = t.id);
end
$$;
comment on function private.capacity_types(public.events, private.units_in_holds[], private.pool_units[], boolean) is
  'The ticket types of an event as the capacity board shows them. A type counts its tickets however they are sold; state and left are '
  'those of its offer.';

create function private.capacity_extras(
  p_event public.events, p_held private.units_in_holds[], p_pools private.pool_units[], p_prices boolean
)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with extras as ( -- with the pools that one of each draws on
      select x.rank, x.value as offer, x.value ->> 'kind' as kind, (x.value ->> 'id')::uuid as id, stock.left_units, stock.pools
      from jsonb_array_elements(private.event_extras(p_event)) with ordinality x (value, rank)
      cross join lateral (
        select min(greatest(p.left_units, 0) / s.units)::int as left_units, jsonb_agg(p.name order by p.created_at, p.id) as pools
        from (
          select n.pool_id, sum(n.units)::int as units
          from private.stock_of(array[row(x.value ->> 'kind', array[(x.value ->> 'id')::uuid], array[1])::private.line_choice]) n
          group by n.pool_id
        ) s join unnest(p_pools) p on p.id = s.pool_id
      ) stock
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', x.id, 'kind', x.kind, 'name', x.offer -> 'name', 'detail', x.offer -> 'detail', 'state', x.offer -> 'state',
      'paused', coalesce(i.is_paused, false), 'saleEndsAt', x.offer -> 'saleEndsAt', 'pools', coalesce(x.pools, '[]'),
      'sold', coalesce(private.sold_of_kind(x.kind, x.id), (select sum(c.units) from private.sale_counts c where c.item_id = x.id), 0),
      'held', h.held, 'offered', h.offered,
      'left', case when x.offer ->> 'state' = 'sold_out' then 0 when k.is_unique then 1 else x.left_units end,
      'priceCents', case when p_prices then x.offer -> 'priceCents' end
    ) order by x.rank), '[]')
    from extras x
    join public.line_kinds k on k.kind = x.kind
    cross join lateral (
      select coalesce(sum(l.units) filter (where l.class = 'held'), 0) as held,
        coalesce(sum(l.units) filter (where l.class = 'offered'), 0) as offered
      from unnest(p_held) l where l.kind = x.kind and l.item_id = x.id
    ) h
    left join private.sold_items(p_event.id) i on i.id = x.id);
end
$$;
comment on function private.capacity_extras(public.events, private.units_in_holds[], private.pool_units[], boolean) is
  'What an event sells beside tickets (packages, add-ons, tables) as the capacity board shows it. An extra counts itself, not its tickets.';

create function private.capacity_rows(p_event public.events, p_prices boolean)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_held private.units_in_holds[] := array(select h from private.units_in_holds(p_event.id) h);
  v_pools private.pool_units[] := array(select p from private.pool_units(p_event.id, v_held) p);
begin
  return jsonb_build_object(
    'pools', private.capacity_pools(p_event.id, v_pools),
    'types', private.capacity_types(p_event, v_held, v_pools, p_prices),
    'extras', private.capacity_extras(p_event, v_held, v_pools, p_prices));
end
$$;
comment on function private.capacity_rows(public.events, boolean) is
  'The pools, ticket types and extras (packages, add-ons, tables) of an event with their counters: {pools, types, extras}. A type counts '
  'its tickets however they are sold, its releases single ones, an extra itself, whose left is null where it is not counted. held = in '
  'live carts, offered = in open waitlist offers, blocked = set aside for codes and guests, left = what can still be sold; holds that '
  'ended count as left at once. state and left of a type are those of its offer. p_prices: with prices, in cents with the mandatory fee.';

create function public.read_capacity_board(p_event uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_admin boolean := private.may('change_capacity');
  v_event public.events;
  v_from timestamptz := date_trunc('hour', now()) - interval '23 hours';
  v_latest timestamptz := date_trunc('minute', now() - interval '1 hour');
begin
  perform private.require_permission('see_capacity');
  if p_event is not null then
    select * into v_event from public.events e where e.id = p_event and (v_admin or e.status <> 'draft');
    if not found then
      return null;
    end if;
  else
    -- the event that is on or next; without one the last that was. No event lasts longer than five days.
    select * into v_event from public.events e
    where e.status in ('published', 'postponed') and e.starts_at > now() - interval '5 days' and e.ends_at > now()
    order by e.starts_at, e.id limit 1;
    if not found then
      select * into v_event from public.events e where e.status in ('published', 'postponed', 'archived')
      order by e.starts_at desc, e.id limit 1;
    end if;
  end if;
  if v_event.id is null then
    return jsonb_build_object('now', now(), 'board', null);
  end if;
  return jsonb_build_object(
    'now', now(),
    'board', private.capacity_rows(v_event, v_admin) || jsonb_build_object(
      'event', jsonb_build_object('id', v_event.id, 'slug', v_event.slug, 'title', v_event.title, 'status', v_event.status,
        'timeZone', v_event.time_zone, 'startsAt', v_event.starts_at, 'endsAt', v_event.ends_at, 'isTest', v_event.is_test,
        'salesPaused', v_event.sales_paused_at is not null),
      'mayChange', v_admin and v_event.status not in ('cancelled', 'archived') and v_event.ends_at > now(),
      'currency', (select s.currency from public.settings s),
      'paceFrom', v_from,
      'pace', (
        with sold as materialized ( -- by minute, tickets however they were sold and what is sold beside them
          select c.item_id as id, floor(extract(epoch from c.minute - v_from) / 3600)::int as hour, c.minute >= v_latest as latest,
            sum(c.units)::int as units
          from private.sale_counts c
          where c.event_id = v_event.id and c.minute >= v_from
          group by 1, 2, 3
        ), rows as (
          select s.id, s.hour, s.latest, s.units from sold s
          union all
          select tp.pool_id, s.hour, s.latest, s.units from sold s join public.ticket_type_pools tp on tp.ticket_type_id = s.id
          union all
          select a.pool_id, s.hour, s.latest, s.units from sold s join public.add_ons a on a.id = s.id
        ), hours as (
          select r.id, r.hour, sum(r.units)::int as units, coalesce(sum(r.units) filter (where r.latest), 0)::int as latest
          from rows r group by r.id, r.hour
        )
        select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'lastHour', i.latest, 'hours', i.hours) order by i.id), '[]')
        from (
          select x.id, sum(x.latest)::int as latest,
            array(
              select coalesce((select h.units from hours h where h.id = x.id and h.hour = n), 0) from generate_series(0, 23) n order by n
            ) as hours
          from hours x group by x.id having bool_or(x.units <> 0)
        ) i)));
end
$$;
comment on function public.read_capacity_board(uuid) is
  'Returns the sold, held and remaining units of an event by pool, ticket type and release: {now, board}, board as private.capacity_rows '
  'with event, mayChange and pace. pace = by pool and by item the units that were paid for and kept in each of the last 24 clock hours '
  '(hours[23] is the current one, paceFrom begins hours[0]), and in the last 60 minutes and the current one. Without p_event: the event '
  'that is on or next, else the last one; board is null where there is none. Null for an event that the caller may not see. Admins and '
  'moderators; prices for admins alone. Refuses not_allowed.';

create function private.sale_version(p_event uuid)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select md5(concat_ws('|', e.status, e.sales_paused_at, e.ends_at,
      (select string_agg(concat_ws(':', p.id, p.name, p.capacity), ',' order by p.id) from public.capacity_pools p where p.event_id = e.id),
      (select string_agg(concat_ws(':', t.id, t.name, t.paused_at, t.archived_at, t.visibility, t.sale_starts_at, t.sale_ends_at), ','
        order by t.id)
        from public.ticket_types t where t.event_id = e.id),
      (select string_agg(concat_ws(':', r.id, r.position, r.name, r.face_cents, r.quantity, r.ends_at), ',' order by r.id)
        from public.price_releases r join public.ticket_types t on t.id = r.ticket_type_id where t.event_id = e.id),
      (select string_agg(concat_ws(':', i.id, i.name, i.is_paused), ',' order by i.id)
        from private.sold_items(e.id) i join public.line_kinds k on k.kind = i.kind and k.is_extra)))
    from public.events e where e.id = p_event);
end
$$;
comment on function private.sale_version(uuid) is
  'A text that changes with every change to how an event sells (pauses, windows, capacities, releases), but not with sales themselves.';

create function private.change_pause(p_event public.events, p_item uuid, p_paused boolean)
returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_catalogue text;
  v_name text;
begin
  if p_item is null then
    update public.events set sales_paused_at = case when p_paused then now() end
    where id = p_event.id and (sales_paused_at is not null) <> p_paused
    returning title into v_name;
  else
    select k.catalogue into v_catalogue
    from private.sold_items(p_event.id) i join public.line_kinds k on k.kind = i.kind where i.id = p_item;
    if v_catalogue is not null then
      execute format('update %s set paused_at = case when $2 then now() end where id = $1 and (paused_at is not null) <> $2 returning name',
        v_catalogue)
      into v_name using p_item, p_paused;
    end if;
  end if;
  if v_name is null then
    perform private.refuse(409, 'nothing_to_change');
  end if;
  return jsonb_build_object('name', v_name, 'held', (
    select coalesce(sum(l.quantity), 0)
    from public.holds h join public.hold_lines l on l.hold_id = h.id
    where h.event_id = p_event.id and h.status in ('active', 'pinned') and h.expires_at > now()
      and (p_item is null or l.item_id = p_item)));
end
$$;
comment on function private.change_pause(public.events, uuid, boolean) is
  'Pauses or resumes a ticket type, a package, an add-on or a table, or (p_item null) all sales of an event. What is in carts can still '
  'be paid: returns {name, held}.';

create function private.sale_type(p_event uuid, p_type uuid)
returns public.ticket_types
language plpgsql stable set search_path = ''
as $$
declare
  v_type public.ticket_types;
begin
  select * into v_type from public.ticket_types where id = p_type and event_id = p_event and archived_at is null;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return v_type;
end
$$;
comment on function private.sale_type(uuid, uuid) is 'Reads a ticket type that an event sells. Refuses not_found.';

create function private.lock_release(p_event uuid, p_release uuid)
returns public.price_releases
language plpgsql volatile set search_path = ''
as $$
declare
  v_release public.price_releases;
begin
  select r.* into v_release
  from public.price_releases r join public.ticket_types t on t.id = r.ticket_type_id
  where r.id = p_release and t.event_id = p_event
  for no key update of r;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return v_release;
end
$$;
comment on function private.lock_release(uuid, uuid) is 'Locks a price of an event''s ticket types and reads it. Refuses not_found.';

create function private.change_sale_end(p_event public.events, p_type uuid, p_ends_at timestamptz)
returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_type public.ticket_types := private.sale_type(p_event.id, p_type);
begin
  if p_ends_at is null or p_ends_at > p_event.ends_at or p_ends_at <= now()
    or p_ends_at <= least(coalesce(v_type.sale_ends_at, p_event.ends_at), p_event.ends_at) or p_ends_at <= v_type.sale_starts_at then
    perform private.refuse(409, 'sale_end_out_of_range');
  end if;
  update public.ticket_types set sale_ends_at = p_ends_at where id = p_type;
  return jsonb_build_object('name', v_type.name, 'from', least(coalesce(v_type.sale_ends_at, p_event.ends_at), p_event.ends_at),
    'to', p_ends_at);
end
$$;
comment on function private.change_sale_end(public.events, uuid, timestamptz) is
  'Lets a ticket type sell longer, at most until the event ends: {name, from, to}. Refuses sale_end_out_of_range.';

create function private.change_add_release(p_event public.events, p_type uuid, p_release jsonb)
returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_type public.ticket_types := private.sale_type(p_event.id, p_type);
  v_last public.price_releases;
  v_ends_at timestamptz := (p_release ->> 'endsAt')::timestamp at time zone p_event.time_zone;
begin
  -- the editor's form shows twelve
  if (select count(*) from public.price_releases r where r.ticket_type_id = p_type) >= 12 then
    perform private.refuse(409, 'too_many_releases');
  end if;
  if v_ends_at <= now() or coalesce((p_release ->> 'quantity')::int < 1, false) then
    perform private.refuse(422, 'invalid');
  end if;
  select * into v_last from public.price_releases r where r.ticket_type_id = p_type order by r.position desc limit 1;
  insert into public.price_releases (ticket_type_id, position, name, face_cents, quantity, ends_at)
  values (p_type, coalesce(v_last.position + 1, 0), p_release ->> 'name', (p_release ->> 'faceCents')::bigint,
    (p_release ->> 'quantity')::int, v_ends_at);
  return jsonb_build_object('name', v_type.name, 'after', v_last.name,
    -- with neither a number nor an end the one before goes on for ever
    'opens', v_last.id is null or v_last.quantity is not null or v_last.ends_at is not null);
end
$$;
comment on function private.change_add_release(public.events, uuid, jsonb) is
  'Adds a price after the last one of a ticket type: {name, after, opens}; opens false = the one before has neither a quantity nor an '
  'end, so this one waits for ever. Refuses too_many_releases, not_found.';

create function private.change_capacity(p_event public.events, p_pool uuid, p_capacity int)
returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_pool public.capacity_pools;
begin
  select * into v_pool from public.capacity_pools where id = p_pool and event_id = p_event.id;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if p_capacity is null or p_capacity not between 1 and 100000 then
    perform private.refuse(422, 'invalid');
  end if;
  if p_capacity = v_pool.capacity then
    perform private.refuse(409, 'nothing_to_change');
  end if;
  update public.capacity_pools set capacity = p_capacity
  where id = p_pool and sold + held + blocked <= p_capacity;
  if not found then
    perform private.refuse(409, 'capacity_below_sold', jsonb_build_object('pool', v_pool.name,
      'committed', v_pool.sold + v_pool.held + v_pool.blocked, 'sold', v_pool.sold, 'held', v_pool.held, 'blocked', v_pool.blocked));
  end if;
  return jsonb_build_object('name', v_pool.name, 'from', v_pool.capacity, 'to', p_capacity, 'held', v_pool.held);
end
$$;
comment on function private.change_capacity(public.events, uuid, int) is
  'Raises or lowers the capacity of a pool, its row locked and its ended holds given back: {name, from, to, held}. Refuses '
  'capacity_below_sold.';

create function private.change_quantity(p_event public.events, p_release uuid, p_quantity int)
returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_release public.price_releases := private.lock_release(p_event.id, p_release);
begin
  if p_quantity not between 1 and 100000 then
    perform private.refuse(422, 'invalid');
  end if;
  if p_quantity is not distinct from v_release.quantity then
    perform private.refuse(409, 'nothing_to_change');
  end if;
  update public.price_releases set quantity = p_quantity
  where id = p_release and (p_quantity is null or sold + held <= p_quantity);
  if not found then
    perform private.refuse(409, 'release_below_sold',
      jsonb_build_object('release', v_release.name, 'committed', v_release.sold + v_release.held));
  end if;
  return jsonb_build_object('name', v_release.name, 'from', v_release.quantity, 'to', p_quantity, 'held', v_release.held);
end
$$;
comment on function private.change_quantity(public.events, uuid, int) is
  'Raises or lowers how many tickets a release has; null = as many as the pools give: {name, from, to, held}. Refuses release_below_sold.';

create function private.change_end_release(p_event public.events, p_release uuid)
returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_release public.price_releases := private.lock_release(p_event.id, p_release);
begin
  if v_release.ends_at <= now() then
    perform private.refuse(409, 'nothing_to_change');
  end if;
  update public.price_releases set ends_at = now() where id = p_release;
  return jsonb_build_object('name', v_release.name, 'held', v_release.held);
end
$$;
comment on function private.change_end_release(public.events, uuid) is
  'Ends a release at this moment, so that the next one opens; carts keep the price they have: {name, held}.';

create function private.make_sale_change(p_event uuid, p_change jsonb)
returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_event public.events := private.lock_event(p_event);
  v_kind text := p_change ->> 'kind';
  v_type uuid := (p_change ->> 'type')::uuid;
begin
  if v_event.status in ('cancelled', 'archived') or v_event.ends_at <= now() then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_event.status));
  end if;
  if v_kind in ('set_capacity', 'set_quantity') then
    -- Ended holds are given back first: only places that somebody may still pay for keep a number from going down.
    perform 1 from public.capacity_pools p where p.event_id = p_event order by p.id for no key update;
    perform private.lock_stock(p_event, '{}');
  end if;
  return case v_kind
    when 'pause_sale' then private.change_pause(v_event, null, true)
    when 'resume_sale' then private.change_pause(v_event, null, false)
    when 'pause_type' then private.change_pause(v_event, coalesce(v_type, p_event), true)
    when 'resume_type' then private.change_pause(v_event, coalesce(v_type, p_event), false)
    when 'pause_extra' then private.change_pause(v_event, coalesce((p_change ->> 'extra')::uuid, p_event), true)
    when 'resume_extra' then private.change_pause(v_event, coalesce((p_change ->> 'extra')::uuid, p_event), false)
    when 'extend_sale' then private.change_sale_end(v_event, v_type, (p_change ->> 'endsAt')::timestamp at time zone v_event.time_zone)
    when 'add_release' then private.change_add_release(v_event, v_type, p_change)
    when 'set_capacity' then private.change_capacity(v_event, (p_change ->> 'pool')::uuid, (p_change ->> 'capacity')::int)
    when 'set_quantity' then private.change_quantity(v_event, (p_change ->> 'release')::uuid, (p_change ->> 'quantity')::int)
    when 'end_release' then private.change_end_release(v_event, (p_change ->> 'release')::uuid)
  end;
end
$$;
comment on function private.make_sale_change(uuid, jsonb) is
  'Makes one change to a running sale, by its kind, and returns its facts. Locks the event, then (for capacities and quantities) its '
  'pools in id order and the stock of its ended holds, then the release: the order of orders_stock.sql. Refuses not_allowed, not_found, '
  'invalid_state.';

create function public.preview_sale_change(p_event uuid, p_change jsonb default null)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_facts jsonb;
  v_after jsonb;
  v_preview jsonb;
begin
  perform private.require_permission('change_capacity');
  select * into v_event from public.events where id = p_event;
  if not found then
    return null;
  end if;
  v_preview := jsonb_build_object(
    'now', now(), 'version', private.sale_version(p_event), 'currency', (select s.currency from public.settings s),
    'event', jsonb_build_object('id', v_event.id, 'title', v_event.title, 'timeZone', v_event.time_zone, 'endsAt', v_event.ends_at,
      'salesPaused', v_event.sales_paused_at is not null),
    'before', private.capacity_rows(v_event, true));
  if p_change is null then
    return v_preview || '{"facts": null, "after": null}';
  end if;
  begin
    v_facts := private.make_sale_change(p_event, p_change);
    select * into v_event from public.events where id = p_event;
    v_after := private.capacity_rows(v_event, true);
    raise exception 'taken back' using errcode = 'JVBCK';
  exception
    when sqlstate 'JVBCK' then null; -- variables keep their values, rows are as before
  end;
  if v_facts is null then
    perform private.refuse(422, 'invalid');
  end if;
  return v_preview || jsonb_build_object('facts', v_facts, 'after', v_after);
end
$$;
comment on function public.preview_sale_change(uuid, jsonb) is
  'Shows what change_sale would do at this moment: {now, version, currency, event, before, facts, after}; before and after as '
  'private.capacity_rows, version for change_sale. It makes the change and takes it back. Without a change only what is: facts and after '
  'are null. Null when there is no such event. Admins only; refuses as change_sale.';

create function public.change_sale(p_event uuid, p_change jsonb, p_version text, p_key text)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_body jsonb := jsonb_build_array(p_event, p_change, p_version);
  v_response jsonb;
begin
  perform private.require_permission('change_capacity');
  if p_key is null or p_version is null or p_change is null then
    perform private.refuse(422, 'invalid');
  end if;
  perform private.lock_person(v_actor);
  v_response := private.response_for_key(v_actor, p_key, 'change_sale', v_body);
  if v_response is not null then
    return v_response;
  end if;
  perform private.lock_event(p_event);
  if private.sale_version(p_event) <> p_version then
    perform private.refuse(409, 'sale_changed');
  end if;
  v_response := private.make_sale_change(p_event, p_change);
  if v_response is null then
    perform private.refuse(422, 'invalid');
  end if;
  -- the editor's form holds capacities and releases too: it must not write the old ones back
  update public.events set updated_at = clock_timestamp() where id = p_event;
  perform private.audit('event.sale_changed', 'event', p_event::text, jsonb_build_object('change', p_change) || case
    when p_change ->> 'kind' like 'pause%' then '{"from": "on sale", "to": "paused"}'
    when p_change ->> 'kind' like 'resume%' then '{"from": "paused", "to": "on sale"}'
    when p_change ->> 'kind' = 'end_release' then '{"from": "on sale", "to": "ended"}' else '{}' end::jsonb || v_response);
  return private.store_response(v_actor, p_key, 'change_sale', v_body, v_response);
end
$$;
comment on function public.change_sale(uuid, jsonb, text, text) is
  'Makes one change to the running sale of an event and returns its facts. p_change = {kind, ...}: pause_sale, resume_sale; pause_type, '
  'resume_type {type}; pause_extra, resume_extra {extra}; extend_sale {type, endsAt}; add_release {type, name, faceCents, quantity, '
  'endsAt}; set_capacity {pool, capacity}; set_quantity {release, quantity}; end_release {release}; endsAt is wall time of the event '
  '(2026-11-21T22:00). p_version = of the preview that was shown; p_key: idempotency key. Admins only. Refuses sale_changed, '
  'nothing_to_change, capacity_below_sold, release_below_sold, sale_end_out_of_range, too_many_releases, invalid_state, not_found, '
  'invalid, key_reused.';

revoke execute on function
  private.units_in_holds(uuid), private.pool_units(uuid, private.units_in_holds[]), private.capacity_pools(uuid, private.pool_units[]),
  private.capacity_releases(public.events, private.units_in_holds[], boolean),
  private.capacity_types(public.events, private.units_in_holds[], private.pool_units[], boolean),
  private.capacity_extras(public.events, private.units_in_holds[], private.pool_units[], boolean),
  private.capacity_rows(public.events, boolean), private.sale_version(uuid), private.change_pause(public.events, uuid, boolean),
  private.sale_type(uuid, uuid), private.lock_release(uuid, uuid),
  private.change_sale_end(public.events, uuid, timestamptz), private.change_add_release(public.events, uuid, jsonb),
  private.change_capacity(public.events, uuid, int), private.change_quantity(public.events, uuid, int),
  private.change_end_release(public.events, uuid), private.make_sale_change(uuid, jsonb),
  public.read_capacity_board(uuid), public.preview_sale_change(uuid, jsonb), public.change_sale(uuid, jsonb, text, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.read_capacity_board(uuid), public.preview_sale_change(uuid, jsonb), public.change_sale(uuid, jsonb, text, text)
to authenticated;
