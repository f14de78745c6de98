-- What members take along of the community in the export of their data, besides what they wrote.

create function private.exported_mentions(p_user uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('post', p.id, 'by', private.post_author(p) ->> 'name', 'at', p.created_at)
      order by p.created_at, p.id), '[]')
    from public.post_mentions m join public.posts p on p.id = m.post_id
    where m.user_id = p_user and private.is_readable_by(p, p_user));
end
$$;
comment on function private.exported_mentions(uuid) is
  'Where a person is mentioned, for export_my_data: posts that they may read, without their text, which is somebody else''s.';

create function private.exported_moderation(p_user uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'reports', (
      select coalesce(jsonb_agg(jsonb_build_object('post', r.post_id, 'reason', r.reason, 'note', r.note, 'at', r.created_at)
        order by r.created_at, r.id), '[]')
      from public.post_reports r where r.reporter_id = p_user),
    'removedPosts', (
      select coalesce(jsonb_agg(jsonb_build_object('post', c.post_id, 'rule', h.title, 'reason', c.reason, 'at', c.decided_at)
        order by c.decided_at, c.id), '[]')
      from private.moderation_cases c join public.posts p on p.id = c.post_id join private.house_rules h on h.rule = c.rule
      where p.author_id = p_user and c.state = 'upheld'),
    'sanctions', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'rule', h.title, 'reason', s.reason, 'from', s.starts_at,
        'until', s.ends_at, 'liftedAt', s.lifted_at, 'liftReason', s.lift_reason) order by s.starts_at, s.id), '[]')
      from private.sanctions s join private.house_rules h on h.rule = s.rule
      where s.user_id = p_user),
    'appeals', (
      select coalesce(jsonb_agg(jsonb_build_object('against', case when a.sanction_id is null then 'removed post' else 'sanction' end,
        'text', a.text, 'at', a.created_at, 'state', a.state, 'decidedAt', a.decided_at, 'reason', a.reason) order by a.created_at, a.id),
        '[]')
      from private.appeals a where a.user_id = p_user));
end
$$;
comment on function private.exported_moderation(uuid) is
  'What a person reported, what moderators decided about them and their posts, and their appeals, for export_my_data. Never who reported '
  'a post of theirs, nor who decided, nor the notes of moderators.';

revoke execute on function private.exported_mentions(uuid), private.exported_moderation(uuid)
from public, anon, authenticated, service_role;
