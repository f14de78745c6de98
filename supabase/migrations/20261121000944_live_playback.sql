-- Lets people watch: begins playback, renews it while the right to it lasts, and ends it on the oldest device when there are too many.

create function private.playback_answer(p_session private.playback_sessions, p_stream public.streams, p_ended_other boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'sessionId', p_session.id, 'streamId', p_stream.id, 'personId', p_session.person_id,
    'viewer', coalesce(p_session.person_id, p_session.device_id),
    'sourceKind', (select s.kind from private.stream_sources s where s.stream_id = p_stream.id),
    'state', p_stream.state, 'isReplay', p_session.is_replay, 'isPreview', p_session.entitlement = 'preview',
    'expiresAt', p_session.expires_at,
    'renewInSeconds', greatest(1, floor(extract(epoch from p_session.expires_at - now()) / 2))::int,
    'endedOther', p_ended_other);
end
$$;
comment on function private.playback_answer(private.playback_sessions, public.streams, boolean) is
  'What a token is signed from: {sessionId, streamId, personId, viewer (person, else device), sourceKind, state, isReplay, isPreview, '
  'expiresAt, renewInSeconds, endedOther (another device was stopped for this one)}.';

create function private.playback_life(p_seconds int) returns interval
language plpgsql stable set search_path = ''
as $$
begin
  return make_interval(secs => greatest(1, least(coalesce(p_seconds, 900), (select s.playback_minutes * 60 from public.settings s))));
end
$$;
comment on function private.playback_life(int) is
  'How long a playback token lives: as the settings say, or p_seconds where that is shorter; null = as the settings say.';

