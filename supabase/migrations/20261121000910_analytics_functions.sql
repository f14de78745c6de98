-- Counts views and computes the figures for staff.

create function private.figure_day(p_at timestamptz)
returns date
language sql
stable
set search_path = ''
as $$
  select ((p_at at time zone s.time_zone) - interval '6 hours')::date from public.settings s
$$;
comment on function private.figure_day(timestamptz) is
  'The day of the figures that an instant belongs to: from 6 AM to 6 AM in the brand''s time zone, so that an event at night falls on one '
  'day.';

create function private.is_staff_account(p_user uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select 1 from private.user_roles r where r.user_id = p_user and r.role = any (private.roles_with('be_staff')))
    or exists (
      select 1 from public.staff_grants g
      where g.user_id = p_user and g.revoked_at is null and (g.expires_at is null or g.expires_at > now()))
$$;
comment on function private.is_staff_account(uuid) is 'Tells whether a person has a staff role, or a grant that holds now.';

create function private.note_sources(p_views jsonb)
returns void
language sql
set search_path = ''
as $$
  insert into private.sources (name, medium, campaign, host)
  select distinct v.name, v.medium, coalesce(v.campaign, ''), coalesce(v.host, '')
  from jsonb_to_recordset(p_views) r (source jsonb)
  cross join lateral jsonb_to_record(r.source) v (name text, medium text, campaign text, host text)
  where jsonb_typeof(r.source) = 'object'
    and not exists (
      select 1 from private.sources s
      where s.name = v.name and s.medium = v.medium and s.campaign = coalesce(v.campaign, '') and s.host = coalesce(v.host, ''))
    and (select count(*) from private.sources) < 20000
  on conflict do nothing
$$;
comment on function private.note_sources(jsonb) is
  'Stores the sources of reported views that are not known yet, until there are 20,000.';

create function private.note_hold_sources(p_users uuid[], p_sessions text[])
returns void
language sql
set search_path = ''
as $$
  with made as materialized (
    select distinct on (h.id) h.id, h.event_id, v.id as visit_id, v.last_source_id, v.first_source_id, v.device_type
    from unnest(p_users, p_sessions) b (user_id, session_id)
    join public.holds h on h.owner_id = b.user_id and h.kind in ('cart', 'table', 'waitlist_offer', 'supplement')
      and h.created_at > now() - interval '30 minutes'
    cross join lateral (
      select * from private.visits v where v.session_id = b.session_id order by v.started_at desc limit 1) v
    where not exists (select 1 from private.hold_sources s where s.hold_id = h.id)
    order by h.id, v.started_at
  ),
  noted as (
    insert into private.hold_sources (hold_id, source_id, first_source_id, device_type)
    select m.id, m.last_source_id, m.first_source_id, m.device_type from made m
    on conflict do nothing
  ),
  counted as (update private.visits v set events = v.events + 1 from made m where v.id = m.visit_id)
  insert into private.item_views (visit_id, kind, item_id, is_first)
  select distinct m.visit_id, 'hold', m.event_id,
    not exists (
      select 1 from private.item_views i where i.visit_id = m.visit_id and i.kind = 'hold' and i.item_id = m.event_id)
  from made m where m.event_id is not null
$$;
comment on function private.note_hold_sources(uuid[], text[]) is
  'Gives the holds that people made in the last half hour the source and device of their visit, and counts them in it. Takes people and '
  'the sessions that they reported from, in the same order. The visit keeps no trace of the person, nor the hold of the visit.';

create type private.reported_view as (
  n bigint, kind text, item uuid, path text, sess text, person uuid, chosen boolean, is_staff boolean, known uuid, stored_hash text,
  automation text, device text, browser text, source jsonb,
  visit bigint, seen_views int, seen_source int, seen_user uuid, started_at timestamptz, found boolean
);
comment on type private.reported_view is
  'One reported view: n = its place in the batch, sess = its session (the visitor''s hash for none), chosen = what its person chose in '
  'their settings, known and stored_hash = the person and the hash that may be stored, visit and seen_... = the visit that it goes on '
  'with, found = visitors can see what it is of.';

