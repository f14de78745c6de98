-- What moderators do in a chat, while it goes on. Each step is in the audit log and in the log of moderation.

create function private.log_chat(p_action text, p_message public.chat_messages, p_user uuid, p_facts jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.log_moderation('chat_' || p_action, null, null, p_user,
    jsonb_strip_nulls(p_facts || jsonb_build_object('message', p_message.id, 'stream', p_message.stream_id)));
  perform private.audit('chat.' || p_action, 'account', p_user::text,
    jsonb_strip_nulls(p_facts || jsonb_build_object('message', p_message.id,
      'stream', (select s.title from public.streams s where s.id = p_message.stream_id))));
end
$$;
comment on function private.log_chat(text, public.chat_messages, uuid, jsonb) is
  'Notes what a moderator did to a message or its author, in both logs; never what was written.';

create function public.judge_chat_message(p_message uuid, p_decision text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.chat_messages;
begin
  perform private.require_permission('moderate');
  if p_decision is null or p_decision not in ('hide', 'show', 'dismiss') then
    perform private.refuse(422, 'invalid', '{"field": "decision"}');
  end if;
  select * into v_message from public.chat_messages m where m.id = p_message;
  if v_message.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.change_chat_messages(v_message.stream_id, array[p_message]);
  select * into strict v_message from public.chat_messages m where m.id = p_message;
  update public.chat_messages set reports = case when p_decision = 'show' then reports else 0 end,
    is_hidden = case p_decision when 'hide' then true when 'show' then false else is_hidden end
  where id = p_message;
  update private.chats set pinned_id = null where p_decision = 'hide' and stream_id = v_message.stream_id and pinned_id = p_message;
  update private.chat_reports set state = case p_decision when 'hide' then 'upheld' else 'rejected' end
  where message_id = p_message and state = 'open' and p_decision <> 'show';
  perform private.log_chat(case p_decision when 'hide' then 'hidden' when 'show' then 'shown' else 'dismissed' end, v_message,
    v_message.author_id, jsonb_build_object('from', case when v_message.is_hidden then 'hidden' else 'shown' end,
      'to', case p_decision when 'hide' then 'hidden' when 'show' then 'shown' end));
end
$$;
comment on function public.judge_chat_message(uuid, text) is
  'Moderator: hides a message (its author and moderators still read it, its reports are right), shows it again, or dismisses its reports. '
  'Open pages follow within two seconds. Refuses not_allowed, invalid, not_found.';

create function private.hide_chatter(p_message public.chat_messages) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  perform 1 from private.chats c where c.stream_id = p_message.stream_id for no key update;
  select array_agg(m.id order by m.seq) into v_ids from public.chat_messages m
  where m.stream_id = p_message.stream_id and m.author_id = p_message.author_id and not m.is_hidden;
  if v_ids is null then
    return 0;
  end if;
  perform private.change_chat_messages(p_message.stream_id, v_ids);
  update public.chat_messages set is_hidden = true, reports = 0 where id = any (v_ids);
  update private.chats set pinned_id = null where stream_id = p_message.stream_id and pinned_id = any (v_ids);
  update private.chat_reports set state = 'upheld' where message_id = any (v_ids) and state = 'open';
  return cardinality(v_ids);
end
$$;
comment on function private.hide_chatter(public.chat_messages) is
  'Hides everything that the author of a message wrote in its chat; returns how many messages that were.';

create function public.sanction_chatter(p_message uuid, p_step text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.chat_messages;
  v_minutes int := case p_step when 'mute_1' then 1 when 'mute_10' then 10 when 'mute_60' then 60 when 'mute_1440' then 1440 end;
begin
  perform private.require_permission('moderate');
  if p_step is null or (v_minutes is null and p_step not in ('ban', 'lift')) then
    perform private.refuse(422, 'invalid', '{"field": "step"}');
  end if;
  select * into v_message from public.chat_messages m where m.id = p_message;
  if v_message.id is null then
    perform private.refuse(404, 'not_found');
  elsif v_message.author_id = auth.uid() or coalesce(private.role_may(private.person_role(v_message.author_id), 'be_staff'), false) then
    perform private.refuse(403, 'staff_sanction');
  end if;
  insert into private.chat_sanctions (user_id, kind, minutes, device_hashes, message_id, actor_id)
  values (v_message.author_id, case when v_minutes is null then p_step else 'mute' end, v_minutes, case when p_step = 'ban' then coalesce(
    (select array_agg(d.device_hash order by d.device_hash) from private.known_devices d where d.user_id = v_message.author_id), '{}')
    else '{}' end, p_message, auth.uid());
  perform private.log_chat(case p_step when 'ban' then 'banned' when 'lift' then 'lifted' else 'muted' end, v_message,
    v_message.author_id, jsonb_build_object('minutes', v_minutes,
      'hidden', case when p_step = 'ban' then private.hide_chatter(v_message) end));
end
$$;
comment on function public.sanction_chatter(uuid, text) is
  'Moderator: keeps the author of a message from writing in chats: p_step mute_1, mute_10, mute_60 or mute_1440 (minutes), ban (until it '
  'is lifted, with their devices; hides what they wrote in this chat), or lift (ends all of it). Refuses not_allowed, invalid, not_found, '
  'staff_sanction.';

create function public.change_chat(p_stream uuid, p_mode text, p_slow_seconds int) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before private.chats;
  v_after private.chats;
begin
  perform private.require_permission('moderate');
  if not exists (select 1 from private.chat_modes m where m.mode = p_mode) then
    perform private.refuse(422, 'invalid', '{"field": "mode"}');
  elsif p_slow_seconds is null or p_slow_seconds not in (0, 5, 10, 30, 60, 120) then
    perform private.refuse(422, 'invalid', '{"field": "slowSeconds"}');
  elsif not exists (select 1 from public.streams s where s.id = p_stream) then
    perform private.refuse(404, 'not_found');
  end if;
  insert into private.chats (stream_id) values (p_stream) on conflict do nothing;
  select * into strict v_before from private.chats c where c.stream_id = p_stream for no key update;
  update private.chats set mode = p_mode, slow_seconds = p_slow_seconds, last_seq = last_seq + 1
  where stream_id = p_stream returning * into v_after;
  perform private.audit_change('chat.changed', 'stream', p_stream::text, to_jsonb(v_before) - 'last_seq', to_jsonb(v_after) - 'last_seq');
end
$$;
comment on function public.change_chat(uuid, text, int) is
  'Moderator: sets the mode of a chat (private.chat_modes) and its slow mode (0, 5, 10, 30, 60 or 120 seconds). Refuses not_allowed, '
  'invalid, not_found.';

create function public.pin_chat_message(p_stream uuid, p_message uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before uuid;
begin
  perform private.require_permission('moderate');
  if p_message is not null and not exists (
    select 1 from public.chat_messages m
    where m.id = p_message and m.stream_id = p_stream and not m.is_hidden and m.author_active) then
    perform private.refuse(404, 'not_found');
  end if;
  select c.pinned_id into v_before from private.chats c where c.stream_id = p_stream for no key update;
  update private.chats set pinned_id = p_message, last_seq = last_seq + 1 where stream_id = p_stream;
  perform private.audit_change('chat.pinned', 'stream', p_stream::text,
    jsonb_build_object('pinned', v_before), jsonb_build_object('pinned', p_message));
end
$$;
comment on function public.pin_chat_message(uuid, uuid) is
  'Moderator: shows one message above the chat of its stream; null takes it away. Hiding it does, too. Refuses not_allowed, not_found.';

revoke execute on function private.log_chat(text, public.chat_messages, uuid, jsonb), public.judge_chat_message(uuid, text),
  private.hide_chatter(public.chat_messages), public.sanction_chatter(uuid, text), public.change_chat(uuid, text, int),
  public.pin_chat_message(uuid, uuid)
from public, anon, authenticated, service_role;
grant execute on function public.judge_chat_message(uuid, text), public.sanction_chatter(uuid, text), public.change_chat(uuid, text, int),
  public.pin_chat_message(uuid, uuid) to authenticated;
