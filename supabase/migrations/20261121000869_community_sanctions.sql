-- Sanctions of people and appeals.

create function private.mail_moderation(p_user uuid, p_what text, p_id uuid, p_facts jsonb default '{}')
returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select 'moderation', 'moderation:' || p_what || ':' || p_id, m.address, 'account', p_user,
    jsonb_strip_nulls(p_facts || jsonb_build_object('what', p_what, 'id', null,
      'ruleNumber', (select h.position from private.house_rules h where h.rule = p_facts ->> 'rule'),
      'ruleTitle', (select h.title from private.house_rules h where h.rule = p_facts ->> 'rule'),
      'timeZone', (select s.time_zone from public.settings s)))
  from (select private.own_email(p_user) as address) m
  where m.address is not null;
end
$$;
comment on function private.mail_moderation(uuid, text, uuid, jsonb) is
  'Queues the mail that tells a person what moderators decided: post_removed, warned, muted (p_facts: until), lifted, appeal_granted, '
  'appeal_denied. p_facts: rule, reason; never the text of a post. p_id = of the decision, which is mailed once.';

create function private.put_sanction(p_user uuid, p_step text, p_rule text, p_reason text, p_case uuid)
returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_days int := case p_step when 'mute_1' then 1 when 'mute_7' then 7 when 'mute_30' then 30 end;
  v_sanction private.sanctions;
  v_facts jsonb;
begin
  if v_days is null and p_step is distinct from 'warn' then
    perform private.refuse(422, 'invalid', '{"field": "sanction"}');
  elsif p_user = auth.uid() or coalesce(private.role_may(private.person_role(p_user), 'be_staff'), false) then
    perform private.refuse(403, 'staff_sanction');
  end if;
  insert into private.sanctions (user_id, kind, reason, rule, case_id, imposed_by, ends_at)
  select p.id, case when v_days is null then 'warn' else 'mute' end, p_reason, p_rule, p_case, auth.uid(),
    now() + make_interval(days => v_days)
  from public.profiles p where p.id = p_user
  returning * into v_sanction;
  if v_sanction.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  v_facts := jsonb_strip_nulls(jsonb_build_object('id', v_sanction.id, 'step', p_step, 'rule', p_rule, 'reason', p_reason,
    'until', v_sanction.ends_at));
  perform private.log_moderation('sanctioned', p_case, null, p_user, v_facts);
  perform private.audit('moderation.sanctioned', 'account', p_user::text, v_facts - 'id');
  perform private.notify(p_user, 'sanction', null, null, null, v_facts - 'reason');
  perform private.mail_moderation(p_user, case when v_days is null then 'warned' else 'muted' end, v_sanction.id, v_facts);
  return v_sanction.id;
end
$$;
comment on function private.put_sanction(uuid, text, text, text, uuid) is
  'Warns or mutes a person and tells them: p_step warn, mute_1, mute_7 or mute_30 (days). Tickets stay what they are. Refuses invalid, '
  'staff_sanction (of staff, and oneself), not_found.';

create function public.impose_sanction(p_user uuid, p_step text, p_rule text, p_reason text)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_permission('moderate');
  return private.put_sanction(p_user, p_step, private.require_rule(p_rule), private.require_reason(p_reason), null);
end
$$;
comment on function public.impose_sanction(uuid, text, text, text) is
  'Warns or mutes a person without a case, and returns the sanction''s id: p_step warn, mute_1, mute_7 or mute_30 (days). Moderators only. '
  'Refuses not_allowed, rule_needed, reason_required and what private.put_sanction does.';

create function private.end_sanction(p_sanction uuid, p_reason text)
returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_user uuid;
begin
  update private.sanctions set lifted_at = now(), lifted_by = auth.uid(), lift_reason = p_reason
  where id = p_sanction and lifted_at is null and coalesce(ends_at, 'infinity') > now()
  returning user_id into v_user;
  if v_user is null then
    return false;
  end if;
  perform private.log_moderation('lifted', null, null, v_user, jsonb_build_object('id', p_sanction, 'reason', p_reason));
  perform private.audit('moderation.lifted', 'account', v_user::text, jsonb_build_object('reason', p_reason));
  return true;
