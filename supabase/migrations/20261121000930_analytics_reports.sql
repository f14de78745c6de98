-- Reads the reports of the dashboard. Days that are over come from stored sums, later ones are counted at each read.

create function private.report_span(p_days int, p_from date, p_to date)
returns table (from_day date, to_day date, today date)
language sql stable set search_path = ''
as $$
  select f.day, greatest(f.day, least(coalesce(p_to, t.today), f.day + 365)), t.today
  from (select private.figure_day(now()) as today) t
  cross join lateral (
    select greatest(coalesce(p_from, t.today - (least(greatest(coalesce(p_days, 30), 1), 366) - 1)), '2000-01-01'::date) as day
  ) f
$$;
comment on function private.report_span(int, date, date) is
  'First and last day of a report, and today: the last p_days days, or p_from to p_to, 366 days at most.';

create function private.sum_sales(p_from date, p_to date, p_event uuid, p_basis text, p_by text)
returns table (
  day date, event_id uuid, orders bigint, tickets bigint, gross_cents bigint, face_cents bigint, fee_cents bigint, tax_cents bigint,
  refunded_cents bigint, disputed_cents bigint, corrected_cents bigint, net_cents bigint
)
language sql stable set search_path = ''
as $$
  with nights as materialized (
    select e.id, private.figure_day(e.doors_at) as day from public.events e
    where p_basis = 'event' and e.doors_at >= private.day_start(p_from) and e.doors_at < private.day_start(p_to + 1)
      and (p_event is null or e.id = p_event)
  ),
  live as materialized (
    select c.* from private.count_event_sales(
      greatest(private.reports_open_day(), case when p_basis = 'event' then '2000-01-01'::date else p_from end),
      case when p_basis = 'event' then greatest(private.figure_day(now()), p_to) else p_to end, p_event) c
  ),
  stored as not materialized (
    select d.day, d.event_id, d.orders, d.tickets, d.gross_cents, d.face_cents, d.fee_cents, d.tax_cents, d.refunded_cents,
      d.disputed_cents, d.corrected_cents
    from private.event_sale_days d
  ),
  sums as (
    select d.* from stored d
    where p_basis = 'cash' and d.day >= p_from and d.day <= p_to and (p_event is null or d.event_id = p_event)
    union all
    select l.* from live l where p_basis = 'cash'
    union all
    select n.day, d.event_id, d.orders, d.tickets, d.gross_cents, d.face_cents, d.fee_cents, d.tax_cents, d.refunded_cents,
      d.disputed_cents, d.corrected_cents
    from nights n
    join (select * from stored union all select * from live) d on d.event_id = n.id
    union all
    select d.* from (select * from stored union all select * from live) d
    where p_basis = 'event' and p_event is null and d.event_id is null and d.day >= p_from and d.day <= p_to
  )
  select case when p_by = 'day' then s.day end, case when p_by = 'event' then s.event_id end, sum(s.orders), sum(s.tickets),
    sum(s.gross_cents)::bigint, sum(s.face_cents)::bigint, sum(s.fee_cents)::bigint, sum(s.tax_cents)::bigint,
    sum(s.refunded_cents)::bigint, sum(s.disputed_cents)::bigint, sum(s.corrected_cents)::bigint,
    sum(s.gross_cents - s.refunded_cents - s.disputed_cents + s.corrected_cents)::bigint
  from sums s group by 1, 2
$$;
comment on function private.sum_sales(date, date, uuid, text, text) is
  'Money of the days from p_from to p_to, of one event where p_event is given, by day or by event (p_by). p_basis cash: what was booked '
  'in these days. p_basis event: all that was ever booked of the events of these days, and what belongs to no event by when it was '
  'booked. net = gross - refunded - disputed + corrected.';

create function private.item_looks(p_from date, p_to date, p_item uuid)
returns table (day date, kind text, looks bigint)
language sql stable set search_path = ''
as $$
  with stored as materialized (select coalesce(private.next_figure_day(), p_from) as open_day)
  select d.day, d.kind, d.views::bigint from private.item_view_days d
  where d.item_id = p_item and d.day >= p_from and d.day <= p_to and d.day < (select open_day from stored)
  union all
  select c.day, c.kind, c.views::bigint
  from stored s, private.count_item_views(greatest(s.open_day, p_from), p_to) c
  where c.item_id = p_item
$$;
comment on function private.item_looks(date, date, uuid) is
  'Views and clicks of an event or a product by day: days that are over from item_view_days, later ones counted.';

create function private.sum_looks(p_from date, p_to date)
returns table (item_id uuid, views bigint, clicks bigint)
language plpgsql volatile set search_path = ''
as $$
declare
  v_open date := least(greatest(coalesce(private.next_figure_day(), p_from), p_from), p_to + 1);
