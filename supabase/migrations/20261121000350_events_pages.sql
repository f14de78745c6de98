-- What the events screens read: one function per screen, one round trip each.
-- The public functions only pass the question on; the private ones run as owner and say themselves who sees what.
-- What is asked for each event of a list is plpgsql, which keeps its plans; SQL functions are planned anew at each call.

create function private.night_of(p_at timestamptz, p_time_zone text)
returns date
language plpgsql stable strict parallel safe set search_path = ''
as $$
begin
  return ((p_at at time zone p_time_zone) - interval '5 hours')::date;
end
$$;
comment on function private.night_of(timestamptz, text) is
  'The evening that an instant belongs to in a zone: a night lasts until five in the morning.';

create function private.is_listed(p_event public.events, p_past boolean)
returns boolean
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return p_event.visibility in ('public', 'members') and not p_event.is_test
    and case when p_past
      then p_event.ends_at <= now() and p_event.status in ('published', 'archived')
      else p_event.ends_at > now() and p_event.status in ('published', 'postponed', 'cancelled')
    end;
end
$$;
comment on function private.is_listed(public.events, boolean) is
  'Whether lists show an event, before or after its end. Unlisted and test events never are; a cancelled night leaves the lists with its date.';

create function private.matches_when(p_event public.events, p_when text, p_month text)
returns boolean
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  v_night date := private.night_of(p_event.starts_at, p_event.time_zone);
  v_tonight date := private.night_of(now(), p_event.time_zone);
  v_friday date := v_tonight - extract(isodow from v_tonight)::int + 5;
begin
  return case p_when
    when 'tonight' then v_night = v_tonight or (p_event.starts_at <= now() and now() < p_event.ends_at)
    -- Friday to Sunday of this week as far as they are not over; from Monday to Thursday those that come
    when 'weekend' then v_night between v_friday and v_friday + 2 and v_night >= v_tonight
    when 'month' then to_char(p_event.starts_at at time zone p_event.time_zone, 'YYYY-MM') = p_month
    else true
  end;
end
$$;
comment on function private.matches_when(public.events, text, text) is
  'Whether an event falls on a choice of the date filter (tonight, weekend, month), counted in the event''s own zone.';

create function private.matches_filters(p_event public.events, p_city text, p_genre text, p_price text, p_age int)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (p_city is null or lower(p_event.city) = lower(p_city))
    and (p_genre is null or p_event.genres @> array[p_genre])
    and (p_age is null or p_event.min_age = p_age)
    and (p_price is null or exists (
      select 1
      from public.ticket_types t
      join public.price_releases r on r.ticket_type_id = t.id
      where t.event_id = p_event.id and t.archived_at is null and t.visibility <> 'staff'
        and (r.face_cents = 0) = (p_price = 'free')));
end
$$;
comment on function private.matches_filters(public.events, text, text, text, int) is
  'Whether an event matches the filters of the list other than the date. Free = some ticket costs nothing, paid = some ticket has a price.';

