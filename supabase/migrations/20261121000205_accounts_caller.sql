-- Identifies the caller. Everything below reads the tables; of the token only the user's and the session's ids are used.
-- Written in plpgsql, because policies and sales call it often: plpgsql caches plans, SQL functions are planned at each call.

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
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(auth.role() = 'service_role', false);
end
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
  if v_role is null then
    return false;
  elsif private.role_may(v_role, p_capability) then
    return true;
  elsif private.role_may(v_role, 'own_account') and exists (
    select 1 from public.staff_grants g
    where g.user_id = auth.uid()
      and g.capability = any (private.grants_with(p_capability))
      and (g.event_id is null or g.event_id = p_event_id)
      and g.revoked_at is null
      and (g.expires_at is null or g.expires_at > now()))
  then
    return true;
  end if;
  return p_capability = 'scan' and p_event_id is not null and private.device_scans(p_event_id);
end
$$;
comment on function private.has_grant(text, uuid) is
  'Returns whether the caller may use a capability at an event: their role has it, a grant gives it (private.permissions), or, for scan '
  'alone, their session is an enrolled device of the event. With a null event only grants for all events count.';

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

-- Reads what the site needs on each page.

create function public.me()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_role text := private.caller_role();
  v_devices jsonb;
begin
  -- Answers visitors before it asks tables that they may not read.
  if v_role is null then
    return null;
  end if;
  v_devices := private.own_devices();
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
      ), '[]'::jsonb) || (
        select coalesce(jsonb_agg(
          jsonb_build_object('capability', 'scan', 'eventId', d -> 'eventId', 'expiresAt', d -> 'endsAt')), '[]'::jsonb)
        from jsonb_array_elements(v_devices) d
        where d ->> 'state' in ('enrolled', 'active') and (d ->> 'endsAt')::timestamptz > now()),
      'devices', v_devices
    )
    from public.profiles p where p.id = auth.uid());
end
$$;
comment on function public.me() is
  'Returns the caller with current role and grants, those of an enrolled device among them, and devices = private.own_devices; null when '
  'nobody is signed in.';

create function private.own_email(p_user uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select case when u.email like '%@pending.invalid' then c.email else u.email end
    from auth.users u
    left join private.contacts c on c.user_id = u.id
    where u.id = p_user);
end
$$;
comment on function private.own_email(uuid) is 'The address of an account as its owner knows it; null when it has none.';

create function private.person_role(p_user_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select r.role from private.user_roles r join public.profiles p on p.id = r.user_id
    where r.user_id = p_user_id and p.deactivated_at is null
  );
end
$$;
comment on function private.person_role(uuid) is
  'The role of a person named by the server (the selling functions run as the service); null without a person and for deactivated '
  'accounts.';

grant execute on function private.may(text) to anon, authenticated, service_role;
grant execute on function private.is_member() to anon, authenticated, service_role;
grant execute on function private.is_service() to anon, authenticated, service_role;
grant execute on function private.has_grant(text, uuid) to anon, authenticated, service_role;
grant execute on function private.has_any_grant(text) to anon, authenticated, service_role;
grant execute on function public.me() to anon, authenticated, service_role;
