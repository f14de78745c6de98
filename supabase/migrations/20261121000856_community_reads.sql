-- What the pages of the community show.

create function private.post_author(p_post public.posts) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_card jsonb;
begin
  if p_post.is_official then
    return (select jsonb_build_object('name', s.brand, 'avatar', null, 'username', null, 'isStaff', true) from public.settings s);
  end if;
  v_card := private.person_card(p_post.author_id);
  return jsonb_build_object('name', coalesce(v_card ->> 'displayName', 'Former member'), 'avatar', v_card ->> 'avatar',
    'username', v_card ->> 'username', 'isStaff', coalesce(private.role_may(private.person_role(p_post.author_id), 'be_staff'), false));
end
$$;
comment on function private.post_author(public.posts) is
  'The author of a post for its readers: {name, avatar, username, isStaff}. username = null unless they made their card public; an '
  'official post is the brand''s, and does not say who wrote it.';

create function private.unseen_comments(p_post uuid, p_viewer uuid) returns int
language plpgsql stable set search_path = ''
as $$
declare
  v_people uuid[] := (
    select array_agg(x.id) from (
      select b.other_id as id from public.person_blocks b where b.user_id = p_viewer
      union select b.user_id from public.person_blocks b where b.other_id = p_viewer and b.kind = 'block') x);
  v_reported uuid[] := (
    select array_agg(r.post_id) from public.post_reports r
    where r.reporter_id = p_viewer and private.has_reported(r.post_id, p_viewer) and not private.may('moderate'));
begin
  if v_people is null and v_reported is null then
    return 0;
  end if;
  return (
    with own as (
      select c.id, c.reply_to from public.posts c
      where c.post_id = p_post and c.author_id = any (v_people) and c.author_active and private.post_is_shown(c.status)
      union
      select c.id, c.reply_to from public.posts c
      where c.id = any (v_reported) and c.post_id = p_post and c.author_active and private.post_is_shown(c.status)
    )
    select count(*) from (
      select o.id from own o left join public.posts d on d.id = o.reply_to
      where o.reply_to is null or (d.author_active and private.post_is_shown(d.status))
      union
      select r.id from own o join public.posts r on r.reply_to = o.id where r.author_active and private.post_is_shown(r.status)) x);
end
$$;
comment on function private.unseen_comments(uuid, uuid) is
  'How many of the comments that a post counts a reader does not see: of people whom they blocked or muted or who blocked them, those that '
  'they reported, and the replies below. A count says what is shown, and nobody learns from it that they were blocked.';

create function private.post_card(p_post public.posts) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_counts public.post_counts;
  v_caller uuid := case when private.caller_role() is not null then auth.uid() end;
begin
  select * into v_counts from public.post_counts c where c.post_id = p_post.id;
  return jsonb_build_object('id', p_post.id, 'postId', p_post.post_id, 'replyTo', p_post.reply_to, 'body', p_post.body,
    'status', p_post.status, 'createdAt', p_post.created_at, 'editedAt', p_post.edited_at, 'version', p_post.version,
    'isOfficial', p_post.is_official, 'topic', p_post.topic, 'isPinned', p_post.pinned_at is not null,
    'isLocked', p_post.locked_at is not null, 'isOwn', coalesce(private.post_writer(p_post) = v_caller, false),
    'author', private.post_author(p_post),
    'event', (select jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title) from public.events e where e.id = p_post.event_id),
    'wasThere', p_post.event_id is not null and not p_post.is_official and private.was_let_in(p_post.event_id, p_post.author_id),
    'pictures', (select coalesce(jsonb_agg(jsonb_build_object('name', i.picture_name, 'width', i.width, 'height', i.height, 'alt', i.alt)
      order by i.position), '[]') from public.post_pictures i where i.post_id = p_post.id),
    'link', (select jsonb_build_object('url', l.url, 'title', l.title, 'description', l.description, 'site', l.site)
      from public.post_links l where l.post_id = p_post.id and l.title is not null),
    'mentions', (select coalesce(jsonb_agg(p.username order by p.username), '[]') from public.post_mentions m
      join public.profiles p on p.id = m.user_id
      where m.post_id = p_post.id and p.card_public and p.deactivated_at is null and not private.is_hidden_between(v_caller, p.id)),
    'comments', case when v_counts.comments > 0 and v_caller is not null
      then v_counts.comments - private.unseen_comments(p_post.id, v_caller) else coalesce(v_counts.comments, 0) end,
    'reactions', coalesce(v_counts.reactions, '{}'),
    'notice', case when private.post_writer(p_post) = v_caller and private.post_is_held_back(p_post.status)
      then private.post_notice(p_post) end,
    'caseId', case when private.may('moderate') then private.case_of_post(p_post.id) end,
    'mine', (select r.reaction from public.post_reactions r where r.post_id = p_post.id and r.user_id = v_caller));
