-- The authors of posts, and the posts of one person as staff read them.

create function private.author_card(p_author uuid)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_card jsonb := private.person_card(p_author);
begin
  return jsonb_build_object('name', v_card -> 'displayName', 'avatar', v_card -> 'avatar', 'username', v_card -> 'username');
end
$$;
comment on function private.author_card(uuid) is
  'Builds the public part of an author''s card: name and picture, and the handle of a public profile.';

create function public.list_person_posts(p_user uuid, p_from uuid default null, p_limit int default 25)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_admin boolean := private.may('see_hidden_posts');
  v_limit int := least(greatest(coalesce(p_limit, 25), 1), 100);
  v_first public.posts;
begin
  perform private.require_permission('see_people');
  if not exists (
    select 1 from public.profiles p join private.user_roles r on r.user_id = p.id where p.id = p_user
      and (v_admin or r.role = any (private.roles_with('own_account')))) then
    return null;
  end if;
  select * into v_first from public.posts t where t.id = p_from and t.author_id = p_user;
  return (
    select jsonb_build_object(
      'person', (select jsonb_build_object('id', p.id, 'username', p.username, 'displayName', p.display_name)
        from public.profiles p where p.id = p_user),
      'count', (select count(*) from public.posts t where t.author_id = p_user
        and (private.post_is_shown(t.status) or (v_admin and private.post_has_text(t.status)))),
      'posts', coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'body', l.body, 'createdAt', l.created_at,
        'hidden', not private.post_is_shown(l.status))
        order by l.place) filter (where l.place <= v_limit), '[]'),
      'next', (array_agg(l.id) filter (where l.place > v_limit))[1],
      'from', v_first.id,
      'timeZone', (select s.time_zone from public.settings s),
      'now', now())
    from (
      select s.*, row_number() over (order by s.created_at desc, s.id desc) as place
      from (
        select t.* from public.posts t
        where t.author_id = p_user and (private.post_is_shown(t.status) or (v_admin and private.post_has_text(t.status)))
          and (t.created_at, t.id)
            <= (coalesce(v_first.created_at, 'infinity'), coalesce(v_first.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by t.created_at desc, t.id desc
        limit v_limit + 1
      ) s
    ) l);
end
$$;
comment on function public.list_person_posts(uuid, uuid, int) is
  'Lists the posts of one person, the newest first, from one of their posts on; null when there is no such person. next = the post that '
  'the next page begins with. Moderators get the public posts of members, admins also hidden ones. Refuses not_allowed.';

revoke execute on function private.author_card(uuid), public.list_person_posts(uuid, uuid, int)
from public, anon, authenticated, service_role;
grant execute on function private.author_card(uuid) to anon, authenticated, service_role;
grant execute on function public.list_person_posts(uuid, uuid, int) to authenticated;
