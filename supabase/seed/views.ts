import type { Sql } from 'postgres'
import type { Person } from './people.ts'

/** How many days of visits there are. */
const age = 100

/** Adds the sources of visits and orders, and the table of their shares in tenths, for the rest of the transaction. */
export async function seedSources(sql: Sql): Promise<void> {
  await sql`
    insert into private.sources (name, medium, campaign, host)
    values ('instagram.com', 'social', '', 'instagram.com'), ('google.com', 'search', '', 'google.com'),
      ('whatsapp.com', 'social', '', 'whatsapp.com'), ('newsletter', 'email', 'carnival', '')
    on conflict do nothing`
  await sql`
    create temporary table seed_sources on commit drop as
    select p.place, s.id
    from unnest(array['direct', 'direct', 'direct', 'instagram.com', 'instagram.com', 'instagram.com', 'google.com', 'google.com', 'whatsapp.com',
      'newsletter']) with ordinality n (name, number)
    cross join lateral (select (n.number - 1)::int as place) p
    join private.sources s on s.name = n.name`
}

/**
 * Adds visits with the rhythm of a week and of a day, growing as the sales do, and what was looked at: by the buyers of these
 * days, and by others who did not buy.
 */
export async function seedViews(sql: Sql, people: Person[], now: Date): Promise<void> {
  await sql`select setseed(0.1838)`
  await seedLookers(sql, people, now)
  await seedBuyers(sql, now)
}

async function seedLookers(sql: Sql, people: Person[], now: Date): Promise<void> {
  // The events that could be looked at on each day, the nearest first; the nearer one is, the more of its visitors it gets.
  await sql`
    create temporary table seed_days on commit drop as
    select d.ago, d.at, (array[1.1, 0.6, 0.6, 0.8, 1.2, 1.6, 1.5])[1 + extract(dow from d.at)::int] * 1.09 ^ (-d.ago / 30.0) as busy,
      array_agg(e.id order by e.doors_at, e.id) as ids, array_agg(e.slug order by e.doors_at, e.id) as slugs
    from (select ago, ${now}::timestamptz - (ago + 0.5) * interval '1 day' as at from generate_series(0, ${age - 1}) ago) d
    join public.events e on e.visibility = 'public' and e.status in ('published', 'postponed') and e.published_at < d.at
      and e.ends_at > d.at - interval '1 day'
    group by d.ago, d.at`
  // More are drawn than kept, because the small hours are quiet.
  await sql`
    create temporary table seed_lookers on commit drop as
    select 'looker-' || lpad((row_number() over ())::text, 8, '0') as session_id, v.* from (
      select d.ids, d.slugs, ${now}::timestamptz - (d.ago + random()) * interval '1 day' as at, (1 + floor(3 * random() ^ 1.7))::int as pages,
        floor(10 * (1 - random() ^ 0.7))::int as place, random() as device, random() as browser, random() as who, random() as kept
      from seed_days d cross join lateral generate_series(1, (200 * d.busy)::int) n
    ) v
    where v.kept < (array[4, 2, 1, 1, 1, 1, 2, 3, 5, 6, 7, 8, 10, 8, 7, 7, 8, 10, 11, 12, 12, 11, 9, 6])[
      1 + extract(hour from v.at at time zone 'America/New_York')::int] / 12.0`
  await sql`
    insert into private.visits (session_id, started_at, last_at, views, device_type, browser, source_id, last_source_id, first_source_id, user_id)
    select l.session_id, l.at, l.at + (l.pages - 1) * interval '40 seconds', l.pages,
      case when l.device < 0.7 then 'mobile' when l.device < 0.92 then 'desktop' else 'tablet' end,
      case when l.browser < 0.45 then 'Safari' when l.browser < 0.87 then 'Chrome' when l.browser < 0.94 then 'Firefox' else 'Edge' end,
      s.id, s.id, s.id, case when l.who < 0.15 then (${people.map(({ id }) => id)}::uuid[])[1 + floor(l.who / 0.15 * ${people.length})::int] end
    from seed_lookers l join seed_sources s on s.place = l.place`
  await sql`
    create temporary table seed_pages on commit drop as
    select v.id as visit_id, v.user_id, l.at + (p.page - 1) * interval '40 seconds' as at, p.page, r.kind,
      case when r.kind = 'event' then l.ids[r.place] end as item_id, case when r.kind = 'event' then l.slugs[r.place] end as slug
    from seed_lookers l
    join private.visits v on v.session_id = l.session_id
    cross join lateral (
      select page, random() as draw, random() as near from generate_series(1, l.pages) page
    ) p
    cross join lateral (
      select 1 + floor(cardinality(l.ids) * p.near ^ 1.5)::int as place, case
        when p.page > 1 and p.draw < 0.75 then 'event'
        when p.draw < 0.3 then '/' when p.draw < 0.45 then '/events' when p.draw < 0.53 then '/shop' when p.draw < 0.56 then '/community'
        else 'event' end as kind
    ) r`
  await sql`
    insert into private.page_views (at, visit_id, path, user_id)
    select at, visit_id, case kind when 'event' then '/events/' || item_id || '/' || slug else kind end, user_id from seed_pages order by at`
  await sql`
    with looks as (
      select distinct on (p.visit_id, i.kind, i.item_id) p.visit_id, p.at, i.kind, i.item_id, random() < i.clicks as clicks
      from seed_pages p
      cross join lateral (
        select 'event' as kind, p.item_id, 0.22 as clicks where p.kind = 'event'
        union all
        (select 'product', x.id, 0.4 from public.products x where p.kind = '/shop' and x.status = 'active'
         order by md5(x.id::text || p.visit_id) limit 2)
      ) i
      order by p.visit_id, i.kind, i.item_id, p.at
    ),
    clicks as (
      update private.visits v set events = v.events + l.clicks, last_at = greatest(v.last_at, l.at)
      from (
        select visit_id, count(*)::int as clicks, max(looks.at) + interval '30 seconds' as at from looks where looks.clicks group by 1
      ) l
      where v.id = l.visit_id
    )
    insert into private.item_views (at, visit_id, kind, item_id)
    select l.at, l.visit_id, l.kind || '_view', l.item_id from looks l
    union all
    select l.at + interval '30 seconds', l.visit_id, case l.kind when 'event' then 'ticket_click' else 'product_click' end, l.item_id
    from looks l where l.clicks`
}