begin
  perform private.store_span(p_from, v_open);
  return query
  select l.item_id, sum(l.views)::bigint, sum(l.clicks)::bigint
  from (
    select s.name::uuid as item_id, s.views, s.clicks from private.figure_spans s
    where v_open - p_from >= 28 and s.from_day = p_from and s.open_day = v_open and s.part in ('event', 'product')
    union all
    select i.item_id, case when i.kind in ('event_view', 'product_view') then i.views else 0 end,
      case when i.kind in ('ticket_click', 'product_click') then i.views else 0 end
    from (
      select d.item_id, d.kind, d.views from private.item_view_days d where v_open - p_from < 28 and d.day >= p_from and d.day < v_open
      union all
      select c.item_id, c.kind, c.views from private.count_item_views(v_open, p_to) c
    ) i
  ) l
  group by l.item_id;
end
$$;
comment on function private.sum_looks(date, date) is
  'Views and clicks of every event and product in some days, from the sums of long spans (figure_spans), item_view_days and, for days '
  'that are not over, the raw rows.';

create function private.live_views(p_from date, p_to date) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(c)), '[]')
  from private.count_views(greatest(coalesce(private.next_figure_day(), p_from), p_from), p_to) c
$$;
comment on function private.live_views(date, date) is
  'The rows of count_views for those of some days that are not stored yet; the raw rows are read once.';

create function private.sales_json(p_from date, p_to date, p_event uuid, p_basis text) returns jsonb
language sql stable set search_path = ''
as $$
  with days as materialized (select * from private.sum_sales(p_from, p_to, p_event, p_basis, 'day'))
  select jsonb_build_object(
    'figures', (select jsonb_build_object('orders', coalesce(sum(d.orders), 0), 'tickets', coalesce(sum(d.tickets), 0),
      'gross', coalesce(sum(d.gross_cents), 0), 'face', coalesce(sum(d.face_cents), 0), 'fee', coalesce(sum(d.fee_cents), 0),
      'tax', coalesce(sum(d.tax_cents), 0), 'refunded', coalesce(sum(d.refunded_cents), 0),
      'disputed', coalesce(sum(d.disputed_cents), 0), 'corrected', coalesce(sum(d.corrected_cents), 0),
      'net', coalesce(sum(d.net_cents), 0), 'average', round(sum(d.gross_cents) / nullif(sum(d.orders), 0))) from days d),
    'days', (select jsonb_agg(jsonb_build_object('day', n.day, 'gross', coalesce(d.gross_cents, 0), 'net', coalesce(d.net_cents, 0),
        'orders', coalesce(d.orders, 0), 'tickets', coalesce(d.tickets, 0)) order by n.day)
      from (select p_from + n as day from generate_series(0, p_to - p_from) n) n left join days d using (day)))
$$;
comment on function private.sales_json(date, date, uuid, text) is
  'The sums of sum_sales over all days with the average order (gross by orders, null without any), and by day without gaps.';

