-- Reverts a change of address (link purpose email_undo): the owner of the account's former mailbox may do it for 7 days, so that an
-- attacker who took over the account does not keep it.

create table private.email_undos (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  email text not null check (char_length(email) between 3 and 254),
  changed_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table private.email_undos is
  'Addresses that accounts had until a change. A later change does not remove earlier rows: each former mailbox may still revert the '
  'changes after it.';
create index email_undos_user_id on private.email_undos (user_id, changed_at);
create index email_undos_expires_at on private.email_undos (expires_at);

create function public.read_email_undo(p_token_hash text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.require_service();
  select jsonb_build_object('userId', d.user_id, 'email', d.email, 'username', p.username, 'unprovenHolder', (
    select h.id from auth.users h join public.profiles hp on hp.id = h.id
    where lower(h.email) = d.email and h.id <> d.user_id and hp.email_verified_at is null))
  from private.valid_link('{email_undo}', p_token_hash) l
  join private.email_undos d on d.id = l.subject_id
  join public.profiles p on p.id = d.user_id
  where p.deactivated_at is null
$$;
comment on function public.read_email_undo(text) is
  'Returns what a valid link restores: {userId, email, username, unprovenHolder}; null when it ended. unprovenHolder = another account '
  'that has the address meanwhile and never proved it. Does not use the link up.';

create function public.use_email_undo(p_token_hash text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_link private.one_time_links := private.use_link('email_undo', p_token_hash);
  v_undo private.email_undos;
begin
  delete from private.email_undos where id = v_link.subject_id returning * into v_undo;
  if not found then
    perform private.refuse(410, 'confirm_link_ended');
  end if;
  -- Removes every other means of access that was set up since the change: an attacker may have added it.
  delete from private.email_undos where (user_id = v_undo.user_id and changed_at >= v_undo.changed_at) or expires_at < now();
  delete from private.email_changes where user_id = v_undo.user_id;
  perform private.end_links('password_reset', v_undo.user_id);
  delete from private.firebase_identities where user_id = v_undo.user_id and linked_at >= v_undo.changed_at;
  delete from auth.mfa_factors where user_id = v_undo.user_id and created_at >= v_undo.changed_at;
  delete from private.recovery_codes where user_id = v_undo.user_id and created_at >= v_undo.changed_at;
  delete from private.account_deletions where user_id = v_undo.user_id and requested_at >= v_undo.changed_at;
  delete from auth.sessions where user_id = v_undo.user_id;
  update public.profiles set email_verified_at = now() where id = v_undo.user_id;
  insert into private.contacts (user_id, email) values (v_undo.user_id, v_undo.email)
  on conflict (user_id) do update set email = excluded.email;
  perform private.audit('account.email_restored', 'account', v_undo.user_id::text);
end
$$;
comment on function public.use_email_undo(text) is
  'After Supabase Auth has the old address again: uses the link up, ends every session, and takes back what else was set up since the '
  'change (links, outside sign-ins, second factors, a request to delete). Refuses confirm_link_ended.';

grant execute on function public.read_email_undo(text) to service_role;
grant execute on function public.use_email_undo(text) to service_role;
