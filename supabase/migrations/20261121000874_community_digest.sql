-- The weekly mail about the community, for members who asked for it.

create table private.digests (
  user_id uuid not null references public.profiles (id) on delete cascade,
  week date not null check (extract(isodow from week) = 1),
  looked_at timestamptz not null default now(),
  primary key (user_id, week)
);
comment on table private.digests is
  'Weeks, by their Monday, for which a member''s mail was queued or found needless: one row each, so that parallel processes look once. '
  'Deleted after 60 days.';
alter table private.digests enable row level security;
alter table private.digests force row level security;

create function private.digest_week(p_at timestamptz)
returns date
language plpgsql stable set search_path = ''
as $$
declare
  v_local timestamp := p_at at time zone (select s.time_zone from public.settings s);
  v_monday timestamp := date_trunc('week', p_at at time zone (select s.time_zone from public.settings s));
begin
  if v_local < v_monday + interval '11 hours' or v_local >= v_monday + interval '2 days 21 hours'
    or extract(hour from v_local) not between 9 and 20 then
    return null;
  end if;
  return v_monday::date;
end
$$;
comment on function private.digest_week(timestamptz) is
  'The Monday of the week whose mails may be queued at an instant: from Monday 11 AM in the brand''s zone, in the hours in which marketing '
  'is sent (9 AM to 9 PM); what was missed, until Wednesday. Null otherwise.';

create function private.is_readable_by(p_post public.posts, p_user uuid)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if not private.post_is_shown(p_post.status) or not p_post.author_active then
    return false;
  elsif p_post.author_id is distinct from p_user and (private.is_hidden_between(p_user, p_post.author_id)
    or private.is_muted_by(p_user, p_post.author_id) or private.has_reported(p_post.id, p_user)) then
    return false;
  elsif p_post.event_id is not null and not exists (
    select 1 from public.events e where e.id = p_post.event_id and private.sees_event(e, p_user)) then
    return false;
  end if;
  return not exists (
    select 1 from public.posts t where t.id in (p_post.post_id, p_post.reply_to) and not private.is_readable_by(t, p_user));
end
$$;
comment on function private.is_readable_by(public.posts, uuid) is
  'Returns whether a member may be told of a post or comment outside of the site: it, the post and the comment that it belongs to are '
  'shown, neither is of somebody blocked either way or muted, nor reported by them, and they see the event of its thread. The row policy '
  'of posts answers for the caller alone.';

create function private.digest_answers(p_user uuid, p_since timestamptz, p_until timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'id', a.post_id, 'name', a.name, 'body', a.body)
      order by a.created_at desc), '[]')
    from (
      select * from (
        select distinct on (p.id) n.kind, n.post_id, private.post_author(p) ->> 'name' as name, n.created_at, p.body
        from public.notifications n join public.posts p on p.id = n.post_id
        where n.user_id = p_user and n.read_at is null and not n.is_withdrawn and n.kind in ('mention', 'comment', 'reply')
          and n.created_at >= p_since and n.created_at < p_until and private.is_readable_by(p, p_user)
        order by p.id, n.created_at desc) o
      order by o.created_at desc limit 5) a);
end
$$;
comment on function private.digest_answers(uuid, timestamptz, timestamptz) is
  'Up to 5 mentions, comments and replies to a member that they have not read: [{kind, id, name, body}].';

create function private.digest_posts(p_user uuid, p_since timestamptz, p_until timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', private.author_card(b.author_id) ->> 'name', 'body', b.body,
      'event', b.title) order by b.liked desc, b.created_at desc), '[]')
    from (
      select p.id, p.author_id, p.body, p.created_at, e.title,
        c.comments + (select coalesce(sum(r.value::int), 0) from jsonb_each_text(c.reactions) r) as liked
      from public.person_follows f
      join public.posts p on p.author_id = f.followed_id and p.created_at >= p_since and p.created_at < p_until
      join public.post_counts c on c.post_id = p.id
      left join public.events e on e.id = p.event_id
      where f.follower_id = p_user and p.post_id is null and not p.is_official and private.is_readable_by(p, p_user)
        and not exists (select 1 from public.post_mentions m where m.post_id = p.id and m.user_id = p_user)
      order by liked desc, p.created_at desc limit 5) b);