/** Gives each buyer of these days a visit in the quarter of an hour before: the event's page, its tickets, a hold. */
async function seedBuyers(sql: Sql, now: Date): Promise<void> {
  await sql`
    create temporary table seed_buyers on commit drop as
    select o.id as order_id, o.event_id, e.slug, o.created_at - (3 + h.n % 12) * interval '1 minute' as at, o.created_at,
      s.source_id, s.device_type, (array['Safari', 'Chrome', 'Safari', 'Chrome', 'Edge'])[1 + h.n / 64 % 5] as browser
    from public.orders o
    join public.events e on e.id = o.event_id
    join private.hold_sources s on s.hold_id = o.hold_id
    cross join lateral (select hashtext(o.id::text) & 2147483647 as n) h
    where o.created_at > ${now}::timestamptz - ${age} * interval '1 day'`
  await sql`
    insert into private.visits (session_id, started_at, last_at, views, events, device_type, browser, source_id, last_source_id, first_source_id)
    select 'seed-' || order_id, at, created_at, 2, 2, device_type, browser, source_id, source_id, source_id from seed_buyers`
  await sql`
    insert into private.page_views (at, visit_id, path)
    select b.at + p.later * interval '40 seconds', v.id, case p.later when 0 then '/events' else '/events/' || b.event_id || '/' || b.slug end
    from seed_buyers b join private.visits v on v.session_id = 'seed-' || b.order_id cross join generate_series(0, 1) p (later)`
  await sql`
    insert into private.item_views (at, visit_id, kind, item_id)
    select b.at + p.seconds * interval '1 second', v.id, p.kind, b.event_id
    from seed_buyers b join private.visits v on v.session_id = 'seed-' || b.order_id
    cross join (values ('event_view', 40), ('ticket_click', 100), ('hold', 120)) p (kind, seconds)`
}