create function private.without_money(p_sales jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'figures', jsonb_build_object('orders', p_sales #> '{figures,orders}', 'tickets', p_sales #> '{figures,tickets}'),
    'days', (select jsonb_agg(jsonb_build_object('day', d -> 'day', 'orders', d -> 'orders', 'tickets', d -> 'tickets') order by n)
      from jsonb_array_elements(p_sales -> 'days') with ordinality x (d, n)))
$$;
comment on function private.without_money(jsonb) is 'Reduces the result of sales_json to orders and tickets, for moderators.';

create function private.view_json(p_from date, p_to date, p_event uuid, p_source int, p_device text, p_live jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with stored as materialized (
    select greatest(coalesce(private.next_figure_day(), p_from), p_from) as open_day,
      p_source is not null or p_device is not null as is_split
  ),
  views as materialized (
    select v.day, v.views, v.sessions, v.uniques, v.bounces, v.people, v.staff_views, v.bot_views from stored s, private.view_days v
    where p_event is null and not s.is_split and v.day >= p_from and v.day <= p_to and v.day < s.open_day
    union all
    select c.day, c.views, c.sessions, c.uniques, c.bounces, c.people, c.staff_views, c.bot_views
    from jsonb_to_recordset(p_live) c
      (day date, part text, views int, sessions int, uniques int, bounces int, people int, staff_views int, bot_views int)
    where c.part = 'day'
    union all
    select v.day, sum(v.views), sum(v.visits), null, sum(v.bounces), null, null, null
    from stored s, (
      select d.* from stored o, private.visit_days d where d.day >= p_from and d.day <= p_to and d.day < o.open_day
      union all
      select c.* from stored o, private.count_visits(o.open_day, case when p_event is null and o.is_split then p_to end) c
    ) v
    where p_event is null and s.is_split and v.attribution = 'last' and (p_source is null or v.source_id = p_source)
      and (p_device is null or v.device_type = p_device)
    group by v.day
  ),
  looks as materialized (
    select l.day, sum(l.looks) filter (where l.kind = 'event_view') as views, sum(l.looks) filter (where l.kind = 'ticket_click') as clicks
    from private.item_looks(p_from, p_to, p_event) l where p_event is not null group by l.day
  )
  select jsonb_build_object(
    'figures', case when p_event is null
      then (select jsonb_build_object('views', coalesce(sum(v.views), 0), 'visits', coalesce(sum(v.sessions), 0),
          'bounces', coalesce(sum(v.bounces), 0))
        || case when p_source is null and p_device is null then jsonb_build_object('visitors', coalesce(sum(v.uniques), 0),
          'knownPeople', coalesce(sum(v.people), 0), 'staffViews', coalesce(sum(v.staff_views), 0),
          'botViews', coalesce(sum(v.bot_views), 0)) else '{}' end from views v)
      else (select jsonb_build_object('eventViews', coalesce(sum(l.views), 0), 'ticketClicks', coalesce(sum(l.clicks), 0))
        from looks l) end,
    'days', (select jsonb_agg(case when p_event is null
        then jsonb_build_object('day', n.day, 'views', coalesce(v.views, 0), 'visits', coalesce(v.sessions, 0), 'visitors', v.uniques)
        else jsonb_build_object('day', n.day, 'eventViews', coalesce(l.views, 0), 'ticketClicks', coalesce(l.clicks, 0)) end order by n.day)
      from (select p_from + n as day from generate_series(0, p_to - p_from) n) n
      left join views v using (day) left join looks l using (day)))
$$;
comment on function private.view_json(date, date, uuid, int, text, jsonb) is
  'Traffic of the days from p_from to p_to, in sum and by day: pages, visits and visitors of the site with what was left out as made by '
  'staff and bots, or views and clicks of one event. With p_source (by which a visit is counted last) or p_device the visits of those, '
  'without visitors: who came from two sources would count twice. p_live = live_views of these days where neither is given.';

create function public.read_report_frame(p_event uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('see_figures');
  return jsonb_build_object(
    'today', private.figure_day(now()),
    'currency', (select s.currency from public.settings s),
    'timeZone', (select s.time_zone from public.settings s),
    'isAdmin', private.may('see_revenue'),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'day', private.figure_day(e.doors_at))
        order by e.doors_at desc, e.id), '[]')
      from (
        (select e.id, e.title, e.doors_at from public.events e
         where e.status <> 'draft' and not e.is_test and e.doors_at <= now() + interval '120 days'
         order by e.doors_at desc, e.id limit 100)
        union
        select e.id, e.title, e.doors_at from public.events e where e.id = p_event
      ) e),
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', concat_ws(' / ', c.name, nullif(c.campaign, '')))
        order by v.visits desc, c.id), '[]')
      from (
        select d.source_id, sum(d.visits) as visits from private.visit_days d
        where d.attribution = 'last' and d.day > private.figure_day(now()) - 90
        group by d.source_id order by 2 desc, 1 limit 40
      ) v join private.sources c on c.id = v.source_id));
end
$$;
comment on function public.read_report_frame(uuid) is
  'Returns the frame of every report: today in the brand''s zone (a day ends at 6 AM), the currency, isAdmin (the caller is one), and the '
  'events that can be chosen, p_event among them. For admins and moderators; refuses not_allowed.';

create function public.read_overview_report(
  p_days int default 30, p_from date default null, p_to date default null, p_event uuid default null, p_basis text default 'cash',
  p_compare boolean default true, p_source int default null, p_device text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_admin boolean;
  v_span record;
  v_before date; -- first day of the span before
  v_open date;
  v_is_split boolean := p_event is null and (p_source is not null or p_device is not null);
  v_live jsonb := '[]';
  v_sales jsonb;
  v_sales_before jsonb;
begin
  perform private.require_permission('see_figures');
  perform private.roll_up_figures();
  v_admin := private.may('see_revenue');
  select * into v_span from private.report_span(p_days, p_from, p_to);
  v_before := v_span.from_day - (v_span.to_day - v_span.from_day + 1);
  if not v_is_split then
    v_sales := private.sales_json(v_span.from_day, v_span.to_day, p_event, p_basis);
    v_sales_before := case when p_compare then private.sales_json(v_before, v_span.from_day - 1, p_event, p_basis) end;
    if not v_admin then
      v_sales := private.without_money(v_sales);
      v_sales_before := case when p_compare then private.without_money(v_sales_before) end;
    end if;
  end if;
  v_open := least(greatest(coalesce(private.next_figure_day(), v_span.from_day), v_span.from_day), v_span.to_day + 1);
  if p_event is null and not v_is_split then
    v_live := private.live_views(v_span.from_day, v_span.to_day);
  end if;
  return jsonb_build_object(
    'from', v_span.from_day, 'to', v_span.to_day, 'today', v_span.today, 'before', case when p_compare then v_before end,
    'sales', v_sales, 'salesBefore', v_sales_before,
    'views', private.view_json(v_span.from_day, v_span.to_day, p_event, p_source, p_device, v_live),
    'viewsBefore', case when p_compare then private.view_json(v_before, v_span.from_day - 1, p_event, p_source, p_device,
      case when p_event is null and not v_is_split then private.live_views(v_before, v_span.from_day - 1) else '[]' end) end)
  || case when p_event is not null or v_is_split then '{}'::jsonb else (
    with counted as materialized (
      select * from jsonb_to_recordset(v_live) c (day date, part text, name text, views int) where c.part <> 'day'
    ),
    figures as (
      select f.part, f.name, sum(f.views) as views
      from (
        select c.part, c.name, c.views from counted c
        union all
        select t.part, t.name, t.views
        from private.top_figures(v_span.from_day, v_open, array(select distinct c.name from counted c)) t
        where t.part not in ('event', 'product')
      ) f
      group by f.part, f.name
    ),
    ranked as materialized (
      select f.*, row_number() over (partition by f.part order by f.views desc, f.name) as rank from figures f
    )
    select jsonb_object_agg(p.key, (
      select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'views', r.views) order by r.rank), '[]')
      from ranked r where r.part = p.part and r.rank <= 10))
    from (values ('pages', 'path'), ('devices', 'device'), ('browsers', 'browser')) p (key, part)
  ) end;
