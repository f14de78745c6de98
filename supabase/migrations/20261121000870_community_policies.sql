-- Lets everybody read posts that are not hidden and whose author is active. The API has no write access.

grant select on public.posts to anon, authenticated;
grant select, insert, update, delete on public.posts to service_role;

create policy posts_select on public.posts for select to anon, authenticated
  using (hidden_at is null and private.is_author_active(author_id));
