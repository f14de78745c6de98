import type { Sql } from 'postgres'
import { termsVersion } from '#core/legal.ts'
import { type GoodsOrder, planGoods } from './goods-orders.ts'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'
import { drawCode, insertAll, paymentOf } from './rows.ts'

const day = 86_400_000

/** The states that goods went through to each state, and how many days after the order each began. */
const paths: Record<string, [state: string, days: number][]> = {
  unfulfilled: [],
  packing: [['packing', 0.7]],
  shipped: [
    ['packing', 0.7],
    ['shipped', 1.1],
  ],
  ready_for_pickup: [['ready_for_pickup', 0.9]],
  picked_up: [
    ['ready_for_pickup', 0.9],
    ['picked_up', 3.5],
  ],
  cancelled: [['cancelled', 0.2]],
}
paths.lost = [...(paths.shipped ?? []), ['lost', 22.4]]
paths.delivered = [...(paths.shipped ?? []), ['delivered', 4.6]]
paths.return_requested = [...paths.delivered, ['return_requested', 8.2]]
paths.return_approved = [...paths.return_requested, ['return_approved', 9]]
paths.return_rejected = [...paths.return_requested, ['return_rejected', 9.3]]
paths.return_received = [...paths.return_approved, ['return_received', 13.5]]
paths.returned = [...paths.return_received, ['returned', 14.2]]

const addresses = [
  { line1: '418 Sterling Place', city: 'Brooklyn', state: 'NY', postal_code: '11238' },
  { line1: '91 Linden Boulevard', city: 'Brooklyn', state: 'NY', postal_code: '11226' },
  { line1: '27 Ferry Street', city: 'Newark', state: 'NJ', postal_code: '07105' },
  { line1: '5901 NE 2nd Avenue', city: 'Miami', state: 'FL', postal_code: '33137' },
  { line1: '655 Marietta Street NW', city: 'Atlanta', state: 'GA', postal_code: '30318' },
  { line1: '64 Arch Street', city: 'Hartford', state: 'CT', postal_code: '06103' },
  { line1: '3720 Degnan Boulevard', city: 'Los Angeles', state: 'CA', postal_code: '90018' },
]

type Variant = {
  id: string
  sku: string
  name: string
  detail: string
  position: number
  price_cents: number
  weight_grams: number
  tax_class: string
}
type Point = { to: string; id: string; state: string; postal_code: string; doors_at: Date | null }
type Rate = { state: string; postal_code: string; tax_class: string; bps: number; taxes_shipping: boolean }
type Zone = {
  id: string
  name: string
  states: string[]
  free_above_cents: number | null
  rates: [number, number][]
}

/** Holds what prices an order of goods and says where it goes. */
type Shop = { variants: Map<string, Variant>; points: Point[]; rates: Rate[]; zones: Zone[] }

async function readShop(tx: Sql, now: Date): Promise<Shop> {
  const variants = await tx<Variant[]>`
    select v.id, v.sku, p.name, v.name as detail, p.position * 100 + v.position as position, v.price_cents::int, v.weight_grams, p.tax_class
    from public.product_variants v join public.products p on p.id = v.product_id`
  // Tonight's stand, the next one, the last one that is over, and the store.
  const points = await tx<Point[]>`
    select case
        when p.kind = 'store' then 'store' when e.ends_at < ${now} then 'past' when e.doors_at <= ${now} then 'tonight' else 'next' end as to,
      p.id, p.state, p.postal_code, e.doors_at
    from public.pickup_points p left join public.events e on e.id = p.event_id
    where p.archived_at is null and e.id is distinct from ${namedId('event:last-lap')}
    order by coalesce(e.doors_at, p.opens_at), p.id`
  const places = [...addresses, ...points]
  const rates = await tx<Rate[]>`
    select distinct a.state, a.postal_code, c.tax_class, t.bps, t.taxes_shipping
    from unnest(${places.map(({ state }) => state)}::text[], ${places.map((one) => one.postal_code)}::text[]) a (state, postal_code)
    cross join (values ('general'), ('clothing')) c (tax_class)
    cross join lateral private.tax_of(a.state, a.postal_code, c.tax_class) t`
  const zones = await tx<Zone[]>`
    select z.id, z.name, z.states, z.free_above_cents::int, (
      select jsonb_agg(jsonb_build_array(r.up_to_grams, r.price_cents) order by r.up_to_grams) from public.shipping_rates r where r.zone_id = z.id) as rates
    from public.shipping_zones z`
  return { variants: new Map(variants.map((one) => [one.sku, one])), points, rates, zones }
}

