-- Guest lists: names with plus-ones who come in without a ticket. An entry counts heads (1 + its plus-ones) against the quota of its
-- list, and the quota is set aside in a pool, so that lists and sales together never exceed the room.

create table public.guest_lists (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  promoter_id uuid references public.promoters (id),
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('free', 'reduced', 'artist')),
  price_cents bigint not null default 0 check (price_cents between 0 and 100000),
  closes_at timestamptz not null,
  late_price_cents bigint check (late_price_cents between 1 and 100000),
  quota int not null check (quota between 1 and 5000),
  growth_heads int check (growth_heads between 1 and 100),
  growth_arrivals int check (growth_arrivals between 1 and 100),
  quota_most int check (quota_most between 1 and 5000),
  pool_id uuid,
  set_aside int not null default 0 check (set_aside >= 0),
  heads int not null default 0 check (heads >= 0),
  arrived int not null default 0,
  allowed int not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint guest_lists_price check ((kind = 'reduced') = (price_cents > 0)),
  constraint guest_lists_growth check (num_nonnulls(growth_heads, growth_arrivals, quota_most) in (0, 3) and quota <= coalesce(quota_most,
    quota)),
  constraint guest_lists_quota_kept check (heads <= allowed),
  constraint guest_lists_arrived check (arrived between 0 and heads),
  constraint guest_lists_set_aside check (pool_id is not null or set_aside = 0),
  foreign key (pool_id, event_id) references public.capacity_pools (id, event_id),
  unique (event_id, name),
  unique (id, event_id)
);
comment on table public.guest_lists is
  'Guest lists of events. promoter_id = whose list it is; null = of staff. price_cents = what each guest pays at the door (reduced lists). '
  'After closes_at the list is closed, or its guests pay late_price_cents each (null = closed). quota = heads that its owner may list; it '
  'grows by growth_heads for every growth_arrivals heads that came, up to quota_most; allowed = the quota as it has grown. heads and '
  'arrived = sums over its entries. set_aside = places of pool_id that it blocks, counted in capacity_pools.blocked.';
create index guest_lists_promoter on public.guest_lists (promoter_id, event_id) where promoter_id is not null;
create index guest_lists_pool on public.guest_lists (pool_id, event_id) where pool_id is not null;

create table public.guest_list_entries (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null,
  list_id uuid not null,
  name text not null check (length(name) between 3 and 100),
  name_key text generated always as (' ' || private.name_key(name)) stored,
  plus_ones int not null default 0 check (plus_ones between 0 and 5),
  note text not null default '' check (length(note) <= 200),
  arrived int not null default 0,
  added_by uuid,
  added_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid,
  constraint guest_list_entries_full_name check (name ~ '^\S+( \S+)+$'),
  constraint guest_list_entries_arrived check (arrived between 0 and 1 + plus_ones),
  constraint guest_list_entries_removed check (removed_at is null or arrived = 0),
  foreign key (list_id, event_id) references public.guest_lists (id, event_id) on delete cascade
);
comment on table public.guest_list_entries is
  'Names on guest lists: first and last name, no contact data. arrived = how many of 1 + plus_ones came. An entry is listed, has arrived '
  '(in part), is closed after the cutoff of a list that closes, or was removed. Staff are named by id.';
create index guest_list_entries_list on public.guest_list_entries (list_id, event_id);
create index guest_list_entries_event on public.guest_list_entries (event_id, name_key, id) where removed_at is null;
-- Turns fastupdate off: written once a name and read at every search, every query would have to read the pending list.
create index guest_list_entries_search on public.guest_list_entries using gin (name_key extensions.gin_trgm_ops)
  with (fastupdate = off) where removed_at is null;

create table public.guest_list_arrivals (
  scan_id uuid primary key references public.scans (id),
  event_id uuid not null,
  entry_id uuid not null references public.guest_list_entries (id),
  gate text not null default '' check (length(gate) <= 60),
  heads int not null check (heads between 1 and 6),
  price_cents bigint not null check (price_cents >= 0),
  is_late boolean not null,
  undone_by_scan uuid references public.scans (id)
);
comment on table public.guest_list_arrivals is
  'Admissions from guest lists: one row a scan of public.scans, which has its time, person and reason. price_cents = what the door asked '
  'each head for; it is no revenue of the ledger. is_late = admitted after the cutoff by a door manager.';
