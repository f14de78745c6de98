import { faker } from '@faker-js/faker'
import type { Sql } from 'postgres'
import { termsVersion } from '#core/legal.ts'
import { seedRefunds, seedTrouble } from './after-sales.ts'
import { createArrivals } from './arrivals.ts'
import { seedFreeTickets } from './free-tickets.ts'
import { refundGoods, seedGoods } from './goods.ts'
import { namedId } from './named-id.ts'
import { demoAccounts, type Person } from './people.ts'
import { drawCode, insertAll, paymentOf } from './rows.ts'
import { spreadSales } from './sale-times.ts'
import { seedStaff } from './staff.ts'
import { seedSources, seedViews } from './views.ts'

const hour = 3_600_000
const day = 24 * hour

/** Since when there have been codes: they are made sixty days before in seed.sql. */
const codesAge = 58 * day

/** Sets the share of its capacity that each event has sold, 1 = sold out. Events that are not listed have sold a little. */
const sold: Record<string, number> = {
  'test-night': 0,
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

type Release = { id: string; name: string; face_cents: number; quantity: number | null; left: number }
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
  tax_bps: number
  fee_bps: number
  fee_fixed_cents: number
  refund_hours: number | null
  refund_keeps_fee: boolean
  refund_kept_percent: number
  releases: Release[]
}
type Sale = { type: Type; release: Release; units: number }

/** An insert's rows by their table. */
type Rows = Record<
  'holds' | 'orders' | 'order_lines' | 'payments' | 'tickets' | 'scans' | 'entries' | 'returns',
  Record<string, unknown>[]
>

/**
 * Fills the events with what happened: paid orders and their tickets at the prices of the database, arrivals and refusals at
 * the door, goods, refunds and disputes, visits. Rows are written directly, because the past can't be bought through the
 * selling functions; counters are set from the same rows, so every invariant of the money and stock holds. Their mails count
 * as sent. Does nothing when orders exist.
 * @param now - the instant that "sold so far" and "arrived so far" are measured at
 */
export async function seedHistory(sql: Sql, people: Person[], now: Date): Promise<void> {
  const [{ count } = { count: 0 }] = await sql<
    { count: number }[]
  >`select count(*)::int as count from public.orders`
  if (count > 0) return
  const types = await sql<Type[]>`
    select e.id as event_id, e.slug, e.doors_at, e.ends_at, e.published_at, e.tax_bps, e.fee_bps, e.fee_fixed_cents::int, e.refund_hours,
      e.refund_keeps_fee, e.refund_kept_percent, t.id as type_id, t.name as type_name, p.id as pool_id, p.capacity,
      (select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'face_cents', r.face_cents, 'quantity', r.quantity,
        'left', coalesce(r.quantity, p.capacity)) order by r.position) from public.price_releases r where r.ticket_type_id = t.id) as releases
    from public.ticket_types t join public.events e on e.id = t.event_id
      join public.ticket_type_pools tp on tp.ticket_type_id = t.id join public.capacity_pools p on p.id = tp.pool_id
    order by e.doors_at, t.position, e.slug`
  const rows = rowsOfSales(types, people, now)
  await sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await seedSources(tx)
    await writeRows(tx, rows)
    await seedGoods(tx, people, now)
    await finishOrders(tx)
    await refundGoods(tx, people)
    await seedRefunds(tx, people, rows.returns)
    await seedTrouble(tx, people, now)
    await countSold(tx)
    await seedStaff(tx, people, now)
    await seedFreeTickets(tx, people)
    await seedViews(tx, people.slice(demoAccounts.length - 1), now)
  })
}