create function private.event_state(
  p_event public.events, out state text, out from_cents bigint, out sale_starts_at timestamptz
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  select
    case
      when p_event.status = 'cancelled' then 'cancelled'
      when p_event.status = 'postponed' then 'postponed'
      when p_event.ends_at <= now() then 'ended'
      when o.on_sale then case when o.sale_price = 0 then 'free' else 'on_sale' end
      when o.low then 'low'
      when o.not_yet then 'not_yet'
      when o.members_only then 'members_only'
      when o.paused then 'paused'
      when o.sold_out then 'sold_out'
      when o.types > 0 then 'ended'
      else 'paused'
    end,
    case
      when p_event.status <> 'published' or p_event.ends_at <= now() then null
      when o.on_sale or o.low then o.sale_price
      else o.later_price
    end,
    case when not (o.on_sale or o.low) then o.opens_at end
  into state, from_cents, sale_starts_at
  from (
    select count(*) as types,
      coalesce(bool_or(r.state = 'on_sale'), false) as on_sale,
      coalesce(bool_or(r.state = 'low'), false) as low,
      coalesce(bool_or(r.state = 'not_yet'), false) as not_yet,
      coalesce(bool_or(r.state = 'members_only'), false) as members_only,
      coalesce(bool_or(r.state = 'paused'), false) as paused,
      coalesce(bool_or(r.state = 'sold_out'), false) as sold_out,
      min(r.price_cents) filter (where r.state in ('on_sale', 'low')) as sale_price,
      min(r.price_cents) filter (where r.state = 'not_yet') as later_price,
      min(r.sale_starts_at) filter (where r.state = 'not_yet') as opens_at
    from private.offer_rows(p_event.id) r
  ) o;
end
$$;
comment on function private.event_state(public.events) is
  'An event in one word for cards and headings, from the states of its types as the caller sees them. from_cents = the lowest price on sale, else the lowest to come, with fees.';

create function private.is_locked(p_event public.events)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_event.visibility = 'members' and not private.is_member();
end
$$;
comment on function private.is_locked(public.events) is
  'Whether the caller has to sign in to see where an event is and what it sells.';

create function private.event_card(p_event public.events)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_sale record := private.event_state(p_event);
begin
  return jsonb_build_object(
    'id', p_event.id, 'slug', p_event.slug, 'title', p_event.title, 'summary', p_event.summary,
    'venue_name', case when private.is_locked(p_event) then '' else p_event.venue_name end,
    'neighborhood', p_event.neighborhood, 'city', p_event.city, 'region', p_event.region,
    'time_zone', p_event.time_zone, 'doors_at', p_event.doors_at, 'starts_at', p_event.starts_at, 'ends_at', p_event.ends_at,
    'min_age', p_event.min_age, 'genres', p_event.genres, 'image_path', p_event.image_path, 'image_alt', p_event.image_alt,
    'status', p_event.status, 'visibility', p_event.visibility,
    'state', v_sale.state, 'from_cents', v_sale.from_cents, 'sale_starts_at', v_sale.sale_starts_at);
end
$$;
comment on function private.event_card(public.events) is
  'An event as lists show it. The place of a members event is named to members only.';

create function private.list_events(
  p_city text, p_when text, p_month text, p_genre text, p_price text, p_age int, p_past boolean, p_cursor text, p_limit int
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 24), 1), 100);
  v_past boolean := coalesce(p_past, false);
  v_after_at timestamptz;
  v_after_id uuid;
  v_events jsonb;
  v_next text;
  v_nearest jsonb;
begin
  -- a cursor that is not one of ours starts at the first page
  if p_cursor ~ '^[0-9]{1,17}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    v_after_at := to_timestamp(0) + split_part(p_cursor, '_', 1)::bigint * interval '1 microsecond';
    v_after_id := split_part(p_cursor, '_', 2)::uuid;
  end if;

  select
    coalesce(jsonb_agg(private.event_card(page.event) order by page.place) filter (where page.place <= v_limit), '[]'),
    case when count(*) > v_limit then max(page.cursor) filter (where page.place = v_limit) end
  into v_events, v_next
  from (
    select e as event,
      (extract(epoch from e.starts_at) * 1000000)::bigint || '_' || e.id as cursor,
      row_number() over (
        order by case when not v_past then e.starts_at end, case when v_past then e.starts_at end desc, e.id) as place
    from public.events e
    where private.is_listed(e, v_past)
      and private.matches_filters(e, p_city, p_genre, p_price, p_age)
      and private.matches_when(e, p_when, p_month)
      and (v_after_at is null
        or (e.starts_at = v_after_at and e.id > v_after_id)
        or (not v_past and e.starts_at > v_after_at)
        or (v_past and e.starts_at < v_after_at))
    order by place
    limit v_limit + 1
  ) page;

  if v_events = '[]' and not v_past then
    select jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'city', e.city,
        'starts_at', e.starts_at, 'time_zone', e.time_zone, 'same_filters', f.same)
      into v_nearest
    from public.events e
    cross join lateral (select private.matches_filters(e, p_city, p_genre, p_price, p_age) as same) f
    where private.is_listed(e, false) and e.status = 'published'
    order by f.same desc, e.starts_at, e.id
    limit 1;
  end if;

  return jsonb_build_object(
    'events', v_events,
    'next_cursor', v_next,
    'nearest', v_nearest,
    'cities', (
      select coalesce(jsonb_agg(distinct e.city), '[]') from public.events e where private.is_listed(e, v_past)),
    'months', (
      select coalesce(jsonb_agg(distinct to_char(e.starts_at at time zone e.time_zone, 'YYYY-MM')), '[]')
      from public.events e where private.is_listed(e, v_past)),
    'currency', (select s.currency from public.settings s),
    'now', now());
