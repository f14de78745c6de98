-- Reads the events screens: one function per screen, one round trip each.
-- The public functions run as their owner, because lists and pages show part of an event to people who may not read its row (a members
-- event without its place, an unlisted one to people with its address) and compute offers from counters that only staff read.
-- Each function checks in its body who sees what. The functions they call are granted to no role.
-- Filters use indexes, and the offers of a page are computed as one set: the cost of a page grows with the rows it shows,
-- not with the number of past events.

create function private.business_date(p_at timestamptz, p_time_zone text)
returns date
language plpgsql stable strict parallel safe set search_path = ''
as $$
begin
  return ((p_at at time zone p_time_zone) - interval '5 hours')::date;
end
$$;
comment on function private.business_date(timestamptz, text) is
  'Returns the business date of an instant in a time zone: a business day begins at 5 AM.';

create view private.upcoming_events with (security_invoker = true) as
select e.* from public.events e
where e.visibility in ('public', 'members') and not e.is_test and e.status in ('published', 'postponed', 'cancelled')
  -- no event lasts longer than five days: the index by start finds those that are not over
  and e.starts_at > now() - interval '5 days' and e.ends_at > now();
comment on view private.upcoming_events is
  'Upcoming events of the public lists: no unlisted and no test events; a cancelled event stays until its date has passed.';

create view private.past_events with (security_invoker = true) as
select e.* from public.events e
where e.visibility in ('public', 'members') and not e.is_test and e.status in ('published', 'archived')
  and e.starts_at < now() and e.ends_at <= now();
comment on view private.past_events is 'Past events of the public lists.';

create function private.event_states(p_event_ids uuid[])
returns table (event_id uuid, state text, from_cents bigint, sale_starts_at timestamptz)
-- the row estimate of one page, so that joins look up these events instead of scanning the tables
language plpgsql stable rows 25 set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
begin
  return query
  select e.id,
    case
      when e.status = 'cancelled' then 'cancelled'
      when e.status = 'postponed' then 'postponed'
      when e.ends_at <= now() then 'ended'
      when o.on_sale then case when o.sale_price = 0 then 'free' else 'on_sale' end
      when o.low then 'low'
      when o.not_yet then 'not_yet'
      when o.members_only then 'members_only'
      when o.paused then 'paused'
      when o.sold_out then 'sold_out'
      when o.types > 0 then 'ended'
      -- whose types nobody but members learns of
      when e.visibility = 'members' and not private.is_member() then 'members_only'
      else 'paused'
    end,
    case
      when e.status <> 'published' or e.ends_at <= now() then null
      when o.on_sale or o.low then o.sale_price
      else o.later_price
    end,
    case when not coalesce(o.on_sale or o.low, false) then o.opens_at end
  from public.events e
  left join (
    select r.event_id, count(*) as types,
      bool_or(r.state = 'on_sale') as on_sale,
      bool_or(r.state = 'low') as low,
      bool_or(r.state = 'not_yet') as not_yet,
      bool_or(r.state = 'members_only') as members_only,
      bool_or(r.state = 'paused') as paused,
      bool_or(r.state = 'sold_out') as sold_out,
      min(r.price_cents) filter (where r.state in ('on_sale', 'low')) as sale_price,
      min(r.price_cents) filter (where r.state = 'not_yet') as later_price,
      min(r.sale_starts_at) filter (where r.state = 'not_yet') as opens_at
    from private.offer_rows(p_event_ids) r
    group by r.event_id
  ) o on o.event_id = e.id
  where e.id = any (p_event_ids);
end
$$;
comment on function private.event_states(uuid[]) is
  'The state of each event for cards and headings, from the states of its types as the caller sees them. from_cents = the lowest price on '
  'sale, else the lowest to come, with fees.';

create function private.is_locked(p_event public.events)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_event.visibility = 'members' and not private.is_member();
end
$$;
comment on function private.is_locked(public.events) is
  'Returns whether the caller has to sign in to see where an event is and what it sells.';

