-- A hundred times the demo brand, beside it: the same rows on every run but for dates, which follow today.
-- Rows are written directly, because the past can't be bought; counters are set from the same rows, so that every invariant
-- of money, stock and door holds. What is "random" comes from hashes of row numbers.

create function pg_temp.grown_id(p_name text) returns uuid
language sql immutable
as $$ select overlay(overlay(md5('grown:' || p_name) placing '4' from 13) placing '8' from 17)::uuid $$;

-- A whole number from 0 to p_below - 1.
create function pg_temp.pick(p_name text, p_below int) returns int
language sql immutable
as $$ select (hashtextextended(p_name, 0) & 2147483647)::int % p_below $$;

-- The demo brand a hundred times, or the part of it that the setting says.
create function pg_temp.grown(p_full int) returns int
language sql stable
as $$ select ceil(p_full * coalesce(nullif(current_setting('grown.share', true), ''), '1')::numeric)::int $$;

create function pg_temp.grown_code(p_n bigint) returns text
language sql immutable
as $$
  -- an odd factor modulo 32^8 gives each number another code
  select string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + ((p_n * 412345677771 % 1099511627776) >> (5 * i) & 31)::int, 1), '' order by i)
  from generate_series(0, 7) i
$$;

-- Keeping indexes row by row costs most of the time: indexes and foreign keys of the large tables are built once, after their rows,
-- and triggers for single rows are off meanwhile; the rows below are as those would leave them.
create temporary table grown_parts (place int generated always as identity, statement text);
create function pg_temp.strip(p_tables regclass[]) returns void
language plpgsql
as $$
declare
  v_part record;
begin
  for v_part in
    select 1 as step, pg_get_indexdef(i.indexrelid) as back, format('drop index %s', i.indexrelid::regclass) as away
    from pg_index i
    where i.indrelid = any (p_tables) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
    union all
    select 2, format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)),
      format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname)
    from pg_constraint c where c.contype = 'f' and c.conrelid = any (p_tables)
    union all
    select 3, format('alter table %s enable trigger %I', t.tgrelid::regclass, t.tgname), format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname)
    from pg_trigger t where not t.tgisinternal and t.tgenabled = 'O' and t.tgtype & 1 = 1 and t.tgrelid = any (p_tables)
    order by step
  loop
    execute v_part.away;
    insert into grown_parts (statement) values (v_part.back);
  end loop;
end
$$;
create function pg_temp.complete() returns void
language plpgsql
as $$
declare
  v_part record;
begin
  set local maintenance_work_mem = '512MB';
  for v_part in select p.statement from grown_parts p order by p.place loop
    execute v_part.statement;
  end loop;
  delete from grown_parts;
end
$$;

-- People -------------------------------------------------------------------------------------------------------------------

-- Plans that were made while a table was empty would read all of it for each row.
set plan_cache_mode = force_custom_plan;
insert into auth.users (id, email, created_at)
select pg_temp.grown_id('person:' || n), 'grown' || n || '@jouvay.example', now() - n * interval '40 minutes'
from generate_series(1, pg_temp.grown(50000)) n;

create temporary table grown_people as
select n, pg_temp.grown_id('person:' || n) as id, 'Grown Person ' || n as name, 'grown' || n || '@jouvay.example' as email
from generate_series(1, pg_temp.grown(50000)) n;
create unique index on grown_people (n);

update public.profiles p set username = 'grown' || g.n, display_name = g.name from grown_people g where g.id = p.id;

-- Events: three of four are over, the others come within a year --------------------------------------------------------------

create temporary table grown_events as
select e.*, pg_temp.grown_id('event:' || n) as id,
  (date_trunc('hour', now()) at time zone 'utc' at time zone 'utc')
    + case when coming then 1 + (n * 365 / pg_temp.grown(4976)) else -1 - (n * 1460 / pg_temp.grown(4976)) end * interval '1 day'
    + pg_temp.pick('hour:' || n, 12) * interval '1 hour' as doors_at,
  case when n % 33 = 0 then 'draft' when n % 34 = 0 then 'cancelled' when coming and n % 35 = 0 then 'postponed'
    when not coming and n % 6 = 0 then 'archived' else 'published' end as status,
  case when n % 31 = 0 then 'members' when n % 32 = 0 then 'unlisted' else 'public' end as visibility
