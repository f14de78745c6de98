-- Reports of posts: what each weighs, and when they hide a post before a moderator decides.

create function private.report_counts(p_user uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('upheld', count(*) filter (where r.state = 'upheld'),
      'rejected', count(*) filter (where r.state = 'rejected'), 'open', count(*) filter (where r.state = 'open'))
    from public.post_reports r where r.reporter_id = p_user);
end
$$;
comment on function private.report_counts(uuid) is 'Outcomes of a person''s reports: {upheld, rejected, open}.';

create function private.report_weight(p_user uuid, p_post uuid)
returns numeric
language plpgsql stable set search_path = ''
as $$
declare
  v_counts jsonb := private.report_counts(p_user);
  v_upheld int := v_counts ->> 'upheld';
  v_rejected int := v_counts ->> 'rejected';
begin
  if exists (select 1 from public.post_reports r where r.post_id = p_post and r.reporter_id = p_user and r.state = 'rejected') then
    return 0;
  elsif v_rejected >= 3 and v_rejected > v_upheld then
    return 0.5;
  elsif v_upheld >= 5 then
    return 1.5;
  end if;
  return (select case when p.created_at > now() - interval '7 days' then 0.5 else 1 end from public.profiles p where p.id = p_user);
end
$$;
comment on function private.report_weight(uuid, uuid) is
  'Weight of a report for hiding a post: 1.5 of somebody with 5 upheld ones or more, 0.5 of an account younger than a week or of '
  'somebody of whom more were rejected than upheld (3 at least), nothing where a report of the same post by the same person was '
  'rejected before, 1 otherwise.';

create function private.report_score(p_post public.posts)
returns numeric
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(r.weight), 0) from public.post_reports r
    where r.post_id = p_post.id and r.state = 'open' and r.created_at > coalesce(p_post.repaired_at, '-infinity'));
end
$$;
comment on function private.report_score(public.posts) is
  'The weight of the open reports of a post, without those of the text before its author repaired it.';

create function private.hide_when_reported(p_post public.posts, p_case uuid)
returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if p_post.is_official or not private.post_is_shown(p_post.status) or private.report_score(p_post) < 3 then
    return;
  end if;
  perform private.move_post(p_post.id, 'auto_hidden', 'reports');
  update private.moderation_cases set priority = 2 where id = p_case;
  perform private.log_moderation('auto_hidden', p_case, p_post.id, p_post.author_id,
    jsonb_build_object('score', private.report_score(p_post)));
  perform private.notify(p_post.author_id, 'post_hidden', null, p_post.id, p_post.event_id, jsonb_build_object('id', p_case));
end
$$;
comment on function private.hide_when_reported(public.posts, uuid) is
  'Hides a post whose reports weigh 3 or more, and tells its author. It stays in the queue, first of all. Official posts stay up.';

create function private.take_report(p_post uuid, p_reason text, p_note text)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me uuid := auth.uid();
  v_post public.posts;
  v_case uuid;
begin
  select * into v_post from public.posts t where t.id = p_post for no key update;
  if private.post_writer(v_post) = v_me then
    perform private.refuse(409, 'own_post');
  elsif exists (
    select 1 from public.post_reports r where r.post_id = p_post and r.reporter_id = v_me and r.state = 'open'
      and r.created_at > coalesce(v_post.repaired_at, '-infinity')) then
    return '{"isNew": false}';
  elsif not private.post_is_shown(v_post.status) then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.take_limit('post_report', v_me);
  v_case := private.open_case(v_post, 'reports', 1);
  insert into public.post_reports as r (post_id, reporter_id, reason, note, weight, case_id)
  values (p_post, v_me, p_reason, p_note, private.report_weight(v_me, p_post), v_case)
  on conflict (post_id, reporter_id) where state = 'open' do update set
    reason = excluded.reason, note = excluded.note, weight = excluded.weight, created_at = now(), case_id = excluded.case_id;
  perform private.log_moderation('reported', v_case, p_post, private.post_writer(v_post), jsonb_build_object('reason', p_reason));
  perform private.hide_when_reported(v_post, v_case);
  return '{"isNew": true}';
end
$$;
comment on function private.take_report(uuid, text, text) is 'Body of report_post, which checked as the caller that they see the post.';

create function public.report_post(p_post uuid, p_reason text, p_note text default null)
returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_note text := nullif(btrim(coalesce(p_note, '')), '');
begin
  if not private.is_member() then
    perform private.refuse(403, 'members_only');
  end if;
  if p_reason is null or p_reason not in ('spam', 'harassment', 'hate', 'sexual', 'scam', 'privacy', 'other') then
    perform private.refuse(422, 'invalid', '{"field": "reason"}');
  elsif char_length(v_note) > 500 or not private.is_readable(v_note, true) then
    perform private.refuse(422, 'invalid', '{"field": "note"}');
  elsif p_reason = 'other' and v_note is null then
    perform private.refuse(422, 'report_note_needed');
  end if;
  if not exists (select 1 from public.posts t where t.id = p_post)
    and not exists (select 1 from public.post_reports r where r.post_id = p_post and r.reporter_id = auth.uid()) then
    perform private.refuse(404, 'not_found');
  end if;
  return private.take_report(p_post, p_reason, v_note);
end
$$;
comment on function public.report_post(uuid, text, text) is
  'Reports a post or comment to moderators: {isNew}, false when the caller''s report of it is open already. p_reason: spam, harassment, '
  'hate, sexual, scam, privacy, or other, which needs p_note (500 characters at most). The author never learns who reported. Refuses '
  'members_only, invalid, report_note_needed, own_post, not_found, rate_limited.';

revoke execute on function private.report_counts(uuid), private.report_weight(uuid, uuid), private.report_score(public.posts),
  private.hide_when_reported(public.posts, uuid), private.take_report(uuid, text, text), public.report_post(uuid, text, text)
from public, anon, authenticated, service_role;
grant execute on function public.report_post(uuid, text, text), private.take_report(uuid, text, text) to authenticated;
