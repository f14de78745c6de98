-- Moves streams from state to state: one function changes it, people with the right, the source and the clock ask for it.

create function private.is_stream_operator(p_stream public.streams) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.has_grant('stream_operator', p_stream.event_id);
end
$$;
comment on function private.is_stream_operator(public.streams) is
  'Returns whether the caller runs this stream: their role does, or a grant for its event or for all.';

create function private.lock_stream(p_stream uuid) returns public.streams
language plpgsql volatile set search_path = ''
as $$
declare
  v_stream public.streams;
begin
  select * into v_stream from public.streams where id = p_stream for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return v_stream;
end
$$;
comment on function private.lock_stream(uuid) is 'Locks a stream and returns it. Refuses not_found.';

create function private.require_operator(p_stream uuid) returns public.streams
language plpgsql volatile set search_path = ''
as $$
declare
  v_stream public.streams;
begin
  select * into v_stream from public.streams where id = p_stream;
  if not coalesce(private.is_stream_operator(v_stream), false) then
    perform private.refuse(403, 'not_allowed');
  end if;
  return private.lock_stream(p_stream);
end
$$;
comment on function private.require_operator(uuid) is
  'First line of functions for who runs a stream: locks and returns it. Refuses not_allowed, not_found.';

create function private.move_stream(p_stream public.streams, p_to text, p_as text, p_reason text default null) returns public.streams
language plpgsql volatile set search_path = ''
as $$
declare
  v_move private.stream_moves;
  v_gap int := coalesce(greatest(extract(epoch from now() - p_stream.interrupted_at), 0)::int, 0);
  v_stream public.streams;
begin
  select * into v_move from private.stream_moves m where m.from_state = p_stream.state and m.to_state = p_to;
  if not found then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', p_stream.state));
  elsif p_as <> all (v_move.roles) then
    perform private.refuse(403, 'not_allowed');
  end if;
  update public.streams set state = p_to, state_at = now(), version = version + 1,
    live_at = case when p_to = 'live' then coalesce(live_at, now()) else live_at end,
    interrupted_seconds = interrupted_seconds + v_gap,
    interrupted_at = case when p_to = 'interrupted' then now() end,
    is_held = false,
    ended_at = case when p_to = 'ended' then now() else ended_at end,
    replay_until = case when p_to = 'replay' then now() + make_interval(hours => replay_hours) else replay_until end
  where id = p_stream.id returning * into v_stream;
  perform private.log_state('stream', p_stream.id, p_stream.state, p_to, p_reason,
    case when v_gap > 0 then jsonb_build_object('interrupted_seconds', v_gap) else '{}' end);
  if p_to = 'live' and p_stream.live_at is null then
    perform private.notify(r.user_id, 'stream_live', null, null, null,
      jsonb_build_object('id', v_stream.id, 'title', v_stream.title, 'code', v_stream.code))
    from public.stream_reminders r where r.stream_id = v_stream.id;
  end if;
  return v_stream;
exception when unique_violation then
  perform private.refuse(409, 'channel_busy');
  return null;
end
$$;
comment on function private.move_stream(public.streams, text, text, text) is
  'The only way a stream changes state; logs it and returns the stream. p_as = manager, operator or system (private.stream_moves); the row '
  'must be locked. Time without a picture is added up; who asked for it is told once that it is live. '
  'Refuses invalid_state, not_allowed, channel_busy (another stream is on the air).';

create function private.move_own_stream(p_stream public.streams, p_to text, p_reason text) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_stream public.streams := private.move_stream(p_stream, p_to,
    case when private.may('manage_streams') then 'manager' else 'operator' end, p_reason);
begin
  perform private.audit('stream.moved', 'stream', p_stream.id::text, jsonb_strip_nulls(jsonb_build_object(
    'from', p_stream.state, 'to', p_to, 'title', p_stream.title, 'reason', nullif(btrim(coalesce(p_reason, '')), ''))));
  return jsonb_build_object('state', v_stream.state, 'version', v_stream.version);
end
$$;
comment on function private.move_own_stream(public.streams, text, text) is
  'Moves a stream for the caller, who runs it, with a row of the audit log: {state, version}. Refuses as private.move_stream does.';

create function private.check_stream_plan(p_stream public.streams) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_stream.starts_at is null or p_stream.starts_at + make_interval(mins => p_stream.minutes) <= now() then
    perform private.refuse(422, 'stream_start', '{"field": "startsAt"}');
  elsif p_stream.access_rule = 'ticket_types' and not exists (
    select 1 from public.stream_ticket_types n where n.stream_id = p_stream.id
    union all
    select 1 from public.ticket_types t where t.event_id = p_stream.event_id and t.includes_stream and t.archived_at is null)
  then
    perform private.refuse(422, 'stream_types', '{"field": "ticketTypes"}');
  end if;
end
$$;
comment on function private.check_stream_plan(public.streams) is
  'Refuses what a published stream may not be: stream_start (no start, or over already), stream_types (no type of tickets opens it).';

