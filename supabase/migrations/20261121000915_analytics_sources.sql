-- Reads where visits and orders come from, and how many of those who look at an event become its guests.

create function private.count_source_sales(p_from date, p_to date)
returns table (
  day date, attribution text, source_id int, device_type text, orders int, tickets int, gross_cents bigint, net_cents bigint
)
language sql
stable
set search_path = ''
as $$
  with moves as (
    select ((o.paid_at at time zone s.time_zone) - interval '6 hours')::date as day, o.hold_id, 1 as orders,
      (select coalesce(sum(l.ticket_count), 0) from public.order_lines l where l.order_id = o.id) as tickets,
      0::bigint as gross, 0::bigint as net
    from public.settings s, public.orders o
    where o.paid_at >= private.day_start(p_from) and o.paid_at < private.day_start(p_to + 1) and not o.is_test
    union all
    select ((e.booked_at at time zone s.time_zone) - interval '6 hours')::date,
      (select o.hold_id from public.orders o where o.id = e.order_id), 0, 0,
      case when e.kind in ('sale', 'discount', 'fee', 'tax') then e.cents else 0 end, e.cents
    from public.settings s, public.ledger_entries e
    where e.booked_at >= private.day_start(p_from) and e.booked_at < private.day_start(p_to + 1) and not e.is_test
  )
  select m.day, a.attribution, coalesce(a.source_id, 3), coalesce(h.device_type, 'unknown'), sum(m.orders)::int, sum(m.tickets)::int,
    sum(m.gross)::bigint, sum(m.net)::bigint
  from moves m
  -- offset 0: looks up each hold, where a join would be planned as one over the holds of all time
  left join lateral (select * from private.hold_sources x where x.hold_id = m.hold_id offset 0) h on true
  cross join lateral (values ('last', h.source_id), ('first', h.first_source_id)) a (attribution, source_id)
  group by 1, 2, 3, 4
$$;
comment on function private.count_source_sales(date, date) is
  'Orders, tickets and money of some days by the source and device of their holds, counted from orders and the ledger; see '
  'source_sale_days.';

create function private.sum_sources(p_from date, p_to date, p_device text, p_touch text)
returns table (
  source_id int, visits bigint, views bigint, bounces bigint, orders bigint, tickets bigint, gross_cents bigint, net_cents bigint
)
language sql
stable
set search_path = ''
as $$
  with stored as materialized (select greatest(coalesce(private.next_figure_day(), p_from), p_from) as open_day),
  traffic as (
    select d.source_id, d.device_type, d.attribution, d.visits, d.views, d.bounces, 0 as orders, 0 as tickets,
      0::bigint as gross, 0::bigint as net
    from (
      select v.* from stored s, private.visit_days v where v.day >= p_from and v.day <= p_to and v.day < s.open_day
      union all
      select c.* from stored s, private.count_visits(s.open_day, p_to) c
    ) d
    union all
    select d.source_id, d.device_type, d.attribution, 0, 0, 0, d.orders, d.tickets, d.gross_cents, d.net_cents
    from (
      select v.* from stored s, private.source_sale_days v where v.day >= p_from and v.day <= p_to and v.day < s.open_day
      union all
      select c.* from stored s, private.count_source_sales(s.open_day, p_to) c
    ) d
  )
  select t.source_id, sum(t.visits), sum(t.views), sum(t.bounces), sum(t.orders), sum(t.tickets), sum(t.gross)::bigint, sum(t.net)::bigint
  from traffic t
  where t.attribution = p_touch and (p_device is null or t.device_type = p_device)
  group by t.source_id
$$;
comment on function private.sum_sources(date, date, text, text) is
  'Visits and sales of the days from p_from to p_to by source, of one device where p_device is given. p_touch last: by the last source '
  'that was not direct within 7 days; first: by that of the first visit. Stored days from their own tables, later ones counted.';

create function public.read_sources_report(
  p_days int default 30, p_from date default null, p_to date default null, p_compare boolean default true, p_device text default null,
  p_touch text default 'last'
)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_admin boolean;
  v_span record;
  v_before date; -- first day of the span before
