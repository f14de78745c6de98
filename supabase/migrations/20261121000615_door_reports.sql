-- Shows holders the scans of their ticket, and takes their report "That wasn't me" to the door, which resolves it.

create function private.scan_reference(p_scan uuid) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return (
    select string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(uuid_send(p_scan), n) % 32, 1)
      || case when n = 2 then '-' else '' end, '' order by n)
    from generate_series(0, 5) n);
end
$$;
comment on function private.scan_reference(uuid) is 'The short code by which people name a scan: ABC-123, from its id.';

create function private.takes_scan_report(p_ticket public.tickets) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.ticket_is_valid(p_ticket.status)
    and exists (select 1 from public.events e where e.id = p_ticket.event_id and e.ends_at + interval '6 hours' > now());
end
$$;
comment on function private.takes_scan_report(public.tickets) is
  'Whether a holder may still report a scan of a ticket: it is valid, and the door can decide, until 6 hours after the end.';

create function private.is_reportable(p_scan public.scans) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_scan.result not in ('undone', 'checked_out') and not p_scan.is_bounce and not exists (
    select 1 from public.scan_reports r
    where r.ticket_id = p_scan.ticket_id and r.outcome = 'new_code' and r.resolved_at >= p_scan.scanned_at);
end
$$;
comment on function private.is_reportable(public.scans) is
  'Whether a scan can have been somebody else: it let in or turned away, and no new code was given for it since.';

create function private.ticket_at_door(p_ticket public.tickets) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_takes_report boolean := private.takes_scan_report(p_ticket)
    and not exists (select 1 from public.scan_reports r where r.ticket_id = p_ticket.id and r.resolved_at is null);
begin
  return jsonb_build_object(
    'enteredAt', (select min(n.entered_at) from public.entries n where n.ticket_id = p_ticket.id and n.closed_at is null),
    'scans', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'at', s.scanned_at, 'gate', nullif(s.gate, ''), 'result', s.result,
        'bounce', s.is_bounce, 'reference', private.scan_reference(s.id),
        'report', case when r.id is not null then coalesce(r.outcome, 'open') end,
        'canReport', v_takes_report and r.id is null and private.is_reportable(s))
        order by s.scanned_at desc, s.id), '[]')
      from (
        select x.id from public.scans x
        where x.ticket_id = p_ticket.id and x.scanned_at >= coalesce(p_ticket.handed_on_at, '-infinity')
        order by x.scanned_at desc, x.id limit 20
      ) l join public.scans s on s.id = l.id left join public.scan_reports r on r.scan_id = s.id));
end
$$;
comment on function private.ticket_at_door(public.tickets) is
  'What its holder sees of a ticket''s way through the door: {enteredAt, scans: [{id, at, gate, result, bounce, reference, report, '
  'canReport}]}, the last 20 scans since the present holder has it, newest first, without staff and devices. enteredAt = null while '
  'outside; report = open or the outcome, null for none. The caller found the ticket as the holder or by a secret link.';

create function private.report_scan(p_ticket uuid, p_scan uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_scan public.scans;
  v_report public.scan_reports;
begin
  select * into v_ticket from public.tickets where id = p_ticket for no key update;
  select * into v_scan from public.scans
  where id = p_scan and ticket_id = p_ticket and scanned_at >= coalesce(v_ticket.handed_on_at, '-infinity');
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  select * into v_report from public.scan_reports
  where ticket_id = p_ticket and (scan_id = p_scan or resolved_at is null) order by (scan_id = p_scan) desc limit 1;
  if v_report.id is null then
    if not private.is_reportable(v_scan) or not private.takes_scan_report(v_ticket) then
      perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_scan.result));
    end if;
    insert into public.scan_reports (scan_id, ticket_id, event_id) values (p_scan, p_ticket, v_ticket.event_id) returning * into v_report;
    perform private.audit('door.scan_reported', 'ticket', p_ticket::text,
      jsonb_build_object('event_id', v_ticket.event_id, 'scan_id', p_scan));
  end if;
  return jsonb_build_object('reference', private.scan_reference(v_report.scan_id), 'report', coalesce(v_report.outcome, 'open'));