/** Plans what is sold of each type, from its first release on, as far as `sold` says. */
function planSales(types: Type[]): Map<Type, Sale[]> {
  const poolLeft = new Map<string, number>()
  const plan = new Map<Type, Sale[]>()
  for (const [place, type] of types.entries()) {
    const target = poolLeft.get(type.pool_id) ?? Math.floor(type.capacity * (sold[type.slug] ?? 0.1))
    const sharesWithLater = types.slice(place + 1).some((other) => other.pool_id === type.pool_id)
    let left = Math.floor(target * (sharesWithLater ? 0.75 : 1))
    if (type.type_name === 'Friends of the decks') left = Math.min(left, 18)
    poolLeft.set(type.pool_id, target - left)
    const sales: Sale[] = []
    while (left > 0) {
      const release = type.releases.find((candidate) => candidate.left > 0)
      if (!release) break
      const units = Math.min(left, release.left, drawUnits())
      sales.push({ type, release, units })
      release.left -= units
      left -= units
    }
    plan.set(type, sales)
  }
  return plan
}

/** Draws how many tickets somebody buys at once. */
function drawUnits(): number {
  return faker.helpers.weightedArrayElement([
    { value: 1, weight: 3 },
    { value: 2, weight: 5 },
    { value: 3, weight: 1 },
    { value: 4, weight: 2 },
  ])
}

/** Lays the planned sales on the days, gives them buyers who had joined by then, and makes their rows. */
function rowsOfSales(types: Type[], people: Person[], now: Date): Rows {
  const plan = planSales(types)
  const windows = types.map((type) => ({
    id: type.type_id,
    from: type.published_at.getTime(),
    until: Math.min(now.getTime() - 20 * 60_000, type.doors_at.getTime() + hour),
    weight: (plan.get(type) ?? []).reduce(
      (sum, { release, units }) => sum + units * (100 + release.face_cents),
      0,
    ),
  }))
  const draw = spreadSales(windows, now.getTime())
  const rows: Rows = {
    holds: [],
    orders: [],
    order_lines: [],
    payments: [],
    tickets: [],
    scans: [],
    entries: [],
    returns: [],
  }
  const chooseBuyer = createBuyers(people.slice(demoAccounts.length - 1))
  const takeCode = createCodes(now)
  const addReturn = createReturns(rows, now)
  const arrive = createArrivals(now)
  const mia = people[demoAccounts.findIndex(({ username }) => username === 'mia')]
  let miaWaits = false
  for (const [type, sales] of plan) {
    const moments = draw(type.type_id, sales.length)
    for (const [place, sale] of sales.entries()) {
      const paidAt = new Date(moments[place] ?? now.getTime())
      // Mia has two tickets for tonight and has not come yet, so that there is somebody to let in.
      const isHers: boolean = !miaWaits && type.slug === 'bass-culture' && sale.units === 2
      const buyer = chooseBuyer(type.event_id, sale.units, paidAt, isHers ? mia : undefined)
      if (!buyer) continue
      miaWaits ||= isHers
      const order = addOrder(rows, sale, { place, buyer, paidAt, code: takeCode(sale, buyer, paidAt) })
      const returned = order.code || isHers ? 0 : addReturn(sale, order.orderId, paidAt)
      addTickets(rows, sale, order, buyer, {
        now,
        staffId: people[2]?.id ?? '',
        paidAt,
        notComing: isHers ? sale.units : returned,
        arrive,
      })
    }
  }
  return rows
}

/** Returns a function that takes the person named, or draws one who had joined, if they may have so many more tickets of an event. */
function createBuyers(people: Person[]) {
  const owned = new Map<string, number>()
  return (eventId: string, units: number, at: Date, named?: Person): Person | undefined => {
    const joined = people.filter((person) => person.joinedAt < at).length
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const buyer = named ?? people[faker.number.int({ min: 0, max: Math.max(0, joined - 1) })]
      const key = `${eventId}:${buyer?.id}`
      const before = owned.get(key) ?? 0
      if (before + units > 10) continue
      owned.set(key, before + units)
      return buyer
    }
    return undefined
  }
}

type Code = { id: string; unitCents: number }

