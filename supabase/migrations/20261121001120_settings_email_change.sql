-- Changing the address: noted, confirmed by the link in its mailbox, and told to the mailbox before.

create table private.email_changes (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email text not null check (char_length(email) between 3 and 254),
  old_email text check (char_length(old_email) between 3 and 254),
  is_undoable boolean not null default false,
  token_hash text unique check (char_length(token_hash) = 43),
  expires_at timestamptz not null
);
comment on table private.email_changes is
  'The address that an account wants to change to, until the link in that mailbox is confirmed. One at a time; a new wish replaces the one before.';
comment on column private.email_changes.is_undoable is
  'Whether old_email is the address that Supabase Auth knew. A placeholder''s contact address may be somebody else''s, who must not get a link into this account.';
create index email_changes_expires_at on private.email_changes (expires_at);

create function private.own_email(p_user uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select case when u.email like '%@pending.invalid' then c.email else u.email end
  from auth.users u
  left join private.contacts c on c.user_id = u.id
  where u.id = p_user
$$;
comment on function private.own_email(uuid) is 'The address of an account as its owner knows it; null when it has none.';

create function public.queue_email_change(p_user uuid, p_email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.email_changes where expires_at < now();
  insert into private.email_changes (user_id, email, old_email, is_undoable, expires_at)
  select p_user, lower(p_email), private.own_email(p_user), coalesce(lower(u.email) = lower(private.own_email(p_user)), false),
    now() + interval '1 hour'
  from auth.users u where u.id = p_user
  on conflict (user_id) do update
    set email = excluded.email, old_email = excluded.old_email, is_undoable = excluded.is_undoable, token_hash = null,
      expires_at = excluded.expires_at;
  insert into private.mail_outbox (kind, dedupe_key, recipient, payload)
  values ('email_change', 'email_change:' || gen_random_uuid(), lower(p_email), jsonb_build_object('user_id', p_user));
end
$$;
comment on function public.queue_email_change(uuid, text) is
  'Notes the address that an account wants and mails a link to it. Whether another account has it is found out when that link is used.';

create function public.add_email_change_token(p_user uuid, p_email text, p_token_hash text)
returns boolean
language sql
security definer
set search_path = ''
as $$
  with changed as (
    update private.email_changes set token_hash = p_token_hash
    where user_id = p_user and email = lower(p_email) and expires_at > now()
    returning 1
  )
  select exists (select 1 from changed)
$$;
comment on function public.add_email_change_token(uuid, text, text) is
  'Gives a wanted change of address its link, by hash; false when the wish has ended meanwhile.';

create function public.read_email_change(p_token_hash text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('user_id', c.user_id, 'email', c.email)
  from private.email_changes c
  where c.token_hash = p_token_hash and c.expires_at > now()
$$;
comment on function public.read_email_change(text) is 'What a live link changes: {user_id, email}; null when it ended. Uses nothing up.';

create function public.finish_email_change(p_token_hash text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_change private.email_changes;
  v_undo uuid;
begin
  delete from private.email_changes where token_hash = p_token_hash returning * into v_change;
  if not found then
    return;
  end if;
  update public.profiles set email_verified_at = now() where id = v_change.user_id;
  insert into private.contacts (user_id, email) values (v_change.user_id, v_change.email)
  on conflict (user_id) do update set email = excluded.email;
  -- Links that were mailed to the old mailbox choose no password any more.
  delete from private.password_resets where user_id = v_change.user_id;
  if v_change.old_email is not null and v_change.old_email <> v_change.email then
    if v_change.is_undoable then
      insert into private.email_undos (user_id, email) values (v_change.user_id, lower(v_change.old_email))
      returning id into v_undo;
    end if;
    insert into private.mail_outbox (kind, dedupe_key, recipient, payload)
    values ('email_changed', 'email_changed:' || gen_random_uuid(), v_change.old_email,
      jsonb_strip_nulls(jsonb_build_object('undo_id', v_undo)));
  end if;
  perform private.audit('account.email_changed', 'account', v_change.user_id::text);
end
$$;
comment on function public.finish_email_change(text) is
  'After Supabase Auth took the new address: it counts as proven, the link is used up, and the old mailbox is told, with 7 days to undo it.';

grant execute on function public.queue_email_change(uuid, text) to service_role;
grant execute on function public.add_email_change_token(uuid, text, text) to service_role;
grant execute on function public.read_email_change(text) to service_role;
grant execute on function public.finish_email_change(text) to service_role;