end
$$;
comment on function private.list_events(text, text, text, text, text, int, boolean, text, int) is
  'A page of the public list, soonest first (past: latest first), with the choices of its filters. nearest = the soonest event while nothing matches, same_filters tells whether it matches all but the date.';

create function private.read_home()
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_cards jsonb[];
  v_hero int;
begin
  -- the first nights that come; the first of them with tickets leads
  select array_agg(private.event_card(e) order by e.starts_at, e.id) into v_cards
  from (
    select e.* from public.events e
    where private.is_listed(e, false) and e.status = 'published'
    order by e.starts_at, e.id
    limit 12
  ) e;
  select coalesce(
      (select min(i) from generate_subscripts(v_cards, 1) i where v_cards[i] ->> 'state' in ('on_sale', 'low', 'free')), 1)
    into v_hero;
  return jsonb_build_object(
    'hero', v_cards[v_hero],
    'upcoming', (
      select coalesce(jsonb_agg(rest.card order by rest.i), '[]')
      from (
        select i, v_cards[i] as card from generate_subscripts(v_cards, 1) i where i <> v_hero order by i limit 6
      ) rest),
    'currency', (select s.currency from public.settings s),
    'now', now());
end
$$;
comment on function private.read_home() is
  'What is next: the soonest event with tickets on sale, and the six that come after or before it.';

create function private.preview_offer(p_event public.events)
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', t.id, 'name', t.name, 'description', t.description, 'state', 'not_yet',
    'release_name', r.name, 'price_cents', p.face_cents + p.fee_cents, 'fee_cents', p.fee_cents, 'tax_cents', p.tax_cents,
    'left', null, 'min', t.min_per_order, 'max', t.max_per_order,
    'sale_starts_at', t.sale_starts_at, 'sale_ends_at', coalesce(t.sale_ends_at, p_event.ends_at)
  ) order by t.position, t.name, t.id), '[]')
  from public.ticket_types t
  left join lateral (
    select * from public.price_releases x where x.ticket_type_id = t.id order by x.position limit 1
  ) r on true
  left join lateral private.price_unit(r.face_cents, p_event.fee_fixed_cents, p_event.fee_bps, p_event.tax_bps) p on true
  where t.event_id = p_event.id and t.archived_at is null and t.visibility <> 'staff'
$$;
comment on function private.preview_offer(public.events) is 'What a draft would sell, for the preview of staff.';

