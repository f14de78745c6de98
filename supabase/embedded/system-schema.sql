-- What the auth and storage tables need beside their columns: owners, grants, row-level security, the functions that
-- policies call, and the notification that the schema changed. Runs as supabase_admin after those tables were made.

create table if not exists auth.mfa_amr_claims (
  id uuid primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (session_id, authentication_method)
);

-- Who asks, for row policies: read from the claims that the API puts into the transaction.
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

-- The Data API keeps a picture of the schema: tell it to look again, as hosted does.
create or replace function extensions.announce_schema_change() returns event_trigger language plpgsql as $$
begin
  notify pgrst, 'reload schema';
end $$;
drop event trigger if exists pgrst_ddl_watch;
create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.announce_schema_change();
drop event trigger if exists pgrst_drop_watch;
create event trigger pgrst_drop_watch on sql_drop execute function extensions.announce_schema_change();