create function private.match_views(p_views jsonb, p_key text, p_now timestamptz)
returns setof private.reported_view
language sql
set search_path = ''
as $$
  with given as materialized (
    select * from rows from (
      jsonb_to_recordset(p_views) as (kind text, session text, person uuid, identify boolean, visitor text, automation text,
        device text, browser text, path text, source jsonb, item uuid)
    ) with ordinality r (kind, session, person, identify, visitor, automation, device, browser, path, source, item, n)
  ),
  people as materialized (
    -- Locked against deletion until this batch is stored.
    select u.id, p.analytics_allowed as chosen, private.is_staff_account(u.id) as is_staff
    from auth.users u left join public.profiles p on p.id = u.id
    where u.id in (select g.person from given g)
    for key share of u
  ),
  named as (
    select g.*, p.chosen, p.is_staff, case when p.chosen then p.id end as known,
      case when coalesce(p.chosen, g.identify) then h.hash end as stored_hash, coalesce(g.session, h.hash) as sess
    from given g
    left join people p on p.id = g.person
    cross join lateral (select encode(sha256(convert_to(p_key || g.visitor, 'utf8')), 'hex') as hash) h
  )
  select r.n, r.kind, r.item, r.path, r.sess, r.person, r.chosen, r.is_staff, r.known, r.stored_hash, r.automation,
    r.device, r.browser, r.source,
    v.id, v.views, v.source_id, v.user_id, v.started_at,
    case when r.kind = 'page' or r.item is null then r.kind = 'page'
      when r.kind in ('event_view', 'ticket_click')
        then exists (select 1 from public.events e where e.id = r.item and e.status <> 'draft')
      else exists (select 1 from public.products i where i.id = r.item and i.status = 'active') end
  from named r
  left join lateral (
    select * from private.visits v where v.session_id = r.sess order by v.started_at desc limit 1
  ) v on v.last_at > p_now - interval '30 minutes' and v.started_at > p_now - interval '24 hours'
$$;
comment on function private.match_views(jsonb, text, timestamptz) is
  'Reads a batch of reported views and finds the person, the visit and the item of each. p_key makes the hashes of visitors of one day.';

create function private.counted_views(p_views private.reported_view[], p_now timestamptz)
returns setof private.reported_view
language sql
stable
set search_path = ''
as $$
  select (r.view).*
  from (
    select v as view, v.n,
      case
        when not v.found then false
        when v.kind = 'page' then 60 >= row_number() over (partition by v.sess, v.kind order by v.n)
          + (select count(*) from private.page_views p where p.visit_id = v.visit and p.at > p_now - interval '1 minute')
        else 1 = row_number() over (partition by v.sess, v.kind, v.item order by v.n)
          and not exists (
            select 1 from private.item_views i
            where i.visit_id = v.visit and i.kind = v.kind and i.item_id = v.item and i.at > p_now - interval '30 minutes')
      end as counts
    from unnest(p_views) v
  ) r
  where r.counts
  order by r.n
$$;
comment on function private.counted_views(private.reported_view[], timestamptz) is
  'Leaves out of a batch what visitors can''t see, a session''s 61st page within a minute, and its second look at an item within 30 '
  'minutes.';

create function private.arrival_sources(
  p_why text, p_source jsonb, p_seen_source int, p_known uuid, p_hash text, p_visit bigint, p_now timestamptz,
  out own int, out last int, out first int
)
language sql
stable
set search_path = ''
as $$
  select o.own, coalesce(case when o.own <> 1 then o.own end, l.by_user, l.by_hash, o.own), coalesce(f.by_user, f.by_hash, o.own)
  from (
    select case when p_why = 'known' then p_seen_source when jsonb_typeof(p_source) is distinct from 'object' then 1
      else coalesce((
        select c.id from private.sources c
        where c.name = p_source ->> 'name' and c.medium = p_source ->> 'medium'
          and c.campaign = coalesce(p_source ->> 'campaign', '') and c.host = coalesce(p_source ->> 'host', '')), 2) end as own
  ) o
  cross join lateral (
    select
      (select v.source_id from private.visits v
       where v.user_id = p_known and v.source_id <> 1 and v.started_at > p_now - interval '7 days' and v.id is distinct from p_visit
       order by v.started_at desc limit 1) as by_user,
      (select v.source_id from private.visits v
       where v.visitor = p_hash and v.source_id <> 1 and v.started_at > p_now - interval '7 days' and v.id is distinct from p_visit
       order by v.started_at desc limit 1) as by_hash
  ) l
  cross join lateral (
    select
      (select v.first_source_id from private.visits v where v.user_id = p_known and v.id is distinct from p_visit
       order by v.started_at desc limit 1) as by_user,
      (select v.first_source_id from private.visits v where v.visitor = p_hash and v.id is distinct from p_visit
       order by v.started_at desc limit 1) as by_hash
  ) f
  where p_why is not null
