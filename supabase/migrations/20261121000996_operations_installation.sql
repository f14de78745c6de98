-- State of the database as the operator's check of a site reads it (`npm run doctor`).

create function public.read_installation()
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_migrations jsonb := '[]';
begin
  perform private.require_service();
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select coalesce(jsonb_agg(m.version order by m.version), ''[]'') from supabase_migrations.schema_migrations m'
      into v_migrations;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'postgresMajor', current_setting('server_version_num')::int / 10000,
    'migrations', v_migrations,
    'buckets', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'isPublic', b.public) order by b.id), '[]')
      from storage.buckets b),
    'admins', (select count(*) from private.user_roles r join public.profiles p on p.id = r.user_id
      where r.role = any (private.roles_with('hold_keys')) and p.deactivated_at is null),
    'hasDemo', exists (select 1 from auth.users u where u.email like '%@jouvay.example')
      or exists (select 1 from public.events e where e.id = '34f87693-5440-48a7-8fc1-458a631a9f69'));
end
$$;
comment on function public.read_installation() is
  'For the operator''s check: {now, postgresMajor, migrations (versions that were applied), buckets ({id, isPublic}), admins, hasDemo '
  '(people or events of the demo brand)}.';

revoke execute on function public.read_installation() from public, anon, authenticated, service_role;
grant execute on function public.read_installation() to service_role;
