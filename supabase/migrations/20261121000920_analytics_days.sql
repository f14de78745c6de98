-- Stores what the reports of the dashboard add up for days that are over: money by event, goods by variant, who came in which month.

create table private.report_days (
  day date primary key
);
comment on table private.report_days is
  'Days that are over (6 AM to 6 AM in the brand''s time zone) whose sums are in event_sale_days and product_sale_days. Without gaps: '
  'later days are counted live.';

create table private.event_sale_days (
  day date not null references private.report_days (day) on delete cascade,
  event_id uuid,
  orders int not null,
  tickets int not null,
  gross_cents bigint not null,
  face_cents bigint not null,
  fee_cents bigint not null,
  tax_cents bigint not null,
  refunded_cents bigint not null,
  disputed_cents bigint not null,
  corrected_cents bigint not null,
  id bigint generated always as identity primary key,
  constraint event_sale_days_once unique nulls not distinct (day, event_id)
);
comment on table private.event_sale_days is
  'Sums of the ledger for each day that is over and each event, by the moments at which entries were booked; event_id null = of no event '
  '(goods). orders and tickets are those of orders that were paid on the day. Test orders do not count. Over all events they add up to '
  'sale_days.';
create index event_sale_days_event on private.event_sale_days (event_id, day);

create table private.product_sale_days (
  day date not null references private.report_days (day) on delete cascade,
  variant_id uuid not null,
  orders int not null,
  units int not null,
  gross_cents bigint not null,
  refunded_cents bigint not null,
  primary key (day, variant_id)
);
comment on table private.product_sale_days is
  'Goods of each day that is over: orders and units that were paid on the day, their sales and refunds by the ledger. Test orders do not '
  'count.';
create index product_sale_days_variant on private.product_sale_days (variant_id, day);

create table private.attendances (
  person text not null,
  month date not null,
  primary key (person, month)
);
comment on table private.attendances is
  'The months in which a person came to an event, as of the last day that is over. person = the account that holds the ticket, else a '
  'hash of the mailbox of its order. Written again by private.roll_up_reports, so that merged accounts and moved tickets are one person.';
create index attendances_month on private.attendances (month, person);

create index item_view_days_item on private.item_view_days (item_id, day);

create function private.count_event_sales(p_from date, p_to date, p_event uuid default null)
returns table (
  day date, event_id uuid, orders int, tickets int, gross_cents bigint, face_cents bigint, fee_cents bigint, tax_cents bigint,
  refunded_cents bigint, disputed_cents bigint, corrected_cents bigint
)
language sql stable set search_path = ''
as $$
  -- bounds in the conditions, not in a joined row: the planner then expects few rows and reads them by the index
  with sums as (
    select ((o.paid_at at time zone z.time_zone) - interval '6 hours')::date as day, o.event_id, count(*) as orders,
      sum((select coalesce(sum(l.ticket_count), 0) from public.order_lines l where l.order_id = o.id)) as tickets,
      0::numeric as gross, 0::numeric as face, 0::numeric as fee, 0::numeric as tax, 0::numeric as refunded, 0::numeric as disputed,
      0::numeric as corrected
    from public.settings z, public.orders o
    where o.paid_at >= private.day_start(p_from) and o.paid_at < private.day_start(p_to + 1) and not o.is_test
      and (p_event is null or o.event_id = p_event)
    group by 1, 2
    union all
    select ((e.booked_at at time zone z.time_zone) - interval '6 hours')::date, e.event_id, 0, 0,
      sum(e.cents) filter (where e.kind in ('sale', 'discount', 'fee', 'tax')),
      sum(e.cents) filter (where e.kind in ('sale', 'discount')),
      sum(e.cents) filter (where e.kind = 'fee'), sum(e.cents) filter (where e.kind = 'tax'),
      -sum(e.cents) filter (where e.kind in ('refund', 'refund_reversed')),
      -sum(e.cents) filter (where e.kind in ('dispute', 'dispute_reversed')),
      sum(e.cents) filter (where e.kind = 'correction')
    from public.settings z, public.ledger_entries e
    where e.booked_at >= private.day_start(p_from) and e.booked_at < private.day_start(p_to + 1) and not e.is_test
      and (p_event is null or e.event_id = p_event)
    group by 1, 2
  )
  select s.day, s.event_id, sum(s.orders)::int, sum(s.tickets)::int, coalesce(sum(s.gross), 0)::bigint, coalesce(sum(s.face), 0)::bigint,
    coalesce(sum(s.fee), 0)::bigint, coalesce(sum(s.tax), 0)::bigint, coalesce(sum(s.refunded), 0)::bigint,
    coalesce(sum(s.disputed), 0)::bigint, coalesce(sum(s.corrected), 0)::bigint
  from sums s group by s.day, s.event_id
