-- Reads the scans of a door for its staff: pages of rows by any filter, and the figures, each of which is the number of such rows.

-- Pages of the scans of an event, by when they happened.
create index scans_captured on public.scans (event_id, captured_at desc, id desc);

create function private.device_label(p_event uuid, p_device text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_id uuid := private.device_uuid(p_device);
begin
  return case when v_id is null then p_device else coalesce(
    (select d.name from public.door_devices d where d.event_id = p_event and d.id = v_id), 'Phone ' || upper(left(p_device, 4))) end;
end
$$;
comment on function private.device_label(uuid, text) is
  'Names a device of an event for people: as it was named, else Phone and the first characters of its id.';

create function private.scan_shown(p_show text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case p_show
    when 'admitted' then 's.result = ''ok'''
    when 'arrived' then 's.result = ''ok'' and (exists (select 1 from public.entries n where n.scan_id = s.id and private.is_admission(n) '
      'and not exists (select 1 from public.entries x where x.ticket_id = n.ticket_id and private.is_admission(x) '
      'and (x.entered_at, x.id) < (n.entered_at, n.id))) '
      'or exists (select 1 from public.guest_list_arrivals a where a.scan_id = s.id and a.undone_by_scan is null))'
    when 'refused' then 's.result not in (''ok'', ''undone'', ''exited'', ''checked_out'') and not s.is_bounce'
    else 'true' end;
end
$$;
comment on function private.scan_shown(text) is
  'Writes the condition by which a scan (s) let somebody in (admitted), for the first time (arrived: those of the figure admitted, tickets '
  'and names of guest lists, none taken back) or turned them away (refused); true for anything else. A ticket that a device read twice, a '
  'reversal and an exit are none of them.';

create function private.scan_filter(p_show text, p_filter jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return concat_ws(' and ', 's.event_id = ($1).id', private.scan_shown(p_show),
    case when p_filter ? 'gate' then 'coalesce(nullif(s.gate, ''''), ''-'') = $2 ->> ''gate''' end,
    case when p_filter ? 'device' then 'coalesce(nullif(s.device, ''''), ''-'') = $2 ->> ''device''' end,
    case when p_filter ? 'result' then 'case when s.is_bounce then ''bounce'' else s.result end = $2 ->> ''result''' end,
    case when p_filter ? 'staff' then 'coalesce(s.staff_id::text, ''-'') = $2 ->> ''staff''' end,
    case when p_filter ? 'from' then 's.captured_at >= ($2 ->> ''from'')::timestamp at time zone ($1).time_zone' end,
    case when p_filter ? 'to' then
      's.captured_at < (($2 ->> ''to'')::timestamp + interval ''1 minute'') at time zone ($1).time_zone' end);
end
$$;
comment on function private.scan_filter(text, jsonb) is
  'Writes the condition for the scans (s) of an event ($1) that a filter ($2) names: {gate, device, result, staff, from, to}, each '
  'optional; - for none, bounce for a ticket that a device read twice, from and to as minutes of the event''s local time, both '
  'included. What was asked for is a parameter, never part of the text.';

create function private.known_scan_filter(p_filter jsonb, p_may_name boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_object_agg(f.key, f.value) from jsonb_each_text(p_filter) f
    where case
      when f.key in ('from', 'to') then f.value ~ '^20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$'
      when f.key = 'staff' then p_may_name and f.value <> ''
      else f.key in ('gate', 'device', 'result') and f.value <> '' end), '{}');
end
$$;
comment on function private.known_scan_filter(jsonb, boolean) is
  'Leaves of a filter of scans what means something to the caller: p_may_name = they may know which staff scanned.';

create function private.find_scans(
  p_event public.events, p_show text, p_filter jsonb, p_sort text, p_after uuid, p_count int
) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  v_sorts constant jsonb := jsonb_build_object('time', 's.captured_at',
    'name', 'lower(coalesce(s.response ->> ''firstName'', u.response ->> ''firstName'', ''''))',
    'type', 'lower(coalesce(s.response ->> ''typeName'', u.response ->> ''typeName'', ''''))',
    'gate', 'lower(s.gate)');
  v_key text := coalesce(v_sorts ->> ltrim(p_sort, '-'), 's.captured_at');
  v_down boolean := not coalesce(v_sorts ? p_sort, false);
  v_beyond text;
  v_ids uuid[];
begin
  if exists (select 1 from public.scans a where a.id = p_after and a.event_id = p_event.id) then
    v_beyond := format('(%1$s, s.id) %2$s (select %3$s, a.id from public.scans a left join public.scans b on b.id = a.reverses '
      'where a.id = $4)', v_key, case when v_down then '<' else '>' end, replace(replace(v_key, 's.', 'a.'), 'u.', 'b.'));
  end if;
  -- One statement for each choice, planned for the index it needs.
  execute format('
      select array_agg(page.id order by page.place)
      from (
        select s.id, row_number() over (order by %1$s %2$s, s.id %2$s) as place
        from public.scans s left join public.scans u on u.id = s.reverses
        where %3$s
        order by %1$s %2$s, s.id %2$s
        limit $3
      ) page',
      v_key, case when v_down then 'desc' else 'asc' end, concat_ws(' and ', private.scan_filter(p_show, p_filter), v_beyond))
    into v_ids using p_event, p_filter, p_count, p_after;
  return v_ids;
end
$$;
comment on function private.find_scans(public.events, text, jsonb, text, uuid, int) is
  'Finds p_count scans of a page of read_scan_data, in its order: newest first unless p_sort names another one.';

create function private.scan_heads(p_scan public.scans) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return case when p_scan.guest_id is null then 1
    else coalesce((select a.heads from public.guest_list_arrivals a where a.scan_id = p_scan.id), p_scan.heads) end;
end
$$;
comment on function private.scan_heads(public.scans) is
  'How many people a scan was about: those of a guest list whom it let in, as far as they are no conflict, or for whom it asked.';

create function private.count_scans_shown(p_event public.events, p_filter jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_counts jsonb;
begin
  execute format('select jsonb_build_object(''all'', count(*), ''admitted'', count(*) filter (where %s),
      ''refused'', count(*) filter (where %s), ''arrived'', count(*) filter (where s.arrives),
      ''people'', coalesce(sum(s.people) filter (where s.arrives), 0))
      from (
        select s.*, case when s.guest_id is null then 1 else private.scan_heads(s) end as people, %s as arrives
        from public.scans s where %s) s',
      private.scan_shown('admitted'), private.scan_shown('refused'), private.scan_shown('arrived'), private.scan_filter('all', p_filter))
    into v_counts using p_event, p_filter;
  return v_counts;
end
$$;
comment on function private.count_scans_shown(public.events, jsonb) is
  'Counts the scans of an event that a filter names: {all, admitted, refused, arrived, people}, as the tabs of their list show them; '
  'people = those of the first arrivals, whom the door''s figure admitted counts.';

create function private.scan_rows(p_ids uuid[], p_may_name boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'at', s.captured_at, 'gate', nullif(s.gate, ''),
      'device', nullif(private.device_label(s.event_id, s.device), ''), 'result', s.result, 'bounce', s.is_bounce,
      'reference', private.scan_reference(s.id),
      'staff', case when p_may_name then (select r.display_name from public.profiles r where r.id = s.staff_id) end,
      'ticketId', case when p_may_name then s.ticket_id end,
      'reason', s.reason, 'lifted', s.response ->> 'lifted', 'heads', private.scan_heads(s),
      'firstName', coalesce(s.response ->> 'firstName', u.response ->> 'firstName'),
      'typeName', coalesce(s.response ->> 'typeName', u.response ->> 'typeName')) order by p.place), '[]')
    from unnest(p_ids) with ordinality p (id, place)
    join public.scans s on s.id = p.id left join public.scans u on u.id = s.reverses);
