-- Counts views and computes the figures for staff.

create function private.flag_staff_session(p_session text, p_user uuid)
returns void
language sql
set search_path = ''
as $$
  insert into private.staff_sessions (session_id)
  select p_session
  where exists (select 1 from private.user_roles r where r.user_id = p_user and r.role in ('admin', 'moderator'))
    or exists (
      select 1 from public.staff_grants g
      where g.user_id = p_user and g.revoked_at is null and (g.expires_at is null or g.expires_at > now()))
  on conflict do nothing
$$;
comment on function private.flag_staff_session(text, uuid) is
  'Marks a session as internal when its person is staff; the mark stays after signing out.';

create function private.analytics_user(p_user uuid, p_may_identify boolean)
returns uuid
language sql
stable
set search_path = ''
as $$
  select u.id
  from auth.users u
  left join public.profiles p on p.id = u.id
  where u.id = p_user and coalesce(p.analytics_allowed, p_may_identify)
$$;
comment on function private.analytics_user(uuid, boolean) is
  'Returns the person if analytics may store them: they allowed it, or never chose and their browser does not object (p_may_identify). Else null.';

create function public.record_page_view(
  p_user uuid, p_session text, p_path text, p_device text, p_browser text, p_referrer text, p_visitor text,
  p_may_identify boolean default true
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_chosen boolean := (select p.analytics_allowed from public.profiles p where p.id = p_user);
begin
  if (select count(*) from private.page_views v
      where v.session_id = p_session and v.at > now() - interval '1 minute') >= 60 then
    return v_chosen;
  end if;
  insert into private.page_views (path, user_id, session_id, visitor, device_type, browser, referrer_host)
  values (p_path, private.analytics_user(p_user, p_may_identify), p_session,
    case when coalesce(v_chosen, p_may_identify) then p_visitor end, p_device, p_browser, p_referrer);
  perform private.flag_staff_session(p_session, p_user);
  return v_chosen;
end
$$;
comment on function public.record_page_view(uuid, text, text, text, text, text, text, boolean) is
  'Counts one page view; a session''s 61st within a minute is dropped without an error. For the server, which takes the person from the verified session. Without consent the view is counted without person and visitor hash. Returns the person''s choice in their settings; null when they made none.';

create function public.record_item_view(
  p_kind text, p_item uuid, p_session text, p_user uuid, p_may_identify boolean default true
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (
      select 1 from public.events e
      where p_kind in ('event_view', 'ticket_click') and e.id = p_item and e.status <> 'draft'
      union all
      select 1 from public.products p
      where p_kind in ('product_view', 'product_click') and p.id = p_item and p.status = 'active')
  then
    perform private.refuse(404, 'not_found');
  end if;
  insert into private.item_views_seen as seen (session_id, item_id, kind)
  values (p_session, p_item, p_kind)
  on conflict (session_id, item_id, kind) do update set at = now()
    where seen.at <= now() - interval '30 minutes';
  if found then
    insert into private.item_views (kind, item_id, session_id, user_id)
    values (p_kind, p_item, p_session, private.analytics_user(p_user, p_may_identify));
    perform private.flag_staff_session(p_session, p_user);
  end if;
end
$$;
comment on function public.record_item_view(text, uuid, text, uuid, boolean) is
  'Counts that an event or product was looked at or clicked, once per session in 30 minutes however many requests arrive at once. Refuses what visitors can''t see.';

create function private.day_start(p_day date)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select (p_day + time '06:00') at time zone s.time_zone from public.settings s
$$;
comment on function private.day_start(date) is 'The instant at which a day of the figures begins: 6 AM in the brand''s time zone, so that an event at night falls on one day.';

create function private.views_without_staff(p_from date, p_to date)
returns table (day date, path text, device text, browser text, referrer text, session_id text, visitor text)
language sql
stable
set search_path = ''
as $$
  select ((v.at at time zone s.time_zone) - interval '6 hours')::date, v.path, v.device_type, v.browser, v.referrer_host,
    v.session_id, coalesce(v.user_id::text, v.visitor, v.session_id)
  from private.page_views v cross join public.settings s
  where v.at >= private.day_start(p_from) and v.at < private.day_start(p_to + 1)
    and not exists (select 1 from private.staff_sessions f where f.session_id = v.session_id)
$$;
comment on function private.views_without_staff(date, date) is 'The page views of some days, without those of staff.';

create function private.count_views(p_from date, p_to date)
returns table (day date, part text, name text, views int, sessions int, uniques int, bounces int)
language sql
stable
set search_path = ''
as $$
  with views as materialized (select * from private.views_without_staff(p_from, p_to)),
  sessions as (select v.day, v.session_id, count(*) as views from views v group by v.day, v.session_id),
  -- Forces one pass over the index, because the planner misjudges the number of sessions.
  looking as (
    select distinct i.session_id from private.item_views i
    where i.session_id = any (array(select s.session_id from sessions s where s.views = 1))
  ),
  visits as (
    select s.day, sum(s.views)::int as views, count(*)::int as sessions,
      count(*) filter (where s.views = 1 and l.session_id is null)::int as bounces
    from sessions s left join looking l using (session_id) group by s.day
  ),
  visitors as (select u.day, count(*)::int as uniques from (select distinct v.day, v.visitor from views v) u group by u.day),
  parts as (
    select v.day,
      case grouping(v.path, v.device, v.browser) when 3 then 'path' when 5 then 'device' when 6 then 'browser' else 'referrer' end as part,
      -- all but the one that a row is grouped by are null
      coalesce(v.path, v.device, v.browser, v.referrer) as name,
      count(*)::int as views
    from views v
    group by grouping sets ((v.day, v.path), (v.day, v.device), (v.day, v.browser), (v.day, v.referrer))
  )
  select d.day, 'day', '', coalesce(s.views, 0), coalesce(s.sessions, 0), coalesce(u.uniques, 0), coalesce(s.bounces, 0)
  from (select p_from + n as day from generate_series(0, p_to - p_from) n) d
  left join visits s using (day) left join visitors u using (day)
  union all
  select r.day, r.part, r.name, r.views, null, null, null
  from (
    select p.*, row_number() over (partition by p.day, p.part order by p.views desc, p.name) as rank from parts p where p.name is not null
  ) r
  where r.rank <= 200
$$;
comment on function private.count_views(date, date) is
  'The figures of some days, counted from the raw rows, which are read once: part day = the whole day (zeros when there was no visitor); path, device, browser, referrer = its views by those.';

create function private.count_item_views(p_from date, p_to date)
returns table (day date, kind text, item_id uuid, views int)
language sql
stable
set search_path = ''
as $$
  select ((i.at at time zone s.time_zone) - interval '6 hours')::date, i.kind, i.item_id, count(*)::int
  from private.item_views i cross join public.settings s
  where i.at >= private.day_start(p_from) and i.at < private.day_start(p_to + 1)
    and not exists (select 1 from private.staff_sessions f where f.session_id = i.session_id)
  group by 1, 2, 3
$$;
comment on function private.count_item_views(date, date) is
  'Counts views and clicks of events and products in some days, counted from the raw rows.';

create function private.count_sales(p_from date, p_to date)
returns table (
  day date, orders int, tickets int, gross_cents bigint, face_cents bigint, fee_cents bigint, tax_cents bigint, refunded_cents bigint,
  disputed_cents bigint, corrected_cents bigint
)
language sql
stable
set search_path = ''
as $$
  with paid as (
    select ((o.paid_at at time zone s.time_zone) - interval '6 hours')::date as day, count(*) as orders,
      sum((select coalesce(sum(l.ticket_count), 0) from public.order_lines l where l.order_id = o.id)) as tickets
    from public.orders o cross join public.settings s
    where o.paid_at >= private.day_start(p_from) and o.paid_at < private.day_start(p_to + 1) and not o.is_test
    group by 1
  ),
  money as (
    select ((e.booked_at at time zone s.time_zone) - interval '6 hours')::date as day,
      sum(e.cents) filter (where e.kind in ('sale', 'discount', 'fee', 'tax')) as gross,
      sum(e.cents) filter (where e.kind in ('sale', 'discount')) as face,
      sum(e.cents) filter (where e.kind = 'fee') as fee, sum(e.cents) filter (where e.kind = 'tax') as tax,
      -sum(e.cents) filter (where e.kind in ('refund', 'refund_reversed')) as refunded,
      -sum(e.cents) filter (where e.kind in ('dispute', 'dispute_reversed')) as disputed,
      sum(e.cents) filter (where e.kind = 'correction') as corrected
    from public.ledger_entries e cross join public.settings s
    where e.booked_at >= private.day_start(p_from) and e.booked_at < private.day_start(p_to + 1) and not e.is_test
    group by 1
  )
  select d.day, coalesce(p.orders, 0)::int, coalesce(p.tickets, 0)::int, coalesce(m.gross, 0)::bigint, coalesce(m.face, 0)::bigint,
    coalesce(m.fee, 0)::bigint, coalesce(m.tax, 0)::bigint, coalesce(m.refunded, 0)::bigint, coalesce(m.disputed, 0)::bigint,
    coalesce(m.corrected, 0)::bigint
  from (select p_from + n as day from generate_series(0, p_to - p_from) n) d
  left join paid p using (day) left join money m using (day)
$$;
comment on function private.count_sales(date, date) is
  'Money of some days, summed from the ledger by when it was booked, and how many orders and tickets were paid in them; test orders are left out, a day without any has zeros. gross = face (less discounts) + fee + tax; refunded and disputed are what went back, so that a day''s net is gross - refunded - disputed + corrected.';

create function private.first_open_day()
returns date
language sql
stable
set search_path = ''
as $$
  select (((now() - interval '1 hour') at time zone s.time_zone) - interval '6 hours')::date from public.settings s
$$;
comment on function private.first_open_day() is
  'The first day whose figures may still change: it is not over, or its last transactions may not have ended yet (an hour).';

create function private.roll_up_figures()
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_from date;
  v_to date := private.first_open_day() - 1;
begin
  select max(d.day) + 1 into v_from from private.view_days d;
  if v_from > v_to then
    return;
  end if;
  -- Runs one at a time, so that the figures of a day are written once.
  if not pg_try_advisory_xact_lock(hashtext('private.roll_up_figures')) then
    return;
  end if;
  select coalesce(max(d.day) + 1, greatest(v_to - 400, (least(
      (select min(v.at) from private.page_views v), (select min(i.at) from private.item_views i),
      (select min(o.paid_at) from public.orders o), (select min(e.booked_at) from public.ledger_entries e where not e.is_test)))::date - 1))
  into v_from from private.view_days d;
  if v_from is null or v_from > v_to then
    return;
  end if;
  with counted as materialized (select * from private.count_views(v_from, v_to)),
  rolled as (
    insert into private.view_days select c.day, c.views, c.sessions, c.uniques, c.bounces from counted c where c.part = 'day'
  )
  insert into private.view_day_parts select c.day, c.part, c.name, c.views from counted c where c.part <> 'day';
  insert into private.item_view_days select * from private.count_item_views(v_from, v_to);
  insert into private.sale_days select * from private.count_sales(v_from, v_to);
  delete from private.figure_spans where open_day < v_to + 1;
  -- the spans that the dashboard offers, with today as their last day
  perform count(*) from unnest(array[30, 90, 365]) d (days) cross join lateral private.top_figures(v_to + 2 - d.days, v_to + 1, '{}');
  delete from private.page_views where at < now() - interval '13 months';
  delete from private.item_views where at < now() - interval '13 months';
  delete from private.item_views_seen where at < now() - interval '1 hour';
  delete from private.staff_sessions where flagged_at < now() - interval '13 months';
end
$$;
comment on function private.roll_up_figures() is
  'Writes the figures of the days that are over and have none yet; drops raw rows of views older than 13 months. Called by the sweep, and by the dashboard when the sweep has not run yet.';

create function private.sales_figures(p_from date, p_open date, p_to date)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'currency', (select s.currency from public.settings s),
    'orders', coalesce(sum(d.orders), 0), 'tickets', coalesce(sum(d.tickets), 0), 'grossCents', coalesce(sum(d.gross_cents), 0),
    'faceCents', coalesce(sum(d.face_cents), 0), 'feeCents', coalesce(sum(d.fee_cents), 0),
    'taxCents', coalesce(sum(d.tax_cents), 0), 'refundedCents', coalesce(sum(d.refunded_cents), 0),
    'disputedCents', coalesce(sum(d.disputed_cents), 0), 'correctedCents', coalesce(sum(d.corrected_cents), 0),
    'netCents', coalesce(sum(d.gross_cents - d.refunded_cents - d.disputed_cents + d.corrected_cents), 0))
  from (
    select * from private.sale_days d where d.day >= p_from and d.day < p_open
    union all
    select * from private.count_sales(p_open, p_to)
  ) d
$$;
comment on function private.sales_figures(date, date, date) is
  'Money of the days from p_from to p_to: those before p_open from sale_days, the others from the ledger.';

create function private.closed_figures(p_from date, p_open date)
returns table (part text, name text, views bigint, clicks bigint)
language sql
stable
set search_path = ''
as $$
  select d.part, d.name, sum(d.views), 0 from private.view_day_parts d where d.day >= p_from and d.day < p_open group by d.part, d.name
  union all
  select case when d.kind in ('event_view', 'ticket_click') then 'event' else 'product' end, d.item_id::text,
    coalesce(sum(d.views) filter (where d.kind in ('event_view', 'product_view')), 0),
    coalesce(sum(d.views) filter (where d.kind in ('ticket_click', 'product_click')), 0)
  from private.item_view_days d where d.day >= p_from and d.day < p_open group by 1, d.item_id
$$;
comment on function private.closed_figures(date, date) is
  'Counts views and clicks in the days from p_from up to p_open, all of them over, by page, device, browser, referrer, event and product.';

create function private.top_figures(p_from date, p_open date, p_open_names text[])
returns table (part text, name text, views bigint, clicks bigint)
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
begin
  if p_open - p_from < 28 then
    return query select * from private.closed_figures(p_from, p_open);
    return;
  end if;
  if not exists (select 1 from private.figure_spans s where s.from_day = p_from and s.open_day = p_open) then
    insert into private.figure_spans select p_from, p_open, c.part, c.name, c.views, c.clicks from private.closed_figures(p_from, p_open) c
    on conflict do nothing;
  end if;
  return query
  select l.part, l.name, l.views, l.clicks
  from unnest(array['path', 'device', 'browser', 'referrer']) p (part)
  cross join lateral (
    select * from private.figure_spans s
    where s.from_day = p_from and s.open_day = p_open and s.part = p.part and s.name <> all (p_open_names)
    order by s.views desc, s.name limit 10
  ) l
  union all
  -- with ties, because titles decide between them
  (select s.part, s.name, s.views, s.clicks
  from private.figure_spans s join public.events e on e.id = s.name::uuid
  where s.from_day = p_from and s.open_day = p_open and s.part = 'event' and s.name <> all (p_open_names)
  order by s.views desc fetch first 10 rows with ties)
  union all
  (select s.part, s.name, s.views, s.clicks
  from private.figure_spans s join public.products i on i.id = s.name::uuid
  where s.from_day = p_from and s.open_day = p_open and s.part = 'product' and s.name <> all (p_open_names)
  order by s.views desc fetch first 10 rows with ties)
  union all
  select s.part, s.name, s.views, s.clicks
  from private.figure_spans s where s.from_day = p_from and s.open_day = p_open and s.name = any (p_open_names);
end
$$;
comment on function private.top_figures(date, date, text[]) is
  'closed_figures of the first ten of each kind and of those that open days name (p_open_names): no other can be among the first ten of both. Spans of 28 days or more are added up once a day.';

create function public.read_analytics_dashboard(p_days int default 30)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_days int := least(greatest(coalesce(p_days, 30), 1), 366);
  v_today date;
  v_from date;
  v_open date := private.first_open_day(); -- from this day on figures are counted from the raw rows
begin
  if not private.has_role('admin', 'moderator') then
    perform private.refuse(403, 'not_allowed');
  end if;
  select ((now() at time zone s.time_zone) - interval '6 hours')::date into v_today from public.settings s;
  v_from := v_today - (v_days - 1);
  v_open := greatest(v_open, v_from);
  perform private.roll_up_figures();
  return (
    with counted as materialized (select * from private.count_views(v_open, v_today)),
    days as (
      select * from private.view_days d where d.day >= v_from and d.day < v_open
      union all
      select c.day, c.views, c.sessions, c.uniques, c.bounces from counted c where c.part = 'day'
    ),
    open as materialized (
      select c.part, c.name, c.views, 0 as clicks from counted c where c.part <> 'day'
      union all
      select case when d.kind in ('event_view', 'ticket_click') then 'event' else 'product' end, d.item_id::text,
        case when d.kind in ('event_view', 'product_view') then d.views else 0 end,
        case when d.kind in ('ticket_click', 'product_click') then d.views else 0 end
      from private.count_item_views(v_open, v_today) d
    ),
    figures as (
      select f.part, f.name, sum(f.views) as views, sum(f.clicks) as clicks
      from (
        select * from open
        union all
        select * from private.top_figures(v_from, v_open, array(select distinct o.name from open o))
      ) f
      group by f.part, f.name
    ),
    parts as materialized (
      select f.part, f.name, f.views, row_number() over (partition by f.part order by f.views desc, f.name) as rank
      from figures f where f.part not in ('event', 'product')
    ),
    top as materialized (
      select f.name::uuid as item_id, coalesce(e.title, p.name) as title, f.part = 'event' as is_event, f.views, f.clicks
      from figures f
      left join public.events e on f.part = 'event' and e.id = f.name::uuid
      left join public.products p on f.part = 'product' and p.id = f.name::uuid
      where f.part in ('event', 'product') and coalesce(e.title, p.name) is not null
    )
    select jsonb_build_object(
      'from', v_from, 'to', v_today,
      'views', (select coalesce(sum(views), 0) from days),
      'sessions', (select coalesce(sum(sessions), 0) from days),
      'dailyUniques', (select coalesce(sum(uniques), 0) from days),
      'bounces', (select coalesce(sum(bounces), 0) from days),
      'byDay', (select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'views', d.views, 'sessions', d.sessions,
        'uniques', d.uniques) order by d.day), '[]') from days d),
      'topPages', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'views', p.views) order by p.rank), '[]')
        from parts p where p.part = 'path' and p.rank <= 10),
      'devices', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'views', p.views) order by p.rank), '[]')
        from parts p where p.part = 'device'),
      'browsers', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'views', p.views) order by p.rank), '[]')
        from parts p where p.part = 'browser'),
      'referrers', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'views', p.views) order by p.rank), '[]')
        from parts p where p.part = 'referrer' and p.rank <= 10),
      'topEvents', (select coalesce(jsonb_agg(jsonb_build_object('id', t.item_id, 'title', t.title, 'views', t.views,
        'clicks', t.clicks) order by t.views desc, t.title), '[]')
        from (select * from top where is_event order by views desc, title limit 10) t),
      'topProducts', (select coalesce(jsonb_agg(jsonb_build_object('id', t.item_id, 'title', t.title, 'views', t.views,
        'clicks', t.clicks) order by t.views desc, t.title), '[]')
        from (select * from top where not is_event order by views desc, title limit 10) t),
      -- Only admins see money.
      'sales', case when private.has_role('admin') then private.sales_figures(v_from, v_open, v_today) end
    )
  );
end
$$;
comment on function public.read_analytics_dashboard(int) is
  'Figures of the last so many days: those that are over from their own tables, the rest counted live. For admins and moderators; sales for admins alone.';

revoke execute on function private.flag_staff_session(text, uuid), private.day_start(date),
  private.views_without_staff(date, date), private.count_views(date, date),
  private.count_item_views(date, date), private.count_sales(date, date), private.first_open_day(), private.roll_up_figures(),
  private.closed_figures(date, date), private.top_figures(date, date, text[]),
  private.sales_figures(date, date, date),
  public.record_page_view(uuid, text, text, text, text, text, text, boolean),
  public.record_item_view(text, uuid, text, uuid, boolean), private.analytics_user(uuid, boolean),
  public.read_analytics_dashboard(int)
from public, anon, authenticated, service_role;
grant execute on function public.record_page_view(uuid, text, text, text, text, text, text, boolean) to service_role;
grant execute on function public.record_item_view(text, uuid, text, uuid, boolean) to service_role;
grant execute on function public.read_analytics_dashboard(int) to authenticated;