type Rows = Record<
  'holds' | 'orders' | 'lines' | 'payments' | 'addresses' | 'fulfilments' | 'steps' | 'shipments' | 'returns',
  Record<string, unknown>[]
>

/** Adds orders of the shop in every state of their goods, with what that did to the stock and the money. */
export async function seedGoods(tx: Sql, people: Person[], now: Date): Promise<void> {
  const shop = await readShop(tx, now)
  const rows: Rows = {
    holds: [],
    orders: [],
    lines: [],
    payments: [],
    addresses: [],
    fulfilments: [],
    steps: [],
    shipments: [],
    returns: [],
  }
  for (const [place, order] of planGoods().entries()) addGoods(rows, shop, order, { place, people, now })
  await insertAll(tx, 'public.holds', rows.holds)
  await insertAll(tx, 'public.orders', rows.orders)
  await insertAll(tx, 'public.order_lines', rows.lines)
  await insertAll(tx, 'public.payments', rows.payments)
  await insertAll(tx, 'public.order_addresses', rows.addresses)
  await insertAll(tx, 'public.shipments', rows.shipments)
  await insertAll(tx, 'public.fulfilments', rows.fulfilments)
  await insertAll(tx, 'private.state_log', rows.steps)
  await insertAll(tx, 'public.returns', rows.returns)
  await moveStock(tx, people)
}

type Where = { place: number; people: Person[]; now: Date }

/** Adds the rows of one order. */
function addGoods(rows: Rows, shop: Shop, order: GoodsOrder, { place, people, now }: Where): void {
  const paidAt = new Date(now.getTime() - order.ago * day)
  const joined = people.slice(3).filter((person) => person.joinedAt < paidAt)
  const buyer = joined[(place * 17) % joined.length]
  const point = order.to && shop.points.find(({ to }) => to === order.to)
  const address = addresses[place % addresses.length]
  if (!buyer || !address) return
  const orderId = namedId(`goods:${place}`)
  const lines = linesOf(shop, order, point ?? address, point ? point.id : null)
  const sum = (key: 'face' | 'tax') => lines.reduce((total, line) => total + line[key], 0)
  const createdAt = new Date(paidAt.getTime() - 90_000)
  const total = sum('face') + sum('tax')
  const holdId = namedId(`hold:${orderId}`)
  rows.holds.push({
    id: holdId,
    owner_id: buyer.id,
    status: 'converted',
    created_at: new Date(createdAt.getTime() - 300_000),
    expires_at: new Date(createdAt.getTime() + 300_000),
  })
  rows.orders.push({
    id: orderId,
    code: drawCode(8),
    owner_id: buyer.id,
    hold_id: holdId,
    status: 'paid',
    email: buyer.email,
    name: buyer.displayName,
    currency: 'USD',
    face_cents: sum('face'),
    fee_cents: 0,
    tax_cents: sum('tax'),
    total_cents: total,
    terms_accepted_at: paidAt,
    terms_version: termsVersion,
    created_at: createdAt,
    paid_at: paidAt,
  })
  rows.payments.push(paymentOf(orderId, total, paidAt))
  if (!point) rows.addresses.push({ order_id: orderId, name: buyer.displayName, ...address })
  for (const [number, { face: _, tax, ...line }] of lines.entries()) {
    rows.lines.push({
      ...line,
      id: namedId(`goods line:${place}:${number}`),
      order_id: orderId,
      fee_cents: 0,
      tax_cents: tax,
    })
  }
  addFulfilments(rows, order, {
    place,
    people,
    now,
    orderId,
    paidAt,
    point: point ?? null,
    buyerId: buyer.id,
  })
}

