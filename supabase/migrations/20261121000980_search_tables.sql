-- Stores the index of site search over events, products and posts, updated by triggers in the transaction of each change.
-- It holds only what visitors or members may find; row policies apply again when hits are read.

create extension if not exists unaccent with schema extensions;

create table private.search_entries (
  kind text not null check (kind in ('event', 'product', 'post')),
  item_id uuid not null,
  members_only boolean not null default false,
  words tsvector not null,
  at timestamptz,
  position int not null default 0,
  primary key (kind, item_id)
);
comment on table private.search_entries is
  'One row for each thing that can be found. words: A title, B line-up and tags, C place, D the description or text. at: when an event '
  'ends, when a post was written; position: a product''s place in the shop.';
-- Read far more often than written: fastupdate is off for both indexes, because every query would have to read the pending list.
create index search_entries_words on private.search_entries using gin (words) with (fastupdate = off);

create table private.search_words (
  word text primary key check (char_length(word) between 3 and 40)
);
comment on table private.search_words is
  'Words of events and products, for correcting misspelt queries. Words of posts are never added, because deleted posts must leave '
  'nothing behind.';
create index search_words_alike on private.search_words using gin (word extensions.gin_trgm_ops) with (fastupdate = off);

alter table private.search_entries enable row level security;
alter table private.search_words enable row level security;
