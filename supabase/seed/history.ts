import { faker } from '@faker-js/faker'
import type { Sql } from 'postgres'
import { termsVersion } from '#core/legal.ts'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

const day = 86_400_000
const hour = 3_600_000

/** Sets the share of its capacity that each event has sold, 1 = sold out. Events that are not listed have sold a little. */
const sold: Record<string, number> = {
  'soca-sunrise': 0.97,
  'sound-clash': 0.88,
  'kompa-sous-la-lune': 0.9,
  'carnival-thursday': 0.82,
  'last-lap': 0.94,
  'lovers-rock-social': 0.91,
  'bass-culture': 0.66,
  'dutty-friday': 0.58,
  'wine-down-wednesday': 0.5,
  'midnight-jouvay': 0.45,
  'pan-in-the-park': 0.3,
  'roots-rooftop': 0.93,
  'lagos-to-laventille': 0.35,
  'island-brunch': 0.7,
  'brooklyn-bashment': 1,
  'members-lounge': 0.4,
  'harbour-cruise': 0.38,
  'steel-and-strings': 0.2,
  'reggae-sundays': 0.12,
  'afro-fete': 0,
  'new-years-fete': 0.36,
  'dancehall-queens': 0.08,
  'cooler-fete': 0.25,
  'white-sands': 0.1,
}

type Type = {
  event_id: string
  slug: string
  doors_at: Date
  ends_at: Date
  published_at: Date
  type_id: string
  type_name: string
  pool_id: string
  capacity: number
  pool_sold: number
  tax_bps: number
  fee_bps: number
  fee_fixed_cents: number
  releases: { id: string; name: string; face_cents: number; quantity: number | null; left: number }[]
}

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const code = (length: number) => faker.string.fromCharacters(alphabet, length)

async function insertAll(sql: Sql, table: string, rows: Record<string, unknown>[]) {
  for (let start = 0; start < rows.length; start += 1000) {
    await sql`insert into ${sql(table)} ${sql(rows.slice(start, start + 1000) as never)}`
  }
}

/**
 * Fills the events with what happened: paid orders and their tickets at the prices of the database, arrivals and refusals
 * at the door, page views. Rows are written directly, because the past can't be bought through the selling functions;
 * counters are set from the same rows, so every invariant of the money and stock holds. Does nothing when orders exist.
 * @param now - the instant that "sold so far" and "arrived so far" are measured at
 */
