-- Looking a ticket up before it is admitted, and admitting several tickets of one order together.

create function private.short_name(p_name text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_words text[] := regexp_split_to_array(btrim(p_name), '\s+');
begin
  return v_words[1] || case when cardinality(v_words) > 1 then ' ' || upper(left(v_words[cardinality(v_words)], 1)) || '.' else '' end;
end
$$;
comment on function private.short_name(text) is 'A name as a door shows it: first name and the initial of the last one, "Mia B.".';

create function private.group_tickets(p_ticket public.tickets) returns setof public.tickets
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select k.* from public.tickets k
  where k.order_id = p_ticket.order_id and k.event_id = p_ticket.event_id
    and k.owner_id is not distinct from p_ticket.owner_id and k.holder_email is not distinct from p_ticket.holder_email
    and (k.handed_on_at is null) = (p_ticket.handed_on_at is null);
end
$$;
comment on function private.group_tickets(public.tickets) is
  'Tickets of an order at one event that one person holds: a ticket that was handed on is not among those of its buyer. With p_ticket.';

create function private.group_of(p_scan public.scans) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_event public.events;
begin
  if p_scan.ticket_id is null or p_scan.result not in ('ok', 'already_in') then
    return '[]';
  end if;
  select * into v_ticket from public.tickets where id = p_scan.ticket_id;
  select * into v_event from public.events where id = p_scan.event_id;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('ticketId', k.id, 'name', private.short_name(k.holder_name),
      'typeName', private.ticket_type_name(k.ticket_type_id, l), 'isVip', k.is_vip) order by k.line_unit, k.id), '[]')
    from private.group_tickets(v_ticket) k left join public.order_lines l on l.id = k.order_line_id
    where k.id <> v_ticket.id and private.entry_result(k, v_event, null) = 'ok'
      and not (k.admission = 'left' and private.exits_of(k.id) > v_event.reentries));
end
$$;
comment on function private.group_of(public.scans) is
  'Tickets that may come in together with the one of a scan: [{ticketId, name, typeName, isVip}], where that one may come in or is inside.';

create function public.look_up_ticket(
  p_event uuid, p_ticket uuid, p_generation int, p_code text, p_scan_uid uuid, p_gate text, p_method text,
  p_result text default null, p_device text default null
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
  perform private.check_scan(p_event, p_scan_uid, p_gate, p_method, p_result, 'admit', p_device);
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
    if p_ticket is null and v_ticket.code <> v_code then
      v_generation := 0; -- a code that the ticket had before it was reissued
    end if;
  end if;
  v_scan := private.new_scan(p_event, v_ticket.id, p_scan_uid, p_gate, p_device, p_method);
  v_scan.result := coalesce(p_result, private.gate_result(v_scan, v_ticket, v_event, v_generation));
  if v_scan.result = 'ok' then
    v_scan.response := private.scanned_ticket(v_ticket, v_event.min_age, 'ok');
    return private.scan_response(v_scan);
  end if;
  v_scan := private.judge_scan(v_scan, v_ticket, v_event, v_generation, v_scan.result);
  return private.scan_response(private.store_scan(v_scan));
end
$$;
comment on function public.look_up_ticket(uuid, uuid, int, text, uuid, text, text, text, text) is
  'Scanner that asks before it admits: what check_in would answer to the same scan. ok admits nobody and is no scan; check_in with the '
  'same scan_uid then admits. Every other result is stored as check_in stores it. Needs the scan grant for the event.';

create function private.lock_group(p_ticket uuid, p_code text, p_chosen uuid[]) returns public.tickets
language plpgsql volatile set search_path = ''
as $$
declare
  v_read uuid := coalesce(p_ticket, (select k.id from public.tickets k where k.code = p_code));
  v_ticket public.tickets;
begin
  -- in the order in which everybody locks tickets
  perform 1 from public.tickets where id = any (p_chosen || v_read) order by id for no key update;
  select * into v_ticket from public.tickets where id = v_read;
  if not found or exists (select 1 from unnest(p_chosen) c (id)
    where not exists (select 1 from private.group_tickets(v_ticket) k where k.id = c.id)) then
    perform private.refuse(404, 'not_found');
  end if;
  return v_ticket;
end
$$;
comment on function private.lock_group(uuid, text, uuid[]) is
  'Locks the tickets to admit (p_chosen) and the one that was read, by id or else by typed code, and returns that one. Refuses not_found '
  'where one of them does not belong to its group.';

create function public.admit_group(
  p_event uuid, p_ticket uuid, p_generation int, p_code text, p_scans jsonb, p_gate text, p_method text, p_device text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_read public.tickets;
  v_each record;
  v_response jsonb;
  v_ban jsonb;
  v_results jsonb := '[]';
begin
  perform private.require_grant('scan', p_event);
  if jsonb_typeof(p_scans) is distinct from 'array' or jsonb_array_length(p_scans) not between 1 and 20 then
    perform private.refuse(422, 'invalid');
  end if;
  select * into v_event from public.events where id = p_event;
  v_read := private.lock_group(p_ticket, translate(upper(p_code), ' -.', ''),
    array(select distinct s.ticket from jsonb_to_recordset(p_scans) s (ticket uuid, scan uuid)));
  -- A code that admits nobody brings nobody in; what was admitted already is answered again.
  if private.entry_result(v_read, v_event, p_generation) not in ('ok', 'already_in') and exists (
      select 1 from jsonb_to_recordset(p_scans) s (scan uuid)
      where not exists (select 1 from public.scans n where n.scan_uid = s.scan)) then
    perform private.refuse(409, 'group_closed');
  end if;
  for v_each in select s.ticket, s.scan from jsonb_to_recordset(p_scans) s (ticket uuid, scan uuid) order by s.ticket, s.scan loop
    v_response := public.check_in(p_event, v_each.ticket, null, null, v_each.scan, p_gate, p_method, null, p_device);
    v_results := v_results || jsonb_build_object('ticketId', v_each.ticket, 'result', v_response -> 'result',
      'bounce', v_response -> 'bounce');
    v_ban := coalesce(v_ban, nullif(v_response -> 'ban', 'null'));
  end loop;
  return jsonb_build_object('results', v_results, 'addOns', v_response -> 'addOns', 'minAge', v_event.min_age, 'ban', v_ban,
    'serverNow', v_response -> 'serverNow', 'counters', v_response -> 'counters');
end
$$;
comment on function public.admit_group(uuid, uuid, int, text, jsonb, text, text, text) is
  'Scanner: admits chosen tickets of the group of a ticket that was read, together, in the order of their ids: p_scans = [{ticket, scan}], '
  'up to 20; each scan is one of check_in and is answered as it answers, also when it is sent again: {results: [{ticketId, result, '
  'bounce}], addOns, minAge, ban, serverNow, counters}; ban = of the first of them that matches the ban list, as check_in says it. Needs '
  'the scan grant for the event. Refuses invalid, not_found (a ticket of another group), group_closed (the ticket that was read may not '
  'come in itself), key_reused.';

revoke execute on function private.short_name(text), private.group_tickets(public.tickets), private.group_of(public.scans),
  public.look_up_ticket(uuid, uuid, int, text, uuid, text, text, text, text), private.lock_group(uuid, text, uuid[]),
  public.admit_group(uuid, uuid, int, text, jsonb, text, text, text)
from public, anon, authenticated, service_role;
grant execute on function public.look_up_ticket(uuid, uuid, int, text, uuid, text, text, text, text),
  public.admit_group(uuid, uuid, int, text, jsonb, text, text, text)
to authenticated;