create index guest_list_arrivals_entry on public.guest_list_arrivals (entry_id);
create index guest_list_arrivals_event on public.guest_list_arrivals (event_id);
create index guest_list_arrivals_undone on public.guest_list_arrivals (undone_by_scan) where undone_by_scan is not null;

create table public.guest_list_pairs (
  first_id uuid not null references public.guest_list_entries (id) on delete cascade,
  second_id uuid not null references public.guest_list_entries (id) on delete cascade,
  decided_by uuid,
  decided_at timestamptz not null default now(),
  primary key (first_id, second_id),
  constraint guest_list_pairs_order check (first_id < second_id)
);
comment on table public.guest_list_pairs is
  'Entries with similar names that staff declared to be different people. They are not shown as possible duplicates again.';
create index guest_list_pairs_second on public.guest_list_pairs (second_id);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['guest_lists', 'guest_list_entries', 'guest_list_arrivals', 'guest_list_pairs'] loop
    execute format('alter table public.%I enable row level security', v_table);
    execute format('alter table public.%I force row level security', v_table);
    execute format('revoke all on public.%I from public, anon, authenticated, service_role', v_table);
    execute format('grant select on public.%I to authenticated, service_role', v_table);
    execute format('create policy %1$s_select on public.%1$I for select to authenticated '
      'using ((select private.may(''manage_free_tickets'')))', v_table);
  end loop;
end
$$;

create function private.list_allowance(p_list public.guest_lists, p_arrived int) returns int
language sql immutable set search_path = ''
as $$ select least(p_list.quota + coalesce(p_arrived / p_list.growth_arrivals * p_list.growth_heads, 0),
  coalesce(p_list.quota_most, p_list.quota)) $$;
comment on function private.list_allowance(public.guest_lists, int) is
  'How many heads a list may have once p_arrived heads came: its quota, and what that has grown by, up to the most.';

create function private.list_places(p_list public.guest_lists) returns int
language sql stable set search_path = ''
as $$ select case
  when p_list.pool_id is null then 0
  when now() < p_list.closes_at then greatest(p_list.quota, p_list.heads)
  else p_list.arrived end $$;
comment on function private.list_places(public.guest_lists) is
  'How many places of its pool a list sets aside at this moment: its quota while it is open (more, once it grew and is filled), afterwards '
  'those of the guests who came.';

create function private.settle_list_places(p_list uuid, p_least int default 0) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_list public.guest_lists;
  v_pool public.capacity_pools;
  v_more int;
begin
  select * into strict v_list from public.guest_lists where id = p_list;
  v_more := private.list_places(v_list) - v_list.set_aside;
  if v_more = 0 then
    return;
  end if;
  update public.capacity_pools set blocked = blocked + v_more
  where id = v_list.pool_id and held + sold + blocked + v_more <= capacity;
  if not found then
    select * into v_pool from public.capacity_pools where id = v_list.pool_id for no key update;
    v_more := least(v_more, v_pool.capacity - v_pool.held - v_pool.sold - v_pool.blocked);
    if v_list.set_aside + v_more < p_least then
      perform private.refuse(409, 'list_no_places', jsonb_build_object('pool', v_pool.name, 'left', v_more));
    end if;
    update public.capacity_pools set blocked = blocked + v_more where id = v_list.pool_id;
  end if;
  update public.guest_lists set set_aside = set_aside + v_more where id = p_list;
end
$$;
comment on function private.settle_list_places(uuid, int) is
  'Makes what a list sets aside in its pool equal to private.list_places, or as near as the pool has places. The list is locked. Refuses '
  'list_no_places, with those left, where it would set fewer than p_least aside.';

