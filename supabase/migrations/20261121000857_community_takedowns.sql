-- Says that a text which readers could see was changed or taken away, for processes that keep pages in memory.

create table private.post_takedowns (
  is_one boolean primary key default true check (is_one),
  version bigint not null default 0,
  changed_in xid8
);
comment on table private.post_takedowns is
  'One row, of which version is raised by each transaction that changes, hides or deletes a post or comment which readers saw. changed_in '
  '= that transaction: it counts once.';
insert into private.post_takedowns default values;
alter table private.post_takedowns enable row level security;
alter table private.post_takedowns force row level security;

create function private.note_takedown() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.post_takedowns t set version = t.version + 1, changed_in = pg_current_xact_id()
  where t.changed_in is distinct from pg_current_xact_id();
  return null;
end
$$;
comment on function private.note_takedown() is
  'Trigger: raises the version of post_takedowns. Runs when the transaction ends, so that its row is locked for a moment alone and no '
  'other lock is taken after it.';
create constraint trigger posts_takedown after delete or update of body, status, author_active on public.posts
  deferrable initially deferred for each row
  when (private.post_is_shown(old.status) and old.author_active) execute function private.note_takedown();

create function public.read_post_takedowns() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (select t.version from private.post_takedowns t);
end
$$;
comment on function public.read_post_takedowns() is
  'A number that changes whenever a text that readers saw was changed or taken away. For the server only, which then drops pages that it '
  'keeps in memory.';

revoke execute on function private.note_takedown(), public.read_post_takedowns() from public, anon, authenticated, service_role;
grant execute on function public.read_post_takedowns() to service_role;
