-- Follows the sources of streams and the clock: what a source reports, and what time alone changes.

create function public.find_ingest_stream(p_key_hash text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('streamId', t.id, 'state', t.state, 'keyVersion', s.key_version)
    from private.stream_sources s
    join private.stream_source_kinds k on k.name = s.kind and k.has_key
    join public.streams t on t.id = s.stream_id and private.stream_takes_ingest(t.state)
    where s.key_hash = p_key_hash);
end
$$;
comment on function public.find_ingest_stream(text) is
  'For the server: the stream that a stream key (its SHA-256, base64url) may send to now, {streamId, state, keyVersion}; null for none.';

create function private.note_health(p_stream uuid, p_report jsonb) returns private.stream_health
language plpgsql volatile set search_path = ''
as $$
declare
  v_at timestamptz := least((p_report ->> 'lastSegmentAt')::timestamptz, clock_timestamp());
  v_bitrate int := least(greatest((p_report ->> 'bitrateKbps')::numeric, 0), 1000000)::int;
  v_dropped int := least(greatest((p_report ->> 'droppedFrames')::numeric, 0), 2000000000)::int;
  v_health private.stream_health;
begin
  insert into private.stream_health as h (stream_id, last_segment_at, healthy_since, bitrate_kbps, dropped_frames, is_connected,
    reported_at)
  values (p_stream, v_at, v_at, v_bitrate, v_dropped, coalesce((p_report ->> 'connected')::boolean, true), clock_timestamp())
  on conflict (stream_id) do update set
    healthy_since = case
      when excluded.last_segment_at is null then h.healthy_since
      when h.last_segment_at is null or excluded.last_segment_at - h.last_segment_at > interval '20 seconds'
        or h.healthy_since is null then excluded.last_segment_at
      else h.healthy_since end,
    last_segment_at = greatest(h.last_segment_at, excluded.last_segment_at), bitrate_kbps = excluded.bitrate_kbps,
    dropped_frames = excluded.dropped_frames, is_connected = excluded.is_connected, reported_at = excluded.reported_at
  returning * into v_health;
  return v_health;
end
$$;
comment on function private.note_health(uuid, jsonb) is
  'Stores what a source reports of itself and returns it. healthy_since begins anew after a gap of 20 seconds.';