begin
  perform private.require_permission('see_figures');
  perform private.roll_up_figures();
  v_admin := private.may('see_revenue');
  select * into v_span from private.report_span(p_days, p_from, p_to);
  v_before := v_span.from_day - (v_span.to_day - v_span.from_day + 1);
  return (
    with sums as materialized (select * from private.sum_sources(v_span.from_day, v_span.to_day, p_device, p_touch)),
    earlier as materialized (
      select * from private.sum_sources(v_before, v_span.from_day - 1, p_device, p_touch) where p_compare
    ),
    listed as materialized (
      select s.*, c.name, c.medium, c.campaign,
        row_number() over (order by s.visits desc, s.orders desc, s.source_id) as by_visits,
        row_number() over (order by s.orders desc, s.visits desc, s.source_id) as by_orders
      from sums s join private.sources c on c.id = s.source_id
    )
    select jsonb_build_object(
      'from', v_span.from_day, 'to', v_span.to_day, 'today', v_span.today, 'before', case when p_compare then v_before end,
      'figures', (select jsonb_build_object('visits', coalesce(sum(s.visits), 0), 'bounces', coalesce(sum(s.bounces), 0),
          'orders', coalesce(sum(s.orders), 0), 'known', coalesce(sum(s.orders) filter (where s.source_id <> 3), 0),
          'gross', case when v_admin then coalesce(sum(s.gross_cents) filter (where s.source_id <> 3), 0) end) from sums s),
      'figuresBefore', (select jsonb_build_object('visits', coalesce(sum(s.visits), 0), 'bounces', coalesce(sum(s.bounces), 0),
          'orders', coalesce(sum(s.orders), 0), 'known', coalesce(sum(s.orders) filter (where s.source_id <> 3), 0),
          'gross', case when v_admin then coalesce(sum(s.gross_cents) filter (where s.source_id <> 3), 0) end) from earlier s
            where p_compare having p_compare),
      'sources', (select coalesce(jsonb_agg(jsonb_build_object('id', l.source_id, 'name', l.name,
        'medium', l.medium, 'campaign', l.campaign,
          'visits', l.visits, 'views', l.views, 'bounces', l.bounces, 'orders', l.orders, 'tickets', l.tickets,
          'gross', case when v_admin then l.gross_cents end, 'net', case when v_admin then l.net_cents end) order by l.by_visits), '[]')
        from listed l where l.by_visits <= 30 or l.by_orders <= 30),
      'others', (select jsonb_build_object('sources', count(*), 'visits', coalesce(sum(l.visits), 0), 'views', coalesce(sum(l.views), 0),
          'bounces', coalesce(sum(l.bounces), 0), 'orders', coalesce(sum(l.orders), 0), 'tickets', coalesce(sum(l.tickets), 0),
          'gross', case when v_admin then coalesce(sum(l.gross_cents), 0) end,
          'net', case when v_admin then coalesce(sum(l.net_cents), 0) end)
        from listed l where l.by_visits > 30 and l.by_orders > 30)));
end
$$;
comment on function public.read_sources_report(int, date, date, boolean, text, text) is
  'Visits and sales of some days by source: those with the most visits and with the most orders, the others as one row, so that they add '
  'up; with those of as many days before (p_compare). p_device: of one device; p_touch last or first. For admins and moderators; money '
  'for admins alone. Refuses not_allowed.';

create function private.visit_steps(p_from date, p_to date, p_event uuid, p_source int, p_device text, p_touch text, p_by_event boolean)
returns table (event_id uuid, source_id int, device_type text, viewed bigint, clicked bigint, held bigint)
language sql
stable
set search_path = ''
as $$
  with stored as materialized (select least(greatest(coalesce(private.next_figure_day(), p_from), p_from), p_to + 1) as open_day),
  days as (
    select v.event_id, v.source_id, v.device_type, v.viewed, v.clicked, v.held
    from stored s, private.event_visit_days v
    where (p_event is not null or p_by_event and (p_source is not null or p_device is not null))
      and v.day >= p_from and v.day <= p_to and v.day < s.open_day and v.attribution = p_touch
      and (p_event is null or v.event_id = p_event) and (p_source is null or v.source_id = p_source)
      and (p_device is null or v.device_type = p_device)
    union all
    select v.event_id, null, null, v.viewed, v.clicked, v.held
    from stored s, private.event_step_days v
    where p_by_event and p_event is null and p_source is null and p_device is null
      and v.day >= p_from and v.day <= p_to and v.day < s.open_day and s.open_day - p_from < 28
    union all
    select v.name::uuid, null, null, v.views, v.clicks, v.holds
    from stored s, private.figure_spans v
    where p_by_event and p_event is null and p_source is null and p_device is null and s.open_day - p_from >= 28
      and v.from_day = p_from and v.open_day = s.open_day and v.part = 'steps'
    union all
    select null, v.source_id, v.device_type, v.viewed, v.clicked, v.held
    from stored s, private.step_days v
    where not p_by_event and p_event is null and v.day >= p_from and v.day <= p_to and v.day < s.open_day and v.attribution = p_touch
      and (p_source is null or v.source_id = p_source) and (p_device is null or v.device_type = p_device)
  )
  select case when p_by_event then d.event_id end, case when not p_by_event then d.source_id end,
    case when not p_by_event then d.device_type end, sum(d.viewed), sum(d.clicked), sum(d.held)
  from days d group by 1, 2, 3