create function private.locked_fields(p_fields jsonb)
returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(f.key, case
    when f.key = any ('{id, slug, title, summary, visibility, status, statusNote, isTest, neighborhood, city, region, country, timeZone,
      doorsAt, startsAt, endsAt, lastEntryAt, previousStartsAt, reentries, minAge, dressCode, idPolicy, genres, imagePath, imageAlt,
      locked, updatedAt, venueHidden, venueRevealsAt}') then f.value
    -- hidden, as the screens want a text and a list
    when f.key in ('venueName', 'description') then '""'
    when f.key = 'lineUp' then '[]'
    else 'null' end)
  from jsonb_each(p_fields) f
$$;
comment on function private.locked_fields(jsonb) is
  'Empties the fields of an event that are not for people who have to sign in to see it: all but those listed here. A new field is hidden '
  'until it is listed.';

create function private.event_cards(p_event_ids uuid[])
returns jsonb[]
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_member boolean := private.is_member();
begin
  return (
    select coalesce(array_agg(
      case when e.visibility = 'members' and not v_member then private.locked_fields(c.card) else c.card end
        || jsonb_build_object('state', s.state, 'fromCents', s.from_cents, 'saleStartsAt', s.sale_starts_at) order by p.place), '{}')
    from unnest(p_event_ids) with ordinality p (id, place)
    join public.events e on e.id = p.id
    join private.event_states(p_event_ids) s on s.event_id = p.id
    cross join lateral (
      select jsonb_build_object(
        'id', e.id, 'slug', e.slug, 'title', e.title, 'summary', e.summary, 'venueName', e.venue_name,
        'neighborhood', nullif(e.neighborhood, ''), 'city', e.city, 'region', e.region,
        'timeZone', e.time_zone, 'doorsAt', e.doors_at, 'startsAt', e.starts_at, 'endsAt', e.ends_at,
        'minAge', e.min_age, 'genres', e.genres, 'imagePath', e.image_path, 'imageAlt', nullif(e.image_alt, ''),
        'status', e.status, 'visibility', e.visibility) as card
    ) c);
end
$$;
comment on function private.event_cards(uuid[]) is
  'Events as lists show them, in the order given; of a members event only private.locked_fields to people who are not members.';

create function private.listed_cities(p_past boolean)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  -- Skips through the index from each city to the next: the cost is the number of cities, not of events. "order by ... limit 1"
  -- keeps the planner from collecting all of a city's events before it takes the first.
  return (
    with recursive cities (city) as (
      (select e.city from public.events e
      where e.visibility in ('public', 'members') and not e.is_test order by e.city limit 1)
      union all
      select (
        select e.city from public.events e
        where e.visibility in ('public', 'members') and not e.is_test and e.city > c.city order by e.city limit 1)
      from cities c where c.city is not null
    )
    select coalesce(jsonb_agg(c.city order by c.city), '[]')
    from cities c
    where c.city is not null and case
      when p_past then (select true from private.past_events e where e.city = c.city order by e.ends_at limit 1)
      else (select true from private.upcoming_events e where e.city = c.city order by e.ends_at desc limit 1)
    end);
end
$$;
comment on function private.listed_cities(boolean) is 'The cities of the public list, upcoming or past.';

create function private.listed_months(p_past boolean)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_first timestamptz;
  v_last timestamptz;
