-- What the operator desk reads: the streams that the caller runs, and everything about one of them.

create function private.stream_moves_for(p_stream public.streams) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_roles text[] := array_remove(array['operator', case when private.may('manage_streams') then 'manager' end], null);
begin
  return (
    select coalesce(jsonb_agg(m.to_state order by t.position), '[]')
    from private.stream_moves m join private.stream_states t on t.state = m.to_state
    where m.from_state = p_stream.state and m.roles && v_roles and p_stream.called_off_at is null);
end
$$;
comment on function private.stream_moves_for(public.streams) is
  'The states that the caller, who runs a stream, may move it to; none of one that is called off.';

create function private.desk_source(p_stream uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('kind', s.kind, 'label', k.label, 'hasKey', k.has_key, 'keyVersion', s.key_version, 'keyAt', s.key_at)
      || case when private.may('manage_streams') then jsonb_build_object('address', s.config ->> 'address',
        'replayAddress', s.config ->> 'replayAddress', 'isSigned', s.config ? 'signingKey', 'liveStreamId', s.config ->> 'liveStreamId',
        'playbackId', s.config ->> 'playbackId') else '{}' end
    from private.stream_sources s join private.stream_source_kinds k on k.name = s.kind where s.stream_id = p_stream);
end
$$;
comment on function private.desk_source(uuid) is
  'The source of a stream for its desk: {kind, label, hasKey, keyVersion, keyAt}, for admins with {address, replayAddress, isSigned, '
  'liveStreamId, playbackId}; never a key. Null where none is set.';

create function private.desk_health(p_stream public.streams) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('lastSegmentAt', h.last_segment_at, 'bitrateKbps', h.bitrate_kbps, 'droppedFrames', h.dropped_frames,
      'isConnected', h.is_connected, 'reportedAt', h.reported_at, 'isHealthy', private.is_healthy(p_stream.id),
      'isExpected', private.stream_takes_ingest(p_stream.state))
    from private.stream_health h where h.stream_id = p_stream.id);
end
$$;
comment on function private.desk_health(public.streams) is
  'How the source of a stream does: {lastSegmentAt, bitrateKbps, droppedFrames, isConnected, reportedAt, isHealthy (10 seconds without a '
  'gap), isExpected (it may send now)}; null before it ever reported.';

create function private.desk_passes(p_stream public.streams) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if not private.may('refund') or (p_stream.pass_cents is null and not exists (
    select 1 from private.valid_passes v where v.stream_id = p_stream.id)) then
    return null;
  end if;
  return (
    select jsonb_build_object('count', count(*), 'cents', coalesce(sum(v.total_cents) filter (where not v.is_test), 0),
      'isRefunding', p_stream.passes_end_at is not null,
      'latest', (
        select coalesce(jsonb_agg(jsonb_build_object('code', o.code, 'buyer', o.name, 'cents', x.total_cents, 'paidAt', x.paid_at)
          order by x.paid_at desc, x.id), '[]')
        from (
          select * from private.valid_passes y where y.stream_id = p_stream.id order by y.paid_at desc, y.id limit 10) x
        join public.orders o on o.id = x.order_id))
    from private.valid_passes v where v.stream_id = p_stream.id);
end
$$;
comment on function private.desk_passes(public.streams) is
  'The valid passes of a stream, for who may refund them: {count, cents, isRefunding (all are given back; count = those left), latest '
  '[{code '
  '(of the order), buyer, cents, paidAt}] the newest 10}; null where none is sold, and for operators.';

create function private.desk_log(p_stream uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'at', x.at, 'from', x.from_state, 'to', x.to_state, 'reason', x.reason,
      'who', coalesce(p.display_name, p.username),
      'gapSeconds', (x.facts ->> 'interrupted_seconds')::int) order by x.id desc), '[]')
    from (
      select * from private.state_log l where l.entity = 'stream' and l.entity_id = p_stream order by l.id desc limit 40) x
    left join public.profiles p on p.id = x.actor_id);