from (
  select n, n % 4 = 0 as coming, pg_temp.pick('place:' || n, 40) as place from generate_series(1, pg_temp.grown(4976)) n
) e;
create unique index on grown_events (n);

insert into public.events (
  id, slug, title, summary, description, status, visibility, venue_name, address, neighborhood, city, region, country, time_zone,
  doors_at, starts_at, ends_at, min_age, genres, line_up, image_path, image_alt, fee_fixed_cents, fee_bps, published_at, cancelled_at)
select e.id, 'grown-night-' || e.n, 'Grown Night ' || e.n, 'Night ' || e.n || ' of many.', repeat('A night like many others. ', 12),
  e.status, e.visibility, 'Hall ' || e.place, e.n || ' Main Street', 'Quarter ' || e.place,
  case when e.place < 10
    then (array['Brooklyn', 'New York', 'Miami', 'Toronto', 'London', 'Atlanta', 'Chicago', 'Houston', 'Kingston', 'Newark'])[e.place + 1]
    else 'Port ' || e.place end,
  'NY', 'US', (array['America/New_York', 'America/Chicago', 'America/Los_Angeles', 'America/Barbados', 'Europe/London'])[1 + e.place % 5],
  e.doors_at, e.doors_at + interval '1 hour', e.doors_at + interval '7 hours', (array[0, 18, 21])[1 + e.n % 3],
  array[(array['soca', 'dancehall', 'afrobeats', 'reggae', 'kompa', 'day-fete', 'cruise'])[1 + e.n % 7],
    (array['soca', 'dancehall', 'afrobeats', 'reggae', 'kompa', 'day-fete'])[1 + e.n % 6]],
  jsonb_build_array(jsonb_build_object('name', 'Selector ' || e.n % 400, 'role', 'All night', 'at', null)),
  (select p.image_path from public.events p where p.slug = 'soca-sunrise'), 'Poster art', 150, 500, e.doors_at - interval '60 days',
  case when e.status = 'cancelled' then e.doors_at - interval '9 days' end
from grown_events e;

create temporary table grown_types as
select e.n, k, e.id as event_id, pg_temp.grown_id('type:' || e.n || ':' || k) as id, pg_temp.grown_id('pool:' || e.n || ':' || k) as pool_id,
  pg_temp.grown_id('release:' || e.n || ':' || k) as release_id, case k when 1 then 'General admission' else 'Balcony' end as name,
  case k when 1 then 3000 else 6000 end as face_cents
from grown_events e cross join generate_series(1, 2) k
where k = 1 or e.n % 3 = 0;
create unique index on grown_types (n, k);

do $$
begin
  perform pg_temp.strip(array['public.capacity_pools', 'public.ticket_types', 'public.price_releases', 'public.holds',
    'public.orders', 'public.order_lines', 'public.payments']::regclass[]);
end
$$;
insert into public.capacity_pools (id, event_id, name, capacity) select pool_id, event_id, 'Pool ' || k, 500 from grown_types;
insert into public.ticket_types (id, event_id, name, position) select id, event_id, name, k from grown_types;
insert into public.ticket_type_pools (ticket_type_id, pool_id, event_id) select id, pool_id, event_id from grown_types;
insert into public.price_releases (id, ticket_type_id, position, name, face_cents, quantity)
select pg_temp.grown_id('early:' || n), id, 0, 'Early bird', 2000, 0 from grown_types where k = 1
union all
select release_id, id, 1, 'Standard', face_cents, null from grown_types;

-- Orders: forty an event, two fifths of them for two ------------------------------------------------------------------------

create temporary table grown_orders as
select o.n, pg_temp.grown_id('order:' || o.n) as id, pg_temp.grown_id('line:' || o.n) as line_id, o.quantity, e.doors_at, e.status,
  t.event_id, t.id as type_id, t.name as type_name, t.release_id, t.face_cents, 150 + (t.face_cents * 500 + 5000) / 10000 as fee_cents,
  p.id as owner_id, p.name, p.email,
  least(e.doors_at, now()) - (1 + pg_temp.pick('paid:' || o.n, 60 * 24 * 60)) * interval '1 minute' as paid_at
from (
  select n, 1 + pg_temp.pick('night:' || n, pg_temp.grown(4976)) as event_number, case when n % 5 < 2 then 2 else 1 end as quantity from generate_series(1, pg_temp.grown(206000)) n
) o
join grown_events e on e.n = o.event_number and e.status not in ('draft', 'cancelled')
join grown_types t on t.n = o.event_number and t.k = case when o.event_number % 3 = 0 and o.n % 4 = 0 then 2 else 1 end
join grown_people p on p.n = 1 + pg_temp.pick('buyer:' || o.n, pg_temp.grown(50000));