end
$$;
comment on function private.end_sanction(uuid, text) is 'Lifts a sanction that is not over; returns whether it did.';

create function public.lift_sanction(p_sanction uuid, p_reason text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text;
  v_user uuid;
begin
  perform private.require_permission('manage_people');
  v_reason := private.require_reason(p_reason);
  if not private.end_sanction(p_sanction, v_reason) then
    perform private.refuse(409, 'sanction_over');
  end if;
  select s.user_id into v_user from private.sanctions s where s.id = p_sanction;
  perform private.notify(v_user, 'sanction_lifted', null, null, null, jsonb_build_object('id', p_sanction));
  perform private.mail_moderation(v_user, 'lifted', p_sanction, jsonb_build_object('reason', v_reason));
end
$$;
comment on function public.lift_sanction(uuid, text) is
  'Lifts a warning or a mute before its time, and tells the person. Admins only. Refuses not_allowed, reason_required, sanction_over.';

create function private.appeal_stop(p_sanction uuid, p_case uuid, p_user uuid)
returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_since timestamptz;
begin
  if p_sanction is not null then
    select s.starts_at into v_since from private.sanctions s
    where s.id = p_sanction and s.user_id = p_user and s.lifted_at is null and coalesce(s.ends_at, 'infinity') > now();
  else
    select c.decided_at into v_since from private.moderation_cases c join public.posts t on t.id = c.post_id
    where c.id = p_case and c.state = 'upheld' and private.post_writer(t) = p_user
      and private.post_is_held_back(t.status) and private.post_is_due_for_purge(t.status)
      and not exists (select 1 from private.moderation_cases n where n.post_id = c.post_id and n.round > c.round);
  end if;
  return case
    when v_since is null then 'appeal_not_possible'
    when exists (select 1 from private.appeals a where a.sanction_id = p_sanction or a.case_id = p_case) then 'appeal_exists'
    when v_since < now() - interval '14 days' then 'appeal_late' end;
end
$$;
comment on function private.appeal_stop(uuid, uuid, uuid) is
  'Returns why a person cannot appeal against a sanction, or the decision that removed their post: appeal_not_possible (not theirs, or '
  'over), appeal_exists, appeal_late (14 days); null when they can.';

create function public.open_appeal(p_sanction uuid, p_case uuid, p_text text)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me uuid := auth.uid();
  v_text text := btrim(coalesce(p_text, ''));
  v_stop text;
  v_id uuid;
begin
  perform private.require_member();
  if char_length(v_text) not between 10 and 1000 or not private.is_readable(v_text, true) then
    perform private.refuse(422, 'appeal_text');
  elsif num_nonnulls(p_sanction, p_case) <> 1 then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.lock_person(v_me);
  v_stop := private.appeal_stop(p_sanction, p_case, v_me);
  if v_stop = 'appeal_exists' then
    perform private.refuse(409, 'appeal_exists');
  elsif v_stop = 'appeal_late' then
    perform private.refuse(409, 'appeal_late');
  elsif v_stop is not null then
    perform private.refuse(409, 'appeal_not_possible');
  end if;
  insert into private.appeals (user_id, sanction_id, case_id, text) values (v_me, p_sanction, p_case, v_text) returning id into v_id;
  perform private.log_moderation('appealed', p_case, null, v_me, jsonb_build_object('id', v_id));
  return v_id;
end
$$;
comment on function public.open_appeal(uuid, uuid, text) is
  'Appeals once, within 14 days, against a sanction of the caller or the decision (p_case) that removed their post, and returns the '
  'appeal''s id. p_text: 10 to 1,000 characters. Somebody else decides. Refuses members_only, appeal_text, not_found, '
  'appeal_not_possible, appeal_exists, appeal_late.';

create function private.first_decider(p_appeal private.appeals)
returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    (select s.imposed_by from private.sanctions s where s.id = p_appeal.sanction_id),
    (select c.decided_by from private.moderation_cases c where c.id = p_appeal.case_id));