end
$$;
comment on function public.read_overview_report(int, date, date, uuid, text, boolean, int, text) is
  'Sales and traffic of some days, by day, with those of as many days before (p_compare), and what was looked at most; of one event where '
  'p_event is given. With p_source or p_device the visits of these and no sales. p_basis: cash or event. For admins and moderators; money '
  'for admins alone. Refuses not_allowed.';

create function public.read_events_report(
  p_days int default 30, p_from date default null, p_to date default null, p_event uuid default null, p_basis text default 'cash',
  p_compare boolean default true
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_admin boolean;
  v_span record;
  v_before date;
begin
  perform private.require_permission('see_figures');
  perform private.roll_up_figures();
  v_admin := private.may('see_revenue');
  select * into v_span from private.report_span(p_days, p_from, p_to);
  v_before := v_span.from_day - (v_span.to_day - v_span.from_day + 1);
  return (
    with sales as materialized (select * from private.sum_sales(v_span.from_day, v_span.to_day, p_event, p_basis, 'event')),
    earlier as materialized (
      select coalesce(sum(s.orders), 0) as orders, coalesce(sum(s.tickets), 0) as tickets, coalesce(sum(s.net_cents), 0) as net
      from private.sum_sales(v_before, v_span.from_day - 1, p_event, p_basis, 'event') s where p_compare and s.event_id is not null
    ),
    looks as materialized (
      select l.* from private.sum_looks(v_span.from_day, v_span.to_day) l join public.events e on e.id = l.item_id
      where p_event is null or l.item_id = p_event
    ),
    listed as materialized (
      select s.event_id, e.title, private.figure_day(e.doors_at) as day, s.orders, s.tickets, s.gross_cents, s.net_cents,
        coalesce(l.views, 0) as views, coalesce(l.clicks, 0) as clicks,
        row_number() over (order by case when v_admin then s.gross_cents else s.tickets end desc, e.doors_at desc, s.event_id) as rank
      from sales s join public.events e on e.id = s.event_id left join looks l on l.item_id = s.event_id
    )
    select jsonb_build_object(
      'from', v_span.from_day, 'to', v_span.to_day, 'today', v_span.today, 'before', case when p_compare then v_before end,
      'figures', (select jsonb_build_object('events', count(*), 'orders', coalesce(sum(l.orders), 0),
        'tickets', coalesce(sum(l.tickets), 0),
          'views', (select coalesce(sum(k.views), 0) from looks k), 'clicks', (select coalesce(sum(k.clicks), 0) from looks k),
          'net', case when v_admin then coalesce(sum(l.net_cents), 0) end) from listed l),
      'figuresBefore', (select jsonb_build_object('orders', b.orders, 'tickets', b.tickets, 'net', case when v_admin then b.net end)
        from earlier b where p_compare),
      'events', (
        select coalesce(jsonb_agg(jsonb_build_object('id', l.event_id, 'title', l.title, 'day', l.day, 'orders', l.orders,
            'tickets', l.tickets, 'gross', case when v_admin then l.gross_cents end, 'net', case when v_admin then l.net_cents end,
            'views', l.views, 'clicks', l.clicks, 'sold', p.sold, 'capacity', p.capacity) order by l.rank), '[]')
        from listed l
        -- use the fullest pool: pools overlap, so their sum is not a head count
        left join lateral (
          select c.sold, c.capacity from public.capacity_pools c
          where c.event_id = l.event_id and c.purpose = 'places' and c.capacity > 0
          order by c.sold::numeric / c.capacity desc, c.id limit 1
        ) p on true
        where l.rank <= 20),
      'others', (select jsonb_build_object('events', count(*), 'orders', coalesce(sum(l.orders), 0), 'tickets', coalesce(sum(l.tickets), 0),
          'gross', case when v_admin then coalesce(sum(l.gross_cents), 0) end,
          'net', case when v_admin then coalesce(sum(l.net_cents), 0) end,
          'views', coalesce(sum(l.views), 0), 'clicks', coalesce(sum(l.clicks), 0)) from listed l where l.rank > 20),
      'goods', (select jsonb_build_object('orders', s.orders, 'tickets', s.tickets, 'gross', case when v_admin then s.gross_cents end,
          'net', case when v_admin then s.net_cents end) from sales s where s.event_id is null),
      'pools', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name,
        'places', c.purpose = 'places', 'capacity', c.capacity,
          'sold', c.sold, 'held', c.held, 'blocked', c.blocked, 'left', c.capacity - c.sold - c.held - c.blocked)
          order by c.purpose desc, c.created_at, c.id), '[]') from public.capacity_pools c where c.event_id = p_event)));
