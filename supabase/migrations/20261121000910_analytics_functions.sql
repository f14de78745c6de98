-- Counting what is looked at, and the figures for staff.

create function private.flag_staff_session(p_session text, p_user uuid)
returns void
language sql
security definer
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
  'Marks a session as internal when its person works here; the mark stays when they sign out.';

create function private.nameable(p_user uuid, p_may_name boolean)
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select u.id
  from auth.users u
  left join public.profiles p on p.id = u.id
  where u.id = p_user and coalesce(p.analytics_allowed, p_may_name)
$$;
comment on function private.nameable(uuid, boolean) is
  'The person, if the figures may name them: they allowed it, or never chose and their browser does not object (p_may_name). Else null.';

create function public.record_page_view(
  p_user uuid, p_session text, p_path text, p_device text, p_browser text, p_referrer text, p_visitor text,
  p_may_name boolean default true
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
  values (p_path, private.nameable(p_user, p_may_name), p_session,
    case when coalesce(v_chosen, p_may_name) then p_visitor end, p_device, p_browser, p_referrer);
  perform private.flag_staff_session(p_session, p_user);
  return v_chosen;
end
$$;
comment on function public.record_page_view(uuid, text, text, text, text, text, text, boolean) is
  'Counts one page view; a session''s 61st within a minute is dropped without a word. For the server: who it was comes from the verified session. Without leave it is counted without the person and the visitor''s mark. Answers what the person chose in their settings, null when nothing.';

create function public.record_item_view(
  p_kind text, p_item uuid, p_session text, p_user uuid, p_may_name boolean default true
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
    values (p_kind, p_item, p_session, private.nameable(p_user, p_may_name));
    perform private.flag_staff_session(p_session, p_user);
  end if;
end
$$;
comment on function public.record_item_view(text, uuid, text, uuid, boolean) is
  'Counts that an event or product was looked at or clicked, once per session in 30 minutes however many ask at once. Refuses what visitors can''t see.';

create function private.night_starts(p_day date)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select (p_day + time '06:00') at time zone s.time_zone from public.settings s
$$;
comment on function private.night_starts(date) is 'The instant at which a night begins: 6 AM in the brand''s time zone, so that a party is one day.';

create function private.outside_views(p_from date, p_to date)
returns table (day date, path text, device text, browser text, referrer text, session_id text, visitor text)
language sql
stable
security definer
set search_path = ''
as $$
  select ((v.at at time zone s.time_zone) - interval '6 hours')::date, v.path, v.device_type, v.browser, v.referrer_host,
    v.session_id, coalesce(v.user_id::text, v.visitor, v.session_id)
  from private.page_views v cross join public.settings s
  where v.at >= private.night_starts(p_from) and v.at < private.night_starts(p_to + 1)
    and not exists (select 1 from private.staff_sessions f where f.session_id = v.session_id)
$$;
comment on function private.outside_views(date, date) is 'The page views of some nights, without those of staff.';

create function private.count_views(p_from date, p_to date)
returns table (day date, views int, sessions int, uniques int, bounces int)
language sql
stable
security definer
set search_path = ''
as $$
  with views as (select * from private.outside_views(p_from, p_to)),
  sessions as (
    select v.day, v.session_id,
      count(*) = 1 and not exists (select 1 from private.item_views i where i.session_id = v.session_id) as bounced
    from views v group by v.day, v.session_id
  )
  select d.day, count(v.session_id)::int, count(distinct v.session_id)::int, count(distinct v.visitor)::int,
    (select count(*) from sessions s where s.day = d.day and s.bounced)::int
  from (select p_from + n as day from generate_series(0, p_to - p_from) n) d
  left join views v using (day)
  group by d.day
$$;
comment on function private.count_views(date, date) is 'The figures of some nights, counted from the raw rows; a night without views has zeros.';

create function private.count_view_parts(p_from date, p_to date)
returns table (day date, part text, name text, views int)
language sql
stable
security definer
set search_path = ''
as $$
  select ranked.day, ranked.part, ranked.name, ranked.views
  from (
    select v.day, p.part, p.name, count(*)::int as views,
      row_number() over (partition by v.day, p.part order by count(*) desc, p.name) as rank
    from private.outside_views(p_from, p_to) v
    cross join lateral (
      values ('path', v.path), ('device', v.device), ('browser', v.browser), ('referrer', v.referrer)
    ) p (part, name)
    where p.name is not null
    group by v.day, p.part, p.name
  ) ranked
  where ranked.rank <= 200
$$;
comment on function private.count_view_parts(date, date) is 'The views of some nights by page, device, browser and referrer, counted from the raw rows.';

create function private.roll_up_views(p_today date)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_from date;
begin
  -- One at a time: the figures of a night are written once.
  if not pg_try_advisory_xact_lock(hashtext('private.roll_up_views')) then
    return;
  end if;
  select coalesce(max(d.day) + 1, greatest(p_today - 400, (select min(v.at)::date - 1 from private.page_views v)))
  into v_from from private.view_days d;
  if v_from is null or v_from >= p_today then
    return;
  end if;
  insert into private.view_days select * from private.count_views(v_from, p_today - 1);
  insert into private.view_day_parts select * from private.count_view_parts(v_from, p_today - 1);
  delete from private.page_views where at < now() - interval '13 months';
  delete from private.item_views where at < now() - interval '13 months';
  delete from private.item_views_seen where at < now() - interval '1 hour';
  delete from private.staff_sessions where flagged_at < now() - interval '13 months';
end
$$;
comment on function private.roll_up_views(date) is
  'Writes the figures of the nights that are over and have none yet; drops raw rows older than 13 months.';

create function private.sales_figures(p_from timestamptz, p_to timestamptz)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with paid as (
    select o.id, o.face_cents, o.fee_cents, o.tax_cents, o.total_cents,
      (select coalesce(sum(l.quantity), 0) from public.order_lines l where l.order_id = o.id) as tickets
    from public.orders o
    where o.paid_at >= p_from and o.paid_at < p_to and not o.is_test
  )
  select jsonb_build_object(
    'currency', (select s.currency from public.settings s),
    'orders', count(*), 'tickets', coalesce(sum(tickets), 0), 'gross_cents', coalesce(sum(total_cents), 0),
    'face_cents', coalesce(sum(face_cents), 0), 'fee_cents', coalesce(sum(fee_cents), 0),
    'tax_cents', coalesce(sum(tax_cents), 0),
    'refunded_cents', (
      select coalesce(sum(r.amount_cents), 0)
      from public.refunds r join public.orders o on o.id = r.order_id
      where r.status in ('succeeded', 'external') and r.finished_at >= p_from and r.finished_at < p_to and not o.is_test))
  from paid
$$;
comment on function private.sales_figures(timestamptz, timestamptz) is
  'Money that came in and went back in a span of time, from the ledger (cash basis); test orders do not count.';

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
begin
  if not private.has_role('admin', 'moderator') then
    perform private.refuse(403, 'not_allowed');
  end if;
  select ((now() at time zone s.time_zone) - interval '6 hours')::date into v_today from public.settings s;
  v_from := v_today - (v_days - 1);
  perform private.roll_up_views(v_today);
  return (
    with days as (
      select * from private.view_days d where d.day >= v_from and d.day < v_today
      union all
      select * from private.count_views(v_today, v_today)
    ),
    parts as (
      select p.part, p.name, sum(p.views) as views,
        row_number() over (partition by p.part order by sum(p.views) desc, p.name) as rank
      from (
        select * from private.view_day_parts d where d.day >= v_from and d.day < v_today
        union all
        select * from private.count_view_parts(v_today, v_today)
      ) p
      group by p.part, p.name
    ),
    items as (
      select i.item_id, i.kind, count(*) as views
      from private.item_views i
      where i.at >= private.night_starts(v_from)
        and not exists (select 1 from private.staff_sessions f where f.session_id = i.session_id)
      group by i.item_id, i.kind
    ),
    top as (
      select i.item_id, coalesce(e.title, p.name) as title, e.id is not null as is_event,
        coalesce(sum(i.views) filter (where i.kind in ('event_view', 'product_view')), 0) as views,
        coalesce(sum(i.views) filter (where i.kind in ('ticket_click', 'product_click')), 0) as clicks
      from items i left join public.events e on e.id = i.item_id left join public.products p on p.id = i.item_id
      where coalesce(e.title, p.name) is not null
      group by i.item_id, e.id, coalesce(e.title, p.name)
    )
    select jsonb_build_object(
      'from', v_from, 'to', v_today,
      'views', (select coalesce(sum(views), 0) from days),
      'sessions', (select coalesce(sum(sessions), 0) from days),
      'daily_uniques', (select coalesce(sum(uniques), 0) from days),
      'bounces', (select coalesce(sum(bounces), 0) from days),
      'by_day', (select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'views', d.views, 'sessions', d.sessions,
        'uniques', d.uniques) order by d.day), '[]') from days d),
      'top_pages', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'views', p.views) order by p.rank), '[]')
        from parts p where p.part = 'path' and p.rank <= 10),
      'devices', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'views', p.views) order by p.rank), '[]')
        from parts p where p.part = 'device'),
      'browsers', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'views', p.views) order by p.rank), '[]')
        from parts p where p.part = 'browser'),
      'referrers', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'views', p.views) order by p.rank), '[]')
        from parts p where p.part = 'referrer' and p.rank <= 10),
      'top_events', (select coalesce(jsonb_agg(jsonb_build_object('id', t.item_id, 'title', t.title, 'views', t.views,
        'clicks', t.clicks) order by t.views desc, t.title), '[]')
        from (select * from top where is_event order by views desc, title limit 10) t),
      'top_products', (select coalesce(jsonb_agg(jsonb_build_object('id', t.item_id, 'title', t.title, 'views', t.views,
        'clicks', t.clicks) order by t.views desc, t.title), '[]')
        from (select * from top where not is_event order by views desc, title limit 10) t),
      -- Money is the admins' to see.
      'sales', case when private.has_role('admin')
        then private.sales_figures(private.night_starts(v_from), private.night_starts(v_today + 1)) end
    )
  );
end
$$;
comment on function public.read_analytics_dashboard(int) is
  'Figures of the last so many nights, today''s counted live. For admins and moderators; sales for admins alone.';

revoke execute on function private.flag_staff_session(text, uuid), private.night_starts(date),
  private.outside_views(date, date), private.count_views(date, date), private.count_view_parts(date, date),
  private.roll_up_views(date), private.sales_figures(timestamptz, timestamptz),
  public.record_page_view(uuid, text, text, text, text, text, text, boolean),
  public.record_item_view(text, uuid, text, uuid, boolean), private.nameable(uuid, boolean),
  public.read_analytics_dashboard(int)
from public, anon, authenticated, service_role;
grant execute on function public.record_page_view(uuid, text, text, text, text, text, text, boolean) to service_role;
grant execute on function public.record_item_view(text, uuid, text, uuid, boolean) to service_role;
grant execute on function public.read_analytics_dashboard(int) to authenticated;