$$;
comment on function private.arrival_sources(text, jsonb, int, uuid, text, bigint, timestamptz) is
  'The sources of a visit: its own, the last other one of its person or browser within 7 days, and their first one. p_why: ''first page'' '
  'of the visit, or its person became ''known''; null, for anything else, gives nulls.';

create function private.keep_visits(p_views private.reported_view[], p_now timestamptz, p_open timestamptz)
returns table (id bigint, session_id text)
language sql
set search_path = ''
as $$
  with sessions as (
    select r.sess, min(r.visit) as visit, min(r.seen_views) as seen_views, min(r.seen_source) as seen_source,
      (array_agg(r.seen_user))[1] as seen_user, min(r.started_at) as started_at,
      count(*) filter (where r.kind = 'page') as views, count(*) filter (where r.kind not in ('page', 'event_view')) as events,
      (array_agg(r.known order by r.n) filter (where r.known is not null))[1] as known,
      (array_agg(r.stored_hash order by r.n) filter (where r.stored_hash is not null))[1] as hash,
      (array_agg(r.device order by r.n))[1] as device, (array_agg(r.browser order by r.n))[1] as browser,
      case when bool_or(r.automation = 'program') then 'program' when bool_or(r.automation = 'suspect') then 'suspect' end as automation,
      (array_agg(r.source order by r.n) filter (where r.kind = 'page'))[1] as source
    from unnest(p_views) r
    group by r.sess
  ),
  -- Sets the sources once: with the visit's first page, or when its person becomes known.
  arriving as materialized (
    select s.*, o.own, o.last, o.first
    from sessions s
    left join lateral private.arrival_sources(
      case when s.visit is null or s.seen_views = 0 then 'first page'
        when s.seen_user is null and s.known is not null and s.started_at >= p_open then 'known' end,
      s.source, s.seen_source, s.known, s.hash, s.visit, p_now) o on true
  ),
  begun as (
    insert into private.visits (session_id, started_at, last_at, views, events, device_type, browser, source_id, last_source_id,
      first_source_id, user_id, visitor, is_staff, automation)
    select s.sess, p_now, p_now, s.views, s.events, s.device, s.browser, s.own, s.last, s.first, s.known, s.hash,
      exists (select 1 from private.visits o where o.session_id = s.sess and o.is_staff), s.automation
    from arriving s where s.visit is null
    returning id, session_id
  ),
  continued as (
    update private.visits v
    set last_at = greatest(v.last_at, p_now), views = v.views + s.views, events = v.events + s.events,
      user_id = coalesce(v.user_id, s.known), visitor = coalesce(v.visitor, s.hash),
      automation = case when s.automation = 'program' then s.automation else v.automation end,
      source_id = coalesce(s.own, v.source_id), last_source_id = coalesce(s.last, v.last_source_id),
      first_source_id = coalesce(s.first, v.first_source_id)
    from arriving s where v.id = s.visit
    returning v.id, v.session_id
  )
  select * from begun union all select * from continued
$$;
comment on function private.keep_visits(private.reported_view[], timestamptz, timestamptz) is
  'Begins or continues the visit of each session that counted views come from, and returns their visits. p_open = the instant from which '
  'figures are still counted from visits.';

create function private.keep_looks(p_views private.reported_view[], p_now timestamptz, p_open timestamptz)
returns void
language sql
set search_path = ''
as $$
  with visits as materialized (select * from private.keep_visits(p_views, p_now, p_open)),
  pages as (
    insert into private.page_views (at, visit_id, path, user_id)
    select p_now, v.id, r.path, r.known
    from unnest(p_views) r join visits v on v.session_id = r.sess
    where r.kind = 'page' order by r.n
  )
  insert into private.item_views (at, visit_id, kind, item_id, is_first, user_id)
  select p_now, v.id, r.kind, r.item,
    not exists (select 1 from private.item_views i where i.visit_id = r.visit and i.kind = r.kind and i.item_id = r.item), r.known
  from unnest(p_views) r join visits v on v.session_id = r.sess
  where r.kind <> 'page' order by r.n
$$;
comment on function private.keep_looks(private.reported_view[], timestamptz, timestamptz) is
  'Stores counted views: the visit of each session, and in it each page and each look at an item.';

