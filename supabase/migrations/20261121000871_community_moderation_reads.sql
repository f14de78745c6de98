-- What moderators see: the queue, one case, a person's record, appeals. And what people see of decisions about themselves.

create function private.case_row(p_case private.moderation_cases, p_post public.posts)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_case.id, 'state', case when p_case.state = 'claimed' and p_case.claimed_until <= now() then 'open'
      else p_case.state end,
    'round', p_case.round, 'sources', p_case.sources, 'priority', p_case.priority, 'openedAt', p_case.opened_at,
    'isComment', p_post.post_id is not null, 'excerpt', left(p_post.body, 140), 'postStatus', p_post.status,
    'author', private.staff_name(private.post_writer(p_post)), 'authorId', private.post_writer(p_post),
    'reports', (select count(*) from public.post_reports r where r.case_id = p_case.id),
    'score', private.report_score(p_post),
    'claimedBy', case when p_case.claimed_until > now() then private.staff_name(p_case.claimed_by) end,
    'claimedUntil', case when p_case.claimed_until > now() then p_case.claimed_until end,
    'isMine', coalesce(p_case.claimed_until > now() and p_case.claimed_by = auth.uid(), false),
    'decidedAt', p_case.decided_at, 'decidedBy', private.staff_name(p_case.decided_by), 'rule', p_case.rule, 'reason', p_case.reason,
    'version', p_case.version);
end
$$;
comment on function private.case_row(private.moderation_cases, public.posts) is
  'A case as lists of moderators show it. A claim whose time is over is none.';

create function private.is_listed_case(p_case private.moderation_cases, p_tab text, p_source text)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (p_source is null or p_source = any (p_case.sources))
    and case p_tab when 'decided' then p_case.decided_at is not null
      when 'mine' then p_case.decided_at is null and p_case.claimed_by = auth.uid() and p_case.claimed_until > now()
      when 'hidden' then p_case.decided_at is null and p_case.priority = 2
      else p_case.decided_at is null end;
end
$$;
comment on function private.is_listed_case(private.moderation_cases, text, text) is
  'Returns whether a list with this tab and source has a case.';

create function public.list_cases(p_tab text default 'open', p_source text default null, p_after uuid default null, p_limit int default 50)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_last private.moderation_cases;
  v_ids uuid[];
  v_rows jsonb;
begin
  perform private.require_permission('moderate');
  select * into v_last from private.moderation_cases c where c.id = p_after;
  if p_tab = 'decided' then
    select array_agg(l.id order by l.decided_at desc, l.id desc) into v_ids from (
      select c.id, c.decided_at from private.moderation_cases c
      where c.decided_at is not null and private.is_listed_case(c, p_tab, p_source)
        and (v_last.id is null or (c.decided_at, c.id) < (v_last.decided_at, v_last.id))
      order by c.decided_at desc, c.id desc limit v_limit + 1) l;
  else
    select array_agg(l.id order by l.priority desc, l.opened_at, l.id) into v_ids from (
      select c.id, c.priority, c.opened_at from private.moderation_cases c
      where c.decided_at is null and private.is_listed_case(c, p_tab, p_source)
        and (v_last.id is null or (-c.priority, c.opened_at, c.id) > (-v_last.priority, v_last.opened_at, v_last.id))
      order by c.priority desc, c.opened_at, c.id limit v_limit + 1) l;
  end if;
  select coalesce(jsonb_agg(private.case_row(c, t) order by l.place), '[]') into v_rows
  from unnest(v_ids[1:v_limit]) with ordinality l (id, place)
  join private.moderation_cases c on c.id = l.id join public.posts t on t.id = c.post_id;
  return jsonb_build_object('cases', v_rows,
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end, 'counts', private.moderation_counts(),
    'total', case when p_after is null then private.list_total((
      select count(*) from (select 1 from private.moderation_cases c where private.is_listed_case(c, p_tab, p_source) limit 1001) f), 1000)
    end,
    'timeZone', (select s.time_zone from public.settings s), 'now', now());
end
$$;
comment on function public.list_cases(text, text, uuid, int) is
  'Lists cases for moderators: open ones by priority and age, mine (claimed by the caller), hidden (posts that nobody sees until they are '
  'decided), decided ones newest first; p_source = one of the reasons for which cases are opened. Refuses not_allowed.';

