-- Decides which account a verified ID token signs in to, and when an outside identity is connected to an account.

create function public.exchange_identity(
  p_issuer text, p_subject text, p_email text, p_email_verified boolean,
  p_token_hash text, p_expires_at timestamptz, p_caller uuid, p_session uuid, p_link boolean
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
    if p_link and private.role_may(v_caller.role, 'own_account') and v_user <> p_caller then
      perform private.refuse(409, 'provider_linked_elsewhere');
    end if;
    return private.identity_response('known', v_user);
  end if;

  -- Signing in with the identity later counts as a proof, so a borrowed session of staff may not connect one.
  if p_link and private.role_may(v_caller.role, 'be_staff') and not private.has_proof(p_session, p_caller) then
    perform private.refuse(403, 'password_needed');
  end if;
  -- Signed in on this site, and either asking to connect or with the same proven address.
  if private.role_may(v_caller.role, 'own_account') and (p_link or (p_email_verified and lower(v_caller.email) = v_email)) then
    return private.link_identity(p_issuer, p_subject, p_caller, p_email_verified and lower(v_caller.email) = v_email);
  end if;

  if v_email is not null then
    select p.id, p.email_verified_at into v_owner
    from auth.users u join public.profiles p on p.id = u.id where lower(u.email) = v_email;
    if found then
      -- Both sides must have proven the address; otherwise a person who registers a stranger's address first would get into the stranger's
      -- account.
      if not p_email_verified or v_owner.email_verified_at is null then
        perform private.refuse(409, 'provider_email_taken');
      end if;
      return private.link_identity(p_issuer, p_subject, v_owner.id, true);
    end if;
  end if;

  if not private.role_may(v_caller.role, 'own_account') then
    return jsonb_build_object('outcome', 'convert', 'userId', p_caller);
  end if;
  return jsonb_build_object('outcome', 'create', 'userId', null);
end
$$;
comment on function public.exchange_identity(text, text, text, boolean, text, timestamptz, uuid, uuid, boolean) is
  'Decides which account a verified ID token signs in to, uses the token up, and links where that is safe. p_caller and p_session are '
  'those of the request. Staff connect an identity only within 10 minutes of a proof. A refusal leaves the token unused.';

create function private.identity_response(p_outcome text, p_user uuid)
returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if exists (select 1 from public.profiles p where p.id = p_user and p.deactivated_at is not null) then
    perform private.refuse(401, 'account_deactivated');
  end if;
  return (
    select jsonb_build_object('outcome', p_outcome, 'userId', u.id, 'email', u.email) from auth.users u where u.id = p_user
  );
end
$$;
comment on function private.identity_response(text, uuid) is
  'Builds the response of exchange_identity for an existing account; refuses a deactivated one.';

create function private.link_identity(p_issuer text, p_subject text, p_user uuid, p_proves_email boolean)
returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  insert into private.firebase_identities (issuer, subject, user_id) values (p_issuer, p_subject, p_user);
  if p_proves_email then
    update public.profiles set email_verified_at = coalesce(email_verified_at, now()) where id = p_user;
  end if;
  insert into private.audit_log (actor_id, actor_role, action, subject_kind, subject_id, facts)
  values (p_user, null, 'account.identity_linked', 'account', p_user::text, jsonb_build_object('issuer', p_issuer));
  return private.identity_response('linked', p_user);
end
$$;
comment on function private.link_identity(text, text, uuid, boolean) is
  'Connects an outside identity to an account and records it in the audit log.';

create function public.read_identity(p_issuer text, p_subject text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.require_service();
  select jsonb_build_object('userId', u.id, 'email', u.email)
  from private.firebase_identities i join auth.users u on u.id = i.user_id
  where i.issuer = p_issuer and i.subject = p_subject
$$;
comment on function public.read_identity(text, text) is
  'Returns the account of an outside identity, or null. The server reads it again after two exchanges tried to create it at once.';

grant execute on function public.exchange_identity(text, text, text, boolean, text, timestamptz, uuid, uuid, boolean)
  to service_role;
grant execute on function public.read_identity(text, text) to service_role;