begin
  if p_past then
    select min(e.starts_at), max(e.starts_at) into v_first, v_last from private.past_events e;
  else
    select min(e.starts_at), max(e.starts_at) into v_first, v_last from private.upcoming_events e;
  end if;
  -- Each month asks the index for one event of its days that are the same month everywhere, and only a month without any asks
  -- its first and last days: the cost is the number of months, not of events.
  return (
    select coalesce(jsonb_agg(m.name order by m.name), '[]')
    from (
      select x at time zone 'utc' as starts, (x + interval '1 month') at time zone 'utc' as ends, to_char(x, 'YYYY-MM') as name
      from generate_series(date_trunc('month', v_first at time zone 'utc' - interval '1 day'),
        v_last at time zone 'utc' + interval '1 day', interval '1 month') x
    ) m
    where case
      when p_past and (
        select true from private.past_events e
        where e.starts_at >= m.starts + interval '1 day' and e.starts_at < m.ends - interval '1 day'
        order by e.starts_at limit 1) then true
      when not p_past and (
        select true from private.upcoming_events e
        where e.starts_at >= m.starts + interval '1 day' and e.starts_at < m.ends - interval '1 day'
        order by e.starts_at limit 1) then true
      when p_past then exists (
        select 1 from private.past_events e
        where (e.starts_at between m.starts - interval '1 day' and m.starts + interval '1 day'
            or e.starts_at between m.ends - interval '1 day' and m.ends + interval '1 day')
          and to_char(e.starts_at at time zone e.time_zone, 'YYYY-MM') = m.name)
      else exists (
        select 1 from private.upcoming_events e
        where (e.starts_at between m.starts - interval '1 day' and m.starts + interval '1 day'
            or e.starts_at between m.ends - interval '1 day' and m.ends + interval '1 day')
          and to_char(e.starts_at at time zone e.time_zone, 'YYYY-MM') = m.name)
    end);
end
$$;
comment on function private.listed_months(boolean) is
  'The months of the public list, upcoming or past, each event counted in its own zone (YYYY-MM).';

create function private.page_cursor(p_at timestamptz, p_id uuid)
returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (extract(epoch from p_at) * 1000000)::bigint || '_' || p_id;
end
$$;
comment on function private.page_cursor(timestamptz, uuid) is 'Builds the cursor of the page after this row, for lists ordered by date.';

create function private.read_cursor(p_cursor text, out after_at timestamptz, out after_id uuid)
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if p_cursor ~ '^[0-9]{1,17}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    after_at := to_timestamp(0) + split_part(p_cursor, '_', 1)::bigint * interval '1 microsecond';
    after_id := split_part(p_cursor, '_', 2)::uuid;
  end if;
end
$$;
comment on function private.read_cursor(text) is
  'Parses a cursor of page_cursor; returns nulls for any other text, so that the list starts at its first page.';

create function private.event_filters(p_city text, p_genre text, p_price text, p_age int) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return concat_ws(' and ', 'true',
    case when p_city is not null then 'lower(e.city) = lower($1)' end,
    case when p_genre is not null then 'e.genres @> array[$2]' end,
    case when p_age is not null then 'e.min_age = $3' end,
    case when p_price is not null then format(
      'exists (
        select 1 from public.ticket_types t join public.price_releases r on r.ticket_type_id = t.id
        where t.event_id = e.id and t.archived_at is null and t.visibility = ''public'' and r.face_cents %s 0)',
      case p_price when 'free' then '=' else '<>' end) end);
end
$$;
comment on function private.event_filters(text, text, text, int) is
  'The conditions of list_events on an event e for the filters that are set, so that each uses its own index. Values are parameters, '
  'never part of the text: $1 the city, $2 the genre, $3 the age.';

create function private.event_dates(p_when text, p_month text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when p_when = 'tonight' then
      'e.starts_at between now() - interval ''6 days'' and now() + interval ''2 days''
        and (private.business_date(e.starts_at, e.time_zone) = private.business_date(now(), e.time_zone)
          or (e.starts_at <= now() and now() < e.ends_at))'
    -- Friday to Sunday of this week as far as they are not over; from Monday to Thursday those that come
    when p_when = 'weekend' then
      'e.starts_at between now() - interval ''6 days'' and now() + interval ''9 days'' and (
        select private.business_date(e.starts_at, e.time_zone)
          between greatest(tonight, tonight - extract(isodow from tonight)::int + 5) and tonight - extract(isodow from tonight)::int + 7
        from private.business_date(now(), e.time_zone) tonight)'
    when p_when = 'month' and p_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$' then
      'e.starts_at between $4 - interval ''1 day'' and $4 + interval ''1 month 1 day''
        and to_char(e.starts_at at time zone e.time_zone, ''YYYY-MM'') = $5'
    when p_when = 'month' then 'false'
    else 'true'
  end;
end
$$;
comment on function private.event_dates(text, text) is
  'The condition of list_events on the dates of an event e. Compares business dates in the event''s own zone; its first part is the '
  'widest possible span, for the index. $4 is the first instant of the month, $5 its name.';

