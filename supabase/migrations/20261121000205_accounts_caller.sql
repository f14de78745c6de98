-- Identifies the caller. Everything below reads the tables; of the token only the user's and the session's ids are used.
-- Written in plpgsql, because policies and sales call it often: plpgsql caches plans, SQL functions are planned at each call.

create function private.caller_role()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_claims jsonb := auth.jwt();
  v_user uuid := auth.uid();
  v_session uuid := v_claims ->> 'session_id';
  v_role text;
  v_role_since timestamptz;
  v_has_factor boolean;
begin
  if v_user is null then
    return null;
  end if;
  select r.role, r.changed_at,
    exists (select 1 from auth.mfa_factors m where m.user_id = v_user and m.status = 'verified')
  into v_role, v_role_since, v_has_factor
  from private.user_roles r
  join public.profiles p on p.id = r.user_id
  where r.user_id = v_user and p.deactivated_at is null;
  if v_role is null or (v_session is not null and not exists (select 1 from auth.sessions s where s.id = v_session)) then
    return null;
  end if;
  if v_has_factor and coalesce(v_claims ->> 'aal' <> 'aal2', true) and not exists (
    select 1 from private.recovered_sessions c where c.session_id = v_session and c.user_id = v_user)
  then
    return null;
  end if;
  if private.role_may(v_role, 'hold_keys') and v_role_since <= now() - interval '7 days'
    and not private.has_counting_factor(v_user, v_role_since) then
    return 'member';
  end if;
  return v_role;
end
$$;
comment on function private.caller_role() is
  'The caller''s role; null for visitors, for deactivated accounts, for tokens whose session was ended, and for sessions of an account '
  'with a second factor that did not pass the second step. An admin without a factor that counts (private.has_counting_factor) is a '
  'member from 7 days after becoming admin.';

create function private.may(p_permission text)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(private.role_may(private.caller_role(), p_permission), false);
end
$$;
comment on function private.may(text) is
  'Returns whether the caller''s role has a permission (private.permissions). Wrap it in a select inside policies.';

create function private.is_member()
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(private.role_may(private.caller_role(), 'own_account'), false);
end
$$;
comment on function private.is_member() is 'Returns whether the caller has an account of their own: signed in and not a guest.';

create function private.is_service()
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce(auth.role() = 'service_role', false)
$$;
comment on function private.is_service() is 'Returns whether the server itself is calling, with the secret key.';

create function private.require_member()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.is_member() then
    perform private.refuse(403, 'members_only');
  end if;
end
$$;
comment on function private.require_member() is 'First line of functions for people with an account of their own: refuses everybody else.';

