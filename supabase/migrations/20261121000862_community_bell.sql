-- The bell: what it lists, how much of it is unread, and how it is read.

create function private.unread_notifications()
returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from (
      select 1 from public.notifications n
      where n.user_id = auth.uid() and n.read_at is null
        -- under the row policy of posts: what is hidden is told by no count
        and (n.post_id is null or n.actor_id is null or exists (select 1 from public.posts p where p.id = n.post_id))
      limit 100) x);
end
$$;
comment on function private.unread_notifications() is
  'Counts what the bell has told the caller and they have not read, up to 100. Runs as the caller, a member.';

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

create function public.read_my_bell(p_from uuid default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_page int := 100;
  v_first public.notifications;
begin
  if not private.is_member() then
    return null;
  end if;
  select * into v_first from public.notifications n where n.id = p_from;
  return (
    with page as (
      select n.*, p.id is not null as is_seen, coalesce(p.post_id, p.id) as thread_id, left(p.body, 140) as words,
        p.post_id is not null as is_comment,
        case n.kind when 'comment' then p.post_id when 'reply' then p.reply_to else n.post_id end as subject_id
      from (
        select m.*, row_number() over (order by m.created_at desc, m.id desc) as place from public.notifications m
        where m.user_id = auth.uid() and (m.created_at, m.id)
          <= (coalesce(v_first.created_at, 'infinity'), coalesce(v_first.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by m.created_at desc, m.id desc limit v_page + 1
      ) n
      left join lateral (select * from public.posts x where x.id = n.post_id) p on true
    ), shown as (
      select s.*, first_value(s.id) over w as lead_id, row_number() over w as rank
      from page s
      where s.place <= v_page and (s.post_id is null or s.actor_id is null or s.is_seen)
      window w as (partition by s.kind, s.subject_id, s.event_id, s.about_id, s.read_at is null,
        case when s.actor_id is null then s.id end order by s.place)
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'isUnread', l.read_at is null, 'at', l.created_at,
          'facts', l.facts - 'id', 'post', case when l.is_seen then jsonb_build_object('id', l.post_id, 'threadId', l.thread_id,
            'isComment', l.is_comment, 'words', l.words) end,
          'event', (select jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title) from public.events e where e.id = l.event_id),
          'people', (select coalesce(jsonb_agg(private.author_card(a.actor_id) order by a.place), '[]')
            from (select distinct on (o.actor_id) o.actor_id, o.place from shown o
              where o.lead_id = l.id and o.rank <= 10 and o.actor_id is not null order by o.actor_id, o.place) a),
          'count', (select count(distinct o.actor_id) from shown o where o.lead_id = l.id)) order by l.place)
        from shown l where l.rank = 1), '[]'),
      'next', (select p.id from page p where p.place > v_page),
      'from', v_first.id,
      'timeZone', (select s.time_zone from public.settings s),
      'now', now()));
end
$$;
comment on function public.read_my_bell(uuid) is
  'What the bell told the caller, newest first, what several people did to one post as one item with up to ten of them: {items: [{id, '
  'kind, isUnread, at, facts, post, event, people, count}], next, from, timeZone, now}. Nothing of posts that the caller does not see. '
  'next = the notification with which the next page of 100 begins. Null for who is no member.';

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

revoke execute on function private.forget_actor(), private.unread_notifications(), public.count_my_notifications(),
  public.read_my_bell(uuid), public.mark_notifications_read(timestamptz), private.sweep_notifications()
from public, anon, authenticated, service_role;
-- the shell asks for it, of members alone
grant execute on function private.unread_notifications() to anon, authenticated, service_role;
grant execute on function public.count_my_notifications(), public.read_my_bell(uuid), public.mark_notifications_read(timestamptz)
to authenticated;
