-- Cases: who works on one, and what is decided.

create function private.lock_case(p_case uuid, p_version int)
returns private.moderation_cases
language plpgsql volatile set search_path = ''
as $$
declare
  v_me uuid := auth.uid();
  v_case private.moderation_cases;
  v_author uuid;
begin
  -- the post first, as whoever reports or edits it does
  select private.post_writer(t) into v_author from public.posts t join private.moderation_cases c on c.post_id = t.id
  where c.id = p_case for no key update of t;
  select * into v_case from private.moderation_cases c where c.id = p_case for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  elsif v_author = v_me or exists (select 1 from public.post_reports r where r.case_id = p_case and r.reporter_id = v_me) then
    perform private.refuse(403, 'own_case');
  elsif v_case.decided_at is not null then
    perform private.refuse(409, 'case_decided', jsonb_build_object('by', private.staff_name(v_case.decided_by)));
  elsif v_case.claimed_by <> v_me and v_case.claimed_until > now() then
    perform private.refuse(409, 'case_claimed', jsonb_build_object('by', private.staff_name(v_case.claimed_by)));
  elsif v_case.version <> p_version then
    perform private.refuse(409, 'case_changed');
  end if;
  return v_case;
end
$$;
comment on function private.lock_case(uuid, int) is
  'Locks a case that the caller may decide, as they saw it (p_version; null = whatever it is). Refuses not_found, own_case (they wrote or '
  'reported the post), case_decided, case_claimed, case_changed.';

create function private.staff_name(p_user uuid)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(p.display_name, p.username) from public.profiles p where p.id = p_user);
end
$$;
comment on function private.staff_name(uuid) is 'The name by which moderators know one another; null without an account.';

create function private.take_case(p_case private.moderation_cases)
returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update private.moderation_cases set state = 'claimed', claimed_by = auth.uid(), claimed_until = now() + interval '10 minutes',
    version = version + case when p_case.claimed_by = auth.uid() then 0 else 1 end
  where id = p_case.id;
  if p_case.claimed_by is distinct from auth.uid() then
    perform private.log_moderation('claimed', p_case.id, p_case.post_id, null);
  end if;
end
$$;
comment on function private.take_case(private.moderation_cases) is 'Gives the caller a locked case for 10 minutes, or for 10 more.';

create function public.claim_case(p_case uuid)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_permission('moderate');
  perform private.take_case(private.lock_case(p_case, null));
  perform private.audit('moderation.claimed', 'case', p_case::text);
end
$$;
comment on function public.claim_case(uuid) is
  'Keeps a case for the caller for 10 minutes. Moderators only. Refuses not_allowed and what private.lock_case does.';

create function public.claim_next_case(p_after uuid default null)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me uuid := auth.uid();
  v_left private.moderation_cases;
  v_case private.moderation_cases;
begin
  perform private.require_permission('moderate');
  perform public.release_case(p_after);
  select * into v_left from private.moderation_cases c where c.id = p_after and c.decided_at is null;
  select c.* into v_case from private.moderation_cases c
  where c.decided_at is null and c.id is distinct from v_left.id
    and (c.claimed_by is null or c.claimed_by = v_me or c.claimed_until <= now())
    and not exists (select 1 from public.posts t where t.id = c.post_id and private.post_writer(t) = v_me)
    and not exists (select 1 from public.post_reports r where r.case_id = c.id and r.reporter_id = v_me)
  order by coalesce((-c.priority, c.opened_at, c.id) > (-v_left.priority, v_left.opened_at, v_left.id),
      c.claimed_by = v_me and c.claimed_until > now(), false) desc, c.priority desc, c.opened_at, c.id
  limit 1 for no key update of c skip locked;
  if not found then
    return null;
  end if;
  perform private.take_case(v_case);
  perform private.audit('moderation.claimed', 'case', v_case.id::text);
  return v_case.id;
end
$$;
comment on function public.claim_next_case(uuid) is
  'Keeps the next case of the queue for the caller and returns its id; null when none is left for them. First is the one that they have. '
  'With p_after they leave that open case, which goes back to the queue, and get the one behind it, at the end of the queue its first. '
  'Two moderators never get the same. Moderators only. Refuses not_allowed.';

create function public.open_post_case(p_post uuid)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
  v_id uuid;
begin
  perform private.require_permission('moderate');
  select * into v_post from public.posts t where t.id = p_post for no key update;
  if not found or not private.post_is_shown(v_post.status) then
    perform private.refuse(404, 'not_found');
  elsif private.post_writer(v_post) = auth.uid() then
    perform private.refuse(409, 'own_post');
  end if;
  select c.id into v_id from private.moderation_cases c where c.post_id = p_post and c.decided_at is null;
  if v_id is null then
    v_id := private.open_case(v_post, 'staff', 1);
    perform private.audit('moderation.opened', 'case', v_id::text);
  end if;
  return v_id;
end
$$;
comment on function public.open_post_case(uuid) is
  'Returns the open case about a post or comment that readers see, and opens one where there is none. Moderators only, not about '
  'their own. Refuses not_allowed, not_found, own_post.';

create function public.release_case(p_case uuid)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_permission('moderate');
  update private.moderation_cases set state = 'open', claimed_by = null, claimed_until = null, version = version + 1
  where id = p_case and decided_at is null and claimed_by = auth.uid();
  if found then
    perform private.log_moderation('released', p_case, null, null);
    perform private.audit('moderation.released', 'case', p_case::text);
  end if;