create function public.settle_guest_lists() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_count int := 0;
begin
  perform private.require_service();
  for v_id in
    select l.id from public.guest_lists l
    where l.pool_id is not null and l.set_aside <> private.list_places(l) order by l.pool_id, l.id for no key update skip locked
  loop
    perform private.settle_list_places(v_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.settle_guest_lists() is
  'Returns the unused places of guest lists to their pools at the cutoff, and sets places aside again where a cutoff moved. Returns how '
  'many lists it looked at. For the job of the same name.';

create function private.list_row(p_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select to_jsonb(l) - array['event_id', 'promoter_id', 'pool_id', 'set_aside', 'heads', 'arrived', 'allowed', 'created_by']
      || jsonb_build_object('pool', (select p.name from public.capacity_pools p where p.id = l.pool_id),
        'promoter', (select p.name from public.promoters p where p.id = l.promoter_id))
    from public.guest_lists l where l.id = p_id);
end
$$;
comment on function private.list_row(uuid) is
  'Returns a guest list without its counters as JSON, for the audit log; null where there is none.';

create function private.write_guest_list(p_id uuid, p_list jsonb, p_closes_at timestamptz) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_list public.guest_lists;
begin
  update public.guest_lists set
    promoter_id = (p_list ->> 'promoterId')::uuid, name = p_list ->> 'name', kind = p_list ->> 'kind',
    price_cents = coalesce((p_list ->> 'priceCents')::bigint, 0),
    closes_at = p_closes_at, late_price_cents = (p_list ->> 'latePriceCents')::bigint,
    quota = (p_list ->> 'quota')::int, growth_heads = (p_list ->> 'growthHeads')::int,
    growth_arrivals = (p_list ->> 'growthArrivals')::int, quota_most = (p_list ->> 'quotaMost')::int,
    allowed = greatest(allowed, heads, (p_list ->> 'quota')::int), updated_at = clock_timestamp()
  where id = p_id returning * into v_list;
  if v_list.promoter_id is not null and not exists (
    select 1 from public.event_promoters e where e.promoter_id = v_list.promoter_id and e.event_id = v_list.event_id
  ) then
    perform private.refuse(404, 'not_found');
  end if;
  if private.list_allowance(v_list, v_list.arrived) < v_list.heads then
    perform private.refuse(409, 'list_below_heads', jsonb_build_object('heads', v_list.heads));
  end if;
  update public.guest_lists set allowed = private.list_allowance(v_list, v_list.arrived) where id = p_id;
end
$$;
comment on function private.write_guest_list(uuid, jsonb, timestamptz) is
  'Writes what staff set of a list, which is locked. Refuses not_found for a promoter who is not of the event, list_below_heads for a '
  'quota below the heads that the list has.';

create function private.move_list_block(p_id uuid, p_pool uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_list public.guest_lists;
begin
  select * into strict v_list from public.guest_lists where id = p_id;
  perform 1 from public.capacity_pools p where p.id in (v_list.pool_id, p_pool) order by p.id for no key update;
  if p_pool is not null and not exists (
    select 1 from public.capacity_pools p where p.id = p_pool and p.event_id = v_list.event_id and p.purpose = 'places'
  ) then
    perform private.refuse(404, 'not_found');
  end if;
  if v_list.pool_id is distinct from p_pool then
    update public.capacity_pools set blocked = blocked - v_list.set_aside where id = v_list.pool_id;
    update public.guest_lists set set_aside = 0, pool_id = p_pool where id = p_id;
  end if;
  select * into strict v_list from public.guest_lists where id = p_id;
  perform private.settle_list_places(p_id, private.list_places(v_list));
end
$$;
comment on function private.move_list_block(uuid, uuid) is
  'Sets the places of a list, which is locked, aside in this pool (null = in none), and gives those of another pool back. Refuses '
  'not_found, list_no_places.';

create function public.save_guest_list(p_list jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_list public.guest_lists;
  v_id uuid := (p_list ->> 'id')::uuid;
  v_closes timestamptz;
  v_before jsonb;
begin
  perform private.require_permission('manage_free_tickets');
  if v_id is null then
    select * into v_event from public.events where id = (p_list ->> 'eventId')::uuid;
  else
    select * into v_list from public.guest_lists where id = v_id for no key update;
    select * into v_event from public.events where id = v_list.event_id;
    v_before := private.list_row(v_id);
  end if;
  v_closes := (p_list ->> 'closes')::timestamp at time zone v_event.time_zone;
  if v_event.id is null then
    perform private.refuse(404, 'not_found');
  elsif v_id is not null and private.parse_instant(p_list ->> 'version') is distinct from v_list.updated_at then
    perform private.refuse(409, 'changed_meanwhile');
  elsif v_closes is null or v_closes not between v_event.doors_at - interval '1 day' and v_event.ends_at then
    perform private.refuse(422, 'list_cutoff_outside');
  end if;
  if v_id is null then
    insert into public.guest_lists (event_id, name, kind, price_cents, closes_at, quota, allowed, created_by)
    values (v_event.id, p_list ->> 'name', p_list ->> 'kind', coalesce((p_list ->> 'priceCents')::bigint, 0), v_closes,
      (p_list ->> 'quota')::int, (p_list ->> 'quota')::int, auth.uid())
    returning id into v_id;
  end if;
  perform private.write_guest_list(v_id, p_list, v_closes);
  perform private.move_list_block(v_id, (p_list ->> 'poolId')::uuid);
  perform private.audit_change('guest_list.saved', 'guest_list', v_id::text, v_before, private.list_row(v_id),
    jsonb_build_object('event_id', v_event.id));
  return v_id;
exception
  when unique_violation then
    perform private.refuse(409, 'list_name_taken');
    return null;
  when check_violation or not_null_violation then
    perform private.refuse(422, 'invalid');
    return null;
end
$$;
comment on function public.save_guest_list(jsonb) is
  'Opens a guest list or changes it, and returns its id; admins only. {id (null = a new one), eventId, version (its updatedAt), name, '
  'promoterId (null = a list of staff), kind, priceCents, closes (a clock of the event''s zone: 2026-11-22T00:30), latePriceCents (null = '
  'closed after the cutoff), quota, growthHeads, growthArrivals, quotaMost, poolId (null = no places set aside)}. Refuses not_allowed, '
  'not_found, invalid, changed_meanwhile, '
  'list_cutoff_outside, list_name_taken, list_below_heads, list_no_places.';

create function private.add_list_heads(p_list uuid, p_heads int) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_list public.guest_lists;
begin
  select * into v_list from public.guest_lists where id = p_list;
  if v_list.heads + p_heads > v_list.allowed then
    perform private.refuse(409, 'list_full', jsonb_build_object('left', v_list.allowed - v_list.heads, 'list', v_list.name));
  end if;
  update public.guest_lists set heads = heads + p_heads where id = p_list;
  perform private.settle_list_places(p_list, case when p_heads > 0 then v_list.heads + p_heads else 0 end);
end
$$;
comment on function private.add_list_heads(uuid, int) is
  'Counts heads on a list, which is locked, or takes them off (below 0). Refuses list_full with the heads left, list_no_places.';

create function private.add_list_entries(p_list uuid, p_entries jsonb, p_by uuid) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_list public.guest_lists;
  v_count int;
begin
  if jsonb_typeof(p_entries) is distinct from 'array' or jsonb_array_length(p_entries) not between 1 and 500 then
    perform private.refuse(422, 'invalid');
  end if;
  select * into v_list from public.guest_lists where id = p_list for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  elsif now() >= v_list.closes_at then
    perform private.refuse(409, 'list_closed');
  end if;
  perform private.add_list_heads(p_list, (
    select sum(1 + coalesce((e ->> 'plusOnes')::int, 0))::int from jsonb_array_elements(p_entries) e));
  insert into public.guest_list_entries (event_id, list_id, name, plus_ones, note, added_by)
  select v_list.event_id, p_list, regexp_replace(btrim(e ->> 'name'), '\s+', ' ', 'g'), coalesce((e ->> 'plusOnes')::int, 0),
    coalesce(btrim(e ->> 'note'), ''), p_by
  from jsonb_array_elements(p_entries) e;
  get diagnostics v_count = row_count;
  return v_count;
exception
  when check_violation or not_null_violation then
    perform private.refuse(422, 'invalid');
    return null;
end
$$;
comment on function private.add_list_entries(uuid, jsonb, uuid) is
  'Adds names to a list, all or none: [{name (first and last), plusOnes 0 to 5, note}], at most 500; p_by = the account that adds them, '
  'null for a link. Returns how many. The list''s row lock serialises additions. Refuses invalid, not_found, list_closed, list_full, '
  'list_no_places.';

create function public.add_guests(p_list uuid, p_entries jsonb, p_key text) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_body jsonb := jsonb_build_object('list', p_list, 'entries', p_entries);
  v_done jsonb;
begin
  perform private.require_permission('manage_free_tickets');
  perform private.lock_person(auth.uid());
  v_done := private.response_for_key(auth.uid(), p_key, 'add_guests', v_body);
  if v_done is not null then
    return v_done::int;
  end if;
  v_done := to_jsonb(private.add_list_entries(p_list, p_entries, auth.uid()));
  perform private.audit('guest_list.names_added', 'guest_list', p_list::text, jsonb_build_object('names', v_done));
  perform private.store_response(auth.uid(), p_key, 'add_guests', v_body, v_done);
  return v_done::int;
end
$$;
comment on function public.add_guests(uuid, jsonb, text) is
  'Adds names to a guest list as private.add_list_entries does, once for each p_key, and returns how many; admins only. Refuses '
  'not_allowed, invalid, not_found, list_closed, list_full, list_no_places.';

create function private.lock_list_entries(p_entries uuid[], p_list uuid default null) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform 1 from public.guest_list_entries e where e.id = any (p_entries) order by e.id for no key update;
  perform 1 from public.guest_lists l
  where l.id = p_list or l.id in (select e.list_id from public.guest_list_entries e where e.id = any (p_entries))
  order by l.id for no key update;
  perform 1 from public.capacity_pools p
  where p.id in (
    select l.pool_id from public.guest_lists l
    where l.id = p_list or l.id in (select e.list_id from public.guest_list_entries e where e.id = any (p_entries)))
  order by p.id for no key update;
end
$$;
comment on function private.lock_list_entries(uuid[], uuid) is
  'Locks entries of guest lists, then their lists and p_list, then the pools of these, each by id.';

create function private.remove_list_entries(p_entries uuid[]) returns uuid[]
language plpgsql volatile set search_path = ''
as $$
declare
  v_removed uuid[];
  v_list record;
begin
  with gone as (
    update public.guest_list_entries set removed_at = now(), removed_by = auth.uid()
    where id = any (p_entries) and removed_at is null and arrived = 0 returning id
  )
  select coalesce(array_agg(id), '{}') into v_removed from gone;
  for v_list in
    select e.list_id, sum(1 + e.plus_ones)::int as heads from public.guest_list_entries e
    where e.id = any (v_removed) group by e.list_id order by e.list_id
  loop
    perform private.add_list_heads(v_list.list_id, -v_list.heads);
  end loop;
  return v_removed;
end
$$;
comment on function private.remove_list_entries(uuid[]) is
  'Takes entries off their lists, all of which are locked; leaves those of whom somebody came. Returns the ids removed.';

create function public.remove_guests(p_entries uuid[]) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_removed uuid[];
begin
  perform private.require_permission('manage_free_tickets');
  if coalesce(cardinality(p_entries), 0) not between 1 and 200 then
    perform private.refuse(422, 'invalid');
  end if;
  perform private.lock_list_entries(p_entries);
  v_removed := private.remove_list_entries(p_entries);
  perform private.audit_change('guest_list.name_removed', 'guest', id::text, '{"state": "listed"}', '{"state": "removed"}')
  from unnest(v_removed) id;
  return cardinality(v_removed);
end
$$;
comment on function public.remove_guests(uuid[]) is
  'Removes up to 200 names from their guest lists, but those of whom somebody came; returns how many. Admins only: refuses not_allowed, '
  'invalid.';

create function public.move_guests(p_entries uuid[], p_list uuid) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_list public.guest_lists;
  v_from record;
  v_count int := 0;
begin
  perform private.require_permission('manage_free_tickets');
  if coalesce(cardinality(p_entries), 0) not between 1 and 200 then
    perform private.refuse(422, 'invalid');
  end if;
  perform private.lock_list_entries(p_entries, p_list);
  select * into v_list from public.guest_lists where id = p_list;
  if not found or exists (select 1 from public.guest_list_entries e where e.id = any (p_entries) and e.event_id <> v_list.event_id) then
    perform private.refuse(404, 'not_found');
  elsif now() >= v_list.closes_at then
    perform private.refuse(409, 'list_closed');
  end if;
  for v_from in
    select e.list_id, l.name, array_agg(e.id) as ids, sum(1 + e.plus_ones)::int as heads
    from public.guest_list_entries e join public.guest_lists l on l.id = e.list_id
    where e.id = any (p_entries) and e.list_id <> p_list and e.removed_at is null and e.arrived = 0
    group by e.list_id, l.name order by e.list_id
  loop
    perform private.add_list_heads(v_from.list_id, -v_from.heads);
    perform private.add_list_heads(p_list, v_from.heads);
    update public.guest_list_entries set list_id = p_list where id = any (v_from.ids);
    perform private.audit_change('guest_list.name_moved', 'guest', id::text, jsonb_build_object('list', v_from.name),
      jsonb_build_object('list', v_list.name))
    from unnest(v_from.ids) id;
    v_count := v_count + cardinality(v_from.ids);
  end loop;
  return v_count;
end
$$;
comment on function public.move_guests(uuid[], uuid) is
  'Moves up to 200 names to another list of their event, but those of whom somebody came; returns how many. Admins only: refuses '
  'not_allowed, invalid, not_found, list_closed, list_full, list_no_places.';

create function private.shift_list_cutoffs() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.guest_lists l
  set closes_at = private.shift_wall_time(l.closes_at, new.time_zone, make_interval(days =>
    (new.doors_at at time zone new.time_zone)::date - (old.doors_at at time zone old.time_zone)::date))
  where l.event_id = new.id;
  return null;
end
$$;
comment on function private.shift_list_cutoffs() is
  'Trigger: when the doors of an event move to another day, the cutoffs of its guest lists move by as many days on the same clock.';
create trigger events_shift_list_cutoffs after update of doors_at on public.events
  for each row when (old.doors_at is distinct from new.doors_at) execute function private.shift_list_cutoffs();

create function private.guest_brief(p_entry public.guest_list_entries, p_list public.guest_lists) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p_entry.id, 'name', p_entry.name, 'plusOnes', p_entry.plus_ones, 'arrived', p_entry.arrived,
    'note', nullif(p_entry.note, ''), 'list', p_list.name, 'kind', p_list.kind, 'priceCents', p_list.price_cents,
    'closesAt', p_list.closes_at, 'isClosed', now() >= p_list.closes_at, 'latePriceCents', p_list.late_price_cents,
    'currency', (select s.currency from public.settings s))
$$;
comment on function private.guest_brief(public.guest_list_entries, public.guest_lists) is
  'An entry of a guest list as the door sees it: {id, name, plusOnes, arrived, note, list, kind, priceCents, closesAt, isClosed, '
  'latePriceCents, currency}.';

create function private.guest_list_details(p_list public.guest_lists) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_list.id, 'name', p_list.name, 'kind', p_list.kind, 'priceCents', p_list.price_cents,
    'closesAt', p_list.closes_at, 'isClosed', now() >= p_list.closes_at, 'latePriceCents', p_list.late_price_cents,
    'currency', (select s.currency from public.settings s), 'quota', p_list.quota,
    'growthHeads', p_list.growth_heads, 'growthArrivals', p_list.growth_arrivals, 'quotaMost', p_list.quota_most,
    'allowed', p_list.allowed, 'heads', p_list.heads, 'arrived', p_list.arrived, 'setAside', p_list.set_aside, 'poolId', p_list.pool_id,
    'pool', (select p.name from public.capacity_pools p where p.id = p_list.pool_id), 'promoterId', p_list.promoter_id,
    'promoter', (select p.name from public.promoters p where p.id = p_list.promoter_id), 'version', p_list.updated_at);
end
$$;
comment on function private.guest_list_details(public.guest_lists) is 'A guest list with its settings and counters, as staff read it.';

create function private.guest_lists_event(p_event uuid) returns public.events
language plpgsql stable set search_path = ''
as $$
declare
  v_event public.events;
begin
  -- Without a name: the event that is on or next, else the last one.
  select e.* into v_event from public.events e
  where e.id = p_event or (p_event is null and e.status in ('published', 'postponed'))
  order by e.ends_at < now(), abs(extract(epoch from e.doors_at - now())) limit 1;
  return v_event;
end
$$;
comment on function private.guest_lists_event(uuid) is
  'Returns the event whose guest lists staff read: the one asked for, else (null) the next one.';

create function private.find_list_entries(p_event uuid, p_list uuid, p_show text, p_search text, p_sort text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  v_words text[] := (string_to_array(private.name_key(p_search), ' '))[:6];
  v_down boolean := coalesce(p_sort like '-%', false);
begin
  return array(
    select e.id
    from public.guest_list_entries e
    cross join lateral (
      select case when ltrim(p_sort, '-') = 'added' then to_char(e.added_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')
        else e.name_key end as key) k
    where e.event_id = p_event and (p_list is null or e.list_id = p_list)
      and (e.removed_at is not null) = (coalesce(p_show, '') = 'removed')
      and case p_show when 'expected' then e.arrived <= e.plus_ones when 'arrived' then e.arrived > 0 else true end
      and not exists (select 1 from unnest(v_words) w where e.name_key not like '% ' || w || '%')
    order by case when not v_down then k.key end, case when v_down then k.key end desc, e.id
    limit 10000);
end
$$;
comment on function private.find_list_entries(uuid, uuid, text, text, text) is
  'Finds the entries that list_guests is asked for, in its order, at most 10,000: lists of an event have hundreds.';

create function public.list_guests(
  p_event uuid default null, p_list uuid default null, p_show text default 'all', p_search text default null,
  p_sort text default 'name', p_after uuid default null, p_limit int default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_event public.events;
  v_ids uuid[];
  v_from int;
begin
  perform private.require_permission('manage_free_tickets');
  v_event := private.guest_lists_event(p_event);
  v_ids := private.find_list_entries(v_event.id, p_list, p_show, p_search, p_sort);
  v_from := coalesce(array_position(v_ids, p_after), 0);
  return jsonb_build_object(
    'now', now(),
    'event', case when v_event.id is not null then jsonb_build_object('id', v_event.id, 'title', v_event.title,
      'doorsAt', v_event.doors_at, 'timeZone', v_event.time_zone) end,
    'lists', (
      select coalesce(jsonb_agg(private.guest_list_details(l) order by l.closes_at, l.name), '[]')
      from public.guest_lists l where l.event_id = v_event.id),
    'pairs', (select count(*) from private.guest_pairs(v_event.id, 100)),
    'guests', (
      select coalesce(jsonb_agg(private.guest_brief(e, l) || jsonb_build_object('listId', l.id, 'addedAt', e.added_at,
        'addedBy', (select p.display_name from public.profiles p where p.id = e.added_by), 'removedAt', e.removed_at
      ) order by n.place), '[]')
      from unnest(v_ids[v_from + 1 : v_from + v_limit]) with ordinality n (id, place)
      join public.guest_list_entries e on e.id = n.id join public.guest_lists l on l.id = e.list_id),
    'next', case when cardinality(v_ids) > v_from + v_limit then v_ids[v_from + v_limit] end,
    'total', case when p_after is null then private.list_total(cardinality(v_ids), 9999) end);
end
$$;
comment on function public.list_guests(uuid, uuid, text, text, text, uuid, int) is
  'A page of the names on the guest lists of an event (p_event; the next one unless named): {now, event, lists, pairs, guests, next, '
  'total}; pairs = possible duplicates. p_show = all, expected (somebody is still to come), arrived or removed; p_search = beginnings of '
  'words; p_sort = name or added, with - from the last one; p_after = the last of the page before. event is null where there is none. '
  'Admins only: refuses not_allowed.';

create function public.read_guest_list(p_list uuid, p_event uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_list public.guest_lists;
  v_event public.events;
begin
  perform private.require_permission('manage_free_tickets');
  select * into v_list from public.guest_lists where id = p_list;
  select * into v_event from public.events where id = coalesce(v_list.event_id, p_event);
  if v_event.id is null or (p_list is not null and v_list.id is null) then
    return null;
  end if;
  return jsonb_build_object(
    'event', jsonb_build_object('id', v_event.id, 'title', v_event.title, 'doorsAt', v_event.doors_at, 'endsAt', v_event.ends_at,
      'timeZone', v_event.time_zone),
    'list', case when v_list.id is not null then private.guest_list_details(v_list) end,
    'pools', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'left', p.capacity - p.held - p.sold - p.blocked)
        order by p.created_at, p.id), '[]')
      from public.capacity_pools p where p.event_id = v_event.id and p.purpose = 'places'),
    'promoters', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by lower(p.name), p.id), '[]')
      from public.event_promoters e join public.promoters p on p.id = e.promoter_id
      where e.event_id = v_event.id and (e.ended_at is null or p.id = v_list.promoter_id)),
    'now', now());