$$;
comment on function private.visit_steps(date, date, uuid, int, text, text, boolean) is
  'How many visits looked at events (viewed), of these went on to tickets (clicked) and set some aside (held), by their first look at the '
  'event, in those of the days whose figures are stored: by event (p_by_event), else by source and device. p_touch as in sum_sources.';

create function private.buyer_steps(p_before date, p_from date, p_to date, p_event uuid, p_source int, p_device text, p_touch text)
returns table (is_before boolean, part text, name text, pay_started bigint, paid bigint, arrived bigint)
language sql
stable
set search_path = ''
as $$
  with buyers as (
    select b.day < p_from as is_before, b.event_id, case p_touch when 'first' then b.first_source_id else b.source_id end as source_id,
      b.device_type,
      b.has_paid, b.has_come
    from private.current_buyers b
    where b.day >= coalesce(p_before, p_from) and b.day <= p_to and (p_event is null or b.event_id = p_event)
      and (p_source is null or p_source = case p_touch when 'first' then b.first_source_id else b.source_id end)
      and (p_device is null or b.device_type = p_device)
  )
  select b.is_before,
    case when grouping(b.event_id) = 0 then 'event' when grouping(b.source_id) = 0 then 'source' when grouping(b.device_type) = 0
      then 'device' else 'all' end,
    coalesce(b.event_id::text, b.source_id::text, b.device_type), count(*), count(*) filter (where b.has_paid),
      count(*) filter (where b.has_come)
  from buyers b
  group by b.is_before, grouping sets ((), (b.event_id), (b.source_id), (b.device_type))
$$;
comment on function private.buyer_steps(date, date, date, uuid, int, text, text) is
  'Buyers of events by the day of their first order (private.event_buyers) from p_from to p_to, and of those from p_before to the day '
  'before p_from (is_before; p_before null for none), with a payment or nothing to pay: pay_started; of these paid, and arrived with a '
  'ticket, so far. A row for all (part), one for each event, source and device (name). p_touch as in sum_sources.';

create function private.steps_json(p_viewed numeric, p_clicked numeric, p_held numeric, p_pay_started numeric,
  p_paid numeric, p_arrived numeric)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object('viewed', coalesce(p_viewed, 0), 'clicked', coalesce(p_clicked, 0), 'held', coalesce(p_held, 0),
    'payStarted', coalesce(p_pay_started, 0), 'paid', coalesce(p_paid, 0), 'arrived', coalesce(p_arrived, 0))
$$;
comment on function private.steps_json(numeric, numeric, numeric, numeric, numeric, numeric) is
  'The six steps of the funnel as the report names them; 0 for null.';

create function private.funnel_parts(p_before date, p_from date, p_to date, p_event uuid, p_source int, p_device text, p_touch text)
returns table (
  is_before boolean, part text, name text,
  viewed numeric, clicked numeric, held numeric, pay_started numeric, paid numeric, arrived numeric
)
language sql
stable
set search_path = ''
as $$
  with live as materialized (
    select l.day < p_from as is_before, l.event_id, case p_touch when 'first' then l.first_source_id else l.last_source_id end as source_id,
      l.device_type, l.viewed, l.clicked, l.held
    from private.first_looks(greatest(coalesce(private.next_figure_day(), p_from), coalesce(p_before, p_from)), p_to) l
    where (p_event is null or l.event_id = p_event) and (p_device is null or l.device_type = p_device)
      and (p_source is null or p_source = case p_touch when 'first' then l.first_source_id else l.last_source_id end)
  ),
  split as (
    select v.source_id, v.device_type, v.viewed, v.clicked, v.held
    from private.visit_steps(p_from, p_to, p_event, p_source, p_device, p_touch, false) v
    union all
    select l.source_id, l.device_type, l.viewed, l.clicked, l.held from live l where not l.is_before
  ),
  by_event as (
    select v.event_id, v.viewed, v.clicked, v.held
    from private.visit_steps(p_from, p_to, p_event, p_source, p_device, p_touch, true) v
    union all
    select l.event_id, l.viewed, l.clicked, l.held from live l where not l.is_before
  ),
  steps as (
    select false as is_before,
      case when grouping(s.source_id) = 0 then 'source' when grouping(s.device_type) = 0 then 'device' else 'all' end as part,
      coalesce(s.source_id::text, s.device_type) as name, sum(s.viewed) as viewed, sum(s.clicked) as clicked, sum(s.held) as held,
      0 as pay_started, 0 as paid, 0 as arrived
    from split s group by grouping sets ((), (s.source_id), (s.device_type))
    union all
    select false, 'event', s.event_id::text, sum(s.viewed), sum(s.clicked), sum(s.held), 0, 0, 0 from by_event s group by s.event_id
    union all
    select true, 'all', null, v.viewed, v.clicked, v.held, 0, 0, 0
    from private.visit_steps(p_before, p_from - 1, p_event, p_source, p_device, p_touch, false) v where p_before is not null
    union all
    select true, 'all', null, l.viewed, l.clicked, l.held, 0, 0, 0 from live l where l.is_before
    union all
    select b.is_before, b.part, b.name, 0, 0, 0, b.pay_started, b.paid, b.arrived
    from private.buyer_steps(p_before, p_from, p_to, p_event, p_source, p_device, p_touch) b where not b.is_before or b.part = 'all'
  )
  select s.is_before, s.part, s.name, sum(s.viewed), sum(s.clicked), sum(s.held), sum(s.pay_started), sum(s.paid), sum(s.arrived)
  from steps s group by s.is_before, s.part, s.name