create function public.record_views(p_views jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_now timestamptz;
  v_key text;
  v_open timestamptz;
  v_views private.reported_view[];
  v_counted private.reported_view[];
begin
  -- One batch at a time, so that no visit is begun twice. Whoever unlinks a person from their visits takes this lock as well.
  perform pg_advisory_xact_lock(hashtext('private.record_views'));
  v_now := clock_timestamp();
  v_open := private.day_start(private.first_open_day());
  insert into private.visitor_keys (day) values (private.figure_day(v_now)) on conflict do nothing;
  select k.key into v_key from private.visitor_keys k where k.day = private.figure_day(v_now);
  perform private.note_sources(p_views);
  v_views := array(select v from private.match_views(p_views, v_key, v_now) v);
  v_counted := array(select v from private.counted_views(v_views, v_now) v);
  perform private.keep_looks(v_counted, v_now, v_open);
  update private.visits v set is_staff = true
  where v.session_id in (select r.sess from unnest(v_views) r where r.is_staff) and not v.is_staff;
  -- Visits that began in a day that is over have changed: its figures are counted again. Noted beside them, because a row of
  -- view_days may be locked by somebody who reads the dashboard, and a view must not wait for a reader.
  insert into private.changed_days (day)
  select distinct private.figure_day(v.started_at)
  from private.visits v where v.session_id in (select r.sess from unnest(v_counted) r) and v.started_at < v_open
  except
  select c.day from private.changed_days c;
  perform private.note_hold_sources(array_agg(r.person), array_agg(r.sess)) from unnest(v_counted) r
  where r.person is not null having count(*) > 0;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('found', r.found, 'chosen', r.chosen) order by r.n), '[]') from unnest(v_views) r);
end
$$;
comment on function public.record_views(jsonb) is
  'Stores reported views in one step: p_views is a list of {kind (page, event_view, ticket_click, product_view, product_click), session '
  '(null: known by the visitor hash), person (of the verified session), identify (false when the browser objects), visitor (stands for '
  'network and browser), automation, device, browser, and path and source {name, medium, campaign, host} of a page or item of the '
  'others}. A session''s 61st page within a minute and its second look at an item within 30 minutes are dropped without an error. People '
  'are stored only if they allowed it. Returns for each, in order: found = false for an item that visitors can''t see; chosen = what the '
  'person chose in their settings, null for nothing. For the server alone.';

create function private.day_start(p_day date)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select (p_day + time '06:00') at time zone s.time_zone from public.settings s
$$;
comment on function private.day_start(date) is
  'The instant at which a day of the figures begins: 6 AM in the brand''s time zone, so that an event at night falls on one day.';

create function private.first_open_day()
returns date
language sql
stable
set search_path = ''
as $$
  select private.figure_day(now() - interval '1 hour')
$$;
comment on function private.first_open_day() is
  'The first day whose figures may still change: it is not over, or its last visits and transactions may not have ended yet (an hour).';

create function private.count_views(p_from date, p_to date)
returns table (
  day date, part text, name text, views int, sessions int, uniques int, bounces int, people int, staff_views int, bot_views int
)
language sql
stable
set search_path = ''
as $$
  with span as materialized (select s.time_zone, private.day_start(p_from) as starts, private.day_start(p_to + 1) as ends
    from public.settings s),
  views as materialized (
    select ((v.at at time zone s.time_zone) - interval '6 hours')::date as day, v.path, i.device_type as device, i.browser,
      nullif(c.host, '') as referrer, i.traffic
    from span s
    join private.page_views v on v.at >= s.starts and v.at < s.ends
    -- offset 0: looks up each visit, where a join would be planned as one over the visits of all time
    cross join lateral (select * from private.visits x where x.id = v.visit_id offset 0) i
    join private.sources c on c.id = i.source_id
  ),
  totals as (
    select v.day, count(*) filter (where v.traffic = 'people') as views, count(*) filter (where v.traffic = 'staff') as staff,
      count(*) filter (where v.traffic = 'bots') as bots
    from views v group by v.day
  ),
  visits as (
    select ((v.started_at at time zone s.time_zone) - interval '6 hours')::date as day, count(*) as visits,
      count(distinct coalesce(v.user_id::text, v.visitor, v.session_id)) as uniques, count(distinct v.user_id) as people,
      count(*) filter (where v.views = 1 and v.events = 0) as bounces
    from span s join private.visits v on v.started_at >= s.starts and v.started_at < s.ends
    where v.traffic = 'people' and v.views > 0
    group by 1
  ),
  parts as (
    select v.day,
      case grouping(v.path, v.device, v.browser) when 3 then 'path' when 5 then 'device' when 6 then 'browser' else 'referrer' end as part,
      -- all but the one that a row is grouped by are null
      coalesce(v.path, v.device, v.browser, v.referrer) as name,
      count(*)::int as views
    from views v where v.traffic = 'people'
    group by grouping sets ((v.day, v.path), (v.day, v.device), (v.day, v.browser), (v.day, v.referrer))
  )
  select d.day, 'day', '', coalesce(t.views, 0)::int, coalesce(v.visits, 0)::int, coalesce(v.uniques, 0)::int, coalesce(v.bounces, 0)::int,
    coalesce(v.people, 0)::int, coalesce(t.staff, 0)::int, coalesce(t.bots, 0)::int
  from (select p_from + n as day from generate_series(0, p_to - p_from) n) d
  left join totals t using (day) left join visits v using (day)
  union all
  select r.day, r.part, r.name, r.views, null, null, null, null, null, null
  from (
    select p.*, row_number() over (partition by p.day, p.part order by p.views desc, p.name) as rank from parts p where p.name is not null
  ) r
  where r.rank <= 200