end
$$;
comment on function private.desk_log(uuid) is
  'The last 40 changes of a stream''s state, newest first: [{id, at, from, to, reason, who (null: the source or the clock), gapSeconds}].';

create function private.desk_stream(p_stream public.streams) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.stream_card(p_stream) || jsonb_build_object('state', p_stream.state, 'description', p_stream.description,
    'channel', p_stream.channel, 'hasOwnPoster', p_stream.image_path is not null, 'hasReplay', p_stream.has_replay,
    'replayHours', p_stream.replay_hours, 'interruptedAt', p_stream.interrupted_at, 'isHeld', p_stream.is_held,
    'interruptedSeconds', p_stream.interrupted_seconds, 'calledOffAt', p_stream.called_off_at, 'editVersion', p_stream.edit_version,
    'event', (select jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title) from public.events e where e.id = p_stream.event_id),
    'ticketTypes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.position, t.name), '[]')
      from public.stream_ticket_types n join public.ticket_types t on t.id = n.ticket_type_id where n.stream_id = p_stream.id));
end
$$;
comment on function private.desk_stream(public.streams) is
  'A stream as its desk shows it: private.stream_card with its own state, and what only staff read.';

create function public.read_stream_desk(p_stream uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_stream public.streams;
begin
  perform private.require_any_grant('stream_operator');
  select * into v_stream from public.streams s where s.id = p_stream and private.is_stream_operator(s);
  if v_stream.id is null then
    return null;
  end if;
  return jsonb_build_object('now', now(), 'timeZone', (select c.time_zone from public.settings c),
    'currency', (select c.currency from public.settings c), 'stream', private.desk_stream(v_stream),
    'moves', private.stream_moves_for(v_stream), 'mayManage', private.may('manage_streams'), 'isProven', private.is_proven(),
    'canEdit', private.may('manage_streams') and private.stream_can_be_edited(v_stream.state) and v_stream.called_off_at is null,
    'canWatch', private.stream_is_previewed(v_stream.state) or private.stream_is_playable(v_stream.state),
    'source', private.desk_source(p_stream), 'health', private.desk_health(v_stream), 'viewers', private.viewers_of(p_stream),
    'figures', private.stream_watching(p_stream), 'passes', private.desk_passes(v_stream), 'failure', private.stream_failure(v_stream),
    'reports', case when private.may('moderate') then private.open_chat_reports(p_stream) end, 'log', private.desk_log(p_stream));
end
$$;
comment on function public.read_stream_desk(uuid) is
  'The desk of a stream, for admins and who runs it: {now, timeZone, currency, stream (private.desk_stream), moves (states that the caller '
  'may move it to), mayManage, isProven, canEdit, canWatch (its picture, if it sends), source, health, viewers (now), figures '
  '(private.stream_watching), passes, failure (private.stream_failure), reports (of its chat, for moderators), log}; null for a stream '
  'that '
  'the caller does not run. Refuses not_allowed.';

create function private.stream_choices(p_stream public.streams) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('timeZone', (select c.time_zone from public.settings c), 'now', now(),
    'currency', (select c.currency from public.settings c),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'title', x.title, 'startsAt', x.starts_at) order by x.starts_at, x.id), '[]')
      from (
        select e.id, e.title, e.starts_at from public.events e
        where e.id = p_stream.event_id
          or (e.status in ('draft', 'published', 'postponed') and coalesce(e.ends_at, e.starts_at) > now() - interval '1 day')
        order by e.starts_at, e.id limit 200) x),
    'ticketTypes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'includesStream', t.includes_stream)
        order by t.position, t.name), '[]')
      from public.ticket_types t where t.event_id = p_stream.event_id and t.archived_at is null),
    'kinds', (
      select jsonb_agg(jsonb_build_object('name', k.name, 'label', k.label) order by k.position) from private.stream_source_kinds k));
end
$$;
comment on function private.stream_choices(public.streams) is
  'What the forms of a stream offer: {timeZone, now, currency, events (to come, and its own), ticketTypes (of its event), kinds (of '
  'sources)}.';