create function public.report_ingest(p_stream uuid, p_report jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_stream public.streams;
  v_health private.stream_health;
begin
  perform private.require_service();
  v_stream := private.lock_stream(p_stream);
  if (p_report ->> 'keyVersion')::int <> (select s.key_version from private.stream_sources s where s.stream_id = p_stream) then
    perform private.refuse(409, 'stream_key_rotated');
  elsif not private.stream_takes_ingest(v_stream.state) then
    perform private.refuse(409, 'stream_not_on');
  end if;
  v_health := private.note_health(p_stream, p_report);
  if v_health.last_segment_at > now() - interval '20 seconds' then
    if v_stream.state = 'scheduled' and v_stream.starts_at <= now() + interval '2 hours' and v_stream.called_off_at is null then
      v_stream := private.move_stream(v_stream, 'preview', 'system', 'The source sends.');
    elsif v_stream.state = 'interrupted' and not v_stream.is_held then
      v_stream := private.move_stream(v_stream, 'live', 'system', 'The source sends again.');
    end if;
  end if;
  return jsonb_build_object('state', v_stream.state);
end
$$;
comment on function public.report_ingest(uuid, jsonb) is
  'For the server: what the source of a stream does, {bitrateKbps, droppedFrames, lastSegmentAt, connected, keyVersion}; each may be '
  'left out. Moves a scheduled stream to preview from 2 hours before its start, and an interrupted one that staff do not hold back to '
  'live: {state}. Refuses stream_key_rotated (end that connection), stream_not_on, not_found.';

create function public.report_replay(p_stream uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_service();
  update public.streams set replay_ready_at = coalesce(replay_ready_at, now()) where id = p_stream;
end
$$;
comment on function public.report_replay(uuid) is 'For the server: the recording of a stream can be played from now on.';

create function private.tick_on_air() returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_stream public.streams;
  v_moved int := 0;
begin
  for v_stream in
    select s.* from public.streams s left join private.stream_health h on h.stream_id = s.id
    where (s.state in ('live', 'preview') and coalesce(h.last_segment_at, '-infinity') < now() - interval '20 seconds')
      or (s.state = 'interrupted' and s.interrupted_at <= now() - interval '10 minutes')
    order by s.id for no key update of s skip locked
  loop
    perform private.move_stream(v_stream,
      case v_stream.state when 'live' then 'interrupted' when 'preview' then 'scheduled' else 'ended' end, 'system',
      case when v_stream.state = 'interrupted' then 'Nothing came for 10 minutes.' else 'Nothing came for 20 seconds.' end);
    update private.stream_health set healthy_since = null where stream_id = v_stream.id;
    v_moved := v_moved + 1;
  end loop;
  return v_moved;
end
$$;
comment on function private.tick_on_air() is
  'Interrupts what is live and sends nothing for 20 seconds, takes back a preview that does, and ends what is interrupted for 10 minutes.';

create function private.tick_ended() returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_stream public.streams;
  v_moved int := 0;
begin
  for v_stream in
    select s.* from public.streams s left join private.stream_sources x on x.stream_id = s.id
      left join private.stream_source_kinds k on k.name = x.kind
    where (s.state = 'ended' and ((s.has_replay and (s.replay_ready_at is not null or k.has_recording) and s.passes_end_at is null)
        or s.ended_at + make_interval(hours => s.replay_hours) <= now()))
      or (s.state = 'replay' and s.replay_until <= now())
    order by s.id for no key update of s skip locked
  loop
    if v_stream.state = 'ended' and v_stream.ended_at + make_interval(hours => v_stream.replay_hours) > now() then
      perform private.move_stream(v_stream, 'replay', 'system', 'The recording is there.');
    else
      perform private.move_stream(v_stream, 'archived', 'system', 'Its time is over.');
    end if;
    v_moved := v_moved + 1;
  end loop;
  return v_moved;
end
$$;
comment on function private.tick_ended() is
  'Shows the recording of an ended stream that has one, and archives what is over for as long as a recording is shown.';

create function private.count_viewers() returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.stream_minutes as m (stream_id, minute, viewers)
  select s.id, date_trunc('minute', now()), private.viewers_of(s.id) from public.streams s where private.stream_is_on_air(s.state)
  on conflict (stream_id, minute) do update set viewers = excluded.viewers where m.viewers < excluded.viewers;
  with old as (
    delete from private.playback_sessions p where p.began_at < now() - interval '30 days'
    returning p.stream_id, p.entitlement, p.began_at, least(coalesce(p.ended_at, p.expires_at), p.expires_at) as until
  )
  insert into private.stream_figures as f (stream_id, viewers, watch_seconds)
  select o.stream_id, count(*)::int, sum(greatest(extract(epoch from o.until - o.began_at), 0))::bigint
  from old o where o.entitlement <> 'preview' group by o.stream_id
  on conflict (stream_id) do update set viewers = f.viewers + excluded.viewers, watch_seconds = f.watch_seconds + excluded.watch_seconds;
end
$$;
comment on function private.count_viewers() is
  'Notes how many watch at this minute, the most of the minute, and turns sessions older than 30 days into figures.';

create function public.run_stream_clock() returns int
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('stream_clock', 0)) then
    return 0;
  end if;
  perform private.count_viewers();
  return private.tick_on_air() + private.tick_ended() + private.tick_called_off();
end
$$;
comment on function public.run_stream_clock() is
  'For the job: makes the moves of streams that time makes and counts viewers; returns how many moved. One at a time.';

revoke execute on function public.find_ingest_stream(text), private.note_health(uuid, jsonb), public.report_ingest(uuid, jsonb),
  public.report_replay(uuid), private.tick_on_air(), private.tick_ended(), private.count_viewers(), public.run_stream_clock()
from public, anon, authenticated, service_role;
grant execute on function public.find_ingest_stream(text), public.report_ingest(uuid, jsonb), public.report_replay(uuid),
  public.run_stream_clock() to service_role;