end
$$;
comment on function private.scan_rows(uuid[], boolean) is
  'Builds rows of scans in the order of their ids, as read_scan_data returns them. p_may_name = with who scanned, and the ticket.';

create function private.scan_groups(p_event uuid, p_may_name boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'gates', coalesce(jsonb_agg(g.row order by g.key) filter (where g.kind = 'gate'), '[]'),
      'devices', coalesce(jsonb_agg(g.row || jsonb_build_object('name', private.device_label(p_event, g.key)) order by g.key)
        filter (where g.kind = 'device'), '[]'),
      'results', coalesce(jsonb_agg(g.row order by g.scans desc, g.key) filter (where g.kind = 'result'), '[]'),
      'staff', case when p_may_name then coalesce(jsonb_agg(g.row || jsonb_build_object('name',
          (select r.display_name from public.profiles r where r.id::text = g.key)) order by g.key)
        filter (where g.kind = 'staff'), '[]') end)
    from (
      select k.kind, k.key, k.scans, jsonb_build_object('key', k.key, 'name', k.key, 'scans', k.scans, 'admitted', k.admitted,
        'refused', k.refused) as row
      from (
        select case when grouping(s.gate) = 0 then 'gate' when grouping(s.device) = 0 then 'device'
            when grouping(s.staff) = 0 then 'staff' else 'result' end as kind,
          coalesce(s.gate, s.device, s.staff, s.word) as key, count(*) as scans,
          count(*) filter (where s.word = 'ok') as admitted,
          count(*) filter (where s.word not in ('ok', 'undone', 'exited', 'checked_out', 'bounce')) as refused
        from (
          select coalesce(nullif(x.gate, ''), '-') as gate, coalesce(nullif(x.device, ''), '-') as device,
            coalesce(x.staff_id::text, '-') as staff, case when x.is_bounce then 'bounce' else x.result end as word
          from public.scans x where x.event_id = p_event
        ) s
        group by grouping sets ((s.gate), (s.device), (s.staff), (s.word))
      ) k
    ) g);
