-- Keeps refused scans for 90 days; afterwards they are counted, without ticket, person and device.

create table private.refused_scan_counts (
  event_id uuid not null references public.events (id),
  gate text not null,
  result text not null,
  is_bounce boolean not null,
  scans int not null check (scans > 0),
  primary key (event_id, gate, result, is_bounce)
);
comment on table private.refused_scan_counts is
  'Refused scans that are deleted because they were older than 90 days, counted. Written by expire_refused_scans alone.';
alter table private.refused_scan_counts enable row level security;
alter table private.refused_scan_counts force row level security;

create index scans_refused on public.scans (scanned_at) where result not in ('ok', 'undone', 'exited', 'checked_out');

create function private.is_expired_scan(p_scan public.scans) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_scan.result not in ('ok', 'undone', 'exited', 'checked_out') and p_scan.scanned_at < now() - interval '90 days';
end
$$;
comment on function private.is_expired_scan(public.scans) is
  'Whether a scan let nobody in or out and is older than 90 days. Admissions, exits and reversals are kept as long as their event.';

create function private.guard_scans() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and current_setting('door.expires_scans', true) = 'on' and private.is_expired_scan(old) then
    return old;
  end if;
  raise exception 'public.scans is append-only' using errcode = 'insufficient_privilege';
end
$$;
comment on function private.guard_scans() is
  'Trigger: refuses every change of the log of scans for every role, but the deletion of expired ones by expire_refused_scans, which '
  'alone turns on door.expires_scans.';
create or replace trigger scans_append_only before update or delete on public.scans
  for each row execute function private.guard_scans();

create function private.free_of_references() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select string_agg(format('not exists (select 1 from %s r where r.%I = s.id)', c.conrelid::regclass, a.attname), ' and '
      order by c.conrelid::regclass::text, a.attname)
    from pg_catalog.pg_constraint c join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'public.scans'::regclass);
end
$$;
comment on function private.free_of_references() is
  'Writes the condition that no row of any table names a scan (s): what reports, conflicts and entries name is kept.';

create function public.expire_refused_scans(p_limit int default 1000) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  execute format('select array_agg(f.id) from (
      select s.id from public.scans s
      where s.result not in (''ok'', ''undone'', ''exited'', ''checked_out'') and s.scanned_at < now() - interval ''90 days'' and %s
      order by s.scanned_at limit $1) f', private.free_of_references())
    into v_ids using p_limit;
  perform set_config('door.expires_scans', 'on', true);
  with gone as (
    delete from public.scans where id = any (v_ids) returning event_id, gate, result, is_bounce
  )
  insert into private.refused_scan_counts as c (event_id, gate, result, is_bounce, scans)
  select g.event_id, g.gate, g.result, g.is_bounce, count(*) from gone g group by 1, 2, 3, 4
  on conflict (event_id, gate, result, is_bounce) do update set scans = c.scans + excluded.scans;
  perform set_config('door.expires_scans', 'off', true);
  return coalesce(cardinality(v_ids), 0);
end
$$;
comment on function public.expire_refused_scans(int) is
  'Server: deletes up to p_limit refused scans that are older than 90 days and that nothing refers to, and adds them to '
  'private.refused_scan_counts. Returns how many. The figures of a door stay the same.';

revoke execute on function private.is_expired_scan(public.scans), private.guard_scans(), private.free_of_references(),
  public.expire_refused_scans(int)
from public, anon, authenticated, service_role;
grant execute on function public.expire_refused_scans(int) to service_role;
