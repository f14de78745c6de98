-- Functions for admins: roles, accounts, grants, settings. The last active admin can be neither demoted nor deactivated.

create function private.require_active_admin()
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
  -- Serialises two admins who demote each other, so that the second transaction sees the change of the first.
  perform pg_advisory_xact_lock(hashtext('private.require_active_admin'));
  if not exists (
    select 1 from private.user_roles r join public.profiles p on p.id = r.user_id
    where r.role = 'admin' and p.deactivated_at is null
  ) then
    perform private.refuse(409, 'last_admin');
  end if;
  return null;
end
$$;
comment on function private.require_active_admin() is 'Constraint trigger: refuses a change that would leave no active admin, for every role.';

create constraint trigger user_roles_require_active_admin after update or delete on private.user_roles
  deferrable initially immediate for each row
  when (old.role = 'admin') execute function private.require_active_admin();
create constraint trigger profiles_require_active_admin after update of deactivated_at on public.profiles
  deferrable initially immediate for each row
  when (old.deactivated_at is null and new.deactivated_at is not null) execute function private.require_active_admin();

create function public.set_role(p_user uuid, p_role text, p_reason text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_from text;
begin
  perform private.require_admin_or_service();
  perform private.require_proof();
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
  'Gives an account another role, at once and audited. Admins only, with a recent proof, never their own; the last admin stays.';

create function public.set_account_active(p_user uuid, p_active boolean, p_reason text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin_or_service();
  perform private.require_proof();
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
  'Deactivates or reactivates an account; its sessions end at once and Supabase Auth opens no new ones. Admins only, with a recent proof, never their own account.';

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
  'Trigger: a deactivated account is banned in Supabase Auth too, which then gives it no token, and its sessions end; reactivating lifts the ban.';

create trigger profiles_ban after update of deactivated_at on public.profiles
  for each row when (old.deactivated_at is distinct from new.deactivated_at) execute function private.ban_deactivated();

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
  perform private.require_admin_or_service();
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
  perform private.require_admin_or_service();
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

create function public.list_people(
  p_search text default null, p_after uuid default null, p_limit int default 50, p_sort text default 'name'
)
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
  v_ids uuid[];
  -- Only admins see when people joined, so only they may sort by it.
  v_key text := case when v_admin and p_sort in ('joined', '-joined') then 'p.created_at' else 'lower(p.display_name)' end;
  v_down boolean := coalesce(left(p_sort, 1) = '-', false);
begin
  if not (v_admin or private.has_role('moderator')) then
    perform private.refuse(403, 'not_allowed');
  end if;
  -- One statement for each order: an index on the key then finds the page without sorting everybody.
  execute format('
    select array_agg(page.id order by page.place)
    from (
      select p.id, row_number() over (order by %1$s %2$s, p.id %2$s) as place
      from public.profiles p
      join private.user_roles r on r.user_id = p.id
      join auth.users u on u.id = p.id
      left join private.contacts c on c.user_id = p.id
      where r.role <> ''guest''
        and ($1 is null or (%1$s, p.id) %3$s (select %4$s, a.id from public.profiles a where a.id = $1))
        and (p.display_name ilike $2 or p.username ilike $2 or ($3 and coalesce(c.email, u.email) ilike $2))
      order by %1$s %2$s, p.id %2$s
      limit $4
    ) page', v_key, case when v_down then 'desc' end, case when v_down then '<' else '>' end, replace(v_key, 'p.', 'a.'))
    into v_ids using p_after, v_like, v_admin, v_limit + 1;
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'username', p.username, 'displayName', p.display_name, 'avatar', p.avatar_path)
      || case when v_admin then jsonb_build_object('email', coalesce(c.email, u.email), 'emailVerifiedAt', p.email_verified_at,
        'city', p.city, 'role', r.role, 'deactivatedAt', p.deactivated_at, 'createdAt', p.created_at,
        'grants', coalesce((
          select jsonb_agg(jsonb_build_object('capability', g.capability, 'event', e.title, 'expiresAt', g.expires_at)
            order by g.created_at, g.id)
          from public.staff_grants g left join public.events e on e.id = g.event_id
          where g.user_id = p.id and g.revoked_at is null and (g.expires_at is null or g.expires_at > now())), '[]'::jsonb))
        else '{}'::jsonb end order by page.place), '[]'::jsonb) into v_people
  from unnest(v_ids) with ordinality page (id, place)
  join public.profiles p on p.id = page.id
  join private.user_roles r on r.user_id = p.id
  join auth.users u on u.id = p.id
  left join private.contacts c on c.user_id = p.id;
  return jsonb_build_object('people', v_people - v_limit, 'next',
    case when jsonb_array_length(v_people) > v_limit then v_people -> (v_limit - 1) ->> 'id' end);
end
$$;
comment on function public.list_people(text, uuid, int, text) is
  'People for user management, page by page (p_after is the person after whom the page begins), by p_sort: name, -name, and for admins joined, -joined: moderators get names and handles, admins everything they may act on, with live grants.';

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
comment on function private.audit_settings() is 'Trigger: records the old and the new value of each changed setting in the audit log.';

create trigger settings_audit after update on public.settings
  for each row execute function private.audit_settings();

grant execute on function public.set_role(uuid, text, text) to authenticated, service_role;
grant execute on function public.set_account_active(uuid, boolean, text) to authenticated, service_role;
grant execute on function public.grant_staff(uuid, uuid, text, timestamptz) to authenticated, service_role;
grant execute on function public.revoke_grant(uuid) to authenticated, service_role;
grant execute on function public.list_people(text, uuid, int, text) to authenticated;