/** Prices the lines of an order as the shop does: the tax of where they go, and one line for shipping. */
function linesOf(
  { variants, rates, zones }: Shop,
  order: GoodsOrder,
  to: { state: string; postal_code: string },
  pointId: string | null,
) {
  const taxOf = (taxClass: string) =>
    rates.find(
      (rate) => rate.state === to.state && rate.postal_code === to.postal_code && rate.tax_class === taxClass,
    )
  const chosen = order.items.flatMap(([sku, units]) => {
    const variant = variants.get(sku)
    return variant ? [{ variant, units }] : []
  })
  const line = (kind: string, cents: number, units: number, bps: number, rest: Record<string, unknown>) => ({
    kind,
    quantity: units,
    unit_face_cents: cents,
    face: cents * units,
    tax: units * Math.floor((cents * bps + 5000) / 10_000),
    ...rest,
  })
  const lines = chosen.map(({ variant, units }) =>
    line('product', variant.price_cents, units, taxOf(variant.tax_class)?.bps ?? 0, {
      item_id: variant.id,
      item_name: variant.name,
      item_detail: variant.detail,
      position: variant.position,
      delivery: pointId ? 'pickup' : 'ship',
      pickup_point_id: pointId,
    }),
  )
  const zone = zones.find(({ states }) => states.includes(to.state))
  if (pointId || !zone) return lines
  const grams = chosen.reduce((sum, { variant, units }) => sum + variant.weight_grams * units, 0)
  const goods = lines.reduce((sum, { face }) => sum + face, 0)
  const rate = zone.rates.find(([upTo]) => upTo >= grams)?.[1] ?? 0
  const cents = zone.free_above_cents !== null && goods >= zone.free_above_cents ? 0 : rate
  const shipping = {
    item_id: zone.id,
    item_name: 'Shipping',
    item_detail: zone.name,
    position: 2_000_000_000,
  }
  const tax = taxOf('general')
  return [
    ...lines,
    line('shipping', cents, 1, tax?.taxes_shipping ? tax.bps : 0, {
      ...shipping,
      delivery: null,
      pickup_point_id: null,
    }),
  ]
}

type OfOrder = Where & { orderId: string; paidAt: Date; point: Point | null; buyerId: string }