end
$$;
comment on function private.report_scan(uuid, uuid) is
  'Stores that the holder of a ticket says of a scan "That wasn''t me": {reference, report}. A scan is reported once, and a ticket has one '
  'open report: sent again, the answer is what became of it. The caller has checked who asks. Refuses not_found, invalid_state.';

create function private.report_my_scan(p_ticket uuid, p_scan uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_own_ticket(p_ticket);
  return private.report_scan(p_ticket, p_scan);
end
$$;
comment on function private.report_my_scan(uuid, uuid) is 'Body of public.report_my_scan.';

create function public.report_my_scan(p_ticket uuid, p_scan uuid) returns jsonb
language sql volatile set search_path = ''
as $$ select private.report_my_scan(p_ticket, p_scan) $$;
comment on function public.report_my_scan(uuid, uuid) is
  'Reports a scan of one of the caller''s own tickets, as private.report_scan says: {reference, report}.';

create function public.report_scan_by_link(p_token_hash text, p_ticket uuid, p_scan uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_linked_ticket(p_token_hash, p_ticket);
  return private.report_scan(p_ticket, p_scan);
end
$$;
comment on function public.report_scan_by_link(text, uuid, uuid) is
  'Reports a scan of a ticket that a valid secret link opens, for the server: {reference, report}.';

create function private.may_see_scans(p_event uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.may('see_scans') or private.has_grant('door_manager', p_event);
end
$$;
comment on function private.may_see_scans(uuid) is 'Whether the caller may have the scans of an event, as their row policy says.';

create function private.require_scans(p_event uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.may_see_scans(p_event) then
    perform private.refuse(403, 'not_allowed');
  end if;
end
$$;
comment on function private.require_scans(uuid) is
  'First line of functions for who may have the scans of an event: refuses everybody else.';

create function private.can_check_id(p_ticket public.tickets) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.ticket_is_valid(p_ticket.status) and p_ticket.blocked_at is null and p_ticket.custody = 'held'
    and p_ticket.generation < 65535 and exists (
      select 1 from public.events e where e.id = p_ticket.event_id and e.status not in ('cancelled', 'archived', 'draft')
        and e.ends_at + interval '6 hours' > now());
end
$$;
comment on function private.can_check_id(public.tickets) is
  'Whether a door may give a ticket a new code after an ID check: valid, held, not blocked, and the event is not over.';

create function private.open_scan_reports(p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_scans(p_event);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'reportedAt', r.reported_at, 'reference', private.scan_reference(r.scan_id), 'holderName', k.holder_name,
      'typeName', private.ticket_type_name(k.ticket_type_id, l), 'orderCode', o.code, 'isInside', k.admission = 'inside',
      'canCheckId', private.can_check_id(k),
      'scans', (
        select jsonb_agg(jsonb_build_object('id', s.id, 'at', s.scanned_at, 'gate', nullif(s.gate, ''), 'result', s.result,
          'bounce', s.is_bounce, 'isReported', s.id = r.scan_id) order by s.scanned_at, s.id)
        from (
          select * from public.scans x
          where x.ticket_id = k.id and not x.is_bounce and x.scanned_at >= coalesce(k.handed_on_at, '-infinity')
          order by (x.id = r.scan_id) desc, x.scanned_at desc, x.id limit 6
        ) s)) order by r.reported_at, r.id), '[]')
    from (
      select * from public.scan_reports x where x.event_id = p_event and x.resolved_at is null order by x.reported_at, x.id limit 50
    ) r
    join public.tickets k on k.id = r.ticket_id join public.orders o on o.id = k.order_id
    join public.order_lines l on l.id = k.order_line_id);
end
$$;
comment on function private.open_scan_reports(uuid) is
  'Open reports of an event, oldest first, with what a door manager needs to decide: [{id, reportedAt, reference, holderName, typeName, '
  'orderCode, isInside, canCheckId, scans: [{id, at, gate, result, bounce, isReported}]}]. Definer, because door managers have neither '
  'tickets nor orders. For door managers of the event, moderators and admins.';

create function public.resolve_scan_report(p_report uuid, p_outcome text, p_reason text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_report public.scan_reports;
  v_ticket public.tickets;
  v_entry public.entries;
  v_reason text := coalesce(nullif(btrim(p_reason), ''), case p_outcome when 'new_code' then 'ID checked at the door' end, '');
begin
  select * into v_report from public.scan_reports where id = p_report;
  if not private.has_grant('door_manager', v_report.event_id) then
    perform private.refuse(403, 'not_allowed');
  elsif v_report.id is null then
    perform private.refuse(404, 'not_found');
  elsif coalesce(p_outcome, '') not in ('new_code', 'denied', 'explained') then
    perform private.refuse(422, 'invalid');
  elsif length(v_reason) not between 3 and 200 then
    perform private.refuse(422, 'reason_required');
  end if;
  select * into v_ticket from public.tickets where id = v_report.ticket_id for no key update;
  select * into v_report from public.scan_reports where id = p_report for no key update;
  if v_report.resolved_at is not null then
    -- The same press sent twice has the same answer.
    if v_report.outcome <> p_outcome or v_report.resolved_by is distinct from auth.uid() then
      perform private.refuse(409, 'report_resolved');
    end if;
    return jsonb_build_object('outcome', v_report.outcome);
  end if;
  if p_outcome = 'new_code' then
    if not private.can_check_id(v_ticket) then
      perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_ticket.status));
    end if;
    perform private.reissue_ticket(v_ticket.id, v_reason);
    perform private.queue_ticket_mail(v_ticket.order_id, 'reissued', array[v_ticket.id], p_report::text);
    select * into v_entry from public.entries where ticket_id = v_ticket.id and closed_at is null;
    if found then
      perform private.undo_entry(v_entry, gen_random_uuid(), v_reason);
    end if;
  end if;
  update public.scan_reports set resolved_at = now(), resolved_by = auth.uid(), outcome = p_outcome, reason = v_reason where id = p_report;
  perform private.audit_change('door.scan_report_resolved', 'ticket', v_ticket.id::text, '{"report": "open"}',
    jsonb_build_object('report', p_outcome),
    jsonb_build_object('event_id', v_report.event_id, 'scan_id', v_report.scan_id, 'reason', v_reason));
  return jsonb_build_object('outcome', p_outcome);