create function public.schedule_stream(p_stream uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_stream public.streams;
begin
  perform private.require_permission('manage_streams');
  v_stream := private.lock_stream(p_stream);
  perform private.check_stream_plan(v_stream);
  return private.move_own_stream(v_stream, 'scheduled', null);
end
$$;
comment on function public.schedule_stream(uuid) is
  'Admin: publishes a draft, {state, version}. Refuses stream_start (no start, or over already), stream_types (no type of tickets opens '
  'it), invalid_state, not_allowed, not_found.';

create function private.is_healthy(p_stream uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from private.stream_health h
    where h.stream_id = p_stream and h.healthy_since <= now() - interval '10 seconds'
      and h.last_segment_at > now() - interval '20 seconds');
end
$$;
comment on function private.is_healthy(uuid) is 'Returns whether the source of a stream has sent without a gap for 10 seconds.';

create function public.go_live(p_stream uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_stream public.streams := private.require_operator(p_stream);
begin
  if v_stream.state = 'preview' and not private.is_healthy(p_stream) then
    perform private.refuse(409, 'stream_not_healthy');
  end if;
  return private.move_own_stream(v_stream, 'live', null);
end
$$;
comment on function public.go_live(uuid) is
  'Admin or operator: puts a previewed stream on the air, {state, version}. Refuses stream_not_healthy (its source has not sent for 10 '
  'seconds without a gap), channel_busy, invalid_state, not_allowed, not_found.';

create function public.interrupt_stream(p_stream uuid, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_stream public.streams := private.require_operator(p_stream);
  v_response jsonb;
begin
  v_response := private.move_own_stream(v_stream, 'interrupted', private.require_reason(p_reason));
  update public.streams set is_held = true where id = p_stream;
  return v_response;
end
$$;
comment on function public.interrupt_stream(uuid, text) is
  'Admin or operator: shows the slate in place of the picture until resume_stream, 10 minutes at most; {state, version}. Refuses '
  'reason_required, invalid_state, not_allowed, not_found.';

create function public.resume_stream(p_stream uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_stream public.streams := private.require_operator(p_stream);
begin
  if not exists (
    select 1 from private.stream_health h where h.stream_id = p_stream and h.last_segment_at > now() - interval '20 seconds') then
    perform private.refuse(409, 'stream_not_healthy');
  end if;
  return private.move_own_stream(v_stream, 'live', null);
end
$$;
comment on function public.resume_stream(uuid) is
  'Admin or operator: shows the picture again, {state, version}. Refuses stream_not_healthy, invalid_state, not_allowed, not_found.';

create function public.end_stream(p_stream uuid, p_reason text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_stream public.streams := private.require_operator(p_stream);
begin
  return private.move_own_stream(v_stream, 'ended', p_reason);
end
$$;
comment on function public.end_stream(uuid, text) is
  'Admin or operator: ends a stream that is on the air, {state, version}. Refuses invalid_state, not_allowed, not_found.';

create function public.rotate_stream_key(p_stream uuid, p_key_hash text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_stream public.streams := private.require_operator(p_stream);
  v_version int;
begin
  if exists (
    select 1 from private.stream_sources s join private.stream_source_kinds k on k.name = s.kind and not k.has_key
    where s.stream_id = p_stream) then
    perform private.refuse(409, 'stream_keyless');
  elsif coalesce(p_key_hash, '') !~ '^[A-Za-z0-9_-]{43}$' then
    perform private.refuse(422, 'invalid', '{"field": "key"}');
  end if;
  insert into private.stream_sources as s (stream_id, kind, key_hash, key_version, key_at)
  values (p_stream, 'ingest', p_key_hash, 1, now())
  on conflict (stream_id) do update set key_hash = excluded.key_hash, key_version = s.key_version + 1, key_at = now()
  returning s.key_version into v_version;
  perform private.audit('stream.key_rotated', 'stream', p_stream::text, jsonb_build_object('title', v_stream.title,
    'from', v_version - 1, 'to', v_version));
  return jsonb_build_object('keyVersion', v_version);
end
$$;
comment on function public.rotate_stream_key(uuid, text) is
  'Admin or operator: replaces the stream key by one that the server made, of which it hands over the SHA-256 (base64url): {keyVersion}. '
  'What was sent with the one before ends with its next report. Refuses stream_keyless (its source takes no key), invalid, not_allowed, '
  'not_found.';

revoke execute on function private.is_stream_operator(public.streams), private.lock_stream(uuid), private.require_operator(uuid),
  private.move_stream(public.streams, text, text, text), private.move_own_stream(public.streams, text, text),
  private.check_stream_plan(public.streams), private.is_healthy(uuid), public.schedule_stream(uuid), public.go_live(uuid),
    public.interrupt_stream(uuid, text),
  public.resume_stream(uuid), public.end_stream(uuid, text), public.rotate_stream_key(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.schedule_stream(uuid), public.go_live(uuid), public.interrupt_stream(uuid, text),
  public.resume_stream(uuid), public.end_stream(uuid, text), public.rotate_stream_key(uuid, text) to authenticated;
