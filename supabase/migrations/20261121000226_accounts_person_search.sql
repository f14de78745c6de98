-- Finds people by a word of their name, handle or address, for user management and the command palette.

create table private.person_keys (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  names text not null,
  everything text not null
);
comment on table private.person_keys is
  'The words by which staff find an account, each after a space: names = name and handle, which moderators may search; everything = also the address. Kept by private.note_person_keys; guests have none.';
-- Turns fastupdate off: written once an account and read at every search, every query would have to read the pending list.
create index person_keys_names on private.person_keys using gin (names extensions.gin_trgm_ops) with (fastupdate = off);
create index person_keys_everything on private.person_keys using gin (everything extensions.gin_trgm_ops) with (fastupdate = off);

create function private.note_person_keys() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row jsonb := to_jsonb(coalesce(new, old));
  v_user uuid := coalesce(v_row ->> 'user_id', v_row ->> 'id');
begin
  insert into private.person_keys (user_id, names, everything)
  select p.id, k.names, k.names || ' ' || coalesce(private.name_key(private.own_email(p.id)), '')
  from public.profiles p
  join private.user_roles r on r.user_id = p.id and r.role <> 'guest'
  cross join lateral (
    select ' ' || private.name_key(p.display_name) || ' ' || coalesce(private.name_key(p.username), '') as names
  ) k
  where p.id = v_user
  on conflict (user_id) do update set names = excluded.names, everything = excluded.everything;
  return null;
end
$$;
comment on function private.note_person_keys() is
  'Trigger: writes the words of an account again when its name, handle, role or address changed.';
create trigger profiles_note_keys after insert or update of display_name, username on public.profiles
  for each row execute function private.note_person_keys();
create trigger user_roles_note_keys after insert or update of role on private.user_roles
  for each row when (new.role <> 'guest') execute function private.note_person_keys();
create trigger contacts_note_keys after insert or update or delete on private.contacts
  for each row execute function private.note_person_keys();
create trigger users_note_keys after update on auth.users
  for each row when (new.email is distinct from old.email) execute function private.note_person_keys();

create function private.people_named(p_search text, p_with_addresses boolean) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  v_words text[] := (string_to_array(private.name_key(p_search), ' '))[:6];
  v_people uuid[];
begin
  if coalesce(v_words[1], '') = '' then
    return '{}';
  end if;
  -- One condition a word, so that the trigrams of all of them narrow the search.
  execute format('select array_agg(k.user_id) from private.person_keys k where %s', (
    select string_agg(format('k.%I like ''%% '' || ($1)[%s] || ''%%''', case when p_with_addresses then 'everything' else 'names' end, n), ' and ')
    from generate_series(1, cardinality(v_words)) n))
  into v_people using v_words;
  return coalesce(v_people, '{}');
end
$$;
comment on function private.people_named(text, boolean) is
  'The accounts of which each word of a search (the first six) begins a word of the name or handle, or of the address where p_with_addresses.';

revoke execute on function private.note_person_keys(), private.people_named(text, boolean) from public, anon, authenticated, service_role;