-- The hold of each order; its source is that of the visit.
insert into public.holds (id, event_id, owner_id, status, expires_at, created_at)
select pg_temp.grown_id('sale:' || n), event_id, owner_id, 'converted', paid_at, paid_at - interval '10 minutes' from grown_orders;
insert into public.orders (id, code, owner_id, event_id, hold_id, status, email, name, currency, face_cents, fee_cents, tax_cents, total_cents,
  terms_accepted_at, terms_version, created_at, paid_at)
select id, pg_temp.grown_code(n), owner_id, event_id, pg_temp.grown_id('sale:' || n), 'paid', email, name, 'USD', quantity * face_cents, quantity * fee_cents, 0,
  quantity * (face_cents + fee_cents), paid_at, '2026-11-21', paid_at - interval '90 seconds', paid_at
from grown_orders;
insert into public.order_lines (id, order_id, kind, item_id, release_id, item_name, item_detail, quantity, ticket_count, unit_face_cents, fee_cents,
  tax_cents)
select line_id, id, 'ticket', type_id, release_id, type_name, 'Standard', quantity, quantity, face_cents, quantity * fee_cents, 0 from grown_orders;
insert into public.payments (id, order_id, provider, provider_ref, attempt, amount_cents, currency, status, settled_at, created_at, updated_at)
select pg_temp.grown_id('payment:' || n), id, 'test', 'grown_' || n, 1, quantity * (face_cents + fee_cents), 'USD', 'succeeded', paid_at, paid_at, paid_at
from grown_orders;
do $$
begin
  perform pg_temp.complete();
  perform pg_temp.strip(array['public.ledger_entries', 'private.mail_outbox', 'public.tickets', 'public.scans',
    'public.hold_lines', 'private.hold_sources', 'private.visits', 'private.page_views', 'private.item_views']::regclass[]);
end
$$;
analyze public.orders, public.order_lines, public.payments;
select private.post_sales(array(select id from grown_orders));
insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, status, attempts, created_at, sent_at)
select 'order_paid', 'grown:' || n, email, 'order', id, 'sent', 1, paid_at, paid_at from grown_orders;

create temporary table grown_tickets as
select o.*, seat, pg_temp.grown_id('ticket:' || o.n || ':' || seat) as ticket_id, pg_temp.grown_code(2 * o.n + seat) as code,
  o.doors_at < now() and pg_temp.pick('came:' || o.n || ':' || seat, 100) < 87 as came,
  o.doors_at + pg_temp.pick('at:' || o.n || ':' || seat, 180) * interval '1 minute' as came_at,
  (array['Main gate', 'Side gate'])[1 + o.n % 2] as gate
from grown_orders o cross join lateral generate_series(0, o.quantity - 1) seat;

insert into public.tickets (id, order_id, order_line_id, event_id, ticket_type_id, owner_id, holder_name, code, admission, issued_at)
select ticket_id, id, line_id, event_id, type_id, owner_id, name, code || private.check_character(code),
  case when came then 'inside' else 'outside' end, paid_at
from grown_tickets;
insert into public.scans (id, scan_uid, event_id, ticket_id, gate, device, method, result, scanned_at)
select ticket_id, ticket_id, event_id, ticket_id, gate, 'Door phone', 'camera', 'ok', came_at from grown_tickets where came;
insert into public.entries (event_id, ticket_id, order_id, scan_id, gate, entered_at)
select event_id, ticket_id, id, ticket_id, gate, came_at from grown_tickets where came;

update public.price_releases r set sold = s.sold
from (select release_id, sum(quantity)::int as sold from grown_orders group by 1) s where s.release_id = r.id;
update public.capacity_pools p set sold = s.sold
from (select t.pool_id, sum(o.quantity)::int as sold from grown_orders o join grown_types t on t.id = o.type_id group by 1) s where s.pool_id = p.id;

