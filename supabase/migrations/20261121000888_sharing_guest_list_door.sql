-- Guest lists at the door: search by name, admissions of 1 + plus-ones, and their reversal. Phones have the names in their packs.

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
  p_event public.events, p_list public.guest_lists, p_entry public.guest_list_entries, p_heads int, p_late boolean
) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_event.status in ('cancelled', 'archived', 'draft') then 'void_cancelled'
    when now() < p_event.doors_at - interval '2 hours' or p_event.status = 'postponed' then 'not_yet'
    when now() > p_event.ends_at + interval '6 hours' then 'ended'
    when p_entry.arrived + p_heads > 1 + p_entry.plus_ones then 'already_in'
    when now() >= p_list.closes_at and not p_late then 'list_closed'
    else 'ok' end
$$;
comment on function private.guest_result(public.events, public.guest_lists, public.guest_list_entries, int, boolean) is
  'Decides whether so many heads of an entry may come in now: ok, or why not. Doors count as in private.entry_result; p_late = a door '
  'manager admits after the cutoff.';

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

create function private.guests_scan(
  p_event uuid, p_scan_uid uuid, p_gate text, p_device text, p_result text, p_reason text, p_heads int,
  p_entry public.guest_list_entries, p_list public.guest_lists
) returns public.scans
language plpgsql volatile set search_path = ''
as $$
declare
  v_scan public.scans;
begin
  insert into public.scans (scan_uid, event_id, staff_id, gate, zone_id, device, method, result, reason, response)
  values (p_scan_uid, p_event, auth.uid(), coalesce(p_gate, ''), private.gate_zone(p_event, p_gate),
    coalesce(left(btrim(p_device), 80), ''), 'guest_list', p_result, p_reason,
    jsonb_build_object('firstName', split_part(p_entry.name, ' ', 1), 'typeName', p_list.name || case when p_heads > 1
      then format(' (%s)', p_heads) else '' end, 'heads', p_heads, 'guest', private.guest_brief(p_entry, p_list)))
  returning * into v_scan;
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
  if not private.has_grant(case when v_late then 'door_manager' else 'scan' end, p_event) then
    perform private.refuse(403, 'not_allowed');
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
  'same p_scan_uid gets the same response. Needs the scan grant for the event. Refuses not_allowed, invalid, reason_required, not_found, '
  'key_reused, list_no_places (after the cutoff, where the pool is full).';

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
  insert into public.scans (scan_uid, event_id, staff_id, gate, method, result, reverses, reason, response)
  values (p_scan_uid, p_event, auth.uid(), v_admitted.gate, 'undo', 'undone', p_scan, btrim(p_reason),
    v_admitted.response || jsonb_build_object('guest', private.guest_brief(v_entry, v_list)))
  returning * into v_scan;
  update public.guest_list_arrivals set undone_by_scan = v_scan.id where scan_id = p_scan;
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

revoke execute on function public.find_guests(uuid, text), private.undoable_arrival(public.guest_list_entries),
  private.guest_result(public.events, public.guest_lists, public.guest_list_entries, int, boolean), private.guest_response(public.scans),
  private.arrive_guests(public.scans, public.guest_lists, uuid, int, boolean, boolean),
  private.guests_scan(uuid, uuid, text, text, text, text, int, public.guest_list_entries, public.guest_lists),
  public.admit_guests(uuid, uuid, int, uuid, text, text, text, boolean), public.undo_guests(uuid, uuid, uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.find_guests(uuid, text), public.admit_guests(uuid, uuid, int, uuid, text, text, text, boolean),
  public.undo_guests(uuid, uuid, uuid, text)
to authenticated;
