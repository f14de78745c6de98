-- Phones that scan at an event: invited by a door manager with a one-time code, enrolled, locked, revoked, and what they say of themselves.

create table public.door_devices (
  event_id uuid not null references public.events (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 40),
  kind text not null check (kind in ('enrolled', 'staff')),
  user_id uuid references public.profiles (id) on delete set null,
  session_id uuid,
  browser text check (char_length(browser) between 1 and 60),
  invited_by uuid,
  invited_at timestamptz,
  invite_hash text unique check (char_length(invite_hash) = 43),
  invite_expires_at timestamptz,
  enrolled_at timestamptz,
  locked_at timestamptz,
  locked_by uuid,
  revoked_at timestamptz,
  revoked_by uuid,
  revoke_reason text check (char_length(revoke_reason) between 3 and 200),
  handed_in_at timestamptz,
  last_seen_at timestamptz,
  pack_version bigint,
  pack_at timestamptz,
  clock_offset_ms bigint,
  battery_percent int check (battery_percent between 0 and 100),
  is_kept boolean,
  waiting_scans int not null default 0 check (waiting_scans >= 0),
  ready jsonb check (jsonb_typeof(ready) = 'object' and length(ready::text) <= 2000),
  ready_at timestamptz,
  waived_at timestamptz,
  waived_by uuid,
  waive_reason text check (char_length(waive_reason) between 3 and 200),
  created_at timestamptz not null default now(),
  primary key (event_id, id),
  constraint door_devices_invited check (kind = 'staff' or (invited_at is not null and invite_expires_at is not null)),
  constraint door_devices_locked check ((locked_at is null) = (locked_by is null)),
  constraint door_devices_revoked check (num_nonnulls(revoked_at, revoked_by, revoke_reason) in (0, 3)),
  constraint door_devices_waived check (num_nonnulls(waived_at, waived_by, waive_reason) in (0, 3))
);
comment on table public.door_devices is
  'Devices at the door of an event. id = the browser''s own, of an invitation that nobody took a random one. enrolled = by a one-time '
  'code, of which the hash is kept; it scans by the session that took the code, until 12 hours after the event. staff = the browser of '
  'somebody who may scan anyway. What it says of itself (browser: by its user agent) is for people to read, never believed: '
  'clock_offset_ms = server minus device, is_kept = the browser promised to keep its store, waiting_scans = not uploaded yet, '
  'ready = its check before doors.';
create index door_devices_user on public.door_devices (user_id);
create index door_devices_session on public.door_devices (session_id) where session_id is not null;
create unique index door_devices_name on public.door_devices (event_id, lower(name)) where kind = 'enrolled' and revoked_at is null;
alter table public.door_devices enable row level security;
alter table public.door_devices force row level security;

create function private.caller_session() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (auth.jwt() ->> 'session_id')::uuid;
end
$$;
comment on function private.caller_session() is 'The id of the caller''s session; null without one.';

create function private.device_state(p_device public.door_devices) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when p_device.revoked_at is not null then 'revoked'
    when p_device.locked_at is not null then 'locked'
    when p_device.kind = 'enrolled' and p_device.enrolled_at is null then
      case when p_device.invite_expires_at > now() then 'invited' else 'expired' end
    when p_device.last_seen_at is null then 'enrolled'
    else 'active'
  end;
end
$$;
comment on function private.device_state(public.door_devices) is
  'Returns invited, expired (nobody took the code within its 24 hours), enrolled (not seen since), active, locked or revoked.';

create function private.may_hand_in(p_device public.door_devices) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_device.revoked_at > now() - interval '24 hours'
    and coalesce(p_device.handed_in_at > now() - interval '10 minutes', true);
end
$$;
comment on function private.may_hand_in(public.door_devices) is
  'Whether a revoked device may still hand in the scans that it holds: once, within 24 hours. Its first upload opens 10 minutes for the '
  'rest.';