$$;
comment on function private.funnel_parts(date, date, date, uuid, int, text, text) is
  'The six steps of the funnel in some days, in sum (part all), by event, source and device, and in sum of the days from p_before on '
  'before them (is_before). Days whose figures are not stored are counted from first looks.';

create function public.read_funnel_report(
  p_days int default 30, p_from date default null, p_to date default null, p_event uuid default null, p_compare boolean default true,
  p_source int default null, p_device text default null, p_touch text default 'last'
)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
-- enough memory to add up a year
set work_mem = '32MB'
as $$
declare
  v_span record;
  v_before date; -- first day of the span before; null without one
begin
  perform private.require_permission('see_figures');
  perform private.roll_up_figures();
  select * into v_span from private.report_span(p_days, p_from, p_to);
  if p_compare then
    v_before := v_span.from_day - (v_span.to_day - v_span.from_day + 1);
  end if;
  perform private.store_span(v_span.from_day,
    least(greatest(coalesce(private.next_figure_day(), v_span.from_day), v_span.from_day), v_span.to_day + 1));
  return (
    with parts as materialized (
      select * from private.funnel_parts(v_before, v_span.from_day, v_span.to_day, p_event, p_source, p_device, p_touch)
    ),
    listed as materialized (
      select p.part, p.name, p.viewed, p.paid, private.steps_json(p.viewed, p.clicked, p.held, p.pay_started, p.paid, p.arrived) as steps
      from (
        select p.*, row_number() over (partition by p.part order by p.viewed desc, p.paid desc, p.name) as n from parts p
          where not p.is_before
      ) p
      where p.n <= 20
    )
    select jsonb_build_object(
      'from', v_span.from_day, 'to', v_span.to_day, 'today', v_span.today, 'before', v_before,
      'steps', (select l.steps from listed l where l.part = 'all'),
      'stepsBefore', case when p_compare then (
        select private.steps_json(sum(p.viewed), sum(p.clicked), sum(p.held), sum(p.pay_started), sum(p.paid), sum(p.arrived))
        from parts p where p.is_before) end,
      'events', (
        select coalesce(jsonb_agg(l.steps || jsonb_build_object('id', e.id, 'title', e.title, 'day', private.figure_day(e.doors_at))
          order by l.viewed desc, l.paid desc, l.name), '[]')
        from listed l join public.events e on e.id::text = l.name where l.part = 'event'),
      'sources', (
        select coalesce(jsonb_agg(l.steps || jsonb_build_object('id', c.id, 'name', concat_ws(' / ', c.name, nullif(c.campaign, '')))
          order by l.viewed desc, l.paid desc, c.id), '[]')
        from listed l join private.sources c on c.id::text = l.name where l.part = 'source'),
      'devices', (
        select coalesce(jsonb_agg(l.steps || jsonb_build_object('name', l.name) order by l.viewed desc, l.paid desc, l.name), '[]')
        from listed l where l.part = 'device')));
end
$$;
comment on function public.read_funnel_report(int, date, date, uuid, boolean, int, text, text) is
  'The steps from a look at an event to its door in some days (private.funnel_parts), in sum, by event, source (20 each) and device, with '
  'those of as many days before (p_compare); of one event, source or device where given. For admins and moderators. Refuses not_allowed.';

