-- Finds tickets at the door without their code. Results are masked until one is looked at; each search and each look is in the audit log.

create function private.masked_name(p_name text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_words text[] := regexp_split_to_array(btrim(p_name), '\s+');
begin
  return left(v_words[1], 1) || '***'
    || case when cardinality(v_words) > 1 then ' ' || upper(left(v_words[cardinality(v_words)], 1)) || '.' else '' end;
end
$$;
comment on function private.masked_name(text) is 'First letter and initial of a name, which tell people apart and name nobody: M*** B.';

create function private.take_own_limit(p_name text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_taken jsonb := public.consume_limit(p_name, auth.uid()::text, null);
begin
  if not (v_taken ->> 'allowed')::boolean then
    perform private.refuse(429, 'rate_limited', v_taken - 'allowed');
  end if;
end
$$;
comment on function private.take_own_limit(text) is
  'Counts one attempt of the caller against a limit, which holds whatever program asks. Refuses rate_limited.';

create function private.tickets_at_door(p_event uuid, p_search text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  v_code text := upper(regexp_replace(p_search, '[^0-9A-Za-z]', '', 'g'));
  v_words text[] := (string_to_array(private.name_key(p_search), ' '))[:6];
  v_ids uuid[];
begin
  if p_search ~ '^\s*\d{4}\s*$' then
    select array_agg(f.id) into v_ids from (
      select k.id from public.orders o join public.tickets k on k.order_id = o.id
      where o.event_id = p_event and k.event_id = p_event and o.phone_key like reverse(btrim(p_search)) || '%' limit 21) f;
  elsif length(v_code) = 8 and exists (select 1 from public.orders o where o.code = v_code and o.event_id = p_event) then
    select array_agg(f.id) into v_ids from (
      select k.id from public.orders o join public.tickets k on k.order_id = o.id
      where o.code = v_code and k.event_id = p_event order by k.id limit 21) f;
  elsif length(v_words[1]) > 0 and length(btrim(p_search)) >= 2 then
    select array_agg(f.id) into v_ids from (
      select k.id from public.tickets k
      where k.event_id = p_event and not exists (select 1 from unnest(v_words) w where k.holder_key not like '% ' || w || '%')
      order by k.holder_key, k.id limit 21) f;
  end if;
  return coalesce(v_ids, '{}');
end
$$;
comment on function private.tickets_at_door(uuid, text) is
  'Finds up to 21 tickets of an event by the last 4 digits of the buyer''s phone, by the code of the order, or by a holder of whose name '
  'each word (2 letters or more in all) begins a word.';

create function public.find_at_door(p_event uuid, p_search text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  perform private.require_grant('door_manager', p_event);
  if length(btrim(coalesce(p_search, ''))) not between 2 and 80 then
    perform private.refuse(422, 'invalid');
  end if;
  perform private.take_own_limit('door_search');
  v_ids := private.tickets_at_door(p_event, p_search);
  perform private.audit('door.search', 'event', p_event::text, jsonb_build_object('event_id', p_event,
    'found', least(cardinality(v_ids), 20), 'by', case when p_search ~ '^\s*\d{4}\s*$' then 'phone' else 'name_or_code' end));
  return jsonb_build_object('isMore', cardinality(v_ids) > 20, 'found', (
    select coalesce(jsonb_agg(jsonb_build_object('ticketId', k.id, 'name', private.masked_name(k.holder_name),
      'typeName', private.ticket_type_name(k.ticket_type_id, l), 'isVip', k.is_vip,
      'result', private.entry_result(k, e, k.generation)) order by k.holder_key, k.id), '[]')
    from unnest(v_ids[:20]) f (id) join public.tickets k on k.id = f.id join public.events e on e.id = p_event
    left join public.order_lines l on l.id = k.order_line_id));
end
$$;
comment on function public.find_at_door(uuid, text) is
  'Door manager: up to 20 tickets of an event by name, order code or the last 4 digits of the buyer''s phone: {isMore, found: [{ticketId, '
  'name, typeName, isVip, result}]}. Names are masked; view_at_door shows one. result = what a scan would answer now. Audited without what '
  'was typed. Refuses not_allowed, invalid, rate_limited.';

create function public.view_at_door(p_event uuid, p_ticket uuid, p_gate text default '') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_ticket public.tickets;
  v_result text;
begin
  perform private.require_grant('door_manager', p_event);
  perform private.take_own_limit('door_view');
  select * into v_event from public.events where id = p_event;
  select * into v_ticket from public.tickets where id = p_ticket and event_id = p_event;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  v_result := private.entry_result(v_ticket, v_event, v_ticket.generation);
  if v_result = 'ok' then
    -- This scan is not stored: it asks what one at this gate would find.
    v_result := private.gate_result(private.new_scan(p_event, p_ticket, gen_random_uuid(), p_gate, null, 'search'), v_ticket, v_event,
      v_ticket.generation);
  end if;
  perform private.audit('door.view', 'ticket', p_ticket::text, jsonb_build_object('event_id', p_event));
  return private.scanned_ticket(v_ticket, v_event.min_age, v_result) || coalesce(private.first_entry(p_ticket), '{}') - 'firstDevice'
    || jsonb_build_object('ban', private.ban_flag(p_event, p_ticket), 'name', v_ticket.holder_name,
      'result', v_result, 'mayOverride', private.may_lift(v_result, v_event),
      'mayUndo', exists (
        select 1 from public.entries n where n.ticket_id = p_ticket and n.event_id = p_event and n.closed_at is null
          and (n.entered_at >= now() - interval '10 minutes' or private.may('correct_entries'))),
      'orderCode', (select o.code from public.orders o where o.id = v_ticket.order_id),
      'phoneEnd', (select reverse(left(o.phone_key, 4)) from public.orders o where o.id = v_ticket.order_id));
end
$$;
comment on function public.view_at_door(uuid, uuid, text) is
  'Door manager: one ticket of an event in full, for a check of the ID: {ticketId, name, typeName, partOf, isVip, minAge, addOns, table, '
  'orderCode, phoneEnd, result, firstAt, firstGate, firstBy, mayOverride, mayUndo}; result = what a scan at p_gate would answer now, '
  'first... only while inside. Each look is in the audit log. Refuses not_allowed, rate_limited, not_found.';

revoke execute on function private.masked_name(text), private.take_own_limit(text), private.tickets_at_door(uuid, text),
  public.find_at_door(uuid, text), public.view_at_door(uuid, uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.find_at_door(uuid, text), public.view_at_door(uuid, uuid, text) to authenticated;
