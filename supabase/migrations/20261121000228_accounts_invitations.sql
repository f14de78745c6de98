-- Invites people to the staff by mail (link purpose staff_invitation): to one capability, for one event or for all, or to be a
-- moderator. And lists all live grants, and ends several at once.

create table private.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and char_length(email) between 3 and 254 and email !~ '[[:cntrl:]]'),
  role text check (role = 'moderator'),
  capability text check (capability in ('scan', 'door_manager', 'promoter', 'stream_operator', 'campaign_author')),
  event_id uuid,
  grant_expires_at timestamptz,
  invited_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references public.profiles (id) on delete set null,
  revoked_at timestamptz,
  check ((role is null) <> (capability is null)),
  check (role is null or (event_id is null and grant_expires_at is null)),
  check (accepted_at is null or revoked_at is null)
);
comment on table private.staff_invitations is
  'Invitations to the staff: to be a moderator, or to one capability, which the grant then has with its event (null: every event) and its '
  'end. One that was accepted or revoked stays as it is.';
comment on column private.staff_invitations.expires_at is 'When its link ends: 72 hours after it was last mailed.';
create unique index staff_invitations_open on private.staff_invitations
  (email, coalesce(role, ''), coalesce(capability, ''), coalesce(event_id, '00000000-0000-0000-0000-000000000000'))
  where accepted_at is null and revoked_at is null;
create index staff_invitations_invited_by on private.staff_invitations (invited_by);
create index staff_invitations_accepted_by on private.staff_invitations (accepted_by);
create index staff_invitations_created_at on private.staff_invitations (created_at desc, id);
alter table private.staff_invitations enable row level security;
alter table private.staff_invitations force row level security;

create function private.invitation_state(p_invitation private.staff_invitations)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return case
    when p_invitation.accepted_at is not null then 'accepted'
    when p_invitation.revoked_at is not null then 'revoked'
    -- Nothing that an admin gave out outlives their own role.
    when not exists (
      select 1 from private.user_roles r join public.profiles p on p.id = r.user_id
      where r.user_id = p_invitation.invited_by and r.role = any (private.roles_with('give_roles'))
        and p.deactivated_at is null) then 'revoked'
    when p_invitation.expires_at <= now() or p_invitation.grant_expires_at <= now() then 'expired'
    when p_invitation.event_id is not null and not exists (
      select 1 from public.events e where e.id = p_invitation.event_id and e.ends_at + interval '12 hours' > now()) then 'expired'
    else 'open'
  end;
end
$$;
comment on function private.invitation_state(private.staff_invitations) is
  'Returns open, accepted, revoked or expired. One by somebody who is no admin any more counts as revoked; one to an event ends with the '
  'grants of that event.';

create function private.invitation_details(p_invitation private.staff_invitations)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'email', p_invitation.email, 'role', p_invitation.role, 'capability', p_invitation.capability,
    'event', (
      select jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone)
      from public.events e where e.id = p_invitation.event_id),
    'grantExpiresAt', p_invitation.grant_expires_at,
    'invitedBy', (select p.display_name from public.profiles p where p.id = p_invitation.invited_by),
    'expiresAt', p_invitation.expires_at,
    'state', private.invitation_state(p_invitation));
end
$$;
comment on function private.invitation_details(private.staff_invitations) is 'An invitation as screens and mails show it.';

create function private.mail_invitation(p_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select private.invitation_details(i) from private.staff_invitations i
    where i.id = p_id and private.invitation_state(i) = 'open');
end
$$;
comment on function private.mail_invitation(uuid) is 'An open invitation for its mail; null when it is not open any more.';

