-- Lets the server watch sources that do not report by themselves: the demo channel, origins and Mux.

create function public.read_probed_streams() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return coalesce((
    select jsonb_agg(jsonb_build_object('streamId', t.id, 'kind', s.kind, 'state', t.state, 'config', s.config, 'keyVersion', s.key_version,
      'startedAt', t.live_at, 'interruptedAt', t.interrupted_at, 'endedAt', t.ended_at) order by t.id)
    from public.streams t
    join private.stream_sources s on s.stream_id = t.id
    join private.stream_source_kinds k on k.name = s.kind and not k.has_key
    where private.stream_takes_ingest(t.state)
      and (private.stream_is_on_air(t.state) or t.starts_at <= now() + interval '2 hours')), '[]');
end
$$;
comment on function public.read_probed_streams() is
  'For the server: the streams whose source may send now and does not report it by itself, each as read_stream_source says, with its id. '
  'Those that are not on the air from two hours before their start.';

create function public.find_mux_stream(p_live_stream text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('streamId', s.stream_id, 'keyVersion', s.key_version)
    from private.stream_sources s join public.streams t on t.id = s.stream_id
    where s.kind = 'mux' and s.config ->> 'liveStreamId' = p_live_stream
    order by t.starts_at desc nulls last, t.id limit 1);
end
$$;
comment on function public.find_mux_stream(text) is
  'For the server: the stream that Mux knows by this id of a live stream, {streamId, keyVersion}; null for none.';

create function public.store_mux_recording(p_stream uuid, p_playback text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_service();
  update private.stream_sources set config = config || jsonb_build_object('replayPlaybackId', p_playback)
  where stream_id = p_stream and kind = 'mux';
  perform public.report_replay(p_stream);
end
$$;
comment on function public.store_mux_recording(uuid, text) is
  'For the server: Mux has the recording of a stream, under this playback id.';

revoke execute on function public.read_probed_streams(), public.find_mux_stream(text), public.store_mux_recording(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.read_probed_streams(), public.find_mux_stream(text), public.store_mux_recording(uuid, text)
to service_role;