$$;
comment on function private.count_event_sales(date, date, uuid) is
  'Money of some days by event, summed from the ledger by when it was booked, and how many orders and tickets were paid in them; of one '
  'event where p_event is given. Columns as in event_sale_days.';

create function private.count_product_sales(p_from date, p_to date)
returns table (day date, variant_id uuid, orders int, units int, gross_cents bigint, refunded_cents bigint)
language sql stable set search_path = ''
as $$
  with sums as (
    select ((o.paid_at at time zone z.time_zone) - interval '6 hours')::date as day, l.item_id, count(distinct o.id) as orders,
      sum(l.quantity) as units, 0::numeric as gross, 0::numeric as refunded
    from public.settings z, public.orders o
    -- offset 0: looks up the lines of each order, where a join could begin with the goods of all time
    cross join lateral (select * from public.order_lines x where x.order_id = o.id and x.variant_id is not null offset 0) l
    where o.paid_at >= private.day_start(p_from) and o.paid_at < private.day_start(p_to + 1) and not o.is_test
    group by 1, 2
    union all
    select ((e.booked_at at time zone z.time_zone) - interval '6 hours')::date, l.item_id, 0, 0,
      sum(e.cents) filter (where e.kind in ('sale', 'discount', 'fee', 'tax')),
      -sum(e.cents) filter (where e.kind in ('refund', 'refund_reversed'))
    from public.settings z, public.ledger_entries e
    join public.line_kinds k on k.kind = e.item_kind and k.is_merchandise
    join public.order_lines l on l.id = e.order_line_id
    where e.booked_at >= private.day_start(p_from) and e.booked_at < private.day_start(p_to + 1) and not e.is_test
    group by 1, 2
  )
  select s.day, s.item_id, sum(s.orders)::int, sum(s.units)::int, coalesce(sum(s.gross), 0)::bigint, coalesce(sum(s.refunded), 0)::bigint
  from sums s group by s.day, s.item_id
$$;
comment on function private.count_product_sales(date, date) is
  'Goods of some days by variant, counted from order lines and the ledger. Columns as in product_sale_days.';

create function private.count_attendances(p_before timestamptz)
returns table (person text, month date)
language sql stable set search_path = ''
as $$
  with months as materialized (
    select e.id, date_trunc('month', private.figure_day(e.doors_at))::date as month from public.events e where not e.is_test
  )
  select distinct coalesce(t.owner_id::text, md5(o.email_key)), m.month
  from months m
  join public.entries n on n.event_id = m.id and n.entered_at < p_before
  join public.tickets t on t.id = n.ticket_id
  join public.orders o on o.id = t.order_id
  where not o.is_test
$$;
comment on function private.count_attendances(timestamptz) is
  'Returns the people who were admitted before an instant, with the months of their events. Columns as in attendances.';

create function private.reports_open_day() returns date
language sql stable set search_path = ''
as $$ select coalesce(max(d.day) + 1, '-infinity'::date) from private.report_days d $$;
comment on function private.reports_open_day() is 'The first day that the reports count live, because its sums are not stored yet.';

create function private.roll_up_reports(p_to date) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_from date;
begin
  select coalesce(max(d.day) + 1, (least((select min(o.paid_at) from public.orders o),
    (select min(e.booked_at) from public.ledger_entries e where not e.is_test)))::date - 1) into v_from
  from private.report_days d;
  v_from := coalesce(v_from, p_to);
  if v_from > p_to then
    return;
  end if;
  insert into private.report_days select v_from + n from generate_series(0, p_to - v_from) n;
  insert into private.event_sale_days select * from private.count_event_sales(v_from, p_to);
  insert into private.product_sale_days select * from private.count_product_sales(v_from, p_to);
  delete from private.attendances where person is not null;
  insert into private.attendances select * from private.count_attendances(private.day_start(p_to + 1));
end
$$;
comment on function private.roll_up_reports(date) is
  'Stores the sums of the days up to p_to that have none yet, and who came in which month. Called by roll_up_figures, one at a time, once '
  'p_to is over.';

revoke execute on function private.count_event_sales(date, date, uuid), private.count_product_sales(date, date),
  private.count_attendances(timestamptz), private.reports_open_day(), private.roll_up_reports(date)
from public, anon, authenticated, service_role;
