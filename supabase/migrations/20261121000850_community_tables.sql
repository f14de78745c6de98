-- Stores posts, comments and what belongs to them. The API reads what private.can_see_post allows; functions alone write.

create table private.post_states (
  state text primary key,
  position int not null unique,
  label text not null,
  tone text not null check (tone in ('neutral', 'info', 'success', 'warning', 'danger')),
  is_shown boolean not null,
  is_held_back boolean not null,
  can_be_edited boolean not null,
  can_be_repaired boolean not null,
  has_text boolean not null,
  is_due_for_purge boolean not null
);
comment on table private.post_states is
  'The states of a post or comment. label and tone = what its author and moderators read, and the color of its badge.';
comment on column private.post_states.is_shown is 'A post in this state is read by everybody who may read where it stands.';
comment on column private.post_states.is_held_back is
  'A post in this state is shown to its author and moderators alone, with a note that says so.';
comment on column private.post_states.can_be_edited is 'The author of a post in this state may change its text.';
comment on column private.post_states.can_be_repaired is
  'The author of a post in this state may change its text once, which shows it again until moderators decide.';
comment on column private.post_states.has_text is 'The text of a post in this state is still stored.';
comment on column private.post_states.is_due_for_purge is 'A post in this state is purged 30 days later.';
insert into private.post_states
  (state, position, label, tone, is_shown, is_held_back, can_be_edited, can_be_repaired, has_text, is_due_for_purge)
values
  --                                                      shown  held   edited repaired text  purge
  ('pending_review', 1, 'Waiting for review', 'info',    false, true,  true,  false, true,  false),
  ('published',      2, 'Posted',             'success', true,  false, true,  false, true,  false),
  ('auto_hidden',    3, 'Hidden for now',     'warning', false, true,  true,  true,  true,  false),
  ('removed',        4, 'Removed',            'danger',  false, true,  false, false, true,  true),
  ('author_deleted', 5, 'Deleted',            'neutral', false, false, false, false, true,  true),
  ('purged',         6, 'Erased',             'neutral', false, false, false, false, false, false);
select private.write_state_questions('post');

