-- Who is asking. Everything below reads tables live; of the token only the user's and the session's ids count.
-- In plpgsql, because policies and sales ask it all the time: it keeps plans, where SQL functions are planned at each call.

create function private.caller_role()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select r.role
    from private.user_roles r
    join public.profiles p on p.id = r.user_id
    where r.user_id = auth.uid()
      and p.deactivated_at is null
      and (auth.jwt() ->> 'session_id' is null
        or exists (select 1 from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid))
  );
end
$$;
comment on function private.caller_role() is
  'The caller''s role; null for visitors, for deactivated accounts and for tokens whose session was ended.';

create function private.has_role(variadic p_roles text[])
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(private.caller_role() = any (p_roles), false);
end
$$;
comment on function private.has_role(text[]) is 'Whether the caller''s role is one of those named. Wrap it in a select inside policies.';

create function private.is_member()
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(private.caller_role() <> 'guest', false);
end
$$;
comment on function private.is_member() is 'Whether the caller has an account of their own: signed in and not a guest.';

create function private.is_service()
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce(auth.role() = 'service_role', false)
$$;
comment on function private.is_service() is 'Whether the server itself is calling, with the secret key.';

create function private.has_grant(p_capability text, p_event_id uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_role text := private.caller_role();
begin
  return case
    when v_role is null or v_role = 'guest' then false
    when v_role = 'admin' or (v_role = 'moderator' and p_capability = 'scan') then true
    else exists (
      select 1 from public.staff_grants g
      where g.user_id = auth.uid()
        and (g.capability = p_capability or (p_capability = 'scan' and g.capability = 'door_manager'))
        and (g.event_id is null or g.event_id = p_event_id)
        and g.revoked_at is null
        and (g.expires_at is null or g.expires_at > now())
    )
  end;
end
$$;
comment on function private.has_grant(text, uuid) is
  'Whether the caller may use a capability at an event. Admins may everything, moderators may scan, a door manager may scan. With a null event only grants for all events count.';

create function private.has_any_grant(p_capability text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.has_grant(p_capability, null) or exists (
    select 1 from public.staff_grants g
    where g.user_id = auth.uid()
      and coalesce(private.caller_role() <> 'guest', false)
      and (g.capability = p_capability or (p_capability = 'scan' and g.capability = 'door_manager'))
      and g.revoked_at is null
      and (g.expires_at is null or g.expires_at > now())
  )
$$;
comment on function private.has_any_grant(text) is 'Whether the caller may use a capability at one event or more.';

create function private.audit(p_action text, p_subject_kind text, p_subject_id text, p_facts jsonb default '{}')
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.audit_log (actor_id, actor_role, action, subject_kind, subject_id, facts)
  values (
    auth.uid(),
    case when private.is_service() then 'service' else private.caller_role() end,
    p_action, p_subject_kind, p_subject_id, p_facts
  )
$$;
comment on function private.audit(text, text, text, jsonb) is
  'Writes one line of the audit log in the name of the caller. For functions of staff; nobody calls it through the API.';

-- What the site asks on each page.

create function public.me()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p.id,
    'username', p.username,
    'displayName', p.display_name,
    'role', c.role,
    'isGuest', c.role = 'guest',
    'avatar', p.avatar_path,
    'grants', coalesce((
      select jsonb_agg(
        jsonb_build_object('capability', g.capability, 'eventId', g.event_id, 'expiresAt', g.expires_at)
        order by g.created_at, g.id)
      from public.staff_grants g
      where g.user_id = p.id and g.revoked_at is null and (g.expires_at is null or g.expires_at > now())
    ), '[]'::jsonb)
  )
  from (select private.caller_role() as role) c
  join public.profiles p on p.id = auth.uid()
  where c.role is not null
$$;
comment on function public.me() is 'The caller as the site knows them, with live role and grants; null when nobody is signed in.';

create function public.read_shell()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'brand', jsonb_build_object('name', s.brand, 'company', s.company, 'logo', s.logo_path, 'tagline', s.tagline,
      'time_zone', s.time_zone, 'currency', s.currency),
    'me', public.me(),
    'live', false
  )
  from public.settings s
