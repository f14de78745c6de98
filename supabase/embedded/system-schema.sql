-- Adds what the auth and storage tables need beside their columns: owners, grants, row-level security, the functions that
-- policies call, and the notification that the schema changed. Runs as supabase_admin after those tables were made.

create table if not exists auth.mfa_amr_claims (
  id uuid primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (session_id, authentication_method)
);

-- Holds the second factors. Hosted names type and status by enums; texts with checks compare the same.
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'webauthn', 'phone')),
  status text not null check (status in ('unverified', 'verified')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  last_challenged_at timestamptz,
  -- Holds the public key and the signature counter of a passkey, in the form that hosted stores.
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  -- Holds the last challenge of a passkey and what its device answered; clients see it with the factor.
  last_webauthn_challenge_data jsonb,
  -- Is the embedded stack's own: the period of the last code that was accepted, so that none counts twice.
  last_totp_step bigint
);
create unique index if not exists mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
  where btrim(friendly_name) <> '';
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  -- Holds what a passkey has to sign.
  web_authn_session_data jsonb
);
-- Adds the columns where the tables were made without them.
alter table auth.mfa_factors add column if not exists web_authn_credential jsonb;
alter table auth.mfa_factors add column if not exists web_authn_aaguid uuid;
alter table auth.mfa_factors add column if not exists last_webauthn_challenge_data jsonb;
alter table auth.mfa_challenges add column if not exists web_authn_session_data jsonb;
create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

-- Returns the caller for row policies, from the claims that the API puts into the transaction.
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb
$$;
create or replace function auth.uid() returns uuid language sql stable as $$
  select (auth.jwt() ->> 'sub')::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select auth.jwt() ->> 'role'
$$;
create or replace function auth.email() returns text language sql stable as $$
  select auth.jwt() ->> 'email'
$$;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to public;

do $$
declare
  item record;
begin
  for item in
    select c.oid::regclass as name, n.nspname as schema
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'storage') and c.relkind = 'r'
  loop
    execute format('alter table %s owner to %I', item.name, 'supabase_' || item.schema || '_admin');
    execute format('alter table %s enable row level security', item.name);
  end loop;
  for item in
    select p.oid::regprocedure as name, n.nspname as schema
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('auth', 'storage')
  loop
    execute format('alter function %s owner to %I', item.name, 'supabase_' || item.schema || '_admin');
  end loop;
end $$;

grant all on all tables in schema auth to postgres;
grant all on all tables in schema storage to anon, authenticated, service_role, postgres;

-- Refuses what the hosted service refuses to the role of migrations, which owns the storage tables here (roles.sql): any
-- change to them that is not a row policy.
create or replace function extensions.refuse_foreign_ddl() returns event_trigger language plpgsql as $$
declare
  change record;
begin
  if session_user <> 'postgres' then
    return;
  end if;
  for change in
    select command_tag, schema_name, object_identity from pg_event_trigger_ddl_commands()
    where schema_name in ('auth', 'storage') and command_tag not like '%POLICY' and command_tag <> 'CREATE TRIGGER'
      and command_tag not in ('COMMENT', 'GRANT', 'REVOKE')
  loop
    raise exception 'permission denied for schema % (% %)', change.schema_name, change.command_tag, change.object_identity
      using errcode = 'insufficient_privilege';
  end loop;
end $$;
drop event trigger if exists refuse_foreign_ddl;
create event trigger refuse_foreign_ddl on ddl_command_end execute function extensions.refuse_foreign_ddl();
create or replace function extensions.refuse_foreign_drop() returns event_trigger language plpgsql as $$
begin
  if session_user = 'postgres' and exists (
    select 1 from pg_event_trigger_dropped_objects()
    where original and schema_name in ('auth', 'storage') and object_type not in ('policy', 'trigger')) then
    raise exception 'must be owner of the storage and auth schemas' using errcode = 'insufficient_privilege';
  end if;
end $$;
drop event trigger if exists refuse_foreign_drop;
create event trigger refuse_foreign_drop on sql_drop execute function extensions.refuse_foreign_drop();

-- Rows of the storage tables go through the storage service, which removes the files with them.
create or replace function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
alter function storage.protect_delete() owner to supabase_storage_admin;
drop trigger if exists protect_objects_delete on storage.objects;
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
drop trigger if exists protect_buckets_delete on storage.buckets;
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
alter role supabase_storage_admin set storage.allow_delete_query = 'true';

-- Notifies the Data API, which caches the schema, to read it again, as hosted does.
create or replace function extensions.announce_schema_change() returns event_trigger language plpgsql as $$
begin
  notify pgrst, 'reload schema';
end $$;
drop event trigger if exists pgrst_ddl_watch;
create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.announce_schema_change();
drop event trigger if exists pgrst_drop_watch;
create event trigger pgrst_drop_watch on sql_drop execute function extensions.announce_schema_change();