/** Returns a function that says which code a sale used, if any; nobody uses one twice. */
function createCodes(now: Date) {
  const used = new Set<string>()
  return ({ type, release, units }: Sale, buyer: Person, at: Date): Code | null => {
    if (type.type_name === 'Friends of the decks') return { id: namedId('code:DECKFAM'), unitCents: 0 }
    if (release.face_cents === 0 || at.getTime() < now.getTime() - codesAge) return null
    const name = type.slug === 'dutty-friday' ? 'DUTTY20' : 'BIGUP5'
    const wanted =
      name === 'DUTTY20' ? units <= 4 && faker.datatype.boolean(0.45) : faker.datatype.boolean(0.04)
    const key = `${name}:${buyer.id}`
    if (!wanted || used.has(key)) return null
    used.add(key)
    const unitCents = name === 'DUTTY20' ? Math.floor((release.face_cents * 20 + 50) / 100) : 500
    return { id: namedId(`code:${name}`), unitCents: Math.min(unitCents, release.face_cents) }
  }
}

/** Adds the rows of one order and its payment. */
function addOrder(
  rows: Rows,
  { type, release, units }: Sale,
  { place, buyer, paidAt, code }: { place: number; buyer: Person; paidAt: Date; code: Code | null },
) {
  const orderId = namedId(`order:${type.type_id}:${place + 1}`)
  const lineId = namedId(`line:${type.type_id}:${place + 1}`)
  const holdId = namedId(`hold:${orderId}`)
  const face = release.face_cents - (code?.unitCents ?? 0)
  const fee = face === 0 ? 0 : type.fee_fixed_cents + Math.floor((face * type.fee_bps + 5000) / 10_000)
  const tax = face === 0 ? 0 : Math.floor(((face + fee) * type.tax_bps + 5000) / 10_000)
  const total = units * (face + fee + tax)
  const createdAt = new Date(paidAt.getTime() - 90_000)
  const amounts = {
    fee_cents: units * fee,
    tax_cents: units * tax,
    discount_cents: units * (code?.unitCents ?? 0),
    code_units: code ? units : 0,
  }
  rows.holds.push({
    id: holdId,
    event_id: type.event_id,
    owner_id: buyer.id,
    status: 'converted',
    code_id: code?.id ?? null,
    code_units: code ? units : 0,
    created_at: new Date(createdAt.getTime() - 60_000),
    expires_at: new Date(createdAt.getTime() + 540_000),
  })
  rows.orders.push({
    id: orderId,
    code: drawCode(8),
    owner_id: buyer.id,
    event_id: type.event_id,
    hold_id: holdId,
    code_id: code?.id ?? null,
    status: 'paid',
    email: buyer.email,
    name: buyer.displayName,
    currency: 'USD',
    face_cents: units * release.face_cents,
    ...amounts,
    total_cents: total,
    refund_hours: type.refund_hours,
    refund_until:
      type.refund_hours === null ? null : new Date(type.doors_at.getTime() - type.refund_hours * hour),
    refund_keeps_fee: type.refund_keeps_fee,
    refund_kept_percent: type.refund_kept_percent,
    terms_accepted_at: paidAt,
    terms_version: termsVersion,
    marketing_consent: faker.datatype.boolean(0.3),
    created_at: createdAt,
    paid_at: paidAt,
  })
  rows.order_lines.push({
    id: lineId,
    order_id: orderId,
    kind: 'ticket',
    item_id: type.type_id,
    release_id: release.id,
    item_name: type.type_name,
    item_detail: release.name,
    quantity: units,
    unit_face_cents: release.face_cents,
    ...amounts,
  })
  if (total > 0) rows.payments.push(paymentOf(orderId, total, paidAt))
  return { orderId, lineId, code }
}

/**
 * Returns a function that lets one of so many buyers have their money back before the doors open: for the first so many tickets
 * of an order, and how many that is.
 */
