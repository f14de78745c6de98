-- Everybody reads what is not hidden and whose author is still there. Writing through the API comes with the rules for it.

grant select on public.posts to anon, authenticated;
grant select, insert, update, delete on public.posts to service_role;

create policy posts_select on public.posts for select to anon, authenticated
  using (hidden_at is null and private.is_author_active(author_id));
