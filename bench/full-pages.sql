-- Fills the first pages of the lists of events at both sizes: 8 events that begin tomorrow and 19 that ended a moment ago. Without
-- them the demo brand's pages would show fewer rows than the grown ones.

create temporary table full_pages on commit drop as
select n, gen_random_uuid() as id, gen_random_uuid() as type_id, gen_random_uuid() as pool_id,
  case when n > 8 then now() - interval '8 hours' - n * interval '1 minute' else now() + interval '26 hours' + n * interval '1 second' end as at
from generate_series(1, 27) n;

insert into public.events (id, slug, title, summary, status, venue_name, city, time_zone, doors_at, starts_at, ends_at, genres, published_at)
select id, 'full-page-' || n, 'Full Page ' || n, 'One of a full page.', 'published', 'Full Page Hall', 'Brooklyn', 'America/New_York', at, at,
  at + interval '5 hours', '{soca}', at - interval '30 days'
from full_pages;
insert into public.capacity_pools (id, event_id, name, capacity) select pool_id, id, 'Room', 500 from full_pages;
insert into public.ticket_types (id, event_id, name) select type_id, id, 'General admission' from full_pages;
insert into public.ticket_type_pools (ticket_type_id, pool_id, event_id) select type_id, pool_id, id from full_pages;
insert into public.price_releases (ticket_type_id, name, face_cents) select type_id, 'Standard', 3000 from full_pages;
