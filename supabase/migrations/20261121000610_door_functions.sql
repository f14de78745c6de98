-- Admits tickets. A ticket enters once: the row lock serialises scans of one ticket, and the unique index on open entries
-- refuses a second entry even without the lock.

create function private.entry_result(p_ticket public.tickets, p_event public.events, p_generation int) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when p_ticket.id is null then 'unknown'
      -- before everything else: no test ticket works at a real event, whichever it was made for
      when o.is_test and not p_event.is_test then 'test_ticket'
      when p_ticket.event_id <> p_event.id then 'wrong_event'
      when p_generation is not null and p_generation <> p_ticket.generation then 'old_code'
      when not private.ticket_is_valid(p_ticket.status) then case p_ticket.void_reason
        when 'refunded' then 'void_refunded'
        when 'resold' then 'void_refunded'
        when 'chargeback' then 'blocked'
        when 'fraud' then 'blocked'
        when 'reissued_as' then 'old_code'
        else 'void_cancelled' end
      when p_ticket.blocked_at is not null then 'blocked'
      when p_event.status in ('cancelled', 'archived', 'draft') then 'void_cancelled'
      when not private.order_is_sold(o.status) then 'unpaid'
      when o.is_test <> p_event.is_test then 'test_ticket'
      when p_ticket.custody = 'offered' then 'in_transfer'
      when p_ticket.custody = 'listed' then 'listed'
      when now() < p_event.doors_at - interval '2 hours' or p_event.status = 'postponed' then 'not_yet'
      when now() > p_event.ends_at + interval '6 hours' then 'ended'
      when p_ticket.admission = 'inside' then 'already_in'
      else 'ok'
    end
    from (select 1) one left join public.orders o on o.id = p_ticket.order_id
  );
end
$$;
comment on function private.entry_result(public.tickets, public.events, int) is
  'Decides whether a ticket may enter an event at this moment: ok, or why not. Doors count from 2 hours before they open until 6 hours '
  'after the end; a postponed event has no doors.';

create function private.first_entry(p_ticket uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('firstAt', n.entered_at, 'firstGate', nullif(n.gate, ''),
      'firstBy', (select p.display_name from public.profiles p where p.id = s.staff_id), 'firstDevice', s.device)
    from public.entries n join public.scans s on s.id = n.scan_id
    where n.ticket_id = p_ticket and n.closed_at is null
  );
end
$$;
comment on function private.first_entry(uuid) is 'Returns when, where and by whom a ticket that is inside was admitted.';

create function private.scan_response(p_scan public.scans) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  return '{"ticketId": null, "firstName": null, "typeName": null, "minAge": 0, "firstAt": null, '
    '"firstGate": null, "firstBy": null, "partOf": null, "isVip": false, "addOns": [], "table": null}'::jsonb
    || p_scan.response
    || jsonb_build_object('result', p_scan.result, 'bounce', p_scan.is_bounce, 'serverNow', clock_timestamp(),
      'group', private.group_of(p_scan), 'counters', private.door_figures(p_scan.event_id),
      'ban', case when p_scan.ticket_id is not null then private.ban_flag(p_scan.event_id, p_scan.ticket_id) end);
end
$$;
comment on function private.scan_response(public.scans) is
  'Builds the response to a scan: the same when the device sends it again, except for the counters, the time and who of its group is left.';

create function private.stored_scan(p_scan_uid uuid, p_event uuid) returns public.scans
language plpgsql volatile set search_path = ''
as $$
declare
  v_scan public.scans;
begin
  select * into v_scan from public.scans where scan_uid = p_scan_uid;
  if v_scan.id is not null and (v_scan.event_id <> p_event or v_scan.staff_id is distinct from auth.uid()) then
    perform private.refuse(422, 'key_reused');
  end if;
  return v_scan;
end
$$;
comment on function private.stored_scan(uuid, uuid) is 'Returns the scan stored under this uid, if any; refuses the uid of another person.';