end
$$;
comment on function public.read_events_report(int, date, date, uuid, text, boolean) is
  'Sales of some days event by event: the first 20 by revenue, the others and goods of no event each as one row, so that they add up to '
  'the overview; views and clicks of each; sold and capacity of its fullest pool; all pools of p_event. For admins and moderators; money '
  'for admins alone. Refuses not_allowed.';

create function private.door_nights(p_from date, p_to date, p_event uuid)
returns table (
  event_id uuid, title text, day date, doors_at timestamptz, is_open boolean, expected bigint, arrived bigint, free_expected bigint,
  free_arrived bigint
)
language sql stable set search_path = ''
as $$
  with nights as materialized (
    select e.id, e.title, private.figure_day(e.doors_at) as day, e.doors_at, e.ends_at > now() as is_open
    from public.events e
    where e.doors_at >= private.day_start(p_from) and e.doors_at < least(private.day_start(p_to + 1), now())
      and e.status not in ('draft', 'cancelled') and not e.is_test and (p_event is null or e.id = p_event)
  )
  select e.id, e.title, e.day, e.doors_at, e.is_open, coalesce(n.expected, 0), coalesce(n.arrived, 0), coalesce(n.free_expected, 0),
    coalesce(n.free_arrived, 0)
  from nights e left join private.current_nights n on n.event_id = e.id
$$;
comment on function private.door_nights(date, date, uuid) is
  'The events of some days whose doors have opened, cancelled ones and drafts left out: valid tickets (expected), those that were ever '
  'admitted (arrived), and of both those that cost nothing (free). is_open = the event is not over.';