create function private.require_open_door(p_event uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_grant('door_manager', p_event);
  if not exists (select 1 from public.events e where e.id = p_event and e.status <> 'draft') then
    perform private.refuse(404, 'not_found');
  end if;
end
$$;
comment on function private.require_open_door(uuid) is
  'First line of functions about the devices of an event: for door managers of an event that is no draft.';

create function private.lock_device(p_event uuid, p_device uuid, p_reason text default 'none') returns public.door_devices
language plpgsql volatile set search_path = ''
as $$
declare
  v_device public.door_devices;
begin
  perform private.require_open_door(p_event);
  if char_length(btrim(coalesce(p_reason, ''))) not between 3 and 200 then
    perform private.refuse(422, 'reason_required');
  end if;
  select * into v_device from public.door_devices where event_id = p_event and id = p_device for update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return v_device;
end
$$;
comment on function private.lock_device(uuid, uuid, text) is
  'First line of changes of a device: locks its row against others'' changes. Refuses who does not manage the door, a reason (where one is '
  'asked for) of fewer than 3 letters, reason_required, and not_found.';

create function private.audit_device(p_before public.door_devices, p_after public.door_devices, p_reason text default null) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_state text := private.device_state(p_after);
begin
  perform private.audit(case v_state when 'revoked' then 'door.device_revoked' when 'locked' then 'door.device_locked'
    else 'door.device_unlocked' end, 'event', p_after.event_id::text, jsonb_strip_nulls(jsonb_build_object(
    'device', p_after.id, 'name', p_after.name, 'from', private.device_state(p_before), 'to', v_state,
    'reason', p_reason)));
  return jsonb_build_object('state', v_state);
end
$$;
comment on function private.audit_device(public.door_devices, public.door_devices, text) is
  'Audits the change of a device from one state to another, and returns the answer to whoever made it: {state}.';

create function public.invite_door_device(p_event uuid, p_name text, p_token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_name text := btrim(coalesce(p_name, ''));
  v_device public.door_devices;
begin
  perform private.require_open_door(p_event);
  if char_length(v_name) not between 1 and 40 or coalesce(p_token_hash, '') !~ '^[A-Za-z0-9_-]{43}$' then
    perform private.refuse(422, 'invalid');
  elsif exists (select 1 from public.events e where e.id = p_event and e.ends_at + interval '12 hours' <= now()) then
    perform private.refuse(409, 'device_event_over');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('door devices:' || p_event::text, 0));
  if (select count(*) from public.door_devices d where d.event_id = p_event and d.revoked_at is null and d.kind = 'enrolled') >= 100 then
    perform private.refuse(409, 'too_many_devices');
  end if;
  select * into v_device from public.door_devices d
  where d.event_id = p_event and lower(d.name) = lower(v_name) and d.kind = 'enrolled' and d.revoked_at is null;
  if v_device.enrolled_at is not null then
    perform private.refuse(409, 'device_name_taken');
  end if;
  insert into public.door_devices as d (event_id, id, name, kind, invited_by, invited_at, invite_hash, invite_expires_at)
  values (p_event, coalesce(v_device.id, gen_random_uuid()), v_name, 'enrolled', auth.uid(), now(), p_token_hash,
    now() + interval '24 hours')
  on conflict (event_id, id) do update set name = excluded.name, invited_by = excluded.invited_by, invited_at = excluded.invited_at,
    invite_hash = excluded.invite_hash, invite_expires_at = excluded.invite_expires_at
  returning * into v_device;
  perform private.audit('door.device_invited', 'event', p_event::text, jsonb_build_object('device', v_device.id, 'name', v_name));
  return jsonb_build_object('device', v_device.id, 'name', v_name, 'expiresAt', v_device.invite_expires_at);
end
$$;
comment on function public.invite_door_device(uuid, text, text) is
  'Door manager: invites a phone to scan at an event: {device, name, expiresAt}. Whoever has the token of p_token_hash enrols, once, '
  'within 24 hours. A name that is invited already gets this new code, and its old one ends. Refuses not_allowed, not_found, invalid, '
  'device_event_over, device_name_taken, too_many_devices.';

create function private.take_device_id(p_row public.door_devices, p_id uuid) returns uuid
language plpgsql volatile set search_path = ''
as $$
begin
  -- A browser comes back under its own id after it was revoked, or where staff scanned with it; nobody else takes that id.
  delete from public.door_devices d
  where d.event_id = p_row.event_id and d.id = p_id and d.id <> p_row.id
    and (d.session_id = private.caller_session() or (d.kind = 'staff' and d.user_id = auth.uid()));
  update public.door_devices d set id = p_id
  where d.event_id = p_row.event_id and d.id = p_row.id
    and not exists (select 1 from public.door_devices o where o.event_id = p_row.event_id and o.id = p_id);
  return case when found then p_id else p_row.id end;
end
$$;
comment on function private.take_device_id(public.door_devices, uuid) is
  'Gives an invited device the id of the browser that took its code, and returns the id that it has then: its own where another device of '
  'the event has that of the browser.';

create function public.enroll_door_device(p_token_hash text, p_device uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_device public.door_devices;
  v_session uuid := private.caller_session();
  v_id uuid;
begin
  if private.caller_role() is null or v_session is null then
    perform private.refuse(401, 'sign_in_required');
  end if;
  -- The row lock decides between phones that take one code at once.
  select * into v_device from public.door_devices where invite_hash = p_token_hash for update;
  if not found or v_device.revoked_at is not null
    or (v_device.enrolled_at is not null and v_device.session_id is distinct from v_session) then
    perform private.refuse(410, 'device_code_used');
  elsif v_device.enrolled_at is null and v_device.invite_expires_at <= now() then
    perform private.refuse(410, 'device_code_expired');
  elsif exists (select 1 from public.events e where e.id = v_device.event_id and e.ends_at + interval '12 hours' <= now()) then
    perform private.refuse(409, 'device_event_over');
  end if;
  v_id := v_device.id;
  -- The same phone that sends its code again gets the same answer.
  if v_device.enrolled_at is null then
    update public.door_devices set enrolled_at = now(), user_id = auth.uid(), session_id = v_session
    where event_id = v_device.event_id and id = v_device.id;
    v_id := private.take_device_id(v_device, coalesce(p_device, v_device.id));
    update public.profiles p set display_name = v_device.name
    from private.user_roles r where p.id = auth.uid() and r.user_id = p.id and not private.role_may(r.role, 'own_account');
    perform private.audit('door.device_enrolled', 'event', v_device.event_id::text,
      jsonb_build_object('device', v_id, 'name', v_device.name, 'from', 'invited', 'to', 'enrolled'));
  end if;
  return jsonb_build_object('event', v_device.event_id, 'device', v_id, 'name', v_device.name);
end
$$;
comment on function public.enroll_door_device(text, uuid) is
  'Makes the caller''s session the device of an invitation: {event, device, name}; p_device = the browser''s own id. A code works once: of '
  'several phones one gets it, and the same session gets the same answer again. A guest''s name becomes that of the device, so that what '
  'it scans names it. Refuses sign_in_required, device_code_used (also replaced, withdrawn or never there), device_code_expired, '
  'device_event_over.';

create function public.lock_door_device(p_event uuid, p_device uuid, p_locked boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_was public.door_devices := private.lock_device(p_event, p_device);
  v_device public.door_devices := v_was;
begin
  if p_locked is null then
    perform private.refuse(422, 'invalid');
  elsif v_device.revoked_at is not null or (v_device.kind = 'enrolled' and v_device.enrolled_at is null) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', private.device_state(v_device)));
  end if;
  if (v_device.locked_at is not null) <> p_locked then
    update public.door_devices set locked_at = case when p_locked then now() end,
      locked_by = case when p_locked then auth.uid() end
    where event_id = p_event and id = p_device returning * into v_device;
    return private.audit_device(v_was, v_device);
  end if;
  return jsonb_build_object('state', private.device_state(v_device));
end
$$;
comment on function public.lock_door_device(uuid, uuid, boolean) is
  'Door manager: locks a device, so that it neither scans nor gets data, or unlocks it: {state}. Twice the same changes nothing. Refuses '
  'not_allowed, not_found, invalid, invalid_state (revoked, or not enrolled yet).';

create function public.revoke_door_device(p_event uuid, p_device uuid, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_was public.door_devices := private.lock_device(p_event, p_device, p_reason);
  v_device public.door_devices;
begin
  if v_was.revoked_at is null then
    update public.door_devices set revoked_at = now(), revoked_by = auth.uid(), revoke_reason = btrim(p_reason), invite_hash = null
    where event_id = p_event and id = p_device returning * into v_device;
    return private.audit_device(v_was, v_device, btrim(p_reason));
  end if;
  return jsonb_build_object('state', 'revoked');
end
$$;
comment on function public.revoke_door_device(uuid, uuid, text) is
  'Door manager: ends a device for good, with a reason, or withdraws its invitation: {state}. It may hand in the scans that it holds once '
  'within 24 hours (private.require_hand_in). Refuses not_allowed, not_found, reason_required.';

create function public.waive_door_ready(p_event uuid, p_device uuid, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_device public.door_devices := private.lock_device(p_event, p_device, p_reason);
begin
  if v_device.revoked_at is not null or v_device.ready_at is null then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', private.device_state(v_device)));
  end if;
  update public.door_devices set waived_at = now(), waived_by = auth.uid(), waive_reason = btrim(p_reason)
  where event_id = p_event and id = p_device;
  perform private.audit_change('door.device_waived', 'event', p_event::text,
    jsonb_build_object('waiver', v_device.waive_reason), jsonb_build_object('waiver', btrim(p_reason)),
    jsonb_build_object('device', p_device, 'name', v_device.name, 'reason', btrim(p_reason), 'ready', v_device.ready));
  return jsonb_build_object('state', private.device_state(v_device));
end
$$;
comment on function public.waive_door_ready(uuid, uuid, text) is
  'Door manager: lets a device scan though its check before doors is red, with a reason: {state}. Refuses not_allowed, not_found, '
  'reason_required, invalid_state (revoked, or no check was reported).';

create function private.caller_device_state(p_event uuid, p_device uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  -- The caller's own row first: a locked phone has no grant any more, and is told why; then the row of the browser that it names.
  return (
    select private.device_state(d) from public.door_devices d
    where d.event_id = p_event and (d.session_id = private.caller_session() or d.id = p_device)
      and (d.session_id = private.caller_session() or private.has_grant('scan', p_event))
    order by (d.id = p_device) is true desc, d.revoked_at is null desc, d.enrolled_at desc nulls last limit 1);
end
$$;
comment on function private.caller_device_state(uuid, uuid) is
  'The state of the device by which the caller stands at an event: that of its session, or the browser that it names (p_device, may be '
  'null); null for none.';

create function private.require_contact(p_event uuid, p_device uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_state text := private.caller_device_state(p_event, p_device);
begin
  if coalesce(v_state, '') not in ('locked', 'revoked') then
    perform private.require_grant('scan', p_event);
  end if;
  return v_state;
end
$$;
comment on function private.require_contact(uuid, uuid) is
  'First line of functions that tell a device how it stands: its state, also where it is locked or revoked, which gets nothing else. '
  'Refuses not_allowed.';

create function private.require_device(p_event uuid, p_device uuid) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_state text := private.caller_device_state(p_event, p_device);
begin
  if v_state = 'revoked' then
    perform private.refuse(403, 'device_revoked');
  elsif v_state = 'locked' then
    perform private.refuse(403, 'device_locked');
  end if;
  perform private.require_grant('scan', p_event);
end
$$;
comment on function private.require_device(uuid, uuid) is
  'First line of functions for devices that scan at an event: refuses device_locked, device_revoked, also of staff whose browser '
  '(p_device, may be null) was locked from the desk, and not_allowed. For functions that run as the owner: scanners do not read devices.';

create function private.require_hand_in(p_event uuid, p_device uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_device public.door_devices;
begin
  select * into v_device from public.door_devices d
  where d.event_id = p_event and d.revoked_at is not null
    and (d.session_id = private.caller_session() or (d.id = p_device and private.has_grant('scan', p_event)))
  order by (d.id = p_device) is true desc, d.revoked_at desc limit 1 for update;
  if v_device.id is null or (v_device.id is distinct from p_device and private.has_grant('scan', p_event)) then
    perform private.require_device(p_event, p_device);
  elsif not coalesce(private.may_hand_in(v_device), false) then
    perform private.refuse(403, 'device_revoked');
  else
    update public.door_devices set handed_in_at = coalesce(handed_in_at, now()) where event_id = p_event and id = v_device.id;
  end if;
end
$$;
comment on function private.require_hand_in(uuid, uuid) is
  'First line of the upload of scans: admits what private.require_device admits, and once more, within 24 hours, a device that was '
  'revoked, which it notes. Refuses device_locked, device_revoked, not_allowed.';

create function private.device_title(p_device public.door_devices) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_browser text := coalesce(p_device.browser, '');
  v_place int;
begin
  if p_device.kind <> 'staff' then
    return p_device.name;
  end if;
  select count(*) into v_place from public.door_devices d
  where d.event_id = p_device.event_id and d.kind = 'staff' and lower(d.name) = lower(p_device.name) and coalesce(d.browser, '') = v_browser
    and (d.created_at, d.id) <= (p_device.created_at, p_device.id);
  return concat_ws(', ', p_device.name, nullif(v_browser, '')) || case when v_place > 1 then format(' (%s)', v_place) else '' end;
end
$$;
comment on function private.device_title(public.door_devices) is
  'The name by which the desk tells a device from the others: the one that it was given, or that of its account, its browser, and a number '
  'from the second on that is the same in both.';

create function public.list_door_devices(p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_open_door(p_event);
  return (
    select jsonb_build_object('now', now(), 'event', jsonb_build_object('id', e.id, 'title', e.title, 'timeZone', e.time_zone,
      'doorsAt', e.doors_at, 'endsAt', e.ends_at),
      'devices', (
        select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', private.device_title(d), 'kind', d.kind,
          'state', private.device_state(d),
          'person', case when d.kind = 'staff' then (select p.display_name from public.profiles p where p.id = d.user_id) end,
          'inviteExpiresAt', d.invite_expires_at, 'enrolledAt', d.enrolled_at, 'lastSeenAt', d.last_seen_at,
          'packVersion', d.pack_version, 'packAt', d.pack_at, 'clockOffsetMs', d.clock_offset_ms, 'battery', d.battery_percent,
          'isKept', d.is_kept, 'waitingScans', d.waiting_scans, 'ready', d.ready, 'readyAt', d.ready_at,
          'waivedBy', (select p.display_name from public.profiles p where p.id = d.waived_by), 'waivedAt', d.waived_at,
          'waiveReason', d.waive_reason, 'revokedAt', d.revoked_at, 'revokeReason', d.revoke_reason, 'handedInAt', d.handed_in_at)
          order by d.revoked_at is not null, lower(d.name), d.id), '[]')
        from (
          select * from public.door_devices x where x.event_id = e.id
          order by x.revoked_at is not null, x.created_at desc limit 200
        ) l join public.door_devices d on d.event_id = l.event_id and d.id = l.id))
    from public.events e where e.id = p_event);
end
$$;
comment on function public.list_door_devices(uuid) is
  'Door manager: the devices of an event as their page shows them, 200 at most: {now, event, devices}. Refuses not_allowed, not_found.';

create function private.note_device(p_event uuid, p_device uuid) returns public.door_devices
language plpgsql volatile set search_path = ''
as $$
declare
  v_device public.door_devices;
begin
  update public.door_devices d set last_seen_at = now()
  where d.event_id = p_event and d.id = coalesce((
    select o.id from public.door_devices o
    where o.event_id = p_event and o.session_id = private.caller_session() and o.revoked_at is null
    order by o.enrolled_at desc limit 1), p_device)
  returning * into v_device;
  if v_device.id is null and p_device is not null and private.is_member()
    and (select count(*) < 300 from public.door_devices d where d.event_id = p_event and d.kind = 'staff') then
    insert into public.door_devices as d (event_id, id, name, kind, user_id, last_seen_at)
    select p_event, p_device, left(p.display_name, 40), 'staff', p.id, now() from public.profiles p where p.id = auth.uid()
    on conflict (event_id, id) do update set last_seen_at = now()
    returning * into v_device;
  elsif v_device.kind = 'staff' and v_device.user_id is distinct from auth.uid() then
    update public.door_devices d set user_id = p.id, name = left(p.display_name, 40)
    from public.profiles p where p.id = auth.uid() and d.event_id = p_event and d.id = v_device.id
    returning d.* into v_device;
  end if;
  return v_device;
end
$$;
comment on function private.note_device(uuid, uuid) is
  'Notes that the caller''s device was seen at an event, and returns its row: that of its session, or of the browser of staff '
  '(p_device), which gets one the first time, up to 300. The caller has asked private.require_device.';

create function public.report_door_device(p_event uuid, p_device uuid, p_report jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_device public.door_devices;
  v_ready jsonb := p_report -> 'ready';
begin
  perform private.require_device(p_event, p_device);
  if jsonb_typeof(p_report) is distinct from 'object' or coalesce(jsonb_typeof(v_ready), 'null') not in ('object', 'null')
    or length(coalesce(v_ready::text, '')) > 2000 then
    perform private.refuse(422, 'invalid');
  end if;
  v_device := private.note_device(p_event, p_device);
  update public.door_devices d set
    clock_offset_ms = coalesce((p_report ->> 'clockOffsetMs')::bigint, d.clock_offset_ms),
    browser = coalesce(left(nullif(btrim(p_report ->> 'browser'), ''), 60), d.browser),
    battery_percent = coalesce((p_report ->> 'battery')::int, d.battery_percent),
    is_kept = coalesce((p_report ->> 'isKept')::boolean, d.is_kept),
    waiting_scans = coalesce((p_report ->> 'waitingScans')::int, d.waiting_scans),
    ready = case when jsonb_typeof(v_ready) = 'object' then v_ready else d.ready end,
    ready_at = case when jsonb_typeof(v_ready) = 'object' then now() else d.ready_at end
  where d.event_id = p_event and d.id = v_device.id;
  return jsonb_build_object('device', v_device.id, 'name', v_device.name, 'isWaived', v_device.waived_at is not null,
    'waiveReason', v_device.waive_reason, 'serverNow', clock_timestamp());
end
$$;
comment on function public.report_door_device(uuid, uuid, jsonb) is
  'Scanner: stores what a device says of itself, {browser, battery, isKept, waitingScans, clockOffsetMs, ready}, each optional: '
  '{device, name, isWaived, waiveReason, serverNow}. Refuses not_allowed, device_locked, device_revoked, invalid.';

create policy door_devices_select on public.door_devices for select to authenticated
  using (
    (select private.may('see_scans'))
    or ((select private.is_member()) and exists (
      select 1 from public.staff_grants g
      where g.user_id = (select auth.uid()) and g.capability = 'door_manager' and (g.event_id is null or g.event_id = door_devices.event_id)
        and g.revoked_at is null and (g.expires_at is null or g.expires_at > now())))
  );
grant select (event_id, id, name, kind, browser, invited_at, invite_expires_at, enrolled_at, locked_at, revoked_at, revoke_reason,
    handed_in_at, last_seen_at, pack_version, pack_at, clock_offset_ms, battery_percent, is_kept, waiting_scans, ready, ready_at, waived_at,
    waive_reason)
  on public.door_devices to authenticated;

revoke execute on function
  private.caller_session(), private.device_state(public.door_devices), private.may_hand_in(public.door_devices),
  private.require_open_door(uuid), private.lock_device(uuid, uuid, text),
  private.audit_device(public.door_devices, public.door_devices, text), public.invite_door_device(uuid, text, text),
  private.take_device_id(public.door_devices, uuid), public.enroll_door_device(text, uuid), public.lock_door_device(uuid, uuid, boolean),
  public.revoke_door_device(uuid, uuid, text), public.waive_door_ready(uuid, uuid, text), private.require_device(uuid, uuid),
  private.caller_device_state(uuid, uuid), private.require_contact(uuid, uuid),
  private.require_hand_in(uuid, uuid), public.list_door_devices(uuid), private.note_device(uuid, uuid),
  private.device_title(public.door_devices),
  public.report_door_device(uuid, uuid, jsonb)
from public, anon, authenticated, service_role;
-- row policies and guards ask these with the rights of the caller
grant execute on function
  public.invite_door_device(uuid, text, text), public.enroll_door_device(text, uuid), public.lock_door_device(uuid, uuid, boolean),
  public.revoke_door_device(uuid, uuid, text), public.waive_door_ready(uuid, uuid, text), public.list_door_devices(uuid),
  public.report_door_device(uuid, uuid, jsonb)
to authenticated;