$$;
comment on function private.count_views(date, date) is
  'The figures of some days, counted from the raw rows, which are read once: part day = the whole day (zeros when there was no visitor); '
  'path, device, browser, referrer = its views by those. Views count by their own moment; visits, visitors, people and bounces by when '
  'the visit began.';

create function private.count_visits(p_from date, p_to date)
returns table (day date, attribution text, source_id int, device_type text, views int, visits int, uniques int, bounces int)
language sql
stable
set search_path = ''
as $$
  with span as materialized (select s.time_zone, private.day_start(p_from) as starts, private.day_start(p_to + 1) as ends
    from public.settings s),
  counted as materialized (
    -- views as sums, visits one by one
    select ((v.at at time zone s.time_zone) - interval '6 hours')::date as day, i.last_source_id, i.first_source_id, i.device_type,
      count(*) as views, null as visitor, false as bounces
    from span s
    join private.page_views v on v.at >= s.starts and v.at < s.ends
    cross join lateral (select * from private.visits x where x.id = v.visit_id offset 0) i -- as in count_views
    where i.traffic = 'people'
    group by 1, 2, 3, 4
    union all
    select ((v.started_at at time zone s.time_zone) - interval '6 hours')::date, v.last_source_id, v.first_source_id, v.device_type, 0,
      coalesce(v.user_id::text, v.visitor, v.session_id), v.views = 1 and v.events = 0
    from span s join private.visits v on v.started_at >= s.starts and v.started_at < s.ends
    where v.traffic = 'people' and v.views > 0
  ),
  attributed as (
    select c.day, a.attribution, a.source_id, c.device_type, c.views, c.visitor, c.bounces
    from counted c cross join lateral (values ('last', c.last_source_id), ('first', c.first_source_id)) a (attribution, source_id)
  ),
  ranked as (
    select s.day, s.attribution, s.source_id,
      row_number() over (partition by s.day, s.attribution order by sum(s.views) + count(s.visitor) desc, s.source_id) as rank
    from attributed s group by 1, 2, 3
  )
  select s.day, s.attribution, case when r.rank <= 200 then s.source_id else 2 end, s.device_type,
    sum(s.views)::int, count(s.visitor)::int, count(distinct s.visitor)::int, (count(*) filter (where s.bounces))::int
  from attributed s join ranked r using (day, attribution, source_id)
  group by 1, 2, 3, 4
$$;
comment on function private.count_visits(date, date) is
  'Views, visits, visitors and bounces of some days by source and device, counted from the raw rows; see visit_days.';