create function public.read_door_report(
  p_days int default 30, p_from date default null, p_to date default null, p_event uuid default null, p_compare boolean default true
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_span record;
  v_before date;
begin
  perform private.require_permission('see_figures');
  select * into v_span from private.report_span(p_days, p_from, p_to);
  v_before := v_span.from_day - (v_span.to_day - v_span.from_day + 1);
  return (
    with figures as materialized (select * from private.door_nights(v_span.from_day, v_span.to_day, p_event)),
    earlier as (
      select coalesce(sum(d.expected), 0) as expected, coalesce(sum(d.arrived), 0) as arrived,
        coalesce(sum(d.free_expected), 0) as free_expected,
        coalesce(sum(d.free_arrived), 0) as free_arrived
      from private.door_nights(v_before, v_span.from_day - 1, p_event) d where p_compare
    ),
    arrivals as materialized (
      select a.gate, a.step, a.arrivals from private.current_arrivals a where a.event_id in (select f.event_id from figures f)
    )
    select jsonb_build_object(
      'from', v_span.from_day, 'to', v_span.to_day, 'today', v_span.today, 'before', case when p_compare then v_before end,
      'figures', (select jsonb_build_object('nights', count(*), 'expected', coalesce(sum(f.expected), 0),
        'arrived', coalesce(sum(f.arrived), 0),
        'freeExpected', coalesce(sum(f.free_expected), 0), 'freeArrived', coalesce(sum(f.free_arrived), 0),
        'open', count(*) filter (where f.is_open)) from figures f),
      'figuresBefore', (select jsonb_build_object('expected', b.expected, 'arrived', b.arrived, 'freeExpected', b.free_expected,
        'freeArrived', b.free_arrived) from earlier b where p_compare),
      'arrivals', (select coalesce(jsonb_agg(jsonb_build_object('step', s.step, 'arrivals', s.n) order by s.step), '[]')
        from (select a.step, sum(a.arrivals) as n from arrivals a group by a.step) s),
      'gates', (select coalesce(jsonb_agg(jsonb_build_object('gate', g.gate, 'arrivals', g.arrivals, 'busiest', g.busiest)
        order by g.arrivals desc, g.gate), '[]')
        from (select a.gate, sum(a.arrivals) as arrivals, max(a.arrivals) as busiest from arrivals a group by a.gate) g),
      'nights', (select coalesce(jsonb_agg(jsonb_build_object('id', f.event_id, 'title', f.title, 'day', f.day, 'expected', f.expected,
          'arrived', f.arrived, 'freeExpected', f.free_expected, 'freeArrived', f.free_arrived, 'isOpen', f.is_open)
            order by f.doors_at desc, f.event_id), '[]')
        from (select * from figures f order by f.doors_at desc, f.event_id limit 20) f)));
end
$$;
comment on function public.read_door_report(int, date, date, uuid, boolean) is
  'Arrivals at the doors of the events of some days whose doors have opened: expected and arrived tickets, free ones apart, arrivals by '
  'ten minutes since doors and by gate, and event by event (the last 20). For admins and moderators; refuses not_allowed.';

create function private.goods_sums(p_from date, p_to date)
returns table (product_id uuid, carts bigint, orders bigint, units bigint, gross_cents bigint, refunded_cents bigint)
language sql stable set search_path = ''
as $$
  with days as materialized (
    select * from private.product_sale_days d where d.day >= p_from and d.day <= p_to
    union all
    select * from private.count_product_sales(greatest(private.reports_open_day(), p_from), p_to)
  ),
  carts as materialized (
    select distinct h.id, v.product_id
    from public.product_variants v
    join public.hold_lines l on l.variant_id = v.id
    join public.holds h on h.id = l.hold_id
    where h.created_at >= private.day_start(p_from) and h.created_at < private.day_start(p_to + 1)
  ),
  paid as materialized (
    select distinct o.id, v.product_id
    from public.product_variants v
    join public.order_lines l on l.variant_id = v.id
    join public.orders o on o.id = l.order_id
    where o.paid_at >= private.day_start(p_from) and o.paid_at < private.day_start(p_to + 1) and not o.is_test
  )
  select coalesce(m.product_id, c.product_id, p.product_id), coalesce(c.n, 0), coalesce(p.n, 0), coalesce(m.units, 0),
    coalesce(m.gross, 0)::bigint,
    coalesce(m.refunded, 0)::bigint
  from (
    select v.product_id, sum(d.units) as units, sum(d.gross_cents) as gross, sum(d.refunded_cents) as refunded
    from days d join public.product_variants v on v.id = d.variant_id group by v.product_id
  ) m
  full join (select c.product_id, count(*) as n from carts c group by c.product_id) c on c.product_id = m.product_id
  full join (select p.product_id, count(*) as n from paid p group by p.product_id) p on p.product_id = coalesce(m.product_id, c.product_id)
  union all
  -- orders and carts with several products count once
  select null, (select count(distinct c.id) from carts c), (select count(distinct p.id) from paid p), null, null, null
$$;
comment on function private.goods_sums(date, date) is
  'Goods of some days by product: carts that had it, paid orders, units, sales and refunds by the ledger; and one row with product_id '
  'null for the carts and orders with any product.';

create function private.event_places(p_event uuid) returns int
language sql stable set search_path = ''
as $$
  select coalesce(
    (select min(c.capacity) from public.capacity_pools c
     where c.event_id = p_event and c.purpose = 'places' and not exists (
       select 1 from public.ticket_types y where y.event_id = p_event and y.archived_at is null
         and not exists (select 1 from public.ticket_type_pools x where x.ticket_type_id = y.id and x.pool_id = c.id))),
    (select sum(c.capacity)::int from public.capacity_pools c where c.event_id = p_event and c.purpose = 'places'), 0)
$$;
comment on function private.event_places(uuid) is
  'How many people the pools of an event admit: the smallest pool that every type draws on, else all pools of places together.';

create function private.shop_figures_before(p_product uuid, p_from date, p_to date, p_money boolean) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  return (
    with looks as materialized (
      select coalesce(sum(l.views), 0) as views, coalesce(sum(l.clicks), 0) as clicks
      from private.sum_looks(p_from, p_to) l join public.products p on p.id = l.item_id
      where p_product is null or p.id = p_product
    )
    select jsonb_build_object('productViews', k.views, 'productClicks', k.clicks,
      'carts', coalesce(sum(s.carts) filter (where s.product_id is not distinct from p_product), 0),
      'orders', coalesce(sum(s.orders) filter (where s.product_id is not distinct from p_product), 0),
      'units', coalesce(sum(s.units) filter (where s.product_id = coalesce(p_product, s.product_id)), 0),
      'gross', case when p_money then coalesce(sum(s.gross_cents) filter (where s.product_id = coalesce(p_product, s.product_id)), 0) end,
      'refunded', case when p_money then
        coalesce(sum(s.refunded_cents) filter (where s.product_id = coalesce(p_product, s.product_id)), 0) end)
    from looks k left join private.goods_sums(p_from, p_to) s on true group by k.views, k.clicks);
end
$$;
comment on function private.shop_figures_before(uuid, date, date, boolean) is
  'Returns the figures of the shop, or of one product, for the days that a report is compared with; money only with p_money.';

create function public.read_shop_report(
  p_days int default 30, p_from date default null, p_to date default null, p_product uuid default null, p_compare boolean default true
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_admin boolean;
  v_span record;
  v_before date;
begin
  perform private.require_permission('see_figures');
  perform private.roll_up_figures();
  v_admin := private.may('see_revenue');
  select * into v_span from private.report_span(p_days, p_from, p_to);
  v_before := v_span.from_day - (v_span.to_day - v_span.from_day + 1);
  return (
    with products as materialized (
      select p.id, p.name, p.status, s.stock, s.sold, s.available
      from public.products p
      cross join lateral (
        select coalesce(sum(v.stock), 0) as stock, coalesce(sum(v.sold), 0) as sold,
          coalesce(sum(v.stock - v.held - v.sold), 0) as available
        from public.product_variants v where v.product_id = p.id
      ) s
      where (p_product is null or p.id = p_product)
    ),
    sales as materialized (select * from private.goods_sums(v_span.from_day, v_span.to_day)),
    -- units sold in the last 28 days that are over: they tell how long the stock lasts
    recent as materialized (
      select v.product_id, sum(d.units) as units from private.product_sale_days d join public.product_variants v on v.id = d.variant_id
      where d.day >= private.reports_open_day() - 28 group by v.product_id
    ),
    looks as materialized (
      select l.* from private.sum_looks(v_span.from_day, v_span.to_day) l join products p on p.id = l.item_id
    ),
    listed as materialized (
      select p.*, coalesce(l.views, 0) as views, coalesce(l.clicks, 0) as clicks, coalesce(s.carts, 0) as carts,
        coalesce(s.orders, 0) as orders,
        coalesce(s.units, 0) as units, coalesce(s.gross_cents, 0) as gross, coalesce(s.refunded_cents, 0) as refunded,
          coalesce(r.units, 0) as recent,
        row_number() over (order by coalesce(s.units, 0) desc, coalesce(l.views, 0) desc, p.name, p.id) as rank
      from products p left join sales s on s.product_id = p.id left join looks l on l.item_id = p.id left
        join recent r on r.product_id = p.id
      where p.status = 'active' or s.product_id is not null or l.item_id is not null
    )
    select jsonb_build_object(
      'from', v_span.from_day, 'to', v_span.to_day, 'today', v_span.today, 'before', case when p_compare then v_before end,
      'figures', (select jsonb_build_object('productViews', coalesce(sum(l.views), 0), 'productClicks', coalesce(sum(l.clicks), 0),
        'carts', (select coalesce(sum(s.carts), 0) from sales s where s.product_id = p_product or p_product is null
          and s.product_id is null),
        'orders', (select coalesce(sum(s.orders), 0) from sales s where s.product_id = p_product or p_product is null
          and s.product_id is null),
        'units', coalesce(sum(l.units), 0), 'gross', case when v_admin then coalesce(sum(l.gross), 0) end,
        'refunded', case when v_admin then coalesce(sum(l.refunded), 0) end) from listed l),
      'figuresBefore', case when p_compare then private.shop_figures_before(p_product, v_before, v_span.from_day - 1, v_admin) end,
      'products', (
        select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'views', l.views, 'clicks', l.clicks, 'carts', l.carts,
        'orders', l.orders, 'units', l.units, 'gross', case when v_admin then l.gross end, 'stock', l.stock, 'sold', l.sold,
        'available', l.available, 'recent', l.recent) order by l.rank), '[]') from listed l where l.rank <= 20),
      'others', (select jsonb_build_object('products', count(*), 'views', coalesce(sum(l.views), 0), 'clicks', coalesce(sum(l.clicks), 0),
        'units', coalesce(sum(l.units), 0), 'gross', case when v_admin then coalesce(sum(l.gross), 0) end) from listed l
          where l.rank > 20)));
