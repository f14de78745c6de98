-- Reads events for staff: the editor, the list, and "Today". Admins only.

create function private.event_figures(p_event_ids uuid[])
returns table (event_id uuid, sold int, held int, capacity int, in_now int, net_cents bigint)
-- the row estimate of one page, so that joins look up these events instead of scanning the tables
language plpgsql stable rows 25 set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
begin
  return query
  select e.id, inside.tickets, units.held, coalesce(places.capacity, 0)::int, inside.in_now, money.net_cents
  from unnest(p_event_ids) x (id)
  join public.events e on e.id = x.id
  cross join lateral (
    select coalesce(sum(l.ticket_count), 0)::int as held
    from public.holds h join public.hold_lines l on l.hold_id = h.id
    where h.event_id = e.id and h.status in ('active', 'pinned')
  ) units
  -- Counts the places of the event: a pool that every type draws on limits the total; other pools add up.
  cross join lateral (
    select least(min(p.capacity) filter (where p.of_all), sum(p.capacity) filter (where not p.of_all)) as capacity
    from (
      select c.capacity, not exists (
          select 1 from public.ticket_types t
          where t.event_id = e.id and t.archived_at is null
            and not exists (select 1 from public.ticket_type_pools tp where tp.ticket_type_id = t.id and tp.pool_id = c.id)
        ) as of_all
      from public.capacity_pools c
      where c.event_id = e.id and c.purpose = 'places'
    ) p
  ) places
  cross join lateral (
    select coalesce(sum(c.in_now), 0)::int as in_now, coalesce(sum(c.tickets), 0)::int as tickets from private.door_counts c
      where c.event_id = e.id
  ) inside
  cross join lateral (
    select coalesce(sum(l.cents), 0)::bigint as net_cents from public.ledger_entries l where l.event_id = e.id and not e.is_test
  ) money;
end
$$;
comment on function private.event_figures(uuid[]) is
  'Computes figures of some events: tickets sold and on hold, places, people inside now, and what they earned by the ledger in cents, '
  'which is nothing for a test event. For staff: the caller decides who gets which.';

create function private.staff_event_kinds() returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object(
    -- no event lasts longer than five days: the index by start finds those that are not over
    'upcoming', 'e.status in (''published'', ''postponed'') and e.starts_at > now() - interval ''5 days'' and e.ends_at > now()',
    'draft', 'e.status = ''draft''',
    'past', 'e.status in (''published'', ''postponed'', ''archived'') and e.starts_at < now() '
      'and (e.status = ''archived'' or e.ends_at <= now())',
    'cancelled', 'e.status = ''cancelled''');
end
$$;
comment on function private.staff_event_kinds() is 'Returns the condition, on a row e of events, of each kind that staff list.';

create function private.in_series(p_series uuid) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_series is null then 'true' else format('e.series_id = %L', p_series) end;
end
$$;
comment on function private.in_series(uuid) is 'Returns the condition, on a row e of events, of being in a series; null = in any or none.';