export async function seedHistory(sql: Sql, people: Person[], now: Date): Promise<void> {
  const [{ count } = { count: 0 }] = await sql<
    { count: number }[]
  >`select count(*)::int as count from public.orders`
  if (count > 0) return
  const types = await sql<Type[]>`
    select e.id as event_id, e.slug, e.doors_at, e.ends_at, e.published_at, e.tax_bps, e.fee_bps, e.fee_fixed_cents::int, t.id as type_id, t.name as type_name,
      p.id as pool_id, p.capacity, p.sold as pool_sold,
      (select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'face_cents', r.face_cents, 'quantity', r.quantity,
        'left', coalesce(r.quantity, p.capacity)) order by r.position) from public.price_releases r where r.ticket_type_id = t.id) as releases
    from public.ticket_types t join public.events e on e.id = t.event_id
      join public.ticket_type_pools tp on tp.ticket_type_id = t.id join public.capacity_pools p on p.id = tp.pool_id
    order by e.doors_at, t.position, e.slug`
  const staff = people[2]
  const buyers = people.slice(3)
  const rows = { orders: [], order_lines: [], payments: [], tickets: [], scans: [], entries: [] } as Record<
    string,
    Record<string, unknown>[]
  >
  const owned = new Map<string, number>()
  const poolLeft = new Map<string, number>()

  for (const type of types) {
    const target = Math.floor(type.capacity * (sold[type.slug] ?? 0.1))
    poolLeft.set(type.pool_id, poolLeft.get(type.pool_id) ?? target)
    const sharesWithLater = types
      .slice(types.indexOf(type) + 1)
      .some((other) => other.pool_id === type.pool_id)
    let left = Math.floor((poolLeft.get(type.pool_id) ?? 0) * (sharesWithLater ? 0.75 : 1))
    let sequence = 0
    while (left > 0) {
      const release = type.releases.find((candidate) => candidate.left > 0)
      if (!release) break
      const wanted = Math.min(
        left,
        release.left,
        faker.helpers.weightedArrayElement([
          { value: 1, weight: 3 },
          { value: 2, weight: 5 },
          { value: 3, weight: 1 },
          { value: 4, weight: 2 },
        ]),
      )
      const buyer = buyers[faker.number.int({ min: 0, max: buyers.length - 1 })]
      const key = `${type.event_id}:${buyer?.id}`
      sequence += 1
      if (!buyer || sequence > 5000) break
      if ((owned.get(key) ?? 0) + wanted > 10) continue
      owned.set(key, (owned.get(key) ?? 0) + wanted)
      const lastSale = Math.min(now.getTime() - 20 * 60_000, type.doors_at.getTime() + hour)
      const paidAt = new Date(
        faker.number.int({
          min: Math.max(type.published_at.getTime(), Math.min(type.doors_at.getTime(), lastSale) - 60 * day),
          max: lastSale,
        }),
      )
      const fee =
        release.face_cents === 0
          ? 0
          : type.fee_fixed_cents + Math.floor((release.face_cents * type.fee_bps + 5000) / 10_000)
      const tax =
        release.face_cents === 0 ? 0 : Math.floor(((release.face_cents + fee) * type.tax_bps + 5000) / 10_000)
      const orderId = namedId(`order:${type.type_id}:${sequence}`)
      const lineId = namedId(`line:${type.type_id}:${sequence}`)
      const total = wanted * (release.face_cents + fee + tax)
      rows.orders?.push({
        id: orderId,
        code: code(8),
        owner_id: buyer.id,
        event_id: type.event_id,
        status: 'paid',
        email: buyer.email,
        name: buyer.displayName,
        currency: 'USD',
        face_cents: wanted * release.face_cents,
        fee_cents: wanted * fee,
        tax_cents: wanted * tax,
        total_cents: total,
        terms_accepted_at: paidAt,
        terms_version: termsVersion,
        marketing_consent: faker.datatype.boolean(0.3),
        created_at: new Date(paidAt.getTime() - 90_000),
        paid_at: paidAt,
      })
      rows.order_lines?.push({
        id: lineId,
        order_id: orderId,
        kind: 'ticket',
        item_id: type.type_id,
        release_id: release.id,
        item_name: type.type_name,
        item_detail: release.name,
        quantity: wanted,
        unit_face_cents: release.face_cents,
        fee_cents: wanted * fee,
        tax_cents: wanted * tax,
      })
      if (total > 0) {
        rows.payments?.push({
          id: namedId(`payment:${orderId}`),
          order_id: orderId,
          provider: 'test',
          provider_ref: `seed_${orderId}`,
          attempt: 1,
          amount_cents: total,
          currency: 'USD',
          status: 'succeeded',
          settled_at: paidAt,
          created_at: paidAt,
          updated_at: paidAt,
        })
      }
      for (let seat = 0; seat < wanted; seat += 1) {
        const ticketId = namedId(`ticket:${orderId}:${seat}`)
        const arrivesAt = new Date(
          type.doors_at.getTime() +
            faker.number.int({ min: 0, max: 3 * hour }) * faker.number.float({ min: 0.3, max: 1 }),
        )
        const arrived = arrivesAt < now && faker.datatype.boolean(0.87)
        rows.tickets?.push({
          id: ticketId,
          order_id: orderId,
          order_line_id: lineId,
          event_id: type.event_id,
          ticket_type_id: type.type_id,
          owner_id: buyer.id,
          holder_name: buyer.displayName,
          code: code(8),
          issued_at: paidAt,
          admission: arrived ? 'inside' : 'outside',
        })
        if (!arrived) continue
        const gate = faker.helpers.arrayElement(['Main gate', 'Side gate'])
        const scanId = namedId(`scan:${ticketId}`)
        const response = {
          ticketId,
          firstName: buyer.displayName.split(' ')[0],
          typeName: type.type_name,
        }
        rows.scans?.push({
          id: scanId,
          scan_uid: scanId,
          event_id: type.event_id,
          ticket_id: ticketId,
          staff_id: staff?.id,
          gate,
          device: 'Door phone',
          method: 'camera',
          result: 'ok',
          response,
          scanned_at: arrivesAt,
        })
        rows.entries?.push({
          id: namedId(`entry:${ticketId}`),
          event_id: type.event_id,
          ticket_id: ticketId,
          order_id: orderId,
          scan_id: scanId,
          gate,
          entered_at: arrivesAt,
        })
        if (faker.datatype.boolean(0.02)) {
          const again = namedId(`again:${ticketId}`)
          rows.scans?.push({
            id: again,
            scan_uid: again,
            event_id: type.event_id,
            ticket_id: ticketId,
            staff_id: staff?.id,
            gate,
            device: 'Door phone',
            method: 'camera',
            result: 'already_in',
            response,
            scanned_at: new Date(Math.min(now.getTime(), arrivesAt.getTime() + 600_000)),
          })
        }
      }
      release.left -= wanted
      left -= wanted
      poolLeft.set(type.pool_id, (poolLeft.get(type.pool_id) ?? 0) - wanted)
    }
  }

  await sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await insertAll(tx, 'public.orders', rows.orders ?? [])
    await insertAll(tx, 'public.order_lines', rows.order_lines ?? [])
    await insertAll(tx, 'public.payments', rows.payments ?? [])
    await tx`select private.post_sales(array(select id from public.orders))`
    await tx`create temporary table seed_tickets (like public.tickets including defaults) on commit drop`
    await insertAll(tx, 'seed_tickets', rows.tickets ?? [])
    await tx`update seed_tickets set code = code || private.check_character(code)`
    const columns = Object.keys(rows.tickets?.[0] ?? {})
    await tx`insert into public.tickets (${tx(columns)}) select ${tx(columns)} from seed_tickets`
    await insertAll(tx, 'public.scans', rows.scans ?? [])
    await insertAll(tx, 'public.entries', rows.entries ?? [])
    await tx`
      update public.price_releases r set sold = s.sold
      from (select l.release_id, sum(l.quantity)::int as sold from public.order_lines l group by 1) s where s.release_id = r.id`
    await tx`
      update public.capacity_pools p set sold = s.sold
      from (select tp.pool_id, count(*)::int as sold from public.tickets t join public.ticket_type_pools tp using (ticket_type_id) where t.status = 'valid' group by 1) s
      where s.pool_id = p.id`
    await tx`
      insert into public.staff_grants ${tx(
        types
          .filter(
            (type, index) =>
              types.findIndex((other) => other.event_id === type.event_id) === index &&
              type.ends_at > now &&
              type.doors_at.getTime() < now.getTime() + 2 * day,
          )
          .map((type) => ({
            user_id: staff?.id,
            event_id: type.event_id,
            capability: 'scan',
            expires_at: new Date(type.ends_at.getTime() + 12 * hour),
            granted_by: people[0]?.id,
          })),
      )}`
    await seedViews(tx, types, buyers, now)
  })
}

