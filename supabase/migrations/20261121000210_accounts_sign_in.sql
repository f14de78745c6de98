-- Functions for signing in and registering, which the server calls with the secret key, and the trigger that gives an account its
-- profile and role.

create function public.read_login(p_username text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.require_service();
  select jsonb_build_object('userId', p.id, 'email', u.email, 'deactivated', p.deactivated_at is not null)
  from public.profiles p
  join auth.users u on u.id = p.id
  where p.username = lower(p_username)
$$;
comment on function public.read_login(text) is
  'Returns the address under which Supabase Auth stores the account of a username; null when unknown. For the server only.';

create function public.is_deactivated_password(p_user uuid, p_password text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.require_service();
  select exists (
    select 1
    from public.profiles p
    join auth.users u on u.id = p.id
    where p.id = p_user and p.deactivated_at is not null
      -- crypt reads no other kind of hash.
      and case when u.encrypted_password like '$2%'
        then extensions.crypt(p_password, u.encrypted_password) = u.encrypted_password else false end
  )
$$;
comment on function public.is_deactivated_password(uuid, text) is
  'Returns whether this is the password of a deactivated account. Supabase Auth cannot tell: it refuses a banned account whatever the '
  'password. For the server only.';

create function public.username_free(p_username text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select not exists (select 1 from public.profiles p where p.username = lower(p_username))
    and not exists (select 1 from private.reserved_usernames r where r.username = lower(p_username))
    and not exists (
      select 1 from private.former_usernames f
      where f.username = lower(p_username) and f.left_at > now() - interval '30 days')
$$;
comment on function public.username_free(text) is
  'Returns whether a username may be registered: neither taken nor reserved, nor given up in the last 30 days.';

create function public.check_new_names(p_username text, p_display_name text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_service();
  if not public.username_free(p_username) then
    perform private.refuse(409, 'username_taken');
  elsif private.is_brand_name(p_username) then
    perform private.refuse(422, 'brand_username');
  elsif private.is_brand_name(p_display_name) then
    perform private.refuse(422, 'brand_name');
  end if;
end
$$;
comment on function public.check_new_names(text, text) is
  'Refuses the names of an account to be registered: username_taken (also reserved, or given up in the last 30 days), brand_username and '
  'brand_name (they could be mistaken for the team). For the server only.';

create function public.email_taken(p_email text, p_except uuid default null)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.require_service();
  select exists (select 1 from auth.users u 
    where u.email = lower(btrim(p_email)) and not coalesce(u.is_sso_user, false) and u.id is distinct from p_except)
$$;
comment on function public.email_taken(text, uuid) is
  'Returns whether Supabase Auth has an account with this address other than the one named, which it fails to say when an account is '
  'changed. For the server alone: it reveals who is a member.';

create function private.sync_account()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Only the server can write app metadata (secret key); user metadata is sent by the client and cannot be trusted.
  v_app jsonb := case when jsonb_typeof(new.raw_app_meta_data) = 'object' then new.raw_app_meta_data else '{}' end;
  v_old jsonb := case when tg_op = 'UPDATE' and jsonb_typeof(old.raw_app_meta_data) = 'object'
    then old.raw_app_meta_data else '{}' end;
  v_user jsonb := case when jsonb_typeof(new.raw_user_meta_data) = 'object' then new.raw_user_meta_data else '{}' end;
  v_registers boolean := v_app ->> 'username' is not null or v_app -> 'firebase' is not null;
  v_guest boolean := coalesce(new.is_anonymous, false) and not v_registers;
  v_name text := private.clean_line(coalesce(v_app ->> 'display_name', v_user ->> 'display_name'), 40);
begin
  -- A name from elsewhere must not keep anybody out: one that could be the team's is left off.
  v_name := case when not private.is_brand_name(v_name) then v_name end;
  -- The placeholder account, against which sign-ins with unknown usernames are checked, gets no profile.
  if new.email = 'nobody@decoy.invalid' then
    return null;
  end if;
  insert into public.profiles (id, display_name)
  values (new.id, case when v_guest then 'Guest' else coalesce(v_name, 'Member') end)
  on conflict (id) do nothing;
  insert into private.user_roles (user_id, role)
  values (new.id, case when v_guest then 'guest' else 'member' end)
  on conflict (user_id) do nothing;

  if not v_guest then
    update private.user_roles set role = 'member', changed_at = now() where user_id = new.id and role = 'guest';
    if found then
      update public.profiles set display_name = coalesce(v_name, 'Member') where id = new.id;
    end if;
  end if;
  if v_app ->> 'username' is distinct from v_old ->> 'username' and v_app ->> 'username' is not null then
    if private.is_brand_name(v_app ->> 'username') or not public.username_free(v_app ->> 'username') then
      raise exception 'username % is not free', v_app ->> 'username' using errcode = 'unique_violation';
    end if;
    update public.profiles set username = v_app ->> 'username', display_name = coalesce(v_name, display_name)
    where id = new.id and username is null;
  end if;
  if v_app ->> 'contact_email' is distinct from v_old ->> 'contact_email' and v_app ->> 'contact_email' is not null then
    insert into private.contacts (user_id, email) values (new.id, v_app ->> 'contact_email')
    on conflict (user_id) do update set email = excluded.email;
  end if;
  if v_app -> 'firebase' is distinct from v_old -> 'firebase' and v_app -> 'firebase' is not null then
    insert into private.firebase_identities (issuer, subject, user_id)
    values (v_app #>> '{firebase,issuer}', v_app #>> '{firebase,subject}', new.id);
    update public.profiles set
      display_name = coalesce(v_name, display_name),
      email_verified_at = case when (v_app #>> '{firebase,email_verified}')::boolean
        then coalesce(email_verified_at, now()) else email_verified_at end
    where id = new.id;
  end if;
  return null;
end
$$;
comment on function private.sync_account() is
  'Trigger on auth.users: every account has a profile and a role from its first moment, and takes its username or its outside identity in '
  'the same transaction that creates or converts it. A display name that could be mistaken for the team''s is not taken over.';

create trigger sync_account_insert after insert on auth.users
  for each row execute function private.sync_account();
create trigger sync_account_update after update on auth.users
  for each row
  when (new.raw_app_meta_data is distinct from old.raw_app_meta_data or new.is_anonymous is distinct from old.is_anonymous)
  execute function private.sync_account();

grant select on private.reserved_usernames, private.former_usernames to service_role;
grant execute on function public.read_login(text) to service_role;
grant execute on function public.is_deactivated_password(uuid, text) to service_role;
grant execute on function public.email_taken(text, uuid) to service_role;
grant execute on function public.username_free(text), public.check_new_names(text, text) to service_role;