end
$$;
comment on function private.digest_posts(uuid, timestamptz, timestamptz) is
  'Up to 5 posts of people whom a member follows, those first that most people answered: [{id, name, body, event}]. None that mentions '
  'them, which stands among the answers.';

create function private.digest_threads(p_user uuid, p_since timestamptz, p_until timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'title', t.title, 'count', t.count) order by t.starts_at desc, t.id), '[]')
    from (
      select e.id, e.title, e.starts_at, n.count
      from (
        select distinct k.event_id from public.tickets k where k.owner_id = p_user and private.ticket_is_valid(k.status)) o
      join public.events e on e.id = o.event_id
      cross join lateral (
        select count(*) as count from (
          select 1 from public.posts p
          where p.event_id = e.id and p.post_id is null and p.created_at >= p_since and p.created_at < p_until
            and p.author_id is distinct from p_user and private.is_readable_by(p, p_user)
          limit 100) x) n
      where n.count > 0
      order by e.starts_at desc, e.id limit 5) t);
end
$$;
comment on function private.digest_threads(uuid, timestamptz, timestamptz) is
  'Up to 5 events that a member holds valid tickets for, with how many posts of others their threads got, up to 100: [{id, title, count}].';

create function private.mail_digest(p_user uuid, p_week date)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_zone text := (select s.time_zone from public.settings s);
  v_until timestamptz := (p_week + time '11:00') at time zone v_zone;
  v_since timestamptz := (p_week - 7 + time '11:00') at time zone v_zone;
  v_digest jsonb;
begin
  if not private.is_account_member(p_user) or not private.may_notify(p_user, 'community') then
    return null;
  end if;
  v_digest := jsonb_build_object('answers', private.digest_answers(p_user, v_since, v_until),
    'posts', private.digest_posts(p_user, v_since, v_until), 'threads', private.digest_threads(p_user, v_since, v_until));
  return case when v_digest <> '{"answers": [], "posts": [], "threads": []}' then v_digest end;
end
$$;
comment on function private.mail_digest(uuid, date) is
  'What happened in the community for a member in the week before a Monday, 11 AM in the brand''s zone: {answers, posts, threads}, as it '
  'is now. Null when there is nothing, and when they do not want the mail any more.';

create function public.queue_digests(p_at timestamptz default now())
returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_week date;
  v_user uuid;
  v_count int := 0;
begin
  perform private.require_service();
  v_week := private.digest_week(p_at);
  if v_week is null then
    return 0;
  end if;
  for v_user in
    select c.user_id from private.notification_choices c
    where c.type = 'community' and c.channel = 'email' and c.wanted
      and not exists (select 1 from private.digests d where d.user_id = c.user_id and d.week = v_week)
    order by c.user_id limit 100
  loop
    v_count := v_count + 1;
    insert into private.digests (user_id, week) values (v_user, v_week) on conflict do nothing;
    -- Leaves the member to the process that was faster.
    continue when not found;
    insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
    select 'community_digest', format('community_digest:%s:%s', v_week, v_user), m.email, 'account', v_user,
      jsonb_build_object('week', v_week)
    from (select private.mailable_email(v_user) as email) m
    where m.email is not null and private.mail_digest(v_user, v_week) is not null
    on conflict (dedupe_key) do nothing;
  end loop;
  return v_count;
end
$$;
comment on function public.queue_digests(timestamptz) is
  'Queues the weekly mails that are due, for at most 100 members a call, and returns for how many it looked: 0 when all are done, or it '
  'is not the time (p_at). Once per member and week, however many processes call it at once; nothing for who has nothing to be told. For '
  'the server only.';

create function private.sweep_digests()
returns void
language sql volatile set search_path = ''
as $$
  delete from private.digests d where d.week < current_date - 60
$$;
comment on function private.sweep_digests() is 'Forgets of which weeks members had their mail, after 60 days.';

revoke execute on function private.digest_week(timestamptz), private.is_readable_by(public.posts, uuid),
  private.digest_answers(uuid, timestamptz, timestamptz), private.digest_posts(uuid, timestamptz, timestamptz),
  private.digest_threads(uuid, timestamptz, timestamptz), private.mail_digest(uuid, date),
  public.queue_digests(timestamptz), private.sweep_digests()
from public, anon, authenticated, service_role;
grant execute on function public.queue_digests(timestamptz) to service_role;
