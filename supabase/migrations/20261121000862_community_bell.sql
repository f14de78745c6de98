-- The bell: what it lists, how much of it is unread, and how it is read.

create function private.is_told(p_notification public.notifications)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- under the row policy of posts: what is hidden is told by no item and no count, but for what the site decided about it
  return p_notification.post_id is null or (p_notification.actor_id is null and p_notification.kind <> 'mention')
    or exists (select 1 from public.posts p where p.id = p_notification.post_id);
end
$$;
comment on function private.is_told(public.notifications) is
  'Returns whether the bell still tells the caller of one of their rows: the post that it leads to is one that they see. Runs as the '
  'caller.';

create function private.unread_notifications()
returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from (
      select 1
      from (
        select distinct n.kind, n.subject_id, case when n.actor_id is null then n.id end as single
        from public.notifications n where n.user_id = auth.uid() and n.read_at is null
      ) i
      where exists (
        select 1 from public.notifications n
        where n.user_id = auth.uid() and n.read_at is null and n.kind = i.kind and n.subject_id is not distinct from i.subject_id
          and (i.single is null or n.id = i.single) and private.is_told(n))
      limit 100) x);
end
$$;
comment on function private.unread_notifications() is
  'Counts the items of the bell that the caller has not read, as read_my_bell lists them, up to 100. Runs as the caller, a member.';

create function public.count_my_notifications()
returns int
language plpgsql stable set search_path = ''
as $$
begin
  return case when private.is_member() then private.unread_notifications() end;
end
$$;
comment on function public.count_my_notifications() is
  'The number at the caller''s bell, up to 100, for an open page; null for who is no member.';

create function private.bell_item(p_told public.notifications[])
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_lead public.notifications := p_told[1];
  -- a post of the brand does not say who wrote it, nor does what it mentions
  v_is_official boolean := v_lead.kind = 'mention' and exists (select 1 from public.posts p where p.id = v_lead.post_id and p.is_official);
begin
  return jsonb_build_object('id', v_lead.id, 'kind', v_lead.kind, 'isUnread', v_lead.read_at is null, 'at', v_lead.created_at,
    'facts', v_lead.facts - 'id',
    'post', (select jsonb_build_object('id', p.id, 'threadId', coalesce(p.post_id, p.id), 'isComment', p.post_id is not null,
      'words', left(p.body, 140)) from public.posts p where p.id = v_lead.post_id),
    'event', (select jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title) from public.events e where e.id = v_lead.event_id),
    'people', case when v_is_official then (select jsonb_build_array(jsonb_build_object('name', s.brand, 'avatar', null, 'username', null))
      from public.settings s) else (
      select coalesce(jsonb_agg(private.author_card(a.actor_id) order by a.at desc, a.actor_id), '[]')
      from (
        select r.actor_id, max(r.created_at) as at from unnest(p_told) r
        where r.actor_id is not null group by r.actor_id order by at desc, r.actor_id limit 10) a) end,
    'count', case when v_is_official then 1 else (select count(distinct r.actor_id) from unnest(p_told) r) end);
end
$$;
comment on function private.bell_item(public.notifications[]) is
  'One item of the caller''s bell, made of its rows, the newest first. Runs as the caller.';