end
$$;
comment on function private.scan_groups(uuid, boolean) is
  'Counts the scans of an event by gate, device, result and person: {gates, devices, results, staff: [{key, name, scans, admitted, '
  'refused}]}. key = what the filter of the rows is called; - for none. staff is null unless p_may_name.';

create function private.scan_curve(p_event public.events, p_step int) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('step', p_step,
      'from', to_char(date_bin(make_interval(mins => p_step), p_event.doors_at at time zone p_event.time_zone, '2020-01-01'),
        'YYYY-MM-DD"T"HH24:MI'),
      'points', coalesce(jsonb_agg(jsonb_build_object('at', to_char(b.at, 'YYYY-MM-DD"T"HH24:MI'), 'admitted', b.admitted,
        'refused', b.refused) order by b.at), '[]'))
    from (
      select date_bin(make_interval(mins => p_step), s.captured_at at time zone p_event.time_zone, '2020-01-01') as at,
        count(*) filter (where s.result = 'ok') as admitted,
        count(*) filter (where s.result not in ('ok', 'undone', 'exited', 'checked_out') and not s.is_bounce) as refused
      from public.scans s
      where s.event_id = p_event.id
        and s.captured_at between p_event.doors_at - interval '2 hours' and p_event.ends_at + interval '6 hours'
      group by 1
    ) b where b.admitted + b.refused > 0);
end
$$;
comment on function private.scan_curve(public.events, int) is
  'Counts who was let in and turned away at an event by its local time, in steps of so many minutes: {step, from, points: [{at, admitted, '
  'refused}]}, steps without either left out. from = the step in which doors open. An hour that the clocks repeat is counted once, as '
  'the filters from and to see it.';