create function public.read_stream_choices(p_stream uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_stream public.streams;
begin
  perform private.require_permission('manage_streams');
  select * into v_stream from public.streams where id = p_stream;
  return private.stream_choices(v_stream);
end
$$;
comment on function public.read_stream_choices(uuid) is
  'Admin: what the forms of a stream (null = of a new one) offer: private.stream_choices. Refuses not_allowed.';

create function private.stream_row(p_stream public.streams) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_stream.id, 'code', p_stream.code, 'title', p_stream.title, 'state', p_stream.state,
    'startsAt', p_stream.starts_at, 'accessRule', p_stream.access_rule, 'passCents', p_stream.pass_cents,
    'isCalledOff', p_stream.called_off_at is not null and not private.stream_is_over(p_stream.state),
    'event', (select e.title from public.events e where e.id = p_stream.event_id),
    'source', (
      select k.label from private.stream_sources s join private.stream_source_kinds k on k.name = s.kind where s.stream_id = p_stream.id),
    'viewers', case when private.stream_is_on_air(p_stream.state) then private.viewers_of(p_stream.id) end,
    'failure', private.stream_failure(p_stream),
    'passes', case when private.may('refund') and p_stream.pass_cents is not null then (
      select count(*) from private.valid_passes v where v.stream_id = p_stream.id) end);
end
$$;
comment on function private.stream_row(public.streams) is
  'A stream in the list of staff: {id, code, title, state, startsAt, accessRule, passCents, isCalledOff, event, source, viewers (on the '
  'air), failure, passes (valid ones, for who may refund)}.';

create function public.list_streams(p_show text default 'coming', p_search text default null, p_after uuid default null,
  p_limit int default 50)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_search text := lower(btrim(coalesce(p_search, '')));
  v_ids uuid[];
  v_from int;
begin
  perform private.require_any_grant('stream_operator');
  select coalesce(array_agg(s.id order by private.stream_is_on_air(s.state) desc,
      case when p_show = 'coming' then s.starts_at end, s.starts_at desc nulls first, s.id), '{}') into v_ids
  from public.streams s
  where private.is_stream_operator(s) and (v_search = '' or strpos(lower(s.title), v_search) > 0)
    and case p_show when 'all' then true when 'past' then private.stream_is_over(s.state)
      when 'draft' then private.stream_is_upcoming(s.state) and not private.stream_is_published(s.state)
      else private.stream_is_published(s.state) and not private.stream_is_over(s.state) end;
  v_from := coalesce(array_position(v_ids, p_after), 0);
  return jsonb_build_object('now', now(), 'timeZone', (select c.time_zone from public.settings c),
    'currency', (select c.currency from public.settings c),
    'streams', (
      select coalesce(jsonb_agg(private.stream_row(s) order by x.place), '[]')
      from unnest(v_ids[v_from + 1:v_from + v_limit]) with ordinality x (id, place) join public.streams s on s.id = x.id),
    'next', case when cardinality(v_ids) > v_from + v_limit then v_ids[v_from + v_limit] end,
    'total', case when p_after is null then private.list_total(cardinality(v_ids), 10000) end);
end
$$;
comment on function public.list_streams(text, text, uuid, int) is
  'Streams that the caller runs: {now, timeZone, currency, streams (private.stream_row), next, total (private.list_total, on the first '
  'page '
  'only)}; what is on the air first. p_show = coming (the next first), draft, past or all (the newest first); p_search = part of the '
  'title. '
  'Refuses not_allowed.';

revoke execute on function private.stream_moves_for(public.streams), private.desk_source(uuid), private.desk_health(public.streams),
  private.desk_passes(public.streams), private.desk_log(uuid), private.desk_stream(public.streams), public.read_stream_desk(uuid),
  private.stream_choices(public.streams), public.read_stream_choices(uuid), private.stream_row(public.streams),
  public.list_streams(text, text, uuid, int)
from public, anon, authenticated, service_role;
grant execute on function public.read_stream_desk(uuid), public.read_stream_choices(uuid), public.list_streams(text, text, uuid, int)
  to authenticated;