end
$$;
comment on function private.post_card(public.posts) is
  'A post or comment as its readers see it, with what belongs to it. Its callers read the post as the caller, under its row policy. mine = '
  'the caller''s reaction; wasThere = the door of the thread''s event let its author in; notice = why others do not see it, for its '
  'author; caseId = the last case about it, for moderators; link = its preview, once there is one.';

create function private.feed_candidates(p_tab text, p_at timestamptz, p_id uuid, p_most int) returns setof uuid
-- Reads each author and thread in the order of its index: sorting, which costs no more for an average one, reads all of a busy one.
language plpgsql stable security definer set search_path = '' set enable_sort = 'off'
as $$
begin
  if not private.is_member() then
    return;
  elsif p_tab = 'following' then
    return query select l.id from public.person_follows f
      cross join lateral (select p.id, p.created_at from public.posts p
        where p.author_id = f.followed_id and p.post_id is null and not p.is_official and p.author_active
          and private.post_is_shown(p.status) and (p.created_at, p.id) <= (p_at, p_id)
        order by p.created_at desc, p.id desc limit p_most) l
      where f.follower_id = auth.uid() and not private.is_muted_by(auth.uid(), f.followed_id)
      order by l.created_at desc, l.id desc limit p_most;
  else
    return query select l.id from (
        select distinct k.event_id from public.tickets k where k.owner_id = auth.uid() and private.ticket_is_valid(k.status)) e
      cross join lateral (select p.id, p.created_at from public.posts p
        where p.event_id = e.event_id and p.post_id is null and p.author_active and private.post_is_shown(p.status)
          and (p.created_at, p.id) <= (p_at, p_id) and not private.is_muted_by(auth.uid(), p.author_id)
        order by p.created_at desc, p.id desc limit p_most) l
      order by l.created_at desc, l.id desc limit p_most;
  end if;
end
$$;
comment on function private.feed_candidates(text, timestamptz, uuid, int) is
  'Ids of the newest posts of people whom the caller follows, or of events that they hold tickets of, before it is asked who sees each: '
  'the row policy would run for the posts of everybody followed. Its caller reads the rows under the policy.';

create function private.feed_page(p_tab text, p_event uuid, p_before public.posts, p_most int) returns setof public.posts
language plpgsql stable set search_path = ''
as $$
declare
  v_viewer uuid := case when private.is_member() then auth.uid() end;
  v_at timestamptz := coalesce(p_before.created_at, 'infinity');
  v_id uuid := coalesce(p_before.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  -- Answers visitors and guests before it asks tables that they may not read.
  if v_viewer is null and p_tab <> 'latest' and p_event is null then
    return;
  elsif p_event is not null then
    return query select p.* from public.posts p
      where p.event_id = p_event and p.post_id is null and p.author_active and private.post_is_shown(p.status)
        and (p.created_at, p.id) <= (v_at, v_id) and not private.is_muted_by(v_viewer, p.author_id)
      order by p.created_at desc, p.id desc limit p_most;
  elsif p_tab in ('following', 'events') then
    return query select l.* from private.feed_candidates(p_tab, v_at, v_id, p_most * 3) c
      cross join lateral (select p.* from public.posts p where p.id = c offset 0) l
      order by l.created_at desc, l.id desc limit p_most;
  else
    return query select p.* from public.posts p
      where p.post_id is null and p.author_active and private.post_is_shown(p.status) and p.pinned_at is null
        and (p.created_at, p.id) <= (v_at, v_id) and not private.is_muted_by(v_viewer, p.author_id)
        and (p.event_id is null
          or exists (select 1 from public.events e where e.id = p.event_id and e.visibility in ('public', 'members')))
      order by p.created_at desc, p.id desc limit p_most;
  end if;
end
$$;
comment on function private.feed_page(text, uuid, public.posts, int) is
  'Posts of a feed, newest first, from p_before on: of the thread of p_event, or of a tab: latest (without threads that only their '
  'event''s guests know of), following (people whom the caller follows) or events (threads of events that they hold tickets of). Runs as '
  'the caller, under the row policy; nobody whom they muted is in it.';

create function private.thread_facts(p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_member boolean := private.is_member();
begin
  select * into v_event from public.events e where e.id = p_event;
  return jsonb_build_object('id', v_event.id, 'slug', v_event.slug, 'title', v_event.title, 'mode', private.thread_mode(v_event),
    'slowSeconds', (select t.slow_seconds from public.event_threads t where t.event_id = p_event),
    'override', (select t.mode_override from public.event_threads t where t.event_id = p_event),
    'isLocked', exists (select 1 from public.event_threads t where t.event_id = p_event and t.locked_at is not null),
    'refusal', case when v_member then private.thread_refusal(v_event, auth.uid()) end);
end
$$;
comment on function private.thread_facts(uuid) is
  'The thread of an event that its callers found as the caller: {id, slug, title, mode, slowSeconds, override, isLocked, refusal}. refusal '
  '= why a member writes nothing there now.';

create function public.list_posts(p_from uuid default null, p_limit int default 20, p_tab text default 'latest', p_event uuid default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 20), 1), 100);
  v_first public.posts;
  v_viewer uuid := case when private.is_member() then auth.uid() end;
