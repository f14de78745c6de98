-- What the pages of the community show.

create function public.list_posts(p_from uuid default null, p_limit int default 20)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 20), 1), 100);
  v_first public.posts;
begin
  select * into v_first from public.posts p where p.id = p_from;
  return (
    select jsonb_build_object(
      'posts', coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'body', l.body, 'createdAt', l.created_at,
        'author', private.author_card(l.author_id)) order by l.place) filter (where l.place <= v_limit), '[]'),
      'next', (array_agg(l.id) filter (where l.place > v_limit))[1],
      'from', v_first.id,
      'timeZone', (select s.time_zone from public.settings s),
      'now', now())
    from (
      select s.*, row_number() over (order by s.created_at desc, s.id desc) as place
      from (
        select p.* from public.posts p
        where p.post_id is null and p.author_active and private.post_is_shown(p.status)
          and (p.created_at, p.id)
          <= (coalesce(v_first.created_at, 'infinity'), coalesce(v_first.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by p.created_at desc, p.id desc
        limit v_limit + 1
      ) s
    ) l);
end
$$;
comment on function public.list_posts(uuid, int) is
  'Posts, newest first, from one of them on; from the newest where that one is not to be seen. next = the post that the next page begins '
  'with.';

revoke execute on function public.list_posts(uuid, int) from public, anon, authenticated, service_role;
grant execute on function public.list_posts(uuid, int) to anon, authenticated, service_role;

create function private.exported_posts(p_user uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('body', t.body, 'createdAt', t.created_at, 'status', t.status,
      'isComment', t.post_id is not null, 'event', e.title, 'editedAt', t.edited_at,
      'earlierTexts', (select coalesce(jsonb_agg(jsonb_build_object('body', d.body, 'replacedAt', d.edited_at) order by d.id), '[]')
        from private.post_edits d where d.post_id = t.id),
      'pictures', (select coalesce(jsonb_agg(jsonb_build_object('name', i.picture_name, 'alt', i.alt) order by i.position), '[]')
        from public.post_pictures i where i.post_id = t.id)) order by t.created_at, t.id), '[]')
    from public.posts t left join public.events e on e.id = t.event_id
    where t.author_id = p_user and private.post_has_text(t.status));
end
$$;
comment on function private.exported_posts(uuid) is
  'Everything that a person wrote in the community, for export_my_data: posts and comments, their earlier texts and pictures.';

create function private.exported_reactions(p_user uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('post', r.post_id, 'reaction', r.reaction, 'at', r.created_at)
      order by r.created_at), '[]')
    from public.post_reactions r where r.user_id = p_user);
end
$$;
comment on function private.exported_reactions(uuid) is 'The reactions of a person, for export_my_data.';

revoke execute on function private.exported_posts(uuid), private.exported_reactions(uuid)
from public, anon, authenticated, service_role;
