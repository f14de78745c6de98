-- Reads the scans of a door for its staff.

create function public.read_scan_data(
  p_event uuid default null, p_show text default 'all', p_sort text default null, p_after uuid default null,
  p_limit int default 50
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_everywhere boolean := private.has_grant('scan', null);
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_events jsonb;
  v_event jsonb;
  v_figures jsonb;
  v_sorts constant jsonb := jsonb_build_object('time', 's.scanned_at',
    'name', 'lower(coalesce(s.response ->> ''firstName'', u.response ->> ''firstName'', ''''))',
    'type', 'lower(coalesce(s.response ->> ''typeName'', u.response ->> ''typeName'', ''''))',
    'gate', 'lower(s.gate)');
  v_key text := coalesce(v_sorts ->> ltrim(p_sort, '-'), 's.scanned_at');
  v_down boolean := not coalesce(v_sorts ? p_sort, false);
  v_ids uuid[];
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
    return jsonb_build_object('now', now(), 'events', v_events, 'event', null, 'figures', null, 'mayList', false, 'mayRelease', false,
      'scans', '[]'::jsonb, 'next', null);
  end if;

  v_figures := public.read_door((v_event ->> 'id')::uuid);
  -- One statement for each choice, planned for the index it needs. What was asked for is a parameter, never part of the text.
  execute format('
      select array_agg(page.id order by page.place)
      from (
        select s.id, row_number() over (order by %1$s %2$s, s.id %2$s) as place
        from public.scans s left join public.scans u on u.id = s.reverses
        where %3$s
        order by %1$s %2$s, s.id %2$s
        limit $2
      ) page',
      v_key, case when v_down then 'desc' else 'asc' end,
      concat_ws(' and ', 's.event_id = $1',
        case p_show
          when 'admitted' then 's.result = ''ok'''
          when 'refused' then 's.result not in (''ok'', ''undone'') and not s.is_bounce'
        end,
        case when exists (select 1 from public.scans a where a.id = p_after and a.event_id = (v_event ->> 'id')::uuid) then format(
          '(%1$s, s.id) %2$s (select %3$s, a.id from public.scans a left join public.scans b on b.id = a.reverses where a.id = $3)',
          v_key, case when v_down then '<' else '>' end, replace(replace(v_key, 's.', 'a.'), 'u.', 'b.')) end))
    into v_ids using (v_event ->> 'id')::uuid, v_limit + 1, p_after;
  return jsonb_build_object(
    'now', now(), 'events', v_events, 'event', v_event,
    'figures', v_figures,
    'mayList', private.may('see_scans') or private.has_grant('door_manager', (v_event ->> 'id')::uuid),
    'mayRelease', private.has_grant('door_manager', (v_event ->> 'id')::uuid),
    'scans', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'at', s.scanned_at, 'gate', nullif(s.gate, ''), 'result', s.result,
        'bounce', s.is_bounce, 'firstName', coalesce(s.response ->> 'firstName', u.response ->> 'firstName'),
        'typeName', coalesce(s.response ->> 'typeName', u.response ->> 'typeName')) order by p.place), '[]')
      from unnest(v_ids[:v_limit]) with ordinality p (id, place)
      join public.scans s on s.id = p.id left join public.scans u on u.id = s.reverses),
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end);
end
$$;
comment on function public.read_scan_data(uuid, text, text, uuid, int) is
  'Door staff: {now, events, event, figures, mayList, mayRelease, scans, next} of an event (p_event; tonight''s unless named). p_show is '
  'all, admitted or refused; p_sort is time, name, type or gate, with - from the last one (anything else: newest first); p_after is the '
  'scan after which the page begins. Row policies decide about the scans: scanners get figures and no rows. Null for people without a '
  'scan grant; event is null where there is none to show.';

revoke execute on function public.read_scan_data(uuid, text, text, uuid, int)
from public, anon, authenticated, service_role;
grant execute on function public.read_scan_data(uuid, text, text, uuid, int) to authenticated;
