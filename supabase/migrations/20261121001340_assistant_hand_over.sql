-- Hands a question over to a person: a message of a member, with the conversation if they agree, which staff answer by mail.

create table private.assistant_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  message text not null check (char_length(message) between 3 and 2000 and private.is_readable(message, true)),
  transcript jsonb check (jsonb_typeof(transcript) = 'array'),
  reply text check (char_length(reply) between 2 and 4000 and private.is_readable(reply, true)),
  answered_by uuid references public.profiles (id) on delete set null,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  check ((reply is null) = (answered_at is null))
);
comment on table private.assistant_requests is
  'Messages of members for a person of the team. transcript = the conversation with the assistant as it was then, only where its member '
  'agreed: [{question, answer}]; null without. reply = what was mailed to them. Deleted with the account.';
create index assistant_requests_user on private.assistant_requests (user_id);
create index assistant_requests_answered_by on private.assistant_requests (answered_by) where answered_by is not null;
create index assistant_requests_open on private.assistant_requests (created_at) where reply is null;
insert into private.person_columns (place, on_merge, reason) values
  ('private.assistant_requests.user_id', 'moves', 'what the person asked the team'),
  ('private.assistant_requests.answered_by', 'stays', 'who did it');

create function private.transcript_of(p_conversation uuid, p_user uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('question', left(t.question, 1000), 'answer', left((
      select string_agg(coalesce(b ->> 'text', b ->> 'title'), ' ' order by place)
      from jsonb_array_elements(t.blocks) with ordinality x (b, place) where b ->> 'kind' in ('text', 'card', 'sums')), 1000))
      order by t.seq), '[]')
    from (
      select t.* from public.assistant_turns t join public.assistant_conversations c on c.id = t.conversation_id
      where c.id = p_conversation and c.user_id = p_user order by t.seq desc limit 30) t);
end
$$;
comment on function private.transcript_of(uuid, uuid) is
  'The last 30 questions of a person''s conversation with the words of their answers, without the facts on cards: [{question, answer}].';

create function public.read_hand_over() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_member();
  return jsonb_build_object(
    'email', private.own_email(auth.uid()),
    'conversation', (
      select jsonb_build_object('id', c.id, 'lines', private.transcript_of(c.id, auth.uid()))
      from public.assistant_conversations c where c.user_id = auth.uid() order by c.updated_at desc, c.id limit 1));
end
$$;
comment on function public.read_hand_over() is
  'What the form for a person of the team shows the caller: {email = where the answer goes, or null; conversation = the latest with its '
  'lines, or null}. Refuses members_only.';

create function public.ask_person(p_message text, p_conversation uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message text := btrim(coalesce(p_message, ''));
  v_id uuid;
begin
  perform private.require_member();
  if char_length(v_message) not between 3 and 2000 or not private.is_readable(v_message, true) then
    perform private.refuse(422, 'request_text');
  elsif private.own_email(auth.uid()) is null then
    perform private.refuse(409, 'address_missing');
  end if;
  perform private.take_limit('assistant_person', auth.uid());
  insert into private.assistant_requests (user_id, message, transcript)
  values (auth.uid(), v_message, case when p_conversation is not null then private.transcript_of(p_conversation, auth.uid()) end)
  returning id into v_id;
  return v_id;
end
$$;
comment on function public.ask_person(text, uuid) is
  'Sends a message of the caller to the team, with a conversation of theirs (null = without), and returns its id. Refuses members_only, '
  'request_text, address_missing, rate_limited.';

create function public.read_requests() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_settings');
  return jsonb_build_object(
    'requests', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'personId', r.user_id, 'name', p.display_name, 'message', r.message,
        'transcript', r.transcript, 'reply', r.reply, 'by', private.staff_name(r.answered_by), 'createdAt', r.created_at,
        'answeredAt', r.answered_at)
        order by r.reply is not null, case when r.reply is null then r.created_at end, r.answered_at desc, r.id), '[]')
      from (
        select * from private.assistant_requests order by reply is not null, case when reply is null then created_at end,
          answered_at desc, id limit 50) r
      join public.profiles p on p.id = r.user_id),
    'open', (select count(*) from private.assistant_requests where reply is null),
    'timeZone', (select s.time_zone from public.settings s),
    'now', now());
end
$$;
comment on function public.read_requests() is
  'Messages of members for a person of the team: the open ones, oldest first, then the latest answered, 50 in all. Admins only. Refuses '
  'not_allowed.';

create function public.answer_request(p_request uuid, p_reply text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reply text := btrim(coalesce(p_reply, ''));
  v_request private.assistant_requests;
begin
  perform private.require_permission('manage_settings');
  if char_length(v_reply) not between 2 and 4000 or not private.is_readable(v_reply, true) then
    perform private.refuse(422, 'reply_text');
  end if;
  update private.assistant_requests set reply = v_reply, answered_by = auth.uid(), answered_at = now()
  where id = p_request and reply is null returning * into v_request;
  if v_request.id is null then
    perform private.refuse(409, 'request_answered');
  end if;
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select 'person_answer', 'person_answer:' || v_request.id, e.email, 'account', v_request.user_id,
    jsonb_build_object('message', v_request.message, 'reply', v_reply)
  from (select private.own_email(v_request.user_id) as email) e where e.email is not null;
  perform private.audit('assistant.request_answered', 'assistant', v_request.id::text, '{}');
end
$$;
comment on function public.answer_request(uuid, text) is
  'Answers a message of a member by mail, once. Admins only. Refuses not_allowed, reply_text, request_answered.';

revoke execute on function private.transcript_of(uuid, uuid), public.read_hand_over(), public.ask_person(text, uuid),
  public.read_requests(), public.answer_request(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.read_hand_over(), public.ask_person(text, uuid), public.read_requests(),
  public.answer_request(uuid, text)
to authenticated;
