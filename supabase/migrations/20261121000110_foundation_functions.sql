
create function private.deny_change()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception '% is append-only', tg_table_schema || '.' || tg_table_name using errcode = 'insufficient_privilege';
end
$$;
comment on function private.deny_change() is 'Trigger of append-only tables: refuses update, delete and truncate for every role.';

create trigger audit_log_append_only before update or delete on private.audit_log
  for each row execute function private.deny_change();
create trigger audit_log_no_truncate before truncate on private.audit_log
  for each statement execute function private.deny_change();
create trigger state_log_append_only before update or delete on private.state_log
  for each row execute function private.deny_change();
create trigger state_log_no_truncate before truncate on private.state_log
  for each statement execute function private.deny_change();

create function private.log_state(
  p_entity text, p_entity_id uuid, p_from text, p_to text, p_reason text default null, p_facts jsonb default '{}'
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.state_log (entity, entity_id, from_state, to_state, actor_id, reason, facts)
  values (p_entity, p_entity_id, p_from, p_to, auth.uid(), p_reason, p_facts);
end
$$;
comment on function private.log_state(text, uuid, text, text, text, jsonb) is
  'Adds one transition to the state log, with the caller as its actor.';

create function public.check_writable()
returns void
language plpgsql
security definer
set search_path = ''
set lock_timeout = '1s'
as $$
begin
  -- Truncates first: an emptied table gets a new file, so the next write has to allocate disk space.
  truncate private.write_probe;
  insert into private.write_probe (filling) values (decode(repeat('00', 32768), 'hex'));
end
$$;
comment on function public.check_writable() is
  'Writes 32 KB to newly allocated disk space; fails when the disk is full or the database is read-only or shutting down. Called by the '
  'health check.';

create function private.touch_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_updated_at() is 'Trigger: sets updated_at to the present time, whatever the caller sends.';

create trigger settings_touch before update on public.settings
  for each row execute function private.touch_updated_at();

grant execute on function public.check_writable() to service_role;

create function private.handling_days() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('min', s.handling_min_days, 'max', s.handling_max_days)
  from public.settings s where s.handling_min_days is not null
$$;
comment on function private.handling_days() is
  'Business days until goods are shipped, {min, max}, as buyers are told them; null where admins set none.';
grant execute on function private.handling_days() to anon, authenticated, service_role;

create function private.list_total(p_count bigint, p_cap int, p_cents numeric default null) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('count', least(p_count, p_cap), 'isMore', p_count > p_cap, 'sumCents', case when p_count <= p_cap
    then p_cents end)
$$;
comment on function private.list_total(bigint, int, numeric) is
  'How many rows match the filters of a list of staff, {count, isMore, sumCents}. p_count = rows found by a statement that stops after '
  'p_cap + 1 of them, so that a count costs no more at any size; sumCents = their money, null where there are more or the list has no '
  'money.';
grant execute on function private.list_total(bigint, int, numeric) to authenticated;