/** Adds what is handed over of an order, how it got there, its parcel, and what is sent back. */
function addFulfilments(rows: Rows, order: GoodsOrder, of: OfOrder): void {
  const { place, people, paidAt, point, buyerId } = of
  const admin = people[0]?.id ?? null
  const path = paths[order.state] ?? []
  // Hands over at an event while it lasts.
  const atOf = ([state, days]: [string, number]) =>
    new Date(
      state === 'picked_up' && point?.doors_at
        ? point.doors_at.getTime() + 2 * 3_600_000 + place * 60_000
        : paidAt.getTime() + days * day,
    )
  const when = new Map(path.map((step) => [step[0], atOf(step)]))
  const shippedAt = when.get('shipped')
  const shipmentId = shippedAt ? namedId(`shipment:${place}`) : null
  if (shippedAt) {
    rows.shipments.push({
      id: shipmentId,
      order_id: of.orderId,
      number: 1,
      carrier: place % 2 ? 'usps' : 'ups',
      tracking_code:
        place % 2
          ? `9400110200${String(883_100_000 + place * 7919)}`
          : `1Z84F0E20${place}3${48_113 + place * 37}`,
      shipped_by: admin,
      shipped_at: shippedAt,
      delivered_at: when.get('delivered') ?? null,
      lost_at: when.get('lost') ?? null,
    })
  }
  for (const [number] of order.items.entries()) {
    const id = namedId(`fulfilment:${place}:${number}`)
    rows.fulfilments.push({
      id,
      order_id: of.orderId,
      order_line_id: namedId(`goods line:${place}:${number}`),
      quantity: order.items[number]?.[1] ?? 1,
      status: order.state,
      delivery: point ? 'pickup' : 'ship',
      pickup_point_id: point?.id ?? null,
      shipment_id: shipmentId,
      moved_at: when.get(order.state) ?? paidAt,
      handed_at: when.get('delivered') ?? when.get('picked_up') ?? null,
      unclaimed_at: order.unclaimed ? new Date(of.now.getTime() - 1.5 * day) : null,
      created_at: paidAt,
      cancelled_at: when.get('cancelled') ?? null,
    })
    let from: string | null = null
    for (const [state, at] of [['unfulfilled', paidAt] as const, ...when]) {
      const byBuyer = ['cancelled', 'return_requested'].includes(state)
      rows.steps.push({
        at,
        entity: 'fulfilment',
        entity_id: id,
        from_state: from,
        to_state: state,
        actor_id: from === null ? null : byBuyer ? buyerId : admin,
        reason: byBuyer || state === 'lost' ? (order.reason ?? null) : null,
        facts: { ...(state === 'shipped' ? { shipment_id: shipmentId } : {}) },
      })
      from = state
    }
    if (when.has('return_requested')) rows.returns.push(returnOf(order, of, { id, when, admin }))
  }
}

/** Makes the row of what a buyer sends back. */
function returnOf(
  order: GoodsOrder,
  { place, orderId, buyerId }: OfOrder,
  { id, when, admin }: { id: string; when: Map<string, Date>; admin: string | null },
): Record<string, unknown> {
  const decidedAt = when.get('return_approved') ?? when.get('return_rejected') ?? null
  const inspectedAt = when.get('returned') ?? null
  return {
    id: namedId(`return:${place}`),
    order_id: orderId,
    fulfilment_id: id,
    reason: order.reason ?? 'Not as expected.',
    is_faulty: order.faulty ?? false,
    label_cents: order.faulty ? 0 : 600,
    requested_by: buyerId,
    decision: order.decision ?? null,
    decided_by: decidedAt && admin,
    decided_at: decidedAt,
    received_at: when.get('return_received') ?? null,
    inspection: inspectedAt && 'restocked',
    inspected_by: inspectedAt && admin,
    inspected_at: inspectedAt,
    created_at: when.get('return_requested'),
  }
}

/** Writes what left the shelves, came back or was lost, and sets the counters of the variants by it. */
async function moveStock(tx: Sql, people: Person[]): Promise<void> {
  await tx`
    insert into private.pickups (fulfilment_id, scan_uid, staff_id, device, at)
    select f.id, pg_temp.named_id('handed:' || f.id), ${people[2]?.id ?? null}, 'Door phone', f.handed_at
    from public.fulfilments f where f.status = 'picked_up'`
  await tx`update public.shipments set place_id = private.main_place()`
  await tx`
    with moved as (
      insert into public.stock_entries (variant_id, place_id, units, reason, order_line_id, actor_id, at)
      select l.variant_id, case when e.reason <> 'lost' then private.main_place() end, e.sign * f.quantity, e.reason, l.id, ${people[0]?.id ?? null}, g.at
      from private.state_log g
      join public.fulfilments f on g.entity = 'fulfilment' and f.id = g.entity_id
      join public.order_lines l on l.id = f.order_line_id
      join (values ('shipped', 'shipped', -1), ('picked_up', 'picked_up', -1), ('lost', 'lost', -1), ('returned', 'returned', 1)) e (state, reason, sign)
        on e.state = g.to_state
      order by g.at, g.id
      returning variant_id, place_id, units, reason
    ),
    shelves as (
      update public.stock_levels s set on_hand = s.on_hand + m.units
      from (select variant_id, place_id, sum(units)::int as units from moved where place_id is not null group by 1, 2) m
      where s.variant_id = m.variant_id and s.place_id = m.place_id
    )
    update public.product_variants v set
      stock = v.stock + coalesce((select sum(m.units) from moved m where m.variant_id = v.id and m.reason = 'lost'), 0)::int,
      sold = s.units
    from (
      select l.variant_id, coalesce(sum(f.quantity) filter (where f.status not in ('cancelled', 'returned', 'lost')), 0)::int as units
      from public.fulfilments f join public.order_lines l on l.id = f.order_line_id and l.kind = 'product' group by 1
    ) s
    where v.id = s.variant_id`
}