create function private.moderation_counts()
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('open', count(*), 'hidden', count(*) filter (where c.priority = 2),
      'mine', count(*) filter (where c.claimed_by = auth.uid() and c.claimed_until > now()),
      'appeals', (select count(*) from (select 1 from private.appeals a where a.decided_at is null limit 100) o),
      'oldestAt', min(c.opened_at))
    from (select * from private.moderation_cases o where o.decided_at is null limit 1000) c);
end
$$;
comment on function private.moderation_counts() is
  'Counts of work for moderators: {open, hidden, mine, appeals, oldestAt}; counted up to 1,000 cases and 100 appeals.';

create function private.case_context(p_post public.posts)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_root uuid := coalesce(p_post.post_id, p_post.id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'author', private.staff_name(x.writer), 'authorId', x.writer,
      'body', x.body, 'status', x.status, 'createdAt', x.created_at, 'isReply', x.reply_to is not null, 'isSubject', x.id = p_post.id)
      order by x.post_id is not null, x.created_at, x.id), '[]')
    from (
      select t.*, private.post_writer(t) as writer from public.posts t where t.id in (v_root, p_post.reply_to, p_post.id)
      union
      (select t.*, t.author_id from public.posts t
        where t.post_id = v_root and t.created_at < p_post.created_at order by t.created_at desc limit 4)
      union
      (select t.*, t.author_id from public.posts t
        where t.post_id = v_root and t.created_at > p_post.created_at order by t.created_at limit 3)
    ) x);
end
$$;
comment on function private.case_context(public.posts) is
  'The conversation around a post: the post that it belongs to, the comment it answers, four before it and three after it.';

create function private.case_reports(p_case uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason, 'note', r.note, 'weight', r.weight, 'at', r.created_at,
      'reporter', private.staff_name(r.reporter_id), 'reporterId', r.reporter_id, 'record', private.report_counts(r.reporter_id))
      order by r.created_at), '[]')
    from public.post_reports r where r.case_id = p_case);
end
$$;
comment on function private.case_reports(uuid) is 'The reports of a case with who made them, and how right they were before.';

create function private.moderation_history(p_case uuid, p_user uuid, p_most int)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'at', g.at, 'action', g.action, 'by', private.staff_name(g.actor_id),
      'caseId', g.case_id, 'facts', g.facts - 'id') order by g.id desc), '[]')
    from (
      select * from private.moderation_log l
      where (p_case is null or l.case_id = p_case) and (p_user is null or (l.user_id = p_user and l.action <> 'reported'))
      order by l.id desc limit p_most
    ) g);
end
$$;
comment on function private.moderation_history(uuid, uuid, int) is
  'The newest rows of the log of moderation about a case or about a person.';

create function private.person_record(p_user uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'name', p.display_name, 'username', p.username, 'joinedAt', p.created_at,
      'isNew', private.is_new_poster(p.id), 'isStaff', coalesce(private.role_may(private.person_role(p.id), 'be_staff'), false),
      'accountState', private.account_state(p.id), 'mutedUntil', private.muted_until(p.id),
      'posts', (select count(*) from (select 1 from public.posts t
        where t.author_id = p.id and private.post_is_shown(t.status) limit 1000) n),
      'removed', (select count(*) from private.moderation_cases c join public.posts t on t.id = c.post_id
        where t.author_id = p.id and c.state = 'upheld'),
      'reports', private.report_counts(p.id), 'sanctions', private.sanctions_of(p.id),
      'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'text', n.text, 'by', private.staff_name(n.author_id),
        'at', n.created_at) order by n.created_at desc), '[]') from private.moderator_notes n where n.user_id = p.id),
      'nextStep', (select case count(*) filter (where s.kind = 'mute') when 0 then case when count(*) = 0 then 'warn' else 'mute_1' end
        when 1 then 'mute_7' else 'mute_30' end
        from private.sanctions s where s.user_id = p.id and s.starts_at > now() - interval '1 year'))
    from public.profiles p where p.id = p_user);
end
$$;
comment on function private.person_record(uuid) is
  'Record of a person for moderators: posts, removed posts, outcomes of their own reports, sanctions, notes; nextStep = what '
  'comes after the sanctions of the last year. No address, no orders.';

create function private.sanctions_of(p_user uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind, 'rule', s.rule, 'reason', s.reason, 'startsAt', s.starts_at,
      'endsAt', s.ends_at, 'liftedAt', s.lifted_at, 'liftReason', s.lift_reason,
      'isActive', s.lifted_at is null and coalesce(s.ends_at, 'infinity') > now(),
      'by', case when private.may('moderate') then private.staff_name(s.imposed_by) end,
      'appeal', (select jsonb_build_object('state', a.state, 'at', a.created_at, 'text', a.text, 'reason', a.reason,
        'decidedAt', a.decided_at) from private.appeals a where a.sanction_id = s.id),
      'canAppeal', private.appeal_stop(s.id, null, s.user_id) is null) order by s.starts_at desc), '[]')
    from private.sanctions s where s.user_id = p_user);
