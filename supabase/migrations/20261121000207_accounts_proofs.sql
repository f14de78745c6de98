-- Stores proofs: when the person behind a session last gave their password, or signed in again. Functions that are irreversible or
-- move money require one, so that a borrowed device or a stolen token cannot cancel an event or send money.

create table private.session_proofs (
  session_id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  proven_at timestamptz not null default now()
);
comment on table private.session_proofs is
  'When the person behind a session last proved who they are. The server writes it after it has checked a password or a sign-in; no other '
  'role does.';
create index session_proofs_user_id on private.session_proofs (user_id);
create index session_proofs_proven_at on private.session_proofs (proven_at);
alter table private.session_proofs enable row level security;
alter table private.session_proofs force row level security;

create function public.record_proof(p_user uuid, p_session uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not exists (select 1 from auth.sessions s where s.id = p_session and s.user_id = p_user) then
    perform private.refuse(401, 'sign_in_required');
  end if;
  insert into private.session_proofs as p (session_id, user_id, proven_at) values (p_session, p_user, now())
  on conflict (session_id) do update set user_id = excluded.user_id, proven_at = excluded.proven_at;
  delete from private.session_proofs where proven_at < now() - interval '1 hour';
end
$$;
comment on function public.record_proof(uuid, uuid) is
  'Records that the person behind a session has just proved who they are. The server calls it after checking a password or a sign-in. '
  'Refuses sign_in_required for a session that ended or belongs to another account.';

create function private.has_proof(p_session uuid, p_user uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select 1 from private.session_proofs p
    where p.session_id = p_session and p.user_id = p_user and p.proven_at > now() - interval '10 minutes'
  )
$$;
comment on function private.has_proof(uuid, uuid) is
  'Returns whether a person''s session gave its password, or signed in, within the last 10 minutes.';

create function private.is_proven() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.caller_role() is not null and private.has_proof((auth.jwt() ->> 'session_id')::uuid, auth.uid());
end
$$;
comment on function private.is_proven() is
  'Returns whether the caller''s session gave its password, or signed in, within the last 10 minutes.';

create function private.require_proof() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_service() and not private.is_proven() then
    perform private.refuse(403, 'password_needed');
  end if;
end
$$;
comment on function private.require_proof() is
  'For functions of staff that are irreversible or move money, after their check of role and grants: refuses password_needed without a '
  'proof of the last 10 minutes. The server itself needs none.';

revoke execute on function public.record_proof(uuid, uuid) from public, anon, authenticated;
grant execute on function public.record_proof(uuid, uuid) to service_role;