create function private.scanned_ticket(p_ticket public.tickets, p_min_age int, p_result text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'ticketId', p_ticket.id, 'firstName', nullif(split_part(p_ticket.holder_name, ' ', 1), ''),
    'typeName', private.ticket_type_name(p_ticket.ticket_type_id, l),
    'partOf', case when n.is_bundle then l.item_name end, 'isVip', p_ticket.is_vip,
    'addOns', case when p_result in ('ok', 'already_in') then private.order_add_ons(p_ticket.order_id) else '[]' end,
    'table', private.table_arrival(l.id),
    'minAge', p_min_age)
  from (select 1) one left join public.order_lines l on l.id = p_ticket.order_line_id left join public.line_kinds n on n.kind = l.kind
$$;
comment on function private.scanned_ticket(public.tickets, int, text) is
  'Returns the facts of a ticket that a scanner shows; its add-ons only where the result of the scan (p_result) admits it or says that it '
  'is inside.';

create function private.check_scan(p_event uuid, p_scan_uid uuid, p_gate text, p_method text, p_result text,
  p_action text default 'admit', p_device text default null)
returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_method = 'search' then
    perform private.require_grant('door_manager', p_event);
  end if;
  perform private.require_device(p_event, private.device_uuid(p_device));
  if p_scan_uid is null or coalesce(p_method, 'camera') not in ('camera', 'code', 'search')
    or coalesce(p_result, 'unknown') not in ('unknown', 'bad_signature') or length(coalesce(p_gate, '')) > 60
    or coalesce(p_action, '') not in ('admit', 'exit') then
    perform private.refuse(422, 'invalid');
  end if;
end
$$;
comment on function private.check_scan(uuid, uuid, text, text, text, text, text) is
  'First step of a scan: refuses callers without the scan grant for the event (for a ticket that was searched: who does not '
  'manage the door), devices that are locked or revoked, and what no scanner sends.';

create function private.lock_scanned_ticket(p_ticket uuid, p_code text) returns public.tickets
language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket public.tickets;
begin
  if p_ticket is not null then
    select * into v_ticket from public.tickets where id = p_ticket for no key update;
  elsif p_code is not null then
    select * into v_ticket from public.tickets where code = p_code for no key update;
    if not found then
      select * into v_ticket from public.tickets
      where id = (select r.ticket_id from private.retired_ticket_codes r where r.code = p_code) for no key update;
    end if;
  end if;
  return v_ticket;
end
$$;
comment on function private.lock_scanned_ticket(uuid, text) is
  'Finds the ticket that was read, by id or else by typed code, and locks it; none where there is none. By a code that it had before it '
  'was reissued, the code of the row differs from p_code.';

create function private.device_uuid(p_device text) returns uuid
language plpgsql immutable set search_path = ''
as $$
begin
  return case when length(p_device) = 36 and p_device ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_device::uuid end;
end
$$;
comment on function private.device_uuid(text) is 'The id of a device that names itself by one; null for any other name.';

