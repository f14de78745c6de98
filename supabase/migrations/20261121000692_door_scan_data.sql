-- Reads the scans of a door for its staff.

create function public.read_scan_data(
  p_event uuid default null, p_show text default 'all', p_before uuid default null, p_limit int default 50
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_everywhere boolean := private.has_grant('scan', null);
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_events jsonb;
  v_event jsonb;
  v_figures jsonb;
  v_scans jsonb;
begin
  if not private.has_any_grant('scan') then
    return null;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'doorsAt', e.doors_at, 'timeZone', e.time_zone)
    order by e.doors_at desc, e.id), '[]') into v_events
  from (
    select e.id, e.title, e.doors_at, e.time_zone from public.events e
    where e.status <> 'draft' and e.doors_at between now() - interval '90 days' and now() + interval '48 hours'
      and (v_everywhere or private.has_grant('scan', e.id))
    order by e.doors_at desc, e.id limit 100
  ) e;
  if p_event is null then
    -- Today's event, else the last one, else the next one.
    select e.event into v_event from jsonb_array_elements(v_events) e (event)
    order by (e.event ->> 'doorsAt')::timestamptz > now() + interval '6 hours',
      abs(extract(epoch from (e.event ->> 'doorsAt')::timestamptz - now())) limit 1;
  else
    select jsonb_build_object('id', e.id, 'title', e.title, 'doorsAt', e.doors_at, 'timeZone', e.time_zone) into v_event
    from public.events e where e.id = p_event and e.status <> 'draft' and (v_everywhere or private.has_grant('scan', e.id));
  end if;
  if v_event is null then
    return jsonb_build_object('now', now(), 'events', v_events, 'event', null, 'figures', null, 'mayList', false,
      'scans', '[]'::jsonb, 'next', null);
  end if;

  v_figures := public.read_door((v_event ->> 'id')::uuid);
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'at', p.scanned_at, 'gate', nullif(p.gate, ''), 'result', p.result,
    'bounce', p.is_bounce, 'firstName', p.first_name, 'typeName', p.type_name) order by p.scanned_at desc, p.id desc), '[]')
  into v_scans
  from (
    select s.id, s.scanned_at, s.gate, s.result, s.is_bounce,
      coalesce(s.response ->> 'firstName', u.response ->> 'firstName') as first_name,
      coalesce(s.response ->> 'typeName', u.response ->> 'typeName') as type_name
    from public.scans s left join public.scans u on u.id = s.reverses
    where s.event_id = (v_event ->> 'id')::uuid
      and case p_show
        when 'admitted' then s.result = 'ok'
        when 'refused' then s.result not in ('ok', 'undone') and not s.is_bounce
        else true end
      and (p_before is null or (s.scanned_at, s.id) < (select b.scanned_at, b.id from public.scans b where b.id = p_before))
    order by s.scanned_at desc, s.id desc
    limit v_limit + 1
  ) p;
  return jsonb_build_object(
    'now', now(), 'events', v_events, 'event', v_event,
    'figures', v_figures,
    'mayList', private.has_role('moderator') or private.has_grant('door_manager', (v_event ->> 'id')::uuid),
    'scans', v_scans - v_limit,
    'next', case when jsonb_array_length(v_scans) > v_limit then v_scans -> (v_limit - 1) ->> 'id' end);
end
$$;
comment on function public.read_scan_data(uuid, text, uuid, int) is
  'Door staff: {now, events, event, figures, mayList, scans, next} of an event (p_event; tonight''s unless named), newest scan first. p_show is all, admitted or refused; p_before is the scan after which the page begins. Row policies decide about the scans: scanners get figures and no rows. Null for people without a scan grant; event is null where there is none to show.';

revoke execute on function public.read_scan_data(uuid, text, uuid, int)
from public, anon, authenticated, service_role;
grant execute on function public.read_scan_data(uuid, text, uuid, int) to authenticated;
