-- What pages read of streams.

create function private.stream_card(p_stream public.streams) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p_stream.id, 'code', p_stream.code, 'title', p_stream.title,
      'state', (select t.shown_as from private.stream_states t where t.state = p_stream.state),
      'startsAt', p_stream.starts_at, 'minutes', p_stream.minutes, 'liveAt', p_stream.live_at, 'endedAt', p_stream.ended_at,
      'replayUntil', p_stream.replay_until, 'accessRule', p_stream.access_rule, 'passCents', p_stream.pass_cents,
      'imagePath', coalesce(p_stream.image_path, e.image_path),
      'imageAlt', case when p_stream.image_path is null then coalesce(e.image_alt, '') else p_stream.image_alt end,
      'event', case when e.id is not null then jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title) end)
    from (select 1) one
    left join public.events e on e.id = p_stream.event_id and e.visibility = 'public' and e.status in ('published', 'postponed'));
end
$$;
comment on function private.stream_card(public.streams) is
  'What everybody may read of a published stream: {id, code, title, state (shown_as), startsAt, minutes, liveAt, endedAt, replayUntil, '
  'accessRule, passCents, imagePath, imageAlt, event}; the event only where everybody may see it.';

create function public.read_live_state() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'code', s.code, 'title', s.title, 'state', t.shown_as,
      'startsAt', s.starts_at, 'viewers', case when private.stream_is_on_air(s.state) then private.shown_viewers(private.viewers_of(s.id))
        end, 'version', s.version)
      order by private.stream_is_on_air(s.state) desc, s.starts_at, s.id), '[]')
    from public.streams s join private.stream_states t on t.state = s.state
    where t.is_published and (t.is_on_air or s.state_at > now() - interval '6 hours'
      or (t.is_upcoming and s.starts_at < now() + interval '24 hours')));
end
$$;
comment on function public.read_live_state() is
  'What open pages follow: [{id, code, title, state (shown_as), startsAt, viewers, version}] of the streams that are on the air, about to '
  'be, or changed in the last 6 hours; what is on the air first. viewers = private.shown_viewers. The same for everybody.';

create function private.stream_access(p_stream public.streams) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_by text := private.entitlement_to_stream(p_stream, case when private.caller_role() is not null then auth.uid() end);
begin
  return jsonb_build_object('by', v_by, 'canWatch', v_by is not null and private.stream_is_playable(p_stream.state)
      and (p_stream.state <> 'replay' or p_stream.replay_until > now()),
    'isOperator', private.is_stream_operator(p_stream),
    'canPreview', private.is_stream_operator(p_stream) and private.stream_is_previewed(p_stream.state),
    'sellsPass', v_by is null and p_stream.pass_cents is not null and p_stream.passes_end_at is null
      and private.stream_sells_passes(p_stream.state),
    'ticketTypes', (
      select coalesce(jsonb_agg(t.name order by t.position, t.name), '[]') from public.ticket_types t
      where t.visibility = 'public' and t.archived_at is null
        and ((t.includes_stream and t.event_id = p_stream.event_id and p_stream.access_rule in ('ticket_types', 'pass'))
          or (p_stream.access_rule = 'ticket_types' and exists (
            select 1 from public.stream_ticket_types n where n.stream_id = p_stream.id and n.ticket_type_id = t.id)))));
end
$$;
comment on function private.stream_access(public.streams) is
  'What the caller may do at a stream: {by (entitlement_to_stream), canWatch (now), isOperator, canPreview, sellsPass (a pass is on sale '
  'for who has no right yet), ticketTypes (names of those that include it)}.';

create function private.is_reminded(p_stream uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select 1 from public.stream_reminders r where r.stream_id = p_stream and r.user_id = auth.uid());
end
$$;
comment on function private.is_reminded(uuid) is 'Returns whether the caller asked to be told when a stream begins.';

