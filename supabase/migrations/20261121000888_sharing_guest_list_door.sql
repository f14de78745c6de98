-- Guest lists at the door: search by name, admissions of 1 + plus-ones, and their reversal. Phones have the names in their packs.

alter table public.scans add constraint scans_guest_id_fkey foreign key (guest_id) references public.guest_list_entries (id);

create trigger guest_list_entries_log_insert after insert on public.guest_list_entries
  referencing new table as new_rows for each statement execute function private.log_guests();
create trigger guest_list_entries_log_update after update on public.guest_list_entries
  referencing new table as new_rows for each statement execute function private.log_guests();

create function public.find_guests(p_event uuid, p_search text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text[] := (string_to_array(private.name_key(p_search), ' '))[:6];
begin
  perform private.require_grant('scan', p_event);
  return jsonb_build_object(
    'mayOverride', private.has_grant('door_manager', p_event), 'counters', private.door_figures(p_event), 'now', now(),
    'lists', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'kind', l.kind, 'heads', l.heads, 'arrived', l.arrived,
        'closesAt', l.closes_at, 'isClosed', now() >= l.closes_at) order by l.closes_at, l.name), '[]')
      from public.guest_lists l where l.event_id = p_event),
    'guests', (
      select coalesce(jsonb_agg(private.guest_brief(f.entry, l) || jsonb_build_object('undoable', private.undoable_arrival(f.entry))
        order by (f.entry).name_key, (f.entry).id), '[]')
      from (
        select e as entry from public.guest_list_entries e
        where e.event_id = p_event and e.removed_at is null and length(v_words[1]) > 0 and length(btrim(p_search)) >= 2
          and not exists (select 1 from unnest(v_words) w where e.name_key not like '% ' || w || '%')
        order by e.name_key, e.id limit 20
      ) f join public.guest_lists l on l.id = (f.entry).list_id));
end
$$;
comment on function public.find_guests(uuid, text) is
  'Scanner: {mayOverride, counters, now, lists, guests} of an event: its guest lists with how many came, and up to 20 entries of which '
  'each word of p_search (2 letters or more) begins a word of the name. undoable of a guest = the last admission, which a door manager '
  'may take back. Needs the scan grant for the event: refuses not_allowed.';

create function private.undoable_arrival(p_entry public.guest_list_entries) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if not private.has_grant('door_manager', p_entry.event_id) then
    return null;
  end if;
  return (
    select jsonb_build_object('scan', s.id, 'heads', a.heads, 'at', s.scanned_at, 'gate', nullif(s.gate, ''))
    from public.guest_list_arrivals a join public.scans s on s.id = a.scan_id
    where a.entry_id = p_entry.id and a.undone_by_scan is null
      and (s.scanned_at >= now() - interval '10 minutes' or private.may('correct_entries'))
    order by s.scanned_at desc, s.id limit 1);
end
$$;
comment on function private.undoable_arrival(public.guest_list_entries) is
  'The last admission of an entry that the caller may take back: {scan, heads, at, gate}. Door managers may for 10 minutes, admins at any '
  'time; null for everybody else.';

create function private.guest_result(
  p_event public.events, p_list public.guest_lists, p_entry public.guest_list_entries, p_heads int, p_late boolean,
  p_at timestamptz default now()
) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_event.status in ('cancelled', 'archived', 'draft') then 'void_cancelled'
    when p_at < p_event.doors_at - interval '2 hours' or p_event.status = 'postponed' then 'not_yet'
    when p_at > p_event.ends_at + interval '6 hours' then 'ended'
    when p_entry.arrived + p_heads > 1 + p_entry.plus_ones then 'already_in'
    when p_at >= p_list.closes_at and not p_late then 'list_closed'
    else 'ok' end
$$;
comment on function private.guest_result(public.events, public.guest_lists, public.guest_list_entries, int, boolean, timestamptz) is
  'Decides whether so many heads of an entry may come in at a moment: ok, or why not. Doors count as in private.entry_result; p_late = a '
  'door manager admits after the cutoff.';

create function private.guest_response(p_scan public.scans) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  return jsonb_build_object('scan', p_scan.id, 'result', p_scan.result, 'heads', p_scan.response -> 'heads',
    'guest', p_scan.response -> 'guest', 'counters', private.door_figures(p_scan.event_id), 'now', clock_timestamp());
end
$$;
comment on function private.guest_response(public.scans) is
  'Builds the response to an admission from a guest list: the same when the device sends it again, except for the counters and the time.';