create function public.list_events(
  p_city text default null, p_when text default null, p_month text default null, p_genre text default null,
  p_price text default null, p_age int default null, p_past boolean default false, p_cursor text default null,
  p_limit int default 24
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 24), 1), 100);
  v_past boolean := coalesce(p_past, false);
  v_after record := private.read_cursor(p_cursor);
  v_filters text := private.event_filters(p_city, p_genre, p_price, p_age);
  v_ids uuid[];
  v_starts timestamptz[];
  v_nearest jsonb;
  v_next text;
begin
  execute format(
      'select array_agg(page.id order by page.place), array_agg(page.starts_at order by page.place)
      from (
        select e.id, e.starts_at, row_number() over (order by e.starts_at %s, e.id) as place
        from private.%I e
        where %s and %s and %s
        order by e.starts_at %s, e.id
        limit $6
      ) page',
      case when v_past then 'desc' end, case when v_past then 'past_events' else 'upcoming_events' end,
      v_filters, private.event_dates(p_when, p_month),
      case
        when v_after.after_at is null then 'true'
        when v_past then 'e.starts_at <= $7 and (e.starts_at < $7 or e.id > $8)'
        else 'e.starts_at >= $7 and (e.starts_at > $7 or e.id > $8)'
      end,
      case when v_past then 'desc' end)
    into v_ids, v_starts
    using p_city, p_genre, p_age,
      case when p_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$' then (p_month || '-01')::timestamp at time zone 'utc' end, p_month,
      v_limit + 1, v_after.after_at, v_after.after_id;
  if cardinality(v_ids) > v_limit then
    v_next := private.page_cursor(v_starts[v_limit], v_ids[v_limit]);
  end if;

  if v_ids is null and not v_past then
    execute format(
        'select jsonb_build_object(''id'', e.id, ''slug'', e.slug, ''title'', e.title, ''city'', e.city,
          ''startsAt'', e.starts_at, ''timeZone'', e.time_zone, ''sameFilters'', true)
        from private.upcoming_events e where e.status = ''published'' and %s order by e.starts_at, e.id limit 1', v_filters)
      into v_nearest using p_city, p_genre, p_age;
    if v_nearest is null then
      select jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'city', e.city,
          'startsAt', e.starts_at, 'timeZone', e.time_zone, 'sameFilters', false)
        into v_nearest
      from private.upcoming_events e where e.status = 'published' order by e.starts_at, e.id limit 1;
    end if;
  end if;

  return jsonb_build_object(
    'events', to_jsonb(private.event_cards(coalesce(v_ids[:v_limit], '{}'))),
    'nextCursor', v_next,
    'nearest', v_nearest,
    'cities', private.listed_cities(v_past),
    'months', private.listed_months(v_past),
    'currency', (select s.currency from public.settings s),
    'now', now());
end
$$;
comment on function public.list_events(text, text, text, text, text, int, boolean, text, int) is
  'A page of the public list, soonest first (past: latest first), with the choices of its filters. nearest = the soonest event when none '
  'matches; sameFilters = whether it matches every filter but the date.';

