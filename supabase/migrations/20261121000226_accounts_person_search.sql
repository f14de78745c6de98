-- Finds people by a word of their name, handle or address, for user management and the command palette.

create table private.person_keys (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  names text not null,
  everything text not null
);
comment on table private.person_keys is
  'The words by which staff find an account, each after a space: names = name and handle, which moderators may search; everything = also '
  'the address. Kept by private.note_person_keys; guests have none.';
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
  join private.user_roles r on r.user_id = p.id and r.role = any (private.roles_with('own_account'))
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

create function private.merge_side(p_user uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'username', p.username, 'displayName', p.display_name, 'email', private.own_email(p.id),
      'createdAt', p.created_at)
    from public.profiles p where p.id = p_user);
end
$$;
comment on function private.merge_side(uuid) is 'One of two accounts as the dry run of a merge shows it; null when it was erased.';

create function private.merges_of(p_user uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'isClosed', m.from_id = p_user,
      'other', private.merge_side(case when m.from_id = p_user then m.into_id else m.from_id end),
      'mergedAt', m.merged_at, 'undoUntil', m.undo_until, 'undoneAt', m.undone_at) order by m.merged_at desc, m.id), '[]')
    from private.account_merges m where p_user in (m.from_id, m.into_id));
end
$$;
comment on function private.merges_of(uuid) is
  'The merges of an account with others, for its page of user management; isClosed = it is the one that was closed.';

create trigger profiles_note_keys after insert or update of display_name, username on public.profiles
  for each row execute function private.note_person_keys();
create trigger user_roles_note_keys after insert or update of role on private.user_roles
  for each row when (private.role_may(new.role, 'own_account')) execute function private.note_person_keys();
create trigger contacts_note_keys after insert or update or delete on private.contacts
  for each row execute function private.note_person_keys();
create trigger users_note_keys after update on auth.users
  for each row when (new.email is distinct from old.email) execute function private.note_person_keys();

create function private.person_words(p_search text) returns text[]
language plpgsql immutable set search_path = ''
as $$ begin return (string_to_array(private.name_key(p_search), ' '))[:6]; end $$;
comment on function private.person_words(text) is
  'Returns the words of a search for people, the first six, as private.person_keys has them.';

create function private.person_filter(p_words text[], p_with_addresses boolean, p_parameter int) returns text
language sql immutable set search_path = ''
as $$
  -- One condition a word, so that the trigrams of all of them narrow the search.
  select string_agg(format('k.%I like ''%% '' || ($%s)[%s] || ''%%''', case when p_with_addresses then 'everything' else 'names' end,
    p_parameter, n), ' and ')
  from generate_series(1, cardinality(p_words)) n
$$;
comment on function private.person_filter(text[], boolean, int) is
  'Writes the condition that each word, in the statement''s parameter of that number, begins a word of a person''s keys (k).';

create function private.people_named(p_words text[], p_with_addresses boolean, p_most int) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  v_people uuid[];
begin
  if coalesce(p_words[1], '') <> '' then
    execute format('select array_agg(f.user_id) from (select k.user_id from private.person_keys k where %s limit $2) f',
      private.person_filter(p_words, p_with_addresses, 1))
    into v_people using p_words, p_most;
  end if;
  return coalesce(v_people, '{}');
end
$$;
comment on function private.people_named(text[], boolean, int) is
  'The accounts of which each word of a search (private.person_words) begins a word of the name or handle, or of the address where '
  'p_with_addresses; p_most of them, null for all.';

revoke execute on function private.note_person_keys(), private.person_words(text),
  private.person_filter(text[], boolean, int), private.people_named(text[], boolean, int) from public, anon, authenticated, service_role;
revoke execute on function private.merges_of(uuid) from public, anon, authenticated, service_role;
revoke execute on function private.merge_side(uuid) from public, anon, authenticated, service_role;
