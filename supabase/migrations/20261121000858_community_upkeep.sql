-- Work beside the requests: previews of links, and the end of what was deleted.

create function public.link_to_preview(p_post uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select l.url from public.post_links l join public.posts p on p.id = l.post_id
    where l.post_id = p_post and l.fetched_at is null and private.post_is_shown(p.status));
end
$$;
comment on function public.link_to_preview(uuid) is
  'The link of a post whose preview is to be fetched; null when there is none any more, or the post is not shown. For the server only.';

create function public.store_link_preview(p_post uuid, p_url text, p_title text, p_description text, p_site text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_service();
  update public.post_links set fetched_at = now(), title = nullif(p_title, ''), description = nullif(p_description, ''),
    site = nullif(p_site, '')
  where post_id = p_post and url = p_url;
end
$$;
comment on function public.store_link_preview(uuid, text, text, text, text) is
  'Stores what a link says of itself, unless the post has another one meanwhile; without a title it gets no preview. For the server only.';

create function public.purge_posts() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_names text[] := '{}';
begin
  perform private.require_service();
  for v_id in
    select p.id from public.posts p
    where private.post_is_due_for_purge(p.status) and p.status_at <= now() - interval '30 days'
      and not private.is_under_appeal(p.id)
    order by p.status_at limit 200 for no key update skip locked
  loop
    v_names := v_names || array(select i.picture_name from public.post_pictures i where i.post_id = v_id);
    delete from public.post_pictures where post_id = v_id;
    delete from public.post_links where post_id = v_id;
    delete from public.post_mentions where post_id = v_id;
    delete from public.post_reactions where post_id = v_id;
    delete from private.post_edits where post_id = v_id;
    perform private.move_post(v_id, 'purged', '30 days after it was deleted or removed');
  end loop;
  return to_jsonb(v_names);
end
$$;
comment on function public.purge_posts() is
  'Erases posts 30 days after they were deleted or removed, unless an appeal about them is open: text, earlier texts, pictures, link, '
  'mentions and reactions. Returns the names of their pictures, whose files the server deletes. For the server only.';

create function private.is_under_appeal(p_post uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from private.moderation_cases c
    left join private.appeals a on a.case_id = c.id or a.sanction_id in (select s.id from private.sanctions s where s.case_id = c.id)
    where c.post_id = p_post and (c.decided_at is null or (a.id is not null and a.decided_at is null)));
end
$$;
comment on function private.is_under_appeal(uuid) is
  'Returns whether moderators still have to decide about a post: its case is open, or an appeal against what was decided.';

revoke execute on function public.link_to_preview(uuid), public.store_link_preview(uuid, text, text, text, text), public.purge_posts(),
  private.is_under_appeal(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.link_to_preview(uuid), public.store_link_preview(uuid, text, text, text, text), public.purge_posts()
to service_role;
