-- Events, what they sell, and the stock it is sold from.
-- Counters (held, sold) are columns beside the capacity they may not exceed, so that a CHECK prevents overselling even by faulty code.

create table public.event_series (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 3 and 80),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  description text not null default '' check (length(description) <= 500),
  created_at timestamptz not null default now()
);
comment on table public.event_series is
  'Events that come again ("First Fridays"). Each date is an event of its own, with its own tickets and state.';
create unique index event_series_name on public.event_series (lower(name));

create table public.events (
  id uuid primary key default gen_random_uuid(),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title text not null check (length(title) between 3 and 120),
  summary text not null default '' check (length(summary) <= 200),
  description text not null default '' check (length(description) <= 10000),
  status text not null default 'draft' check (status in ('draft', 'published', 'postponed', 'cancelled', 'archived')),
  visibility text not null default 'public' check (visibility in ('public', 'unlisted', 'password', 'members')),
  location_visibility text not null default 'public' check (location_visibility in ('public', 'holders', 'hours')),
  location_hours int check (location_hours between 1 and 336),
  location_reveals_at timestamptz
    generated always as ((doors_at at time zone 'utc' - make_interval(hours => location_hours)) at time zone 'utc') stored,
  venue_hidden boolean not null default false,
  venue_name text not null default '' check (length(venue_name) <= 120),
  address text not null default '' check (length(address) <= 200),
  latitude numeric(7, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  neighborhood text not null default '' check (length(neighborhood) <= 80),
  city text not null check (length(city) between 1 and 80),
  region text not null default '' check (length(region) <= 80),
  country text not null default 'US' check (country ~ '^[A-Z]{2}$'),
  time_zone text not null check (length(time_zone) between 1 and 64),
  doors_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  last_entry_at timestamptz,
  reentries int not null default 0 check (reentries between 0 and 20),
  min_age int not null default 0 check (min_age in (0, 18, 21)),
  dress_code text not null default '' check (length(dress_code) <= 200),
  id_policy text not null default '' check (length(id_policy) <= 300),
  genres text[] not null default '{}'
    check (genres <@ array['soca', 'dancehall', 'afrobeats', 'reggae', 'kompa', 'day-fete', 'cruise']),
  line_up jsonb not null default '[]' check (jsonb_typeof(line_up) = 'array'),
  series_id uuid references public.event_series (id) on delete set null,
  image_path text check (image_path ~ '^/(art|pictures)/[a-z0-9][a-z0-9-]{7,90}\.[0-9a-f]{15}$'),
  image_alt text not null default '' check (length(image_alt) <= 200),
  fee_fixed_cents bigint not null default 0 check (fee_fixed_cents between 0 and 100000),
  fee_bps int not null default 0 check (fee_bps between 0 and 5000),
  tax_bps int not null default 0 check (tax_bps between 0 and 3000),
  tax_on_fees boolean not null default true,
  max_per_person int check (max_per_person between 1 and 20),
  ticket_sharing text not null default 'transfers' check (ticket_sharing in ('transfers', 'returns', 'off')),
  refund_hours int check (refund_hours between 1 and 2160),
  refund_keeps_fee boolean not null default true,
  refund_kept_percent int not null default 0 check (refund_kept_percent between 0 and 90),
  sales_paused_at timestamptz,
  is_test boolean not null default false,
  show_going boolean not null default false,
  published_at timestamptz,
  cancelled_at timestamptz,
  previous_starts_at timestamptz,
  status_note text not null default '' check (length(status_note) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint events_times check (doors_at <= starts_at and starts_at < ends_at and ends_at <= starts_at + interval '5 days'),
  constraint events_last_entry check (last_entry_at between doors_at and ends_at),
  constraint events_cancelled check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint events_location_hours check ((location_visibility = 'hours') = (location_hours is not null)),
  constraint events_venue_hidden check (
    case location_visibility when 'public' then not venue_hidden when 'holders' then venue_hidden else true end
    and (not venue_hidden or (venue_name = '' and address = '' and latitude is null))),
  constraint events_coordinates check ((latitude is null) = (longitude is null))
);
comment on table public.events is
  'One party (or day fete, or cruise). Instants are UTC; time_zone (IANA) says how to print them. Fees and tax apply to every type of the '
  'event; tax_on_fees = the jurisdiction taxes the fee as well as the face price.';
comment on column public.events.refund_hours is
  'Until how many hours before doors buyers may return tickets by themselves; null = they may not. Orders keep the policy that they were '
  'placed under.';
comment on column public.events.refund_keeps_fee is 'True when such a refund leaves the service fee, with the tax on it, with the seller.';
comment on column public.events.refund_kept_percent is
  'The percentage of the price after discount, with the tax on it, that such a refund leaves with the seller.';
comment on column public.events.ticket_sharing is
  'What holders may do with tickets they can''t use, besides a refund: transfers = give them to somebody, and return them '
  'once the event is sold out; returns = return them only; off = nothing.';
comment on column public.events.visibility is
  'Audience that may open the event: public = everybody; unlisted = everybody with its address; password = people who gave its password, '
  'bought or work there; members = the signed-in, while others see only its time and city. Lists, search and the sitemap never have '
  'unlisted and password events.';
comment on column public.events.location_visibility is
  'Disclosure of the venue: public = to everybody at once; holders = only to holders of valid tickets; hours = to everybody from '
  'location_hours before doors on, until then only to staff.';
comment on column public.events.previous_starts_at is
  'The start that tickets were sold for, when a new date was announced after it; null for an event that kept its date.';
comment on column public.events.latitude is
  'Where the venue is, in degrees (WGS 84), for the map of the event''s page; null for no map. Hidden with the venue.';
comment on column public.events.venue_hidden is
  'True while the venue is in event_venues instead of this row, so that no read of events can show it. private.write_place and '
  'reveal_venues alone change it.';
-- Index lists by date, by city and by music, and the list of cities.
create index events_starts_at on public.events (starts_at, id);
create index events_listing_city on public.events (lower(city), starts_at, id) where visibility in ('public', 'members') and not is_test;
create index events_listing_cities on public.events (city, ends_at) where visibility in ('public', 'members') and not is_test;
create index events_listing_genres on public.events using gin (genres) where visibility in ('public', 'members') and not is_test;
create index events_sitemap on public.events (starts_at, id)
  where visibility = 'public' and not is_test and status in ('published', 'postponed', 'cancelled');
-- includes the end, so that counting upcoming or past events is an index-only scan
create index events_status on public.events (status, starts_at, id) include (ends_at);
create index events_series on public.events (series_id, starts_at) where series_id is not null;
create index events_ends_at on public.events (ends_at);
-- The venues that reveal_venues has to move.
create index events_venue_due on public.events (location_reveals_at) where venue_hidden and location_visibility = 'hours';

create table public.event_venues (
  event_id uuid primary key references public.events (id) on delete cascade,
  venue_name text not null default '' check (length(venue_name) <= 120),
  address text not null default '' check (length(address) <= 200),
  latitude numeric(7, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  constraint event_venues_coordinates check ((latitude is null) = (longitude is null))
);
comment on table public.event_venues is
  'The venues that are hidden (events.venue_hidden): they stand here instead of in events. Staff read all of them, holders of valid '
  'tickets theirs as soon as they may know.';

create table private.event_passwords (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null unique references public.events (id) on delete cascade,
  hash text not null check (hash like '$2%'),
  set_at timestamptz not null default now()
);
comment on table private.event_passwords is
  'The passwords of events as bcrypt hashes. A changed password is a new row: the unlocks of the old one are deleted with it.';

create table private.event_unlocks (
  password_id uuid not null references private.event_passwords (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  at timestamptz not null default now(),
  primary key (user_id, password_id)
);
comment on table private.event_unlocks is 'The accounts, guests included, that gave the password of an event.';
create index event_unlocks_password on private.event_unlocks (password_id);

create table public.capacity_pools (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  purpose text not null default 'places' check (purpose in ('places', 'add_on')),
  capacity int not null check (capacity between 0 and 1000000),
  held int not null default 0 check (held >= 0),
  sold int not null default 0 check (sold >= 0),
  blocked int not null default 0 check (blocked >= 0),
  created_at timestamptz not null default now(),
  constraint capacity_pools_no_oversell check (held + sold + blocked <= capacity),
  unique (event_id, name),
  unique (id, event_id)
) with (fillfactor = 50);
comment on table public.capacity_pools is
  'A number of places ("GA room 400", "Legal capacity 650"). A ticket type draws one place from each of its pools. held = places in live '
  'holds, sold = places of valid tickets, blocked = places kept back for the holders of a code. Counters are changed by the selling '
  'functions only. purpose: places = room for people; add_on = the stock of an add-on, which counts no people.';

create table public.ticket_types (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  description text not null default '' check (length(description) <= 500),
  position int not null default 0,
  visibility text not null default 'public' check (visibility in ('public', 'code', 'members', 'staff')),
  min_per_order int not null default 1 check (min_per_order between 1 and 20),
  max_per_order int not null default 10 check (max_per_order between 1 and 20),
  sale_starts_at timestamptz,
  members_sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  paused_at timestamptz,
  includes_stream boolean not null default false,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  constraint ticket_types_order_limits check (min_per_order <= max_per_order),
  constraint ticket_types_sale_window check (sale_starts_at < sale_ends_at),
  constraint ticket_types_members_window check (members_sale_starts_at is null or members_sale_starts_at < sale_starts_at),
  unique (id, event_id)
);
comment on table public.ticket_types is
  'Ticket types of events, which buyers choose. visibility: who learns that the type exists: everybody (public), people who unlocked a '
  'code that names it (code), members, or staff. sale_starts_at null = from publication, sale_ends_at null = until the event ends; '
  'members_sale_starts_at = when members may buy, before everybody else. A type without a pool cannot be sold. includes_stream = '
  'its holders watch the streams of the event, too.';
create index ticket_types_event on public.ticket_types (event_id, position);
create index ticket_types_to_come on public.ticket_types (sale_starts_at) where archived_at is null and sale_starts_at is not null;

create table public.ticket_type_pools (
  ticket_type_id uuid not null,
  pool_id uuid not null,
  event_id uuid not null references public.events (id) on delete cascade,
  primary key (ticket_type_id, pool_id),
  foreign key (ticket_type_id, event_id) references public.ticket_types (id, event_id) on delete cascade,
  foreign key (pool_id, event_id) references public.capacity_pools (id, event_id) on delete cascade
);
comment on table public.ticket_type_pools is
  'Capacity pools that a ticket type draws on. event_id is repeated so that the keys forbid drawing on another event''s pool.';
create index ticket_type_pools_pool on public.ticket_type_pools (pool_id, event_id);
create index ticket_type_pools_type on public.ticket_type_pools (ticket_type_id, event_id);
create index ticket_type_pools_event on public.ticket_type_pools (event_id);

create table public.price_releases (
  id uuid primary key default gen_random_uuid(),
  ticket_type_id uuid not null references public.ticket_types (id) on delete cascade,
  position int not null default 0,
  name text not null check (length(name) between 1 and 80),
  face_cents bigint not null check (face_cents between 0 and 10000000),
  quantity int check (quantity between 0 and 1000000),
  ends_at timestamptz,
  held int not null default 0 check (held >= 0),
  sold int not null default 0 check (sold >= 0),
  created_at timestamptz not null default now(),
  constraint price_releases_no_oversell check (quantity is null or held + sold <= quantity),
  unique (ticket_type_id, position)
) with (fillfactor = 50);
comment on table public.price_releases is
  'The prices of a type in order ("Early", "Second", "Final"). The one on sale is the first by position that is neither sold out nor '
  'ended; quantity null = as many as the pools give. face_cents is before fee and tax.';

create table private.waiting_types (
  ticket_type_id uuid primary key references public.ticket_types (id) on delete cascade,
  least_units int not null check (least_units > 0)
);
comment on table private.waiting_types is
  'Ticket types for which people wait who are offered freed places before the public, and the fewest units that one of them would take. '
  'While so many are free the type is sold out to everybody else. Written by the waitlist alone.';

create index price_releases_free on public.price_releases (ticket_type_id) where face_cents = 0;

create view private.event_fields with (security_invoker = true) as
select id, title, summary, description, visibility, location_visibility as "locationVisibility",
  location_hours as "locationHours", is_test as "isTest", venue_name as "venueName", address, latitude, longitude, neighborhood, city,
  region, country, time_zone as "timeZone", doors_at as "doorsAt", starts_at as "startsAt", ends_at as "endsAt",
    last_entry_at as "lastEntryAt",
    reentries,
  min_age as "minAge", dress_code as "dressCode", id_policy as "idPolicy", genres, line_up as "lineUp",
  image_path as "imagePath", image_alt as "imageAlt", fee_fixed_cents as "feeFixedCents", fee_bps as "feeBps",
  tax_bps as "taxBps", tax_on_fees as "taxOnFees", max_per_person as "maxPerPerson",
  ticket_sharing as "ticketSharing",
  refund_hours as "refundHours", refund_keeps_fee as "refundKeepsFee", refund_kept_percent as "refundKeptPercent",
  sales_paused_at is not null as "salesPaused", show_going as "showGoing",
  series_id as "seriesId"
from public.events;
comment on view private.event_fields is
  'The editable fields of an event under their JSON names. The only list of these columns: the editor reads this view, and save_event and '
  'copy_event write through it. Slug, status, version and the sales pause are left out, because they have rules of their own. A hidden '
  'venue is empty here: private.event_place reads it for those who may know it, and write_event_fields writes it.';

create table public.event_drafts (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  event_id uuid references public.events (id) on delete cascade,
  tab text not null check (tab ~ '^[a-z][a-z-]{1,19}(/[0-9a-z-]{1,36})?$'),
  form jsonb not null check (jsonb_typeof(form) = 'object' and octet_length(form::text) <= 400000),
  saved_at timestamptz not null default now(),
  unique nulls not distinct (owner_id, event_id, tab),
  check ((event_id is null) = (tab = 'new'))
);
comment on table public.event_drafts is
  'Unsaved input of an admin in a form of an event''s editor: one row per person, event and tab. tab = the tab, or the tab and the row '
  'that the form edits: codes/<id>, codes/new; new = the form of an event that is not stored yet, without event_id. form = the fields as '
  'the browser sends them, nested. Nothing of it is shown to anybody else; saving the form deletes it.';
create index event_drafts_event on public.event_drafts (event_id);

alter table public.event_series enable row level security;
alter table public.event_series force row level security;
alter table public.event_drafts enable row level security;
alter table public.event_drafts force row level security;
alter table public.events enable row level security;
alter table public.events force row level security;
alter table public.event_venues enable row level security;
alter table public.event_venues force row level security;
alter table public.capacity_pools enable row level security;
alter table public.capacity_pools force row level security;
alter table public.ticket_types enable row level security;
alter table public.ticket_types force row level security;
alter table public.ticket_type_pools enable row level security;
alter table public.ticket_type_pools force row level security;
alter table public.price_releases enable row level security;
alter table public.price_releases force row level security;