create function private.arrive_guests(
  p_scan public.scans, p_list public.guest_lists, p_entry uuid, p_heads int, p_late boolean, p_paid boolean
) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.guest_list_arrivals (scan_id, event_id, entry_id, gate, heads, price_cents, is_late)
  values (p_scan.id, p_scan.event_id, p_entry, p_scan.gate, p_heads,
    case when not p_late then p_list.price_cents when p_paid then coalesce(p_list.late_price_cents, 0) else 0 end, p_late);
  update public.guest_lists set arrived = arrived + p_heads,
    allowed = greatest(allowed, private.list_allowance(p_list, arrived + p_heads))
  where id = p_list.id returning * into p_list;
  perform private.settle_list_places(p_list.id, case when p_late then p_list.arrived else 0 end);
  insert into private.door_counts (event_id, gate, zone_id, in_now, entries, admitted)
  values (p_scan.event_id, p_scan.gate, p_scan.zone_id, p_heads, p_heads, p_heads);
  perform private.keep_zone_count(p_scan.zone_id);
end
$$;
comment on function private.arrive_guests(public.scans, public.guest_lists, uuid, int, boolean, boolean) is
  'Records an admission of heads of an entry (p_entry), both locked with their list: the arrival, the list''s counters and its grown '
  'quota, a place of the pool for each who comes late, the door''s counters.';

create function private.guest_scan_facts(p_entry public.guest_list_entries, p_list public.guest_lists, p_heads int) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('firstName', split_part(p_entry.name, ' ', 1), 'typeName', p_list.name || case when p_heads > 1
    then format(' (%s)', p_heads) else '' end, 'heads', p_heads, 'guest', private.guest_brief(p_entry, p_list))
$$;
comment on function private.guest_scan_facts(public.guest_list_entries, public.guest_lists, int) is
  'What the log keeps of a try for so many heads of a name: the first name, the list, the name as it stood.';

create function private.guests_scan(
  p_event uuid, p_scan_uid uuid, p_gate text, p_device text, p_result text, p_reason text, p_heads int,
  p_entry public.guest_list_entries, p_list public.guest_lists
) returns public.scans
language plpgsql volatile set search_path = ''
as $$
declare
  v_scan public.scans;
begin
  v_scan := private.new_scan(p_event, null, p_scan_uid, p_gate, p_device, 'guest_list');
  v_scan.guest_id := p_entry.id;
  v_scan.heads := p_heads;
  v_scan.result := p_result;
  v_scan.reason := p_reason;
  v_scan.response := private.guest_scan_facts(p_entry, p_list, p_heads);
  insert into public.scans select (v_scan).*;
  return v_scan;
end
$$;
comment on function private.guests_scan(uuid, uuid, text, text, text, text, int, public.guest_list_entries, public.guest_lists) is
  'Adds an admission from a guest list, or a refused one, to the log of scans, with the first name and the list.';