create function public.read_home(p_city text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids uuid[];
  v_hero uuid;
  v_tonight uuid[];
  v_weekend uuid[];
  v_coming uuid[];
  v_cards jsonb;
  v_cities jsonb := private.listed_cities(false);
  v_city text := (select c from jsonb_array_elements_text(v_cities) c where lower(c) = lower(p_city) limit 1);
begin
  v_ids := array(
    select e.id from private.upcoming_events e where e.status = 'published' order by e.starts_at, e.id limit 24);
  -- leads with the first event that sells, unless it began hours ago and nobody is let in any more
  select e.id into v_hero
  from unnest(v_ids) with ordinality i (id, place)
  join public.events e on e.id = i.id
  join private.event_states(v_ids) s on s.event_id = e.id
  order by s.state not in ('on_sale', 'low', 'free'),
    not (e.starts_at > now() - interval '2 hours' or coalesce(e.last_entry_at > now(), false)), i.place
  limit 1;
  v_tonight := array(
    select e.id from public.events e
    where e.id = any (v_ids) and e.id <> v_hero
      and (private.business_date(e.starts_at, e.time_zone) = private.business_date(now(), e.time_zone) or e.starts_at <= now())
    order by e.starts_at, e.id limit 8);
  v_weekend := array(
    select e.id from public.events e cross join lateral private.business_date(now(), e.time_zone) tonight
    where e.id = any (v_ids) and e.id <> v_hero and e.id <> all (v_tonight)
      and private.business_date(e.starts_at, e.time_zone)
        between tonight - extract(isodow from tonight)::int + 5 and tonight - extract(isodow from tonight)::int + 7
    order by e.starts_at, e.id limit 8);
  v_coming := case
    when v_city is null then array(
      select i.id from unnest(v_ids) with ordinality i (id, place)
      where i.id <> v_hero and i.id <> all (v_tonight) and i.id <> all (v_weekend) order by i.place limit 6)
    else array(
      select e.id from private.upcoming_events e
      where e.status = 'published' and lower(e.city) = lower(v_city) order by e.starts_at, e.id limit 6)
  end;
  -- each event once, whatever sections it is in
  select coalesce(jsonb_object_agg(c.card ->> 'id', c.card), '{}') into v_cards
  from unnest(private.event_cards(array(
    select distinct x from unnest(v_hero || v_tonight || v_weekend || v_coming) x))) c (card);
  return jsonb_build_object(
    'hero', v_cards -> v_hero::text,
    'tonight', (select coalesce(jsonb_agg(v_cards -> i.id::text order by i.place), '[]')
      from unnest(v_tonight) with ordinality i (id, place)),
    'weekend', (select coalesce(jsonb_agg(v_cards -> i.id::text order by i.place), '[]')
      from unnest(v_weekend) with ordinality i (id, place)),
    'upcoming', (select coalesce(jsonb_agg(v_cards -> i.id::text order by i.place), '[]')
      from unnest(v_coming) with ordinality i (id, place)),
    'city', v_city,
    'cities', v_cities,
    'currency', (select s.currency from public.settings s),
    'now', now());
end
$$;
comment on function public.read_home(text) is
  'Reads the events of the home page: the one that leads (the soonest that sells and still admits), the others of this evening and of '
  'this weekend, then six that come, or those of a city. An event that leads is in no other section but its city''s.';

create function private.preview_offer(p_event public.events)
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', 'ticket', 'id', t.id, 'name', t.name, 'description', nullif(t.description, ''), 'state', 'not_yet', 'releaseName', r.name,
    'fullPriceCents', null, 'totals', '[]'::jsonb, 'membersSaleStartsAt', t.members_sale_starts_at,
    'priceCents', p.face_cents + p.fee_cents, 'feeCents', coalesce(p.fee_cents, 0), 'taxCents', coalesce(p.tax_cents, 0),
    'left', null, 'minPerOrder', t.min_per_order, 'maxPerOrder', t.max_per_order,
    'saleStartsAt', t.sale_starts_at, 'saleEndsAt', coalesce(t.sale_ends_at, p_event.ends_at)
  ) order by t.position, t.name, t.id), '[]')
  from public.ticket_types t
  left join lateral (
    select * from public.price_releases x where x.ticket_type_id = t.id order by x.position limit 1
  ) r on true
  left join lateral private.price_unit(r.face_cents, p_event.fee_fixed_cents, p_event.fee_bps, p_event.tax_bps, p_event.tax_on_fees) p
    on true
  where t.event_id = p_event.id and t.archived_at is null and t.visibility <> 'staff'
$$;
comment on function private.preview_offer(public.events) is 'Computes what a draft would sell, for the preview of staff.';

create function private.similar_events(p_event public.events)
returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  -- Compares the soonest of the city and the soonest of all: the cost does not grow with the calendar.
  return array(
    select near.id
    from (
      (select e.id, e.starts_at, e.city, e.genres from private.upcoming_events e
      where e.status = 'published' and e.id <> p_event.id and lower(e.city) = lower(p_event.city)
      order by e.starts_at, e.id limit 12)
      union
      (select e.id, e.starts_at, e.city, e.genres from private.upcoming_events e
      where e.status = 'published' and e.id <> p_event.id
      order by e.starts_at, e.id limit 48)
    ) near
    cross join lateral (
      select 2 * (lower(near.city) = lower(p_event.city))::int + (near.genres && p_event.genres)::int as likeness) l
    where l.likeness > 0
    order by l.likeness desc, near.starts_at, near.id limit 4);