begin
  if p_event is not null and not exists (select 1 from public.events e where e.id = p_event and e.status <> 'draft') then
    return null;
  end if;
  select * into v_first from public.posts p where p.id = p_from and p.post_id is null;
  return (
    select jsonb_build_object(
      'posts', coalesce(jsonb_agg(private.post_card(l.post) order by l.place) filter (where l.place <= v_limit), '[]'),
      'next', (array_agg((l.post).id) filter (where l.place > v_limit))[1],
      'from', v_first.id,
      'pinned', case when v_first.id is null and (p_tab = 'latest' or p_event is not null) then (
        select coalesce(jsonb_agg(private.post_card(p) order by p.pinned_at desc), '[]') from public.posts p
        where p.pinned_at is not null and p.event_id is not distinct from p_event) else '[]' end,
      'waiting', case when v_first.id is null and v_viewer is not null then (
        select coalesce(jsonb_agg(private.post_card(w) order by w.created_at desc), '[]') from (
          select p.* from public.posts p
          where p.author_id = v_viewer and private.post_is_held_back(p.status) and p.post_id is null
            and p.created_at > now() - interval '7 days' and (p_event is null or p.event_id = p_event)
          order by p.created_at desc limit 3) w) else '[]' end,
      'thread', case when p_event is not null then private.thread_facts(p_event) end,
      'mayPost', v_viewer is not null,
      'mayModerate', private.may('moderate'),
      'timeZone', (select s.time_zone from public.settings s),
      'now', now())
    from (
      select f as post, row_number() over (order by f.created_at desc, f.id desc) as place
      from private.feed_page(p_tab, p_event, v_first, v_limit + 1) f
    ) l);
end
$$;
comment on function public.list_posts(uuid, int, text, uuid) is
  'A page of posts, newest first, from p_from on, which the page begins with; from the newest where that one is not to be seen. p_tab = '
  'latest, following or events (private.feed_page), or p_event = the thread of an event, null where that is not to be seen. next = the '
  'post that the next page begins with; pinned and waiting (the caller''s own that are held back) stand on the first page.';

create function public.count_new_posts(p_after timestamptz, p_tab text default 'latest', p_event uuid default null) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from private.feed_page(p_tab, p_event, null, 20) f
    where f.created_at > p_after and f.author_id is distinct from auth.uid());
end
$$;
comment on function public.count_new_posts(timestamptz, text, uuid) is
  'How many posts of others a feed has that are newer than the one on top of an open page; 20 at most.';

create function private.comment_page(p_post uuid, p_first public.posts, p_most int) returns setof public.posts
language plpgsql stable set search_path = '' set enable_sort = 'off'
as $$
declare
  v_viewer uuid := case when private.is_member() then auth.uid() end;
begin
  return query select c.* from public.posts c
    where c.post_id = p_post and c.reply_to is null and not private.is_muted_by(v_viewer, c.author_id)
      and (private.post_is_shown(c.status) or private.post_is_held_back(c.status))
      and (c.created_at, c.id) >= (coalesce(p_first.created_at, '-infinity'), coalesce(p_first.id, '00000000-0000-0000-0000-000000000000'))
    order by c.created_at, c.id limit p_most;
end
$$;
comment on function private.comment_page(uuid, public.posts, int) is
  'Direct comments of a post, oldest first, from p_first on, as the caller sees them.';

create function private.replies_of(p_comment uuid, p_first public.posts, p_most int) returns jsonb
language plpgsql stable set search_path = '' set enable_sort = 'off'
as $$
declare
  v_viewer uuid := case when private.is_member() then auth.uid() end;
begin
  return (
    select jsonb_build_object(
      'replies', coalesce(jsonb_agg(private.post_card(l.one) order by l.place) filter (where l.place <= p_most), '[]'),
      'nextReply', (array_agg((l.one).id) filter (where l.place > p_most))[1],
      'hasEarlierReplies', p_first.id is not null)
    from (
      select x as one, row_number() over (order by x.created_at, x.id) as place from public.posts x
      where x.reply_to = p_comment and not private.is_muted_by(v_viewer, x.author_id)
        and (private.post_is_shown(x.status) or private.post_is_held_back(x.status))
        and (x.created_at, x.id)
          >= (coalesce(p_first.created_at, '-infinity'), coalesce(p_first.id, '00000000-0000-0000-0000-000000000000'))
      order by x.created_at, x.id limit p_most + 1) l);
