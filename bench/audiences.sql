-- People with addresses, orders and consents for the counts of audiences: the same rows on every run. Rows are written directly, with
-- triggers off, because nobody registers and buys so often in minutes.

create temporary table crowd as
select n, md5('crowd:' || n)::uuid as person, md5('crowd order:' || n)::uuid as order_id, 'crowd' || n || '@example.com' as email,
  e.id as event_id, (hashtextextended('crowd:' || n, 0) & 2147483647)::int % 100 as share
from generate_series(1, current_setting('crowd.people')::int) n
join (select x.id, row_number() over (order by x.id) - 1 as place, count(*) over () as count from public.events x) e on e.place = n % e.count;
analyze crowd;

set session_replication_role = replica;
insert into auth.users (id, email, aud, role) select person, email, 'authenticated', 'authenticated' from crowd;
insert into public.profiles (id, display_name, city, email_verified_at)
select person, 'Crowd ' || n, (array['Brooklyn', 'Miami', 'Toronto', ''])[1 + n % 4], now() from crowd;
insert into private.notification_choices (user_id, type, channel, wanted) select person, 'new_events', 'email', true from crowd where share < 60;
insert into public.orders (id, code, owner_id, event_id, status, email, name, currency, face_cents, fee_cents, tax_cents, total_cents,
  terms_accepted_at, terms_version, paid_at, refund_kept_percent)
select order_id, translate(lpad(n::text, 8, '0'), '01', 'XY'), person, event_id, 'paid', email, 'Crowd', 'USD', share * 200, 0, 0, share * 200,
  now(), '2026-11-21', now() - make_interval(days => share * 7), 0
from crowd
on conflict do nothing;
insert into public.follows (user_id, artist_id)
select c.person, a.id from crowd c cross join (select id from public.artists order by id limit 2) a where c.share < 30;
insert into private.subscriptions (email, status, text_version, confirmed_at)
select 'list' || n || '@example.com', 'active', '2026-11-21', now() from crowd where share < 20;
set session_replication_role = origin;
select private.fill_audience_people(array(select c.person from crowd c) || array(select s.id from private.subscriptions s));