create function private.watches_by(p_stream public.streams, p_person uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_by text;
begin
  if private.stream_is_playable(p_stream.state) then
    v_by := private.entitlement_to_stream(p_stream, p_person);
  end if;
  if v_by is null and p_person is not null and p_person = auth.uid()
    and (private.stream_is_playable(p_stream.state) or private.stream_is_previewed(p_stream.state))
    and private.is_stream_operator(p_stream) then
    return 'preview';
  elsif v_by is not null and (p_stream.state <> 'replay' or p_stream.replay_until > now()) then
    return v_by;
  elsif not private.stream_is_published(p_stream.state) and not private.stream_is_over(p_stream.state) then
    perform private.refuse(404, 'not_found');
  elsif private.stream_is_upcoming(p_stream.state) then
    perform private.refuse(409, 'stream_not_on');
  elsif not private.stream_is_playable(p_stream.state) or v_by is not null then
    perform private.refuse(409, 'stream_over');
  elsif p_person is null then
    perform private.refuse(401, 'sign_in_required');
  elsif private.person_role(p_person) is null then
    perform private.refuse(403, 'playback_banned');
  end if;
  perform private.refuse(403, 'playback_not_entitled', jsonb_build_object('rule', p_stream.access_rule, 'passCents', p_stream.pass_cents));
  return null;
end
$$;
comment on function private.watches_by(public.streams, uuid) is
  'Returns by what a person watches a stream now (entitlement_to_stream), preview for who runs it and has no other right. Refuses '
  'not_found (a draft), stream_not_on (not begun), stream_over, sign_in_required, playback_banned, playback_not_entitled.';

create function private.end_other_playback(p_stream uuid, p_person uuid, p_device uuid) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  update private.playback_sessions set ended_at = now(), end_reason = 'replaced'
  where stream_id = p_stream and device_id = p_device and person_id is not distinct from p_person and ended_at is null;
  if p_person is null then
    return false;
  end if;
  update private.playback_sessions set ended_at = now(), end_reason = 'elsewhere'
  where id in (
    select s.id from private.playback_sessions s
    where s.stream_id = p_stream and s.person_id = p_person and s.ended_at is null and s.expires_at > now()
    order by s.began_at desc, s.id offset 1);
  return found;
end
$$;
comment on function private.end_other_playback(uuid, uuid, uuid) is
  'Makes room for one more device of a person at a stream: ends what the same device played before, and all but the newest of the '
  'others, since two may play at once. Returns whether another device was ended. Visitors are not counted. The person must be locked.';

create function public.begin_playback(p_stream uuid, p_device uuid, p_seconds int default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_person uuid := auth.uid();
  v_stream public.streams;
  v_by text;
  v_ended_other boolean;
  v_session private.playback_sessions;
begin
  select * into v_stream from public.streams where id = p_stream;
  if not found then
    perform private.refuse(404, 'not_found');
  elsif p_device is null then
    perform private.refuse(422, 'invalid', '{"field": "device"}');
  end if;
  v_by := private.watches_by(v_stream, v_person);
  if v_person is not null then
    perform pg_advisory_xact_lock(hashtextextended(concat('playback:', p_stream, v_person), 0));
  end if;
  v_ended_other := private.end_other_playback(p_stream, v_person, p_device);
  insert into private.playback_sessions
    (stream_id, person_id, device_id, entitlement, is_replay, began_at, renewed_at, expires_at)
  values (p_stream, v_person, p_device, v_by, private.stream_is_over(v_stream.state), clock_timestamp(), clock_timestamp(),
    clock_timestamp() + private.playback_life(p_seconds))
  returning * into v_session;
  return private.playback_answer(v_session, v_stream, v_ended_other);
end
$$;
comment on function public.begin_playback(uuid, uuid, int) is
  'Begins playback of a stream on a device for the caller, or for a visitor when the server calls: private.playback_answer. Two devices of '
  'a person play at once; a third ends the oldest. p_device = an id that the browser keeps; p_seconds = a shorter life of the token than '
  'the settings give. Refuses as private.watches_by does, and invalid.';

create function private.own_session(p_session uuid) returns private.playback_sessions
language plpgsql volatile set search_path = ''
as $$
declare
  v_session private.playback_sessions;
begin
  select * into v_session from private.playback_sessions
  where id = p_session and person_id is not distinct from auth.uid() for no key update;
  return v_session;
end
$$;
comment on function private.own_session(uuid) is
  'Locks and returns a session of the caller, or of a visitor when the server calls; all null for another one''s.';

create function public.renew_playback(p_session uuid, p_seconds int default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_session private.playback_sessions := private.own_session(p_session);
  v_stream public.streams;
  v_by text;
begin
  if v_session.end_reason = 'elsewhere' then
    perform private.refuse(409, 'playback_ended_elsewhere');
  elsif v_session.id is null or v_session.ended_at is not null or v_session.expires_at <= now() then
    perform private.refuse(409, 'playback_expired');
  end if;
  select * into strict v_stream from public.streams where id = v_session.stream_id;
  v_by := private.watches_by(v_stream, v_session.person_id);
  update private.playback_sessions set renewed_at = clock_timestamp(), entitlement = v_by,
    is_replay = private.stream_is_over(v_stream.state),
    expires_at = greatest(expires_at, clock_timestamp() + private.playback_life(p_seconds))
  where id = p_session returning * into v_session;
  return private.playback_answer(v_session, v_stream, false);
end
$$;
comment on function public.renew_playback(uuid, int) is
  'Goes on with playback that the caller (or, for the server, a visitor) began, if the right to it still stands: private.playback_answer. '
  'Refuses playback_ended_elsewhere (a newer device), playback_expired (unknown, another one''s, ended or run out), and as '
  'private.watches_by does: after a refund, a ban, or the end.';

create function public.end_playback(p_session uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_session private.playback_sessions := private.own_session(p_session);
begin
  update private.playback_sessions set ended_at = now(), end_reason = 'left' where id = v_session.id and ended_at is null;
end
$$;
comment on function public.end_playback(uuid) is
  'Notes that the caller (or, for the server, a visitor) stopped watching; nothing happens for another one''s session.';

create function private.viewers_of(p_stream uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)::int from private.playback_sessions s
    where s.stream_id = p_stream and s.ended_at is null and s.expires_at > now() and s.entitlement <> 'preview');
end
$$;
comment on function private.viewers_of(uuid) is 'Counts the devices that watch a stream now; staff who preview it are none.';

create function private.shown_viewers(p_viewers int) returns int
language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_viewers < 10 then null when p_viewers <= 100 then p_viewers
    else round(p_viewers, case when p_viewers < 1000 then -1 else -2 end)::int end;
end
$$;
comment on function private.shown_viewers(int) is
  'The number of viewers that everybody is told: null below 10, rounded to 10 above 100 and to 100 above 1,000.';

create function public.read_stream_source(p_stream uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('kind', s.kind, 'state', t.state, 'config', s.config, 'keyVersion', s.key_version,
      'startedAt', t.live_at, 'interruptedAt', t.interrupted_at, 'endedAt', t.ended_at)
    from private.stream_sources s join public.streams t on t.id = s.stream_id where s.stream_id = p_stream);
end
$$;
comment on function public.read_stream_source(uuid) is
  'For the server: where the picture of a stream comes from, {kind, state, config, keyVersion, startedAt, '
  'interruptedAt, endedAt}; null without a source. '
  'config has addresses and keys that nobody else may see.';

revoke execute on function private.playback_answer(private.playback_sessions, public.streams, boolean), private.playback_life(int),
  private.watches_by(public.streams, uuid), private.end_other_playback(uuid, uuid, uuid), private.own_session(uuid),
  private.viewers_of(uuid), private.shown_viewers(int), public.begin_playback(uuid, uuid, int), public.renew_playback(uuid, int),
  public.end_playback(uuid), public.read_stream_source(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.begin_playback(uuid, uuid, int), public.renew_playback(uuid, int), public.end_playback(uuid)
  to authenticated, service_role;
grant execute on function public.read_stream_source(uuid) to service_role;
