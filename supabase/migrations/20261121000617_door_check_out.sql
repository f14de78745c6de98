-- Checks out who is still inside when an event is over: a row of the log of its own, which says that nobody scanned.

create function private.check_out_ticket(p_event public.events, p_ticket uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.scans (scan_uid, event_id, ticket_id, gate, method, result, zone_id, captured_at, scanned_at)
  select md5('checked out:' || t.scan_id)::uuid, p_event.id, p_ticket, t.gate, 'end', 'checked_out', t.zone_id,
    -- who came in after the end left after that
    greatest(p_event.ends_at, t.entered_at + interval '1 millisecond'), clock_timestamp()
  from unnest(private.replay_scans(p_event.id, p_ticket)) t where t.left_by is null
  on conflict (scan_uid) do nothing;
  perform private.replay_ticket(p_event.id, p_ticket);
end
$$;
comment on function private.check_out_ticket(public.events, uuid) is
  'Closes the stays of a locked ticket that go on, as of the end of the event: one row for each person, conflicts included.';

create function private.empty_zones(p_event public.events) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_zone public.door_zones;
  v_left int;
begin
  for v_zone in select * from public.door_zones z where z.event_id = p_event.id order by z.id for no key update loop
    v_left := private.zone_in_now(v_zone);
    if v_left > 0 then
      insert into public.door_recounts (id, event_id, zone_id, counted, change, reason, recounted_at)
      values (md5('emptied:' || v_zone.id || ':' || clock_timestamp())::uuid, p_event.id, v_zone.id, 0, -v_left, 'Event ended',
        greatest(p_event.ends_at, now()));
      insert into private.door_counts (event_id, zone_id, in_now) values (p_event.id, v_zone.id, -v_left);
    end if;
    perform private.keep_zone_count(v_zone.id);
  end loop;
  v_left := (select coalesce(sum(c.in_now), 0) from private.door_counts c where c.event_id = p_event.id and c.zone_id is null);
  if v_left <> 0 then
    insert into public.door_recounts (event_id, counted, change, reason, recounted_at)
    values (p_event.id, 0, -v_left, 'Event ended', greatest(p_event.ends_at, now()));
    insert into private.door_counts (event_id, in_now) values (p_event.id, -v_left);
  end if;
end
$$;
comment on function private.empty_zones(public.events) is
  'Corrects the zones of an event that is over, and the house outside of them, to nobody: who was counted by clicks or with a guest list '
  'has no exit.';

create function public.check_out_ended(p_limit int default 200) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_tickets uuid[];
  v_done int := 0;
begin
  for v_event in
    select e.* from public.events e
    -- The doors count until 6 hours after the end: a party that runs late loses nobody.
    where e.ends_at between now() - interval '30 hours' and now() - interval '6 hours' and e.status <> 'draft' order by e.ends_at, e.id
  loop
    v_tickets := array(
      select i.ticket_id from (
        select n.ticket_id from public.entries n where n.event_id = v_event.id and n.closed_at is null
        union
        select c.ticket_id from public.scan_conflicts c
        where c.event_id = v_event.id and c.ticket_id is not null and private.conflict_heads(c) > 0
      ) i order by i.ticket_id limit p_limit - v_done);
    perform 1 from public.tickets t where t.id = any (v_tickets) order by t.id for no key update;
    perform private.check_out_ticket(v_event, i.id) from unnest(v_tickets) i (id);
    v_done := v_done + cardinality(v_tickets);
    exit when v_done >= p_limit;
    perform private.empty_zones(v_event);
  end loop;
  return v_done;
end
$$;
comment on function public.check_out_ended(int) is
  'Job: closes who is still inside 6 hours after an event''s end as of its end, up to p_limit tickets; returns how many. Scans of '
  'phones that upload later are replayed with that. Rows say checked_out: an exit that somebody scanned is another result.';

revoke execute on function private.check_out_ticket(public.events, uuid), private.empty_zones(public.events), public.check_out_ended(int)
from public, anon, authenticated, service_role;
grant execute on function public.check_out_ended(int) to service_role;
