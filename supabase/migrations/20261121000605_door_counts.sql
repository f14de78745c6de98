-- Counts at the door, in the transaction of each change: a scan costs the same however many tickets the event has.
-- Each change adds a row and updates none, so that scans at different gates never wait for one another; at every 256th change
-- the rows of an event are added up to one each. Tickets and scans are never deleted; entries only by a replay (*_door_queue.sql).

create table private.door_counts (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  ticket_type_id uuid,
  gate text,
  zone_id uuid,
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
  'came. By gate: in_now = open admissions, entries = all of them, admitted = tickets with an admission that was not '
  'taken back; guests of lists count in these three, as heads. in_now also has people of conflicts, clicks and recounts; by '
  'zone it is how many are in it. By result, bounces apart: scans = all of them, refused = those that did not admit.';
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
    event_id, ticket_type_id, gate, zone_id, result, is_bounce, tickets, inside, in_now, entries, admitted, scans, refused)
  select event_id, ticket_type_id, gate, zone_id, result, is_bounce, sum(tickets), sum(inside), sum(in_now), sum(entries), sum(admitted),
    sum(scans), sum(refused)
  from gone group by event_id, ticket_type_id, gate, zone_id, result, is_bounce;
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
    select n.event_id, n.ticket_type_id, count(*), count(*) filter (where n.admission <> 'outside')
    from new_rows n where private.ticket_is_valid(n.status)
    group by n.event_id, n.ticket_type_id;
  else
    insert into private.door_counts (event_id, ticket_type_id, tickets, inside)
    select c.event_id, c.ticket_type_id, sum(c.change), coalesce(sum(c.change) filter (where c.admission <> 'outside'), 0)
    from (
      select n.event_id, n.ticket_type_id, n.admission, 1 as change from new_rows n where private.ticket_is_valid(n.status)
      union all
      select o.event_id, o.ticket_type_id, o.admission, -1 from old_rows o where private.ticket_is_valid(o.status)
    ) c
    group by c.event_id, c.ticket_type_id
    having sum(c.change) <> 0 or coalesce(sum(c.change) filter (where c.admission <> 'outside'), 0) <> 0;
  end if;
  return null;
end
$$;
comment on function private.count_tickets() is 'Trigger on tickets: counts those that are valid, and whose holders came.';
create trigger tickets_count_insert after insert on public.tickets
  referencing new table as new_rows for each statement execute function private.count_tickets();
create trigger tickets_count_update after update on public.tickets
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_tickets();

create function private.is_admission(p_entry public.entries) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_entry.closed_by_scan is null
    or not exists (select 1 from public.scans u where u.id = p_entry.closed_by_scan and u.result = 'undone');
end
$$;
comment on function private.is_admission(public.entries) is
  'Whether somebody came in by an entry: not when it was taken back. The figure admitted counts the tickets that have one, and its list '
  'has the scan of the first.';

create function private.count_new_entries() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.door_counts (event_id, gate, zone_id, entries, in_now, admitted)
  select t.event_id, t.gate, t.zone_id, count(*), count(*) filter (where t.closed_at is null),
    count(*) filter (where t.place = 1 and t.counts and not exists (
      select 1 from public.entries x
      where x.ticket_id = t.ticket_id and private.is_admission(x) and not exists (select 1 from new_rows o where o.id = x.id)))
  from (
    select n.*, c.counts, row_number() over (partition by n.ticket_id order by c.counts desc, n.entered_at, n.id) as place
    from new_rows n cross join lateral (select private.is_admission(n) as counts) c
  ) t
  group by t.event_id, t.gate, t.zone_id;
  return null;
end
$$;
comment on function private.count_new_entries() is
  'Trigger on entries: counts admissions by gate and zone, and a ticket whose first one they are.';

create function private.count_gone_entries() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.door_counts (event_id, gate, zone_id, entries, in_now, admitted)
  select t.event_id, t.gate, t.zone_id, -1, case when t.closed_at is null then -1 else 0 end,
    case when t.place = 1 and t.counts and not exists (
      select 1 from public.entries x where x.ticket_id = t.ticket_id and private.is_admission(x)) then -1 else 0 end
  from (
    select o.*, c.counts, row_number() over (partition by o.ticket_id order by c.counts desc, o.entered_at, o.id) as place
    from old_rows o cross join lateral (select private.is_admission(o) as counts) c
  ) t;
  return null;