create function private.no_shows(p_event public.events)
returns table (id uuid, way text, name text, type_name text, heads int, is_vip boolean)
language plpgsql stable set search_path = ''
as $$
begin
  -- An event that is not over has none yet.
  return query
    select k.id, 'holder', k.holder_name, private.ticket_type_name(k.ticket_type_id, l), 1, k.is_vip
    from public.tickets k left join public.order_lines l on l.id = k.order_line_id
    where k.event_id = p_event.id and p_event.ends_at < now() and p_event.status <> 'cancelled' and private.ticket_is_valid(k.status)
      and not exists (
        select 1 from public.entries n left join public.scans u on u.id = n.closed_by_scan
        where n.ticket_id = k.id and u.result is distinct from 'undone')
    union all
    select g.id, 'guest', g.name, i.name, 1 + g.plus_ones - g.arrived, false
    from public.guest_list_entries g join public.guest_lists i on i.id = g.list_id
    where g.event_id = p_event.id and p_event.ends_at < now() and p_event.status <> 'cancelled' and g.removed_at is null
      and g.arrived < 1 + g.plus_ones;
end
$$;
comment on function private.no_shows(public.events) is
  'Who never came to an event that is over: valid tickets without an admission, but for admissions that were taken back, and names of '
  'guest lists with the heads that are missing. None before the end, and none of a cancelled event.';

create function private.count_no_shows(p_event public.events) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select jsonb_build_object('rows', count(*), 'tickets', count(*) filter (where n.way = 'holder'),
    'guests', coalesce(sum(n.heads) filter (where n.way = 'guest'), 0)) from private.no_shows(p_event) n);
end
$$;
comment on function private.count_no_shows(public.events) is 'Counts who never came: {rows, tickets, guests}, guests as heads.';

create function private.list_no_shows(p_event public.events, p_after uuid, p_limit int, p_may_name boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with placed as (
      select n.*, row_number() over (order by n.way desc, lower(n.name), n.id) as place from private.no_shows(p_event) n
    ), page as (
      select p.* from placed p where p.place > coalesce((select a.place from placed a where a.id = p_after), 0)
      order by p.place limit p_limit + 1
    )
    select jsonb_build_object(
      'noShows', coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'way', g.way,
        'name', case when p_may_name then g.name else private.short_name(g.name) end, 'typeName', g.type_name, 'heads', g.heads,
        'isVip', g.is_vip) order by g.place) filter (where g.nth <= p_limit), '[]'),
      'next', max(g.id::text) filter (where g.nth = p_limit and g.total > p_limit))
    from (select p.*, row_number() over (order by p.place) as nth, count(*) over () as total from page p) g);
end
$$;
comment on function private.list_no_shows(public.events, uuid, int, boolean) is
  'A page of who never came, tickets first, by name: {noShows: [{id, way, name, typeName, heads, isVip}], next}. Names are shortened '
  'unless p_may_name.';

create function private.conflict_scan(p_scan uuid, p_may_name boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('at', s.captured_at, 'gate', nullif(s.gate, ''),
      'device', nullif(private.device_label(s.event_id, s.device), ''), 'reference', private.scan_reference(s.id),
      'isOffline', s.is_offline,
      'staff', case when p_may_name then (select r.display_name from public.profiles r where r.id = s.staff_id) end)
    from public.scans s where s.id = p_scan);
end
$$;
comment on function private.conflict_scan(uuid, boolean) is 'One of the two scans of a conflict, as the conflicts tab shows it.';