create function private.source_figure_query(p_figure text, p_touch text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_visit text := case p_touch when 'first' then 'first_source_id' else 'last_source_id' end;
  v_hold text := case p_touch when 'first' then 'first_source_id' else 'source_id' end;
begin
  case p_figure
    when 'sourceOrders' then
      return format('
        select o.id::text as id, o.paid_at as at, 1::bigint as value, o.id as order_id, o.event_id, ''order''::text as what,
          coalesce(c.name, ''not known'') as detail, null::uuid as user_id
        from public.orders o
        left join private.hold_sources h on h.hold_id = o.hold_id
        left join private.sources c on c.id = h.%1$s
        where o.paid_at >= $1 and o.paid_at < $2 and not o.is_test and ($5::int is null and h.hold_id is not null
          or coalesce(h.%1$s, 3) = $5)
          and ($6::text is null or coalesce(h.device_type, ''unknown'') = $6)', v_hold);
    when 'sourceGross' then
      return format('
        select e.id::text as id, e.booked_at as at, e.cents as value, e.order_id, e.event_id, e.kind as what,
          coalesce(c.name, ''not known'') as detail, null::uuid as user_id
        from public.ledger_entries e
        left join public.orders o on o.id = e.order_id
        left join private.hold_sources h on h.hold_id = o.hold_id
        left join private.sources c on c.id = h.%1$s
        where e.booked_at >= $1 and e.booked_at < $2 and not e.is_test and e.kind in (''sale'', ''discount'', ''fee'', ''tax'')
          and ($5::int is null and h.hold_id is not null or coalesce(h.%1$s, 3) = $5)
          and ($6::text is null or coalesce(h.device_type, ''unknown'') = $6)', v_hold);
    when 'viewed', 'clicked', 'held' then
      return format('
        select i.id::text as id, i.at, 1::bigint as value, null::uuid as order_id, i.item_id as event_id, i.kind as what,
          concat_ws('' · '', w.device_type, c.name) as detail, i.user_id
        from private.item_views i
        join private.visits w on w.id = i.visit_id and w.started_at > $1 - interval ''24 hours'' and w.started_at < $2 -- as in count_views
        join private.sources c on c.id = w.%1$s
        where i.at >= $1 and i.at < $2 and i.kind = ''event_view'' and i.is_first and w.traffic = ''people''
          and ($3::uuid is null or i.item_id = $3) and ($5::int is null or w.%1$s = $5) and ($6::text is null or w.device_type = $6) %2$s',
        v_visit,
        case when p_figure <> 'viewed' then format('
          and exists (
            select 1 from private.item_views x where x.visit_id = i.visit_id and x.item_id = i.item_id and x.kind = any (%L::text[]))',
          case p_figure when 'held' then '{hold}' else '{ticket_click,hold}' end) end);
    when 'payStarted', 'paidBuyers', 'arrivedBuyers' then
      return format('
        select md5(concat((select k.key::text from private.erasure_key k), b.order_id)) as id, o.created_at as at,
          1::bigint as value, b.order_id, b.event_id,
          ''order''::text as what, concat_ws('' · '', b.device_type, c.name) as detail, o.owner_id as user_id
        from private.current_buyers b
        join public.orders o on o.id = b.order_id
        join private.sources c on c.id = b.%1$s
        where b.day >= private.figure_day($1) and b.day < private.figure_day($2) and ($3::uuid is null or b.event_id = $3)
          and ($5::int is null or b.%1$s = $5) and ($6::text is null or b.device_type = $6) %2$s',
        v_hold, case p_figure when 'paidBuyers' then 'and b.has_paid' when 'arrivedBuyers' then 'and b.has_come' end);
    else
      return null;
  end case;
end
$$;
comment on function private.source_figure_query(text, text) is
  'The query of the rows of a figure about sources or the funnel, as private.figure_query describes it; null for other figures. p_touch '
  'last or first. Source 3 stands for orders without one.';

revoke execute on function private.count_source_sales(date, date), private.sum_sources(date, date, text, text),
  private.visit_steps(date, date, uuid, int, text, text, boolean), private.buyer_steps(date, date, date, uuid, int, text, text),
  private.steps_json(numeric, numeric, numeric, numeric, numeric, numeric), private.funnel_parts(date, date, date, uuid, int, text, text),
  private.source_figure_query(text, text), public.read_sources_report(int, date, date, boolean, text, text),
  public.read_funnel_report(int, date, date, uuid, boolean, int, text, text)
from public, anon, authenticated, service_role;
grant execute on function public.read_sources_report(int, date, date, boolean, text, text),
  public.read_funnel_report(int, date, date, uuid, boolean, int, text, text) to authenticated;