create function public.admit_guests(
  p_event uuid, p_entry uuid, p_heads int, p_scan_uid uuid, p_gate text default '', p_device text default null,
  p_late_reason text default null, p_paid boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_late boolean := p_late_reason is not null;
  v_event public.events;
  v_entry public.guest_list_entries;
  v_list public.guest_lists;
  v_scan public.scans;
  v_result text;
begin
  perform private.require_device(p_event, private.device_uuid(p_device));
  if v_late then
    perform private.require_grant('door_manager', p_event);
  end if;
  if p_scan_uid is null or coalesce(p_heads, 0) not between 1 and 6 or length(coalesce(p_gate, '')) > 60 then
    perform private.refuse(422, 'invalid');
  elsif v_late and length(btrim(p_late_reason)) not between 3 and 200 then
    perform private.refuse(422, 'reason_required');
  end if;
  select * into v_event from public.events where id = p_event;
  select * into v_entry from public.guest_list_entries where id = p_entry and event_id = p_event and removed_at is null for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  v_scan := private.stored_scan(p_scan_uid, p_event);
  if v_scan.id is not null then
    return private.guest_response(v_scan);
  end if;
  select * into v_list from public.guest_lists where id = v_entry.list_id for no key update;
  v_result := private.guest_result(v_event, v_list, v_entry, p_heads, v_late);
  if v_result = 'ok' and not private.has_place_at(p_event, p_gate, p_heads) then
    v_result := 'capacity_hold';
  end if;
  if v_result = 'ok' then
    update public.guest_list_entries set arrived = arrived + p_heads where id = v_entry.id returning * into v_entry;
  end if;
  v_late := v_late and now() >= v_list.closes_at;
  v_scan := private.guests_scan(p_event, p_scan_uid, p_gate, p_device, v_result, case when v_late then btrim(p_late_reason) end, p_heads,
    v_entry, v_list);
  if v_result = 'ok' then
    perform private.arrive_guests(v_scan, v_list, v_entry.id, p_heads, v_late, p_paid);
    if v_late then
      perform private.audit_change('door.list_override', 'guest', v_entry.id::text,
        jsonb_build_object('arrived', v_entry.arrived - p_heads), jsonb_build_object('arrived', v_entry.arrived),
        jsonb_build_object('event_id', p_event, 'reason', v_scan.reason, 'paid', p_paid));
    end if;
  end if;
  return private.guest_response(v_scan);
end
$$;
comment on function public.admit_guests(uuid, uuid, int, uuid, text, text, text, boolean) is
  'Scanner: admits p_heads of 1 + plus-ones of an entry, or says why not: {scan, result, heads, guest, counters, now}. result = ok, '
  'already_in (fewer are left than asked for; nobody is admitted), list_closed (after the cutoff), not_yet, ended or void_cancelled. '
  'p_late_reason: a door manager admits after the cutoff; p_paid = the guests paid the late price. Every try is in the log of scans; the '
  'same p_scan_uid gets the same response. Needs the scan grant for the event. Refuses not_allowed, device_locked, device_revoked, '
  'invalid, reason_required, not_found, key_reused, list_no_places (after the cutoff, where the pool is full).';

create type private.guest_stay as (scan_id uuid, gate text, zone_id uuid, heads int, excess int, conflict text, kept_scan uuid);
comment on type private.guest_stay is
  'The people of one admission by a name on a guest list: heads = those whom the name had left, excess = those beyond, in conflict.';

create function private.replay_guest_scans(p_entry public.guest_list_entries) returns private.guest_stay[]
language plpgsql stable set search_path = ''
as $$
declare
  v_stays private.guest_stay[] := '{}';
  v_left int := case when p_entry.removed_at is null then 1 + p_entry.plus_ones else 0 end;
  v_scan public.scans;
  v_kept uuid;
  v_heads int;
begin
  for v_scan in
    select s.* from public.scans s
    where s.guest_id = p_entry.id and s.result = 'ok'
      and not exists (select 1 from public.scans u where u.reverses = s.id and u.result = 'undone')
    order by s.captured_at, s.device_id nulls first, s.seq nulls first, s.id
  loop
    v_heads := case when v_scan.standing = 'ok' then least(v_scan.heads, v_left) else 0 end;
    v_stays := v_stays || row(v_scan.id, v_scan.gate, v_scan.zone_id, v_heads, v_scan.heads - v_heads, case
      when v_heads = v_scan.heads then null
      when v_scan.standing <> 'ok' then v_scan.standing
      when p_entry.removed_at is not null then 'void_cancelled'
      else 'already_in' end, coalesce(v_kept, case when v_heads > 0 then v_scan.id end))::private.guest_stay;
    v_left := v_left - v_heads;
    v_kept := coalesce(v_kept, case when v_heads > 0 then v_scan.id end);
  end loop;
  return v_stays;
end
$$;
comment on function private.replay_guest_scans(public.guest_list_entries) is
  'The truth about a name on a guest list: its admissions that were not taken back, in the order in which they happened. Each takes of '
  'what the name has left; who is let in beyond, after the cutoff, or by a name that was taken off, is in conflict.';

create function private.write_arrivals(p_entry public.guest_list_entries, p_stays private.guest_stay[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_change record;
begin
  for v_change in
    select coalesce(t.scan_id, a.scan_id) as scan_id, coalesce(t.gate, a.gate) as gate, coalesce(t.heads, 0) as heads,
      coalesce(t.heads, 0) - coalesce(a.heads, 0) as more,
      (select s.zone_id from public.scans s where s.id = coalesce(t.scan_id, a.scan_id)) as zone_id
    from unnest(p_stays) t
    full join (select * from public.guest_list_arrivals x where x.entry_id = p_entry.id and x.undone_by_scan is null) a
      on a.scan_id = t.scan_id
    where coalesce(t.heads, 0) <> coalesce(a.heads, 0)
  loop
    delete from public.guest_list_arrivals a where a.scan_id = v_change.scan_id and v_change.heads = 0;
    if v_change.heads > 0 then
      insert into public.guest_list_arrivals as a (scan_id, event_id, entry_id, gate, heads, price_cents, is_late)
      select v_change.scan_id, p_entry.event_id, p_entry.id, v_change.gate, v_change.heads, l.price_cents, false
      from public.guest_lists l where l.id = p_entry.list_id
      on conflict (scan_id) do update set heads = excluded.heads;
    end if;
    insert into private.door_counts (event_id, gate, zone_id, in_now, entries, admitted)
    values (p_entry.event_id, v_change.gate, v_change.zone_id, v_change.more, v_change.more, v_change.more);
  end loop;
end
$$;
comment on function private.write_arrivals(public.guest_list_entries, private.guest_stay[]) is
  'Makes the arrivals of a locked name and the counters of its door those of its replay, and touches none that is right already.';

create function private.write_guest_conflicts(p_entry public.guest_list_entries, p_stays private.guest_stay[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update public.scan_conflicts c set withdrawn_at = now()
  from public.scans s
  where s.id = c.other_scan and s.guest_id = p_entry.id and c.withdrawn_at is null
    and not exists (select 1 from unnest(p_stays) t where t.scan_id = c.other_scan and t.conflict is not null);
  insert into public.scan_conflicts as c (other_scan, event_id, kept_scan, zone_id, gate, heads, result)
  select t.scan_id, p_entry.event_id, t.kept_scan, t.zone_id, t.gate, t.excess, t.conflict
  from unnest(p_stays) t where t.conflict is not null
  on conflict (other_scan) do update set kept_scan = excluded.kept_scan, result = excluded.result, heads = excluded.heads,
    withdrawn_at = null
  where (c.kept_scan, c.result, c.heads, c.withdrawn_at)
    is distinct from (excluded.kept_scan, excluded.result, excluded.heads, null::timestamptz);
end
$$;
comment on function private.write_guest_conflicts(public.guest_list_entries, private.guest_stay[]) is
  'Makes the conflicts of a locked name those of its replay. None is deleted: one that later scans explain is withdrawn.';

create function private.replay_guest(p_entry uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_entry public.guest_list_entries;
  v_stays private.guest_stay[];
  v_more int;
begin
  select * into strict v_entry from public.guest_list_entries where id = p_entry;
  v_stays := private.replay_guest_scans(v_entry);
  perform private.write_arrivals(v_entry, v_stays);
  v_more := coalesce((select sum(t.heads) from unnest(v_stays) t), 0) - v_entry.arrived;
  if v_more <> 0 then
    update public.guest_list_entries set arrived = arrived + v_more where id = p_entry;
    update public.guest_lists l set arrived = l.arrived + v_more,
      allowed = greatest(l.allowed, private.list_allowance(l, l.arrived + v_more))
    where l.id = v_entry.list_id;
    perform private.settle_list_places(v_entry.list_id);
  end if;
  perform private.write_guest_conflicts(v_entry, v_stays);
end
$$;
comment on function private.replay_guest(uuid) is
  'Makes what is stored about a name on a guest list agree with its scans: its arrivals, the counters of its list and door, its conflicts. '
  'The name and its list are locked. The same scans give the same rows, in whatever order they came.';

create function public.undo_guests(p_event uuid, p_scan uuid, p_scan_uid uuid, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_arrival public.guest_list_arrivals;
  v_entry public.guest_list_entries;
  v_list public.guest_lists;
  v_admitted public.scans;
  v_scan public.scans;
begin
  if not private.has_grant('door_manager', p_event) then
    perform private.refuse(403, 'not_allowed');
  end if;
  if length(btrim(coalesce(p_reason, ''))) not between 3 and 200 then
    perform private.refuse(422, 'reason_required');
  end if;
  select e.* into v_entry from public.guest_list_entries e join public.guest_list_arrivals a on a.entry_id = e.id
  where a.scan_id = p_scan and a.event_id = p_event for no key update of e;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  v_scan := private.stored_scan(p_scan_uid, p_event);
  if v_scan.id is not null then
    return private.guest_response(v_scan);
  end if;
  select * into v_arrival from public.guest_list_arrivals where scan_id = p_scan;
  select * into v_admitted from public.scans where id = p_scan;
  if v_arrival.undone_by_scan is not null then
    perform private.refuse(409, 'not_inside');
  elsif v_admitted.scanned_at < now() - interval '10 minutes' and not private.may('correct_entries') then
    perform private.refuse(409, 'undo_too_late');
  end if;
  select * into v_list from public.guest_lists where id = v_entry.list_id for no key update;
  update public.guest_list_entries set arrived = arrived - v_arrival.heads where id = v_entry.id returning * into v_entry;
  update public.guest_lists set arrived = arrived - v_arrival.heads where id = v_list.id;
  perform private.settle_list_places(v_list.id);
  insert into public.scans (scan_uid, event_id, staff_id, gate, method, result, reverses, reason, guest_id, heads, response)
  values (p_scan_uid, p_event, auth.uid(), v_admitted.gate, 'undo', 'undone', p_scan, btrim(p_reason), v_entry.id, v_arrival.heads,
    v_admitted.response || jsonb_build_object('guest', private.guest_brief(v_entry, v_list)))
  returning * into v_scan;
  update public.guest_list_arrivals set undone_by_scan = v_scan.id where scan_id = p_scan;
  perform private.replay_guest(v_entry.id); -- the heads that it took are free for who is in conflict
  insert into private.door_counts (event_id, gate, zone_id, in_now, entries, admitted)
  values (p_event, v_admitted.gate, v_admitted.zone_id, -v_arrival.heads, -v_arrival.heads, -v_arrival.heads);
  perform private.keep_zone_count(v_admitted.zone_id);
  perform private.audit_change('door.undo', 'guest', v_entry.id::text, jsonb_build_object('arrived', v_entry.arrived + v_arrival.heads),
    jsonb_build_object('arrived', v_entry.arrived), jsonb_build_object('event_id', p_event, 'reason', btrim(p_reason)));
  return private.guest_response(v_scan);
end
$$;
comment on function public.undo_guests(uuid, uuid, uuid, text) is
  'Door manager: takes an admission from a guest list (p_scan) back within 10 minutes (an admin at any time), by a reversal row in the log '
  'of scans: its heads were never in. Refuses not_allowed, reason_required, not_found, not_inside, undo_too_late, key_reused.';

create function private.read_guest_queue(p_event uuid, p_offset_ms int, p_scans jsonb) returns private.queued_scan[]
language plpgsql stable set search_path = ''
as $$
declare
  v_now timestamptz := private.door_now();
begin
  return (
    with names as (
      select e.id, private.pack_hash(p.salt, uuid_send(e.id)) as hash
      from public.guest_list_entries e join private.door_packs p on p.event_id = e.event_id where e.event_id = p_event
    )
    select coalesce(array_agg(row(q.scan, q.seq, least(q.at + make_interval(secs => coalesce(p_offset_ms, 0) / 1000.0), v_now), 'admit',
      null, null, null, case when n.id is null then 'unknown' end, 'guest_list', coalesce(q.gate, ''), q.result,
      private.gate_zone(p_event, q.gate), null, n.id, q.heads, null, null)::private.queued_scan order by q.seq, q.scan), '{}')
    from jsonb_to_recordset(p_scans) q (scan uuid, seq int, at timestamptz, guest text, heads int, gate text, result text)
    left join names n on n.hash = q.guest
  );
end
$$;
comment on function private.read_guest_queue(uuid, int, jsonb) is
  'Reads what a device sends of guests: corrects its clock as private.read_queue, and finds the names by the hashes of its pack.';

create function private.guest_standing_at(p_scan private.queued_scan, p_event public.events) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_entry public.guest_list_entries;
  v_list public.guest_lists;
begin
  select * into v_entry from public.guest_list_entries where id = p_scan.guest;
  select * into v_list from public.guest_lists where id = v_entry.list_id;
  v_entry.arrived := 0;
  return coalesce(p_scan.bad, private.guest_result(p_event, v_list, v_entry, 0, false, p_scan.at));
end
$$;
comment on function private.guest_standing_at(private.queued_scan, public.events) is
  'What a name was good for when it was admitted without a network, apart from how many had come: private.guest_result at that moment.';

create function private.store_guest_queue(p_event public.events, p_device uuid, p_queue private.queued_scan[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.scans (scan_uid, event_id, guest_id, heads, staff_id, gate, device, method, result, response, captured_at, device_id,
    seq, is_offline, standing, zone_id, scanned_at)
  select q.stored_uid, p_event.id, e.id, q.heads, auth.uid(), q.gate, p_device::text, q.method, q.result,
    case when e.id is null then '{}'::jsonb else private.guest_scan_facts(e, l, q.heads) end, q.at, p_device, q.seq, true,
    case when q.result = 'ok' then private.guest_standing_at(q, p_event) else 'ok' end, q.zone_id, clock_timestamp()
  from unnest(p_queue) q left join public.guest_list_entries e on e.id = q.guest left join public.guest_lists l on l.id = e.list_id
  order by q.seq
  on conflict (scan_uid) do nothing;
  -- who was let in by a name that is on no list
  insert into public.scan_conflicts (other_scan, event_id, zone_id, gate, heads, result)
  select s.id, s.event_id, s.zone_id, s.gate, s.heads, s.standing
  from unnest(p_queue) q join public.scans s on s.scan_uid = q.stored_uid
  where s.result = 'ok' and s.guest_id is null and s.standing <> 'ok' and s.event_id = p_event.id
  on conflict (other_scan) do nothing;
end
$$;
comment on function private.store_guest_queue(public.events, uuid, private.queued_scan[]) is
  'Adds what a device did with names on guest lists to the log; a scan that is there already is left as it is.';

create function public.upload_guests(p_event uuid, p_device uuid, p_offset_ms int, p_scans jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_queue private.queued_scan[];
  v_known uuid[];
  v_entry uuid;
begin
  perform private.require_upload(p_event, p_device, p_scans);
  select * into v_event from public.events where id = p_event;
  v_queue := private.read_guest_queue(p_event, p_offset_ms, p_scans);
  if exists (select 1 from unnest(v_queue) q where q.scan is null or q.seq is null or q.at is null or q.result is null
    or coalesce(q.heads, 0) not between 1 and 6 or length(q.gate) > 60) then
    perform private.refuse(422, 'invalid');
  end if;
  -- in the order of locks: names, their lists, then zones
  perform 1 from public.guest_list_entries e where e.id in (select q.guest from unnest(v_queue) q) order by e.id for no key update;
  perform 1 from public.guest_lists l where l.id in (
    select e.list_id from public.guest_list_entries e join unnest(v_queue) q on q.guest = e.id) order by l.id for no key update;
  perform 1 from public.door_zones z where z.event_id = p_event order by z.id for no key update;
  v_queue := private.name_queue(p_event, v_queue);
  v_known := array(select q.scan from unnest(v_queue) q join public.scans s on s.scan_uid = q.stored_uid and s.event_id = p_event);
  perform private.store_guest_queue(v_event, p_device, v_queue);
  perform private.turn_away(p_event, p_device, v_queue);
  for v_entry in select distinct q.guest from unnest(v_queue) q where q.guest is not null order by 1 loop
    perform private.replay_guest(v_entry);
  end loop;
  perform private.settle_zones(p_event);
  return jsonb_build_object('results', private.queue_results(p_event, v_queue, v_known), 'serverNow', clock_timestamp());
end
$$;
comment on function public.upload_guests(uuid, uuid, int, jsonb) is
  'Scanner: as public.upload_scans, for up to 100 admissions by names on guest lists that a device made without a network: {scan, seq, at, '
  'guest (the hash of its pack), heads, gate, result} each. Of a name that was admitted beyond its heads by two phones the earlier keeps '
  'them, and those beyond are a conflict. Refuses not_allowed, device_locked, device_revoked, invalid, not_found.';

revoke execute on function public.find_guests(uuid, text), private.undoable_arrival(public.guest_list_entries),
  private.guest_result(public.events, public.guest_lists, public.guest_list_entries, int, boolean, timestamptz),
  private.guest_response(public.scans),
  private.arrive_guests(public.scans, public.guest_lists, uuid, int, boolean, boolean),
  private.guest_scan_facts(public.guest_list_entries, public.guest_lists, int),
  private.guests_scan(uuid, uuid, text, text, text, text, int, public.guest_list_entries, public.guest_lists),
  private.replay_guest_scans(public.guest_list_entries), private.write_arrivals(public.guest_list_entries, private.guest_stay[]),
  private.write_guest_conflicts(public.guest_list_entries, private.guest_stay[]), private.replay_guest(uuid),
  private.read_guest_queue(uuid, int, jsonb), private.guest_standing_at(private.queued_scan, public.events),
  private.store_guest_queue(public.events, uuid, private.queued_scan[]), public.upload_guests(uuid, uuid, int, jsonb),
  public.admit_guests(uuid, uuid, int, uuid, text, text, text, boolean), public.undo_guests(uuid, uuid, uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.find_guests(uuid, text), public.admit_guests(uuid, uuid, int, uuid, text, text, text, boolean),
  public.undo_guests(uuid, uuid, uuid, text), public.upload_guests(uuid, uuid, int, jsonb)
to authenticated;