end
$$;
comment on function private.similar_events(public.events) is
  'Up to four coming events of the public lists like this one: those of its city with its music first, then of its city, then with its '
  'music.';

create function private.people_going(p_event public.events)
returns int
language plpgsql stable set search_path = ''
as $$
declare
  v_tickets int;
begin
  if not p_event.show_going or p_event.is_test or p_event.status <> 'published' or p_event.ends_at <= now() then
    return null;
  end if;
  select count(*) into v_tickets from public.tickets k where k.event_id = p_event.id and private.ticket_is_valid(k.status);
  return case when v_tickets >= 10 then v_tickets / 10 * 10 end;
end
$$;
comment on function private.people_going(public.events) is
  'How many tickets of an event to come are valid, rounded down to tens; null where staff do not show it, below ten, and for a test event.';

create function private.own_code(p_event_id uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select private.code_terms(c.code) || jsonb_build_object('state', c.state, 'endsAt', (c.code).ends_at,
      -- true when the code may cover only some of several items: their total is then not the sum of their single prices
      'limited', num_nonnulls((c.code).max_units, (c.code).max_units_per_order, (c.code).budget_cents) > 0)
    from private.codes_of(array[p_event_id], auth.uid()) c
    where private.caller_role() is not null);
end
$$;
comment on function private.own_code(uuid) is
  'The code that the caller typed in for an event, with what it does and its state; null without one.';

create function private.more_dates(p_event public.events)
returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'description', s.description, 'dates', (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'slug', d.slug, 'title', d.title, 'startsAt', d.starts_at,
      'timeZone', d.time_zone, 'city', d.city) order by d.starts_at, d.id), '[]')
    from (
      select e.id, e.slug, e.title, e.starts_at, e.time_zone, e.city from private.upcoming_events e
      where e.series_id = s.id and e.id <> p_event.id and e.status = 'published'
      order by e.starts_at, e.id limit 8
    ) d))
  from public.event_series s where s.id = p_event.series_id
$$;
comment on function private.more_dates(public.events) is
  'The series of an event with its other dates that are to come and in the public lists, the soonest first; null without a series.';

create function private.own_hold(p_event_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', h.id, 'expiresAt', h.expires_at, 'units', (
      select sum(l.quantity) from public.hold_lines l join public.line_kinds k on k.kind = l.kind
      where l.hold_id = h.id and k.needs_event))
    from public.holds h
    where h.owner_id = auth.uid() and h.kind = 'cart' and h.status in ('active', 'pinned') and h.expires_at > now()
      and h.event_id = p_event_id and private.caller_role() is not null);
end
$$;
comment on function private.own_hold(uuid) is
  'Returns the caller''s live cart of an event: {id, expiresAt, units}; units = those of its event items. Null without one.';

create function private.page_fields(p_event public.events)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_locked boolean := private.is_locked(p_event);
  v_fields jsonb;
begin
  select to_jsonb(f) into v_fields from private.event_fields f where f.id = p_event.id;
  v_fields := v_fields || jsonb_build_object(
    'slug', p_event.slug, 'status', p_event.status, 'statusNote', nullif(p_event.status_note, ''),
    'previousStartsAt', p_event.previous_starts_at, 'neighborhood', nullif(p_event.neighborhood, ''),
    'dressCode', nullif(p_event.dress_code, ''), 'idPolicy', nullif(p_event.id_policy, ''),
    'imageAlt', nullif(p_event.image_alt, ''), 'locked', v_locked, 'updatedAt', p_event.updated_at,
    'lineUp', private.line_up(p_event.line_up), 'going', private.people_going(p_event)
  ) || private.event_place(p_event, case when private.holds_ticket(p_event.id) then 'holder' else 'visitor' end);
  return case when v_locked then private.locked_fields(v_fields) else v_fields end;
