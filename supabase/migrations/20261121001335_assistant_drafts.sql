-- Acts of the assistant: drafts that show what would be done, each confirmed once by its person within five minutes.

create table private.assistant_drafts (
  id uuid primary key default gen_random_uuid(),
  turn_id uuid not null references public.assistant_turns (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  act text not null check (act in ('resend_tickets', 'transfer', 'waitlist', 'refund', 'reminder', 'pause_mail', 'cart')),
  args jsonb not null check (jsonb_typeof(args) = 'object' and pg_column_size(args) <= 4000),
  card jsonb not null check (jsonb_typeof(card) = 'object' and pg_column_size(card) <= 4000),
  token text not null unique default encode(extensions.gen_random_bytes(24), 'hex'),
  expires_at timestamptz not null default now() + interval '5 minutes',
  taken_at timestamptz,
  outcome text check (outcome in ('done', 'refused', 'dropped')),
  refusal text check (char_length(refusal) <= 60),
  check (outcome is null or taken_at is not null),
  check ((outcome = 'refused') = (refusal is not null))
);
comment on table private.assistant_drafts is
  'What the assistant offered to do: an act with its exact arguments, and the card that showed them. Its person confirms it once, by the '
  'token that only their page has, until expires_at. taken_at = confirmed or dropped; without an outcome its act began and did not report. '
  'refusal = why the act was refused.';
create index assistant_drafts_turn on private.assistant_drafts (turn_id);
create index assistant_drafts_user on private.assistant_drafts (user_id);
insert into private.person_columns (place, on_merge, reason) values
  ('private.assistant_drafts.user_id', 'stays', 'confirmed by the account that asked, within minutes');

create function public.draft_act(p_turn uuid, p_act text, p_args jsonb, p_card jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  perform private.require_member();
  if p_act is null or p_act <> all ('{resend_tickets,transfer,waitlist,refund,reminder,pause_mail,cart}'::text[])
    or jsonb_typeof(p_args) is distinct from 'object' or jsonb_typeof(p_card) is distinct from 'object'
    or octet_length(p_args::text) > 4000 or octet_length(p_card::text) > 4000 then
    perform private.refuse(422, 'invalid');
  end if;
  insert into private.assistant_drafts (turn_id, user_id, act, args, card)
  select t.id, auth.uid(), p_act, p_args, p_card
  from public.assistant_turns t join public.assistant_conversations c on c.id = t.conversation_id
  where t.id = p_turn and c.user_id = auth.uid() and t.blocks = '[]'
    and not exists (select 1 from private.assistant_drafts d where d.turn_id = t.id)
  returning id into v_id;
  if v_id is null then
    perform private.refuse(404, 'not_found');
  end if;
  return v_id;
end
$$;
comment on function public.draft_act(uuid, text, jsonb, jsonb) is
  'Offers an act to the caller, as part of an answer that is not stored yet, one for each: its arguments and the card that shows them. '
  'Does nothing else. Returns its id; its token is on the page of its person alone. Refuses members_only, invalid, not_found.';

create function public.take_draft(p_draft uuid, p_token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_draft private.assistant_drafts;
begin
  perform private.require_member();
  -- of two presses at once the second waits here, and finds it taken
  select * into v_draft from private.assistant_drafts d
  where d.id = p_draft and d.user_id = auth.uid() and d.token = p_token for update;
  if v_draft.id is null then
    perform private.refuse(404, 'not_found');
  elsif v_draft.taken_at is not null then
    perform private.refuse(409, 'draft_taken');
  elsif v_draft.expires_at <= now() then
    perform private.refuse(409, 'draft_over');
  end if;
  update private.assistant_drafts set taken_at = now() where id = v_draft.id;
  return jsonb_build_object('act', v_draft.act, 'args', v_draft.args);
end
$$;
comment on function public.take_draft(uuid, text) is
  'Confirms an act of the caller by its token, once and within five minutes, and returns it: {act, args} as they were shown. The site then '
  'does it. Refuses members_only, not_found, draft_taken, draft_over.';

create function public.finish_draft(p_draft uuid, p_token text, p_outcome text, p_refusal text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_member();
  if p_outcome is null or p_outcome not in ('done', 'refused', 'dropped') or (p_outcome = 'refused') <> (p_refusal is not null) then
    perform private.refuse(422, 'invalid');
  end if;
  update private.assistant_drafts d set outcome = p_outcome, refusal = left(p_refusal, 60), taken_at = coalesce(d.taken_at, now())
  where d.id = p_draft and d.user_id = auth.uid() and d.token = p_token and d.outcome is null
    and (p_outcome = 'dropped') = (d.taken_at is null);
end
$$;
comment on function public.finish_draft(uuid, text, text, text) is
  'Notes what became of an act: done, refused with its code, or dropped by its person before it was confirmed. Refuses '
  'members_only, invalid.';

create function private.own_drafts(p_conversation uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_member();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'act', d.act, 'card', d.card, 'refusal', d.refusal,
      'state', case when d.outcome is not null then d.outcome when d.taken_at is not null then 'taken'
        when d.expires_at <= now() then 'over' else 'open' end,
      'token', case when d.taken_at is null and d.expires_at > now() then d.token end)), '[]')
    from private.assistant_drafts d join public.assistant_turns t on t.id = d.turn_id
    where t.conversation_id = p_conversation and d.user_id = auth.uid());
end
$$;
comment on function private.own_drafts(uuid) is
  'Acts that a conversation of the caller offered, [{id, act, card, state, refusal, token}]; the token of those that can be confirmed.';

create function public.read_drafts(p_conversation uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.own_drafts(p_conversation);
end
$$;
comment on function public.read_drafts(uuid) is 'Returns private.own_drafts. Refuses members_only.';

revoke execute on function public.draft_act(uuid, text, jsonb, jsonb), public.take_draft(uuid, text),
  public.finish_draft(uuid, text, text, text), private.own_drafts(uuid), public.read_drafts(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.draft_act(uuid, text, jsonb, jsonb), public.take_draft(uuid, text),
  public.finish_draft(uuid, text, text, text), private.own_drafts(uuid), public.read_drafts(uuid)
to authenticated;
