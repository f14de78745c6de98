-- Changing the address: requested, confirmed by the link in the new mailbox (purpose email_change), and reported to the old one.

create table private.email_changes (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  email text not null check (char_length(email) between 3 and 254),
  old_email text check (char_length(old_email) between 3 and 254),
  is_undoable boolean not null default false,
  expires_at timestamptz not null
);
comment on table private.email_changes is
  'The address that an account asked to change to, until the link in that mailbox is confirmed. One at a time: a new request replaces the '
  'one before, under an id of its own, so that a mail for the earlier one gets no link.';
comment on column private.email_changes.is_undoable is
  'True if old_email is the address that Supabase Auth knew. A placeholder''s contact address may be somebody else''s, who must not get a '
  'link into this account.';
create index email_changes_expires_at on private.email_changes (expires_at);

create function public.queue_email_change(p_user uuid, p_email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_change uuid;
begin
  -- The mailbox is what an overdue admin proves themselves by: whoever has only the password must not move it first.
  if private.is_second_factor_overdue(p_user) then
    perform private.refuse(403, 'second_factor_needed');
  end if;
  delete from private.email_changes where expires_at < now();
  insert into private.email_changes (user_id, email, old_email, is_undoable, expires_at)
  select p_user, lower(p_email), private.own_email(p_user), coalesce(lower(u.email) = lower(private.own_email(p_user)), false),
    now() + private.link_lifetime('email_change')
  from auth.users u where u.id = p_user
  on conflict (user_id) do update
    set id = excluded.id, email = excluded.email, old_email = excluded.old_email, is_undoable = excluded.is_undoable,
      expires_at = excluded.expires_at
  returning id into v_change;
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
  values ('email_change', 'email_change:' || v_change, lower(p_email), 'email_change', v_change);
end
$$;
comment on function public.queue_email_change(uuid, text) is
  'Saves the address that an account asks for and queues the mail with its link. Whether another account has it is found out when that '
  'link is used. Refuses second_factor_needed for an overdue admin.';

create function public.read_email_change(p_token_hash text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('userId', c.user_id, 'email', c.email)
  from private.valid_link('{email_change}', p_token_hash) l
  join private.email_changes c on c.id = l.subject_id
  where not private.is_second_factor_overdue(c.user_id)
$$;
comment on function public.read_email_change(text) is
  'Reads what a valid link changes: {userId, email}; null when it has ended, and for an overdue admin. Does not use the link up.';

create function public.finish_email_change(p_token_hash text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_link private.one_time_links := private.use_link('email_change', p_token_hash, p_even_if_expired => true);
  v_change private.email_changes;
  v_undo uuid;
begin
  delete from private.email_changes where id = v_link.subject_id returning * into v_change;
  if not found then
    return;
  end if;
  update public.profiles set email_verified_at = now() where id = v_change.user_id;
  insert into private.contacts (user_id, email) values (v_change.user_id, v_change.email)
  on conflict (user_id) do update set email = excluded.email;
  -- Links that were mailed to the old mailbox choose no password any more.
  perform private.end_links('password_reset', v_change.user_id);
  if v_change.old_email is not null and v_change.old_email <> v_change.email then
    if v_change.is_undoable then
      insert into private.email_undos (user_id, email, expires_at)
      values (v_change.user_id, lower(v_change.old_email), now() + private.link_lifetime('email_undo'))
      returning id into v_undo;
    end if;
    insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
    values ('email_changed', 'email_changed:' || v_change.id, v_change.old_email, 'account', v_change.user_id,
      jsonb_build_object('undoId', v_undo));
  end if;
  perform private.audit('account.email_changed', 'account', v_change.user_id::text);
end
$$;
comment on function public.finish_email_change(text) is
  'After Supabase Auth took the new address: it counts as proven, the link is used up, and a mail to the old mailbox is queued, with 7 '
  'days to undo the change.';

grant select on private.email_changes to service_role;
grant execute on function public.queue_email_change(uuid, text) to service_role;
grant execute on function public.read_email_change(text) to service_role;
grant execute on function public.finish_email_change(text) to service_role;