end
$$;
comment on function public.read_shop_report(int, date, date, uuid, boolean) is
  'Goods of some days: looks, clicks, carts, paid orders, units and money, in all and by product (the first 20 by units), with the stock '
  'of each and what sold of it in the last 28 days that are over. For admins and moderators; money for admins alone. Refuses not_allowed.';

create function public.read_retention_report(p_days int default 30, p_from date default null, p_to date default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_span record;
  v_first date;
begin
  perform private.require_permission('see_figures');
  perform private.roll_up_figures();
  select * into v_span from private.report_span(p_days, p_from, p_to);
  v_first := (date_trunc('month', v_span.to_day::timestamp) - interval '11 months')::date;
  return (
    with firsts as materialized (select a.person, min(a.month) as first from private.attendances a group by a.person),
    cohorts as materialized (
      select f.first, a.month, count(*) as people
      from firsts f join private.attendances a using (person)
      where f.first >= v_first and f.first <= v_span.to_day and a.month <= v_span.to_day
      group by f.first, a.month
    ),
    ranged as (
      select a.person, min(a.month) as month from private.attendances a
      where a.month >= date_trunc('month', v_span.from_day::timestamp)::date and a.month <= v_span.to_day group by a.person
    )
    select jsonb_build_object(
      'from', v_span.from_day, 'to', v_span.to_day, 'today', v_span.today,
      'fromMonth', date_trunc('month', v_span.from_day::timestamp)::date, 'toMonth', date_trunc('month', v_span.to_day::timestamp)::date,
      'figures', (select jsonb_build_object('people', count(*), 'newPeople', count(*) filter (where f.first = r.month),
        'returned', count(*) filter (where f.first < r.month)) from ranged r join firsts f using (person)),
      'cohorts', (select coalesce(jsonb_agg(jsonb_build_object('first', c.first, 'month', c.month, 'people', c.people)
        order by c.first, c.month), '[]')
        from cohorts c)));
end
$$;
comment on function public.read_retention_report(int, date, date) is
  'People by the month of their first event: how many of each of the last twelve came in each later month; and how many people came in '
  'the months of the span, new ones and those who had been before. As of the last day that is over. For admins and moderators; refuses '
  'not_allowed.';

create function public.read_pace_report(p_event uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_day date;
begin
  perform private.require_permission('see_figures');
  select * into v_event from public.events e
  where case when p_event is null then e.status = 'published' and not e.is_test and e.doors_at > now() else e.id = p_event
    and e.status <> 'draft' end
  order by e.doors_at, e.id limit 1;
  if not found then
    return jsonb_build_object('today', private.figure_day(now()), 'event', null, 'past', '[]'::jsonb);
  end if;
  v_day := private.figure_day(v_event.doors_at);
  return (
    with past as materialized (
      select e.id, e.title, private.figure_day(e.doors_at) as day
      from public.events e
      where e.ends_at <= now() and e.id <> v_event.id and e.status in ('published', 'archived') and not e.is_test
        and e.doors_at > now() - interval '3 years' and e.doors_at < v_event.doors_at
        and extract(isodow from private.figure_day(e.doors_at)) = extract(isodow from v_day)
      order by e.doors_at desc, e.id limit 12
    ),
    nights as materialized (select p.* from past p union all select v_event.id, v_event.title, v_day),
    sold as materialized (
      select n.id, greatest(n.day - ((c.minute at time zone z.time_zone) - interval '6 hours')::date, 0) as days_left, sum(c.units) as units
      from public.settings z, nights n join public.ticket_types y on y.event_id = n.id join private.sale_counts c on c.event_id = n.id
        and c.item_id = y.id
      group by n.id, 2
    )
    select jsonb_build_object(
      'today', private.figure_day(now()),
      'event', jsonb_build_object('id', v_event.id, 'title', v_event.title, 'day', v_day, 'isOver', v_event.ends_at <= now(),
        'places', private.event_places(v_event.id),
        'sold', (select coalesce(jsonb_agg(jsonb_build_object('daysLeft', s.days_left, 'units', s.units) order by s.days_left desc), '[]')
          from sold s where s.id = v_event.id)),
      'past', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'title', p.title, 'day', p.day,
          'sold', (select coalesce(jsonb_agg(jsonb_build_object('daysLeft', s.days_left, 'units', s.units) order by s.days_left desc), '[]')
            from sold s where s.id = p.id)) order by p.day desc, p.id), '[]') from past p)));