create function private.read_event_page(p_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_locked boolean;
begin
  select * into v_event from public.events where id = p_id;
  if v_event.id is null or (v_event.status = 'draft' and not private.has_role('admin')) then
    return null;
  end if;
  v_locked := private.is_locked(v_event);
  return jsonb_build_object(
    'event', jsonb_build_object(
      'id', v_event.id, 'slug', v_event.slug, 'title', v_event.title, 'summary', v_event.summary,
      'description', case when v_locked then '' else v_event.description end,
      'status', v_event.status, 'status_note', v_event.status_note, 'visibility', v_event.visibility, 'locked', v_locked,
      'venue_name', case when v_locked then '' else v_event.venue_name end,
      'address', case when v_locked then '' else v_event.address end,
      'neighborhood', v_event.neighborhood, 'city', v_event.city, 'region', v_event.region, 'country', v_event.country,
      'time_zone', v_event.time_zone,
      'doors_at', v_event.doors_at, 'starts_at', v_event.starts_at, 'ends_at', v_event.ends_at,
      'min_age', v_event.min_age, 'dress_code', v_event.dress_code, 'id_policy', v_event.id_policy,
      'genres', v_event.genres, 'line_up', case when v_locked then '[]' else v_event.line_up end,
      'image_path', v_event.image_path, 'image_alt', v_event.image_alt,
      'is_test', v_event.is_test, 'updated_at', v_event.updated_at),
    'state', (private.event_state(v_event)).state,
    'offer', case
      when v_locked then '[]'
      when v_event.status = 'draft' then private.preview_offer(v_event)
      else private.offer(v_event.id)
    end,
    'max_per_order', (
      select least(s.max_per_order, coalesce(v_event.max_per_person, s.max_per_person)) from public.settings s),
    'currency', (select s.currency from public.settings s),
    'now', now());
end
$$;
comment on function private.read_event_page(uuid) is
  'The event page with its offer. Null when there is no such event, and for a draft to everybody but admins. To people who are not members, a members event shows when and in which city it is, not where, and no tickets.';

create function private.list_sitemap_events()
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'slug', e.slug, 'updated_at', e.updated_at) order by e.starts_at desc), '[]')
  from (
    select * from public.events e
    where e.visibility = 'public' and not e.is_test and e.status in ('published', 'postponed', 'cancelled')
    order by e.starts_at desc
    limit 10000
  ) e
$$;
comment on function private.list_sitemap_events() is
  'The events that search engines are told of, newest first: public ones that stand or stood in the lists.';

-- The questions of the API.

create function public.list_events(
  p_city text default null, p_when text default null, p_month text default null, p_genre text default null,
  p_price text default null, p_age int default null, p_past boolean default false, p_cursor text default null,
  p_limit int default 24
)
returns jsonb
language sql stable set search_path = ''
as $$
  select private.list_events(p_city, p_when, p_month, p_genre, p_price, p_age, p_past, p_cursor, p_limit)
$$;
comment on function public.list_events(text, text, text, text, text, int, boolean, text, int) is 'A page of the list of events.';

create function public.read_home() returns jsonb
language sql stable set search_path = ''
as $$ select private.read_home() $$;
comment on function public.read_home() is 'What the home page shows of the events.';

create function public.read_event_page(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$ select private.read_event_page(p_id) $$;
comment on function public.read_event_page(uuid) is 'The page of one event; null when the caller may not see it.';

create function public.list_sitemap_events() returns jsonb
language sql stable set search_path = ''
as $$ select private.list_sitemap_events() $$;
comment on function public.list_sitemap_events() is 'The events that search engines are told of.';

revoke execute on function
  private.night_of(timestamptz, text), private.is_listed(public.events, boolean),
  private.matches_when(public.events, text, text), private.matches_filters(public.events, text, text, text, int),
  private.event_state(public.events), private.is_locked(public.events), private.event_card(public.events),
  private.preview_offer(public.events),
  private.list_events(text, text, text, text, text, int, boolean, text, int), private.read_home(), private.read_event_page(uuid), private.list_sitemap_events(),
  public.list_events(text, text, text, text, text, int, boolean, text, int), public.read_home(), public.read_event_page(uuid),
  public.list_sitemap_events()
from public, anon, authenticated, service_role;
grant execute on function
  private.list_events(text, text, text, text, text, int, boolean, text, int), private.read_home(), private.read_event_page(uuid), private.list_sitemap_events(),
  public.list_events(text, text, text, text, text, int, boolean, text, int), public.read_home(), public.read_event_page(uuid),
  public.list_sitemap_events()
to anon, authenticated, service_role;