/** Gives the money back for goods that were cancelled or came back, of which their orders have no others, and ends these orders. */
export async function refundGoods(tx: Sql, people: Person[]): Promise<void> {
  // Shipping goes back where nothing was ever shipped.
  await tx`
    create temporary table seed_goods_refunds on commit drop as
    select pg_temp.named_id('refund:' || f.order_id) as id, f.order_id, p.id as payment_id, max(f.moved_at) as at, bool_or(f.status = 'returned') as came_back,
      array_agg(l.id order by l.id) as line_ids, array_agg(l.total_cents order by l.id) as line_cents, sum(l.total_cents)::bigint as cents
    from public.fulfilments f
    join public.payments p on p.order_id = f.order_id
    join public.order_lines l on l.order_id = f.order_id and l.total_cents > 0 and (l.id = f.order_line_id or (l.kind = 'shipping' and f.status = 'cancelled'))
    where f.status in ('cancelled', 'returned')
    group by f.order_id, p.id`
  await tx`
    insert into public.ledger_entries (order_id, order_line_id, event_id, item_kind, kind, part, cents, currency, payment_id, source_id, is_test,
      occurred_at, booked_at)
    select e.order_id, e.order_line_id, e.event_id, e.item_kind, 'refund', e.part, -e.cents, e.currency, e.payment_id, r.id, false, r.at, r.at
    from seed_goods_refunds r join public.ledger_entries e on e.order_id = r.order_id and e.order_line_id = any (r.line_ids)`
  await tx`
    insert into public.refunds (id, order_id, payment_id, amount_cents, currency, kind, reason, status, void_tickets, line_ids, line_cents, requested_by,
      provider_ref, created_at, decided_at, finished_at)
    select id, order_id, payment_id, cents, 'USD', 'goods', case when came_back then 'Sent back.' else 'Canceled by the buyer.' end, 'succeeded', false,
      line_ids, line_cents, case when came_back then ${people[0]?.id ?? null}::uuid end, 'test_refund_' || id, at, at, at + interval '1 minute'
    from seed_goods_refunds`
  await tx`
    insert into private.state_log (at, entity, entity_id, from_state, to_state)
    select r.at + s.step * interval '20 seconds', 'refund', r.id, s.from_state, s.to_state
    from seed_goods_refunds r
    cross join (values (0, null, 'approved'), (1, 'approved', 'submitted'), (3, 'submitted', 'succeeded')) s (step, from_state, to_state)
    order by r.at, r.id, s.step`
  await tx`update public.returns t set refund_id = r.id from seed_goods_refunds r where t.order_id = r.order_id`
  await tx`update public.payments p set refunded_cents = r.cents from seed_goods_refunds r where p.id = r.payment_id`
  await tx`
    update public.orders o set refunded_cents = r.cents, status = 'cancelled', cancelled_at = r.at from seed_goods_refunds r where o.id = r.order_id`
  await tx`
    insert into private.state_log (at, entity, entity_id, from_state, to_state, reason)
    select at, 'order', order_id, 'paid', 'cancelled', 'nothing of it left' from seed_goods_refunds`
}
