-- Sets where the picture of a stream comes from. What is secret of it is written and never read back.

create function private.check_source_address(p_address text, p_field text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_address !~ '^https?://[a-zA-Z0-9._:\[\]-]+(/[^\s"<>\\]*)?$' or char_length(p_address) > 500 then
    perform private.refuse(422, 'stream_address', jsonb_build_object('field', p_field));
  end if;
end
$$;
comment on function private.check_source_address(text, text) is
  'Refuses stream_address for what is no web address of a playlist; one with a name and password in it is none. Null is let through.';

create function private.source_config(p_kind text, p_config jsonb, p_old jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_id constant text := '^[A-Za-z0-9]{8,80}$';
begin
  case p_kind
  when 'origin' then
    perform private.check_source_address(coalesce(p_config ->> 'address', ''), 'address');
    perform private.check_source_address(p_config ->> 'replayAddress', 'replayAddress');
    if char_length(p_config ->> 'signingKey') not between 1 and 500 then
      perform private.refuse(422, 'invalid', '{"field": "signingKey"}');
    end if;
    return jsonb_strip_nulls(jsonb_build_object('address', p_config -> 'address', 'replayAddress', p_config -> 'replayAddress',
      'signingKey', coalesce(p_config -> 'signingKey', p_old -> 'signingKey')));
  when 'mux' then
    if coalesce(p_config ->> 'liveStreamId', '') !~ v_id or coalesce(p_config ->> 'playbackId', '') !~ v_id then
      perform private.refuse(422, 'invalid', '{"field": "playbackId"}');
    end if;
    return jsonb_strip_nulls(jsonb_build_object('liveStreamId', p_config -> 'liveStreamId', 'playbackId', p_config -> 'playbackId',
      'replayPlaybackId', p_old -> 'replayPlaybackId'));
  else
    return '{}';
  end case;
end
$$;
comment on function private.source_config(text, jsonb, jsonb) is
  'Checks the settings of a kind of source and returns them as they are stored. signingKey left out keeps the one of p_old, JSON null '
  'removes it. Refuses stream_address, invalid.';

create function private.source_facts(p_source private.stream_sources) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('kind', p_source.kind, 'address', split_part(p_source.config ->> 'address', '?', 1),
    'replay_address', split_part(p_source.config ->> 'replayAddress', '?', 1), 'is_signed', p_source.config ? 'signingKey',
    'live_stream', p_source.config ->> 'liveStreamId', 'playback', p_source.config ->> 'playbackId');
end
$$;
comment on function private.source_facts(private.stream_sources) is
  'What the audit log says of a source: neither its signing key nor what stands behind the question mark of an address, which may be one.';

create function public.set_stream_source(p_stream uuid, p_kind text, p_config jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_stream public.streams;
  v_old private.stream_sources;
  v_new private.stream_sources;
begin
  perform private.require_permission('manage_streams');
  v_stream := private.lock_stream(p_stream);
  select * into v_old from private.stream_sources s where s.stream_id = p_stream;
  if not exists (select 1 from private.stream_source_kinds k where k.name = p_kind) then
    perform private.refuse(422, 'invalid', '{"field": "kind"}');
  elsif v_stream.state in ('archived', 'cancelled') or (v_old.kind <> p_kind and not private.stream_can_be_edited(v_stream.state)) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_stream.state));
  end if;
  insert into private.stream_sources as s (stream_id, kind, config)
  values (p_stream, p_kind, private.source_config(p_kind, p_config, case when v_old.kind = p_kind then v_old.config else '{}' end))
  on conflict (stream_id) do update set kind = excluded.kind, config = excluded.config,
    key_version = s.key_version + (s.kind <> excluded.kind or s.config <> excluded.config)::int,
    key_hash = case when s.kind = excluded.kind then s.key_hash end, key_at = case when s.kind = excluded.kind then s.key_at end
  returning * into v_new;
  if v_old.kind <> p_kind then
    -- What the source before sent says nothing of the new one.
    delete from private.stream_health h where h.stream_id = p_stream;
  end if;
  update public.streams t set replay_ready_at = case when v_new.config ? 'replayAddress' then coalesce(t.replay_ready_at, now())
    when v_old.kind = p_kind and p_kind <> 'origin' then t.replay_ready_at end
  where t.id = p_stream;
  perform private.audit_change('stream.source_set', 'stream', p_stream::text,
    case when v_old.stream_id is not null then private.source_facts(v_old) end, private.source_facts(v_new),
    jsonb_build_object('title', v_stream.title));
  return jsonb_build_object('kind', v_new.kind, 'keyVersion', v_new.key_version);
end
$$;
comment on function public.set_stream_source(uuid, text, jsonb) is
  'Admin: sets the source of a stream: demo {}, ingest {}, origin {address, signingKey, replayAddress}, mux {liveStreamId, playbackId}; '
  '{kind, keyVersion}. A signingKey left out stays, JSON null removes it. The kind changes only before the stream is on the air, and ends '
  'the stream key. An origin has its recording as soon as its address is set. Refuses invalid, stream_address, invalid_state, not_allowed, '
  'not_found.';

revoke execute on function private.check_source_address(text, text), private.source_config(text, jsonb, jsonb),
  private.source_facts(private.stream_sources), public.set_stream_source(uuid, text, jsonb)
from public, anon, authenticated, service_role;
grant execute on function public.set_stream_source(uuid, text, jsonb) to authenticated;
