-- Second factors. Supabase Auth owns them (auth.mfa_factors) and says in a token's claim aal whether its session passed the
-- second step. What is here: recovery codes, codes that may not be used twice, and the devices that people signed in from.

create table private.recovery_codes (
  user_id uuid not null references public.profiles (id) on delete cascade,
  code_hash text not null check (char_length(code_hash) = 43),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is
  'Codes that stand in for an authenticator app or a passkey once each, by their SHA-256: 80 random bits need no slower hash. New ones '
  'replace all earlier ones.';

create table private.recovered_sessions (
  session_id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  at timestamptz not null default now()
);
comment on table private.recovered_sessions is
  'Sessions whose second step was a recovery code. Supabase Auth does not know of it, so their tokens stay at aal1.';
create index recovered_sessions_user_id on private.recovered_sessions (user_id);

create table private.taken_codes (
  user_id uuid not null references public.profiles (id) on delete cascade,
  code_hash text not null check (char_length(code_hash) = 43),
  taken_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
comment on table private.taken_codes is
  'Codes of authenticator apps that were sent in the last minutes, by their hash: Supabase Auth accepts a code again while its 90 seconds '
  'last, the site does not.';
create index taken_codes_taken_at on private.taken_codes (taken_at);

create table private.known_devices (
  user_id uuid not null references public.profiles (id) on delete cascade,
  device_hash text not null check (char_length(device_hash) = 43),
  user_agent text not null check (char_length(user_agent) <= 300),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
comment on table private.known_devices is
  'Browsers that an account signed in from, by the hash of a cookie and of the browser''s name. One that signs in from another gets a '
  'mail.';

alter table private.known_devices enable row level security;
alter table private.known_devices force row level security;
alter table private.recovery_codes enable row level security;
alter table private.recovery_codes force row level security;
alter table private.recovered_sessions enable row level security;
alter table private.recovered_sessions force row level security;
alter table private.taken_codes enable row level security;
alter table private.taken_codes force row level security;

create function private.mail_second_factor(p_user uuid, p_change text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select 'second_factor_changed', 'second_factor_changed:' || gen_random_uuid(), m.address, 'account', p_user,
    jsonb_build_object('change', p_change, 'codesLeft', private.recovery_codes_left(p_user))
  from (select private.own_email(p_user) as address) m
  where m.address is not null;
end
$$;
comment on function private.mail_second_factor(uuid, text) is
  'Queues the mail about a change of somebody''s second step: on, off, codes (new ones), recovered (a code was used), removed (by staff), '
  'or a further app or passkey that was added or removed (app_added, passkey_added, app_removed, passkey_removed).';

create function private.recovery_codes_left(p_user uuid)
returns int
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select count(*)::int from private.recovery_codes c where c.user_id = p_user and c.used_at is null);
end
$$;
comment on function private.recovery_codes_left(uuid) is 'Counts the recovery codes of an account that were not used.';

create function private.has_second_factor(p_user uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (select 1 from auth.mfa_factors f where f.user_id = p_user and f.status = 'verified');
end
$$;
comment on function private.has_second_factor(uuid) is 'Returns whether an account has a factor that was verified.';

create function private.mail_new_factor()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.mail_second_factor(new.user_id, case
    when not exists (select 1 from auth.mfa_factors f where f.user_id = new.user_id and f.status = 'verified' and f.id <> new.id) then 'on'
    when new.factor_type = 'webauthn' then 'passkey_added'
    else 'app_added' end);
  return null;
end
$$;
comment on function private.mail_new_factor() is
  'Trigger on auth.mfa_factors: mails the owner of an account that a factor was verified, however it was enrolled. Who has a session can '
  'enroll one at Supabase Auth directly, past the site.';

create trigger mail_new_factor after update on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status is distinct from new.status)
  execute function private.mail_new_factor();

create function public.take_totp_code(p_user uuid, p_code_hash text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.taken_codes where taken_at < now() - interval '5 minutes';
  insert into private.taken_codes (user_id, code_hash) values (p_user, p_code_hash) on conflict do nothing;
  return found;
end
$$;
comment on function public.take_totp_code(uuid, text) is
  'Takes a code of an authenticator app before it is checked; false when the same code was sent in the last 5 minutes. Of parallel '
  'callers one gets true. For the server alone.';

create function public.replace_recovery_codes(p_user uuid, p_hashes text[], p_first boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if coalesce(cardinality(p_hashes), 0) <> 10 or not private.has_second_factor(p_user) then
    perform private.refuse(422, 'invalid');
  end if;
  delete from private.recovery_codes where user_id = p_user;
  insert into private.recovery_codes (user_id, code_hash) select p_user, unnest(p_hashes);
  -- The mail about a first factor is sent when it is verified.
  if not p_first then
    perform private.mail_second_factor(p_user, 'codes');
  end if;
  perform private.audit(case when p_first then 'account.second_factor_on' else 'account.recovery_codes_made' end,
    'account', p_user::text);
end
$$;
comment on function public.replace_recovery_codes(uuid, text[], boolean) is
  'Gives an account with a verified factor ten new recovery codes in place of all earlier ones, and mails that, except p_first: when the '
  'factor was just enrolled. For the server alone, after it has checked who asks.';

create function public.use_recovery_code(p_user uuid, p_session uuid, p_code_hash text)
returns int
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from auth.sessions s where s.id = p_session and s.user_id = p_user) then
    perform private.refuse(401, 'sign_in_required');
  end if;
  update private.recovery_codes set used_at = now() where user_id = p_user and code_hash = p_code_hash and used_at is null;
  if not found then
    return null;
  end if;
  delete from private.recovered_sessions r where r.user_id = p_user and not exists (
    select 1 from auth.sessions s where s.id = r.session_id);
  insert into private.recovered_sessions (session_id, user_id) values (p_session, p_user) on conflict do nothing;
  perform private.mail_second_factor(p_user, 'recovered');
  perform private.audit('account.recovery_code_used', 'account', p_user::text);
  return private.recovery_codes_left(p_user);
end
$$;
comment on function public.use_recovery_code(uuid, uuid, text) is
  'Uses a recovery code up as the second step of a session, mails that, and returns how many are left; null for a code that is wrong or '
  'was used. Of parallel callers one gets it. For the server alone, after it has checked the password.';

create function public.end_second_factor(p_user uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.recovery_codes where user_id = p_user;
  delete from private.recovered_sessions where user_id = p_user;
  perform private.mail_second_factor(p_user, 'off');
  perform private.audit('account.second_factor_off', 'account', p_user::text);
end
$$;
comment on function public.end_second_factor(uuid) is
  'Deletes the recovery codes of an account whose factors Supabase Auth just deleted, and mails that. For the server alone.';

create function public.record_factor_change(p_user uuid, p_factor uuid, p_change text, p_session uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_ended uuid[];
begin
  if p_change not in ('app_added', 'passkey_added', 'app_removed', 'passkey_removed') then
    perform private.refuse(422, 'invalid');
  end if;
  if p_change in ('app_removed', 'passkey_removed') then
    -- Supabase Auth notes the passkey that it asked for, which of several need not be the one that answered: all of them count.
    with ended as (
      delete from auth.sessions s
      where s.user_id = p_user and (s.factor_id = p_factor or (p_change = 'passkey_removed' and s.factor_id in (
        select f.id from auth.mfa_factors f where f.user_id = p_user and f.factor_type = 'webauthn')))
      returning s.id
    )
    select array_agg(e.id) into v_ended from ended e;
  end if;
  if p_change in ('app_removed', 'passkey_removed') then
    perform private.mail_second_factor(p_user, p_change);
  end if;
  perform private.audit('account.factor_changed', 'account', p_user::text, jsonb_build_object('change', p_change));
  return coalesce(p_session = any (v_ended), false);
end
$$;
comment on function public.record_factor_change(uuid, uuid, text, uuid) is
  'Logs that an account with a second step got a further app or passkey, or loses one of several, and mails the latter: '
  'private.mail_new_factor mails the former. For one that goes it ends the sessions that passed by it (for a passkey: by any), and '
  'returns whether p_session was among them; the server then deletes it through Supabase Auth. For the server alone, after it has checked '
  'who asks.';

create function public.remove_second_factor(p_user uuid, p_reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_reason text;
begin
  perform private.require_permission('manage_people');
  perform private.require_proof();
  if p_user = auth.uid() then
    perform private.refuse(409, 'own_account');
  end if;
  v_reason := private.require_reason(p_reason);
  perform 1 from public.profiles p where p.id = p_user for update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if not private.has_second_factor(p_user) then
    perform private.refuse(409, 'nothing_to_change');
  end if;
  delete from private.recovery_codes where user_id = p_user;
  delete from private.recovered_sessions where user_id = p_user;
  delete from auth.sessions where user_id = p_user;
  perform private.mail_second_factor(p_user, 'removed');
  perform private.audit('account.second_factor_removed', 'account', p_user::text,
    jsonb_build_object('from', 'on', 'to', 'off', 'reason', v_reason));
end
$$;
comment on function public.remove_second_factor(uuid, text) is
  'Ends the second step of somebody who lost their app and their recovery codes: deletes the codes, ends all sessions and mails that. The '
  'server then deletes the factors through Supabase Auth; until it has, the call can be repeated. Admins only, with a recent proof, never '
  'their own account. Refuses not_allowed, password_needed, own_account, reason_required, not_found, nothing_to_change.';

create function public.read_second_factor()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_member() then
    return null;
  end if;
  return jsonb_build_object(
    'apps', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'since', f.created_at) order by f.created_at), '[]'::jsonb)
      from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified' and f.factor_type = 'totp'),
    -- Supabase Auth notes a use at the passkey that it asked for, which of several need not be the one that answered. The first
    -- minutes are those of setting it up.
    'passkeys', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'name', coalesce(p.friendly_name, ''), 'since', p.created_at,
        'usedAt', case when p.count = 1 and p.updated_at > p.created_at + interval '5 minutes' then p.updated_at end
      ) order by p.created_at), '[]'::jsonb)
      from (
        select f.*, count(*) over () as count from auth.mfa_factors f
        where f.user_id = auth.uid() and f.status = 'verified' and f.factor_type = 'webauthn') p),
    'codesLeft', private.recovery_codes_left(auth.uid()),
    'isRecovered', exists (
      select 1 from private.recovered_sessions r where r.session_id = (auth.jwt() ->> 'session_id')::uuid),
    'dueAt', private.second_factor_due(auth.uid()));