end
$$;
comment on function public.release_case(uuid) is
  'Gives a case that the caller claimed back to the queue. Nothing happens to one that they do not have. Moderators only. Refuses '
  'not_allowed.';

create function private.settle_post(p_case private.moderation_cases, p_state text, p_rule text)
returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_post public.posts;
  v_facts jsonb := jsonb_strip_nulls(jsonb_build_object('id', p_case.id, 'rule', p_rule));
  v_author uuid;
begin
  select * into strict v_post from public.posts t where t.id = p_case.post_id;
  v_author := private.post_writer(v_post);
  if p_state = 'upheld' and (private.post_is_shown(v_post.status) or private.post_is_held_back(v_post.status)) then
    perform private.move_post(v_post.id, 'removed', 'upheld', v_facts);
    perform private.notify(v_author, 'post_removed', null, v_post.id, v_post.event_id, v_facts);
    perform private.mail_moderation(v_author, 'post_removed', p_case.id, v_facts);
  elsif p_state = 'rejected' and private.post_is_held_back(v_post.status) then
    perform private.move_post(v_post.id, 'published', 'rejected', v_facts);
    perform private.notify(v_author, case when 'reports' = any (p_case.sources) then 'post_restored' else 'post_published' end,
      null, v_post.id, v_post.event_id, v_facts);
    select * into strict v_post from public.posts t where t.id = v_post.id;
    perform private.tell_of_post(v_post);
  elsif p_state = 'ignored' and private.post_is_held_back(v_post.status) then
    perform private.refuse(409, 'case_needs_decision');
  end if;
end
$$;
comment on function private.settle_post(private.moderation_cases, text, text) is
  'Applies a decision to its post: upheld removes it, rejected shows it again, and tells its author. A post that its author deleted '
  'stays so. Refuses case_needs_decision where nobody would be left to decide about a hidden one.';

create function public.decide_case(
  p_case uuid, p_version int, p_decision text, p_rule text default null, p_reason text default null, p_sanction text default null
)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_case private.moderation_cases;
  v_state text := case p_decision when 'remove' then 'upheld' when 'keep' then 'rejected' when 'dismiss' then 'ignored' end;
  v_rule text;
  v_reason text;
  v_author uuid;
begin
  perform private.require_permission('moderate');
  if v_state is null then
    perform private.refuse(422, 'invalid', '{"field": "decision"}');
  end if;
  v_case := private.lock_case(p_case, p_version);
  if v_state = 'upheld' then
    v_rule := private.require_rule(p_rule);
    v_reason := private.require_reason(p_reason);
  elsif btrim(coalesce(p_reason, '')) <> '' then
    v_reason := private.require_reason(p_reason);
  end if;
  perform private.settle_post(v_case, v_state, v_rule);
  update private.moderation_cases c set state = v_state, decided_at = now(), decided_by = auth.uid(), rule = v_rule, reason = v_reason,
    claimed_until = null, version = version + 1
  where c.id = p_case returning (select private.post_writer(t) from public.posts t where t.id = c.post_id) into v_author;
  update public.post_reports set state = v_state where case_id = p_case and state = 'open';
  perform private.log_moderation(v_state, p_case, v_case.post_id, v_author,
    jsonb_strip_nulls(jsonb_build_object('rule', v_rule, 'reason', v_reason)));
  perform private.audit('moderation.decided', 'case', p_case::text,
    jsonb_strip_nulls(jsonb_build_object('from', v_case.state, 'to', v_state, 'rule', v_rule, 'reason', v_reason)));
  if v_state = 'upheld' and coalesce(p_sanction, 'none') <> 'none' then
    perform private.put_sanction(v_author, p_sanction, v_rule, v_reason, p_case);
  end if;
  return v_state;
end
$$;
comment on function public.decide_case(uuid, int, text, text, text, text) is
  'Decides a case, as it was when its moderator read it (p_version), and returns its state. p_decision: remove (needs p_rule and '
  'p_reason, which the author is told; p_sanction as impose_sanction takes it, or none), keep (shows the post again; its reports were '
  'wrong), dismiss (nothing to decide: the reports are neither right nor wrong). Moderators only, not about their own posts or reports. '
  'Refuses not_allowed, invalid, rule_needed, reason_required, case_needs_decision, staff_sanction and what private.lock_case does.';

create function private.require_rule(p_rule text)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select 1 from private.house_rules h where h.rule = p_rule) then
    perform private.refuse(422, 'rule_needed');
  end if;
  return p_rule;
end
$$;
comment on function private.require_rule(text) is
  'Returns the rule of the community that a decision names; refuses rule_needed without one.';

revoke execute on function private.lock_case(uuid, int), private.staff_name(uuid), private.take_case(private.moderation_cases),
  public.claim_case(uuid), public.claim_next_case(uuid), public.open_post_case(uuid),
  public.release_case(uuid), private.settle_post(private.moderation_cases, text, text),
  public.decide_case(uuid, int, text, text, text, text), private.require_rule(text)
from public, anon, authenticated, service_role;
grant execute on function public.claim_case(uuid), public.claim_next_case(uuid), public.open_post_case(uuid),
  public.release_case(uuid), public.decide_case(uuid, int, text, text, text, text)
to authenticated;