create function private.bell_items(p_from public.notifications, p_most int)
returns table (place bigint, newest_id uuid, told public.notifications[])
language plpgsql stable set search_path = ''
as $$
begin
  return query
    with items as (
      select distinct on (n.kind, n.subject_id, single, is_unread) n.id, n.kind, n.subject_id, n.created_at,
        case when n.actor_id is null then n.id end as single, n.read_at is null as is_unread
      from public.notifications n where n.user_id = auth.uid()
      order by n.kind, n.subject_id, single, is_unread, n.created_at desc, n.id desc
    )
    select row_number() over (), i.id, r.told
    from (
      select * from items w
      where (w.created_at, w.id)
        <= (coalesce(p_from.created_at, 'infinity'), coalesce(p_from.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      order by w.created_at desc, w.id desc
    ) i
    cross join lateral (
      select array_agg(t.one order by (t.one).created_at desc, (t.one).id desc) as told
      from (
        select n as one from public.notifications n
        where n.user_id = auth.uid() and n.kind = i.kind and n.subject_id is not distinct from i.subject_id
          and (n.read_at is null) = i.is_unread and (i.single is null or n.id = i.single) and private.is_told(n)
        order by n.created_at desc, n.id desc limit 100) t
      having count(*) > 0
    ) r
    limit p_most;
end
$$;
comment on function private.bell_items(public.notifications, int) is
  'Items of the caller''s bell from one notification on, the newest first: place, the newest row (newest_id, also where it is no longer '
  'told: pages begin with it) and up to 100 of the rows that are told. What several people did to one post is one item, apart from what '
  'was read of it before; each decision is one. Runs as the caller, a member.';

create function public.read_my_bell(p_from uuid default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_page int := 50;
  v_first public.notifications;
begin
  if not private.is_member() then
    return null;
  end if;
  select * into v_first from public.notifications n where n.id = p_from;
  return (
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(private.bell_item(i.told) order by i.place) filter (where i.place <= v_page), '[]'),
      'next', (array_agg(i.newest_id) filter (where i.place > v_page))[1],
      'from', v_first.id,
      'unread', private.unread_notifications(),
      'timeZone', (select s.time_zone from public.settings s),
      'now', now())
    from private.bell_items(v_first, v_page + 1) i);
end
$$;
comment on function public.read_my_bell(uuid) is
  'Notifications of the caller, newest first; several people''s about one post are one item with up to ten of them: {items: [{id, '
  'kind, isUnread, at, facts, post, event, people, count}], next, from, unread, timeZone, now}. Nothing of posts that the caller does '
  'not see. unread = the number at the bell; next = the notification with which the next page of 50 begins. Null for who is no member.';

create function public.mark_notifications_read(p_until timestamptz)
returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_read int;
begin
  perform private.require_member();
  update public.notifications n set read_at = now()
  where n.user_id = auth.uid() and n.read_at is null and n.created_at <= coalesce(p_until, now());
  get diagnostics v_read = row_count;
  return v_read;
end
$$;
comment on function public.mark_notifications_read(timestamptz) is
  'Marks as read what the bell had told the caller by p_until, null for now; returns how many. Refuses members_only.';

create function private.forget_actor()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.notifications n where n.actor_id = new.id;
  return null;
end
$$;
comment on function private.forget_actor() is
  'Trigger: takes away what the bell had told others of an account that is deactivated.';
create trigger profiles_forget_actor after update of deactivated_at on public.profiles
  for each row when (old.deactivated_at is null and new.deactivated_at is not null) execute function private.forget_actor();

create index notifications_age on public.notifications (created_at);

create function private.sweep_notifications()
returns void
language sql volatile set search_path = ''
as $$
  delete from public.notifications n where n.id in (
    select o.id from public.notifications o where o.created_at < now() - interval '180 days' order by o.created_at limit 1000)
$$;
comment on function private.sweep_notifications() is 'Deletes what the bell told half a year ago, 1,000 at a time.';

revoke execute on function private.forget_actor(), private.is_told(public.notifications), private.unread_notifications(),
  private.bell_item(public.notifications[]), private.bell_items(public.notifications, int), public.count_my_notifications(),
  public.read_my_bell(uuid), public.mark_notifications_read(timestamptz), private.sweep_notifications()
from public, anon, authenticated, service_role;
-- the shell asks for it, of members alone
grant execute on function private.is_told(public.notifications), private.unread_notifications() to anon, authenticated, service_role;
grant execute on function private.bell_item(public.notifications[]), private.bell_items(public.notifications, int),
  public.count_my_notifications(), public.read_my_bell(uuid), public.mark_notifications_read(timestamptz)
to authenticated;