create function private.first_looks(p_from date, p_to date)
returns table (
  day date, event_id uuid, last_source_id int, first_source_id int, device_type text, viewed int, clicked int, held int
)
language sql
stable
set search_path = ''
as $$
  select ((i.at at time zone s.time_zone) - interval '6 hours')::date, i.item_id, v.last_source_id, v.first_source_id, v.device_type,
    1, case when n.held is null then 0 else 1 end, case when n.held then 1 else 0 end
  from public.settings s
  join private.item_views i on i.at >= private.day_start(p_from) and i.at < private.day_start(p_to + 1)
  cross join lateral (select * from private.visits x where x.id = i.visit_id offset 0) v -- as in count_views
  -- null without a click or a hold
  left join lateral (
    select bool_or(x.kind = 'hold') as held from private.item_views x
    where x.visit_id = i.visit_id and x.item_id = i.item_id and x.kind in ('ticket_click', 'hold')
  ) n on true
  where v.traffic = 'people' and i.is_first and i.kind = 'event_view'
$$;
comment on function private.first_looks(date, date) is
  'The first look of each visit at an event in some days, from the raw rows, with whether the visit went on to its tickets and set some '
  'aside (1 or 0).';

create function private.count_event_visits(p_from date, p_to date)
returns table (
  day date, event_id uuid, attribution text, source_id int, device_type text, viewed int, clicked int, held int
)
language sql
stable
set search_path = ''
as $$
  select l.day, l.event_id, a.attribution, a.source_id, l.device_type, sum(l.viewed)::int, sum(l.clicked)::int, sum(l.held)::int
  from private.first_looks(p_from, p_to) l
  cross join lateral (values ('last', l.last_source_id), ('first', l.first_source_id)) a (attribution, source_id)
  group by 1, 2, 3, 4, 5
$$;
comment on function private.count_event_visits(date, date) is
  'How many visits looked at each event, clicked on its tickets and set some aside, counted from the raw rows; see event_visit_days.';

create function private.count_item_views(p_from date, p_to date)
returns table (day date, kind text, item_id uuid, views int)
language sql
stable
set search_path = ''
as $$
  select ((i.at at time zone s.time_zone) - interval '6 hours')::date, i.kind, i.item_id, count(*)::int
  from public.settings s
  join private.item_views i on i.at >= private.day_start(p_from) and i.at < private.day_start(p_to + 1)
  cross join lateral (select * from private.visits x where x.id = i.visit_id offset 0) v -- as in count_views
  where v.traffic = 'people'
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
  'Money of some days, summed from the ledger by when it was booked, and how many orders and tickets were paid in them; test orders are '
  'left out, a day without any has zeros. gross = face (less discounts) + fee + tax; refunded and disputed are what went back, so that a '
  'day''s net is gross - refunded - disputed + corrected.';

create function private.drop_old_views(p_now timestamptz default now())
returns int
language sql
set search_path = ''
as $$
  with dropped as (delete from private.visits where last_at < p_now - interval '13 months' returning 1),
  keys as (delete from private.visitor_keys where day < private.figure_day(p_now))
  select count(*)::int from dropped
$$;
comment on function private.drop_old_views(timestamptz) is
  'Deletes visits whose last activity is 13 months ago, with their views, and the keys of visitor hashes of days that are over; figures '
  'of days stay. Returns how many visits were deleted. p_now differs in tests alone.';

create function private.next_figure_day()
returns date
language sql
stable
set search_path = ''
as $$
  select min(m.day)
  from (
    select f.day from (select min(d.day) as day from private.view_days d) f
    union all
    select d.day + 1 from private.view_days d
  ) m
  where not exists (select 1 from private.view_days d where d.day = m.day)
    or exists (select 1 from private.changed_days c where c.day = m.day)
$$;
comment on function private.next_figure_day() is
  'The first day from the earliest stored one on that has no figures, or whose visits changed since they were stored; null when none are '
  'stored.';

create function private.roll_up_figures()
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_from date;
  v_to date := private.first_open_day() - 1;
  v_has_changes boolean;
