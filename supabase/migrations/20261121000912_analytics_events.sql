-- Stores what the funnel and the door count event by event: buyers and arrivals. An event counts again when something of it changes.

create table private.changed_events (
  id bigint generated always as identity primary key,
  event_id uuid not null
);
comment on table private.changed_events is
  'Events whose buyers or arrivals changed after they were stored in event_buyers, event_nights and event_arrivals: reports count them '
  'from the raw rows. An event may be in several rows: who sells or admits adds a row and waits for nobody who stores figures at that '
  'moment. Emptied by private.store_event_figures.';

create table private.event_buyers (
  order_id uuid primary key,
  event_id uuid not null,
  day date not null,
  source_id int not null,
  first_source_id int not null,
  device_type text not null check (device_type in ('tablet', 'mobile', 'desktop', 'unknown')),
  has_paid boolean not null,
  has_come boolean not null
);
create index event_buyers_event on private.event_buyers (event_id);
create index event_buyers_day on private.event_buyers (day);
comment on table private.event_buyers is
  'Buyers of each event, an account or else a mailbox, by the first order for which they started to pay or had nothing to pay (order_id; '
  'day, sources and device are its own), with whether any such order of theirs was paid (has_paid) and whether a ticket of a paid one was '
  'admitted (has_come). Names nobody: who they are is said by the order. Counted by private.count_event_buyers.';

create table private.event_nights (
  event_id uuid primary key,
  expected int not null check (expected >= 0),
  arrived int not null check (arrived between 0 and expected),
  free_expected int not null check (free_expected between 0 and expected),
  free_arrived int not null check (free_arrived between 0 and arrived)
);
comment on table private.event_nights is
  'Valid tickets of each event (expected), those that were ever admitted (arrived), and of both those that cost nothing (free).';

create table private.event_arrivals (
  event_id uuid not null,
  gate text not null,
  step int not null check (step >= -1),
  arrivals int not null check (arrivals > 0),
  primary key (event_id, gate, step)
);
comment on table private.event_arrivals is
  'First admissions of valid tickets of each event by gate and by ten minutes since its doors opened (step 0: the first ten; -1: before '
  'them).';

alter table private.changed_events enable row level security;
alter table private.event_buyers enable row level security;
alter table private.event_nights enable row level security;
alter table private.event_arrivals enable row level security;

create function private.note_changed_event()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  case tg_table_name
    when 'payments' then
      insert into private.changed_events (event_id) select o.event_id from public.orders o where o.id = new.order_id
        and o.event_id is not null;
    when 'hold_sources' then
      insert into private.changed_events (event_id) select o.event_id from public.orders o where o.hold_id = new.hold_id
        and o.event_id is not null;
    when 'events' then
      insert into private.changed_events (event_id) values (new.id);
    else
      insert into private.changed_events (event_id) values (new.event_id);
  end case;
  return null;
end
$$;
comment on function private.note_changed_event() is
  'Notes the event of a row that changed what private.count_event_buyers, count_event_nights or count_event_arrivals count.';

-- An order with a price begins to count with its payment.
create trigger orders_note_placed after insert on public.orders
  for each row when (new.event_id is not null and new.total_cents = 0) execute function private.note_changed_event();
create trigger orders_note_changed after update of owner_id, email, total_cents, paid_at on public.orders
  for each row when (new.event_id is not null and (old.owner_id, old.email, old.total_cents, old.paid_at)
    is distinct from (new.owner_id, new.email, new.total_cents, new.paid_at)) execute function private.note_changed_event();
create trigger payments_note_event after insert on public.payments for each row execute function private.note_changed_event();
create trigger hold_sources_note_event after insert on private.hold_sources for each row execute function private.note_changed_event();
create trigger tickets_note_issued after insert on public.tickets for each row execute function private.note_changed_event();
create trigger tickets_note_changed after update of status, order_line_id on public.tickets
  for each row when ((old.status, old.order_line_id) is distinct from (new.status,
    new.order_line_id)) execute function private.note_changed_event();
create trigger entries_note_event after insert on public.entries for each row execute function private.note_changed_event();
create trigger events_note_doors after update of doors_at on public.events
  for each row when (old.doors_at is distinct from new.doors_at) execute function private.note_changed_event();

create function private.buyer_key(p_owner uuid, p_email_key text, p_email text, p_order uuid)
returns uuid
language sql
immutable
set search_path = ''
as $$
  select coalesce(p_owner, case when p_email <> 'erased@erased.invalid' then md5(p_email_key)::uuid end, p_order)
$$;
comment on function private.buyer_key(uuid, text, text, uuid) is
  'Tells buyers apart: the account, else a hash of the mailbox; each order of an erased one is a buyer of its own.';

