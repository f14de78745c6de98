-- What site search looks in: one index over events, products and posts, kept by triggers in the transaction that changes
-- them. It holds only what some stranger or member may find at all; row policies decide again when hits are read.

create extension if not exists pg_trgm with schema extensions;
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
  'One row for each thing that can be found. words: A title, B line-up and tags, C place, D what it says. at: when an event ends, when a post was written; position: a product''s place in the shop.';
-- Read far more often than written: both indexes are kept in order at once, for a list of what waits is read with every question.
create index search_entries_words on private.search_entries using gin (words) with (fastupdate = off);

create table private.search_words (
  word text primary key check (char_length(word) between 3 and 40)
);
comment on table private.search_words is
  'Words of events and products, to guess from what somebody misspelt. Nothing that people post gets in here: what they delete must be gone.';
create index search_words_alike on private.search_words using gin (word extensions.gin_trgm_ops) with (fastupdate = off);

alter table private.search_entries enable row level security;
alter table private.search_words enable row level security;