create function private.count_staff_events(p_series uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_kind record;
  v_counts jsonb := '{}';
  v_count int;
begin
  for v_kind in select k.key as name, k.value as condition from jsonb_each_text(private.staff_event_kinds()) k loop
    execute format('select count(*) from (select from public.events e where %s and %s limit 1000) c',
      private.in_series(p_series), v_kind.condition) into v_count;
    v_counts := v_counts || jsonb_build_object(v_kind.name, v_count);
  end loop;
  return v_counts;
end
$$;
comment on function private.count_staff_events(uuid) is
  'Counts the events of each kind, of one series or of all (null), 1000 at most, so that a visit does not count the whole history.';

create function private.find_staff_events(
  p_filter text, p_series uuid, p_sort text, p_cursor text, p_limit int, out ids uuid[], out next_cursor text
)
language plpgsql stable set search_path = ''
as $$
declare
  v_kinds constant jsonb := private.staff_event_kinds();
  v_sorts constant jsonb := jsonb_build_object(
    'date', 'e.starts_at',
    'title', 'lower(e.title)',
    'place', 'lower(concat_ws('', '', nullif((private.whole_place(e)).venue_name, ''''), e.city))',
    'sold', '(select coalesce(sum(r.sold), 0) from public.ticket_types t join public.price_releases r on r.ticket_type_id = t.id
      where t.event_id = e.id)',
    'money', '(select coalesce(sum(l.cents), 0) from public.ledger_entries l where l.event_id = e.id and not e.is_test)');
  v_is_sort boolean := coalesce(v_sorts ? ltrim(p_sort, '-'), false);
  v_by text := case when v_is_sort then ltrim(p_sort, '-') else 'date' end;
  v_key text := v_sorts ->> v_by;
  v_down boolean := case when v_is_sort then p_sort like '-%' else p_filter in ('past', 'cancelled') end;
  v_after text[] := regexp_match(p_cursor, '^(-?[0-9]{1,17})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
begin
  -- A cursor holds what the page ended with: the instant or figure and the id; of a text, which seldom changes, only the id.
  execute format(
      'select array_agg(page.id order by page.place), (array_agg(%5$s || ''_'' || page.id order by page.place))[$1 - 1]
      from (
        select e.id, e.key, row_number() over (order by e.key %1$s, e.id %1$s) as place
        from (select e.id, %2$s as key from public.events e where %6$s and %3$s) e
        where %4$s
        order by e.key %1$s, e.id %1$s
        limit $1
      ) page',
      case when v_down then 'desc' else 'asc' end, v_key, coalesce(v_kinds ->> p_filter, v_kinds ->> 'upcoming'),
      case when v_after is null then 'true' else format('(e.key, e.id) %s (%s, $3)', case when v_down then '<' else '>' end,
        case v_by
          when 'date' then 'to_timestamp(0) + $2 * interval ''1 microsecond'''
          when 'sold' then '$2'
          when 'money' then '$2'
          else format('(select %s from public.events e where e.id = $3)', v_key)
        end) end,
      case v_by when 'date' then '(extract(epoch from page.key) * 1000000)::bigint' when 'sold' then 'page.key'
        when 'money' then 'page.key' else '0' end, private.in_series(p_series))
    into ids, next_cursor using p_limit + 1, v_after[1]::bigint, v_after[2]::uuid;
  if cardinality(ids) <= p_limit then
    next_cursor := null;
  end if;
  ids := ids[:p_limit];
end
$$;
comment on function private.find_staff_events(text, uuid, text, text, int) is
  'Returns the ids of a page of public.list_staff_events in their order, and the cursor of the next page, null on the last.';

create function private.staff_event_rows(p_ids uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', e.id, 'slug', e.slug, 'title', e.title, 'status', e.status, 'visibility', e.visibility, 'isTest', e.is_test,
      'city', e.city, 'venueName', (private.whole_place(e)).venue_name, 'timeZone', e.time_zone,
      'startsAt', e.starts_at, 'endsAt', e.ends_at,
      'state', s.state,
      'sold', f.sold, 'held', f.held, 'capacity', f.capacity, 'netCents', f.net_cents,
      'waiting', private.count_alerts(e.id)
    ) order by p.place), '[]')
    from unnest(p_ids) with ordinality p (id, place)
    join public.events e on e.id = p.id
    join private.event_states(p_ids) s on s.event_id = p.id
    join private.event_figures(p_ids) f on f.event_id = p.id);
end
$$;
comment on function private.staff_event_rows(uuid[]) is 'Returns events, in this order, with their state and figures as staff list them.';

create function public.list_staff_events(
  p_filter text default 'upcoming', p_limit int default 25, p_cursor text default null, p_sort text default null,
  p_series uuid default null
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page record;
begin
  perform private.require_permission('manage_events');
  select * into v_page
  from private.find_staff_events(p_filter, p_series, p_sort, p_cursor, least(greatest(coalesce(p_limit, 25), 1), 200));
  return jsonb_build_object(
    'now', now(),
    'currency', (select s.currency from public.settings s),
    'counts', private.count_staff_events(p_series),
    'nextCursor', v_page.next_cursor,
    'series', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'description', s.description) order by lower(s.name)), '[]')
      from public.event_series s),
    'events', private.staff_event_rows(v_page.ids));
