-- What a chat is read by: the server's one reader per process and stream, and who joins.

create function private.chat_hidden_for(p_author uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(x.person), '[]') from (
      select b.other_id as person from public.person_blocks b where b.user_id = p_author and b.kind = 'block'
      union
      select b.user_id from public.person_blocks b where b.other_id = p_author
    ) x);
end
$$;
comment on function private.chat_hidden_for(uuid) is
  'Who does not see what an author says: whom they blocked, who blocked or muted them. The server leaves a message out for them.';

create function private.chat_message_json(p_message public.chat_messages) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p_message.id, 'seq', p_message.seq, 'changeSeq', p_message.change_seq, 'body', p_message.body,
      'replyTo', p_message.reply_to, 'at', p_message.created_at, 'isHidden', p_message.is_hidden or not p_message.author_active,
      'reports', p_message.reports, 'hiddenFor', private.chat_hidden_for(p_message.author_id),
      'author', jsonb_build_object('id', p.id, 'name', coalesce(p.display_name, p.username),
        'isStaff', coalesce(private.role_may(r.role, 'be_staff'), false)))
    from public.profiles p left join private.user_roles r on r.user_id = p.id where p.id = p_message.author_id);
end
$$;
comment on function private.chat_message_json(public.chat_messages) is
  'A message as the server hands it on: with hiddenFor, which it keeps to itself.';

create function private.chat_state(p_stream public.streams, p_chat private.chats) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('mode', p_chat.mode,
    'audience', (select m.audience from private.chat_modes m where m.mode = p_chat.mode),
    'isOpen', private.is_chat_open(p_stream, p_chat.mode), 'slowSeconds', p_chat.slow_seconds, 'pinnedId', p_chat.pinned_id,
    'opensAt', private.chat_opens_at(p_stream), 'isOver', private.stream_is_over(p_stream.state));
end
$$;
comment on function private.chat_state(public.streams, private.chats) is
  'What everybody sees of a chat: {mode, audience (who reads), isOpen (people write now), slowSeconds, pinnedId, opensAt, isOver}.';

create function public.read_chat_changes(p_stream uuid, p_since bigint default null, p_limit int default 500) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_stream public.streams;
  v_chat private.chats;
  v_rows jsonb;
begin
  perform private.require_service();
  select * into v_stream from public.streams s where s.id = p_stream and private.stream_is_published(s.state);
  if v_stream.id is null then
    return null;
  end if;
  v_chat := private.chat_of(p_stream);
  if p_since is null then
    select jsonb_agg(private.chat_message_json(x) order by x.seq) into v_rows from (
      select * from public.chat_messages m where m.stream_id = p_stream order by m.seq desc limit 300) x;
  elsif v_chat.last_seq > p_since then
    select jsonb_agg(private.chat_message_json(x) order by x.change_seq) into v_rows from (
      select * from public.chat_messages m where m.stream_id = p_stream and m.change_seq > p_since
      order by m.change_seq limit p_limit) x;
  end if;
  return jsonb_build_object('state', private.chat_state(v_stream, v_chat), 'messages', coalesce(v_rows, '[]'),
    'cursor', case when p_since is not null and jsonb_array_length(v_rows) >= p_limit then (v_rows -> -1 ->> 'changeSeq')::bigint
      else v_chat.last_seq end);
end
$$;
comment on function public.read_chat_changes(uuid, bigint, int) is
  'For the server, which asks once a second for everybody who listens: {state (private.chat_state), messages, cursor}. Messages that came '
  'or changed after p_since, in the order of their changes; null = the last 300. cursor is the next p_since; null without such a stream.';

create function public.read_chat_standing(p_stream uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me uuid := auth.uid();
  v_stream public.streams;
begin
  select * into v_stream from public.streams s where s.id = p_stream and private.stream_is_published(s.state);
  if v_stream.id is null then
    return null;
  end if;
  return jsonb_build_object('personId', case when private.caller_role() is not null then v_me end, 'isMember', private.is_member(),
    'isHolder', private.is_chat_holder(v_stream, v_me), 'mayModerate', private.may('moderate'),
    'isBanned', private.is_member() and not private.may('moderate') and private.chat_ban_of(v_me) is not null,
    'mutedUntil', case when private.is_member() then greatest(private.chat_muted_until(v_me), private.muted_until(v_me)) end,
    'hides', coalesce((
      select jsonb_agg(x.person) from (
        select b.other_id as person from public.person_blocks b where b.user_id = v_me
        union
        select b.user_id from public.person_blocks b where b.other_id = v_me and b.kind = 'block') x), '[]'));
end
$$;
comment on function public.read_chat_standing(uuid) is
  'What the caller is in the chat of a published stream, asked once when they join: {personId, isMember, isHolder, mayModerate, isBanned, '
  'mutedUntil, hides (people of whom they see nothing)}; null without such a stream.';

create function public.read_chat_page(p_code text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_stream public.streams;
  v_me jsonb;
begin
  select * into v_stream from public.streams s where s.code = p_code and private.stream_is_published(s.state);
  if v_stream.id is null then
    return null;
  end if;
  v_me := public.read_chat_standing(v_stream.id);
  return jsonb_build_object('stream', jsonb_build_object('id', v_stream.id, 'code', v_stream.code, 'title', v_stream.title),
    'timeZone', (select c.time_zone from public.settings c), 'now', now(), 'me', v_me - 'hides',
    'state', private.chat_state(v_stream, private.chat_of(v_stream.id)),
    'canRead', (v_me ->> 'mayModerate')::boolean
      or private.is_chat_audience(v_stream, (private.chat_of(v_stream.id)).mode, (v_me ->> 'personId')::uuid),
    'messages', coalesce((
      select jsonb_agg(private.chat_message_json(x) - '{hiddenFor,changeSeq}'::text[]
        || jsonb_build_object('reports', case when (v_me ->> 'mayModerate')::boolean then x.reports else 0 end) order by x.seq)
      from (
        select * from public.chat_messages m where m.stream_id = v_stream.id and private.can_see_chat_message(m)
        order by m.seq desc limit 200) x), '[]'));
end
$$;
comment on function public.read_chat_page(text) is
  'The chat of a stream as a page: {stream, timeZone, now, me (read_chat_standing), state, canRead, messages}: the last 200 that '
  'the caller sees, oldest first; reports for moderators alone. Null without such a stream.';

create function private.exported_chat(p_user uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('stream', s.title, 'text', m.body, 'isHidden', m.is_hidden, 'at', m.created_at)
      order by m.created_at), '[]')
    from public.chat_messages m join public.streams s on s.id = m.stream_id where m.author_id = p_user);
end
$$;
comment on function private.exported_chat(uuid) is 'What a person wrote in chats of streams, for the file of their data.';

revoke execute on function private.chat_hidden_for(uuid), private.chat_message_json(public.chat_messages),
  private.chat_state(public.streams, private.chats), public.read_chat_changes(uuid, bigint, int), public.read_chat_standing(uuid),
  public.read_chat_page(text), private.exported_chat(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.read_chat_changes(uuid, bigint, int) to service_role;
grant execute on function public.read_chat_standing(uuid), public.read_chat_page(text) to anon, authenticated, service_role;
