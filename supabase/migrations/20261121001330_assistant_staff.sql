-- What staff do for the guide: questions without an answer, and the phrasings that they add.

create function public.read_unanswered() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_settings');
  return jsonb_build_object(
    'questions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'question', u.question, 'nearest', u.nearest, 'times', u.times,
        'lastAt', u.last_at) order by u.times desc, u.last_at desc, u.id), '[]')
      from (select * from private.assistant_unanswered order by times desc, last_at desc, id limit 100) u),
    'total', (select count(*) from private.assistant_unanswered),
    'intents', (
      select jsonb_agg(jsonb_build_object('intent', i.intent, 'title', i.title) order by i.title) from private.assistant_intents i),
    'added', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'phrasing', p.phrasing, 'title', i.title,
        'by', private.staff_name(p.added_by), 'createdAt', p.created_at) order by p.created_at desc, p.id), '[]')
      from (select * from private.assistant_phrasings where added_by is not null order by created_at desc, id limit 50) p
      join private.assistant_intents i on i.intent = p.intent),
    'asked', (
      select jsonb_build_object('questions', count(*), 'answered', count(*) filter (where t.intent is not null),
        'helped', count(*) filter (where t.rating = 1), 'failed', count(*) filter (where t.rating = -1))
      from public.assistant_turns t where t.created_at > now() - interval '30 days'),
    'timeZone', (select s.time_zone from public.settings s),
    'now', now());
end
$$;
comment on function public.read_unanswered() is
  'What the guide could not answer, most often asked first, 100 at most, with the intents that it could be a phrasing of, the '
  'phrasings that staff added, and figures of 30 days. Nobody''s conversation. Admins only. Refuses not_allowed.';

create function public.add_phrasing(p_question uuid, p_intent text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_question private.assistant_unanswered;
  v_id uuid;
begin
  perform private.require_permission('manage_settings');
  if not exists (select 1 from private.assistant_intents i where i.intent = p_intent) then
    perform private.refuse(422, 'invalid', '{"field": "intent"}');
  end if;
  delete from private.assistant_unanswered where id = p_question returning * into v_question;
  if v_question.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  insert into private.assistant_phrasings (intent, phrasing, added_by) values (p_intent, v_question.question, auth.uid())
  on conflict (intent, phrasing) do update set added_by = excluded.added_by
  returning id into v_id;
  perform private.audit('assistant.phrasing_added', 'assistant', v_id::text,
    jsonb_build_object('phrasing', v_question.question, 'intent', p_intent));
  return v_id;
end
$$;
comment on function public.add_phrasing(uuid, text) is
  'Makes a question without an answer a phrasing of an intent, and returns the phrasing''s id. Admins only. Refuses not_allowed, invalid, '
  'not_found.';

create function public.dismiss_unanswered(p_question uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_question private.assistant_unanswered;
begin
  perform private.require_permission('manage_settings');
  delete from private.assistant_unanswered where id = p_question returning * into v_question;
  if v_question.id is not null then
    perform private.audit('assistant.question_dismissed', 'assistant', p_question::text,
      jsonb_build_object('question', v_question.question));
  end if;
end
$$;
comment on function public.dismiss_unanswered(uuid) is
  'Deletes a question without an answer that the guide need not answer. Admins only. Refuses not_allowed.';

create function public.drop_phrasing(p_phrasing uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_phrasing private.assistant_phrasings;
begin
  perform private.require_permission('manage_settings');
  delete from private.assistant_phrasings where id = p_phrasing and added_by is not null returning * into v_phrasing;
  if v_phrasing.id is not null then
    perform private.audit('assistant.phrasing_dropped', 'assistant', p_phrasing::text,
      jsonb_build_object('phrasing', v_phrasing.phrasing, 'intent', v_phrasing.intent));
  end if;
end
$$;
comment on function public.drop_phrasing(uuid) is
  'Deletes a phrasing that staff added; those that came with the site stay. Admins only. Refuses not_allowed.';

revoke execute on function public.read_unanswered(), public.add_phrasing(uuid, text), public.dismiss_unanswered(uuid),
  public.drop_phrasing(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.read_unanswered(), public.add_phrasing(uuid, text), public.dismiss_unanswered(uuid),
  public.drop_phrasing(uuid)
to authenticated;
