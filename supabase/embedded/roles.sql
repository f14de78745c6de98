-- Roles, schemas and default privileges as a hosted project has them. Runs as supabase_admin (the superuser) before
-- the auth and storage tables exist. Every statement may run again on a database that has it already.

do $$
declare
  api_role text;
begin
  foreach api_role in array array[
    'anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin', 'postgres'
  ] loop
    if not exists (select from pg_roles where rolname = api_role) then
      execute format('create role %I', api_role);
    end if;
  end loop;
end $$;

alter role anon nologin noinherit;
alter role authenticated nologin noinherit;
alter role service_role nologin noinherit bypassrls;
alter role authenticator login noinherit;
alter role supabase_auth_admin login noinherit createrole;
alter role supabase_storage_admin login noinherit;
-- As on hosted, the role that runs migrations is no superuser.
alter role postgres login nosuperuser createrole createdb replication bypassrls password 'postgres';

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to supabase_storage_admin;
grant anon, authenticated, service_role to postgres with admin option;
revoke authenticator from postgres;
-- Hosted lets postgres make row policies on the storage tables and nothing else there; only their owner may, so it is
-- owner by inheritance, and refuse_foreign_ddl (system-schema.sql) refuses the rest.
grant supabase_storage_admin to postgres with inherit true, set false;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
-- For loading a dump, as on hosted.
grant set on parameter session_replication_role to postgres;

-- Hosted begins with 3 s; the migrations say 1 s on either, and this runs again after them when it changes.
alter role anon set statement_timeout = '1s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set search_path = auth;
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';
alter role supabase_storage_admin set search_path = storage;
alter role postgres set search_path = "$user", public, extensions;
alter database postgres set timezone = 'UTC';
alter database postgres owner to postgres;

create schema if not exists auth;
alter schema auth owner to supabase_auth_admin;
create schema if not exists storage;
alter schema storage owner to supabase_storage_admin;
create schema if not exists extensions;
alter schema extensions owner to postgres;

grant usage on schema public to anon, authenticated, service_role;
grant usage on schema extensions to anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin;
grant usage on schema auth to anon, authenticated, service_role, postgres;
grant usage on schema storage to anon, authenticated, service_role;
revoke create on schema storage from postgres;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to anon, authenticated, service_role;