create function private.mail_staff_invitation(p_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
  select 'staff_invitation', format('staff_invitation:%s:%s', i.id, to_char(now() at time zone 'utc', 'YYYYMMDDHH24MI')),
    i.email, 'invitation', i.id
  from private.staff_invitations i where i.id = p_id
  on conflict (dedupe_key) do nothing;
end
$$;
comment on function private.mail_staff_invitation(uuid) is 'Queues the mail of an invitation, once a minute at most.';

create function public.invite_staff(
  p_email text, p_role text default null, p_capability text default null, p_event uuid default null,
  p_expires_at timestamptz default null
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_id uuid;
begin
  perform private.require_permission('give_roles');
  if p_role is not null then
    perform private.require_proof();
  end if;
  if p_email is null or lower(btrim(p_email)) !~ '^[^@[:space:][:cntrl:]<>",;]+@([a-z0-9-]+\.)+[a-z]{2,63}$' or length(btrim(p_email)) > 254
    or (p_role is null) = (p_capability is null) or p_role <> 'moderator'
    or (p_role is not null and (p_event is not null or p_expires_at is not null))
    or p_capability not in ('scan', 'door_manager', 'promoter', 'stream_operator', 'campaign_author') or p_expires_at <= now() then
    perform private.refuse(422, 'invalid');
  end if;
  if p_event is not null then
    if not exists (select 1 from public.events e where e.id = p_event) then
      perform private.refuse(404, 'not_found');
    end if;
    if not exists (select 1 from public.events e where e.id = p_event and e.ends_at + interval '12 hours' > now()) then
      perform private.refuse(409, 'invitation_event_over');
    end if;
  end if;
  insert into private.staff_invitations as i (email, role, capability, event_id, grant_expires_at, invited_by, expires_at)
  values (lower(btrim(p_email)), p_role, p_capability, p_event, p_expires_at, auth.uid(), now() + private.link_lifetime('staff_invitation'))
  on conflict (email, coalesce(role, ''), coalesce(capability, ''), coalesce(event_id, '00000000-0000-0000-0000-000000000000'))
    where accepted_at is null and revoked_at is null
  do update set grant_expires_at = excluded.grant_expires_at, invited_by = excluded.invited_by, expires_at = excluded.expires_at
  returning i.id into v_id;
  perform private.mail_staff_invitation(v_id);
  perform private.audit('account.invited', 'invitation', v_id::text, jsonb_build_object(
    'role', p_role, 'capability', p_capability, 'event', p_event, 'expires_at', p_expires_at));
  return v_id;
end
$$;
comment on function public.invite_staff(text, text, text, uuid, timestamptz) is
  'Invites an address to be a moderator (with a recent proof) or to one capability, and mails a link that works for 72 hours. Inviting '
  'the same address to the same again renews the open invitation. Admins only.';

create function private.lock_invitation(p_id uuid)
returns private.staff_invitations
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_invitation private.staff_invitations;
begin
  select * into v_invitation from private.staff_invitations where id = p_id for update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_invitation.accepted_at is not null then
    perform private.refuse(409, 'invitation_accepted');
  end if;
  if v_invitation.revoked_at is not null then
    perform private.refuse(410, 'invitation_revoked');
  end if;
  return v_invitation;
end
$$;
comment on function private.lock_invitation(uuid) is
  'Locks an invitation that was neither accepted nor revoked, and returns it; refuses not_found, invitation_accepted and '
  'invitation_revoked.';

create function public.resend_staff_invitation(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_invitation private.staff_invitations;
  v_before jsonb;
begin
  perform private.require_permission('give_roles');
  v_invitation := private.lock_invitation(p_id);
  v_before := jsonb_build_object('expires_at', v_invitation.expires_at);
  update private.staff_invitations
  set expires_at = now() + private.link_lifetime('staff_invitation'), invited_by = auth.uid()
  where id = p_id returning * into v_invitation;
  if private.invitation_state(v_invitation) <> 'open' then
    perform private.refuse(409, 'invitation_event_over');
  end if;
  perform private.mail_staff_invitation(p_id);
  perform private.audit_change('account.invitation_sent_again', 'invitation', p_id::text, v_before,
    jsonb_build_object('expires_at', v_invitation.expires_at));
end
$$;
comment on function public.resend_staff_invitation(uuid) is
  'Mails an invitation again, in the caller''s name, with a link that works for 72 hours from now; the earlier link ends. Admins only.';

create function public.revoke_staff_invitation(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_permission('give_roles');
  perform private.lock_invitation(p_id);
  update private.staff_invitations set revoked_at = now() where id = p_id;
  perform private.audit('account.invitation_revoked', 'invitation', p_id::text, '{"from": "open", "to": "withdrawn"}');
end
$$;
comment on function public.revoke_staff_invitation(uuid) is 'Ends an invitation: its link gives nothing any more. Admins only.';

create function public.list_staff_invitations()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_permission('give_roles');
  return (
    select coalesce(jsonb_agg(private.invitation_details(i) || jsonb_build_object('id', i.id, 'createdAt', i.created_at)
      order by i.created_at desc, i.id), '[]'::jsonb)
    from (
      select * from private.staff_invitations o
      where o.accepted_at is null and o.revoked_at is null and o.expires_at > now() - interval '30 days'
      order by o.created_at desc, o.id limit 200
    ) i);
end
$$;
comment on function public.list_staff_invitations() is
  'Invitations that were neither accepted nor revoked, the newest first, 200 at most; expired ones for 30 days, so that they can be sent '
  'again. Admins only.';

create function private.is_invited(p_invitation private.staff_invitations, p_user uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (select 1 from auth.users u where u.id = p_user and lower(u.email) = p_invitation.email);
end
$$;
comment on function private.is_invited(private.staff_invitations, uuid) is
  'Returns whether an account has the address that an invitation was sent to. One that still waits to take the address over has not.';

create function public.read_staff_invitation(p_token_hash text, p_user uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select private.invitation_details(i) || jsonb_build_object('isForUser', private.is_invited(i, p_user))
    from private.one_time_links l join private.staff_invitations i on i.id = l.subject_id
    where l.token_hash = p_token_hash and l.purpose = 'staff_invitation');
end
$$;
comment on function public.read_staff_invitation(text, uuid) is
  'Returns the invitation of a link, whatever its state, and whether the account p_user (null for none) has its address; null for a link '
  'that was replaced by a later one, or never was. For the server alone. Does not use the link up.';

create function public.accept_staff_invitation(p_token_hash text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_id uuid := (
    select l.subject_id from private.one_time_links l where l.token_hash = p_token_hash and l.purpose = 'staff_invitation');
  v_invitation private.staff_invitations;
  v_from text;
begin
  perform private.require_member();
  if v_id is null then
    perform private.refuse(410, 'invitation_unknown');
  end if;
  v_invitation := private.lock_invitation(v_id);
  if private.invitation_state(v_invitation) = 'revoked' then
    perform private.refuse(410, 'invitation_revoked');
  end if;
  if private.invitation_state(v_invitation) = 'expired' then
    perform private.refuse(410, 'invitation_expired');
  end if;
  if not private.is_invited(v_invitation, auth.uid()) then
    perform private.refuse(403, 'invitation_other_email');
  end if;
  if private.use_link('staff_invitation', p_token_hash) is null then
    perform private.refuse(410, 'invitation_expired');
  end if;
  update private.staff_invitations set accepted_at = now(), accepted_by = auth.uid() where id = v_id;
  -- Confirms the email address: the link was read in the mailbox that it was sent to.
  update public.profiles set email_verified_at = coalesce(email_verified_at, now()) where id = auth.uid();
  if v_invitation.role is not null then
    select role into v_from from private.user_roles where user_id = auth.uid() for update;
    if private.role_may(v_from, 'own_account') and not private.role_may(v_from, 'be_staff') then
      update private.user_roles set role = v_invitation.role, changed_at = now() where user_id = auth.uid();
      perform private.audit('account.role_set', 'account', auth.uid()::text, jsonb_build_object(
        'from', v_from, 'to', v_invitation.role, 'invitation', v_id, 'invited_by', v_invitation.invited_by));
    end if;
  else
    perform private.put_grant(auth.uid(), v_invitation.event_id, v_invitation.capability, v_invitation.grant_expires_at,
      v_invitation.invited_by, jsonb_build_object('invitation', v_id));
  end if;
  return private.invitation_details(v_invitation);
end
$$;
comment on function public.accept_staff_invitation(text) is
  'Gives the caller what the link''s invitation promises, once, and returns it. Only the account with the invited address may; having the '
  'link proves the mailbox. Refuses members_only, invitation_unknown, invitation_accepted, invitation_revoked, invitation_expired and '
  'invitation_other_email.';

create function private.live_grant(p_grant public.staff_grants)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return p_grant.revoked_at is null and (p_grant.expires_at is null or p_grant.expires_at > now());
end
$$;
comment on function private.live_grant(public.staff_grants) is 'Returns whether a grant gives anything now.';

create function private.grant_details(p_grant public.staff_grants)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', p_grant.id, 'capability', p_grant.capability, 'expiresAt', p_grant.expires_at, 'createdAt', p_grant.created_at,
    'person', (
      select jsonb_build_object('id', p.id, 'displayName', p.display_name, 'username', p.username)
      from public.profiles p where p.id = p_grant.user_id),
    'event', (
      select jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone)
      from public.events e where e.id = p_grant.event_id),
    'grantedBy', (select p.display_name from public.profiles p where p.id = p_grant.granted_by));
end
$$;
comment on function private.grant_details(public.staff_grants) is 'A grant as the lists of admins show it.';

create function public.list_staff_grants(
  p_event uuid default null, p_capability text default null, p_person uuid default null, p_after uuid default null, p_limit int default 25
)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_grants jsonb;
begin
  perform private.require_permission('give_roles');
  select coalesce(jsonb_agg(private.grant_details(g) order by g.created_at desc, g.id desc), '[]'::jsonb) into v_grants
  from (
    select s.* from public.staff_grants s
    where private.live_grant(s)
      and (p_event is null or s.event_id = p_event)
      and (p_capability is null or s.capability = p_capability)
      and (p_person is null or s.user_id = p_person)
      and (p_after is null or (s.created_at, s.id) < (select a.created_at, a.id from public.staff_grants a where a.id = p_after))
    order by s.created_at desc, s.id desc limit v_limit + 1
  ) g;
  return jsonb_build_object(
    'grants', v_grants - v_limit,
    'next', case when jsonb_array_length(v_grants) > v_limit then v_grants -> (v_limit - 1) ->> 'id' end,
    'total', case when p_after is null then (
      select private.list_total(count(*), 10000)
      from (
        select 1 from public.staff_grants s
        where private.live_grant(s) and (p_event is null or s.event_id = p_event) and (p_capability is null or s.capability = p_capability)
          and (p_person is null or s.user_id = p_person)
        limit 10001
      ) f) end,
    'timeZone', (select s.time_zone from public.settings s),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone)
        order by e.starts_at desc, e.id), '[]'::jsonb)
      from public.events e
      where e.id = p_event or exists (select 1 from public.staff_grants s where s.event_id = e.id and private.live_grant(s))));