begin
  -- The more changes wait, the more events are counted at each request.
  v_has_changes := exists (select 1 from private.changed_events offset 500);
  if private.next_figure_day() > v_to and not v_has_changes then
    return;
  end if;
  -- Runs one at a time, so that the figures of a day are written once.
  if not pg_try_advisory_xact_lock(hashtext('private.roll_up_figures')) then
    return;
  end if;
  perform private.store_event_figures();
  if private.next_figure_day() > v_to then
    return;
  end if;
  v_from := coalesce(private.next_figure_day(), greatest(v_to - 400, (least(
      (select min(v.started_at) from private.visits v), (select min(o.paid_at) from public.orders o),
      (select min(e.booked_at) from public.ledger_entries e where not e.is_test)))::date - 1));
  if v_from is null or v_from > v_to then
    return;
  end if;
  -- A change noted after this is of a visit that may not be counted below, and stays for the next time.
  delete from private.changed_days where day >= v_from and day <= v_to;
  -- the days that are counted again, and those after them
  delete from private.view_days where day >= v_from;
  with counted as materialized (select * from private.count_views(v_from, v_to)),
  rolled as (
    insert into private.view_days (day, views, sessions, uniques, bounces, people, staff_views, bot_views)
    select c.day, c.views, c.sessions, c.uniques, c.bounces, c.people, c.staff_views, c.bot_views from counted c where c.part = 'day'
  )
  insert into private.view_day_parts select c.day, c.part, c.name, c.views from counted c where c.part <> 'day';
  insert into private.visit_days select * from private.count_visits(v_from, v_to);
  insert into private.event_visit_days select * from private.count_event_visits(v_from, v_to);
  insert into private.step_days
  select d.day, d.attribution, d.source_id, d.device_type, sum(d.viewed), sum(d.clicked), sum(d.held)
  from private.event_visit_days d where d.day >= v_from group by 1, 2, 3, 4;
  insert into private.event_step_days
  select d.day, d.event_id, sum(d.viewed), sum(d.clicked), sum(d.held)
  from private.event_visit_days d where d.day >= v_from and d.attribution = 'last' group by 1, 2;
  insert into private.item_view_days select * from private.count_item_views(v_from, v_to);
  insert into private.sale_days select * from private.count_sales(v_from, v_to);
  insert into private.source_sale_days select * from private.count_source_sales(v_from, v_to);
  perform private.roll_up_reports(v_to);
  delete from private.figure_spans where open_day < v_to + 1 or open_day > v_from;
  -- the spans that the dashboard offers, with today as their last day
  perform private.store_span(v_to + 2 - d.days, v_to + 1) from unnest(array[30, 90, 365]) d (days);
  perform private.drop_old_views();
end
$$;
comment on function private.roll_up_figures() is
  'Writes the figures of the days that are over and have none yet, and counts changed events again once a day or when more than 500 '
  'changes wait; drops raw rows of views older than 13 months. Called by the sweep, and by the dashboard when the sweep has not run yet.';

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
  select case when d.kind in ('event_view', 'ticket_click', 'hold') then 'event' else 'product' end, d.item_id::text,
    coalesce(sum(d.views) filter (where d.kind in ('event_view', 'product_view')), 0),
    coalesce(sum(d.views) filter (where d.kind in ('ticket_click', 'product_click')), 0)
  from private.item_view_days d where d.day >= p_from and d.day < p_open group by 1, d.item_id
$$;
comment on function private.closed_figures(date, date) is
  'Counts views and clicks in the days from p_from up to p_open, all of them over, by page, device, browser, referrer, event and product.';

create function private.store_span(p_from date, p_open date)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_open - p_from < 28 or exists (select 1 from private.figure_spans s where s.from_day = p_from and s.open_day = p_open) then
    return;
  end if;
  insert into private.figure_spans (from_day, open_day, part, name, views, clicks, holds)
  select p_from, p_open, c.part, c.name, c.views, c.clicks, 0 from private.closed_figures(p_from, p_open) c
  union all
  select p_from, p_open, 'steps', d.event_id::text, sum(d.viewed), sum(d.clicked), sum(d.held)
  from private.event_step_days d where d.day >= p_from and d.day < p_open group by d.event_id
  on conflict do nothing;
end
$$;
comment on function private.store_span(date, date) is
  'Adds up the days from p_from up to p_open, all of them over, where they are 28 or more and their sums are not stored yet; see '
  'figure_spans.';

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
  perform private.store_span(p_from, p_open);
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
  from private.figure_spans s
  where s.from_day = p_from and s.open_day = p_open and s.part <> 'steps' and s.name = any (p_open_names);
end
$$;
comment on function private.top_figures(date, date, text[]) is
  'closed_figures of the first ten of each kind and of those that open days name (p_open_names): no other can be among the first ten of '
  'both. Spans of 28 days or more are added up once a day.';

create type private.view_figures as (
  day date, part text, name text, views int, sessions int, uniques int, bounces int, people int, staff_views int, bot_views int
);
comment on type private.view_figures is 'A row of private.count_views, which is counted once for a page and then read by several steps.';