$$;
comment on function public.read_shell() is 'What header and footer need, in one round trip: brand, the caller (or null), and whether a stream is live.';

-- What the server asks while somebody signs in. With the secret key only.

create function public.read_login(p_username text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('user_id', p.id, 'email', u.email, 'deactivated', p.deactivated_at is not null)
  from public.profiles p
  join auth.users u on u.id = p.id
  where p.username = lower(p_username)
$$;
comment on function public.read_login(text) is 'Which address Supabase Auth knows a username by. Null when unknown. Never for the browser.';

create function public.username_free(p_username text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select not exists (select 1 from public.profiles p where p.username = lower(p_username))
    and not exists (select 1 from private.reserved_usernames r where r.username = lower(p_username))
    and not exists (
      select 1 from private.former_usernames f
      where f.username = lower(p_username) and f.left_at > now() - interval '30 days')
$$;
comment on function public.username_free(text) is
  'Whether a username may be registered: neither taken nor reserved, nor given up by somebody in the last 30 days.';

create function private.sync_account()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Only the server can write app metadata (secret key); user metadata is whatever a stranger sent.
  v_app jsonb := case when jsonb_typeof(new.raw_app_meta_data) = 'object' then new.raw_app_meta_data else '{}' end;
  v_old jsonb := case when tg_op = 'UPDATE' and jsonb_typeof(old.raw_app_meta_data) = 'object'
    then old.raw_app_meta_data else '{}' end;
  v_user jsonb := case when jsonb_typeof(new.raw_user_meta_data) = 'object' then new.raw_user_meta_data else '{}' end;
  v_registers boolean := v_app ->> 'username' is not null or v_app -> 'firebase' is not null;
  v_guest boolean := coalesce(new.is_anonymous, false) and not v_registers;
  v_name text := nullif(left(btrim(regexp_replace(
    coalesce(v_app ->> 'display_name', v_user ->> 'display_name', ''), '[[:cntrl:]]', '', 'g')), 40), '');
begin
  -- The account that sign-ins with unknown usernames are checked against is nobody.
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
    if not public.username_free(v_app ->> 'username') then
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
  'Trigger on auth.users: every account has a profile and a role from its first moment, and takes its username or its outside identity in the same transaction that creates or converts it.';

create trigger sync_account_insert after insert on auth.users
  for each row execute function private.sync_account();
create trigger sync_account_update after update on auth.users
  for each row
  when (new.raw_app_meta_data is distinct from old.raw_app_meta_data or new.is_anonymous is distinct from old.is_anonymous)
  execute function private.sync_account();

create function public.exchange_identity(
  p_issuer text, p_subject text, p_email text, p_email_verified boolean,
  p_token_hash text, p_expires_at timestamptz, p_caller uuid, p_link boolean
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_email text := lower(nullif(p_email, ''));
  v_user uuid;
  v_owner record;
  v_caller record;
begin
  delete from private.exchanged_tokens where expires_at < now();
  insert into private.exchanged_tokens (token_hash, expires_at) values (p_token_hash, p_expires_at) on conflict do nothing;
  if not found then
    perform private.refuse(401, 'provider_refused');
  end if;

  select r.role, u.email into v_caller
  from private.user_roles r join auth.users u on u.id = r.user_id where r.user_id = p_caller;

  select i.user_id into v_user from private.firebase_identities i where i.issuer = p_issuer and i.subject = p_subject;
  if v_user is not null then
    if p_link and v_caller.role <> 'guest' and v_user <> p_caller then
      perform private.refuse(409, 'provider_linked_elsewhere');
    end if;
    return private.identity_answer('known', v_user);
  end if;

  -- Signed in here, and either asking to connect or holding the same proven address.
  if v_caller.role <> 'guest' and (p_link or (p_email_verified and lower(v_caller.email) = v_email)) then
    return private.link_identity(p_issuer, p_subject, p_caller, p_email_verified and lower(v_caller.email) = v_email);
  end if;

  if v_email is not null then
    select p.id, p.email_verified_at into v_owner
    from auth.users u join public.profiles p on p.id = u.id where lower(u.email) = v_email;
    if found then
      -- Both sides must have proven the address; otherwise whoever typed it first would own whoever really has it.
      if not p_email_verified or v_owner.email_verified_at is null then
        perform private.refuse(409, 'provider_email_taken');
      end if;
      return private.link_identity(p_issuer, p_subject, v_owner.id, true);
    end if;
  end if;

  if v_caller.role = 'guest' then
    return jsonb_build_object('outcome', 'convert', 'user_id', p_caller);
  end if;
  return jsonb_build_object('outcome', 'create', 'user_id', null);
end
$$;
comment on function public.exchange_identity(text, text, text, boolean, text, timestamptz, uuid, boolean) is
  'Decides whose session a verified ID token buys, uses the token up, and links where that is safe. A refusal leaves the token unused.';

create function private.identity_answer(p_outcome text, p_user uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.profiles p where p.id = p_user and p.deactivated_at is not null) then
    perform private.refuse(401, 'account_deactivated');
  end if;
  return (
    select jsonb_build_object('outcome', p_outcome, 'user_id', u.id, 'email', u.email) from auth.users u where u.id = p_user
  );
end
$$;
comment on function private.identity_answer(text, uuid) is 'The answer of exchange_identity for an account that exists; refuses a deactivated one.';

create function private.link_identity(p_issuer text, p_subject text, p_user uuid, p_proves_email boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.firebase_identities (issuer, subject, user_id) values (p_issuer, p_subject, p_user);
  if p_proves_email then
    update public.profiles set email_verified_at = coalesce(email_verified_at, now()) where id = p_user;
  end if;
  insert into private.audit_log (actor_id, actor_role, action, subject_kind, subject_id, facts)
  values (p_user, null, 'account.identity_linked', 'account', p_user::text, jsonb_build_object('issuer', p_issuer));
  return private.identity_answer('linked', p_user);
end
$$;
comment on function private.link_identity(text, text, uuid, boolean) is 'Connects an outside identity to an account and notes it in the audit log.';

create function public.read_identity(p_issuer text, p_subject text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('user_id', u.id, 'email', u.email)
  from private.firebase_identities i join auth.users u on u.id = i.user_id
  where i.issuer = p_issuer and i.subject = p_subject
$$;
comment on function public.read_identity(text, text) is 'The account of an outside identity, or null: asked again when two exchanges created it at once.';

-- What admins do.

create function private.keep_an_admin()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_table_name = 'profiles' then
    if not exists (select 1 from private.user_roles r where r.user_id = new.id and r.role = 'admin') then
      return null;
    end if;
  end if;
  -- Two admins demoting each other take turns here, so that the second one sees the first one's change.
  perform pg_advisory_xact_lock(hashtext('private.keep_an_admin'));
  if not exists (
    select 1 from private.user_roles r join public.profiles p on p.id = r.user_id
    where r.role = 'admin' and p.deactivated_at is null
  ) then
    perform private.refuse(409, 'last_admin');
  end if;
  return null;
end
$$;
comment on function private.keep_an_admin() is 'Constraint trigger: a change that would leave no active admin is refused, whoever makes it.';

create constraint trigger user_roles_keep_an_admin after update or delete on private.user_roles
  deferrable initially immediate for each row
  when (old.role = 'admin') execute function private.keep_an_admin();
create constraint trigger profiles_keep_an_admin after update of deactivated_at on public.profiles
  deferrable initially immediate for each row
  when (old.deactivated_at is null and new.deactivated_at is not null) execute function private.keep_an_admin();

create function public.set_role(p_user uuid, p_role text, p_reason text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_from text;
begin
  if not (private.is_service() or private.has_role('admin')) then
    perform private.refuse(403, 'not_allowed');
  end if;
  if p_user = auth.uid() then
    perform private.refuse(409, 'own_role');
  end if;
  if p_role is null or p_role not in ('admin', 'moderator', 'member') then
    perform private.refuse(422, 'invalid');
  end if;
  select role into v_from from private.user_roles where user_id = p_user for update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_from = 'guest' then
    perform private.refuse(409, 'guest_role');
  end if;
  if v_from = p_role then
    perform private.refuse(409, 'role_unchanged');
  end if;
  update private.user_roles set role = p_role, changed_at = now() where user_id = p_user;
  perform private.audit('account.role_set', 'account', p_user::text,
    jsonb_build_object('from', v_from, 'to', p_role, 'reason', left(p_reason, 500)));
end
$$;
comment on function public.set_role(uuid, text, text) is
  'Gives an account another role, at once and audited. Admins only, never their own; the last admin stays.';

create function public.set_account_active(p_user uuid, p_active boolean, p_reason text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not (private.is_service() or private.has_role('admin')) then
    perform private.refuse(403, 'not_allowed');
  end if;
  if p_user = auth.uid() then
    perform private.refuse(409, 'own_role');
  end if;
  update public.profiles set deactivated_at = case when p_active then null else coalesce(deactivated_at, now()) end
  where id = p_user;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.audit(case when p_active then 'account.reactivated' else 'account.deactivated' end, 'account',
    p_user::text, jsonb_build_object('reason', left(p_reason, 500)));
end
$$;
comment on function public.set_account_active(uuid, boolean, text) is
  'Deactivates or reactivates an account; running sessions lose every right at once. Admins only, never their own account.';

create function public.grant_staff(
  p_user uuid, p_event uuid, p_capability text, p_expires_at timestamptz default null
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_role text;
  v_expires_at timestamptz := p_expires_at;
  v_id uuid;
begin
  if not (private.is_service() or private.has_role('admin')) then
    perform private.refuse(403, 'not_allowed');
  end if;
  if p_capability is null or p_capability not in ('scan', 'door_manager', 'promoter', 'stream_operator')
    or p_expires_at <= now() then
    perform private.refuse(422, 'invalid');
  end if;
  select role into v_role from private.user_roles where user_id = p_user for update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_role = 'guest' then
    perform private.refuse(409, 'guest_role');
  end if;
  if p_event is not null then
    select least(p_expires_at, e.ends_at + interval '12 hours') into v_expires_at from public.events e where e.id = p_event;
    if not found then
      perform private.refuse(404, 'not_found');
    end if;
  end if;
  update public.staff_grants set expires_at = v_expires_at, granted_by = auth.uid()
  where user_id = p_user and event_id is not distinct from p_event and capability = p_capability and revoked_at is null
  returning id into v_id;
  if not found then
    insert into public.staff_grants (user_id, event_id, capability, expires_at, granted_by)
    values (p_user, p_event, p_capability, v_expires_at, auth.uid())
    returning id into v_id;
  end if;
  perform private.audit('account.grant_given', 'account', p_user::text, jsonb_build_object(
    'grant', v_id, 'event', p_event, 'capability', p_capability, 'expires_at', v_expires_at));
  return v_id;
end
$$;
comment on function public.grant_staff(uuid, uuid, text, timestamptz) is
  'Gives a person one capability, for one event (until 12 hours after it at the latest) or for all; again renews it. Admins only.';

create function public.revoke_grant(p_grant uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_grant public.staff_grants;
begin
  if not (private.is_service() or private.has_role('admin')) then
    perform private.refuse(403, 'not_allowed');
  end if;
  select * into v_grant from public.staff_grants where id = p_grant for update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_grant.revoked_at is not null then
    perform private.refuse(409, 'grant_ended');
  end if;
  update public.staff_grants set revoked_at = now() where id = p_grant;
  perform private.audit('account.grant_revoked', 'account', v_grant.user_id::text, jsonb_build_object(
    'grant', p_grant, 'event', v_grant.event_id, 'capability', v_grant.capability));
end
$$;
comment on function public.revoke_grant(uuid) is 'Ends a grant at once. Admins only.';

create function public.list_people(p_search text default null, p_after uuid default null, p_limit int default 50)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_admin boolean := private.has_role('admin');
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_like text := '%' || replace(replace(replace(coalesce(p_search, ''), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_people jsonb;
begin
  if not (v_admin or private.has_role('moderator')) then
    perform private.refuse(403, 'not_allowed');
  end if;
  select coalesce(jsonb_agg(person order by person ->> 'id'), '[]'::jsonb) into v_people
  from (
    select jsonb_build_object('id', p.id, 'username', p.username, 'displayName', p.display_name, 'avatar', p.avatar_path)
      || case when v_admin then jsonb_build_object('email', coalesce(c.email, u.email), 'emailVerifiedAt', p.email_verified_at,
        'city', p.city, 'role', r.role, 'deactivatedAt', p.deactivated_at, 'createdAt', p.created_at)
        else '{}'::jsonb end as person
    from public.profiles p
    join private.user_roles r on r.user_id = p.id
    join auth.users u on u.id = p.id
    left join private.contacts c on c.user_id = p.id
    where r.role <> 'guest'
      and (p_after is null or p.id > p_after)
      and (p.display_name ilike v_like or p.username ilike v_like or (v_admin and coalesce(c.email, u.email) ilike v_like))
    order by p.id
    limit v_limit
  ) page;
  return jsonb_build_object('people', v_people, 'next',
    case when jsonb_array_length(v_people) = v_limit then v_people -> -1 ->> 'id' end);
end
$$;
comment on function public.list_people(text, uuid, int) is
  'People for user management, page by page: moderators get names and handles, admins everything they may act on.';

create function private.audit_settings()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.audit('settings.changed', 'settings', null, (
    select coalesce(jsonb_object_agg(n.key, jsonb_build_array(o.value, n.value)), '{}'::jsonb)
    from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
    where n.value is distinct from o.value and n.key <> 'updated_at'));
  return null;
end
$$;
comment on function private.audit_settings() is 'Trigger: each change of the settings leaves what it was and what it became.';

create trigger settings_audit after update on public.settings
  for each row execute function private.audit_settings();

grant execute on function private.caller_role() to anon, authenticated, service_role;
grant execute on function private.has_role(text[]) to anon, authenticated, service_role;
grant execute on function private.is_member() to anon, authenticated, service_role;
grant execute on function private.is_service() to anon, authenticated, service_role;
grant execute on function private.has_grant(text, uuid) to anon, authenticated, service_role;
grant execute on function private.has_any_grant(text) to anon, authenticated, service_role;

grant execute on function public.me() to anon, authenticated, service_role;
grant execute on function public.read_shell() to anon, authenticated, service_role;
grant execute on function public.set_role(uuid, text, text) to authenticated, service_role;
grant execute on function public.set_account_active(uuid, boolean, text) to authenticated, service_role;
grant execute on function public.grant_staff(uuid, uuid, text, timestamptz) to authenticated, service_role;
grant execute on function public.revoke_grant(uuid) to authenticated, service_role;
grant execute on function public.list_people(text, uuid, int) to authenticated;

grant execute on function public.read_login(text) to service_role;
grant execute on function public.username_free(text) to service_role;
grant execute on function public.exchange_identity(text, text, text, boolean, text, timestamptz, uuid, boolean)
  to service_role;
grant execute on function public.read_identity(text, text) to service_role;
