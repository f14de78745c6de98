-- Finds out who calls: the role that a request has at this moment.

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

grant execute on function private.caller_role(), private.second_factor_due(uuid) to anon, authenticated, service_role;
