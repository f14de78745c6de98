-- Lets door managers admit a ticket in spite of a refusal that they may lift.

create function private.may_lift(p_result text, p_event public.events) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return case p_result
    when 'not_yet' then p_event.status = 'published' and now() >= p_event.doors_at - interval '24 hours'
    else p_result in ('wrong_gate', 'capacity_hold', 'no_reentry') end;
end
$$;
comment on function private.may_lift(text, public.events) is
  'Whether a door manager may admit in spite of this result of a scan: before doors on the day, at another gate, while capacity is held, '
  'and after the last re-entry. Never a ticket that is blocked, void, unpaid, replaced, offered to somebody else, or inside already.';

create function public.override_check_in(
  p_event uuid, p_ticket uuid, p_scan_uid uuid, p_reason text, p_gate text default '', p_device text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text := btrim(coalesce(p_reason, ''));
  v_event public.events;
  v_ticket public.tickets;
  v_scan public.scans;
  v_lifted text;
begin
  if not private.has_grant('door_manager', p_event) then
    perform private.refuse(403, 'not_allowed');
  elsif length(v_reason) not between 3 and 200 then
    perform private.refuse(422, 'reason_required');
  end if;
  perform private.check_scan(p_event, p_scan_uid, p_gate, 'search', null, 'admit', p_device);
  select * into v_event from public.events where id = p_event;
  select * into v_ticket from public.tickets where id = p_ticket and event_id = p_event for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  v_scan := private.stored_scan(p_scan_uid, p_event);
  if v_scan.id is not null then
    return private.scan_response(v_scan);
  end if;
  v_scan := private.new_scan(p_event, v_ticket.id, p_scan_uid, p_gate, p_device, 'search');
  v_scan := private.judge_scan(v_scan, v_ticket, v_event, v_ticket.generation, null);
  v_lifted := v_scan.result;
  if private.may_lift(v_lifted, v_event) then
    v_scan.result := case when private.admit_ticket(v_scan, v_ticket) then 'ok' else 'already_in' end;
  end if;
  if v_scan.result = 'ok' and v_lifted <> 'ok' then
    v_scan.reason := v_reason;
    v_scan.response := private.scanned_ticket(v_ticket, v_event.min_age, 'ok') || jsonb_build_object('lifted', v_lifted);
    perform private.audit_change('door.override', 'ticket', v_ticket.id::text, '{"admission": "outside"}', '{"admission": "inside"}',
      jsonb_build_object('event_id', p_event, 'lifted', v_lifted, 'reason', v_reason));
  end if;
  return private.scan_response(private.store_scan(v_scan));
end
$$;
comment on function public.override_check_in(uuid, uuid, uuid, text, text, text) is
  'Door manager: admits a ticket although its scan would be refused, where private.may_lift says so: the response of check_in. The scan '
  'has the reason, and response.lifted = the refusal. Any other refusal stays one, and is stored as a scan. The same p_scan_uid gets the '
  'same response. Refuses not_allowed, reason_required, invalid, not_found, key_reused.';

revoke execute on function private.may_lift(text, public.events), public.override_check_in(uuid, uuid, uuid, text, text, text)
from public, anon, authenticated, service_role;
grant execute on function public.override_check_in(uuid, uuid, uuid, text, text, text) to authenticated;