end
$$;
comment on function public.read_second_factor() is
  'The caller''s own second step: apps and passkeys with the instant from which each counts, when a single passkey was last used, '
  'recovery codes left, whether this session passed by one, and until when an admin must set it up; null for visitors and guests.';

create function public.note_device(p_user uuid, p_device_hash text, p_user_agent text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_first boolean;
begin
  -- Serialises parallel sign-ins of one person, so that each sees the devices of those before it.
  perform 1 from public.profiles p where p.id = p_user for update;
  delete from private.known_devices where user_id = p_user and last_seen_at < now() - interval '400 days';
  v_first := not exists (select 1 from private.known_devices d where d.user_id = p_user);
  update private.known_devices set last_seen_at = now() where user_id = p_user and device_hash = p_device_hash;
  if found then
    return false;
  end if;
  insert into private.known_devices (user_id, device_hash, user_agent) values (p_user, p_device_hash, left(p_user_agent, 300));
  if v_first then
    return false;
  end if;
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select 'new_device', 'new_device:' || gen_random_uuid(), m.address, 'account', p_user,
    jsonb_build_object('userAgent', left(p_user_agent, 300), 'at', now(), 'timeZone', (select s.time_zone from public.settings s))
  from (select private.own_email(p_user) as address) m
  where m.address is not null;
  return true;
end
$$;
comment on function public.note_device(uuid, text, text) is
  'Notes that an account signed in from a browser, and mails its owner when it is not the first one and was not seen in the last 400 '
  'days; returns whether it did. For the server alone.';

grant execute on function public.note_device(uuid, text, text) to service_role;
grant execute on function public.take_totp_code(uuid, text) to service_role;
grant execute on function public.replace_recovery_codes(uuid, text[], boolean) to service_role;
grant execute on function public.use_recovery_code(uuid, uuid, text) to service_role;
grant execute on function public.end_second_factor(uuid) to service_role;
grant execute on function public.record_factor_change(uuid, uuid, text, uuid) to service_role;
grant execute on function public.remove_second_factor(uuid, text), public.read_second_factor() to authenticated;
