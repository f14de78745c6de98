-- Runs after growth.sql in its session. Gives its orders what those of people have: names, phones, states, refunds. Adds one event with 200,000 tickets
-- of which most have come. Rows are written directly and only to be read; the invariants of money do not hold here.

create temporary table desk_names as
select n, (array['Maya', 'André', 'Zoë', 'Kwame', 'Shanice', 'Luis', 'Nia', 'Omar', 'Priya', 'Tom', 'Anaïs', 'Jean-Luc', 'Rosa', 'Ian', 'Ebony',
    'Dwayne', 'Simone', 'Malik', 'Carla', 'Yusuf'])[1 + n % 20]
  || ' ' || initcap((array['ba', 'co', 'du', 'fe', 'gri', 'ha', 'jo', 'ka', 'lo', 'mo'])[1 + (n / 20) % 10]
  || (array['nd', 'rr', 'st', 'll', 'mp'])[1 + (n / 200) % 5] || (array['a', 'e', 'i', 'o'])[1 + (n / 1000) % 4]
  || (array['son', 'ville', 'man', 'ton', 'field', 'worth', 'ley', 'ker'])[1 + (n / 4000) % 8]) as name
from generate_series(0, 31999) n;
create unique index on desk_names (n);

update public.orders o set name = d.name,
  email = lower(replace(translate(d.name, 'éëï', 'eei'), ' ', '.')) || x.n % 977 || '@example.com',
  phone = '+1 (718) ' || lpad((x.n % 899 + 100)::text, 3, '0') || '-' || lpad((x.n * 7 % 10000)::text, 4, '0'),
  status = case when x.n % 50 = 0 then 'cancelled' else o.status end,
  cancelled_at = case when x.n % 50 = 0 then o.created_at else o.cancelled_at end,
  refunded_cents = case when x.n % 50 = 0 then o.total_cents when x.n % 33 = 0 then o.total_cents / 2 else 0 end
from (select id, row_number() over (order by id) as n from public.orders) x
join desk_names d on d.n = x.n * 7919 % 32000
where o.id = x.id;

create temporary table desk_event as select gen_random_uuid() as id, gen_random_uuid() as type_id, gen_random_uuid() as vip_id,
  gen_random_uuid() as pool_id, gen_random_uuid() as release_id, gen_random_uuid() as vip_release_id;
insert into public.events (id, slug, title, status, city, time_zone, doors_at, starts_at, ends_at, published_at)
select id, 'arena', 'Arena', 'published', 'Brooklyn', 'America/New_York', now() - interval '3 hours', now() - interval '2 hours',
  now() + interval '8 hours', now() - interval '90 days' from desk_event;
insert into public.capacity_pools (id, event_id, name, capacity, sold) select pool_id, id, 'Arena', 250000, 4 * pg_temp.grown(50000) from desk_event;
insert into public.ticket_types (id, event_id, name, position) select type_id, id, 'Arena', 0 from desk_event
union all select vip_id, id, 'Box', 1 from desk_event;
insert into public.ticket_type_pools (ticket_type_id, pool_id, event_id) select type_id, pool_id, id from desk_event
union all select vip_id, pool_id, id from desk_event;
insert into public.price_releases (id, ticket_type_id, name, face_cents, sold) select release_id, type_id, 'Standard', 0, 4 * (pg_temp.grown(50000) - pg_temp.grown(50000) / 200) from desk_event
union all select vip_release_id, vip_id, 'Standard', 0, 4 * (pg_temp.grown(50000) / 200) from desk_event;

create temporary table desk_orders as
select g.n, gen_random_uuid() as id, gen_random_uuid() as line_id, case when g.n % 200 = 0 then e.vip_id else e.type_id end as type_id,
  case when g.n % 200 = 0 then e.vip_release_id else e.release_id end as release_id, e.id as event_id, d.name,
  pg_temp.grown_code(10000000 + g.n) as code, now() - g.n % 80000 * interval '1 minute' as at
from generate_series(1, pg_temp.grown(50000)) g (n) cross join desk_event e join desk_names d on d.n = g.n * 6911 % 32000;
insert into public.orders (id, code, event_id, status, email, name, phone, currency, face_cents, fee_cents, tax_cents, total_cents,
  terms_accepted_at, terms_version, paid_at, created_at)
select id, code, event_id, 'paid', 'arena' || n || '@example.com', name, '347-555-' || lpad((n % 10000)::text, 4, '0'), 'USD', 0, 0, 0, 0, at,
  '2026-11-21', at, at from desk_orders;
insert into public.order_lines (id, order_id, kind, item_id, release_id, item_name, item_detail, quantity, ticket_count, unit_face_cents, fee_cents,
  tax_cents)
select line_id, id, 'ticket', type_id, release_id, 'Arena', 'Standard', 4, 4, 0, 0, 0 from desk_orders;
create temporary table desk_tickets as
select gen_random_uuid() as id, o.id as order_id, o.line_id, o.event_id, o.type_id, o.name, o.at, o.n * 4 + seat as n,
  (o.n + seat) % 8 <> 0 as came, pg_temp.grown_code(20000000 + o.n * 4 + seat) as code
from desk_orders o cross join generate_series(0, 3) seat;
insert into public.tickets (id, order_id, order_line_id, event_id, ticket_type_id, holder_name, code, admission, issued_at, is_vip)
select id, order_id, line_id, event_id, type_id, name, code || private.check_character(code), case when came then 'inside' else 'outside' end,
  at, n % 1000 = 0
from desk_tickets;
insert into public.scans (id, scan_uid, event_id, ticket_id, gate, device, method, result, scanned_at)
select id, id, event_id, id, 'Main gate', 'Phone', 'camera', 'ok', now() - (n % 10000) * interval '1 second' from desk_tickets where came;
insert into public.entries (event_id, ticket_id, order_id, scan_id, gate, entered_at)
select event_id, id, order_id, id, 'Main gate', now() - (n % 10000) * interval '1 second' from desk_tickets where came;

insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, status, attempts, sent_at, created_at, provider_ref, last_error)
select 'order_paid', 'desk:' || o.id, o.email, 'order', o.id, case when n % 500 = 0 then 'failed' else 'sent' end, 1,
  case when n % 500 <> 0 then o.created_at end, o.created_at, case when n % 500 <> 0 then '250 2.0.0 Ok: queued as ' || n || 'F' end,
  case when n % 500 = 0 then '550 No such mailbox' end
from (select x.*, row_number() over (order by x.id) as n from public.orders x) o;