-- Carts that were left behind
insert into public.holds (id, event_id, owner_id, status, expires_at, created_at)
select pg_temp.grown_id('hold:' || n), event_id, owner_id, 'expired', paid_at, paid_at - interval '10 minutes' from grown_orders where n % 2 = 0;
insert into public.hold_lines (hold_id, kind, item_id, release_id, item_name, quantity, ticket_count, unit_face_cents, fee_cents, tax_cents)
select pg_temp.grown_id('hold:' || n), 'ticket', type_id, release_id, type_name, quantity, quantity, face_cents, quantity * fee_cents, 0 from grown_orders where n % 2 = 0;

-- Page and item views, in order of time: half in the last sixty days, the rest within a year; few events get most of them ----

create function pg_temp.liked(p_name text) returns int
language sql stable
as $$ select 1 + ((pg_temp.grown(4976) - 1) * power(pg_temp.pick(p_name, 100000) / 100000.0, 5))::int $$;

insert into private.sources (id, name, medium, host)
values (101, 'tiktok.com', 'social', 'tiktok.com'), (102, 'bing.com', 'search', 'bing.com'), (103, 'facebook.com', 'social', 'facebook.com');
insert into private.hold_sources (hold_id, source_id, first_source_id, device_type)
select pg_temp.grown_id('sale:' || n), (array[1, 101, 102, 1, 103])[1 + n % 5], (array[1, 101, 102, 1, 103])[1 + n % 5],
  (array['mobile', 'mobile', 'desktop', 'tablet'])[1 + n % 4]
from grown_orders where n % 10 > 0;
-- Visits of two pages, ten minutes apart; every hundredth is of staff.
create temporary table grown_visits as
select n, 1000000 + n as id, now() - pg_temp.pick('visit:' || n, 86400 * case when n % 2 = 0 then 60 else 365 end) * interval '1 second' as at,
  (array[1, 101, 102, 1, 103])[1 + n % 5] as source_id
from generate_series(1, coalesce(nullif(current_setting('grown.visits', true), '')::int, pg_temp.grown(193000))) n;
insert into private.visits (id, session_id, started_at, last_at, views, device_type, browser, source_id, last_source_id, first_source_id,
  user_id, is_staff)
select id, md5('session:' || n), at - interval '10 minutes', at, 2, (array['mobile', 'mobile', 'desktop', 'tablet'])[1 + n % 4],
  (array['Safari', 'Chrome', 'Chrome', 'Firefox', 'Edge'])[1 + n % 5], source_id, source_id, source_id,
  case when n % 4 = 0 then pg_temp.grown_id('person:' || 1 + pg_temp.pick('viewer:' || n, pg_temp.grown(50000))) end, n % 100 = 0
from grown_visits order by at;
insert into private.page_views (at, visit_id, path)
select v.at - p * interval '10 minutes', v.id,
  case when (v.n + p) % 3 = 0 then '/' when (v.n + p) % 3 = 1 then '/events'
    else '/events/' || pg_temp.grown_id('event:' || pg_temp.liked('page:' || v.n || ':' || p)) end
from grown_visits v, generate_series(0, 1) p
order by 1;
-- Each visit looks at an event, or one of twenty at goods; a quarter goes on to the tickets.
insert into private.item_views (at, visit_id, kind, item_id)
select v.at + k.later * interval '1 minute', v.id, case when v.n % 20 = 3 then 'product_' else k.of_event end || k.did,
  case when v.n % 20 = 3 then pg_temp.grown_id('product:' || 1 + pg_temp.pick('goods:' || v.n, pg_temp.grown(600)))
    else pg_temp.grown_id('event:' || pg_temp.liked('item:' || v.n)) end
from grown_visits v
join (values (0, 'event_', 'view'), (1, 'ticket_', 'click')) k (later, of_event, did) on k.later = 0 or v.n % 4 = 3
order by 1;

do $$ begin perform pg_temp.complete(); end $$;
insert into private.changed_events (event_id) select id from grown_events;

-- Posts and merch ------------------------------------------------------------------------------------------------------------

insert into public.posts (id, author_id, body, created_at)
select pg_temp.grown_id('post:' || n), pg_temp.grown_id('person:' || n), 'Night ' || n || ' was sweet, soca and good people.', now() - n * interval '5 hours'
from generate_series(1, pg_temp.grown(1500)) n;
insert into public.products (id, slug, name, summary, price_cents, status, position)
select pg_temp.grown_id('product:' || n), 'grown-product-' || n, 'Grown tee ' || n, 'Cotton.', 2500, 'active', 100 + n from generate_series(1, pg_temp.grown(600)) n;
reset plan_cache_mode;
