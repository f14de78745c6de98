-- Counts what an event sold by minute, in the transaction of each change: the capacity board reads some rows for each minute of a
-- day instead of every ticket and order. Each change adds a row and updates none, so that sales never wait for one another; at
-- every 256th change the rows of one minute are added up to one. Tickets are never deleted.

create table private.sale_counts (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  item_id uuid not null,
  minute timestamptz not null,
  units int not null
);
comment on table private.sale_counts is
  'Changes to what sold; their sums are the figures. item_id = a ticket type, units = its valid tickets that were issued in this minute, '
  'however they were sold; or a package, an add-on or a table, units = those of the orders that were paid in this minute and are not '
  'cancelled.';
create index sale_counts_event on private.sale_counts (event_id, minute) include (item_id, units);
create index sale_counts_item on private.sale_counts (item_id) include (units);
alter table private.sale_counts enable row level security;
alter table private.sale_counts force row level security;

create function private.compact_sale_counts(p_event uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Runs once at a time: a second call returns at once, because the first does the work.
  if not pg_try_advisory_xact_lock(hashtextextended('sale counts:' || p_event::text, 0)) then
    return;
  end if;
  with gone as (
    delete from private.sale_counts c
    using (
      select x.item_id, x.minute from private.sale_counts x where x.event_id = p_event
      group by x.item_id, x.minute having count(*) > 1
    ) several
    where c.event_id = p_event and c.item_id = several.item_id and c.minute = several.minute
    returning c.item_id, c.minute, c.units
  )
  insert into private.sale_counts (event_id, item_id, minute, units)
  select p_event, item_id, minute, sum(units) from gone group by item_id, minute having sum(units) <> 0;
end
$$;
comment on function private.compact_sale_counts(uuid) is
  'Adds the counted sales of an event up to one row for each item and minute. Concurrent readers see the same sums.';

create function private.compact_sale_counts_periodically() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.compact_sale_counts(new.event_id);
  return null;
end
$$;
comment on function private.compact_sale_counts_periodically() is 'Trigger: compacts an event''s counts of sales at every 256th change.';
create trigger sale_counts_compact after insert on private.sale_counts
  for each row when (new.id % 256 = 0) execute function private.compact_sale_counts_periodically();

create function private.count_sold_tickets() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.sale_counts (event_id, item_id, minute, units)
    select n.event_id, n.ticket_type_id, date_trunc('minute', n.issued_at), count(*)
    from new_rows n where private.ticket_is_valid(n.status) group by 1, 2, 3;
  else
    insert into private.sale_counts (event_id, item_id, minute, units)
    select c.event_id, c.ticket_type_id, date_trunc('minute', c.issued_at), sum(c.change)
    from (
      select n.event_id, n.ticket_type_id, n.issued_at, 1 as change from new_rows n where private.ticket_is_valid(n.status)
      union all
      select o.event_id, o.ticket_type_id, o.issued_at, -1 from old_rows o where private.ticket_is_valid(o.status)
    ) c
    group by 1, 2, 3 having sum(c.change) <> 0;
  end if;
  return null;
end
$$;
comment on function private.count_sold_tickets() is
  'Trigger on tickets: counts those that are valid by the minute in which they were issued.';
create trigger tickets_count_sold_insert after insert on public.tickets
  referencing new table as new_rows for each statement execute function private.count_sold_tickets();
create trigger tickets_count_sold_update after update on public.tickets
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_sold_tickets();

create function private.count_sold_extras() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.sale_counts (event_id, item_id, minute, units)
  select new.event_id, l.item_id, c.minute, sum(l.quantity * c.change)
  from public.order_lines l join public.line_kinds k on k.kind = l.kind and k.is_extra
  cross join lateral (
    select date_trunc('minute', new.paid_at) as minute, 1 as change where private.order_is_sold(new.status)
    union all
    select date_trunc('minute', old.paid_at), -1 where private.order_is_sold(old.status)
  ) c
  where l.order_id = new.id
  group by 1, 2, 3 having sum(l.quantity * c.change) <> 0;
  return null;
end
$$;
comment on function private.count_sold_extras() is
  'Trigger on orders: counts the extras of those that are paid by the minute of the payment.';
create trigger orders_count_sold_extras after update of status, paid_at on public.orders
  for each row when (private.order_is_sold(old.status) or private.order_is_sold(new.status)) execute function private.count_sold_extras();

revoke execute on function private.compact_sale_counts(uuid), private.compact_sale_counts_periodically(), private.count_sold_tickets(),
  private.count_sold_extras()
from public, anon, authenticated, service_role;
