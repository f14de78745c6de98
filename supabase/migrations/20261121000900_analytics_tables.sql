-- Stores views and sales. Raw rows of views stay for 13 months, figures of each day for good; the money of a day is summed
-- from the ledger, which stays.

create table private.page_views (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  path text not null check (path ~ '^/' and char_length(path) <= 512),
  user_id uuid references auth.users (id) on delete set null,
  session_id text not null check (session_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  visitor text check (char_length(visitor) <= 64),
  device_type text not null check (device_type in ('tablet', 'mobile', 'desktop')),
  browser text not null
    check (browser in ('Firefox', 'Opera', 'Internet Explorer', 'Edge', 'Chrome', 'Safari', 'Unknown')),
  referrer_host text check (char_length(referrer_host) between 1 and 253)
);
comment on table private.page_views is
  'One row per page shown. session_id is of one browser tab; visitor is a hash that changes every day, so that the visitors of a day can be counted but not tracked over days.';
create index page_views_at on private.page_views (at);
create index page_views_session on private.page_views (session_id, at);
create index page_views_user on private.page_views (user_id) where user_id is not null;

create table private.item_views (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('event_view', 'ticket_click', 'product_view', 'product_click')),
  item_id uuid not null,
  session_id text not null check (session_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  user_id uuid references auth.users (id) on delete set null
);
comment on table private.item_views is
  'An event or product that was looked at or clicked, once per session, item and kind in 30 minutes.';
create index item_views_at on private.item_views (at);
create index item_views_item on private.item_views (item_id, kind, at);
create index item_views_session on private.item_views (session_id);
create index item_views_user on private.item_views (user_id) where user_id is not null;

create unlogged table private.item_views_seen (
  session_id text not null,
  item_id uuid not null,
  kind text not null,
  at timestamptz not null default now(),
  primary key (session_id, item_id, kind)
);
comment on table private.item_views_seen is
  'When a session last counted for an item. Its key accepts one of many parallel reports. Unlogged, because a lost row only adds one count.';
create index item_views_seen_at on private.item_views_seen (at);

create table private.staff_sessions (
  session_id text primary key,
  flagged_at timestamptz not null default now()
);
comment on table private.staff_sessions is
  'Sessions in which a person with a staff role or grant was ever signed in: none of their views are counted.';

create table private.view_days (
  day date primary key,
  views int not null check (views >= 0),
  sessions int not null check (sessions >= 0),
  uniques int not null check (uniques >= 0),
  bounces int not null check (bounces between 0 and sessions)
);
comment on table private.view_days is
  'Figures of each day that is over (6 AM to 6 AM in the brand''s time zone). bounces = sessions with one view and nothing else.';

create table private.view_day_parts (
  day date not null references private.view_days (day) on delete cascade,
  part text not null check (part in ('path', 'device', 'browser', 'referrer')),
  name text not null,
  views int not null check (views > 0),
  primary key (day, part, name)
);
comment on table private.view_day_parts is 'The views of a day by page, device, browser and referrer; the 200 most frequent of each.';

create table private.item_view_days (
  day date not null references private.view_days (day) on delete cascade,
  kind text not null check (kind in ('event_view', 'ticket_click', 'product_view', 'product_click')),
  item_id uuid not null,
  views int not null check (views > 0),
  primary key (day, kind, item_id)
);
comment on table private.item_view_days is 'Views and clicks of each event and product per day, without those of staff.';

create table private.sale_days (
  day date primary key references private.view_days (day) on delete cascade,
  orders int not null,
  tickets int not null,
  gross_cents bigint not null,
  face_cents bigint not null,
  fee_cents bigint not null,
  tax_cents bigint not null,
  refunded_cents bigint not null,
  disputed_cents bigint not null,
  corrected_cents bigint not null
);
comment on table private.sale_days is
  'Sums of the ledger for each day that is over, by the moments at which entries were booked; test orders do not count.';

create table private.figure_spans (
  from_day date not null,
  open_day date not null,
  part text not null check (part in ('path', 'device', 'browser', 'referrer', 'event', 'product')),
  name text not null,
  views bigint not null,
  clicks bigint not null default 0,
  primary key (from_day, open_day, part, name)
);
create index figure_spans_leading on private.figure_spans (from_day, open_day, part, views desc, name);
comment on table private.figure_spans is
  'Sums of the days from from_day up to, not including, open_day, all of them over: a cache of view_day_parts and item_view_days (events and products by id) for long spans. Dropped when the next day is over.';

alter table private.page_views enable row level security;
alter table private.item_views enable row level security;
alter table private.item_views_seen enable row level security;
alter table private.staff_sessions enable row level security;
alter table private.view_days enable row level security;
alter table private.view_day_parts enable row level security;
alter table private.item_view_days enable row level security;
alter table private.sale_days enable row level security;
alter table private.figure_spans enable row level security;