function createReturns(rows: Rows, now: Date) {
  let eligible = 0
  return ({ type, release, units }: Sale, orderId: string, paidAt: Date): number => {
    const until = Math.min(type.doors_at.getTime() - 50 * hour, now.getTime() - 3 * hour)
    const from = paidAt.getTime() + 5 * hour
    if (release.face_cents === 0 || units * release.face_cents > 30_000 || from > until) return 0
    eligible += 1
    if (eligible % 30 !== 17) return 0
    const returned = faker.datatype.boolean(0.7) ? units : 1
    const drawn = from + (until - from) * faker.number.float() ** 2
    // In working hours where that is possible.
    const working = Math.floor(drawn / day) * day + faker.number.int({ min: 15 * hour, max: 23 * hour })
    rows.returns.push({
      order_id: orderId,
      ticket_ids: Array.from({ length: returned }, (_, seat) => namedId(`ticket:${orderId}:${seat}`)),
      by_policy: type.refund_hours !== null && !type.refund_keeps_fee,
      reason: faker.helpers.arrayElement([
        'Bought twice by mistake.',
        'Wrong date, and the next one is too far away.',
        'Had to travel for work that weekend.',
        'A friend can no longer come.',
        'Down with the flu.',
      ]),
      at: new Date(working > from && working < until ? working : drawn),
    })
    return returned
  }
}

/** Adds the tickets of an order, with the scans of those who have arrived. */
function addTickets(
  rows: Rows,
  { type, units }: Sale,
  { orderId, lineId }: { orderId: string; lineId: string },
  buyer: Person,
  {
    now,
    staffId,
    paidAt,
    notComing,
    arrive,
  }: {
    now: Date
    staffId: string
    paidAt: Date
    notComing: number
    arrive: ReturnType<typeof createArrivals>
  },
) {
  for (let seat = 0; seat < units; seat += 1) {
    const ticketId = namedId(`ticket:${orderId}:${seat}`)
    const arrival = seat < notComing ? null : arrive(type, paidAt)
    rows.tickets.push({
      id: ticketId,
      order_id: orderId,
      order_line_id: lineId,
      event_id: type.event_id,
      ticket_type_id: type.type_id,
      owner_id: buyer.id,
      holder_name: buyer.displayName,
      code: drawCode(8),
      issued_at: paidAt,
      admission: arrival ? 'inside' : 'outside',
    })
    if (!arrival) continue
    const scanned = { event_id: type.event_id, ticket_id: ticketId, gate: arrival.gate }
    const scanId = namedId(`scan:${ticketId}`)
    const scan = {
      ...scanned,
      staff_id: staffId,
      device: phoneAt(arrival),
      method: 'camera',
      response: { ticketId, firstName: buyer.displayName.split(' ')[0], typeName: type.type_name },
    }
    rows.scans.push({
      ...scan,
      id: scanId,
      scan_uid: scanId,
      result: 'ok',
      scanned_at: arrival.at,
      captured_at: arrival.at,
    })
    rows.entries.push({
      ...scanned,
      id: namedId(`entry:${ticketId}`),
      order_id: orderId,
      scan_id: scanId,
      entered_at: arrival.at,
    })
    if (faker.datatype.boolean(0.02)) {
      const again = namedId(`again:${ticketId}`)
      const scannedAt = new Date(Math.min(now.getTime(), arrival.at.getTime() + 600_000))
      const result = 'already_in'
      rows.scans.push({
        ...scan,
        id: again,
        scan_uid: again,
        result,
        scanned_at: scannedAt,
        captured_at: scannedAt,
      })
    }
  }
}

/** Names the phone that scans somebody: the main gate has two. */
function phoneAt({ at, gate }: { at: Date; gate: string }): string {
  if (gate !== 'Main gate') return 'Side phone'
  return at.getMinutes() % 3 === 0 ? 'Main phone 2' : 'Main phone 1'
}

async function writeRows(tx: Sql, rows: Rows): Promise<void> {
  await insertAll(tx, 'public.holds', rows.holds)
  await insertAll(tx, 'public.orders', rows.orders)
  await insertAll(tx, 'public.order_lines', rows.order_lines)
  await insertAll(tx, 'public.payments', rows.payments)
  await tx`create temporary table seed_tickets (like public.tickets including defaults) on commit drop`
  await insertAll(tx, 'seed_tickets', rows.tickets)
  await tx`update seed_tickets set code = code || private.check_character(code)`
  const columns = Object.keys(rows.tickets[0] ?? {})
  await tx`insert into public.tickets (${tx(columns)}) select ${tx(columns)} from seed_tickets`
  await insertAll(tx, 'public.scans', rows.scans)
  await insertAll(tx, 'public.entries', rows.entries)
}

