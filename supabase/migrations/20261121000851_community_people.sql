-- Stores which people follow, block and mute each other, and what the bell tells each of them.

create table public.person_follows (
  follower_id uuid not null references public.profiles (id) on delete cascade,
  followed_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, followed_id),
  constraint person_follows_two_people check (follower_id <> followed_id)
);
comment on table public.person_follows is
  'Members who follow another member''s posts. Both of them read the row, and nobody else; blocking ends it in both directions.';
create index person_follows_followed on public.person_follows (followed_id, created_at desc);

create table public.person_blocks (
  user_id uuid not null references public.profiles (id) on delete cascade,
  other_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null check (kind in ('block', 'mute')),
  created_at timestamptz not null default now(),
  primary key (user_id, other_id),
  constraint person_blocks_two_people check (user_id <> other_id)
);
comment on table public.person_blocks is
  'Members whom a member blocked or muted. block: neither of the two sees what the other one says. mute: user_id does not see what '
  'other_id says, who does not notice. Only user_id reads the row.';
create index person_blocks_other on public.person_blocks (other_id, user_id);

create function private.is_hidden_between(p_viewer uuid, p_other uuid)
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_viewer is null or p_other is null or p_viewer = p_other then
    return false;
  end if;
  return exists (
    select 1 from public.person_blocks b
    where b.kind = 'block' and (b.user_id, b.other_id) in ((p_viewer, p_other), (p_other, p_viewer)));
end
$$;
comment on function private.is_hidden_between(uuid, uuid) is
  'Returns whether one of two people blocked the other. False for visitors (null): what is public stays public to who is not signed in.';

create function private.is_muted_by(p_viewer uuid, p_other uuid)
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_viewer is not null and exists (
    select 1 from public.person_blocks b where b.user_id = p_viewer and b.other_id = p_other and b.kind = 'mute');
end
$$;
comment on function private.is_muted_by(uuid, uuid) is 'Returns whether p_viewer muted p_other. False for visitors (null).';

create table private.notification_kinds (
  kind text primary key check (kind ~ '^[a-z_]{3,30}$'),
  position int not null unique,
  from_people boolean not null
);
comment on table private.notification_kinds is
  'Kinds of notifications. from_people: a person did it, who is named, and of whom nothing is told once blocked or muted. Without: the '
  'site tells it, and who decided is not kept. The words of each kind are in app/features/community/bell/bell.rules.ts.';
insert into private.notification_kinds (kind, position, from_people) values
  ('mention', 1, true),
  ('comment', 2, true),
  ('reply', 3, true),
  ('reaction', 4, true),
  ('follow', 5, true),
  ('post_published', 6, false),
  ('post_hidden', 7, false),
  ('post_removed', 8, false),
  ('post_restored', 9, false),
  ('sanction', 10, false),
  ('sanction_lifted', 11, false),
  ('appeal_decided', 12, false),
  ('stream_live', 13, false);

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null,
  actor_id uuid references public.profiles (id) on delete cascade,
  post_id uuid references public.posts (id) on delete cascade,
  event_id uuid references public.events (id) on delete cascade,
  about_id uuid,
  subject_id uuid,
  facts jsonb not null default '{}',
  is_withdrawn boolean not null default false,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notifications_group_key unique nulls not distinct (user_id, kind, actor_id, post_id, event_id, about_id)
);
comment on table public.notifications is
  'Notifications of members: one row for what one person did to one post, or for one decision (about_id). Written by private.notify; '
  'only its member reads it. The list has one item for the rows of a kind about one subject_id, so that a count is always that of people '
  'who may still be named. is_withdrawn = it was taken back: nobody reads it, and it keeps the same from being told again and again.';
comment on column public.notifications.subject_id is
  'What the rows of an item have in common: of a comment the post, of a reply the comment that it answers, of a decision the decision, '
  'otherwise the post; null for follows. Set by a trigger.';
create index notifications_list on public.notifications (user_id, created_at desc, id desc);
create index notifications_items on public.notifications (user_id, kind, subject_id, created_at desc, id desc);
create index notifications_unread on public.notifications (user_id, kind, subject_id) where read_at is null;
create index notifications_actor on public.notifications (actor_id) where actor_id is not null;
create index notifications_post on public.notifications (post_id) where post_id is not null;
create index notifications_event on public.notifications (event_id) where event_id is not null;

