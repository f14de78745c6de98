-- Conversations with the assistant: asking the guide, storing its answer, rating, deleting; what the page shows.

create function private.without_names(p_text text, p_user uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_text text := left(btrim(regexp_replace(p_text, '\s+', ' ', 'g')), 200);
  v_name text;
begin
  v_text := regexp_replace(v_text, '\S+@\S+', '[email]', 'g');
  v_text := regexp_replace(v_text, '(https?://|www\.)\S+', '[link]', 'gi');
  v_text := regexp_replace(v_text, '\m[2-9A-HJ-NP-Z]{8,}\M', '[code]', 'g');
  v_text := regexp_replace(v_text, '@\w+', '[name]', 'g');
  v_text := regexp_replace(v_text, '\+?\d[\d ().-]{3,}\d', '[number]', 'g');
  for v_name in
    select n from public.profiles p cross join lateral (
      select p.username as n union select regexp_split_to_table(p.display_name, '\s+')) x
    where p.id = p_user and char_length(n) >= 3
  loop
    v_text := regexp_replace(v_text, '\m' || regexp_replace(v_name, '([^[:alnum:]])', '\\\1', 'g') || '\M', '[name]', 'gi');
  end loop;
  -- people introduce themselves and others
  v_text := regexp_replace(v_text, '\m(my name is|i am called|mr|mrs|ms)\.? \S+', '\1 [name]', 'gi');
  return v_text;
end
$$;
comment on function private.without_names(text, uuid) is
  'A question for staff to read, 200 characters at most: without addresses, links, codes, numbers of five digits or more, the words of the '
  'asker''s own name, and what follows an introduction.';

create function private.open_turn(p_conversation uuid, p_question text, p_intent text, p_nearest text, p_event uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_conversation uuid := p_conversation;
  v_seq int := 1;
  v_turn uuid;
  v_key text := array_to_string(private.question_terms(left(p_question, 400)), ' ');
begin
  if v_conversation is null then
    insert into public.assistant_conversations (user_id, title)
    values (auth.uid(), left(regexp_replace(p_question, '\s+', ' ', 'g'), 80)) returning id into v_conversation;
    delete from public.assistant_conversations c where c.id in (
      select x.id from public.assistant_conversations x where x.user_id = auth.uid() order by x.updated_at desc, x.id offset 100);
  else
    update public.assistant_conversations set updated_at = now() where id = v_conversation and user_id = auth.uid();
    if not found then
      perform private.refuse(404, 'not_found');
    end if;
    select coalesce(max(t.seq), 0) + 1 into v_seq from public.assistant_turns t where t.conversation_id = v_conversation;
  end if;
  if v_seq > 200 then
    perform private.refuse(409, 'conversation_full');
  end if;
  insert into public.assistant_turns (conversation_id, seq, question, intent, event_id, blocks)
  values (v_conversation, v_seq, p_question, p_intent, p_event, '[]') returning id into v_turn;
  if p_intent is null and v_key <> '' then
    insert into private.assistant_unanswered as u (question, question_key, nearest)
    values (private.without_names(p_question, auth.uid()), left(v_key, 400), p_nearest)
    on conflict (question_key) do update set times = u.times + 1, last_at = now();
  end if;
  return jsonb_build_object('conversationId', v_conversation, 'turnId', v_turn);
end
$$;
comment on function private.open_turn(uuid, text, text, text, uuid) is
  'Adds a question to a conversation of the caller (null = a new one, 100 are kept), without its answer yet. Where no intent fits, it is '
  'logged for staff without names, with the nearest intent. Refuses not_found, conversation_full after 200 questions.';

create function private.begin_question(p_conversation uuid, p_question text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_member();
  if p_question is null or char_length(btrim(p_question)) not between 1 and 4000 or not private.is_readable(p_question, true) then
    perform private.refuse(422, 'question_text');
  end if;
  perform private.take_limit('assistant_hour', auth.uid());
  perform private.take_limit('assistant_day', auth.uid());
  -- one count for everybody
  perform private.take_limit('assistant_brand', '00000000-0000-0000-0000-000000000000');
  return (
    select t.event_id from public.assistant_turns t join public.assistant_conversations c on c.id = t.conversation_id
    where c.id = p_conversation and c.user_id = auth.uid() and t.event_id is not null order by t.seq desc limit 1);
end
$$;
comment on function private.begin_question(uuid, text) is
  'Checks a question of the caller and counts it: members, 1 to 4,000 characters, the limits of a person and of the brand. Returns the '
  'event that the conversation was about last. Refuses members_only, question_text, rate_limited.';

create function private.intent_facts(p_intent text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_member();
  return (
    select jsonb_build_object('intent', i.intent, 'title', i.title, 'tool', i.tool, 'detail', i.detail, 'answer', i.answer,
      'pages', i.pages)
    from private.assistant_intents i where i.intent = p_intent);
end
$$;
comment on function private.intent_facts(text) is 'What the guide does for an intent; null for none. Refuses members_only.';

create function public.ask_guide(p_conversation uuid, p_question text) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_before uuid := private.begin_question(p_conversation, p_question);
  v_event public.events;
  v_found text[];
  v_scores real[];
  v_intent text;
begin
  -- read as the caller, whose row policies decide which events there are
  select e.* into v_event from private.events_named(p_question) n join public.events e on e.id = n.event_id
  order by n.likeness desc, e.ends_at < now(), e.starts_at, e.id limit 1;
  select array_agg(m.intent order by m.score desc, m.intent), array_agg(m.score order by m.score desc, m.intent)
    into v_found, v_scores
  from private.match_question(p_question, v_event.title) m;
  if v_scores[1] >= 0.45 then
    v_intent := v_found[1];
  elsif v_event.id is not null then
    v_intent := 'event_when';
  end if;
  return private.open_turn(p_conversation, btrim(p_question), v_intent, v_found[1], coalesce(v_event.id, v_before))
    || jsonb_build_object(
      'intent', private.intent_facts(v_intent),
      'eventId', coalesce(v_event.id, v_before),
      'isNamed', v_event.id is not null,
      'others', (
        select coalesce(jsonb_agg(jsonb_build_object('intent', f.intent, 'title', private.intent_facts(f.intent) ->> 'title')
          order by f.place), '[]')
        from unnest(v_found, v_scores) with ordinality f (intent, score, place)
        where f.intent is distinct from v_intent and f.score >= 0.25 and f.place <= 4));
end
$$;
comment on function public.ask_guide(uuid, text) is
  'Finds what a question asks for, and adds it to a conversation of the caller (null = a new one): {conversationId, turnId, intent: '
  '{intent, title, tool, detail, answer, pages} or null, eventId = the event that it names or the conversation was about, isNamed, '
  'others = the next intents}. Reads no records: the caller does, as themselves. Refuses members_only, question_text, rate_limited, '
  'not_found, conversation_full.';

create function public.store_answer(p_turn uuid, p_blocks jsonb, p_tools jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_member();
  if jsonb_typeof(p_blocks) is distinct from 'array' or jsonb_typeof(p_tools) is distinct from 'array'
    or octet_length(p_blocks::text) > 60000 or octet_length(p_tools::text) > 8000 then
    perform private.refuse(422, 'invalid');
  end if;
  update public.assistant_turns t set blocks = p_blocks, tools = p_tools
  from public.assistant_conversations c
  where t.id = p_turn and c.id = t.conversation_id and c.user_id = auth.uid() and t.blocks = '[]'
    and t.created_at > now() - interval '1 day';
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
end
$$;
comment on function public.store_answer(uuid, jsonb, jsonb) is
  'Stores the answer to a question of the caller that has none yet, and what was read for it. Refuses members_only, invalid, not_found.';

create function public.rate_answer(p_turn uuid, p_rating int) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_member();
  if p_rating is not null and p_rating not in (-1, 1) then
    perform private.refuse(422, 'invalid');
  end if;
  update public.assistant_turns t set rating = p_rating
  from public.assistant_conversations c where t.id = p_turn and c.id = t.conversation_id and c.user_id = auth.uid();
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
end
$$;
comment on function public.rate_answer(uuid, int) is
  'Says that an answer to the caller helped (1) or did not (-1); null takes that back. Refuses members_only, invalid, not_found.';

create function public.delete_conversation(p_conversation uuid) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_deleted int;
begin
  perform private.require_member();
  delete from public.assistant_conversations c
  where c.user_id = auth.uid() and (p_conversation is null or c.id = p_conversation);
  get diagnostics v_deleted = row_count;
  return v_deleted;
end
$$;
comment on function public.delete_conversation(uuid) is
  'Deletes a conversation of the caller, or all of them (null), with its questions and answers. Returns how many. Refuses members_only.';

create function public.expire_conversations(p_limit int default 1000) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_deleted int;
begin
  delete from public.assistant_conversations where id in (
    select c.id from public.assistant_conversations c where c.updated_at < now() - interval '30 days' order by c.updated_at limit p_limit);
  get diagnostics v_deleted = row_count;
  return v_deleted;
end
$$;
comment on function public.expire_conversations(int) is
  'For a job: deletes conversations whose last question is 30 days old, p_limit at most. Returns how many.';

create function private.assistant_context() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'tonight', (
      select e.title from public.tickets t join public.events e on e.id = t.event_id
      where t.owner_id = (select auth.uid()) and private.ticket_is_valid(t.status)
        and e.doors_at < now() + interval '18 hours' and e.ends_at > now() order by e.doors_at, e.id limit 1),
    'coming', (
      select e.title from public.tickets t join public.events e on e.id = t.event_id
      where t.owner_id = (select auth.uid()) and private.ticket_is_valid(t.status) and e.ends_at > now() order by e.doors_at, e.id limit 1),
    'openOrder', exists (
      select 1 from public.orders o where o.owner_id = (select auth.uid()) and private.order_is_open(o.status)),
    'hasOrders', exists (
      select 1 from public.orders o where o.owner_id = (select auth.uid()) and private.order_is_listed(o.status)));
end
$$;
comment on function private.assistant_context() is
  'What suggestions depend on, of the caller: {tonight, coming = the title of the event of a valid ticket or null, openOrder, hasOrders}.';

create function public.read_assistant(p_conversation uuid default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_member() then
    return null;
  end if;
  return jsonb_build_object(
    'conversations', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'updatedAt', c.updated_at)
        order by c.updated_at desc, c.id), '[]')
      from (select * from public.assistant_conversations order by updated_at desc, id limit 30) c),
    'turns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'question', t.question, 'blocks', t.blocks, 'rating', t.rating,
        'createdAt', t.created_at) order by t.seq), '[]')
      from (
        select * from public.assistant_turns where conversation_id = p_conversation order by seq desc limit 100) t),
    'context', private.assistant_context(),
    'timeZone', (select s.time_zone from public.settings s),
    'now', now());
end
$$;
comment on function public.read_assistant(uuid) is
  'The page of the assistant: the caller''s 30 latest conversations, the last 100 questions of one of them, and what suggestions depend '
  'on. Null for visitors and guests.';

revoke execute on function private.without_names(text, uuid), private.open_turn(uuid, text, text, text, uuid),
  private.begin_question(uuid, text), private.intent_facts(text), public.ask_guide(uuid, text), public.store_answer(uuid, jsonb, jsonb),
  public.rate_answer(uuid, int), public.delete_conversation(uuid), public.expire_conversations(int), private.assistant_context(),
  public.read_assistant(uuid)
from public, anon, authenticated, service_role;
grant execute on function private.open_turn(uuid, text, text, text, uuid), private.begin_question(uuid, text), private.intent_facts(text),
  private.assistant_context(), public.ask_guide(uuid, text), public.store_answer(uuid, jsonb, jsonb), public.rate_answer(uuid, int),
  public.delete_conversation(uuid), public.read_assistant(uuid)
to authenticated;
grant execute on function public.expire_conversations(int) to service_role;