end
$$;
comment on function public.read_guest_list(uuid, uuid) is
  'A guest list for its form, or (p_list null) what a new list of p_event begins with: {event, list, pools, promoters, now}; pools = those '
  'that can set places aside, with what each has left. Null where there is none. Admins only: refuses not_allowed.';

create function private.guest_pairs(p_event uuid, p_limit int)
returns table (first_id uuid, second_id uuid, alike real)
language sql stable set search_path = '' set pg_trgm.similarity_threshold = 0.45
as $$
  select a.id, b.id, extensions.similarity(a.name_key, b.name_key)
  from public.guest_list_entries a
  join public.guest_list_entries b
    on b.name_key operator(extensions.%) a.name_key and b.event_id = p_event and b.id > a.id and b.removed_at is null
  where a.event_id = p_event and a.removed_at is null
    and not exists (select 1 from public.guest_list_pairs d where d.first_id = a.id and d.second_id = b.id)
  order by 3 desc, 1, 2 limit p_limit
$$;
comment on function private.guest_pairs(uuid, int) is
  'Finds pairs of entries of an event whose names are alike (trigrams, in any order of words) and of which staff have not said that they '
  'are different people, the most alike first.';

create function public.list_guest_pairs(p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_free_tickets');
  return jsonb_build_object(
    'event', (
      select jsonb_build_object('id', e.id, 'title', e.title, 'timeZone', e.time_zone) from public.events e where e.id = p_event),
    'pairs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'first', private.guest_brief(a, la) || jsonb_build_object('addedAt', a.added_at),
        'second', private.guest_brief(b, lb) || jsonb_build_object('addedAt', b.added_at)
      ) order by p.alike desc, a.name_key, a.id, b.id), '[]')
      from private.guest_pairs(p_event, 100) p
      join public.guest_list_entries a on a.id = p.first_id join public.guest_lists la on la.id = a.list_id
      join public.guest_list_entries b on b.id = p.second_id join public.guest_lists lb on lb.id = b.list_id),
    'now', now());
