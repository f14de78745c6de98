-- Counts at the door, in the transaction of each change: a scan costs the same however many tickets the event has.
-- Each change adds a row and updates none, so that scans at different gates never wait for one another; at every 256th change
-- the rows of an event are added up to one each. Tickets, entries and scans are never deleted.

create table private.door_counts (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  ticket_type_id uuid,
  gate text,
  tickets int not null default 0,
  inside int not null default 0,
  in_now int not null default 0,
  entries int not null default 0,
  admitted int not null default 0,
  result text,
  is_bounce boolean,
  scans int not null default 0,
  refused int not null default 0
);
comment on table private.door_counts is
  'Changes to the figures of a door; their sums are the figures. By ticket type: tickets = valid ones, inside = valid ones whose holder '
  'is in. By gate: in_now = open admissions, entries = all of them, admitted = tickets let in for the first time. By result, bounces '
  'apart: scans = all of them, refused = those that did not admit.';
create index door_counts_event on private.door_counts (event_id);
alter table private.door_counts enable row level security;

create function private.compact_door_counts(p_event uuid)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Runs once at a time: a second call returns at once, because the first does the work.
  if not pg_try_advisory_xact_lock(hashtextextended('door counts:' || p_event::text, 0)) then
    return;
  end if;
  with gone as (
    delete from private.door_counts where event_id = p_event returning *
  )
  insert into private.door_counts (
    event_id, ticket_type_id, gate, result, is_bounce, tickets, inside, in_now, entries, admitted, scans, refused)
  select event_id, ticket_type_id, gate, result, is_bounce, sum(tickets), sum(inside), sum(in_now), sum(entries), sum(admitted),
    sum(scans), sum(refused)
  from gone group by event_id, ticket_type_id, gate, result, is_bounce;
end
$$;
comment on function private.compact_door_counts(uuid) is
  'Adds the counted changes of an event up to one row per ticket type, gate and result. Concurrent readers see the same sums.';

create function private.compact_door_counts_periodically()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.compact_door_counts(new.event_id);
  return null;
end
$$;
comment on function private.compact_door_counts_periodically() is 'Trigger: compacts an event''s counts at every 256th change.';
create trigger door_counts_compact after insert on private.door_counts
  for each row when (new.id % 256 = 0) execute function private.compact_door_counts_periodically();

create function private.count_tickets()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.door_counts (event_id, ticket_type_id, tickets, inside)
    select n.event_id, n.ticket_type_id, count(*), count(*) filter (where n.admission = 'inside')
    from new_rows n where private.ticket_is_valid(n.status)
    group by n.event_id, n.ticket_type_id;
  else
    insert into private.door_counts (event_id, ticket_type_id, tickets, inside)
    select c.event_id, c.ticket_type_id, sum(c.change), coalesce(sum(c.change) filter (where c.admission = 'inside'), 0)
    from (
      select n.event_id, n.ticket_type_id, n.admission, 1 as change from new_rows n where private.ticket_is_valid(n.status)
      union all
      select o.event_id, o.ticket_type_id, o.admission, -1 from old_rows o where private.ticket_is_valid(o.status)
    ) c
    group by c.event_id, c.ticket_type_id
    having sum(c.change) <> 0 or coalesce(sum(c.change) filter (where c.admission = 'inside'), 0) <> 0;
  end if;
  return null;
end
$$;
comment on function private.count_tickets() is 'Trigger on tickets: counts those that are valid, and whose holders are in.';
create trigger tickets_count_insert after insert on public.tickets
  referencing new table as new_rows for each statement execute function private.count_tickets();
create trigger tickets_count_update after update on public.tickets
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_tickets();

create function private.count_entries()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.door_counts (event_id, gate, entries, in_now, admitted)
    select t.event_id, t.gate, sum(t.entries), sum(t.open),
      -- a ticket that was never in before has no entries but these
      count(*) filter (where t.entries = (select count(*) from public.entries x where x.ticket_id = t.ticket_id))
    from (
      select n.event_id, n.ticket_id, min(n.gate) as gate, count(*) as entries, count(*) filter (where n.closed_at is null) as open
      from new_rows n group by n.event_id, n.ticket_id
    ) t
    group by t.event_id, t.gate;
  else
    insert into private.door_counts (event_id, gate, in_now)
    select c.event_id, c.gate, sum(c.change)
    from (
      select n.event_id, n.gate, 1 as change from new_rows n where n.closed_at is null
      union all
      select o.event_id, o.gate, -1 from old_rows o where o.closed_at is null
    ) c
    group by c.event_id, c.gate having sum(c.change) <> 0;
  end if;
  return null;
end
$$;
comment on function private.count_entries() is 'Trigger on entries: counts admissions by gate, and how many are in.';
create trigger entries_count_insert after insert on public.entries
  referencing new table as new_rows for each statement execute function private.count_entries();
create trigger entries_count_update after update on public.entries
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_entries();

create function private.count_scans()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.door_counts (event_id, result, is_bounce, scans, refused)
  select n.event_id, n.result, n.is_bounce, count(*), count(*) filter (where n.result not in ('ok', 'undone') and not n.is_bounce)
  from new_rows n group by n.event_id, n.result, n.is_bounce;
  return null;
end
$$;
comment on function private.count_scans() is 'Trigger on scans: counts them by result, and those that did not admit.';
create trigger scans_count after insert on public.scans
  referencing new table as new_rows for each statement execute function private.count_scans();

revoke execute on function private.compact_door_counts(uuid), private.compact_door_counts_periodically(), private.count_tickets(),
  private.count_entries(), private.count_scans()
from public, anon, authenticated, service_role;
