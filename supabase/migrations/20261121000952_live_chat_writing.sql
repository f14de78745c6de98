-- Writing in a chat, and reporting what others wrote.

create function private.check_chat_text(p_body text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_body text := btrim(regexp_replace(coalesce(p_body, ''), '\s+', ' ', 'g'));
begin
  if char_length(v_body) not between 1 and 500 or not private.is_readable(v_body) then
    perform private.refuse(422, 'chat_text');
  end if;
  return v_body;
end
$$;
comment on function private.check_chat_text(text) is
  'Returns a typed message on one line. Refuses chat_text (empty, or over 500 characters).';

create function private.review_chat_text(p_body text, p_person uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_term record;
  v_reported boolean := private.is_resale(p_body);
begin
  if coalesce(private.role_may(private.person_role(p_person), 'be_staff'), false) then
    return false;
  elsif cardinality(private.text_hosts(p_body)) > 0 and exists (
    select 1 from public.profiles p where p.id = p_person and p.created_at > now() - interval '24 hours') then
    perform private.refuse(422, 'chat_new_account_links', '{"field": "body"}');
  end if;
  for v_term in select * from private.found_terms(p_body) loop
    if v_term.action = 'report' then
      v_reported := true;
    else
      perform private.refuse(422, 'words_refused', jsonb_build_object('field', 'body', 'term', v_term.term));
    end if;
  end loop;
  return v_reported;
end
$$;
comment on function private.review_chat_text(text, uuid) is
  'Looks at a message before it is stored, by the words and domains of the community; returns whether moderators should look at it. What '
  'would wait for review as a post is refused here. Staff may write anything. Refuses chat_new_account_links (an account of less than a '
  'day), words_refused.';

create function private.require_slow_mode(p_stream uuid, p_person uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_slow int := (private.chat_of(p_stream)).slow_seconds;
  v_last timestamptz;
begin
  if v_slow = 0 or coalesce(private.role_may(private.person_role(p_person), 'moderate'), false) then
    return;
  end if;
  select max(m.created_at) into v_last from public.chat_messages m
  where m.author_id = p_person and m.stream_id = p_stream and m.created_at > clock_timestamp() - make_interval(secs => v_slow);
  if v_last is not null then
    perform private.refuse(429, 'chat_slow', jsonb_build_object('seconds', v_slow,
      'retry_after_seconds', greatest(1, ceil(extract(epoch from v_last - clock_timestamp()) + v_slow))));
  end if;
end
$$;
comment on function private.require_slow_mode(uuid, uuid) is
  'Refuses chat_slow, with retry_after_seconds, whoever wrote in this chat less than its slow_seconds ago; moderators never. Call it with '
  'the person locked.';

create function private.next_chat_seq(p_stream public.streams, p_person uuid) returns bigint
language plpgsql volatile set search_path = ''
as $$
declare
  v_chat private.chats;
begin
  insert into private.chats as c (stream_id, last_seq) values (p_stream.id, 1)
  on conflict (stream_id) do update set last_seq = c.last_seq + 1
  returning * into v_chat;
  if not private.is_chat_open(p_stream, v_chat.mode) then
    perform private.refuse(409, 'chat_closed');
  elsif not private.is_chat_audience(p_stream, v_chat.mode, p_person) then
    perform private.refuse(403, 'chat_holders_only');
  end if;
  return v_chat.last_seq;
end
$$;
comment on function private.next_chat_seq(public.streams, uuid) is
  'Locks a chat, checks that a person writes in it now, and takes the next place in its order. Refuses chat_closed, chat_holders_only.';

create function public.send_chat_message(p_stream uuid, p_body text, p_reply_to uuid default null, p_key text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me uuid := auth.uid();
  v_stream public.streams;
  v_text text;
  v_reported boolean;
  v_sent jsonb := jsonb_build_array(p_stream, p_body, p_reply_to);
  v_message public.chat_messages;
  v_response jsonb;
begin
  perform private.require_chatting();
  v_text := private.check_chat_text(p_body);
  select * into v_stream from public.streams s where s.id = p_stream and private.stream_is_published(s.state);
  if v_stream.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.lock_person(v_me);
  v_response := private.response_for_key(v_me, p_key, 'chat', v_sent);
  if v_response is not null then
    return v_response;
  end if;
  if p_reply_to is not null and not exists (
    select 1 from public.chat_messages m where m.id = p_reply_to and m.stream_id = p_stream and private.can_see_chat_message(m)) then
    perform private.refuse(409, 'chat_reply_gone');
  end if;
  v_reported := private.review_chat_text(v_text, v_me);
  perform private.require_slow_mode(p_stream, v_me);
  perform private.take_limit('chat_message', v_me);
  v_message.seq := private.next_chat_seq(v_stream, v_me);
  insert into public.chat_messages (stream_id, author_id, seq, change_seq, body, reply_to, reports, created_at)
  values (p_stream, v_me, v_message.seq, v_message.seq, v_text, p_reply_to, v_reported::int, clock_timestamp())
  returning * into v_message;
  return private.store_response(v_me, p_key, 'chat', v_sent,
    jsonb_build_object('id', v_message.id, 'seq', v_message.seq, 'at', v_message.created_at));
end
$$;
comment on function public.send_chat_message(uuid, text, uuid, text) is
  'Member: writes in the chat of a published stream, {id, seq, at}. p_body = 500 characters at most, on one line; p_reply_to = a message '
  'of the same chat that the caller sees; p_key makes sending again harmless. Refuses what private.require_chatting, check_chat_text, '
  'review_chat_text, require_slow_mode and next_chat_seq do, not_found, chat_reply_gone, rate_limited.';

create function private.take_chat_report(p_message uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.chat_messages;
begin
  select * into v_message from public.chat_messages m where m.id = p_message;
  if v_message.author_id = auth.uid() then
    perform private.refuse(409, 'chat_own_message');
  elsif exists (select 1 from private.chat_reports r where r.message_id = p_message and r.reporter_id = auth.uid()) then
    return;
  end if;
  perform private.take_limit('post_report', auth.uid());
  perform private.change_chat_messages(v_message.stream_id, array[p_message]);
  insert into private.chat_reports (message_id, reporter_id, reason) values (p_message, auth.uid(), p_reason) on conflict do nothing;
  update public.chat_messages set reports = reports + 1 where id = p_message;
  perform private.log_moderation('chat_reported', null, null, v_message.author_id,
    jsonb_build_object('message', p_message, 'reason', p_reason));
end
$$;
comment on function private.take_chat_report(uuid, text) is 'Body of report_chat_message, which checked as the caller that they see it.';

create function public.report_chat_message(p_message uuid, p_reason text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if not private.is_member() then
    perform private.refuse(403, 'members_only');
  elsif p_reason is null or p_reason not in ('spam', 'harassment', 'hate', 'sexual', 'scam', 'privacy', 'other') then
    perform private.refuse(422, 'invalid', '{"field": "reason"}');
  elsif not exists (select 1 from public.chat_messages m where m.id = p_message) then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.take_chat_report(p_message, p_reason);
end
$$;
comment on function public.report_chat_message(uuid, text) is
  'Member: reports a message to moderators, who see it at once; once per message. p_reason as in report_post. Refuses members_only, '
  'invalid, not_found, chat_own_message, rate_limited.';

revoke execute on function private.check_chat_text(text), private.review_chat_text(text, uuid), private.require_slow_mode(uuid, uuid),
  private.next_chat_seq(public.streams, uuid), public.send_chat_message(uuid, text, uuid, text),
  private.take_chat_report(uuid, text), public.report_chat_message(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.send_chat_message(uuid, text, uuid, text), private.take_chat_report(uuid, text),
  public.report_chat_message(uuid, text) to authenticated;
