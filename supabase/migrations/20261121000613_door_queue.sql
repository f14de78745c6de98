-- Takes what scanners did without a network, and finds the truth about each ticket by replaying its scans. The replay reads nothing but
-- the scans of the ticket, in the order of (captured_at, device_id, seq): in whatever order they are uploaded, the result is the same.
-- check_in and undo_check_in do the replay's last step alone: theirs is always the latest scan of the locked ticket.

create type private.stay as (scan_id uuid, gate text, zone_id uuid, entered_at timestamptz, left_at timestamptz, left_by uuid,
  conflict text, kept_scan uuid);
comment on type private.stay is
  'One person let in by one scan: an entry of the ticket, or with conflict (the result that the scan should have had) somebody beside or '
  'without it.';

create function private.open_stay(p_stays private.stay[], p_scan uuid, p_conflict boolean) returns int
language plpgsql immutable set search_path = ''
as $$
begin
  for n in 1 .. cardinality(p_stays) loop
    if p_stays[n].left_by is null and (p_scan is null or p_stays[n].scan_id = p_scan)
      and (p_conflict is null or (p_stays[n].conflict is not null) = p_conflict) then
      return n;
    end if;
  end loop;
  return null;
end
$$;
comment on function private.open_stay(private.stay[], uuid, boolean) is
  'The place of the first stay that goes on, of this scan and (not) in conflict where that is asked; null for none.';