end
$$;
comment on function public.list_staff_events(text, int, text, text, uuid) is
  'A page of the events of one kind (upcoming, draft, past, cancelled) with their figures, and how many there are of each, 1000 meaning '
  'that many or more. p_sort = date, title, place, sold or money, with - from the last or largest (anything else: by date, past and '
  'canceled ones from the latest). Admins only.';

create function public.read_event_editor(p_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_events');
  return (
    with pools as (
      -- the form's key of a pool, by which types refer to pools that have no id yet
      select p.*, 'p' || row_number() over (order by p.created_at, p.id) as key, row_number() over (order by p.created_at, p.id) as place
      from public.capacity_pools p where p.event_id = p_id and p.purpose = 'places'
    )
    select jsonb_build_object(
      'event', to_jsonb(f) || jsonb_build_object(
        'venueName', w.venue_name, 'address', w.address, 'latitude', w.latitude, 'longitude', w.longitude,
        'hasPassword', private.has_password(e.id), 'slug', e.slug, 'status', e.status, 'statusNote', nullif(e.status_note, ''),
        'version', e.updated_at),
      'pools', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', p.id, 'key', p.key, 'name', p.name, 'capacity', p.capacity, 'held', p.held, 'sold', p.sold) order by p.place), '[]')
        from pools p),
      'types', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', t.id, 'name', t.name, 'description', t.description, 'visibility', t.visibility,
          'minPerOrder', t.min_per_order, 'maxPerOrder', t.max_per_order,
          'saleStartsAt', t.sale_starts_at, 'membersSaleStartsAt', t.members_sale_starts_at, 'saleEndsAt', t.sale_ends_at,
          'paused', t.paused_at is not null, 'includesStream', t.includes_stream,
          'pools', (
            select coalesce(jsonb_agg(p.key order by p.place), '[]')
            from public.ticket_type_pools tp join pools p on p.id = tp.pool_id where tp.ticket_type_id = t.id),
          'releases', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'id', r.id, 'name', r.name, 'faceCents', r.face_cents, 'quantity', r.quantity, 'endsAt', r.ends_at,
              'held', r.held, 'sold', r.sold) order by r.position), '[]')
            from public.price_releases r where r.ticket_type_id = t.id)
        ) order by t.position, t.name, t.id), '[]')
        from public.ticket_types t where t.event_id = p_id and t.archived_at is null),
      'figures', (
        select jsonb_build_object('sold', g.sold, 'held', g.held, 'capacity', g.capacity, 'inNow', g.in_now, 'netCents', g.net_cents)
        from private.event_figures(array[p_id]) g),
      'checklist', (
        select jsonb_agg(jsonb_build_object('code', c.code, 'isRequired', c.is_required, 'isDone', c.is_done))
        from private.publish_checklist(e) c),
      'series', (
        select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by lower(s.name)), '[]')
        from public.event_series s),
      'drafts', (
        select coalesce(jsonb_agg(jsonb_build_object('tab', d.tab, 'form', d.form, 'savedAt', d.saved_at)), '[]')
        from public.event_drafts d where d.event_id = p_id and d.owner_id = (select auth.uid())),
      'currency', (select s.currency from public.settings s),
      'now', now()) || private.stored_extras(p_id)
    from private.event_fields f
    join public.events e on e.id = f.id
    cross join lateral private.whole_place(e) w
    where f.id = p_id);
end
$$;
comment on function public.read_event_editor(uuid) is
  'An event as the form of staff takes it, with what is sold and held of each part, all series, and what the caller typed and did not '
  'save; admins only. Null when there is no such event.';

revoke execute on function
  private.event_figures(uuid[]), private.staff_event_kinds(), private.in_series(uuid), private.count_staff_events(uuid),
  private.find_staff_events(text, uuid, text, text, int), private.staff_event_rows(uuid[]),
  public.list_staff_events(text, int, text, text, uuid), public.read_event_editor(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  private.require_permission(text), private.held_units(uuid), private.sold_units(uuid),
  public.list_staff_events(text, int, text, text, uuid), public.read_event_editor(uuid)
to authenticated;