end
$$;
comment on function private.sanctions_of(uuid) is
  'The sanctions of a person, newest first, with their appeals; who imposed them only for moderators.';

create function private.house_rules_list()
returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('rule', h.rule, 'number', h.position, 'title', h.title) order by h.position)
  from private.house_rules h
$$;
comment on function private.house_rules_list() is 'The rules of the community as forms offer them: {rule, number, title}.';

create function public.read_case(p_case uuid)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_case private.moderation_cases;
  v_post public.posts;
begin
  perform private.require_permission('moderate');
  select * into v_case from private.moderation_cases c where c.id = p_case;
  select * into v_post from public.posts t where t.id = v_case.post_id;
  if v_post.id is null then
    return null;
  end if;
  return private.case_row(v_case, v_post) || jsonb_build_object(
    'post', jsonb_build_object('id', v_post.id, 'rootId', coalesce(v_post.post_id, v_post.id), 'body', v_post.body,
      'createdAt', v_post.created_at, 'editedAt', v_post.edited_at, 'repairedAt', v_post.repaired_at, 'isOfficial', v_post.is_official,
      'edits', (select coalesce(jsonb_agg(jsonb_build_object('body', e.body, 'at', e.edited_at) order by e.id desc), '[]')
        from private.post_edits e where e.post_id = v_post.id),
      'pictures', (select coalesce(jsonb_agg(jsonb_build_object('name', i.picture_name, 'width', i.width, 'height', i.height,
        'alt', i.alt) order by i.position), '[]') from public.post_pictures i where i.post_id = v_post.id),
      'event', (select jsonb_build_object('id', e.id, 'title', e.title) from public.events e where e.id = v_post.event_id)),
    'isOwn', coalesce(private.post_writer(v_post) = auth.uid(), false)
      or exists (select 1 from public.post_reports r where r.case_id = p_case and r.reporter_id = auth.uid()),
    'terms', (select coalesce(jsonb_agg(distinct f.term), '[]') from private.found_terms(v_post.body) f),
    'context', private.case_context(v_post), 'reportList', private.case_reports(p_case),
    'person', private.person_record(private.post_writer(v_post)),
    'history', private.moderation_history(p_case, null, 50), 'rules', private.house_rules_list(),
    'replies', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'title', k.title, 'rule', k.rule, 'text', k.text)
      order by k.title), '[]') from private.canned_replies k),
    'rounds', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'round', o.round, 'state', o.state, 'decidedAt', o.decided_at,
      'rule', o.rule) order by o.round), '[]') from private.moderation_cases o where o.post_id = v_post.id and o.id <> p_case),
    'open', private.moderation_counts() -> 'open', 'timeZone', (select s.time_zone from public.settings s), 'now', now());
end
$$;
comment on function public.read_case(uuid) is
  'One case with all that a moderator decides by: the post with its earlier texts, the conversation, the reports, the author''s record, '
  'what happened so far; null when there is none. Moderators only. Refuses not_allowed.';

create function public.read_moderated_person(p_user uuid)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('moderate');
  return private.person_record(p_user) || jsonb_build_object('history', private.moderation_history(null, p_user, 50),
    'rules', private.house_rules_list(),
    'cases', (select coalesce(jsonb_agg(private.case_row(x.found, x.post) order by (x.found).opened_at desc), '[]') from (
      select c as found, t as post from private.moderation_cases c join public.posts t on t.id = c.post_id
      where t.author_id = p_user order by c.opened_at desc limit 20) x),
    'timeZone', (select s.time_zone from public.settings s), 'now', now());
end
$$;
comment on function public.read_moderated_person(uuid) is
  'The record of a person for moderators (private.person_record), with their last 20 cases and what was decided about them; null when '
  'there is no such person. Refuses not_allowed.';

