-- Resets forgotten passwords by a mailed link that works once, for half an hour (purpose password_reset). Supabase Auth's own reset
-- is not used, because it sends to the address in auth.users, which may be a placeholder for the address given on registration.

create index contacts_email on private.contacts (lower(email));

create function public.queue_password_reset(p_email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient)
  values ('password_reset', 'password_reset:' || gen_random_uuid(), p_email);
end
$$;
comment on function public.queue_password_reset(text) is
  'Queues the mail with a link to choose a new password. Does the same work for every address, so that timing reveals no account: the '
  'worker that writes the mail looks the accounts up later.';

create function public.read_reset_accounts(p_email text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.require_service();
  select coalesce(jsonb_agg(jsonb_build_object('userId', a.id, 'username', a.username) order by a.is_own desc, a.created_at),
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
  'The accounts that gave this address and sign in with a username, at most five: [{userId, username}]. For the mail to that address.';

create function public.read_password_reset(p_token_hash text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('username', p.username, 'displayName', p.display_name)
  from private.valid_link('{password_reset}', p_token_hash) l
  join public.profiles p on p.id = l.subject_id
  where p.deactivated_at is null
$$;
comment on function public.read_password_reset(text) is
  'Returns whose password a valid link may set: {username, displayName}; null when it ended. Does not use the link up.';

create function public.use_password_reset(p_token_hash text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_link private.one_time_links := private.use_link('password_reset', p_token_hash);
  v_user uuid := v_link.subject_id;
  v_email text;
begin
  if v_user is null or exists (select 1 from public.profiles p where p.id = v_user and p.deactivated_at is not null) then
    perform private.refuse(410, 'reset_link_ended');
  end if;
  perform private.end_links('password_reset', v_user);
  select u.email into v_email from auth.users u where u.id = v_user;
  if lower(v_email) = lower(v_link.payload ->> 'email') then
    -- The mailbox is proven now. Identities connected earlier may belong to a person who registered with a stranger's address.
    delete from private.firebase_identities i
    using public.profiles p
    where i.user_id = v_user and p.id = v_user and p.email_verified_at is null;
    update public.profiles set email_verified_at = coalesce(email_verified_at, now()) where id = v_user;
  end if;
  perform private.audit('account.password_reset', 'account', v_user::text);
  return jsonb_build_object('userId', v_user, 'email', v_email);
end
$$;
comment on function public.use_password_reset(text) is
  'Uses a link up, with all others of its account, and returns whose password to set: {userId, email}. The mailbox it went to counts as '
  'proven. Refuses reset_link_ended.';

grant execute on function public.queue_password_reset(text) to service_role;
grant execute on function public.read_reset_accounts(text) to service_role;
grant execute on function public.read_password_reset(text) to service_role;
grant execute on function public.use_password_reset(text) to service_role;
