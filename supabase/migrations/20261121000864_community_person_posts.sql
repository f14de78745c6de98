-- The posts of one member, for their page.

create function public.list_posts_by(p_username text, p_from uuid default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_page int := 20;
  v_person jsonb := public.read_person_page(p_username);
  v_author uuid := (v_person ->> 'id')::uuid;
  v_first public.posts;
begin
  if v_person is null then
    return null;
  end if;
  select * into v_first from public.posts p where p.id = p_from and p.author_id = v_author;
  return (
    select jsonb_build_object(
      'posts', coalesce(jsonb_agg(private.post_card(l.post) order by l.place) filter (where l.place <= v_page), '[]'),
      'next', (array_agg((l.post).id) filter (where l.place > v_page))[1],
      'from', v_first.id,
      'mayPost', private.is_member(),
      'mayModerate', private.may('moderate'),
      'timeZone', (select s.time_zone from public.settings s),
      'now', now())
    from (
      select f.post, row_number() over (order by (f.post).created_at desc, (f.post).id desc) as place
      from (
        select p as post from public.posts p
        -- of whom the reader blocked or muted there is nothing to read, whoever else may see it
        where p.author_id = v_author and v_person ->> 'mine' is null and p.post_id is null and not p.is_official and p.author_active
          and private.post_is_shown(p.status)
          and (p.created_at, p.id)
            <= (coalesce(v_first.created_at, 'infinity'), coalesce(v_first.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
          and (p.event_id is null
            or exists (select 1 from public.events e where e.id = p.event_id and e.visibility in ('public', 'members')))
        order by p.created_at desc, p.id desc limit v_page + 1) f
    ) l);
end
$$;
comment on function public.list_posts_by(text, uuid) is
  'A page of 20 posts of a member by handle, newest first, from p_from on: {posts, next, from, mayPost, mayModerate, timeZone, now}; null '
  'where the caller does not see their page. Only what everybody may read: no comments, nothing that is held back, none of the brand''s '
  'posts, and none in threads that only their event''s guests know of. Empty for who blocked or muted them.';

revoke execute on function public.list_posts_by(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.list_posts_by(text, uuid) to anon, authenticated, service_role;