end
$$;
comment on function private.first_decider(private.appeals) is
  'The person who made the appealed decision, and therefore does not decide the appeal.';

create function private.grant_appeal(p_appeal private.appeals, p_reason text)
returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_post public.posts;
begin
  if p_appeal.sanction_id is not null then
    perform private.end_sanction(p_appeal.sanction_id, p_reason);
    return;
  end if;
  select t.* into v_post from public.posts t join private.moderation_cases c on c.post_id = t.id
  where c.id = p_appeal.case_id for no key update of t;
  if private.post_is_held_back(v_post.status) and private.post_is_due_for_purge(v_post.status) then
    perform private.move_post(v_post.id, 'published', 'appeal granted', jsonb_build_object('appeal', p_appeal.id));
    select * into strict v_post from public.posts t where t.id = v_post.id;
    perform private.tell_of_post(v_post);
  end if;
end
$$;
comment on function private.grant_appeal(private.appeals, text) is
  'Takes back what an appeal was against: lifts the sanction, shows the post.';

create function public.decide_appeal(p_appeal uuid, p_is_granted boolean, p_reason text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_appeal private.appeals;
  v_reason text;
  v_state text := case when p_is_granted then 'granted' when not p_is_granted then 'denied' end;
begin
  perform private.require_permission('moderate');
  v_reason := private.require_reason(p_reason);
  select * into v_appeal from private.appeals a where a.id = p_appeal for no key update;
  if not found or v_state is null then
    perform private.refuse(404, 'not_found');
  elsif v_appeal.decided_at is not null then
    perform private.refuse(409, 'appeal_decided', jsonb_build_object('by', private.staff_name(v_appeal.decided_by)));
  elsif auth.uid() in (v_appeal.user_id, private.first_decider(v_appeal)) then
    perform private.refuse(403, 'own_decision');
  end if;
  update private.appeals set state = v_state, decided_at = now(), decided_by = auth.uid(), reason = v_reason where id = p_appeal;
  if p_is_granted then
    perform private.grant_appeal(v_appeal, v_reason);
  end if;
  perform private.log_moderation('appeal_' || v_state, v_appeal.case_id, null, v_appeal.user_id,
    jsonb_build_object('id', p_appeal, 'reason', v_reason));
  perform private.audit('moderation.appeal', 'account', v_appeal.user_id::text,
    jsonb_build_object('from', 'open', 'to', v_state, 'reason', v_reason));
  perform private.notify(v_appeal.user_id, 'appeal_decided', null, null, null, jsonb_build_object('id', p_appeal, 'state', v_state));
  perform private.mail_moderation(v_appeal.user_id, 'appeal_' || v_state, p_appeal, jsonb_build_object('reason', v_reason));
end
$$;
comment on function public.decide_appeal(uuid, boolean, text) is
  'Decides an appeal and tells the person: granted lifts the sanction or shows the post again. Moderators only, other than the one who '
  'decided first. Refuses not_allowed, reason_required, not_found, appeal_decided, own_decision.';

revoke execute on function private.mail_moderation(uuid, text, uuid, jsonb), private.put_sanction(uuid, text, text, text, uuid),
  public.impose_sanction(uuid, text, text, text), private.end_sanction(uuid, text), public.lift_sanction(uuid, text),
  private.appeal_stop(uuid, uuid, uuid), public.open_appeal(uuid, uuid, text), private.first_decider(private.appeals),
  private.grant_appeal(private.appeals, text), public.decide_appeal(uuid, boolean, text)
from public, anon, authenticated, service_role;
grant execute on function public.impose_sanction(uuid, text, text, text), public.lift_sanction(uuid, text),
  public.open_appeal(uuid, uuid, text), public.decide_appeal(uuid, boolean, text)
to authenticated;