create function public.read_live_page(p_code text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_stream public.streams;
begin
  select s.* into v_stream from public.streams s
  where case when p_code is null then private.stream_is_on_air(s.state)
        or (private.stream_is_upcoming(s.state) and s.starts_at > now() - interval '6 hours')
        or (s.state = 'ended' and s.ended_at > now() - interval '2 hours')
      else p_code in (s.code, s.id::text) end
    and (private.stream_is_published(s.state) or (p_code is not null and coalesce(private.is_stream_operator(s), false)))
  order by private.stream_is_on_air(s.state) desc, s.state = 'ended' desc, s.starts_at limit 1;
  return jsonb_build_object(
    'now', now(), 'timeZone', (select c.time_zone from public.settings c), 'currency', (select c.currency from public.settings c),
    'stream', case when v_stream.id is not null then private.stream_card(v_stream) || jsonb_build_object(
      'description', v_stream.description, 'interruptedAt', v_stream.interrupted_at, 'version', v_stream.version,
      'hasReplay', v_stream.has_replay, 'isCalledOff', v_stream.called_off_at is not null,
      'viewers', case when private.stream_is_on_air(v_stream.state) then private.shown_viewers(private.viewers_of(v_stream.id)) end,
      'access', private.stream_access(v_stream), 'isReminded', private.is_reminded(v_stream.id)) end,
    'upcoming', (
      select coalesce(jsonb_agg(private.stream_card(s) order by s.starts_at, s.id), '[]')
      from (
        select * from public.streams x
        where private.stream_is_upcoming(x.state) and private.stream_is_published(x.state) and x.starts_at > now() - interval '6 hours'
          and x.id is distinct from v_stream.id and x.called_off_at is null
        order by x.starts_at, x.id limit 6) s),
    'replays', (
      select coalesce(jsonb_agg(private.stream_card(s) order by s.live_at desc, s.id), '[]')
      from (
        select * from public.streams x
        where x.state = 'replay' and x.replay_until > now() and x.id is distinct from v_stream.id
        order by x.live_at desc, x.id limit 12) s));
end
$$;
comment on function public.read_live_page(text) is
  'The page of streams, or of the one with this code or id: {now, timeZone, currency, stream (null = none), upcoming, replays}. Without: '
  'what is on the air, else what ended in the last 2 hours, else what comes next. stream is private.stream_card with description, '
  'interruptedAt, version, hasReplay, isCalledOff, viewers, access (private.stream_access of the caller) and isReminded. Who runs a stream '
  'sees it as a draft, too.';

create function public.read_stream_access(p_stream uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select private.stream_access(s) from public.streams s where s.id = p_stream and private.stream_is_published(s.state));
end
$$;
comment on function public.read_stream_access(uuid) is
  'What the caller may do at a published stream (private.stream_access), for a page that waits for a payment; null for none.';

create function private.exported_streams(p_person uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'reminders', (
      select coalesce(jsonb_agg(jsonb_build_object('stream', s.title, 'since', r.created_at) order by r.created_at), '[]')
      from public.stream_reminders r join public.streams s on s.id = r.stream_id where r.user_id = p_person),
    'watched', (
      select coalesce(jsonb_agg(jsonb_build_object('stream', s.title, 'from', v.began_at, 'to', least(v.ended_at, v.expires_at))
        order by v.began_at), '[]')
      from private.playback_sessions v join public.streams s on s.id = v.stream_id where v.person_id = p_person));
end
$$;
comment on function private.exported_streams(uuid) is
  'What is kept of a person and streams, for them to take along: {reminders, watched}; what they watched is kept for 30 days.';

revoke execute on function private.stream_card(public.streams), public.read_live_state(), private.stream_access(public.streams),
  private.is_reminded(uuid), private.exported_streams(uuid), public.read_live_page(text),
  public.read_stream_access(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.read_live_state(), public.read_live_page(text), public.read_stream_access(uuid)
  to anon, authenticated, service_role;