create function private.set_notification_subject()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.subject_id := coalesce(new.about_id, case new.kind
    when 'comment' then (select p.post_id from public.posts p where p.id = new.post_id)
    when 'reply' then (select p.reply_to from public.posts p where p.id = new.post_id)
    else new.post_id end);
  return new;
end
$$;
comment on function private.set_notification_subject() is 'Trigger: stores what a notification has in common with others of its item.';
create trigger notifications_subject before insert on public.notifications
  for each row execute function private.set_notification_subject();

create function private.withdraw_notifications()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'person_follows' then
    update public.notifications n set is_withdrawn = true
    where n.kind = 'follow' and n.user_id = old.followed_id and n.actor_id = old.follower_id and not n.is_withdrawn;
  elsif tg_table_name = 'post_reactions' then
    update public.notifications n set is_withdrawn = true
    where n.kind = 'reaction' and n.post_id = old.post_id and n.actor_id = old.user_id and not n.is_withdrawn;
  else
    update public.notifications n set is_withdrawn = true
    where n.kind = 'mention' and n.post_id = old.post_id and n.user_id = old.user_id and not n.is_withdrawn;
  end if;
  return null;
end
$$;
comment on function private.withdraw_notifications() is
  'Trigger of follows, reactions and mentions: what is taken back is no longer told.';
create trigger person_follows_withdrawn after delete on public.person_follows
  for each row execute function private.withdraw_notifications();
create trigger post_reactions_withdrawn after delete on public.post_reactions
  for each row execute function private.withdraw_notifications();
create trigger post_mentions_withdrawn after delete on public.post_mentions
  for each row execute function private.withdraw_notifications();

create function private.notify(p_user uuid, p_kind text, p_actor uuid, p_post uuid, p_event uuid, p_facts jsonb default '{}')
returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_kind private.notification_kinds;
  v_actor uuid;
begin
  select * into v_kind from private.notification_kinds k where k.kind = p_kind;
  if not found then
    raise exception 'unknown kind of notification %', p_kind using errcode = 'invalid_parameter_value';
  end if;
  v_actor := case when v_kind.from_people then p_actor end;
  if not private.is_account_member(p_user)
    or v_actor = p_user or private.is_hidden_between(p_user, v_actor) or private.is_muted_by(p_user, v_actor) then
    return;
  end if;
  insert into public.notifications as n (user_id, kind, actor_id, post_id, event_id, about_id, facts)
  values (p_user, p_kind, v_actor, p_post, p_event, (p_facts ->> 'id')::uuid, p_facts)
  on conflict on constraint notifications_group_key do update
    set facts = excluded.facts, is_withdrawn = false,
      -- Tells once a day of what one person does and takes back again and again.
      created_at = case when n.created_at < now() - interval '1 day' or (n.read_at is null and not n.is_withdrawn) or v_actor is null
        then excluded.created_at else n.created_at end,
      read_at = case when n.created_at < now() - interval '1 day' or v_actor is null then null else n.read_at end;
end
$$;
comment on function private.notify(uuid, text, uuid, uuid, uuid, jsonb) is
  'Tells a member something by the bell: p_kind of private.notification_kinds, p_actor who did it, p_post what it leads to (of a mention, '
  'a comment or a reply: that post or comment itself; of a reaction: what was reacted to). p_facts: what the sentence needs, never the '
  'text of a post; id = the decision it is about. Nothing happens for guests, for one''s own doing, and between people who blocked or '
  'muted each other; a repetition moves its row to the top.';

alter table public.person_follows enable row level security;
alter table public.person_follows force row level security;
alter table public.person_blocks enable row level security;
alter table public.person_blocks force row level security;
alter table public.notifications enable row level security;
alter table public.notifications force row level security;

grant select on public.person_follows, public.person_blocks, public.notifications to authenticated, service_role;
create policy person_follows_select on public.person_follows for select to authenticated
  using ((follower_id = (select auth.uid()) or followed_id = (select auth.uid())) and (select private.is_member()));
create policy person_blocks_select on public.person_blocks for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_member()));
create policy notifications_select on public.notifications for select to authenticated
  using (user_id = (select auth.uid()) and not is_withdrawn and (select private.is_member()));

revoke execute on function private.notify(uuid, text, uuid, uuid, uuid, jsonb), private.set_notification_subject(),
  private.withdraw_notifications() from public, anon, authenticated, service_role;
grant execute on function private.is_hidden_between(uuid, uuid), private.is_muted_by(uuid, uuid) to anon, authenticated, service_role;