create function private.list_conflicts(p_event public.events, p_after uuid, p_limit int, p_may_name boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with placed as (
      select c.*, row_number() over (order by c.resolved_at is not null, c.found_at desc, c.other_scan) as place
      from public.scan_conflicts c where c.event_id = p_event.id and c.withdrawn_at is null
    ), page as (
      select p.* from placed p where p.place > coalesce((select a.place from placed a where a.other_scan = p_after), 0)
      order by p.place limit p_limit + 1
    )
    select jsonb_build_object(
      'conflicts', coalesce(jsonb_agg(jsonb_build_object('id', g.other_scan, 'result', g.result, 'heads', g.heads,
        'firstName', coalesce(nullif(split_part(k.holder_name, ' ', 1), ''), o.response ->> 'firstName'),
        'typeName', case when k.id is null then o.response #>> '{guest,list}' else private.ticket_type_name(k.ticket_type_id, l) end,
        'kept', private.conflict_scan(g.kept_scan, p_may_name), 'other', private.conflict_scan(g.other_scan, p_may_name),
        'hasLeft', g.left_by is not null, 'outcome', g.outcome, 'reason', g.reason) order by g.place)
        filter (where g.nth <= p_limit), '[]'),
      'next', max(g.other_scan::text) filter (where g.nth = p_limit and g.total > p_limit))
    from (select p.*, row_number() over (order by p.place) as nth, count(*) over () as total from page p) g
    join public.scans o on o.id = g.other_scan
    left join public.tickets k on k.id = g.ticket_id left join public.order_lines l on l.id = k.order_line_id);
end
$$;
comment on function private.list_conflicts(public.events, uuid, int, boolean) is
  'A page of the conflicts of an event, open ones first, newest first: {conflicts: [{id, result, heads, firstName, typeName, kept, other, '
  'hasLeft, outcome, reason}], next}. kept and other are the two scans; outcome is null while open.';