end
$$;
comment on function private.count_gone_entries() is
  'Trigger on entries: counts those down that a replay took away, and a ticket that has none left.';

create function private.count_changed_entries() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.door_counts (event_id, gate, zone_id, in_now, admitted)
  select c.event_id, c.gate, c.zone_id, sum(c.change), sum(c.admitted)
  from (
    select n.event_id, n.gate, n.zone_id, 1 as change, 0 as admitted from new_rows n where n.closed_at is null
    union all
    select o.event_id, o.gate, o.zone_id, -1, 0 from old_rows o where o.closed_at is null
    union all
    select t.event_id, t.gate, t.zone_id, 0, t.is_in - t.was_in
    from (
      select n.*, row_number() over (partition by n.ticket_id order by n.entered_at, n.id) as place,
        bool_or(private.is_admission(n)) over (partition by n.ticket_id)::int as is_in,
        bool_or(private.is_admission(o)) over (partition by n.ticket_id)::int as was_in
      from new_rows n join old_rows o on o.id = n.id
    ) t
    where t.place = 1 and t.is_in <> t.was_in and not exists (
      select 1 from public.entries x
      where x.ticket_id = t.ticket_id and private.is_admission(x) and not exists (select 1 from new_rows m where m.id = x.id))
  ) c
  group by c.event_id, c.gate, c.zone_id having sum(c.change) <> 0 or sum(c.admitted) <> 0;
  return null;
end
$$;
comment on function private.count_changed_entries() is
  'Trigger on entries: counts how many are in, and a ticket whose only admission was taken back, or counts again.';

create trigger entries_count_insert after insert on public.entries
  referencing new table as new_rows for each statement execute function private.count_new_entries();
create trigger entries_count_update after update on public.entries
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_changed_entries();
create trigger entries_count_delete after delete on public.entries
  referencing old table as old_rows for each statement execute function private.count_gone_entries();

create function private.conflict_heads(p_conflict public.scan_conflicts) returns int
language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_conflict.left_by is null and p_conflict.withdrawn_at is null and p_conflict.keeps_body
    then p_conflict.heads else 0 end;
end
$$;
comment on function private.conflict_heads(public.scan_conflicts) is
  'How many people of a conflict are in the room: its heads, until they left, were sent out or turn out to be none.';

create function private.count_conflicts()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_change int := private.conflict_heads(new) - case when tg_op = 'UPDATE' then private.conflict_heads(old) else 0 end;
begin
  if v_change <> 0 then
    insert into private.door_counts (event_id, gate, zone_id, in_now) values (new.event_id, new.gate, new.zone_id, v_change);
  end if;
  return null;
end
$$;
comment on function private.count_conflicts() is 'Trigger on scan_conflicts: their people are in the room.';
create trigger scan_conflicts_count after insert or update on public.scan_conflicts
  for each row execute function private.count_conflicts();

create function private.count_scans()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.door_counts (event_id, result, is_bounce, scans, refused)
  select n.event_id, n.result, n.is_bounce, count(*),
    count(*) filter (where n.result not in ('ok', 'undone', 'exited', 'checked_out') and not n.is_bounce)
  from new_rows n group by n.event_id, n.result, n.is_bounce;
  return null;
end
$$;
comment on function private.count_scans() is 'Trigger on scans: counts them by result, and those that did not admit.';
create trigger scans_count after insert on public.scans
  referencing new table as new_rows for each statement execute function private.count_scans();

revoke execute on function private.compact_door_counts(uuid), private.compact_door_counts_periodically(), private.count_tickets(),
  private.is_admission(public.entries), private.count_new_entries(), private.count_gone_entries(), private.count_changed_entries(),
  private.count_scans(), private.count_conflicts(),
  private.conflict_heads(public.scan_conflicts)
from public, anon, authenticated, service_role;