end
$$;
comment on function private.replies_of(uuid, public.posts, int) is
  'Replies to a comment, oldest first, from p_first on, as the caller sees them: {replies, nextReply, hasEarlierReplies}. p_most at most; '
  'nextReply = the one that the next page begins with.';

create function private.first_reply(p_start public.posts, p_page int) returns public.posts
language plpgsql stable set search_path = ''
as $$
begin
  return case when p_start.reply_to is not null and (
    select count(*) from (
      select 1 from public.posts x
      where x.reply_to = p_start.reply_to and (x.created_at, x.id) < (p_start.created_at, p_start.id) limit p_page) e) >= p_page
    then p_start end;
end
$$;
comment on function private.first_reply(public.posts, int) is
  'The reply that the replies of its comment are shown from, when a page was asked for that begins with it; null where it is among the '
  'first p_page: then all of these are shown.';

create function public.read_post(p_post uuid, p_from uuid default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_replies int := 10; -- of each comment
  v_asked public.posts;
  v_post public.posts;
  v_start public.posts;
  v_first public.posts;
  v_reply public.posts;
begin
  select * into v_asked from public.posts t where t.id = p_post;
  select * into v_post from public.posts t where t.id = coalesce(v_asked.post_id, v_asked.id);
  if v_post.id is null then
    return null;
  end if;
  -- a page begins with the comment that the address names or that its reply stands below, and its replies with that reply
  select * into v_start from public.posts t
  where t.post_id = v_post.id and t.id = coalesce(p_from, case when v_asked.post_id is not null then v_asked.id end);
  select * into v_first from public.posts t where t.id = coalesce(v_start.reply_to, v_start.id);
  v_reply := private.first_reply(v_start, v_replies);
  return (
    select jsonb_build_object('post', private.post_card(v_post), 'asked', v_asked.id,
      'comments', coalesce(jsonb_agg(private.post_card(l.one) || case when (l.one).id = v_reply.reply_to
          then private.replies_of((l.one).id, v_reply, v_replies * 3) else private.replies_of((l.one).id, null, v_replies) end
        order by l.place) filter (where l.place <= 20), '[]'),
      'next', (array_agg((l.one).id) filter (where l.place > 20))[1],
      'from', coalesce(v_reply.id, case when exists (
        select 1 from public.posts c
        where c.post_id = v_post.id and c.reply_to is null
          and (c.created_at, c.id) < (v_first.created_at, v_first.id)) then v_first.id end),
      'thread', case when v_post.event_id is not null then private.thread_facts(v_post.event_id) end,
      'mayPost', private.is_member(), 'mayModerate', private.may('moderate'),
      'timeZone', (select s.time_zone from public.settings s), 'now', now())
    from (
      select c as one, row_number() over (order by c.created_at, c.id) as place
      from private.comment_page(v_post.id, v_first, 21) c) l);
end
$$;
comment on function public.read_post(uuid, uuid) is
  'A post and a page of 20 comments, each with 10 of its replies; null where the caller sees none. p_post may be a comment or a reply: '
  'then its post is read, and the page begins with it (asked). p_from = the comment, or the reply, that the page begins with; next and '
  'nextReply = those of the next pages; from is null on the first page.';

revoke execute on function private.post_author(public.posts), private.unseen_comments(uuid, uuid),
  private.post_card(public.posts), private.first_reply(public.posts, int), private.feed_candidates(text, timestamptz, uuid, int),
  private.feed_page(text, uuid, public.posts, int), private.thread_facts(uuid), public.list_posts(uuid, int, text, uuid),
  public.count_new_posts(timestamptz, text, uuid), private.comment_page(uuid, public.posts, int),
  private.replies_of(uuid, public.posts, int), public.read_post(uuid, uuid)
from public, anon, authenticated, service_role;
grant execute on function private.first_reply(public.posts, int), private.post_card(public.posts),
  private.feed_candidates(text, timestamptz, uuid, int),
  private.feed_page(text, uuid, public.posts, int), private.thread_facts(uuid),
  public.list_posts(uuid, int, text, uuid), public.count_new_posts(timestamptz, text, uuid),
  private.comment_page(uuid, public.posts, int), private.replies_of(uuid, public.posts, int),
  public.read_post(uuid, uuid)
to anon, authenticated, service_role;

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
    where (t.author_id = p_user or t.id in (select o.post_id from private.official_posts o where o.author_id = p_user))
      and private.post_has_text(t.status));
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