end
$$;
comment on function public.list_staff_grants(uuid, text, uuid, uuid, int) is
  'Live grants of everybody, the newest first, page by page (p_after is the grant after which the page begins), with the events that have '
  'some: {grants, next, total, timeZone, events}; total = private.list_total, on the first page only. Admins only.';

create function public.preview_grants_end(p_ids uuid[], p_event uuid default null, p_every_door boolean default false)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_permission('give_roles');
  return (
    select coalesce(jsonb_agg(private.grant_details(g) order by g.created_at, g.id), '[]'::jsonb)
    from (
      select s.* from public.staff_grants s
      where private.live_grant(s)
        and (s.id = any (p_ids) or ((s.event_id = p_event or p_every_door) and s.capability in ('scan', 'door_manager')))
      order by s.created_at, s.id limit 200
    ) g);
end
$$;
comment on function public.preview_grants_end(uuid[], uuid, boolean) is
  'Live grants among those named, and the door grants (scan, door_manager) of an event, or all of them (p_every_door): what ending them '
  'would end, 200 at most. Admins only.';

create function public.end_staff_grants(p_ids uuid[], p_reason text default null)
returns int
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_grant public.staff_grants;
  v_ended int := 0;
begin
  perform private.require_permission('give_roles');
  if coalesce(cardinality(p_ids), 0) not between 1 and 200 or char_length(p_reason) > 300 then
    perform private.refuse(422, 'invalid');
  end if;
  for v_grant in
    select * from public.staff_grants where id = any (p_ids) order by id for update
  loop
    continue when not private.live_grant(v_grant);
    update public.staff_grants set revoked_at = now() where id = v_grant.id;
    perform private.audit('account.grant_revoked', 'account', v_grant.user_id::text, jsonb_strip_nulls(jsonb_build_object(
      'from', 'active', 'to', 'ended', 'grant', v_grant.id, 'event', v_grant.event_id, 'capability', v_grant.capability,
      'reason', nullif(btrim(p_reason), ''))));
    v_ended := v_ended + 1;
  end loop;
  return v_ended;
end
$$;
comment on function public.end_staff_grants(uuid[], text) is
  'Ends the grants named, 200 at most, each with its line in the audit log, and returns how many it ended; those that ended meanwhile are '
  'skipped. Admins only.';

grant execute on function public.invite_staff(text, text, text, uuid, timestamptz) to authenticated;
grant execute on function public.resend_staff_invitation(uuid) to authenticated;
grant execute on function public.revoke_staff_invitation(uuid) to authenticated;
grant execute on function public.list_staff_invitations() to authenticated;
grant execute on function public.read_staff_invitation(text, uuid) to service_role;
grant execute on function public.accept_staff_invitation(text) to authenticated;
grant execute on function public.list_staff_grants(uuid, text, uuid, uuid, int) to authenticated;
grant execute on function public.preview_grants_end(uuid[], uuid, boolean) to authenticated;
grant execute on function public.end_staff_grants(uuid[], text) to authenticated;
