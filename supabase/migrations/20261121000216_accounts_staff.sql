-- Functions for admins: roles, grants, settings; what the end of an account means. The last active admin can be neither demoted,
-- nor deactivated, nor deleted.

create function private.require_active_admin()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_table_name in ('profiles', 'account_deletions') and not exists (
    select 1 from private.user_roles r
    where r.user_id = (case tg_table_name when 'profiles' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'user_id' end)::uuid
      and r.role = any (private.roles_with('hold_keys'))) then
    return null;
  end if;
  -- Serialises two admins who demote each other, so that the second transaction sees the change of the first.
  perform pg_advisory_xact_lock(hashtext('private.require_active_admin'));
  if not exists (
    select 1 from private.user_roles r join public.profiles p on p.id = r.user_id
    where r.role = any (private.roles_with('hold_keys')) and p.deactivated_at is null
      and not exists (select 1 from private.account_deletions d where d.user_id = r.user_id)
  ) then
    perform private.refuse(409, 'last_admin');
  end if;
  return null;
end
$$;
comment on function private.require_active_admin() is
  'Constraint trigger: refuses a change that would leave no active admin, for every role. One whose account is to be erased is not active.';

create constraint trigger user_roles_require_active_admin after update or delete on private.user_roles
  deferrable initially immediate for each row
  when (private.role_may(old.role, 'hold_keys')) execute function private.require_active_admin();
create constraint trigger profiles_require_active_admin after update of deactivated_at on public.profiles
  deferrable initially immediate for each row
  when (old.deactivated_at is null and new.deactivated_at is not null) execute function private.require_active_admin();