create function private.stays_after(p_stays private.stay[], p_scan public.scans) returns private.stay[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_in int := private.open_stay(p_stays, null, false);
  v_out int;
  v_conflict text := case when p_scan.standing <> 'ok' then p_scan.standing end;
begin
  case p_scan.result
    when 'ok' then
      if v_in is not null and v_conflict is null then
        if p_scan.zone_id is not null and p_scan.zone_id is distinct from p_stays[v_in].zone_id then
          v_out := v_in; -- goes to another zone
        else
          v_conflict := 'already_in';
        end if;
      end if;
    when 'exited', 'not_inside', 'checked_out' then
      v_out := coalesce(v_in, private.open_stay(p_stays, null, true));
    else
      v_out := private.open_stay(p_stays, p_scan.reverses, null);
  end case;
  if v_out is not null then
    p_stays[v_out].left_at := p_scan.captured_at;
    p_stays[v_out].left_by := p_scan.id;
    if p_scan.result = 'undone' then -- back to the zone that was left for this one
      for n in 1 .. cardinality(p_stays) loop
        if p_stays[n].left_by = p_scan.reverses then
          p_stays[n].left_at := null;
          p_stays[n].left_by := null;
        end if;
      end loop;
    end if;
  end if;
  if p_scan.result = 'ok' then
    p_stays := p_stays || row(p_scan.id, p_scan.gate, p_scan.zone_id, p_scan.captured_at, null, null, v_conflict,
      case when v_conflict is not null then p_stays[v_in].scan_id end)::private.stay;
  end if;
  return p_stays;
end
$$;
comment on function private.stays_after(private.stay[], public.scans) is
  'One step of the replay of a ticket. ok: somebody comes in, goes to another zone, or is in conflict, because the ticket is inside or is '
  'not good. exited: who is in by the ticket leaves, or else the first in conflict; so does who was not known to be in (not_inside), '
  'and who was still in when the event was over (checked_out). '
  'undone: who came by that scan was never in, or is back in the zone that they left by it.';

create function private.replay_scans(p_event uuid, p_ticket uuid) returns private.stay[]
language plpgsql stable set search_path = ''
as $$
declare
  v_stays private.stay[] := '{}';
  v_scan public.scans;
begin
  for v_scan in
    select s.* from public.scans s
    where s.ticket_id = p_ticket and s.event_id = p_event and s.result in ('ok', 'exited', 'not_inside', 'undone', 'checked_out')
    order by s.captured_at, s.device_id nulls first, s.seq nulls first, s.id
  loop
    v_stays := private.stays_after(v_stays, v_scan);
  end loop;
  return v_stays;
end
$$;
comment on function private.replay_scans(uuid, uuid) is
  'The truth about a ticket at an event: its admissions, exits and undos in the order in which they happened, as stays.';

create function private.write_entries(p_ticket public.tickets, p_stays private.stay[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  delete from public.entries n where n.ticket_id = p_ticket.id
    and not exists (select 1 from unnest(p_stays) t where t.scan_id = n.scan_id and t.conflict is null);
  -- who left first, because a ticket has one open entry at any moment
  update public.entries n set closed_at = t.left_at, closed_by_scan = t.left_by
  from unnest(p_stays) t
  where n.ticket_id = p_ticket.id and t.scan_id = n.scan_id and t.left_by is not null and n.closed_by_scan is distinct from t.left_by;
  update public.entries n set closed_at = null, closed_by_scan = null
  from unnest(p_stays) t
  where n.ticket_id = p_ticket.id and t.scan_id = n.scan_id and t.left_by is null and n.closed_by_scan is not null;
  insert into public.entries (event_id, ticket_id, order_id, scan_id, gate, zone_id, entered_at, closed_at, closed_by_scan)
  select p_ticket.event_id, p_ticket.id, p_ticket.order_id, t.scan_id, t.gate, t.zone_id, t.entered_at, t.left_at, t.left_by
  from unnest(p_stays) with ordinality t
  where t.conflict is null and not exists (select 1 from public.entries n where n.ticket_id = p_ticket.id and n.scan_id = t.scan_id)
  order by t.ordinality;
end
$$;
comment on function private.write_entries(public.tickets, private.stay[]) is
  'Makes the entries of a locked ticket those of its replay, and touches none that is right already.';

create function private.write_conflicts(p_event uuid, p_ticket uuid, p_stays private.stay[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update public.scan_conflicts c set withdrawn_at = now()
  where c.ticket_id = p_ticket and c.event_id = p_event and c.withdrawn_at is null
    and not exists (select 1 from unnest(p_stays) t where t.scan_id = c.other_scan and t.conflict is not null);
  insert into public.scan_conflicts as c (other_scan, event_id, ticket_id, kept_scan, zone_id, gate, result, left_by)
  select t.scan_id, p_event, p_ticket, t.kept_scan, t.zone_id, t.gate, t.conflict, t.left_by
  from unnest(p_stays) t where t.conflict is not null
  on conflict (other_scan) do update set kept_scan = excluded.kept_scan, result = excluded.result, left_by = excluded.left_by,
    withdrawn_at = null
  where (c.kept_scan, c.result, c.left_by, c.withdrawn_at)
    is distinct from (excluded.kept_scan, excluded.result, excluded.left_by, null::timestamptz);
end
$$;
comment on function private.write_conflicts(uuid, uuid, private.stay[]) is
  'Makes the conflicts of a locked ticket those of its replay. None is deleted: one that later scans explain is withdrawn.';

create function private.replay_ticket(p_event uuid, p_ticket uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_stays private.stay[] := private.replay_scans(p_event, p_ticket);
  v_admission text;
begin
  select * into strict v_ticket from public.tickets where id = p_ticket;
  if v_ticket.event_id = p_event then
    perform private.write_entries(v_ticket, v_stays);
    v_admission := case
      when private.open_stay(v_stays, null, false) is not null then 'inside'
      when private.has_stayed(p_ticket) then 'left'
      else 'outside' end;
    if v_admission <> v_ticket.admission then
      update public.tickets set admission = v_admission where id = p_ticket;
      perform private.arrive_table(v_ticket.order_line_id);
    end if;
  end if;
  perform private.write_conflicts(p_event, p_ticket, v_stays);
end
$$;
comment on function private.replay_ticket(uuid, uuid) is
  'Makes what is stored about a locked ticket at an event agree with its scans: its entries, whether it is inside, and its conflicts. A '
  'ticket of another event has conflicts alone. The same scans give the same rows, in whatever order they came.';

create type private.queued_scan as (
  scan uuid, seq int, at timestamptz, action text, ticket uuid, generation int, code text, bad text, method text, gate text, result text,
  zone_id uuid, stored_uid uuid, guest uuid, heads int, read_ticket uuid, read_generation int);
comment on type private.queued_scan is
  'One scan of a device without a network, as the server read it: ticket and generation of a verified code, code as typed, or bad = '
  'unknown or bad_signature. result = what the device said, stored_uid = the scan_uid it is stored under. guest and heads = how many it '
  'let in by a name on a guest list (private.read_guest_queue). read_ticket and read_generation = the ticket that was read, where this '
  'one came in with its group.';

create function private.require_upload(p_event uuid, p_device uuid, p_scans jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.require_hand_in(p_event, p_device);
  if p_device is null or jsonb_typeof(p_scans) is distinct from 'array' or jsonb_array_length(p_scans) > 100 then
    perform private.refuse(422, 'invalid');
  elsif not exists (select 1 from public.events where id = p_event) then
    perform private.refuse(404, 'not_found');
  end if;
end
$$;
comment on function private.require_upload(uuid, uuid, jsonb) is
  'First step of an upload: refuses those who may not hand scans in at the event (a revoked device may once), and what no device sends.';

create function private.order_member(p_event uuid, p_read uuid, p_member text) returns setof public.tickets
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select k.* from public.tickets t join public.tickets k on k.order_id = t.order_id and k.event_id = p_event
  join private.door_packs p on p.event_id = p_event
  where t.id = p_read and private.pack_hash(p.salt, uuid_send(k.id)) = p_member;
end
$$;
comment on function private.order_member(uuid, uuid, text) is
  'The ticket that a pack names by the hash p_member, if it is of the order of the ticket that was read (p_read) and for the event. Who '
  'held it when it came in is in its generation: a ticket that is handed on gets another.';

create function private.read_queue(p_event uuid, p_offset_ms int, p_scans jsonb) returns private.queued_scan[]
language plpgsql stable set search_path = ''
as $$
declare
  v_now timestamptz := private.door_now();
begin
  return (
    with readings as (
      select q.*, coalesce(q.ticket, k.id, r.ticket_id) as read_ticket,
        -- a typed code that was replaced names the generation before it was
        case when q.ticket is not null then q.generation when r.code is not null then (
          select count(*)::int from private.retired_ticket_codes x where x.ticket_id = r.ticket_id and x.retired_at <= r.retired_at
        ) end as read_generation
      from jsonb_to_recordset(p_scans) q (scan uuid, seq int, at timestamptz, action text, ticket uuid, generation int, code text,
        bad text, method text, gate text, result text, member text, "memberGeneration" int)
      left join public.tickets k on q.ticket is null and q.bad is null and k.code = q.code
      left join private.retired_ticket_codes r on q.ticket is null and q.bad is null and k.id is null and r.code = q.code
    )
    select coalesce(array_agg(row(q.scan, q.seq, least(q.at + make_interval(secs => coalesce(p_offset_ms, 0) / 1000.0), v_now), q.action,
      case when q.member is null then q.read_ticket else m.id end,
      case when q.member is null then q.read_generation else q."memberGeneration" end, q.code,
      case when q.member is not null and m.id is null then coalesce(q.bad, 'unknown') else q.bad end, coalesce(q.method, 'camera'),
      coalesce(q.gate, ''), q.result, private.gate_zone(p_event, q.gate), null, null, null,
      case when m.id is not null then q.read_ticket end, case when m.id is not null then q.read_generation end
      )::private.queued_scan order by q.seq, q.scan), '{}')
    from readings q left join lateral private.order_member(p_event, q.read_ticket, q.member) m on q.member is not null
  );
end
$$;
comment on function private.read_queue(uuid, int, jsonb) is
  'Reads what a device sends: corrects its clock (p_offset_ms = the server''s minus the device''s), never to later than now, and finds '
  'tickets and zones. With member the scan let in that ticket of the order of the one that was read.';

create function private.name_queue(p_event uuid, p_queue private.queued_scan[]) returns private.queued_scan[]
language plpgsql volatile set search_path = ''
as $$
declare
  v_refused uuid[] := array(
    select s.scan_uid from unnest(p_queue) q join public.scans s on s.scan_uid = q.scan and s.event_id = p_event
    where q.result in ('ok', 'offline_unverified') and s.result not in ('ok', 'exited') and not s.is_offline);
begin
  for n in 1 .. cardinality(p_queue) loop
    p_queue[n].stored_uid := case when p_queue[n].scan = any (v_refused) then md5('let in:' || p_queue[n].scan)::uuid
      else p_queue[n].scan end;
  end loop;
  return p_queue;
end
$$;
comment on function private.name_queue(uuid, private.queued_scan[]) is
  'Sets the uid under which each scan is stored: its own, but for one that was refused online while the device waited, and let somebody in '
  'all the same: that is a scan of its own. Call it after the tickets are locked.';

create function private.standing_at(p_scan private.queued_scan, p_event public.events) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_ago interval := now() - p_scan.at;
  v_retired_at timestamptz;
  v_read private.queued_scan := p_scan;
  v_standing text;
begin
  if p_scan.bad is not null then
    return p_scan.bad;
  elsif p_scan.read_ticket is not null then -- a code that admits nobody brings nobody in
    v_read.ticket := p_scan.read_ticket;
    v_read.generation := p_scan.read_generation;
    v_read.read_ticket := null;
    v_standing := private.standing_at(v_read, p_event);
    if v_standing <> 'ok' then
      return v_standing;
    end if;
  end if;
  select * into v_ticket from public.tickets where id = p_scan.ticket;
  v_ticket.admission := 'outside';
  if v_ticket.voided_at > p_scan.at then -- it was valid then
    v_ticket.status := 'valid';
  end if;
  if v_ticket.blocked_at > p_scan.at then
    v_ticket.blocked_at := null;
  end if;
  if p_scan.generation < v_ticket.generation then
    select r.retired_at into v_retired_at from private.retired_ticket_codes r
    where r.ticket_id = v_ticket.id order by r.retired_at offset greatest(p_scan.generation - 1, 0) limit 1;
  end if;
  -- the doors as they stood then
  p_event.doors_at := p_event.doors_at + v_ago;
  p_event.ends_at := p_event.ends_at + v_ago;
  return private.entry_result(v_ticket, p_event, case when v_retired_at > p_scan.at then v_ticket.generation else p_scan.generation end);
end
$$;
comment on function private.standing_at(private.queued_scan, public.events) is
  'What a ticket was good for when it was scanned without a network, apart from who was inside: private.entry_result at that moment. One '
  'that was refunded, blocked or given a new code after it came in was good. One that came in with its group was good if the ticket that '
  'was read was, too.';

create function private.store_queue(p_event public.events, p_device uuid, p_queue private.queued_scan[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.scans (scan_uid, event_id, ticket_id, staff_id, gate, device, method, result, response, captured_at, device_id, seq,
    is_offline, standing, zone_id, scanned_at)
  select q.stored_uid, p_event.id, k.id, auth.uid(), q.gate, p_device::text, q.method,
    case q.result when 'offline_unverified' then 'ok' else q.result end,
    case when k.id is null or k.event_id <> p_event.id then '{}'::jsonb else private.scanned_ticket(k, p_event.min_age, q.result) end
      || case q.result when 'offline_unverified' then '{"unverified": true}'::jsonb else '{}' end,
    q.at, p_device, q.seq, true,
    case when q.result in ('ok', 'offline_unverified') then private.standing_at(q, p_event) else 'ok' end, q.zone_id, clock_timestamp()
  from unnest(p_queue) q left join public.tickets k on k.id = q.ticket
  order by q.seq
  on conflict (scan_uid) do nothing;
end
$$;
comment on function private.store_queue(public.events, uuid, private.queued_scan[]) is
  'Adds scans of a device to the log, refused ones and those of unknown codes too; one that is there already is left as it is.';

create function private.turn_away(p_event uuid, p_device uuid, p_queue private.queued_scan[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_uid uuid;
  v_at timestamptz;
  v_seq int;
  v_scan public.scans;
begin
  for v_uid, v_at, v_seq in
    select q.scan, q.at, q.seq from unnest(p_queue) q
    where q.result not in ('ok', 'offline_unverified', 'exited', 'not_inside') order by q.seq
  loop
    select * into v_scan from public.scans where scan_uid = v_uid and event_id = p_event and result = 'ok' and not is_offline;
    continue when not found or exists (select 1 from public.scans u where u.reverses = v_scan.id and u.result = 'undone');
    insert into public.scans (scan_uid, event_id, ticket_id, guest_id, heads, staff_id, gate, device, method, result, reverses, reason,
      response, captured_at, device_id, seq, is_offline, zone_id, scanned_at)
    values (md5('turned away:' || v_uid)::uuid, p_event, v_scan.ticket_id, v_scan.guest_id, v_scan.heads, auth.uid(), v_scan.gate,
      p_device::text, 'undo', 'undone', v_scan.id, 'Turned away by a phone that heard no answer', v_scan.response,
      greatest(v_at, v_scan.captured_at), p_device, v_seq, true, v_scan.zone_id, clock_timestamp())
    on conflict (scan_uid) do nothing;
    perform private.audit_change('door.undo', case when v_scan.ticket_id is null then 'guest' else 'ticket' end,
      coalesce(v_scan.ticket_id, v_scan.guest_id)::text, '{"admission": "inside"}', '{"admission": "outside"}',
      jsonb_build_object('event_id', p_event, 'reason', 'Turned away by a phone that heard no answer'));
  end loop;
end
$$;
comment on function private.turn_away(uuid, uuid, private.queued_scan[]) is
  'Takes back what the server admitted and a device refused, because the answer was lost on its way: nobody came in by that scan. By a '
  'reversal in the log, as staff do, and audited.';

create function private.settle_queue(p_event uuid, p_queue private.queued_scan[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket uuid;
begin
  for v_ticket in
    select distinct s.ticket_id from unnest(p_queue) q join public.scans s on s.scan_uid = q.stored_uid
    where s.result in ('ok', 'exited', 'not_inside') and s.ticket_id is not null order by 1
  loop
    perform private.replay_ticket(p_event, v_ticket);
  end loop;
  -- who was let in with a code that is no ticket's
  insert into public.scan_conflicts (other_scan, event_id, zone_id, gate, result)
  select s.id, s.event_id, s.zone_id, s.gate, s.standing
  from unnest(p_queue) q join public.scans s on s.scan_uid = q.stored_uid
  where s.result = 'ok' and s.ticket_id is null and s.standing <> 'ok' and s.event_id = p_event
  on conflict (other_scan) do nothing;
end
$$;
comment on function private.settle_queue(uuid, private.queued_scan[]) is
  'After an upload is stored: replays its tickets, in the order of their ids, and lists those who were let in without one.';

create function private.queue_results(p_event uuid, p_queue private.queued_scan[], p_known uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('scan', q.scan,
      'state', case
        when q.scan = any (p_known) then 'known'
        when s.event_id is distinct from p_event or s.result not in ('ok', 'exited') then 'refused'
        when c.other_scan is not null then 'conflict'
        else 'confirmed' end,
      'result', case when s.event_id is distinct from p_event then q.result else coalesce(c.result, s.result) end)
      order by q.seq, q.scan), '[]')
    from unnest(p_queue) q
    left join public.scans s on s.scan_uid = q.stored_uid
    left join public.scan_conflicts c on c.other_scan = s.id and c.withdrawn_at is null and s.event_id = p_event);
end
$$;
comment on function private.queue_results(uuid, private.queued_scan[], uuid[]) is
  'What became of each scan of an upload: [{scan, state, result}]. known = it was stored before (p_known), refused = nobody came in by it.';

create function public.upload_scans(p_event uuid, p_device uuid, p_offset_ms int, p_scans jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_event public.events;
  v_queue private.queued_scan[];
  v_known uuid[];
begin
  perform private.require_upload(p_event, p_device, p_scans);
  select * into v_event from public.events where id = p_event;
  v_queue := private.read_queue(p_event, p_offset_ms, p_scans);
  if exists (select 1 from unnest(v_queue) q
    where q.scan is null or q.seq is null or q.at is null or q.action is null or q.action not in ('admit', 'exit')
      or (q.action = 'exit') <> (q.result in ('exited', 'not_inside')) or q.method not in ('camera', 'code') or length(q.gate) > 60) then
    perform private.refuse(422, 'invalid');
  end if;
  -- in the order of locks: tickets, then zones
  perform 1 from public.tickets t where t.id in (select q.ticket from unnest(v_queue) q) order by t.id for no key update;
  perform 1 from public.door_zones z where z.event_id = p_event order by z.id for no key update;
  v_queue := private.name_queue(p_event, v_queue);
  v_known := array(select q.scan from unnest(v_queue) q join public.scans s on s.scan_uid = q.stored_uid and s.event_id = p_event);
  perform private.store_queue(v_event, p_device, v_queue);
  perform private.turn_away(p_event, p_device, v_queue);
  perform private.settle_queue(p_event, v_queue);
  perform private.settle_zones(p_event);
  return jsonb_build_object('results', private.queue_results(p_event, v_queue, v_known), 'serverNow', clock_timestamp());
end
$$;
comment on function public.upload_scans(uuid, uuid, int, jsonb) is
  'Scanner: stores up to 100 scans that a device made without a network, in any order and as often as it likes, and finds the truth about '
  'their tickets: {results: [{scan, state, result}], serverNow}. state = confirmed, conflict (somebody is in who should not be: listed in '
  'scan_conflicts and counted until a door manager decides), refused (nobody came in) or known. p_offset_ms = the server''s clock minus '
  'the device''s. The server has verified the codes. For who may scan at the event, and once more for a device that was revoked. '
  'Refuses not_allowed, device_locked, device_revoked, invalid, not_found.';

create function public.resolve_scan_conflict(p_scan uuid, p_outcome text, p_keeps_body boolean, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_conflict public.scan_conflicts;
  v_keeps boolean := case p_outcome when 'copy_inside' then true when 'other' then p_keeps_body else false end;
begin
  select * into v_conflict from public.scan_conflicts where other_scan = p_scan for no key update;
  if not private.has_grant('door_manager', v_conflict.event_id) then
    perform private.refuse(403, 'not_allowed');
  elsif v_conflict.other_scan is null then
    perform private.refuse(404, 'not_found');
  elsif coalesce(p_outcome, '') not in ('copy_inside', 'copy_out', 'same_person', 'other') or v_keeps is null then
    perform private.refuse(422, 'invalid');
  elsif length(btrim(coalesce(p_reason, ''))) not between 3 and 200 then
    perform private.refuse(422, 'reason_required');
  elsif v_conflict.withdrawn_at is not null then
    perform private.refuse(409, 'conflict_resolved');
  elsif v_conflict.resolved_at is not null then
    -- The same press sent twice has the same answer.
    if v_conflict.outcome <> p_outcome or v_conflict.resolved_by is distinct from auth.uid() then
      perform private.refuse(409, 'conflict_resolved');
    end if;
    return jsonb_build_object('outcome', v_conflict.outcome, 'keepsBody', v_conflict.keeps_body);
  end if;
  update public.scan_conflicts set resolved_at = now(), resolved_by = auth.uid(), outcome = p_outcome, keeps_body = v_keeps,
    reason = btrim(p_reason) where other_scan = p_scan;
  perform private.keep_zone_count(v_conflict.zone_id);
  perform private.audit_change('door.conflict_resolved', case when v_conflict.ticket_id is null then 'scan' else 'ticket' end,
    coalesce(v_conflict.ticket_id, p_scan)::text, '{"conflict": "open"}', jsonb_build_object('conflict', p_outcome),
    jsonb_build_object('event_id', v_conflict.event_id, 'scan_id', p_scan, 'keeps_body', v_keeps, 'reason', btrim(p_reason)));
  return jsonb_build_object('outcome', p_outcome, 'keepsBody', v_keeps);
end
$$;
comment on function public.resolve_scan_conflict(uuid, text, boolean, text) is
  'Door manager: says who the person of a conflict (the scan p_scan) is: {outcome, keepsBody}. copy_inside = somebody else, who stays and '
  'counts; copy_out = somebody else, who was sent out; same_person = nobody else; other = p_keeps_body says whether they count. Of two '
  'managers one decides. Refuses not_allowed, not_found, invalid, reason_required, conflict_resolved.';

revoke execute on function
  private.open_stay(private.stay[], uuid, boolean), private.stays_after(private.stay[], public.scans), private.replay_scans(uuid, uuid),
  private.write_entries(public.tickets, private.stay[]), private.write_conflicts(uuid, uuid, private.stay[]),
  private.replay_ticket(uuid, uuid), private.require_upload(uuid, uuid, jsonb), private.order_member(uuid, uuid, text),
  private.read_queue(uuid, int, jsonb),
  private.name_queue(uuid, private.queued_scan[]),
  private.standing_at(private.queued_scan, public.events), private.store_queue(public.events, uuid, private.queued_scan[]),
  private.turn_away(uuid, uuid, private.queued_scan[]), private.settle_queue(uuid, private.queued_scan[]),
  private.queue_results(uuid, private.queued_scan[], uuid[]),
  public.upload_scans(uuid, uuid, int, jsonb), public.resolve_scan_conflict(uuid, text, boolean, text)
from public, anon, authenticated, service_role;
grant execute on function public.upload_scans(uuid, uuid, int, jsonb), public.resolve_scan_conflict(uuid, text, boolean, text)
to authenticated;