create function private.read_event_scans(
  p_event uuid, p_show text, p_filter jsonb, p_sort text, p_after uuid, p_limit int, p_step int
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_may_name boolean := private.has_grant('door_manager', p_event);
  v_filter jsonb;
  v_event public.events;
  v_ids uuid[];
begin
  perform private.require_scans(p_event);
  v_filter := private.known_scan_filter(p_filter, v_may_name);
  select * into v_event from public.events where id = p_event;
  if p_show in ('all', 'admitted', 'arrived', 'refused') then
    v_ids := private.find_scans(v_event, p_show, v_filter, p_sort, p_after, p_limit + 1);
  end if;
  return jsonb_build_object(
    'counts', private.count_scans_shown(v_event, v_filter) || jsonb_build_object('noShows', private.count_no_shows(v_event),
      'conflicts', (select count(*) from public.scan_conflicts c where c.event_id = p_event and c.withdrawn_at is null),
      'openConflicts', (
        select count(*) from public.scan_conflicts c where c.event_id = p_event and c.withdrawn_at is null and c.resolved_at is null)),
    'groups', private.scan_groups(p_event, v_may_name),
    'curve', private.scan_curve(v_event, p_step),
    'scans', private.scan_rows(v_ids[:p_limit], v_may_name),
    'next', case when cardinality(v_ids) > p_limit then v_ids[p_limit] end)
    || case p_show
      when 'no_shows' then private.list_no_shows(v_event, p_after, p_limit, v_may_name)
      when 'conflicts' then private.list_conflicts(v_event, p_after, p_limit, v_may_name)
      else '{}' end;
end
$$;
comment on function private.read_event_scans(uuid, text, jsonb, text, uuid, int, int) is
  'The part of read_scan_data that is about single scans: {counts, groups, curve, scans, conflicts, noShows, next}. Definer, so that '
  'figures count rows without a row policy for each. For door managers of the event, moderators and admins.';

create function private.scan_event(p_event uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', e.id, 'title', e.title, 'doorsAt', e.doors_at, 'timeZone', e.time_zone, 'isOver', e.ends_at < now())
    from public.events e where e.id = p_event and e.status <> 'draft');
end
$$;
comment on function private.scan_event(uuid) is 'Facts of an event that the page of its scans shows; null for a draft.';

create function private.scan_events() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_everywhere boolean := private.has_grant('scan', null);
begin
  return (
    select coalesce(jsonb_agg(private.scan_event(e.id) order by e.doors_at desc, e.id), '[]')
    from (
      select e.id, e.doors_at from public.events e
      where e.status <> 'draft' and e.doors_at between now() - interval '90 days' and now() + interval '48 hours'
        and (v_everywhere or private.has_grant('scan', e.id))
      order by e.doors_at desc, e.id limit 100
    ) e);
end
$$;
comment on function private.scan_events() is
  'Events of the last 90 days and the next two whose tickets the caller may scan, newest first.';

create function public.read_scan_data(
  p_event uuid default null, p_show text default 'all', p_sort text default null, p_after uuid default null,
  p_limit int default 50, p_filter jsonb default '{}', p_step int default 5
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_step int := case when p_step in (1, 5, 15) then p_step else 5 end;
  v_events jsonb := private.scan_events();
  v_event jsonb;
  v_id uuid;
  v_may_list boolean;
begin
  if not private.has_any_grant('scan') then
    return null;
  end if;
  if p_event is null then
    -- Today's event, else the last one, else the next one.
    select e.event into v_event from jsonb_array_elements(v_events) e (event)
    order by (e.event ->> 'doorsAt')::timestamptz > now() + interval '6 hours',
      abs(extract(epoch from (e.event ->> 'doorsAt')::timestamptz - now())) limit 1;
  elsif private.has_grant('scan', p_event) then
    v_event := private.scan_event(p_event);
  end if;
  v_id := (v_event ->> 'id')::uuid;
  v_may_list := v_id is not null and private.may_see_scans(v_id);
  return jsonb_build_object('now', now(), 'events', v_events, 'event', v_event,
    'figures', case when v_id is not null then public.read_door(v_id) end,
    'mayList', v_may_list, 'mayRelease', v_id is not null and private.has_grant('door_manager', v_id),
    'counts', null, 'groups', null, 'curve', null, 'scans', '[]'::jsonb, 'conflicts', '[]'::jsonb,
    'noShows', '[]'::jsonb, 'next', null)
    || case when v_may_list then private.read_event_scans(v_id, coalesce(p_show, 'all'), p_filter, p_sort, p_after, v_limit, v_step)
      else '{}' end;
end
$$;
comment on function public.read_scan_data(uuid, text, text, uuid, int, jsonb, int) is
  'Door staff: {now, events, event, figures, mayList, mayRelease, counts, groups, curve, scans, conflicts, noShows, next} of an event '
  '(p_event; tonight''s unless named). p_show is all, admitted, arrived, refused, conflicts or no_shows; p_filter as private.scan_filter '
  'takes it; p_sort is time, name, type or gate, with - from the last one (anything else: newest first); p_after is the row after which '
  'the page begins; p_step = minutes of a step of the curve: 1, 5 or 15. Scanners get figures and no rows: counts, groups and curve are '
  'null. Null for people without a scan grant; event is null where there is none to show.';

revoke execute on function private.conflict_scan(uuid, boolean), private.list_conflicts(public.events, uuid, int, boolean),
  private.device_label(uuid, text), private.scan_shown(text), private.scan_heads(public.scans),
  private.scan_filter(text, jsonb),
  private.known_scan_filter(jsonb, boolean), private.find_scans(public.events, text, jsonb, text, uuid, int),
  private.count_scans_shown(public.events, jsonb), private.scan_rows(uuid[], boolean), private.scan_groups(uuid, boolean),
  private.scan_curve(public.events, int), private.no_shows(public.events), private.count_no_shows(public.events),
  private.list_no_shows(public.events, uuid, int, boolean), private.read_event_scans(uuid, text, jsonb, text, uuid, int, int),
  private.scan_event(uuid), private.scan_events(), public.read_scan_data(uuid, text, text, uuid, int, jsonb, int)
from public, anon, authenticated, service_role;
grant execute on function private.read_event_scans(uuid, text, jsonb, text, uuid, int, int), private.scan_event(uuid),
  private.scan_events(),
  public.read_scan_data(uuid, text, text, uuid, int, jsonb, int)
to authenticated;