create function private.views_by_day(p_from date, p_open date, p_counted private.view_figures[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with days as (
      select d.day, d.views, d.sessions, d.uniques, d.bounces, d.staff_views, d.bot_views from private.view_days d
        where d.day >= p_from and d.day < p_open
      union all
      select c.day, c.views, c.sessions, c.uniques, c.bounces, c.staff_views, c.bot_views from unnest(p_counted) c where c.part = 'day'
    )
    select jsonb_build_object(
      'views', coalesce(sum(d.views), 0),
      'sessions', coalesce(sum(d.sessions), 0),
      'dailyUniques', coalesce(sum(d.uniques), 0),
      'bounces', coalesce(sum(d.bounces), 0),
      'staffViews', coalesce(sum(d.staff_views), 0),
      'botViews', coalesce(sum(d.bot_views), 0),
      'byDay', coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'views', d.views, 'sessions', d.sessions,
        'uniques', d.uniques) order by d.day), '[]'))
    from days d);
end
$$;
comment on function private.views_by_day(date, date, private.view_figures[]) is
  'Returns the views and visits of some days, each and in all: rolled up before p_open, counted from then on.';

create function private.most_viewed(p_from date, p_open date, p_to date, p_counted private.view_figures[]) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  return (
    with open as materialized (
      select c.part, c.name, c.views, 0 as clicks from unnest(p_counted) c where c.part <> 'day'
      union all
      select case when d.kind in ('event_view', 'ticket_click', 'hold') then 'event' else 'product' end, d.item_id::text,
        case when d.kind in ('event_view', 'product_view') then d.views else 0 end,
        case when d.kind in ('ticket_click', 'product_click') then d.views else 0 end
      from private.count_item_views(p_open, p_to) d
    ),
    figures as (
      select f.part, f.name, sum(f.views) as views, sum(f.clicks) as clicks
      from (
        select * from open
        union all
        select * from private.top_figures(p_from, p_open, array(select distinct o.name from open o))
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
        from (select * from top where not is_event order by views desc, title limit 10) t)));
end
$$;
comment on function private.most_viewed(date, date, date, private.view_figures[]) is
  'Returns the most viewed pages, events and products of some days, with devices, browsers and referrers.';

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
  v_open date; -- from this day on figures are counted from the raw rows
  v_counted private.view_figures[];
begin
  perform private.require_permission('see_figures');
  select ((now() at time zone s.time_zone) - interval '6 hours')::date into v_today from public.settings s;
  v_from := v_today - (v_days - 1);
  v_open := greatest(private.first_open_day(), v_from);
  perform private.roll_up_figures();
  v_counted := array(select row(c.*)::private.view_figures from private.count_views(v_open, v_today) c);
  return private.views_by_day(v_from, v_open, v_counted) || private.most_viewed(v_from, v_open, v_today, v_counted) || jsonb_build_object(
    'from', v_from, 'to', v_today,
    -- Only admins see money.
    'sales', case when private.may('see_revenue') then private.sales_figures(v_from, v_open, v_today) end);
end
$$;
comment on function public.read_analytics_dashboard(int) is
  'Figures of the last so many days: those that are over from their own tables, the rest counted live. For admins and moderators; sales '
  'for admins alone.';

revoke execute on function private.figure_day(timestamptz), private.is_staff_account(uuid), private.note_sources(jsonb),
  private.note_hold_sources(uuid[], text[]), private.day_start(date), private.count_views(date, date),
  private.count_visits(date, date), private.first_looks(date, date), private.count_event_visits(date, date),
  private.drop_old_views(timestamptz), private.views_by_day(date, date, private.view_figures[]),
  private.most_viewed(date, date, date, private.view_figures[]),
  private.count_item_views(date, date), private.count_sales(date, date), private.first_open_day(), private.next_figure_day(),
  private.roll_up_figures(), private.closed_figures(date, date), private.top_figures(date, date, text[]),
  private.sales_figures(date, date, date), private.match_views(jsonb, text, timestamptz),
  private.counted_views(private.reported_view[], timestamptz),
  private.arrival_sources(text, jsonb, int, uuid, text, bigint, timestamptz),
  private.keep_visits(private.reported_view[], timestamptz, timestamptz),
  private.keep_looks(private.reported_view[], timestamptz, timestamptz),
  public.record_views(jsonb), public.read_analytics_dashboard(int)
from public, anon, authenticated, service_role;
grant execute on function public.record_views(jsonb) to service_role;
grant execute on function public.read_analytics_dashboard(int) to authenticated;
