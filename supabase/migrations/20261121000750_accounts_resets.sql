-- Forgotten passwords: a link by mail that works once, for half an hour. Ours and not Supabase Auth's, because the
-- address somebody gave on registration need not be the one that Auth knows.

create table private.password_resets (
  token_hash text primary key check (char_length(token_hash) = 43),
  user_id uuid not null references public.profiles (id) on delete cascade,
  email text not null check (char_length(email) between 3 and 254),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table private.password_resets is
  'Links to choose a new password, by hash, and the mailbox each went to. The link itself is in that mail alone; used or ended, it is gone.';
create index password_resets_user_id on private.password_resets (user_id);
create index password_resets_expires_at on private.password_resets (expires_at);
create index contacts_email on private.contacts (lower(email));

create function public.queue_password_reset(p_email text)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.mail_outbox (kind, dedupe_key, recipient)
  values ('password_reset', 'password_reset:' || gen_random_uuid(), p_email)
$$;
comment on function public.queue_password_reset(text) is
  'Notes that somebody forgot the password of an account with this address. The same work for every address: whether there is an account is looked up later, by the worker that writes the mail.';

create function public.read_reset_accounts(p_email text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('user_id', a.id, 'username', a.username) order by a.is_own desc, a.created_at),
    '[]'::jsonb)
  from (
    select p.id, p.username, p.created_at, lower(u.email) = lower(p_email) as is_own
    from public.profiles p
    join auth.users u on u.id = p.id
    left join private.contacts c on c.user_id = p.id
    where p.username is not null
      and p.deactivated_at is null
      and (lower(u.email) = lower(p_email)
        or (u.email like '%@pending.invalid' and lower(c.email) = lower(p_email)))
    order by is_own desc, p.created_at
    limit 5
  ) a
$$;
comment on function public.read_reset_accounts(text) is
  'The accounts that gave this address and sign in with a username, at most five: [{user_id, username}]. For the mail to that address.';

create function public.add_password_reset(p_user uuid, p_email text, p_token_hash text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.password_resets where expires_at < now();
  insert into private.password_resets (token_hash, user_id, email, expires_at)
  values (p_token_hash, p_user, lower(p_email), now() + interval '30 minutes');
end
$$;
comment on function public.add_password_reset(uuid, text, text) is
  'Makes a link to choose a new password, by hash; it lives for 30 minutes.';

create function public.read_password_reset(p_token_hash text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('username', p.username, 'display_name', p.display_name)
  from private.password_resets r
  join public.profiles p on p.id = r.user_id
  where r.token_hash = p_token_hash and r.expires_at > now() and p.deactivated_at is null
$$;
comment on function public.read_password_reset(text) is 'Whose password a live link may set; null when it ended. Uses nothing up.';

create function public.use_password_reset(p_token_hash text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_user uuid;
  v_sent_to text;
  v_email text;
begin
  delete from private.password_resets where token_hash = p_token_hash and expires_at > now()
  returning user_id, email into v_user, v_sent_to;
  if not found or exists (select 1 from public.profiles p where p.id = v_user and p.deactivated_at is not null) then
    perform private.refuse(410, 'reset_link_ended');
  end if;
  delete from private.password_resets where user_id = v_user;
  select u.email into v_email from auth.users u where u.id = v_user;
  if lower(v_email) = v_sent_to then
    -- The mailbox proved itself. What was connected before that may belong to whoever registered somebody else's address.
    delete from private.firebase_identities i
    using public.profiles p
    where i.user_id = v_user and p.id = v_user and p.email_verified_at is null;
    update public.profiles set email_verified_at = coalesce(email_verified_at, now()) where id = v_user;
  end if;
  perform private.audit('account.password_reset', 'account', v_user::text);
  return jsonb_build_object('user_id', v_user, 'email', v_email);
end
$$;
comment on function public.use_password_reset(text) is
  'Uses a link up, with all others of its account, and returns whose password to set: {user_id, email}. The mailbox it went to counts as proven. Refuses reset_link_ended.';

grant execute on function public.queue_password_reset(text) to service_role;
grant execute on function public.read_reset_accounts(text) to service_role;
grant execute on function public.add_password_reset(uuid, text, text) to service_role;
grant execute on function public.read_password_reset(text) to service_role;
grant execute on function public.use_password_reset(text) to service_role;