create function private.count_event_buyers(p_events uuid[])
returns setof private.event_buyers
language sql
stable
set search_path = ''
as $$
  with placed as (
    select o.id, o.event_id, private.buyer_key(o.owner_id, o.email_key, o.email, o.id) as buyer, o.created_at,
      o.paid_at is not null as is_paid,
      coalesce(h.source_id, 3) as source_id, coalesce(h.first_source_id, 3) as first_source_id,
        coalesce(h.device_type, 'unknown') as device_type
    from public.orders o
    left join private.hold_sources h on h.hold_id = o.hold_id
    where o.event_id = any (p_events) and not o.is_test
      -- a paid order has a payment or cost nothing
      and (o.total_cents = 0 or o.paid_at is not null or exists (select 1 from public.payments p where p.order_id = o.id))
  ),
  buyers as (
    select o.event_id, min(o.created_at) as at, (array_agg(o.id order by o.created_at, o.id))[1] as order_id,
      (array_agg(o.source_id order by o.created_at, o.id))[1] as source_id,
      (array_agg(o.first_source_id order by o.created_at, o.id))[1] as first_source_id,
      (array_agg(o.device_type order by o.created_at, o.id))[1] as device_type, bool_or(o.is_paid) as has_paid,
      bool_or(o.is_paid and exists (select 1 from public.entries n where n.order_id = o.id)) as has_come
    from placed o
    group by o.event_id, o.buyer
  )
  select b.order_id, b.event_id, ((b.at at time zone s.time_zone) - interval '6 hours')::date, b.source_id,
    b.first_source_id, b.device_type,
    b.has_paid, b.has_come
  from buyers b cross join public.settings s
$$;
comment on function private.count_event_buyers(uuid[]) is
  'Buyers of some events, counted from their orders, payments and entries; see event_buyers.';

create function private.count_event_nights(p_events uuid[])
returns setof private.event_nights
language sql
stable
set search_path = ''
as $$
  with came as materialized (select distinct n.ticket_id from public.entries n where n.event_id = any (p_events))
  select t.event_id, count(*)::int, count(c.ticket_id)::int, (count(*) filter (where l.total_cents = 0))::int,
    (count(c.ticket_id) filter (where l.total_cents = 0))::int
  from public.tickets t
  join public.order_lines l on l.id = t.order_line_id
  left join came c on c.ticket_id = t.id
  where t.event_id = any (p_events) and private.ticket_is_valid(t.status)
  group by t.event_id
$$;
comment on function private.count_event_nights(uuid[]) is
  'Expected and arrived tickets of some events, counted from tickets and entries; see event_nights. No row for an event without valid '
  'tickets.';

create function private.count_event_arrivals(p_events uuid[])
returns setof private.event_arrivals
language sql
stable
set search_path = ''
as $$
  with firsts as (
    select n.event_id, min(n.entered_at) as at, (array_agg(n.gate order by n.entered_at, n.id))[1] as gate
    from public.entries n join public.tickets t on t.id = n.ticket_id and private.ticket_is_valid(t.status)
    where n.event_id = any (p_events)
    group by n.event_id, n.ticket_id
  )
  select f.event_id, f.gate, greatest(-1, floor(extract(epoch from f.at - e.doors_at) / 600))::int as step, count(*)::int
  from firsts f join public.events e on e.id = f.event_id
  group by 1, 2, 3
$$;
comment on function private.count_event_arrivals(uuid[]) is
  'First admissions of some events by gate and ten minutes since doors, counted from entries; see event_arrivals.';

create function private.list_changed_events()
returns uuid[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(distinct c.event_id), '{}') from private.changed_events c
$$;
comment on function private.list_changed_events() is 'The events whose stored buyers and arrivals are out of date.';

create view private.current_buyers with (security_invoker = true) as
select b.* from private.event_buyers b where b.event_id not in (select unnest(private.list_changed_events()))
union all
select c.* from private.count_event_buyers(private.list_changed_events()) c;
comment on view private.current_buyers is 'event_buyers as of now: of changed events counted from the raw rows.';

create view private.current_nights with (security_invoker = true) as
select n.* from private.event_nights n where n.event_id not in (select unnest(private.list_changed_events()))
union all
select c.* from private.count_event_nights(private.list_changed_events()) c;
comment on view private.current_nights is 'event_nights as of now: of changed events counted from the raw rows.';

create view private.current_arrivals with (security_invoker = true) as
select a.* from private.event_arrivals a where a.event_id not in (select unnest(private.list_changed_events()))
union all
select c.* from private.count_event_arrivals(private.list_changed_events()) c;
comment on view private.current_arrivals is 'event_arrivals as of now: of changed events counted from the raw rows.';

create function private.store_event_figures()
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_events uuid[];
begin
  -- A few at a time, so that a request that does it does not wait for long.
  select coalesce(array_agg(c.event_id), '{}') into v_events from (select distinct c.event_id from private.changed_events c limit 200) c;
  -- A change noted after this statement may not be counted below, and stays for the next time.
  delete from private.changed_events where event_id = any (v_events);
  delete from private.event_buyers where event_id = any (v_events);
  insert into private.event_buyers select * from private.count_event_buyers(v_events);
  delete from private.event_nights where event_id = any (v_events);
  insert into private.event_nights select * from private.count_event_nights(v_events);
  delete from private.event_arrivals where event_id = any (v_events);
  insert into private.event_arrivals select * from private.count_event_arrivals(v_events);
end
$$;
comment on function private.store_event_figures() is
  'Counts the buyers and arrivals of changed events again and stores them, 200 events at most. Called by private.roll_up_figures, one at '
  'a time.';

insert into private.changed_events (event_id) select e.id from public.events e;

revoke execute on function private.note_changed_event(), private.buyer_key(uuid, text, text, uuid), private.count_event_buyers(uuid[]),
  private.count_event_nights(uuid[]), private.count_event_arrivals(uuid[]), private.list_changed_events(), private.store_event_figures()
from public, anon, authenticated, service_role;