end
$$;
comment on function private.page_fields(public.events) is
  'The fields of an event as its page shows them to the caller, who may open it; private.locked_fields to people who have to sign in.';

create function public.read_share_card(p_id uuid)
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when e.visibility = 'members' then private.locked_fields(c.card) else c.card end || jsonb_build_object('brand', s.brand)
  from public.events e cross join public.settings s
  cross join lateral (
    select jsonb_build_object('id', e.id, 'title', e.title, 'status', e.status, 'visibility', e.visibility, 'startsAt', e.starts_at,
      'timeZone', e.time_zone, 'venueName', e.venue_name, 'neighborhood', nullif(e.neighborhood, ''), 'city', e.city,
      'region', e.region, 'country', e.country, 'imagePath', e.image_path, 'latitude', e.latitude, 'longitude', e.longitude) as card
  ) c
  where e.id = p_id and e.status <> 'draft' and e.visibility <> 'password'
$$;
comment on function public.read_share_card(uuid) is
  'Returns the facts for the pictures of an event (that of a shared link, and the map): those that any visitor with its address may know, '
  'the same for every caller. Null for a draft and for an event with a password.';

create function public.list_sitemap_years()
returns int[]
language sql stable set search_path = ''
as $$
  -- For each year, reads from the index the first event after it: the cost is the number of years, not of events.
  with recursive years (year) as (
    (select extract(year from e.starts_at at time zone 'utc')::int from public.events e
    where e.visibility = 'public' and not e.is_test and e.status in ('published', 'postponed', 'cancelled')
    order by e.starts_at, e.id limit 1)
    union all
    select (
      select extract(year from e.starts_at at time zone 'utc')::int from public.events e
      where e.visibility = 'public' and not e.is_test and e.status in ('published', 'postponed', 'cancelled')
        and e.starts_at >= make_timestamptz(y.year + 1, 1, 1, 0, 0, 0, 'utc')
      order by e.starts_at, e.id limit 1)
    from years y where y.year is not null
  )
  select coalesce(array_agg(y.year order by y.year), '{}') from years y where y.year is not null
$$;
comment on function public.list_sitemap_years() is
  'The years (UTC) in which an event starts that the sitemap lists, ascending; under row policies, the same for every caller.';

create function public.list_sitemap_events(p_year int)
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'slug', e.slug, 'updatedAt', e.updated_at) order by e.starts_at, e.id), '[]')
  from (
    select e.id, e.slug, e.updated_at, e.starts_at from public.events e
    where e.visibility = 'public' and not e.is_test and e.status in ('published', 'postponed', 'cancelled')
      and e.starts_at >= make_timestamptz(p_year, 1, 1, 0, 0, 0, 'utc')
      and e.starts_at < make_timestamptz(p_year + 1, 1, 1, 0, 0, 0, 'utc')
    order by e.starts_at, e.id
    -- as many as one file may list
    limit 50000
  ) e
$$;
comment on function public.list_sitemap_events(int) is
  'The events of one year (UTC) that the sitemap lists: public ones that are or were in the lists, in order of their start, 50,000 at '
  'most; under row policies, the same for every caller.';

revoke execute on function
  private.business_date(timestamptz, text), private.event_states(uuid[]), private.is_locked(public.events), private.locked_fields(jsonb),
  private.page_fields(public.events), private.event_cards(uuid[]), private.listed_cities(boolean), private.listed_months(boolean),
  private.page_cursor(timestamptz, uuid), private.read_cursor(text), private.preview_offer(public.events),
  private.more_dates(public.events), private.people_going(public.events),
  public.list_events(text, text, text, text, text, int, boolean, text, int), public.read_home(text), public.read_share_card(uuid),
  public.list_sitemap_years(), public.list_sitemap_events(int)
from public, anon, authenticated, service_role;
grant execute on function
  public.list_events(text, text, text, text, text, int, boolean, text, int), public.read_home(text), public.read_share_card(uuid),
  public.list_sitemap_years(), public.list_sitemap_events(int)
to anon, authenticated, service_role;