end
$$;
comment on function public.resolve_scan_report(uuid, text, text) is
  'Door manager: resolves a report: {outcome}. new_code gives the ticket a new code after an ID check, ends the old one, mails the buyer, '
  'and takes back the admission by the old code, however long ago, so that the new one admits; denied and explained need a reason. Of two '
  'managers one decides. Refuses not_allowed, not_found, invalid, reason_required, report_resolved, invalid_state.';

revoke execute on function
  private.scan_reference(uuid), private.takes_scan_report(public.tickets), private.is_reportable(public.scans),
  private.ticket_at_door(public.tickets),
  private.report_scan(uuid, uuid), private.report_my_scan(uuid, uuid), public.report_my_scan(uuid, uuid),
  public.report_scan_by_link(text, uuid, uuid), private.may_see_scans(uuid), private.require_scans(uuid),
  private.can_check_id(public.tickets), private.open_scan_reports(uuid), public.resolve_scan_report(uuid, text, text)
from public, anon, authenticated, service_role;
grant execute on function private.report_my_scan(uuid, uuid), public.report_my_scan(uuid, uuid), private.may_see_scans(uuid),
  private.scan_reference(uuid), private.open_scan_reports(uuid), public.resolve_scan_report(uuid, text, text)
to authenticated;
grant execute on function public.report_scan_by_link(text, uuid, uuid) to service_role;
