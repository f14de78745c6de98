-- Stores posts. Read-only for now: the site shows posts, and only the server writes them.

create table public.posts (
  id uuid primary key default gen_random_uuid(),
  author_id uuid not null references public.profiles (id) on delete cascade,
  body text not null check (char_length(body) between 1 and 2000 and body ~ '\S'),
  hidden_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.posts is
  'Public posts of members, as plain text. A hidden post (hidden_at) is kept for moderation and not readable through the API; posts are '
  'deleted with their author''s account.';
create index posts_listing on public.posts (created_at desc, id desc) where hidden_at is null;
create index posts_author on public.posts (author_id, created_at desc, id desc);

alter table public.posts enable row level security;
alter table public.posts force row level security;
