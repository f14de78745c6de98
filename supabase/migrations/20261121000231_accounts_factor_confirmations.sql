-- The first factor of an admin that comes after the deadline. Only the password was asked for it, which somebody else may know, so the
-- role comes back once it is confirmed from the account's mailbox (purpose factor_confirm).

create table private.confirmed_factors (
  factor_id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  confirmed_at timestamptz not null default now()
);
comment on table private.confirmed_factors is
  'Factors of Supabase Auth that came after the deadline for admins and count for them all the same: confirmed from the mailbox, or added '
  'in a session that passed by one that counts.';
create index confirmed_factors_user_id on private.confirmed_factors (user_id);

create function private.has_counting_factor(p_user uuid, p_role_since timestamptz)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
    select 1 from auth.mfa_factors f
    where f.user_id = p_user and f.status = 'verified' and (
      f.created_at <= p_role_since + interval '7 days'
      or exists (select 1 from private.confirmed_factors c where c.factor_id = f.id)));
end
$$;
comment on function private.has_counting_factor(uuid, timestamptz) is
  'Returns whether an admin since p_role_since has a factor that keeps the role: set up before the deadline, or confirmed.';

create function private.is_second_factor_overdue(p_user uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(private.second_factor_due(p_user) <= now(), false);
end
$$;
comment on function private.is_second_factor_overdue(uuid) is
  'Returns whether an account has lost the rights of an admin, because no factor of it counts after the deadline.';

create function public.queue_factor_confirmation(p_user uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_second_factor_overdue(p_user) or not private.has_second_factor(p_user) then
    return false;
  end if;
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
  select 'factor_confirm', 'factor_confirm:' || gen_random_uuid(), m.address, 'account', p_user
  from (select private.own_email(p_user) as address) m
  where m.address is not null;
  return found;
end
$$;
comment on function public.queue_factor_confirmation(uuid) is
  'Queues the mail with the link that confirms a factor, for an admin whose factors came after the deadline; returns whether it did. For '
  'the server alone.';

create function private.judge_new_factor()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from private.user_roles r where r.user_id = new.user_id
    and private.has_counting_factor(new.user_id, r.changed_at)) then
    -- Supabase Auth lets only a session that passed by an earlier factor add another.
    insert into private.confirmed_factors (factor_id, user_id) values (new.id, new.user_id) on conflict do nothing;
  else
    perform public.queue_factor_confirmation(new.user_id);
  end if;
  return null;
end
$$;
comment on function private.judge_new_factor() is
  'Trigger on auth.mfa_factors: a factor that is verified counts beside one that does, and a first one after the deadline asks the '
  'owner''s mailbox.';

create trigger judge_new_factor after update on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status is distinct from new.status)
  execute function private.judge_new_factor();

create function public.read_factor_confirmation(p_token_hash text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.require_service();
  select jsonb_build_object('userId', p.id, 'username', p.username)
  from private.valid_link('{factor_confirm}', p_token_hash) l
  join public.profiles p on p.id = l.subject_id
  where p.deactivated_at is null and private.is_second_factor_overdue(p.id)
$$;
comment on function public.read_factor_confirmation(text) is
  'Returns whose factor a valid link confirms or removes: {userId, username}; null when it ended. Does not use the link up.';

create function public.confirm_factor(p_token_hash text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_link private.one_time_links;
begin
  perform private.require_member();
  if not exists (select 1 from private.valid_link('{factor_confirm}', p_token_hash) l where l.subject_id = auth.uid()) then
    perform private.refuse(410, 'confirm_link_ended');
  end if;
  v_link := private.use_link('factor_confirm', p_token_hash);
  if v_link.subject_id is null then
    perform private.refuse(410, 'confirm_link_ended');
  end if;
  insert into private.confirmed_factors (factor_id, user_id)
  select f.id, f.user_id from auth.mfa_factors f where f.user_id = v_link.subject_id and f.status = 'verified'
  on conflict do nothing;
  perform private.audit('account.second_factor_confirmed', 'account', v_link.subject_id::text);
end
$$;
comment on function public.confirm_factor(text) is
  'Confirms the caller''s own factors by a link from their mailbox, which gives an admin the role back. The caller''s session must have '
  'passed the second step: whoever cannot do that did not set the factor up. Refuses members_only, confirm_link_ended.';

create function public.undo_factors(p_token_hash text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_link private.one_time_links := private.use_link('factor_confirm', p_token_hash);
  v_user uuid := v_link.subject_id;
begin
  if v_user is null or not private.is_second_factor_overdue(v_user) then
    perform private.refuse(410, 'confirm_link_ended');
  end if;
  delete from auth.mfa_factors where user_id = v_user;
  delete from private.recovery_codes where user_id = v_user;
  delete from private.recovered_sessions where user_id = v_user;
  delete from auth.sessions where user_id = v_user;
  perform private.audit('account.second_factor_undone', 'account', v_user::text);
  return jsonb_build_object('userId', v_user, 'email', v_link.payload ->> 'email');
end
$$;
comment on function public.undo_factors(text) is
  'Removes the unconfirmed factors of an account by the link that went to its mailbox, because its owner did not set them up: ends '
  'recovery codes and all sessions, and returns {userId, email} for choosing a new password. For the server alone. Refuses '
  'confirm_link_ended.';

grant execute on function private.is_second_factor_overdue(uuid) to service_role;
grant execute on function public.queue_factor_confirmation(uuid), public.read_factor_confirmation(text), public.undo_factors(text)
  to service_role;
grant execute on function public.confirm_factor(text) to authenticated;