create function private.require_reason(p_reason text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_reason text := btrim(coalesce(p_reason, ''));
begin
  if char_length(v_reason) not between 3 and 500 or not private.is_readable(v_reason, true) then
    perform private.refuse(422, 'reason_required');
  end if;
  return v_reason;
end
$$;
comment on function private.require_reason(text) is
  'Returns why staff do something to an account, without blanks around it; refuses reason_required unless it is readable text of 3 to 500 '
  'characters.';

create function private.mail_account_change(p_user uuid, p_change text, p_facts jsonb default '{}')
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select 'account_changed', 'account_changed:' || gen_random_uuid(), m.address, 'account', p_user,
    p_facts || jsonb_build_object('change', p_change, 'timeZone', (select s.time_zone from public.settings s))
  from (select private.own_email(p_user) as address) m
  where m.address is not null;
end
$$;
comment on function private.mail_account_change(uuid, text, jsonb) is
  'Queues the mail that tells a person what staff did to their account: suspended (p_facts: until), banned, reinstated, role (p_facts: '
  'role). The reason stays in the log.';

create function public.set_role(p_user uuid, p_role text, p_reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_reason text;
  v_from text;
begin
  perform private.require_permission_or_service('give_roles');
  perform private.require_proof();
  if p_user = auth.uid() then
    perform private.refuse(409, 'own_role');
  end if;
  if not coalesce(private.role_may(p_role, 'own_account'), false) then
    perform private.refuse(422, 'invalid');
  end if;
  v_reason := private.require_reason(p_reason);
  select role into v_from from private.user_roles where user_id = p_user for update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if not private.role_may(v_from, 'own_account') then
    perform private.refuse(409, 'guest_role');
  end if;
  if v_from = p_role then
    perform private.refuse(409, 'role_unchanged');
  end if;
  update private.user_roles set role = p_role, changed_at = now() where user_id = p_user;
  perform private.mail_account_change(p_user, 'role', jsonb_build_object('role', p_role));
  perform private.audit('account.role_set', 'account', p_user::text,
    jsonb_build_object('from', v_from, 'to', p_role, 'reason', v_reason));
end
$$;
comment on function public.set_role(uuid, text, text) is
  'Gives an account another role, at once and audited with a reason of 3 to 500 characters. Admins only, with a recent proof, never their '
  'own; the last admin stays. Refuses not_allowed, password_needed, own_role, invalid, reason_required, not_found, guest_role, '
  'role_unchanged, last_admin.';

create function public.appoint_admin(p_email text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_email text := lower(btrim(p_email));
  v_user uuid;
  v_role text;
begin
  -- Anybody can register with an address that isn't theirs, so only its proven holder counts.
  select p.id, r.role into v_user, v_role
  from auth.users u
  join public.profiles p on p.id = u.id and p.email_verified_at is not null and p.deactivated_at is null
  join private.user_roles r on r.user_id = p.id
  where lower(u.email) = v_email;
  if v_user is null then
    return case
      when exists (select 1 from auth.users u where lower(u.email) = v_email)
        or exists (select 1 from private.contacts c where lower(c.email) = v_email) then 'unproven'
      else 'unknown'
    end;
  end if;
  if v_role = 'admin' then
    return 'already';
  end if;
  perform public.set_role(v_user, 'admin', 'Made admin by the operator of the site');
  return 'made';
end
$$;
comment on function public.appoint_admin(text) is
  'Makes the account that proved this address admin, for the operator of a site that has none yet. Returns made, already, unproven (an '
  'account gave the address and has not confirmed it) or unknown. Refuses what set_role refuses.';

create function private.ban_deactivated()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Supabase Auth reads the ban as a Go time, which has no value for infinity.
  update auth.users set banned_until = case when new.deactivated_at is not null then now() + interval '100 years' end
  where id = new.id;
  if new.deactivated_at is not null then
    delete from auth.sessions where user_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.ban_deactivated() is
  'Trigger: a deactivated account is banned in Supabase Auth too, which then gives it no token, and its sessions end; reactivating lifts '
  'the ban.';

create function private.settle_sanction()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.sanction := case when new.deactivated_at is not null then coalesce(new.sanction, 'suspended') end;
  new.suspended_until := case when new.sanction = 'suspended' then new.suspended_until end;
  return new;
end
$$;
comment on function private.settle_sanction() is
  'Trigger: a deactivated account has a sanction, suspended unless another one is named, and an active one has none.';
create trigger profiles_settle_sanction before insert or update of deactivated_at, sanction, suspended_until on public.profiles
  for each row execute function private.settle_sanction();

create trigger profiles_ban after update of deactivated_at on public.profiles
  for each row when (old.deactivated_at is distinct from new.deactivated_at) execute function private.ban_deactivated();

create function private.put_grant(
  p_user uuid, p_event uuid, p_capability text, p_expires_at timestamptz, p_granted_by uuid, p_facts jsonb default '{}'
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_role text;
  v_expires_at timestamptz := p_expires_at;
  v_before jsonb;
  v_id uuid;
begin
  if p_capability is null or p_capability not in ('scan', 'door_manager', 'promoter', 'stream_operator', 'campaign_author')
    or p_expires_at <= now() then
    perform private.refuse(422, 'invalid');
  end if;
  select role into v_role from private.user_roles where user_id = p_user for update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if not private.role_may(v_role, 'own_account') then
    perform private.refuse(409, 'guest_role');
  end if;
  if p_event is not null then
    select least(p_expires_at, e.ends_at + interval '12 hours') into v_expires_at from public.events e where e.id = p_event;
    if not found then
      perform private.refuse(404, 'not_found');
    end if;
  end if;
  select jsonb_build_object('expires_at', g.expires_at) into v_before from public.staff_grants g
  where g.user_id = p_user and g.event_id is not distinct from p_event and g.capability = p_capability and g.revoked_at is null for update;
  update public.staff_grants set expires_at = v_expires_at, granted_by = p_granted_by
  where user_id = p_user and event_id is not distinct from p_event and capability = p_capability and revoked_at is null
  returning id into v_id;
  if not found then
    insert into public.staff_grants (user_id, event_id, capability, expires_at, granted_by)
    values (p_user, p_event, p_capability, v_expires_at, p_granted_by)
    returning id into v_id;
  end if;
  perform private.audit_change('account.grant_given', 'account', p_user::text, v_before, jsonb_build_object('expires_at', v_expires_at),
    jsonb_build_object('grant', v_id, 'event', p_event, 'capability', p_capability, 'expires_at', v_expires_at) || p_facts);
  return v_id;
end
$$;
comment on function private.put_grant(uuid, uuid, text, timestamptz, uuid, jsonb) is
  'Gives a person one capability, or renews it, and records that with p_facts. A grant for an event ends 12 hours after it at the latest. '
  'For functions that have checked who may give it.';

create function public.grant_staff(
  p_user uuid, p_event uuid, p_capability text, p_expires_at timestamptz default null
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_permission_or_service('give_roles');
  return private.put_grant(p_user, p_event, p_capability, p_expires_at, auth.uid());
end
$$;
comment on function public.grant_staff(uuid, uuid, text, timestamptz) is
  'Gives a person one capability, for one event (until 12 hours after it at the latest) or for all; a second call renews it. Admins only.';

create function public.revoke_grant(p_grant uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_grant public.staff_grants;
begin
  perform private.require_permission_or_service('give_roles');
  select * into v_grant from public.staff_grants where id = p_grant for update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_grant.revoked_at is not null then
    perform private.refuse(409, 'grant_ended');
  end if;
  update public.staff_grants set revoked_at = now() where id = p_grant;
  perform private.audit('account.grant_revoked', 'account', v_grant.user_id::text, jsonb_build_object(
    'from', 'active', 'to', 'ended', 'grant', p_grant, 'event', v_grant.event_id, 'capability', v_grant.capability));
end
$$;
comment on function public.revoke_grant(uuid) is 'Ends a grant at once. Admins only.';

create function private.audit_settings()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.audit_change('settings.changed', 'settings', null, to_jsonb(old), to_jsonb(new));
  return null;
end
$$;
comment on function private.audit_settings() is 'Trigger: records the old and the new value of each changed setting in the audit log.';

create trigger settings_audit after update on public.settings
  for each row execute function private.audit_settings();

grant execute on function public.set_role(uuid, text, text) to authenticated, service_role;
grant execute on function public.appoint_admin(text) to service_role;
grant execute on function public.grant_staff(uuid, uuid, text, timestamptz) to authenticated, service_role;
grant execute on function public.revoke_grant(uuid) to authenticated, service_role;