create function private.require_permission(p_permission text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.may(p_permission) then
    perform private.refuse(403, 'not_allowed');
  end if;
end
$$;
comment on function private.require_permission(text) is
  'First line of functions for people whose role has a permission: refuses everybody else with not_allowed.';

create function private.require_service()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.is_service() then
    perform private.refuse(403, 'not_allowed');
  end if;
end
$$;
comment on function private.require_service() is
  'First line of functions for the server alone, which holds the secret key: refuses every person, even if the function was granted to '
  'them.';

create function private.require_permission_or_service(p_permission text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.is_service() then
    perform private.require_permission(p_permission);
  end if;
end
$$;
comment on function private.require_permission_or_service(text) is
  'First line of functions for people with a permission, and for the server on their behalf: refuses everybody else.';

create function private.has_grant(p_capability text, p_event_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  v_role text := private.caller_role();
begin
  -- Answers visitors and guests before it asks a table that they may not read.
  if v_role is null or not private.role_may(v_role, 'own_account') then
    return false;
  elsif private.role_may(v_role, p_capability) then
    return true;
  end if;
  return exists (
    select 1 from public.staff_grants g
    where g.user_id = auth.uid()
      and g.capability = any (private.grants_with(p_capability))
      and (g.event_id is null or g.event_id = p_event_id)
      and g.revoked_at is null
      and (g.expires_at is null or g.expires_at > now())
  );
end
$$;
comment on function private.has_grant(text, uuid) is
  'Returns whether the caller may use a capability at an event: their role has it, or a grant gives it (private.permissions). With a null '
  'event only grants for all events count.';

create function private.has_any_grant(p_capability text)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  if private.has_grant(p_capability, null) then
    return true;
  elsif not private.is_member() then
    return false;
  end if;
  return exists (
    select 1 from public.staff_grants g
    where g.user_id = auth.uid()
      and g.capability = any (private.grants_with(p_capability))
      and g.revoked_at is null
      and (g.expires_at is null or g.expires_at > now())
  );
end
$$;
comment on function private.has_any_grant(text) is 'Returns whether the caller may use a capability at one event or more.';

create function private.require_grant(p_capability text, p_event_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.has_grant(p_capability, p_event_id) then
    perform private.refuse(403, 'not_allowed');
  end if;
end
$$;
comment on function private.require_grant(text, uuid) is
  'First line of functions for who may use a capability at one event: refuses everybody else.';

create function private.require_any_grant(p_capability text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.has_any_grant(p_capability) then
    perform private.refuse(403, 'not_allowed');
  end if;
end
$$;
comment on function private.require_any_grant(text) is
  'First line of functions for who may use a capability at one event or more: refuses everybody else.';

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
  'Adds one row to the audit log, with the caller as its actor. For functions of staff; not exposed through the API. p_facts: changed = '
  '{field: [before, after]} or from and to are what changed, reason or note is why, anything else is listed with the row. Never '
  'passwords, tokens, or what erasing a person has to erase: rows are never changed.';

create function private.changed(p_before jsonb, p_after jsonb)
returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(coalesce(a.key, b.key), jsonb_build_array(coalesce(b.value, 'null'), coalesce(a.value, 'null'))), '{}')
  from jsonb_each(coalesce(nullif(p_after, 'null'), '{}')) a
  full join jsonb_each(coalesce(nullif(p_before, 'null'), '{}')) b on b.key = a.key
  where coalesce(a.value, 'null') <> coalesce(b.value, 'null')
    and coalesce(a.key, b.key) not in ('id', 'created_at', 'updated_at', 'version')
    and coalesce(a.key, b.key) !~ '(password|hash|secret|token)'
$$;
comment on function private.changed(jsonb, jsonb) is
  'Compares two versions of a row as JSON: {field: [before, after]} for each field that differs, without ids, versions, moments of the '
  'row and secrets. Null stands for a row that was not there.';

create function private.audit_change(p_action text, p_subject_kind text, p_subject_id text, p_before jsonb, p_after jsonb,
  p_facts jsonb default '{}')
returns void
language sql
security definer
set search_path = ''
as $$
  select private.audit(p_action, p_subject_kind, p_subject_id,
    case c.changed when '{}' then p_facts else p_facts || jsonb_build_object('changed', c.changed) end)
  from private.changed(p_before, p_after) c (changed)
$$;
comment on function private.audit_change(text, text, text, jsonb, jsonb, jsonb) is
  'Adds one row to the audit log about a change: p_before and p_after are the row as JSON (to_jsonb), null where it was not there; only '
  'the fields that differ are kept, and nothing where none does.';

create function private.second_factor_due(p_user uuid)
returns timestamptz
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select r.changed_at + interval '7 days' from private.user_roles r
    where r.user_id = p_user and private.role_may(r.role, 'hold_keys') and not private.has_counting_factor(p_user, r.changed_at));
end
$$;
comment on function private.second_factor_due(uuid) is
  'Until when an admin without a second factor that counts keeps their rights: 7 days from becoming one. Null for everybody else.';

-- Reads what the site needs on each page.

create function public.me()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_role text := private.caller_role();
begin
  -- Answers visitors before it asks tables that they may not read.
  if v_role is null then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'id', p.id,
      'username', p.username,
      'displayName', p.display_name,
      'role', v_role,
      'isGuest', not private.role_may(v_role, 'own_account'),
      'avatar', p.avatar_path,
      'secondFactorDueAt', private.second_factor_due(p.id),
      'grants', coalesce((
        select jsonb_agg(
          jsonb_build_object('capability', g.capability, 'eventId', g.event_id, 'expiresAt', g.expires_at)
          order by g.created_at, g.id)
        from public.staff_grants g
        where g.user_id = p.id and g.revoked_at is null and (g.expires_at is null or g.expires_at > now())
      ), '[]'::jsonb)
    )
    from public.profiles p where p.id = auth.uid());
end
$$;
comment on function public.me() is 'Returns the caller with current role and grants; null when nobody is signed in.';

create function public.read_shell()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_build_object(
    'brand', jsonb_build_object('name', s.brand, 'company', s.company, 'logo', s.logo_path, 'tagline', s.tagline,
      'contactEmail', nullif(s.contact_email, ''), 'postalAddress', nullif(s.postal_address, ''), 'socialLinks', s.social_links,
      'timeZone', s.time_zone, 'currency', s.currency),
    'me', public.me(),
    'cartUnits', private.cart_units(),
    'live', false
  )
  from public.settings s);
end
$$;
comment on function public.read_shell() is
  'Returns what header and footer need, in one round trip: brand, the caller (or null), how many things are in the caller''s cart, and '
  'whether a stream is live.';

grant execute on function private.second_factor_due(uuid) to anon, authenticated, service_role;
grant execute on function private.caller_role() to anon, authenticated, service_role;
grant execute on function private.may(text) to anon, authenticated, service_role;
grant execute on function private.is_member() to anon, authenticated, service_role;
grant execute on function private.is_service() to anon, authenticated, service_role;
grant execute on function private.has_grant(text, uuid) to anon, authenticated, service_role;
grant execute on function private.has_any_grant(text) to anon, authenticated, service_role;
grant execute on function public.me() to anon, authenticated, service_role;
grant execute on function public.read_shell() to anon, authenticated, service_role;
