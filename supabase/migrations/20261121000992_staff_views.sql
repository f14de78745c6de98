-- Stores the saved views of staff: named filters of the lists of the back office.

create function private.is_staff()
returns boolean
language sql stable set search_path = ''
as $$ select private.may('be_staff') or private.has_any_grant('scan') $$;
comment on function private.is_staff() is
  'Returns whether the caller is staff: an admin, a moderator, or a person with a current grant at a door.';

create function private.view_pages() returns text[]
language sql immutable set search_path = ''
as $$
  select array['orders', 'attendees', 'people', 'events', 'scans', 'inventory', 'products', 'fulfilments', 'returns', 'failures', 'mails']
$$;
comment on function private.view_pages() is
  'The lists of the back office whose filters can be saved; viewPages in app/core/staff-lists.ts has the same.';

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  page_kind text not null check (page_kind = any (private.view_pages())),
  name text not null check (char_length(name) between 1 and 60),
  query text not null check (char_length(query) <= 500),
  created_at timestamptz not null default now(),
  unique (owner_id, page_kind, name)
);
comment on table public.saved_views is
  'Filters of a staff list under a name, each staff person''s own. query is the address''s query string without its question mark.';

alter table public.saved_views enable row level security;
alter table public.saved_views force row level security;
grant select on public.saved_views to authenticated;
create policy saved_views_select on public.saved_views for select to authenticated
  using (owner_id = (select auth.uid()) and (select private.is_staff()));

create function public.save_view(p_page text, p_name text, p_query text)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  v_name text := btrim(p_name);
  v_id uuid;
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_allowed');
  end if;
  if p_page is null or p_page <> all (private.view_pages())
    or v_name is null or char_length(v_name) not between 1 and 60 or not private.is_readable(v_name)
    or p_query is null or char_length(p_query) > 500 or not private.is_readable(p_query) then
    perform private.refuse(422, 'invalid');
  end if;
  -- One person's views are saved one after another, so that two requests at once cannot pass the limit together.
  perform 1 from public.profiles where id = (select auth.uid()) for update;
  insert into public.saved_views (owner_id, page_kind, name, query)
  values (auth.uid(), p_page, v_name, p_query)
  on conflict (owner_id, page_kind, name) do update set query = excluded.query
  returning id into v_id;
  if (select count(*) from public.saved_views where owner_id = auth.uid() and page_kind = p_page) > 20 then
    perform private.refuse(409, 'too_many_views');
  end if;
  return v_id;
end
$$;
comment on function public.save_view(text, text, text) is
  'Saves filters of a list for the caller and returns their id; the same name again replaces them. Staff only; 20 for each list at most. '
  'Refuses not_allowed, invalid, too_many_views.';

create function public.delete_view(p_id uuid)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_allowed');
  end if;
  delete from public.saved_views where id = p_id and owner_id = auth.uid();
  return found;
end
$$;
comment on function public.delete_view(uuid) is
  'Deletes one of the caller''s own saved views. False where they have none of that id. Staff only; refuses not_allowed.';

revoke execute on function private.is_staff(), private.view_pages(), public.save_view(text, text, text), public.delete_view(uuid)
from public, anon, authenticated, service_role;
grant execute on function private.is_staff(), public.save_view(text, text, text), public.delete_view(uuid) to authenticated;
