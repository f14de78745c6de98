-- Who reads a chat, who writes in it now, and who may not.

create function private.chat_of(p_stream uuid) returns private.chats
language plpgsql stable set search_path = ''
as $$
declare
  v_chat private.chats;
begin
  select * into v_chat from private.chats c where c.stream_id = p_stream;
  if not found then
    v_chat.stream_id := p_stream;
    v_chat.mode := 'open';
    v_chat.slow_seconds := 5;
    v_chat.last_seq := 0;
  end if;
  return v_chat;
end
$$;
comment on function private.chat_of(uuid) is 'Returns the chat of a stream; one that nobody used yet has the defaults.';

create function private.chat_opens_at(p_stream public.streams) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return least(p_stream.starts_at, p_stream.live_at) - interval '10 minutes';
end
$$;
comment on function private.chat_opens_at(public.streams) is 'When the chat of a stream opens: 10 minutes before it begins.';

create function private.chat_closes_at(p_stream public.streams) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return case when private.stream_is_over(p_stream.state) then coalesce(p_stream.ended_at, p_stream.state_at) + interval '10 minutes' end;
end
$$;
comment on function private.chat_closes_at(public.streams) is
  'When the chat of a stream that is over closes: 10 minutes after its end; null before that.';

create function private.is_chat_open(p_stream public.streams, p_mode text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (select m.is_open from private.chat_modes m where m.mode = p_mode)
    and private.stream_is_published(p_stream.state) and p_stream.state <> 'cancelled'
    and coalesce(private.chat_opens_at(p_stream) <= now(), false)
    and coalesce(private.chat_closes_at(p_stream) > now(), true);
end
$$;
comment on function private.is_chat_open(public.streams, text) is
  'Returns whether people write in a chat now: by its mode, and from 10 minutes before its stream to 10 minutes after.';

create function private.is_chat_holder(p_stream public.streams, p_person uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_person is not null and (coalesce(private.role_may(private.person_role(p_person), 'be_staff'), false)
    or coalesce(private.entitlement_to_stream(p_stream, p_person) in ('holder', 'pass'), false)
    or exists (
      select 1 from public.tickets k
      where k.owner_id = p_person and k.event_id = p_stream.event_id and private.ticket_is_valid(k.status)));
end
$$;
comment on function private.is_chat_holder(public.streams, uuid) is
  'Returns whether a person is of the audience "holders": they have a pass or a ticket that opens the stream, or one for its event. Staff '
  'always are.';

create function private.is_chat_audience(p_stream public.streams, p_mode text, p_person uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return case (select m.audience from private.chat_modes m where m.mode = p_mode)
    when 'everyone' then true
    when 'members' then coalesce(private.role_may(private.person_role(p_person), 'own_account'), false)
    else private.is_chat_holder(p_stream, p_person) end;
end
$$;
comment on function private.is_chat_audience(public.streams, text, uuid) is
  'Returns whether a person (null = a visitor) reads a chat in this mode.';

create function private.can_see_chat_message(p_message public.chat_messages) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me uuid := case when private.caller_role() is not null then auth.uid() end;
  v_stream public.streams;
begin
  select * into v_stream from public.streams s where s.id = p_message.stream_id and private.stream_is_published(s.state);
  if v_stream.id is null then
    return false;
  elsif private.may('moderate') then
    return true;
  end if;
  return private.is_chat_audience(v_stream, (private.chat_of(v_stream.id)).mode, v_me)
    and (p_message.author_id = v_me or (not p_message.is_hidden and p_message.author_active))
    and not private.is_hidden_between(v_me, p_message.author_id) and not private.is_muted_by(v_me, p_message.author_id);
end
$$;
comment on function private.can_see_chat_message(public.chat_messages) is
  'Returns whether the caller reads a message: that of a published stream whose chat they may read, not hidden (but for its author), of '
  'nobody whose account is deactivated, whom they blocked or muted, or who blocked them. Moderators read all.';

create function private.chat_ban_of(p_user uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select max(s.id) from private.chat_sanctions s
    where s.kind = 'ban' and (s.user_id = p_user or s.device_hashes && coalesce(
        (select array_agg(d.device_hash) from private.known_devices d where d.user_id = p_user), '{}'))
      and not exists (select 1 from private.chat_sanctions l where l.user_id = s.user_id and l.kind = 'lift' and l.id > s.id));
end
$$;
comment on function private.chat_ban_of(uuid) is
  'The ban of chats that holds for a person: their own, or that of another account that used one of their devices; null for none.';

create function private.chat_muted_until(p_user uuid) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select max(s.at + make_interval(mins => s.minutes)) from private.chat_sanctions s
    where s.user_id = p_user and s.kind = 'mute' and s.at + make_interval(mins => s.minutes) > now()
      and not exists (select 1 from private.chat_sanctions l where l.user_id = p_user and l.kind = 'lift' and l.id > s.id));
end
$$;
comment on function private.chat_muted_until(uuid) is 'Until when a person is muted in chats; null when they are not.';

create function private.require_chatting() returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_until timestamptz;
begin
  perform private.require_posting(auth.uid());
  if private.may('moderate') then
    return;
  elsif private.chat_ban_of(auth.uid()) is not null then
    perform private.refuse(403, 'chat_banned');
  end if;
  v_until := private.chat_muted_until(auth.uid());
  if v_until is not null then
    perform private.refuse(403, 'chat_muted', jsonb_build_object('until', v_until,
      'retry_after_seconds', ceil(extract(epoch from v_until - now()))));
  end if;
end
$$;
comment on function private.require_chatting() is
  'First step of writing in a chat. Refuses members_only and posting_muted as the community does (its mutes, suspensions and bans hold '
  'here, too), chat_banned, and chat_muted with until and retry_after_seconds.';

create function private.show_chatter() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_stream uuid;
begin
  for v_stream in
    select distinct m.stream_id from public.chat_messages m
    where m.author_id = new.id and m.created_at > now() - interval '2 days' order by 1
  loop
    perform private.change_chat_messages(v_stream, (
      select array_agg(m.id order by m.seq) from public.chat_messages m where m.stream_id = v_stream and m.author_id = new.id));
  end loop;
  update public.chat_messages set author_active = new.deactivated_at is null where author_id = new.id;
  return null;
end
$$;
comment on function private.show_chatter() is
  'Trigger: hides the messages of an account that is deactivated, and shows them again when it is reactivated; open pages of the last two '
  'days'' chats follow.';

create function private.change_chat_messages(p_stream uuid, p_messages uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_last bigint;
begin
  update private.chats c set last_seq = c.last_seq + cardinality(p_messages) where c.stream_id = p_stream
  returning c.last_seq - cardinality(p_messages) into v_last;
  update public.chat_messages m set change_seq = v_last + n.place
  from unnest(p_messages) with ordinality n (id, place) where m.id = n.id;
end
$$;
comment on function private.change_chat_messages(uuid, uuid[]) is
  'Gives messages of a chat the next places in its order, so that readers see them again; locks the chat.';

create trigger profiles_chat after update of deactivated_at on public.profiles
  for each row when ((old.deactivated_at is null) <> (new.deactivated_at is null)) execute function private.show_chatter();

revoke execute on function private.chat_of(uuid), private.chat_opens_at(public.streams), private.chat_closes_at(public.streams),
  private.is_chat_open(public.streams, text), private.is_chat_holder(public.streams, uuid),
  private.is_chat_audience(public.streams, text, uuid), private.can_see_chat_message(public.chat_messages), private.chat_ban_of(uuid),
  private.chat_muted_until(uuid), private.require_chatting(), private.show_chatter(), private.change_chat_messages(uuid, uuid[])
from public, anon, authenticated, service_role;
grant execute on function private.can_see_chat_message(public.chat_messages) to anon, authenticated;
grant select (id, stream_id, author_id, seq, body, reply_to, is_hidden, created_at) on public.chat_messages to anon, authenticated;
grant select on public.chat_messages to service_role;
create policy chat_messages_select on public.chat_messages for select to anon, authenticated
  using (private.can_see_chat_message(chat_messages));
