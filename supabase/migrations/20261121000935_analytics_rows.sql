-- Lists the rows that a figure of the dashboard is made of: one row of a list is one row of the data, and their values add up to
-- the figure. Each figure is defined here once, by a query over the raw rows; the reports read stored sums of the same rows.

create function private.money_figure_query(p_figure text, p_basis text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  -- kinds of ledger entries that each figure of money adds up, and their sign
  v_money constant jsonb := '{
    "gross": ["sale,discount,fee,tax", 1], "face": ["sale,discount", 1], "fee": ["fee", 1], "tax": ["tax", 1],
    "refunded": ["refund,refund_reversed", -1], "disputed": ["dispute,dispute_reversed", -1], "corrected": ["correction", 1],
    "net": ["sale,discount,fee,tax,refund,refund_reversed,dispute,dispute_reversed,correction", 1]}';
  -- the instant by which a row belongs to a day
  v_at text := case when p_basis = 'event' then 'coalesce(v.doors_at, %1$s)' else '%1$s' end;
begin
  if v_money ? p_figure then
    return format('
      select e.id::text as id, %1$s as at, %2$s * e.cents as value, e.order_id, e.event_id, e.kind as what,
        coalesce(nullif(concat_ws('' · '', l.item_name, nullif(l.item_detail, '''')), ''''), '''') as detail, null::uuid as user_id
      from public.ledger_entries e
      left join public.order_lines l on l.id = e.order_line_id
      left join public.events v on v.id = e.event_id
      where not e.is_test and e.kind = any (%3$L::text[]) and %4$s and ($3::uuid is null or e.event_id = $3)',
      format(v_at, 'e.booked_at'), v_money -> p_figure ->> 1, '{' || (v_money -> p_figure ->> 0) || '}',
      case when p_basis = 'event' then '(v.doors_at >= $1 and v.doors_at < $2 or v.id is null and e.booked_at >= $1 and e.booked_at < $2)'
        else 'e.booked_at >= $1 and e.booked_at < $2' end);
  end if;
  case p_figure
    when 'orders' then
      return format('
        select o.id::text as id, %1$s as at, 1::bigint as value, o.id as order_id, o.event_id, ''order''::text as what,
          ''''::text as detail, null::uuid as user_id
        from public.orders o left join public.events v on v.id = o.event_id
        where o.paid_at is not null and not o.is_test and %2$s and ($3::uuid is null or o.event_id = $3)',
        format(v_at, 'o.paid_at'),
        case when p_basis = 'event' then '(v.doors_at >= $1 and v.doors_at < $2 or v.id is null and o.paid_at >= $1 and o.paid_at < $2)'
          else 'o.paid_at >= $1 and o.paid_at < $2' end);
    when 'tickets' then
      return format('
        select l.id::text as id, %1$s as at, l.ticket_count::bigint as value, o.id as order_id, o.event_id, l.kind as what,
          concat_ws('' · '', l.item_name, nullif(l.item_detail, '''')) as detail, null::uuid as user_id
        from public.orders o join public.order_lines l on l.order_id = o.id and l.ticket_count > 0
        left join public.events v on v.id = o.event_id
        where o.paid_at is not null and not o.is_test and %2$s and ($3::uuid is null or o.event_id = $3)',
        format(v_at, 'o.paid_at'),
        case when p_basis = 'event' then '(v.doors_at >= $1 and v.doors_at < $2 or v.id is null and o.paid_at >= $1 and o.paid_at < $2)'
          else 'o.paid_at >= $1 and o.paid_at < $2' end);
    else
      return null;
  end case;
end
$$;
comment on function private.money_figure_query(text, text) is
  'The query of the rows of a figure about money, orders or tickets that were sold, as private.figure_query describes it; null for other '
  'figures.';

create function private.visit_figure_query(p_figure text, p_touch text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  case p_figure
    when 'views', 'staffViews', 'botViews' then
      return format('
        select w.id::text as id, w.at, 1::bigint as value, null::uuid as order_id, null::uuid as event_id, w.path as what,
          concat_ws('' · '', i.device_type, i.browser, c.name) as detail, w.user_id
        from private.page_views w
        join private.visits i on i.id = w.visit_id and i.started_at > $1 - interval ''24 hours'' and i.started_at < $2 -- as in count_views
        join private.sources c on c.id = i.%1$s
        where w.at >= $1 and w.at < $2 and i.traffic = %2$L and ($5::int is null or i.%1$s = $5)
          and ($6::text is null or i.device_type = $6)', case p_touch when 'first' then 'first_source_id' else 'last_source_id' end,
        case p_figure when 'staffViews' then 'staff' when 'botViews' then 'bots' else 'people' end);
    when 'visits', 'bounces' then
      return format('
        select i.id::text as id, i.started_at as at, 1::bigint as value, null::uuid as order_id, null::uuid as event_id,
          c.name as what, concat_ws('' · '', i.device_type, i.browser, i.views || case when i.views = 1 then '' page''
            else '' pages'' end) as detail, i.user_id
        from private.visits i join private.sources c on c.id = i.%2$s
        where i.started_at >= $1 and i.started_at < $2 and i.traffic = ''people'' and i.views > 0
          and ($5::int is null or i.%2$s = $5) and ($6::text is null or i.device_type = $6) %1$s',
        case p_figure when 'bounces' then 'and i.views = 1 and i.events = 0' end,
        case p_touch when 'first' then 'first_source_id' else 'last_source_id' end);
    when 'visitors', 'knownPeople' then
      return format('
        select md5((select k.key::text from private.erasure_key k) || i.visitor || i.day) as id, min(i.started_at) as at,
          1::bigint as value, null::uuid as order_id, null::uuid as event_id,
          count(*) || case when count(*) = 1 then '' visit'' else '' visits'' end as what, min(i.device_type) as detail,
            min(i.user_id::text)::uuid as user_id
        from (
          select ((i.started_at at time zone s.time_zone) - interval ''6 hours'')::date as day,
            coalesce(i.user_id::text, i.visitor, i.session_id) as visitor,
            i.started_at, i.device_type, i.user_id
          from public.settings s, private.visits i
          where i.started_at >= $1 and i.started_at < $2 and i.traffic = ''people'' and i.views > 0 %s
        ) i
        group by i.visitor, i.day', case p_figure when 'knownPeople' then 'and i.user_id is not null' end);
    when 'eventViews', 'ticketClicks', 'productViews', 'productClicks' then
      return format('
        select i.id::text as id, i.at, 1::bigint as value, null::uuid as order_id, %2$s as event_id, i.kind as what,
          %3$s as detail, i.user_id
        from private.item_views i
        join private.visits w on w.id = i.visit_id and w.started_at > $1 - interval ''24 hours'' and w.started_at < $2 -- as in count_views
        %4$s
        where i.at >= $1 and i.at < $2 and i.kind = %1$L and ($3::uuid is null or i.item_id = $3) and w.traffic = ''people''',
        case p_figure when 'eventViews' then 'event_view' when 'ticketClicks' then 'ticket_click'
          when 'productViews' then 'product_view' else 'product_click' end,
        case when p_figure in ('eventViews', 'ticketClicks') then 'i.item_id' else 'null::uuid' end,
        case when p_figure in ('eventViews', 'ticketClicks') then 'w.device_type' else 'concat_ws('' · '', p.name, w.device_type)' end,
        case when p_figure in ('eventViews', 'ticketClicks') then '' else 'left join public.products p on p.id = i.item_id' end);
    else
      return null;
  end case;
end
$$;
comment on function private.visit_figure_query(text, text) is
  'The query of the rows of a figure about page views, visits, visitors or views of events and products, as private.figure_query '
  'describes it; null for other figures.';

create function private.door_figure_query(p_figure text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_night constant text := '
    public.events v where v.doors_at >= $1 and v.doors_at < least($2, now()) and v.status not in (''draft'', ''cancelled'')
      and not v.is_test and ($3::uuid is null or v.id = $3)';
begin
  case p_figure
    when 'expected', 'arrived', 'noShows', 'freeExpected', 'freeArrived' then
      return format('
        select t.id::text as id, %1$s as at, 1::bigint as value, t.order_id, t.event_id, y.name as what,
          case when l.total_cents = 0 then ''free'' else '''' end || coalesce(case when l.total_cents = 0 then '' · '' end || c.gate,
            c.gate, '''') as detail,
          t.owner_id as user_id
        from (select v.id, v.doors_at from %2$s) v
        join public.tickets t on t.event_id = v.id and private.ticket_is_valid(t.status)
        join public.order_lines l on l.id = t.order_line_id
        join public.ticket_types y on y.id = t.ticket_type_id
        left join lateral (
          select n.entered_at, nullif(n.gate, '''') as gate from public.entries n where n.ticket_id = t.id order by n.entered_at, n.id
            limit 1
        ) c on true
        where true %3$s %4$s',
        case when p_figure in ('arrived', 'freeArrived') then 'c.entered_at' else 'v.doors_at' end,
        v_night,
        case when p_figure in ('arrived', 'freeArrived') then 'and c.entered_at is not null' when p_figure = 'noShows'
          then 'and c.entered_at is null' end,
        case when p_figure like 'free%' then 'and l.total_cents = 0' end);
    when 'sold' then
      return '
        select t.id::text as id, t.issued_at as at, 1::bigint as value, t.order_id, t.event_id, y.name as what,
          ''''::text as detail, t.owner_id as user_id
        from public.tickets t join public.ticket_types y on y.id = t.ticket_type_id
        where t.event_id = $3 and private.ticket_is_valid(t.status) and t.issued_at < $2';
    else
      return null;
  end case;
end
$$;
comment on function private.door_figure_query(text) is
  'The query of the rows of a figure about tickets at the door or of one event, as private.figure_query describes it; null for other '
  'figures.';

create function private.goods_figure_query(p_figure text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  case p_figure
    when 'units', 'goodsOrders' then
      return format('
        select %1$s::text as id, o.paid_at as at, %2$s::bigint as value, o.id as order_id, o.event_id, ''product''::text as what,
          %3$s as detail, null::uuid as user_id
        from public.orders o join public.order_lines l on l.order_id = o.id
        join public.product_variants w on w.id = l.variant_id
        where o.paid_at >= $1 and o.paid_at < $2 and not o.is_test and ($3::uuid is null or w.product_id = $3) %4$s',
        case p_figure when 'units' then 'l.id' else 'o.id' end,
        case p_figure when 'units' then 'l.quantity' else '1' end,
        case p_figure when 'units' then 'concat_ws('' · '', l.item_name, nullif(l.item_detail, ''''))' else 'count(*) || '' lines''' end,
        case p_figure when 'units' then '' else 'group by o.id' end);
    when 'goodsGross', 'goodsRefunded' then
      return format('
        select e.id::text as id, e.booked_at as at, %1$s * e.cents as value, e.order_id, e.event_id, e.kind as what,
          concat_ws('' · '', l.item_name, nullif(l.item_detail, '''')) as detail, null::uuid as user_id
        from public.ledger_entries e join public.line_kinds k on k.kind = e.item_kind and k.is_merchandise
        join public.order_lines l on l.id = e.order_line_id
        join public.product_variants w on w.id = l.variant_id
        where e.booked_at >= $1 and e.booked_at < $2 and not e.is_test and e.kind = any (%2$L::text[])
          and ($3::uuid is null or w.product_id = $3)',
        case p_figure when 'goodsGross' then 1 else -1 end,
        case p_figure when 'goodsGross' then '{sale,discount,fee,tax}' else '{refund,refund_reversed}' end);
    when 'carts' then
      return '
        select h.id::text as id, h.created_at as at, 1::bigint as value, null::uuid as order_id, h.event_id, h.status as what,
          sum(l.quantity) || '' units'' as detail, h.owner_id as user_id
        from public.holds h join public.hold_lines l on l.hold_id = h.id
        join public.product_variants w on w.id = l.variant_id
        where h.created_at >= $1 and h.created_at < $2 and ($3::uuid is null or w.product_id = $3)
        group by h.id';
    else
      return null;
  end case;
end
$$;
comment on function private.goods_figure_query(text) is
  'The query of the rows of a figure about goods, as private.figure_query describes it; null for other figures.';

create function private.people_figure_query(p_figure text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  case p_figure
    when 'newPeople', 'people', 'returned' then
      return format('
        select md5((select k.key::text from private.erasure_key k) || a.person) as id, (a.month::timestamp at time zone s.time_zone) as at,
          1::bigint as value, null::uuid as order_id, null::uuid as event_id,
          to_char(a.month, ''YYYY-MM'') as what, ''first in '' || to_char(f.month, ''YYYY-MM'') as detail, u.id as user_id
        from (
          select a.person, min(a.month) as month from private.attendances a
          where a.month >= date_trunc(''month'', private.figure_day($1))::date and a.month <= private.figure_day($2 - interval ''1 second'')
          group by a.person
        ) a
        cross join public.settings s
        cross join lateral (select min(b.month) as month from private.attendances b where b.person = a.person) f
        left join auth.users u on u.id::text = a.person
        where ($4::date is null or f.month = $4) %s',
        case p_figure when 'newPeople' then 'and f.month = a.month' when 'returned' then 'and f.month < a.month' end);
    else
      return null;
  end case;
end
$$;
comment on function private.people_figure_query(text) is
  'The query of the rows of a figure about people by the month of their first event, as private.figure_query describes it; null for other '
  'figures.';

create function private.figure_query(p_figure text, p_basis text, p_touch text default 'last') returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_query text := coalesce(
    private.source_figure_query(p_figure, p_touch),
    private.money_figure_query(p_figure, p_basis),
    private.visit_figure_query(p_figure, p_touch),
    private.door_figure_query(p_figure),
    private.goods_figure_query(p_figure),
    private.people_figure_query(p_figure)
  );
begin
  if v_query is null then
    perform private.refuse(404, 'not_found');
  end if;
  return v_query;
end
$$;
comment on function private.figure_query(text, text, text) is
  'The query of a figure''s rows: id, at (by which a row is of a day), value (in cents or a count), order_id, event_id, what and detail '
  '(what the row is), user_id (whom it is about). The id of a row that stands for a person is a keyed hash: who knows an account or an '
  'address cannot look for it. Its parameters: $1 and $2 the span, $3 an event or, for goods, a product, $4 the first month of a cohort, '
  '$5 a source and $6 a device of visits. p_basis event: money and orders are of the day of their event. p_touch: by the last source or '
  'the first. Refuses not_found for an unknown figure.';

create function private.figure_sums(
  p_figure text, p_from date, p_to date, p_item uuid, p_basis text, p_cohort date, p_source int, p_device text, p_touch text
)
returns table (n bigint, total bigint)
language plpgsql stable set search_path = ''
as $$
begin
  return query execute 'select count(*), coalesce(sum(r.value), 0)::bigint from (' || private.figure_query(p_figure, p_basis, p_touch)
    || ') r'
    using private.day_start(p_from), private.day_start(p_to + 1), p_item, p_cohort, p_source, p_device;
end
$$;
comment on function private.figure_sums(text, date, date, uuid, text, date, int, text, text) is
  'How many rows a figure has, and what they add up to.';

create table private.person_reads (
  id bigint generated always as identity primary key,
  actor_id uuid not null,
  request text not null check (length(request) <= 500),
  at timestamptz not null default now()
);
comment on table private.person_reads is
  'When an admin last saw the people behind the rows of a figure, so that the pages of one list are one entry of the audit log in ten '
  'minutes.';
create index person_reads_actor on private.person_reads (actor_id, at);
alter table private.person_reads enable row level security;
alter table private.person_reads force row level security;

create function private.note_person_read(p_figure text, p_reason text, p_asked jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_request text := left(concat_ws('/', p_figure, p_asked ->> 'first_day', p_asked ->> 'last_day', p_asked ->> 'item',
    p_asked ->> 'basis', p_asked ->> 'cohort', p_asked ->> 'source', p_asked ->> 'device', p_reason), 500);
begin
  delete from private.person_reads r where r.at < now() - interval '1 hour';
  if not exists (
    select 1 from private.person_reads r
    where r.actor_id = auth.uid() and r.request = v_request and r.at > now() - interval '10 minutes'
  ) then
    insert into private.person_reads (actor_id, request) values (auth.uid(), v_request);
    perform private.audit('analytics.people', 'figure', p_figure,
      jsonb_strip_nulls(jsonb_build_object('reason', p_reason) || p_asked - 'source' - 'device'));
  end if;
end
$$;
comment on function private.note_person_read(text, text, jsonb) is
  'Notes in the audit log that the caller looks at the people behind a figure, once in ten minutes for the same list.';

create function public.list_figure_rows(
  p_figure text, p_days int default 30, p_from date default null, p_to date default null, p_item uuid default null,
  p_basis text default 'cash', p_cohort date default null, p_after_at timestamptz default null, p_after_id text default null,
  p_limit int default 50, p_reason text default null, p_source int default null, p_device text default null,
  p_touch text default 'last'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_admin boolean;
  v_span record;
  v_reason text := nullif(btrim(coalesce(p_reason, '')), '');
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 500);
  v_sums record;
  v_rows jsonb;
begin
  perform private.require_permission('see_figures');
  v_admin := private.may('see_revenue');
  if not v_admin and (v_reason is not null or p_figure in ('gross', 'face', 'fee', 'tax', 'refunded', 'disputed', 'corrected', 'net',
    'goodsGross', 'goodsRefunded', 'sourceGross')) then
    perform private.refuse(403, 'not_allowed');
  end if;
  select * into v_span from private.report_span(p_days, p_from, p_to);
  if v_reason is not null then
    if length(v_reason) not between 3 and 200 or not private.is_readable(v_reason) then
      perform private.refuse(422, 'reason_required');
    end if;
    perform private.note_person_read(p_figure, v_reason, jsonb_build_object('first_day', v_span.from_day, 'last_day', v_span.to_day,
      'item', p_item, 'basis', p_basis, 'cohort', p_cohort, 'source', p_source, 'device', p_device));
  end if;
  select * into v_sums from private.figure_sums(
    p_figure, v_span.from_day, v_span.to_day, p_item, p_basis, p_cohort, p_source, p_device, p_touch);
  execute format('
      with page as materialized (
        select q.* from (%s) q
        where ($7::timestamptz is null or (q.at, q.id) < ($7, $8))
        order by q.at desc, q.id desc limit $9
      )
      select coalesce(jsonb_agg(jsonb_build_object(
        ''id'', p.id, ''at'', p.at, ''value'', p.value, ''what'', p.what, ''detail'', p.detail,
        ''order'', case when $11 then o.code end, ''event'', e.title, ''person'', case when $10 then coalesce(f.display_name, o.name) end,
        ''email'', case when $10 then coalesce(u.email, o.email) end) order by p.at desc, p.id desc), ''[]'')
      from page p
      left join public.orders o on o.id = p.order_id
      left join public.events e on e.id = p.event_id
      left join auth.users u on $10 and u.id = p.user_id
      left join public.profiles f on $10 and f.id = p.user_id', private.figure_query(p_figure, p_basis, p_touch))
    into v_rows
    using private.day_start(v_span.from_day), private.day_start(v_span.to_day + 1), p_item, p_cohort, p_source, p_device, p_after_at,
      p_after_id, v_limit + 1, v_reason is not null, v_admin;
  return jsonb_build_object(
    'from', v_span.from_day, 'to', v_span.to_day, 'isAdmin', v_admin, 'rows', v_sums.n, 'total', v_sums.total,
    'currency', (select s.currency from public.settings s), 'timeZone', (select s.time_zone from public.settings s),
    'item', (select coalesce((select e.title from public.events e where e.id = p_item),
      (select p.name from public.products p where p.id = p_item))),
    'source', (select concat_ws(' / ', c.name, nullif(c.campaign, '')) from private.sources c where c.id = p_source),
    'list', (select coalesce(jsonb_agg(r order by n), '[]')
      from jsonb_array_elements(v_rows) with ordinality x (r, n) where n <= v_limit),
    'next', case when jsonb_array_length(v_rows) > v_limit
      then jsonb_build_object('at', v_rows -> (v_limit - 1) ->> 'at', 'id', v_rows -> (v_limit - 1) ->> 'id') end);
end
$$;
comment on function public.list_figure_rows(text, int, date, date, uuid, text, date, timestamptz, text, int, text, int, text, text) is
  'The rows that a figure is made of, newest first, p_limit of them (500 at most) after the row (p_after_at, p_after_id), with their '
  'number and sum. p_item: an event or, for goods, a product; p_cohort: people whose first month it is; p_touch last or first: which '
  'source p_source means. For admins and moderators; money and codes of orders for admins alone. With p_reason (3 to 200 characters) an '
  'admin also gets names and addresses, which is written to the audit log. Refuses not_allowed, reason_required, not_found.';

revoke execute on function private.money_figure_query(text, text), private.visit_figure_query(text, text), private.door_figure_query(text),
  private.goods_figure_query(text), private.people_figure_query(text), private.figure_query(text, text, text),
  private.figure_sums(text, date, date, uuid, text, date, int, text, text), private.note_person_read(text, text, jsonb),
  public.list_figure_rows(text, int, date, date, uuid, text, date, timestamptz, text, int, text, int, text, text)
from public, anon, authenticated, service_role;
grant execute on function public.list_figure_rows(text, int, date, date, uuid, text, date, timestamptz, text, int, text, int,
  text, text) to authenticated;