create function public.list_appeals()
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('moderate');
  return jsonb_build_object('timeZone', (select s.time_zone from public.settings s), 'now', now(), 'appeals', (
    select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'state', x.state, 'text', x.text, 'createdAt', x.created_at,
      'person', private.staff_name(x.user_id), 'personId', x.user_id, 'kind', coalesce(s.kind, 'removed'),
      'rule', coalesce(s.rule, c.rule), 'firstReason', coalesce(s.reason, c.reason), 'endsAt', s.ends_at,
      'caseId', coalesce(x.case_id, s.case_id), 'postBody', t.body, 'firstBy', private.staff_name(private.first_decider(x)),
      'isOwn', coalesce(auth.uid() in (x.user_id, private.first_decider(x)), false),
      'decidedAt', x.decided_at, 'decidedBy', private.staff_name(x.decided_by), 'reason', x.reason)
      order by x.decided_at desc nulls first, x.created_at), '[]')
    from (
      (select * from private.appeals a where a.decided_at is null order by a.created_at, a.id limit 50)
      union all
      (select * from private.appeals a where a.decided_at is not null order by a.decided_at desc limit 20)
    ) x
    left join private.sanctions s on s.id = x.sanction_id
    left join private.moderation_cases c on c.id = coalesce(x.case_id, s.case_id)
    left join public.posts t on t.id = c.post_id));
end
$$;
comment on function public.list_appeals() is
  'The appeals that wait, oldest first, 50 at most, then the last 20 that were decided. isOwn = the caller appealed or decided first, and '
  'leaves it to another. Moderators only. Refuses not_allowed.';

create function private.post_notice(p_post public.posts)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_case private.moderation_cases;
begin
  select * into v_case from private.moderation_cases c where c.post_id = p_post.id order by c.round desc limit 1;
  return jsonb_build_object('status', p_post.status,
    'isResale', v_case.decided_at is null and coalesce('resale' = any (v_case.sources), false),
    'canRepairAt', case when p_post.repaired_at is null and private.post_can_be_edited(p_post.status)
      and not private.post_is_shown(p_post.status) and v_case.priority = 2 then p_post.status_at + interval '10 minutes' end,
    'rule', case when v_case.state = 'upheld' then (
      select jsonb_build_object('number', h.position, 'title', h.title) from private.house_rules h where h.rule = v_case.rule) end,
    'reason', case when v_case.state = 'upheld' then v_case.reason end,
    'caseId', case when v_case.state = 'upheld' then v_case.id end,
    'canAppeal', v_case.state = 'upheld' and private.appeal_stop(null, v_case.id, private.post_writer(p_post)) is null,
    'appeal', (select a.state from private.appeals a where a.case_id = v_case.id));
end
$$;
comment on function private.post_notice(public.posts) is
  'Notice to an author about a post of theirs that others do not see: why, from when on they may repair it once (canRepairAt), the '
  'rule and the reason of its removal, and whether they can appeal. Never who reported it or decided.';

create function private.case_of_post(p_post uuid)
returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (select c.id from private.moderation_cases c where c.post_id = p_post order by c.round desc limit 1);
end
$$;
comment on function private.case_of_post(uuid) is 'The last case about a post; null without one.';

create function public.read_own_moderation()
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me uuid := auth.uid();
begin
  perform private.require_member();
  return jsonb_build_object('mutedUntil', private.muted_until(v_me), 'sanctions', private.sanctions_of(v_me),
    'rules', private.house_rules_list(), 'timeZone', (select s.time_zone from public.settings s), 'now', now(),
    'posts', (select coalesce(jsonb_agg(private.post_notice(t) || jsonb_build_object('id', t.id, 'excerpt', left(t.body, 140),
      'isComment', t.post_id is not null, 'createdAt', t.created_at) order by t.created_at desc), '[]')
      from (select * from public.posts p where p.author_id = v_me and private.post_is_held_back(p.status)
        order by p.created_at desc limit 50) t));
end
$$;
comment on function public.read_own_moderation() is
  'Decisions of moderators about the caller: sanctions with their appeals, and posts that are held back or were removed, the newest 50. '
  'Refuses members_only.';

revoke execute on function private.case_row(private.moderation_cases, public.posts),
  private.is_listed_case(private.moderation_cases, text, text), public.list_cases(text, text, uuid, int), private.moderation_counts(),
  private.case_context(public.posts), private.case_reports(uuid), private.moderation_history(uuid, uuid, int),
  private.person_record(uuid), private.sanctions_of(uuid), private.house_rules_list(), public.read_case(uuid),
  public.read_moderated_person(uuid), public.list_appeals(), private.post_notice(public.posts),
  private.case_of_post(uuid), public.read_own_moderation()
from public, anon, authenticated, service_role;
grant execute on function public.list_cases(text, text, uuid, int), public.read_case(uuid), public.read_moderated_person(uuid),
  public.list_appeals(), public.read_own_moderation()
to authenticated;