end
$$;
comment on function public.read_pace_report(uuid) is
  'Valid tickets of an event (p_event, else the next one) by how many days before the event they were issued, and the same of the last 12 '
  'events on that weekday; places = how many people its pools admit. event is null where there is none. For admins and moderators; '
  'refuses not_allowed.';

revoke execute on function private.report_span(int, date, date),
  private.sum_sales(date, date, uuid, text, text), private.item_looks(date, date, uuid), private.sum_looks(date, date),
  private.live_views(date, date), private.sales_json(date, date, uuid, text),
  private.without_money(jsonb), private.view_json(date, date, uuid, int, text, jsonb), private.door_nights(date, date, uuid),
  private.goods_sums(date, date), private.shop_figures_before(uuid, date, date, boolean),
  private.event_places(uuid), public.read_report_frame(uuid),
  public.read_overview_report(int, date, date, uuid, text, boolean, int, text),
  public.read_events_report(int, date, date, uuid, text, boolean),
  public.read_door_report(int, date, date, uuid, boolean), public.read_shop_report(int, date, date, uuid, boolean),
  public.read_retention_report(int, date, date), public.read_pace_report(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.read_report_frame(uuid),
  public.read_overview_report(int, date, date, uuid, text, boolean, int, text),
  public.read_events_report(int, date, date, uuid, text, boolean),
  public.read_door_report(int, date, date, uuid, boolean), public.read_shop_report(int, date, date, uuid, boolean),
  public.read_retention_report(int, date, date), public.read_pace_report(uuid)
to authenticated;
