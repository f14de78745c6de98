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
      'counters', private.door_figures(p_scan.event_id));
end
$$;
comment on function private.scan_response(public.scans) is
  'Builds the response to a scan: the same when the device sends it again, except for the counters and the time.';

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

create function public.check_in(
  p_event uuid, p_ticket uuid, p_generation int, p_code text, p_scan_uid uuid, p_gate text, p_method text,
  p_result text default null, p_device text default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_event public.events;
  v_ticket public.tickets;
  v_scan public.scans;
  v_first jsonb;
  v_result text;
  v_device text := left(nullif(btrim(p_device), ''), 80);
  v_code text := translate(upper(p_code), ' -.', '');
  v_generation int := p_generation;
  v_bounce boolean := false;
begin
  if not private.has_grant('scan', p_event) then
    perform private.refuse(403, 'not_allowed');
  end if;
  if p_scan_uid is null or coalesce(p_method, 'camera') not in ('camera', 'code', 'search')
    or coalesce(p_result, 'unknown') not in ('unknown', 'bad_signature') or length(coalesce(p_gate, '')) > 60 then
    perform private.refuse(422, 'invalid');
  end if;
  v_scan := private.stored_scan(p_scan_uid, p_event);
  if v_scan.id is not null then
    return private.scan_response(v_scan);
  end if;
  select * into v_event from public.events where id = p_event;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;

  if p_result is null and p_ticket is not null then
    select * into v_ticket from public.tickets where id = p_ticket for no key update;
  elsif p_result is null and v_code is not null then
    select * into v_ticket from public.tickets where code = v_code for no key update;
    if not found then
      select * into v_ticket from public.tickets
      where id = (select r.ticket_id from private.retired_ticket_codes r where r.code = v_code) for no key update;
      v_generation := 0; -- a code that the ticket had before it was reissued
    end if;
  end if;
  if v_ticket.id is not null then -- the same scan may have been stored while this one waited for the lock
    v_scan := private.stored_scan(p_scan_uid, p_event);
    if v_scan.id is not null then
      return private.scan_response(v_scan);
    end if;
  end if;

  v_scan.id := gen_random_uuid();
  v_result := coalesce(p_result, private.entry_result(v_ticket, v_event, v_generation));
  if v_result = 'ok' then
    insert into public.entries (event_id, ticket_id, order_id, scan_id, gate)
    values (p_event, v_ticket.id, v_ticket.order_id, v_scan.id, coalesce(p_gate, ''))
    on conflict (ticket_id) where closed_at is null do nothing;
    if found then
      update public.tickets set admission = 'inside' where id = v_ticket.id;
      perform private.arrive_table(v_ticket.order_line_id);
    else
      v_result := 'already_in';
    end if;
  end if;
  if v_result = 'already_in' then
    v_first := private.first_entry(v_ticket.id);
    -- Only a named device can have read a code twice: an account and a gate may be shared by two phones.
    v_bounce := coalesce(v_first ->> 'firstDevice' = v_device
      and (v_first ->> 'firstAt')::timestamptz > now() - interval '5 seconds', false);
  end if;

  insert into public.scans (id, scan_uid, event_id, ticket_id, staff_id, gate, device, method, result, is_bounce, response)
  values (v_scan.id, p_scan_uid, p_event, v_ticket.id, auth.uid(), coalesce(p_gate, ''), coalesce(v_device, ''),
    coalesce(p_method, 'camera'), v_result,
    v_bounce,
    -- returns nothing about a ticket of another event
    case when v_ticket.id is null or v_ticket.event_id <> p_event then '{}'::jsonb
      else private.scanned_ticket(v_ticket, v_event.min_age, v_result) || (coalesce(v_first, '{}') - 'firstDevice') end)
  on conflict (scan_uid) do nothing
  returning * into v_scan;
  if not found then -- an unknown code sent twice at once
    v_scan := private.stored_scan(p_scan_uid, p_event);
  end if;
  return private.scan_response(v_scan);
end
$$;
comment on function public.check_in(uuid, uuid, int, text, uuid, text, text, text, text) is
  'Scanner: admits a ticket, found by id (the server verified the signature) or by typed code, or returns a code for the reason: {result, '
  'bounce, ticketId, firstName, typeName, partOf, isVip, addOns, table, minAge, firstAt, firstGate, firstBy, serverNow, counters}. Every '
  'attempt is stored; the same scan_uid gets the same response. p_result records a code that could not be verified. p_device names the '
  'browser: only the one that admitted a ticket gets bounce = true for it, within 5 s and beside already_in; without a name nobody does. '
  'Needs the scan grant for the event.';

create function public.undo_check_in(p_event uuid, p_ticket uuid, p_scan_uid uuid, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry public.entries;
  v_scan public.scans;
  v_ticket public.tickets;
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
  insert into public.scans (scan_uid, event_id, ticket_id, staff_id, gate, method, result, reverses, reason)
  values (p_scan_uid, p_event, p_ticket, auth.uid(), v_entry.gate, 'undo', 'undone', v_entry.scan_id, btrim(p_reason))
  returning * into v_scan;
  update public.entries set closed_at = now(), closed_by_scan = v_scan.id where id = v_entry.id;
  update public.tickets set admission = 'outside' where id = p_ticket returning * into v_ticket;
  perform private.arrive_table(v_ticket.order_line_id);
  perform private.audit_change('door.undo', 'ticket', p_ticket::text, '{"admission": "inside"}', '{"admission": "outside"}',
    jsonb_build_object('event_id', p_event, 'reason', btrim(p_reason)));
  return private.scan_response(v_scan);
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
      'serverNow', now())
  );
end
$$;
comment on function public.read_door(uuid) is
  'Scanner: {tickets, inNow, admitted, remaining, refused, byType, byGate, byResult, tables, addOns, serverNow} of an event; byResult '
  'counts bounces apart. Sums counters instead of scans, so that it costs the same however many there were. Definer, because scanners may '
  'have the counts and not the rows. Needs the scan grant.';
