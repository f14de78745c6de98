-- Reads the events whose tickets a person may scan.

create function private.door_figures(p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_grant('scan', p_event);
  return (
    select jsonb_build_object(
      'tickets', coalesce(sum(c.tickets), 0), 'inNow', coalesce(sum(c.in_now), 0), 'admitted', coalesce(sum(c.admitted), 0),
      'remaining', coalesce(sum(c.tickets - c.inside), 0))
    from private.door_counts c where c.event_id = p_event
  );
end
$$;
comment on function private.door_figures(uuid) is
  'Counts the tickets of an event that admit, the people inside, the tickets ever admitted, and those still to come.';

create function public.list_door_events() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', e.id, 'title', e.title, 'status', e.status, 'venueName', nullif((private.whole_place(e)).venue_name, ''),
    'city', nullif(e.city, ''),
    'timeZone', e.time_zone, 'doorsAt', e.doors_at, 'startsAt', e.starts_at, 'endsAt', e.ends_at, 'minAge', e.min_age,
    'gates', coalesce((select jsonb_agg(g.name order by g.position, g.name) from public.door_gates g where g.event_id = e.id), '[]'),
    'mayManage', private.has_grant('door_manager', e.id), 'counters', private.door_figures(e.id),
    'reports', case when private.may_see_scans(e.id) then private.open_scan_reports(e.id) end) order by e.starts_at, e.id), '[]')
  from public.events e
  where e.status in ('published', 'postponed')
    and e.ends_at > now() - interval '12 hours'
    and e.doors_at < now() + interval '48 hours'
    and private.has_grant('scan', e.id)
$$;
comment on function public.list_door_events() is
  'Events around now at whose door the caller may scan, soonest first. Definer, because a device without an account scans also at events '
  'that its row policy hides.';

create function public.poll_door(p_event uuid, p_device uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_state text;
begin
  v_state := private.require_contact(p_event, p_device);
  if v_state in ('locked', 'revoked') then
    return jsonb_build_object('device', jsonb_build_object('isLocked', v_state = 'locked', 'isRevoked', v_state = 'revoked'));
  end if;
  return (
    with sums as (
      select c.zone_id, sum(c.tickets) as tickets, sum(c.inside) as inside, sum(c.in_now) as in_now, sum(c.admitted) as admitted
      from private.door_counts c where c.event_id = p_event group by c.zone_id
    )
    select jsonb_build_object('tickets', coalesce(sum(s.tickets), 0), 'inNow', coalesce(sum(s.in_now), 0),
      'admitted', coalesce(sum(s.admitted), 0), 'remaining', coalesce(sum(s.tickets - s.inside), 0),
      'zones', (
        select coalesce(jsonb_agg(private.zone_row(z, coalesce(n.in_now, 0)::int) order by z.position, z.name), '[]')
        from public.door_zones z left join sums n on n.zone_id = z.id where z.event_id = p_event),
      'reports', case
        when not private.may_see_scans(p_event) then null
        when exists (select 1 from public.scan_reports r where r.event_id = p_event and r.resolved_at is null)
          then private.open_scan_reports(p_event)
        else '[]' end,
      'device', '{"isLocked": false, "isRevoked": false}'::jsonb)
    from sums s);
end
$$;
comment on function public.poll_door(uuid, uuid) is
  'Scanner, every second or two: {tickets, inNow, admitted, remaining, zones, reports, device: {isLocked, isRevoked}} as public.read_door '
  'has them, in one pass over the counters; a device that is locked or revoked gets device alone. p_device = the browser''s id, or null. '
  'Refuses not_allowed.';

revoke execute on function private.door_figures(uuid), public.list_door_events(), public.poll_door(uuid, uuid)
from public, anon, authenticated, service_role;
grant execute on function private.door_figures(uuid), public.list_door_events(), public.poll_door(uuid, uuid) to authenticated;