/** Gives all orders what the selling functions would have left: the ledger, the lines of their holds, logs, sources, the mail that was sent. */
async function finishOrders(tx: Sql): Promise<void> {
  await tx`select private.post_sales(array(select id from public.orders))`
  await tx`
    insert into public.hold_lines (hold_id, kind, item_id, release_id, position, item_name, item_detail, quantity, ticket_count, unit_face_cents,
      discount_cents, code_units, fee_cents, tax_cents, delivery, pickup_point_id)
    select o.hold_id, l.kind, l.item_id, l.release_id, l.position, l.item_name, l.item_detail, l.quantity, l.ticket_count, l.unit_face_cents,
      l.discount_cents, l.code_units, l.fee_cents, l.tax_cents, l.delivery, l.pickup_point_id
    from public.order_lines l join public.orders o on o.id = l.order_id`
  await tx`
    insert into private.state_log (at, entity, entity_id, from_state, to_state, actor_id)
    select s.at, s.entity, s.id, s.from_state, s.to_state, s.actor
    from public.orders o
    cross join lateral (values
      (o.created_at, 'order', o.id, null, 'awaiting_payment', o.owner_id), (o.paid_at, 'order', o.id, 'awaiting_payment', 'paid', null)
    ) s (at, entity, id, from_state, to_state, actor)
    order by s.at, o.id, s.from_state nulls first`
  await tx`
    insert into private.hold_sources (hold_id, source_id, first_source_id, device_type)
    select o.hold_id, s.id, s.id, (array['mobile', 'mobile', 'mobile', 'mobile', 'desktop', 'desktop', 'tablet'])[1 + h.n / 16 % 7]
    from public.orders o
    cross join lateral (select hashtext(o.id::text) & 2147483647 as n) h
    join seed_sources s on s.place = h.n % 10`
  await tx`
    insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, status, attempts, created_at, sent_at,
      provider_ref)
    select 'order_paid', concat_ws(':', 'order_paid', o.id, lower(o.email)), o.email, 'order', o.id, 'sent', 1, o.paid_at,
      o.paid_at + interval '4 seconds', '250 2.0.0 Ok: queued as ' || upper(left(md5(o.id::text), 10))
    from public.orders o`
}

/** Sets the counters of what is sold from the rows. */
async function countSold(tx: Sql): Promise<void> {
  await tx`
    update public.price_releases r set sold = s.sold
    from (
      select l.release_id, count(*)::int as sold from public.tickets k join public.order_lines l on l.id = k.order_line_id
      where k.status = 'valid' group by 1
    ) s
    where s.release_id = r.id`
  await tx`
    update public.capacity_pools p set sold = s.sold
    from (
      select tp.pool_id, count(*)::int as sold from public.tickets t join public.ticket_type_pools tp using (ticket_type_id)
      where t.status = 'valid' group by 1
    ) s
    where s.pool_id = p.id`
  await tx`
    update public.promo_codes c set orders_used = u.orders, units_used = u.units, cents_used = u.cents
    from (
      select o.code_id, count(*) as orders, sum(o.code_units) as units, sum(o.discount_cents) as cents
      from public.orders o where o.code_id is not null group by 1
    ) u
    where u.code_id = c.id`
  // The code of the decks gives its holders the places that it keeps back.
  await tx`
    with taken as (
      update public.promo_codes c set block_left = greatest(0, c.block_left - c.units_used) from public.promo_codes b
      where b.id = c.id and c.block_pool_id is not null returning c.block_pool_id, b.block_left - c.block_left as units
    )
    update public.capacity_pools p set blocked = p.blocked - t.units from taken t where p.id = t.block_pool_id`
}