end
$$;
comment on function public.list_guest_pairs(uuid) is
  'Possible duplicates across the guest lists of an event, at most 100: {event, pairs: [{first, second}], now}. Nothing is merged by '
  'itself. Admins only: refuses not_allowed.';

create function public.decide_guest_pair(p_first uuid, p_second uuid, p_keep uuid default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids uuid[] := array[least(p_first, p_second), greatest(p_first, p_second)];
  v_gone uuid := case when p_keep is not null then v_ids[case when p_keep = v_ids[1] then 2 else 1 end] end;
begin
  perform private.require_permission('manage_free_tickets');
  perform private.lock_list_entries(v_ids);
  if p_keep <> all (v_ids)
    or (select count(*) <> 2 or count(distinct e.event_id) <> 1 from public.guest_list_entries e where e.id = any (v_ids))
  then
    perform private.refuse(404, 'not_found');
  end if;
  if p_keep is null then
    insert into public.guest_list_pairs (first_id, second_id, decided_by) values (v_ids[1], v_ids[2], auth.uid())
    on conflict (first_id, second_id) do nothing;
  elsif cardinality(private.remove_list_entries(array[v_gone])) = 0
    and exists (select 1 from public.guest_list_entries e where e.id = v_gone and e.removed_at is null)
  then
    perform private.refuse(409, 'guest_arrived');
  end if;
  perform private.audit_change('guest_list.duplicate_decided', 'guest', v_ids[1]::text, '{"same": null}',
    jsonb_build_object('same', p_keep is not null), jsonb_build_object('other', v_ids[2], 'kept', p_keep));
end
$$;
comment on function public.decide_guest_pair(uuid, uuid, uuid) is
  'Decides about two entries with similar names: different people (p_keep null), which is remembered, or the same person, of whom p_keep '
  'stays and the other entry is removed. Admins only: refuses not_allowed, not_found, guest_arrived (somebody of the other one came).';

revoke execute on function private.list_allowance(public.guest_lists, int), private.list_places(public.guest_lists),
  private.settle_list_places(uuid, int), public.settle_guest_lists(), private.list_row(uuid),
  private.write_guest_list(uuid, jsonb, timestamptz),
  private.move_list_block(uuid, uuid), public.save_guest_list(jsonb), private.add_list_heads(uuid, int),
  private.add_list_entries(uuid, jsonb, uuid), public.add_guests(uuid, jsonb, text), private.lock_list_entries(uuid[], uuid),
  private.remove_list_entries(uuid[]), public.remove_guests(uuid[]), public.move_guests(uuid[], uuid), private.shift_list_cutoffs(),
  private.guest_brief(public.guest_list_entries, public.guest_lists), private.guest_list_details(public.guest_lists),
  private.guest_lists_event(uuid), private.find_list_entries(uuid, uuid, text, text, text),
  public.list_guests(uuid, uuid, text, text, text, uuid, int), public.read_guest_list(uuid, uuid), private.guest_pairs(uuid, int),
  public.list_guest_pairs(uuid), public.decide_guest_pair(uuid, uuid, uuid)
from public, anon, authenticated, service_role;
grant execute on function public.settle_guest_lists() to service_role;
grant execute on function public.save_guest_list(jsonb), public.add_guests(uuid, jsonb, text), public.remove_guests(uuid[]),
  public.move_guests(uuid[], uuid), public.list_guests(uuid, uuid, text, text, text, uuid, int), public.read_guest_list(uuid, uuid),
  public.list_guest_pairs(uuid), public.decide_guest_pair(uuid, uuid, uuid)
to authenticated;