create function private.exits_of(p_ticket uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (select count(*) from public.entries n join public.scans c on c.id = n.closed_by_scan
    where n.ticket_id = p_ticket and c.result = 'exited');
end
$$;
comment on function private.exits_of(uuid) is 'How often a ticket left by an exit scan.';

create function private.has_stayed(p_ticket uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select 1 from public.entries n join public.scans c on c.id = n.closed_by_scan
    where n.ticket_id = p_ticket and c.result <> 'undone');
end
$$;
comment on function private.has_stayed(uuid) is 'Whether a ticket was inside and left, or went to another zone: not only by mistake.';

create function private.exit_result(p_ticket public.tickets, p_event public.events, p_generation int, p_result text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(p_result, case
    when p_ticket.id is null then 'unknown'
    when p_ticket.event_id <> p_event.id then 'wrong_event'
    when p_generation <> p_ticket.generation then 'old_code'
    when p_ticket.admission = 'inside' or private.first_conflict_inside(p_ticket.id) is not null then 'exited'
    else 'not_inside' end);
end
$$;
comment on function private.exit_result(public.tickets, public.events, int, text) is
  'Decides an exit scan: exited where somebody is in with the ticket, whatever became of it since, or why not.';

create function private.first_conflict_inside(p_ticket uuid) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select c.other_scan from public.scan_conflicts c join public.scans s on s.id = c.other_scan
    where c.ticket_id = p_ticket and c.event_id = s.event_id and c.left_by is null and c.withdrawn_at is null
    order by s.captured_at, s.device_id nulls first, s.seq nulls first, s.id limit 1);
end
$$;
comment on function private.first_conflict_inside(uuid) is
  'The first admission in conflict of a ticket whose person has not left, in the order of the replay.';

create function private.door_now() returns timestamptz
language plpgsql volatile set search_path = ''
as $$
begin
  return clock_timestamp();
end
$$;
comment on function private.door_now() is 'The moment of a scan. A function of its own, so that a simulation can put hours into a second.';

create function private.new_scan(p_event uuid, p_ticket uuid, p_scan_uid uuid, p_gate text, p_device text, p_method text)
returns public.scans
language plpgsql volatile set search_path = ''
as $$
declare
  v_scan public.scans;
begin
  v_scan.id := gen_random_uuid();
  v_scan.scan_uid := p_scan_uid;
  v_scan.event_id := p_event;
  v_scan.ticket_id := p_ticket;
  v_scan.staff_id := auth.uid();
  v_scan.gate := coalesce(p_gate, '');
  v_scan.device := coalesce(left(btrim(p_device), 80), '');
  v_scan.device_id := private.device_uuid(v_scan.device);
  v_scan.method := coalesce(p_method, 'camera');
  v_scan.is_bounce := false;
  v_scan.is_offline := false;
  v_scan.response := '{}';
  -- The clock is read after the lock on the ticket: the scans of a ticket have the order in which they were decided.
  v_scan.scanned_at := private.door_now();
  v_scan.captured_at := v_scan.scanned_at;
  v_scan.standing := 'ok';
  v_scan.zone_id := private.gate_zone(p_event, v_scan.gate);
  return v_scan;
end
$$;
comment on function private.new_scan(uuid, uuid, uuid, text, text, text) is
  'An online scan by the caller that is not decided yet. Call it after the ticket is locked.';

create function private.admit_ticket(p_scan public.scans, p_ticket public.tickets) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_from uuid;
begin
  if p_ticket.admission = 'inside' and p_scan.zone_id is not null then -- to another zone
    update public.entries set closed_at = p_scan.captured_at, closed_by_scan = p_scan.id
    where ticket_id = p_ticket.id and closed_at is null and zone_id is distinct from p_scan.zone_id returning zone_id into v_from;
    perform private.keep_zone_count(v_from);
  end if;
  insert into public.entries (event_id, ticket_id, order_id, scan_id, gate, zone_id, entered_at)
  values (p_scan.event_id, p_ticket.id, p_ticket.order_id, p_scan.id, p_scan.gate, p_scan.zone_id, p_scan.captured_at)
  on conflict (ticket_id) where closed_at is null do nothing;
  if not found then
    return false;
  end if;
  perform private.keep_zone_count(p_scan.zone_id);
  if p_ticket.admission <> 'inside' then
    update public.tickets set admission = 'inside' where id = p_ticket.id;
    perform private.arrive_table(p_ticket.order_line_id);
  end if;
  return true;
end
$$;
comment on function private.admit_ticket(public.scans, public.tickets) is
  'Opens the entry of a scan (p_scan, not stored yet) that lets a ticket in, or to another zone: it leaves the one before. False '
  'where the ticket has an open entry: the unique index '
  'decides, even without the lock.';

create function private.gate_result(p_scan public.scans, p_ticket public.tickets, p_event public.events, p_generation int)
returns text
language plpgsql volatile set search_path = ''
as $$
declare
  v_result text := private.entry_result(p_ticket, p_event, p_generation);
  v_from uuid;
  v_types uuid[];
begin
  if v_result = 'already_in' and p_scan.zone_id is not null then
    select n.zone_id into v_from from public.entries n where n.ticket_id = p_ticket.id and n.closed_at is null;
    v_result := case when v_from is distinct from p_scan.zone_id then 'ok' else v_result end;
  end if;
  if v_result <> 'ok' then
    return v_result;
  elsif p_ticket.admission = 'left' and private.exits_of(p_ticket.id) > p_event.reentries then
    return 'no_reentry';
  end if;
  select g.type_ids into v_types from public.door_gates g where g.event_id = p_event.id and lower(g.name) = lower(p_scan.gate);
  if p_ticket.ticket_type_id <> all (v_types) then
    return 'wrong_gate';
  elsif p_scan.zone_id is not null and not private.take_place(p_scan.zone_id, 1, v_from) then
    return 'capacity_hold';
  end if;
  return 'ok';
end
$$;
comment on function private.gate_result(public.scans, public.tickets, public.events, int) is
  'Decides a scan of a locked ticket: what private.entry_result says, and whether this gate takes it. A ticket that is inside may go to '
  'another zone; one that left may come back as often as the event allows; a gate may be for some types; a full zone takes nobody. Locks '
  'the zones, after the ticket.';

create function private.judge_scan(
  p_scan public.scans, p_ticket public.tickets, p_event public.events, p_generation int, p_result text
) returns public.scans
language plpgsql volatile set search_path = ''
as $$
declare
  v_first jsonb;
begin
  p_scan.result := coalesce(p_result, private.gate_result(p_scan, p_ticket, p_event, p_generation));
  if p_scan.result = 'ok' and not private.admit_ticket(p_scan, p_ticket) then
    p_scan.result := 'already_in';
  end if;
  if p_scan.result = 'already_in' then
    v_first := private.first_entry(p_ticket.id);
    -- Only a named device can have read a code twice: an account and a gate may be shared by two phones.
    p_scan.is_bounce := coalesce(v_first ->> 'firstDevice' = nullif(p_scan.device, '')
      and (v_first ->> 'firstAt')::timestamptz > p_scan.captured_at - interval '5 seconds', false);
  end if;
  -- returns nothing about a ticket of another event
  p_scan.response := case when p_ticket.id is null or p_ticket.event_id <> p_event.id then '{}'::jsonb
    else private.scanned_ticket(p_ticket, p_event.min_age, p_scan.result) || (coalesce(v_first, '{}') - 'firstDevice') end;
  return p_scan;
end
$$;
comment on function private.judge_scan(public.scans, public.tickets, public.events, int, text) is
  'Decides a scan of a locked ticket and admits it where it may enter: the scan with result, is_bounce and response. p_result = what the '
  'server found of a code that it could not verify.';

create function private.store_scan(p_scan public.scans) returns public.scans
language plpgsql volatile set search_path = ''
as $$
declare
  v_stored public.scans;
begin
  insert into public.scans select (p_scan).* on conflict (scan_uid) do nothing returning * into v_stored;
  if not found then -- an unknown code sent twice at once
    v_stored := private.stored_scan(p_scan.scan_uid, p_scan.event_id);
  end if;
  return v_stored;
end
$$;
comment on function private.store_scan(public.scans) is 'Adds a scan to the log, or returns the one that has its uid already.';

create function private.leave(
  p_scan public.scans, p_ticket public.tickets, p_event public.events, p_generation int, p_result text
) returns public.scans
language plpgsql volatile set search_path = ''
as $$
declare
  v_zone uuid;
  v_conflict uuid;
begin
  p_scan.result := private.exit_result(p_ticket, p_event, p_generation, p_result);
  p_scan.response := case when p_ticket.id is null or p_ticket.event_id <> p_event.id then '{}'::jsonb
    else private.scanned_ticket(p_ticket, p_event.min_age, p_scan.result) end;
  p_scan := private.store_scan(p_scan);
  if p_scan.result <> 'exited' then
    return p_scan;
  end if;
  update public.entries set closed_at = p_scan.captured_at, closed_by_scan = p_scan.id
  where ticket_id = p_ticket.id and closed_at is null returning zone_id into v_zone;
  if found then
    update public.tickets set admission = 'left' where id = p_ticket.id;
    perform private.arrive_table(p_ticket.order_line_id);
  else
    v_conflict := private.first_conflict_inside(p_ticket.id);
    update public.scan_conflicts set left_by = p_scan.id where other_scan = v_conflict returning zone_id into v_zone;
  end if;
  perform private.keep_zone_count(v_zone);
  return p_scan;
end
$$;
comment on function private.leave(public.scans, public.tickets, public.events, int, text) is
  'Decides and stores an exit scan: the open entry of the ticket ends, or else its oldest conflict, whose person leaves.';

create function public.check_in(
  p_event uuid, p_ticket uuid, p_generation int, p_code text, p_scan_uid uuid, p_gate text, p_method text,
  p_result text default null, p_device text default null, p_action text default 'admit'
) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_event public.events;
  v_ticket public.tickets;
  v_scan public.scans;
  v_code text := translate(upper(p_code), ' -.', '');
  v_generation int := p_generation;
begin
  perform private.check_scan(p_event, p_scan_uid, p_gate, p_method, p_result, p_action, p_device);
  v_scan := private.stored_scan(p_scan_uid, p_event);
  if v_scan.id is not null then
    return private.scan_response(v_scan);
  end if;
  select * into v_event from public.events where id = p_event;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if p_result is null then
    v_ticket := private.lock_scanned_ticket(p_ticket, v_code);
  end if;
  if v_ticket.id is not null then -- the same scan may have been stored while this one waited for the lock
    v_scan := private.stored_scan(p_scan_uid, p_event);
    if v_scan.id is not null then
      return private.scan_response(v_scan);
    end if;
    if p_ticket is null and v_ticket.code <> v_code then
      v_generation := 0; -- a code that the ticket had before it was reissued
    end if;
  end if;
  v_scan := private.new_scan(p_event, v_ticket.id, p_scan_uid, p_gate, p_device, p_method);
  if p_action = 'exit' then
    return private.scan_response(private.leave(v_scan, v_ticket, v_event, v_generation, p_result));
  end if;
  v_scan := private.judge_scan(v_scan, v_ticket, v_event, v_generation, p_result);
  return private.scan_response(private.store_scan(v_scan));
end
$$;
comment on function public.check_in(uuid, uuid, int, text, uuid, text, text, text, text, text) is
  'Scanner: admits a ticket, found by id (the server verified the signature) or by typed code, or returns a code for the reason: {result, '
  'bounce, ticketId, firstName, typeName, partOf, isVip, addOns, table, minAge, firstAt, firstGate, firstBy, group, serverNow, counters, '
  'ban}. Every attempt is stored; the same scan_uid gets the same response. p_result records a code that could not be verified. p_device '
  'names the browser: only the one that admitted a ticket gets bounce = true for it, within 5 s and beside already_in; without a name '
  'nobody does. p_action = exit lets the ticket out: exited, not_inside, or why it cannot be. Needs the scan grant for the event.';

create function private.undo_entry(p_entry public.entries, p_scan_uid uuid, p_reason text) returns public.scans
language plpgsql volatile set search_path = ''
as $$
declare
  v_scan public.scans;
  v_line uuid;
  v_back uuid;
  v_admission text;
begin
  v_scan := private.new_scan(p_entry.event_id, p_entry.ticket_id, p_scan_uid, p_entry.gate, null, 'undo');
  v_scan.result := 'undone';
  v_scan.reverses := p_entry.scan_id;
  v_scan.reason := p_reason;
  insert into public.scans select (v_scan).*;
  update public.entries set closed_at = v_scan.captured_at, closed_by_scan = v_scan.id where id = p_entry.id;
  -- it is back in the zone that it left for this one; else it was in until it left, or never
  update public.entries set closed_at = null, closed_by_scan = null
  where ticket_id = p_entry.ticket_id and closed_by_scan = p_entry.scan_id returning zone_id into v_back;
  v_admission := case when found then 'inside' when private.has_stayed(p_entry.ticket_id) then 'left' else 'outside' end;
  perform private.keep_zone_count(v_back);
  update public.tickets set admission = v_admission where id = p_entry.ticket_id returning order_line_id into v_line;
  perform private.keep_zone_count(p_entry.zone_id);
  perform private.arrive_table(v_line);
  perform private.audit_change('door.undo', 'ticket', p_entry.ticket_id::text, '{"admission": "inside"}',
    jsonb_build_object('admission', v_admission), jsonb_build_object('event_id', p_entry.event_id, 'reason', p_reason));
  return v_scan;
end
$$;
comment on function private.undo_entry(public.entries, uuid, text) is
  'Takes back an open admission by a reversal row in the log, which it returns, and audits that: a ticket that came from another zone is '
  'there again. The ticket must be locked; the caller '
  'decides who may.';

create function public.undo_check_in(p_event uuid, p_ticket uuid, p_scan_uid uuid, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry public.entries;
  v_scan public.scans;
begin
  if not private.has_grant('door_manager', p_event) then
    perform private.refuse(403, 'not_allowed');
  end if;
  if length(btrim(coalesce(p_reason, ''))) not between 3 and 200 then
    perform private.refuse(422, 'reason_required');
  end if;
  perform 1 from public.tickets where id = p_ticket and event_id = p_event for no key update;
  v_scan := private.stored_scan(p_scan_uid, p_event);
  if v_scan.id is not null then
    return private.scan_response(v_scan);
  end if;
  select * into v_entry from public.entries where ticket_id = p_ticket and event_id = p_event and closed_at is null;
  if not found then
    perform private.refuse(409, 'not_inside');
  end if;
  if v_entry.entered_at < now() - interval '10 minutes' and not private.may('correct_entries') then
    perform private.refuse(409, 'undo_too_late');
  end if;
  return private.scan_response(private.undo_entry(v_entry, p_scan_uid, btrim(p_reason)));
end
$$;
comment on function public.undo_check_in(uuid, uuid, uuid, text) is
  'Door manager: reverts an admission within 10 minutes (an admin at any time), by a reversal row in the log. Refuses not_inside, '
  'undo_too_late, reason_required.';

create function public.read_door(p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_grant('scan', p_event);
  return private.door_figures(p_event) || (
    select jsonb_build_object(
      'refused', (select coalesce(sum(c.refused), 0) from private.door_counts c where c.event_id = p_event),
      'byType', coalesce((
        select jsonb_agg(jsonb_build_object('name', t.name, 'tickets', y.tickets, 'inside', y.inside) order by t.position, t.name)
        from (
          select c.ticket_type_id, sum(c.tickets) as tickets, sum(c.inside) as inside
          from private.door_counts c where c.event_id = p_event and c.ticket_type_id is not null
          group by c.ticket_type_id having sum(c.tickets) > 0
        ) y join public.ticket_types t on t.id = y.ticket_type_id), '[]'),
      'byGate', coalesce((
        select jsonb_agg(jsonb_build_object('name', g.gate, 'admitted', g.entries) order by g.gate)
        from (
          select c.gate, sum(c.entries) as entries
          from private.door_counts c where c.event_id = p_event and c.gate is not null
          group by c.gate having sum(c.entries) > 0
        ) g), '[]'),
      'byResult', coalesce((
        select jsonb_agg(jsonb_build_object('result', r.result, 'bounce', r.is_bounce, 'scans', r.scans)
          order by r.scans desc, r.result, r.is_bounce)
        from (
          select c.result, c.is_bounce, sum(c.scans) as scans
          from private.door_counts c where c.event_id = p_event and c.result is not null
          group by c.result, c.is_bounce
        ) r), '[]'),
      'tables', private.door_tables(p_event), 'addOns', private.door_add_ons(p_event),
      'reports', case when private.may_see_scans(p_event) then private.open_scan_reports(p_event) end,
      'zones', private.zone_board(p_event), 'serverNow', now())
  );
end
$$;
comment on function public.read_door(uuid) is
  'Scanner: {tickets, inNow, admitted, remaining, refused, byType, byGate, byResult, tables, addOns, reports, zones, serverNow} of an '
  'event; '
  'byResult counts bounces apart; reports = private.open_scan_reports, null for those who may not have the scans. Sums counters instead '
  'of scans, so that it costs the same however many there were. Definer, because scanners may have the counts and not the rows. Needs '
  'the scan grant.';