/** Adds sixty days of visits with a weekly rhythm, and what was looked at: by the buyers of these days, and by others who did not buy. */
async function seedViews(sql: Sql, types: Type[], people: Person[], now: Date) {
  const paths = [
    '/',
    '/',
    '/events',
    '/events',
    '/shop',
    '/community',
    ...types.slice(0, 20).map((type) => `/events/${type.event_id}/${type.slug}`),
  ]
  const sources = await sql<{ id: number }[]>`
    insert into private.sources (name, medium, campaign, host)
    values ('instagram.com', 'social', '', 'instagram.com'), ('google.com', 'search', '', 'google.com'),
      ('whatsapp.com', 'social', '', 'whatsapp.com'), ('newsletter', 'email', 'carnival', '')
    returning id`
  const views = Array.from({ length: 60 }, (_, ago) => {
    const date = new Date(now.getTime() - ago * day)
    const busy = [1.1, 0.6, 0.6, 0.8, 1.2, 1.6, 1.5][date.getUTCDay()] ?? 1
    return Array.from({ length: Math.round(60 * busy) }, () => ({
      at: new Date(date.getTime() - faker.number.int({ min: 0, max: day - 1 })),
      path: faker.helpers.arrayElement(paths),
      session_id: faker.string.uuid(),
      device_type: faker.helpers.weightedArrayElement([
        { value: 'mobile', weight: 7 },
        { value: 'desktop', weight: 2 },
        { value: 'tablet', weight: 1 },
      ]),
      browser: faker.helpers.weightedArrayElement([
        { value: 'Safari', weight: 5 },
        { value: 'Chrome', weight: 5 },
        { value: 'Firefox', weight: 1 },
        { value: 'Edge', weight: 1 },
      ]),
      source_id: faker.helpers.arrayElement([1, 1, ...sources.map(({ id }) => id)]),
      user_id: faker.datatype.boolean(0.25) ? (faker.helpers.arrayElement(people).id as string | null) : null,
    }))
  }).flat()
  await insertAll(
    sql,
    'private.visits',
    views.map(({ at, path: _, source_id, ...visit }) => ({
      ...visit,
      started_at: at,
      last_at: at,
      views: 1,
      source_id,
      last_source_id: source_id,
      first_source_id: source_id,
    })),
  )
  await sql`
    insert into private.page_views (at, visit_id, path, user_id)
    select v.started_at, v.id, r.path, v.user_id
    from jsonb_to_recordset(${sql.json(views.map(({ session_id, path }) => ({ session_id, path })))}) r (session_id text, path text)
    join private.visits v using (session_id)`
  // Gives each buyer of these days a visit in the quarter of an hour before: the event's page, its tickets, a hold.
  await sql`
    create temporary table seed_buyers on commit drop as
    select o.id as order_id, o.event_id, e.slug, o.created_at - (3 + h.n % 12) * interval '1 minute' as at, o.created_at,
      (${sources.map(({ id }) => id)}::int[] || 1)[1 + h.n % 5] as source_id,
      (array['mobile', 'mobile', 'mobile', 'desktop', 'tablet'])[1 + h.n / 8 % 5] as device_type,
      (array['Safari', 'Chrome', 'Safari', 'Chrome', 'Edge'])[1 + h.n / 64 % 5] as browser
    from public.orders o
    join public.events e on e.id = o.event_id
    cross join lateral (select hashtext(o.id::text) & 2147483647 as n) h
    where o.created_at > ${now}::timestamptz - interval '60 days'`
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
  // The others look as well: at the event of their page, every fourth at its tickets; in the shop at a product, every second at its details.
  await sql`
    with looks as (
      select p.at, p.visit_id, i.kind, i.item_id, p.visit_id % i.every = 0 as clicks
      from private.page_views p
      join private.visits v on v.id = p.visit_id and v.session_id not like 'seed-%'
      cross join lateral (
        select 'event' as kind, e.id as item_id, 4 as every from public.events e where e.id::text = split_part(p.path, '/', 3)
        union all
        (select 'product', i.id, 2 from public.products i where p.path = '/shop' and i.status = 'active'
         order by md5(i.id::text || p.visit_id) limit 1)
      ) i
    ),
    clicks as (
      update private.visits v set events = v.events + 1, last_at = v.last_at + interval '30 seconds'
      from looks l where l.clicks and v.id = l.visit_id returning v.id
    )
    insert into private.item_views (at, visit_id, kind, item_id)
    select l.at, l.visit_id, l.kind || '_view', l.item_id from looks l
    union all
    select l.at + interval '30 seconds', l.visit_id, case l.kind when 'event' then 'ticket_click' else 'product_click' end, l.item_id
    from looks l join clicks c on c.id = l.visit_id`
}
