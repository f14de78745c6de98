-- Who reads posts, comments and what belongs to them. What belongs to a post is seen with it. The API has no write access.

grant select on public.posts, public.post_pictures, public.post_links, public.post_mentions, public.post_reactions, public.post_counts,
  public.event_threads
to anon, authenticated, service_role;

create policy posts_select on public.posts for select to anon, authenticated
  using (private.can_see_post(posts));
create policy post_pictures_select on public.post_pictures for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = post_pictures.post_id));
create policy post_links_select on public.post_links for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = post_links.post_id));
create policy post_mentions_select on public.post_mentions for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = post_mentions.post_id));
create policy post_reactions_select on public.post_reactions for select to authenticated
  using ((select private.is_member()) and user_id = (select auth.uid())
    and exists (select 1 from public.posts p where p.id = post_reactions.post_id));
create policy post_counts_select on public.post_counts for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = post_counts.post_id));
create policy event_threads_select on public.event_threads for select to anon, authenticated
  using (exists (select 1 from public.events e where e.id = event_id));
