-- Which doors a person may stand at.

create function private.door_figures(p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'tickets', t.tickets, 'in_now', n.in_now, 'admitted', n.admitted, 'remaining', t.tickets - t.inside)
    from (
      select count(*) as tickets, count(*) filter (where k.admission = 'inside') as inside
      from public.tickets k where k.event_id = p_event and k.status = 'valid'
    ) t, (
      select count(*) filter (where x.closed_at is null) as in_now, count(distinct x.ticket_id) as admitted
      from public.entries x where x.event_id = p_event
    ) n
  );
end
$$;
comment on function private.door_figures(uuid) is
  'How many tickets admit, how many people are in, how many tickets were ever admitted, how many may still come.';

create function public.list_door_events() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(private.event_brief(e.id) || private.door_figures(e.id) order by e.starts_at, e.id), '[]')
  from public.events e
  where e.status in ('published', 'postponed')
    and e.ends_at > now() - interval '12 hours'
    and e.doors_at < now() + interval '48 hours'
    and private.has_grant('scan', e.id)
$$;
comment on function public.list_door_events() is
  'Events around now at whose door the caller may scan, soonest first.';

revoke execute on function private.door_figures(uuid), public.list_door_events()
from public, anon, authenticated, service_role;
grant execute on function private.door_figures(uuid), public.list_door_events() to authenticated;