create table private.post_moves (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
comment on table private.post_moves is 'Every legal change of a post''s state. private.move_post refuses all others.';
insert into private.post_moves (from_state, to_state) values
  ('pending_review', 'published'),
  ('pending_review', 'removed'),
  ('pending_review', 'author_deleted'),
  ('published', 'pending_review'),
  ('published', 'auto_hidden'),
  ('published', 'removed'),
  ('published', 'author_deleted'),
  ('auto_hidden', 'published'),
  ('auto_hidden', 'removed'),
  ('removed', 'published'),
  ('removed', 'purged'),
  ('author_deleted', 'purged');

create table public.posts (
  id uuid primary key default gen_random_uuid(),
  author_id uuid references public.profiles (id) on delete cascade,
  post_id uuid references public.posts (id) on delete cascade,
  reply_to uuid,
  event_id uuid references public.events (id) on delete cascade,
  body text not null check (char_length(body) <= 2000),
  status text not null default 'published' check (private.is_post_state(status)),
  status_at timestamptz not null default now(),
  author_active boolean not null default true,
  is_official boolean not null default false,
  topic text check (topic in ('lost_and_found')),
  pinned_at timestamptz,
  locked_at timestamptz,
  edited_at timestamptz,
  version int not null default 1 check (version >= 1),
  repaired_at timestamptz,
  created_at timestamptz not null default now(),
  unique (id, post_id),
  constraint posts_reply foreign key (reply_to, post_id) references public.posts (id, post_id) on delete cascade,
  constraint posts_reply_has_post check (reply_to is null or post_id is not null),
  constraint posts_text check (case when private.post_has_text(status) then body ~ '\S' else body = '' end),
  constraint posts_comment_length check (post_id is null or char_length(body) <= 1000),
  constraint posts_pinned check (pinned_at is null or (post_id is null and private.post_is_shown(status))),
  constraint posts_locked check (locked_at is null or post_id is null),
  constraint posts_author_unless_official check ((author_id is null) = is_official),
  constraint posts_topic check (topic is null or (post_id is null and event_id is not null))
);
comment on table public.posts is
  'Posts, and comments on them (post_id = the post; reply_to = the direct comment of the same post that a reply answers). event_id = the '
  'event of whose thread it is part; comments have that of their post. body = markdown as it was typed, never trusted as HTML. status '
  'changes by private.move_post alone; author_active = false while the author''s account is deactivated. is_official = written for the '
  'brand, whose author_id is null: private.official_posts has who wrote it. version = raised by every change of text or status; '
  'repaired_at = when the author changed what was hidden automatically. Deleted with the account of their author; those of the brand stay.';
create index posts_latest on public.posts (created_at desc, id desc)
  where post_id is null and author_active and private.post_is_shown(status);
create index posts_author on public.posts (author_id, created_at desc, id desc);
create index posts_followed on public.posts (author_id, created_at desc, id desc)
  where post_id is null and not is_official and author_active and private.post_is_shown(status);
create index posts_thread on public.posts (event_id, created_at desc, id desc)
  where post_id is null and author_active and private.post_is_shown(status);
create index posts_event on public.posts (event_id) where event_id is not null;
create index posts_comments on public.posts (post_id, created_at, id) where post_id is not null;
create index posts_commenters on public.posts (post_id, author_id) include (id, reply_to)
  where post_id is not null and author_active and private.post_is_shown(status);
create index posts_replies on public.posts (reply_to, post_id) where reply_to is not null;
create index posts_replies_in_order on public.posts (reply_to, created_at, id) where reply_to is not null;
create index posts_held_back on public.posts (author_id, created_at desc) where private.post_is_held_back(status);
create index posts_pinned_first on public.posts (pinned_at desc) where pinned_at is not null;
create index posts_due_for_purge on public.posts (status_at) where private.post_is_due_for_purge(status);

create table private.official_posts (
  post_id uuid primary key references public.posts (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null
);
comment on table private.official_posts is
  'Who wrote a post for the brand, null once their account is deleted. It stands here because everybody reads the columns of posts.';
create index official_posts_author on private.official_posts (author_id);

create function private.post_writer(p_post public.posts) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(p_post.author_id, (select o.author_id from private.official_posts o where o.post_id = p_post.id));
end
$$;
comment on function private.post_writer(public.posts) is
  'Who wrote a post, also one for the brand: they may edit and delete it, and do not report it or decide about it. For '
  'the brand''s, no reader learns it.';
revoke execute on function private.post_writer(public.posts) from public, anon, authenticated, service_role;

create table private.post_edits (
  id bigint generated always as identity primary key,
  post_id uuid not null references public.posts (id) on delete cascade,
  body text not null,
  edited_at timestamptz not null default now()
);
comment on table private.post_edits is
  'The texts that a post had before, each with the moment at which it was replaced. Moderators read them; purged with the post.';
create index post_edits_post on private.post_edits (post_id, id);

-- Files of pictures in posts: private, because a hidden post hides its pictures. The server reads them after the row policy.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('posts', 'posts', false, 4194304, array['image/webp']);

create table public.post_pictures (
  picture_name text primary key check (picture_name ~ '^[0-9a-f]{32}$'),
  post_id uuid not null references public.posts (id) on delete cascade,
  position int not null check (position between 1 and 4),
  width int not null check (width between 1 and 10000),
  height int not null check (height between 1 and 10000),
  alt text not null default '' check (char_length(alt) <= 300),
  unique (post_id, position)
);
comment on table public.post_pictures is
  'Pictures of posts, four at most. picture_name = of its file in the bucket posts, made again from what was sent, without metadata; alt = '
  'what it shows, in its author''s words.';

create table public.post_links (
  post_id uuid primary key references public.posts (id) on delete cascade,
  url text not null check (char_length(url) <= 2000 and url ~ '^https?://'),
  title text check (char_length(title) <= 200),
  description text check (char_length(description) <= 300),
  site text check (char_length(site) <= 100),
  fetched_at timestamptz
);
comment on table public.post_links is
  'The first link of a post and its preview, which a job fetches (fetched_at); without a title the link has none.';

create table public.post_mentions (
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  told_at timestamptz,
  primary key (post_id, user_id)
);
comment on table public.post_mentions is
  'Mentions of people in posts, five at most. told_at = when they were notified: once, when the post is shown.';
create index post_mentions_user on public.post_mentions (user_id);

create table public.post_reactions (
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  reaction text not null check (reaction in ('love', 'fire', 'dance', 'laugh', 'wow', 'sad')),
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
comment on table public.post_reactions is 'Reactions to posts and comments, one per person.';
create index post_reactions_user on public.post_reactions (user_id);

create table public.post_counts (
  post_id uuid primary key references public.posts (id) on delete cascade,
  comments int not null default 0 check (comments >= 0),
  reactions jsonb not null default '{}' check (jsonb_typeof(reactions) = 'object')
);
comment on table public.post_counts is
  'How many comments of a post are shown, and how many people reacted how ({reaction: people}). Kept by triggers; an invariant compares it '
  'with the rows.';

create table public.event_threads (
  event_id uuid primary key references public.events (id) on delete cascade,
  slow_seconds int check (slow_seconds between 10 and 86400),
  mode_override text check (mode_override in ('hype', 'live', 'recap')),
  locked_at timestamptz
);
comment on table public.event_threads is
  'Settings of an event''s thread by moderators; an event without a row has the defaults. slow_seconds = the least time between two posts '
  'of one person; mode_override = the mode instead of that of the clock; locked_at = nobody writes any more.';

alter table private.post_states enable row level security;
alter table private.post_states force row level security;
alter table private.post_moves enable row level security;
alter table private.post_moves force row level security;
alter table private.post_edits enable row level security;
alter table private.post_edits force row level security;
alter table public.posts enable row level security;
alter table public.posts force row level security;
alter table public.post_pictures enable row level security;
alter table public.post_pictures force row level security;
alter table public.post_links enable row level security;
alter table public.post_links force row level security;
alter table public.post_mentions enable row level security;
alter table public.post_mentions force row level security;
alter table public.post_reactions enable row level security;
alter table public.post_reactions force row level security;
alter table public.post_counts enable row level security;
alter table public.post_counts force row level security;
alter table public.event_threads enable row level security;
alter table public.event_threads force row level security;
