import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Sql } from 'postgres'
import * as z from 'zod'
import { makeCode } from './codes.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { makeAddOn, makePackage, makeTable } from './extras.ts'
import { makePoint } from './goods.ts'
import { randomOf } from './random-lives.ts'
import { claimRefund, finishJob, startRefund } from './refund-jobs.ts'
import { address, type ChosenLine } from './selling.ts'
import { sessionOf, type TestUsers } from './test-users.ts'
import { makeVariant } from './variants.ts'

/**
 * Random lives of orders, all of them from one seed. A lane is one connection with events and buyers of its own: what it does
 * follows from the seed and its number alone, and several of its lives are under way at a time. Every step is one call of a
 * function of the product, as the server or the API makes it; only the clock is moved by hand, by ending a hold's time. After
 * each life, and after what touches a whole event, the rules of its orders and of its event are checked.
 */

/** Key of a drawn picture; its hash changes with the drawing. */
const poster =
  /\/art\/soca-sunrise-[^']+/.exec(readFileSync(new URL('../seed.sql', import.meta.url), 'utf8'))?.[0] ?? null

const refusedSchema = z.object({ code: z.literal('PGRST'), message: z.string() })
const refusalSchema = z.object({ message: z.string() })
const resultSchema = z.looseObject({})

type Payment = { id: string; cents: number; reports: string[] }
type Refund = { id: string; requested: boolean }
type Dispute = { id: string; paymentId: string; cents: number }
type Life = {
  number: number
  owner: string
  steps: string[]
  stepsLeft: number
  holdId: string | null
  expired: boolean
  orderId: string | null
  totalCents: number
  payments: Payment[]
  refunds: Refund[]
  disputes: Dispute[]
  /** The provider refuses to refund it. */
  refundsFail: boolean
}

/** The rules of some orders, of their event and of a lane's goods, as rows that break one. */
const brokenOrders = (sql: Sql, orders: string[], eventId: string, variants: string[]) => sql<
  { rule: string; id: string }[]
>`
  with o as (select * from public.orders where id = any (${orders})),
  entries as (select e.* from public.ledger_entries e where e.order_id = any (${orders})),
  settled as (select p.* from public.payments p join o on o.id = p.order_id where p.settled_at is not null)
  select 'tickets are the units of paid orders' as rule, l.id::text from o join public.order_lines l on l.order_id = o.id
  where (select count(*) from public.tickets k where k.order_line_id = l.id) <> case when o.paid_at is null then 0 else l.ticket_count end
  union all
  select 'only paid orders have valid tickets and goods', o.id::text from o
  where o.status <> 'paid' and (exists (select 1 from public.tickets k where k.order_id = o.id and k.status = 'valid')
    or exists (
      select 1 from public.fulfilments f where f.order_id = o.id and f.status not in ('cancelled', 'returned') and f.replaced_by is null))
  union all
  select 'a paid order has something left, or a refund of it waits', o.id::text from o
  where o.status = 'paid' and not exists (select 1 from public.tickets k where k.order_id = o.id and k.status = 'valid')
    and not exists (
      select 1 from public.fulfilments f where f.order_id = o.id and f.status not in ('cancelled', 'returned') and f.replaced_by is null)
    and not exists (select 1 from public.refunds r where r.order_id = o.id and r.status = 'requested')
  union all
  select 'add-ons end with the last valid ticket', f.id::text
  from o join public.fulfilments f on f.order_id = o.id join public.order_lines l on l.id = f.order_line_id and l.kind = 'add_on'
  where f.status in ('unfulfilled', 'packing', 'ready_for_pickup')
    and not exists (select 1 from public.tickets k where k.order_id = o.id and k.status = 'valid')
  union all
  select 'a payment''s refunds are their sum', p.id::text from public.payments p join o on o.id = p.order_id
  where p.refunded_cents > p.amount_cents or p.refunded_cents <> (
    select coalesce(sum(r.amount_cents), 0) from public.refunds r where r.payment_id = p.id and r.status not in ('rejected', 'withdrawn'))
  union all
  select 'money that bought nothing goes back', p.id::text from public.payments p join o on o.id = p.order_id
  where p.status = 'succeeded' and p.settled_at is null and p.refunded_cents <> p.amount_cents
  union all
  select 'an order''s refunds are those approved', o.id::text from o
  where o.refunded_cents > o.total_cents or o.refunded_cents <> (
    select coalesce(sum(r.amount_cents), 0) from public.refunds r join settled p on p.id = r.payment_id
    where r.order_id = o.id and r.status not in ('requested', 'rejected', 'withdrawn'))
  union all
  select 'the ledger is what came in less what went back', o.id::text from o left join settled p on p.order_id = o.id
  where coalesce((select sum(e.cents) from entries e where e.order_id = o.id and e.kind <> 'correction'), 0)
    <> case when o.paid_at is null then 0 else coalesce(p.amount_cents, 0) - o.refunded_cents end
    or (o.paid_at is null and exists (select 1 from entries e where e.order_id = o.id))
  union all
  select 'tickets are blocked while a dispute about them or their type is open', k.id::text from public.tickets k join o on o.id = k.order_id
  where k.status = 'valid' and (k.blocked_at is not null) <> (o.dispute_status = 'open' or exists (
      -- about what was paid for its type: open, or lost while the ticket still has that type
      select 1 from public.ticket_supplements s join public.orders x on x.id = s.order_id and x.paid_at is not null
      where s.ticket_id = k.id and s.taken_back_at is null and (x.dispute_status = 'open'
        or (x.dispute_status = 'lost' and s.kept_at is null and x.refunded_cents >= x.total_cents and s.to_type_id = k.ticket_type_id))))
  union all
  select 'no line earns less than nothing', e.order_id::text from entries e
  group by e.order_id, e.order_line_id, e.part having sum(e.cents) < 0
  union all
  select 'an order is paid once, and never after it ended', s.entity_id::text from private.state_log s
  where s.entity = 'order' and s.entity_id = any (${orders})
  group by s.entity_id
  having count(*) filter (where s.to_state = 'paid') > 1
    or max(s.id) filter (where s.to_state = 'paid') > max(s.id) filter (where s.to_state = 'cancelled')
  union all
  select 'the last logged state is the state', o.id::text from o
  where o.status <> (select s.to_state from private.state_log s where s.entity = 'order' and s.entity_id = o.id order by s.id desc limit 1)
  union all
  select 'a cancelled event keeps no money but for goods', o.id::text
  from o join public.events e on e.id = o.event_id and e.status = 'cancelled' join settled p on p.order_id = o.id
  -- goods that moved afterwards may keep less than their price, or their shipping alone: that is decided with them
  where p.refunded_cents + greatest(private.cents_outside_event(o.id), (
      select sum(l.total_cents) from public.order_lines l join public.line_kinds y on y.kind = l.kind and not y.needs_event
      where l.order_id = o.id and exists (
        select 1 from public.fulfilments f join public.order_lines g on g.id = f.order_line_id and g.kind = 'product'
        where f.order_id = o.id and f.moved_at >= e.cancelled_at))
    ) < p.amount_cents and not exists (
    select 1 from public.event_change_orders r join public.event_changes c on c.id = r.change_id
    where r.order_id = o.id and c.kind = 'cancelled' and r.refunded_at is null and r.status in ('pending', 'failed'))
  union all
  select 'a pool counts its tickets and carts', p.id::text
  from public.capacity_pools p
  where p.event_id = ${eventId} and p.purpose = 'places' and (p.held + p.sold + p.blocked > p.capacity or p.sold <> (
    select count(*) from public.ticket_type_pools tp join public.tickets k on k.ticket_type_id = tp.ticket_type_id and k.status = 'valid'
    where tp.pool_id = p.id))
  union all
  select 'a release counts its tickets', r.id::text
  from public.price_releases r join public.ticket_types t on t.id = r.ticket_type_id
  where t.event_id = ${eventId} and r.sold <> (
    select count(*) from public.order_lines l join public.tickets k on k.order_line_id = l.id and k.status = 'valid' where l.release_id = r.id)
  union all
  select 'a variant counts its carts and what was neither cancelled, returned nor lost', v.id::text
  from public.product_variants v
  where v.id = any (${variants}) and (v.held <> (
      select coalesce(sum(l.quantity), 0) from public.hold_lines l join public.holds h on h.id = l.hold_id and h.status in ('active', 'pinned')
      where l.variant_id = v.id)
    or v.sold <> (
      select coalesce(sum(f.quantity), 0) from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
      where l.variant_id = v.id and f.status not in ('cancelled', 'returned', 'lost')))
  union all
  select 'the shelves of a variant are its stock without what is away, by the counters and by the ledger', v.id::text
  from public.product_variants v
  cross join lateral (select coalesce(sum(s.on_hand), 0) as units from public.stock_levels s where s.variant_id = v.id) shelves
  where v.id = any (${variants}) and (
    shelves.units <> v.stock - (
      select coalesce(sum(f.quantity), 0) from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
      where l.variant_id = v.id
        and f.status in ('shipped', 'delivered', 'picked_up', 'return_requested', 'return_approved', 'return_received', 'return_rejected'))
    or shelves.units <> (select coalesce(sum(e.units), 0) from public.stock_entries e where e.variant_id = v.id and e.place_id is not null))
  union all
  select 'the units of a line of goods are those bought', l.id::text
  from o join public.order_lines l on l.order_id = o.id and l.kind = 'product'
  where o.paid_at is not null and l.quantity <> (
    select coalesce(sum(f.quantity), 0) from public.fulfilments f where f.order_line_id = l.id and f.replaced_by is null)`

/** Says what a lane sells at one event. */
type Sale = {
  event: TestEvent
  packageId: string
  addOnId: string
  tableId: string
  codeId: string
  /** Its stand of the shop. */
  pointId: string
}

/** Lives of one lane, and what is known about them. */
class Lane {
  readonly outcomes: Record<string, number> = {}
  private sale!: Sale
  private variantIds: string[] = []
  private storeId = ''
  private livesOfEvent = 0
  private status: 'published' | 'postponed' = 'published'
  /** True while holders may choose between the new date and a refund. */
  private hasNewDate = false
  private readonly claims: Record<'Ada' | 'Abe', string>
  private readonly sql: Sql
  private readonly random: () => number
  private readonly provider: string
  private readonly owners: string[]
  /** Buyers without a life under way. */
  private readonly idle: string[]

  constructor(
    sql: Sql,
    random: () => number,
    provider: string,
    owners: string[],
    claims: Record<'Ada' | 'Abe', string>,
  ) {
    this.sql = sql
    this.random = random
    this.provider = provider
    this.owners = owners
    this.idle = [...owners]
    this.claims = claims
  }

  private chance(share: number): boolean {
    return this.random() < share
  }
  private upTo(most: number): number {
    return 1 + Math.floor(this.random() * most)
  }
  private pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.random() * list.length)]
  }

  /** Opens an event for the next lives. Its buyers have not used up any limit. */
  private async openEvent(): Promise<void> {
    const { sql } = this
    const event = await createEvent(sql, {
      pools: { Room: 70, Balcony: 12 },
      maxPerPerson: 20,
      feeFixedCents: 99,
      feeBps: 350,
      taxBps: 888,
      doorsIn: this.chance(0.6) ? 1.05 : 0.95,
      types: [
        {
          name: 'Entry',
          pools: ['Room'],
          releases: [
            { name: 'Early', faceCents: 1999, quantity: 9 },
            { name: 'Final', faceCents: 2501 },
          ],
        },
        { name: 'VIP', pools: ['Room', 'Balcony'], releases: [{ name: 'Final', faceCents: 14_900 }] },
        { name: 'Free', pools: ['Room'], releases: [{ name: 'Final', faceCents: 0, quantity: 15 }] },
      ],
    })
    if (this.variantIds.length === 0) {
      for (const priceCents of [1500, 3099])
        this.variantIds.push((await makeVariant(sql, { stock: 100_000, priceCents })).variantId)
      this.storeId = await makePoint(sql, null)
    }
    this.sale = {
      event,
      packageId: await makePackage(sql, event, { Entry: 2, VIP: 1 }),
      addOnId: (await makeAddOn(sql, event, { stock: 30 })).addOnId,
      tableId: await makeTable(sql, event),
      codeId: (await makeCode(sql, event, { percent: 15, maxOrders: 12 })).id,
      pointId: await makePoint(sql, event.eventId),
    }
    // The code of tickets is one for goods in the same order, too.
    await sql`update public.promo_codes set goods = 'all', max_units = 40 where id = ${this.sale.codeId}`
    // Sets what its publication after a postponement asks for; tickets can be returned until an hour before doors, which is now or in minutes.
    await sql`
      update public.events set venue_name = 'The Yard', address = '1 Water St', image_path = ${poster},
        image_alt = 'A poster', refund_hours = 1, refund_keeps_fee = ${this.chance(0.5)},
        refund_kept_percent = ${this.pick([0, 10, 33]) ?? 0} where id = ${event.eventId}`
    await sql`
      insert into private.unlocked_codes ${sql(this.owners.map((user_id) => ({ user_id, event_id: event.eventId, code_id: this.sale.codeId })))}`
    this.livesOfEvent = 0
    this.status = 'published'
    this.hasNewDate = false
  }

  /** Runs one statement of a life; a refusal is an outcome like any other, everything else ends the run. */
  private async step(life: Life | null, name: string, work: () => Promise<readonly { result?: unknown }[]>) {
    let outcome = 'ok'
    let result: Record<string, unknown> | null = null
    try {
      const [row] = await work()
      const parsed = resultSchema.safeParse(row?.result)
      result = parsed.success ? parsed.data : {}
      const named = result.outcome ?? result.status ?? result.result
      if (typeof named === 'string') outcome = named
    } catch (error) {
      const refused = refusedSchema.safeParse(error)
      if (!refused.success) throw this.failure(life, name, error)
      outcome = `refused ${refusalSchema.parse(JSON.parse(refused.data.message)).message}`
    }
    life?.steps.push(`${name}: ${outcome}`)
    const key = `${name}: ${outcome}`
    this.outcomes[key] = (this.outcomes[key] ?? 0) + 1
    return result
  }

  private failure(life: Life | null, name: string, error: unknown): Error {
    const steps = life ? `life ${life.number}: ${[...life.steps, name].join(', ')}` : `event: ${name}`
    return new Error(`${this.provider}, ${steps}: ${error instanceof Error ? error.message : String(error)}`)
  }

  private asAdmin(name: 'Ada' | 'Abe') {
    return this
      .sql`with caller as materialized (select set_config('request.jwt.claims', ${this.claims[name]}, true))`
  }

  private lines(): ChosenLine[] {
    const { event, packageId, addOnId, tableId } = this.sale
    const ticket = (name: string, quantity: number) => ({
      kind: 'ticket',
      item: event.types[name] ?? '',
      quantity,
    })
    const lines: ChosenLine[] = []
    const what = this.random()
    if (what < 0.55) lines.push(ticket('Entry', this.upTo(3)))
    else if (what < 0.7) lines.push(ticket('VIP', this.upTo(4)))
    else if (what < 0.78) lines.push(ticket('Free', this.upTo(2)))
    else if (what < 0.86) lines.push({ kind: 'package', item: packageId, quantity: 1 })
    else if (what < 0.93) lines.push({ kind: 'table', item: tableId, quantity: 1 })
    else lines.push({ kind: 'product', item: this.pick(this.variantIds) ?? '', quantity: this.upTo(3) })
    if (what < 0.93 && this.chance(0.35)) lines.push({ kind: 'add_on', item: addOnId, quantity: 1 })
    if (what < 0.93)
      for (const item of this.variantIds)
        if (this.chance(0.15)) lines.push({ kind: 'product', item, quantity: this.upTo(2) })
    return lines
  }

  private async hold(life: Life): Promise<void> {
    const lines = this.lines()
    const eventId = lines.every(({ kind }) => kind === 'product') ? null : this.sale.event.eventId
    const code = eventId && this.chance(0.15) ? this.sale.codeId : null
    const held = await this.step(
      life,
      `${life.holdId ? 'edit' : 'hold'}${code ? ' with a code' : ''}`,
      () => this.sql`
      select public.hold_items(${life.owner}, ${eventId}, ${this.sql.json(lines)}, ${randomUUID()}, null, ${code}) as result`,
    )
    if (held) Object.assign(life, { holdId: held.holdId, expired: false })
    else if (!life.holdId && this.chance(0.6)) life.stepsLeft = 0
  }

  /** Says how the goods of the hold reach their buyer: shipped, at the event or on a store day. */
  private async deliver(life: Life): Promise<void> {
    const goods = await this.sql<{ id: string }[]>`
      select distinct variant_id as id from public.hold_lines where hold_id = ${life.holdId} and kind = 'product' order by 1`
    if (goods.length === 0 || this.chance(0.03)) return
    const lines = goods.map(({ id }) => {
      const what = this.random()
      return what < 0.5
        ? { item: id, delivery: 'ship' }
        : { item: id, delivery: 'pickup', point: what < 0.8 ? this.sale.pointId : this.storeId }
    })
    await this.step(
      life,
      'deliver',
      () => this.sql`
      select public.set_delivery(${life.owner}, ${life.holdId}, ${this.sql.json({ lines, address })}, ${randomUUID()}) as result`,
    )
  }

  /** Moves paid goods on: at the shop desk, at the station, with the carrier, and back. */
  private async goods(life: Life): Promise<void> {
    const things = await this.sql<
      {
        id: string
        kind: string
        status: string
        quantity: number
        delivery: string
        point: string | null
        returnId: string | null
      }[]
    >`
      select f.id, l.kind, f.status, f.quantity, f.delivery, f.pickup_point_id as point, r.id as "returnId"
      from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
      left join public.returns r on r.fulfilment_id = f.id
      where f.order_id = ${life.orderId} and f.replaced_by is null order by l.kind, l.position, l.unit_face_cents, f.created_at, f.quantity, f.status`
    const thing = this.pick(things)
    if (!thing) return
    const { id, kind, status, delivery, returnId } = thing
    const named = kind === 'add_on' ? 'add-on' : 'goods'
    const desk = (action: string, values: Record<string, Record<string, unknown>> = {}) =>
      this.step(
        life,
        `${named}: ${action}`,
        () => this.sql`
        ${this.asAdmin('Ada')}
        select public.act_on_goods(${action}, ${[id]}::uuid[], 'as it should be', ${this.sql.json(values as never)}, ${randomUUID()}) as result
        from caller`,
      )
    const parcel = (units: number) => ({
      [id]: { carrier: 'usps', trackingCode: 'AB12345678', items: { [id]: units } },
    })
    const handOver = () =>
      this.step(
        life,
        `${named}: hand over`,
        () => this.sql`
        ${this.asAdmin('Abe')}
        select public.hand_over(${thing.point === this.storeId ? null : this.sale.event.eventId}, ${thing.point === this.storeId ? this.storeId : null},
          ${[id]}::uuid[], ${randomUUID()}, 'A lane') as result from caller`,
      )
    const move = (to: string) =>
      this.step(
        life,
        `goods: ${to}`,
        () => this.sql`
        ${this.asAdmin('Ada')} select public.move_return(${returnId}, ${to}, 'looked at it') as result from caller`,
      )
    const what = this.random()
    if (kind === 'add_on') {
      // One that has ended, or was handed over, is refused.
      await (what < 0.6 ? desk('cancel') : handOver())
    } else if (status === 'unfulfilled' || status === 'packing') {
      if (what < 0.15)
        await this.step(
          life,
          'goods: cancel as buyer',
          () => this.sql`
          select private.cancel_goods(${life.orderId}, ${life.owner}, ${[id]}::uuid[], ${randomUUID()}) as result`,
        )
      else if (what < 0.25) await desk('cancel')
      else if (delivery === 'pickup') await (what < 0.5 ? desk('ready') : handOver())
      else if (what < 0.35 && status === 'unfulfilled') await desk('pack')
      else await desk('ship', parcel(this.upTo(thing.quantity)))
    } else if (status === 'ready_for_pickup') await (what < 0.2 ? desk('cancel') : handOver())
    else if (status === 'shipped') await desk(what < 0.3 ? 'lost' : 'delivered')
    else if (status === 'lost') await desk(what < 0.5 ? 'resend' : 'refund')
    else if (status === 'delivered' || status === 'picked_up') {
      const [order] = await this.sql<
        { code: string }[]
      >`select code from public.orders where id = ${life.orderId}`
      await this.step(
        life,
        'goods: ask to return',
        () => this.sql`
        select public.ask_own_return(${life.owner}, ${order?.code ?? ''}, ${id}, ${this.upTo(thing.quantity)}, 'Too small', false, null, ${randomUUID()}) as result`,
      )
    } else if (returnId && status === 'return_requested')
      await move(what < 0.2 ? 'return_rejected' : 'return_approved')
    else if (returnId && status === 'return_approved') await move('return_received')
    else if (returnId && status === 'return_received') await move(what < 0.5 ? 'restocked' : 'written_off')
  }

  private async place(life: Life): Promise<void> {
    await this.deliver(life)
    const buyer = {
      email: `b-${life.owner}@example.com`,
      name: 'Bea',
      terms: true,
      terms_version: '2026-11-22',
    }
    const placed = await this.step(
      life,
      'order',
      () => this.sql`
      select public.place_order(${life.owner}, ${life.holdId}, ${this.sql.json(buyer)}, ${randomUUID()}) as result`,
    )
    if (placed)
      Object.assign(life, { orderId: placed.orderId, totalCents: Number(placed.totalCents), expired: false })
    else life.stepsLeft = Math.min(life.stepsLeft, 2)
  }

  private async begin(life: Life): Promise<void> {
    const begun = await this.step(
      life,
      'begin to pay',
      () => this.sql`
      select public.begin_payment(${life.owner}, ${life.orderId}, ${this.provider}, ${randomUUID()}) as result`,
    )
    const id = String(begun?.paymentId ?? '')
    if (!begun || life.payments.some((payment) => payment.id === id)) return
    life.payments.push({ id, cents: Number(begun.amountCents), reports: [] })
    await this.sql`select public.store_payment_ref(${id}, ${id})`
  }

  /** The provider reports something about one of the payments, sometimes what it reported before, sometimes a wrong amount. */
  private async report(life: Life, kinds: readonly string[]): Promise<void> {
    const payment = this.pick(life.payments)
    const kind = this.pick(kinds)
    if (!payment || !kind) return
    const repeated = payment.reports.length > 0 && this.chance(0.1) ? this.pick(payment.reports) : undefined
    const [sent, eventId] = repeated?.split(' ') ?? [kind, randomUUID()]
    if (!repeated) payment.reports.push(`${sent} ${eventId}`)
    const isWrong = !repeated && this.chance(0.02)
    await this.step(
      life,
      `${repeated ? 'again ' : ''}${isWrong ? 'wrong ' : ''}${sent}`,
      () => this.sql`
      select public.apply_payment_event(${this.provider}, ${eventId ?? ''}, ${sent ?? ''}, ${payment.id}, ${payment.cents + (isWrong ? 1 : 0)},
        'USD', '{"failure_code": "card_declined"}') as result`,
    )
  }

  private async expire(life: Life): Promise<void> {
    await this.sql`
      update public.holds set expires_at = now() - interval '1 second' where id = ${life.holdId} and status in ('active', 'pinned')`
    life.steps.push('time is over')
    life.expired = true
    if (this.chance(0.7)) await this.sweep(life)
  }

  private async sweep(life: Life | null): Promise<void> {
    // One sweep at a time, of whichever lane or test: waits for its turn.
    await this.step(
      life,
      'sweep',
      () => this.sql`
      with turn as materialized (select pg_advisory_xact_lock(hashtextextended('sweep', 0))) select public.sweep() as result from turn`,
    )
  }

  private async tickets(life: Life): Promise<string[]> {
    const rows = await this.sql<{ id: string }[]>`
      select k.id from public.tickets k join public.order_lines l on l.id = k.order_line_id
      where k.order_id = ${life.orderId} order by l.position, l.item_name, k.line_unit, k.id`
    return rows.map(({ id }) => id)
  }

  private async refund(life: Life): Promise<void> {
    const what = this.random()
    const tickets =
      what >= 0.4 && what < 0.7 ? [this.pick(await this.tickets(life)) ?? ''].filter(Boolean) : null
    const [left] = await this.sql<{ cents: number }[]>`
      select coalesce(sum(amount_cents - refunded_cents), 0)::int as cents from public.payments
      where order_id = ${life.orderId} and settled_at is not null`
    const all = left?.cents ?? 0
    const cents =
      what < 0.4
        ? this.upTo(Math.max(all, 1))
        : tickets
          ? Math.min(all, this.upTo(5000))
          : this.chance(0.1)
            ? 0
            : all
    const done = await this.step(
      life,
      what < 0.4 ? 'refund a part' : tickets ? 'refund a ticket' : 'refund all',
      () => this.sql`
      ${this.asAdmin('Ada')}
      select public.refund_order(${life.orderId}, ${cents}, 'asked nicely', ${what >= 0.4}, ${randomUUID()}, ${tickets}, ${this.chance(0.3)},
        p_split => ${this.chance(0.3)}, p_restock => ${this.chance(0.9)}) as result from caller`,
    )
    if (typeof done?.refundId === 'string')
      life.refunds.push({ id: done.refundId, requested: done.status === 'requested' })
  }

  /** The buyer returns a ticket, a package or a table by the order's policy. */
  private async returnTickets(life: Life): Promise<void> {
    const [shown] = await this.sql<{ units: { tickets: string[]; backCents: number }[] | null }[]>`
      select private.own_refund_page(${life.orderId}, '{}') -> 'units' as units`
    const one = this.pick(shown?.units ?? [])
    if (!one) return
    // One, or the whole order.
    const unit = this.chance(0.6)
      ? one
      : { ...one, tickets: (shown?.units ?? []).flatMap(({ tickets }) => tickets) }
    // Asks for what the page offers; without an offer the request is refused, whatever the amount.
    const [chosen] = await this.sql<{ cents: number | null }[]>`
      select (private.own_refund_page(${life.orderId}, ${unit.tickets}) #>> '{choice,backCents}')::int as cents`
    const cents = chosen?.cents ?? unit.backCents
    const asked = await this.step(
      life,
      'return tickets',
      () => this.sql`
      select private.ask_refund(${life.orderId}, ${life.owner}, ${unit.tickets}, ${cents}, 'cannot come', ${randomUUID()}) as result`,
    )
    if (typeof asked?.refundId === 'string')
      life.refunds.push({ id: asked.refundId, requested: asked.status === 'requested' })
  }

  /** Admins see to a refund that the provider refused: send it again or, after five tries, pay it by hand. */
  private async mend(life: Life): Promise<void> {
    const [failed] = await this.sql<{ id: string; givenUp: boolean; manual: boolean }[]>`
      select id, private.is_given_up(id) as "givenUp", manual_method is not null as manual from public.refunds
      where order_id = ${life.orderId} and status = 'failed' order by created_at, id limit 1`
    if (!failed) return
    const { id } = failed
    if (failed.manual)
      await this.step(
        life,
        'confirm a refund by hand',
        () => this.sql`
        ${this.asAdmin('Abe')} select to_jsonb(public.confirm_refund(${id}, ${this.chance(0.7)}, 'looked it up')) as result from caller`,
      )
    else if (failed.givenUp)
      await this.step(
        life,
        'refund by hand',
        () => this.sql`
        ${this.asAdmin('Ada')} select to_jsonb(public.resolve_refund(${id}, 'bank_transfer', 'TR 4711', 'the card is closed')) as result from caller`,
      )
    else {
      await this.step(
        life,
        'retry a refund',
        () =>
          this.sql`${this.asAdmin('Ada')} select to_jsonb(public.retry_refund(${id})) as result from caller`,
      )
      await this.work(life)
    }
    // Five tries and what follows them come one after another.
    if (life.refundsFail && this.chance(0.9)) await this.mend(life)
  }

  private async decide(life: Life, refund: Refund): Promise<void> {
    refund.requested = false
    const name = this.chance(0.3) ? 'Ada' : 'Abe'
    const approve = this.chance(0.6)
    const decided = await this.step(
      life,
      `${name} ${approve ? 'approves' : 'turns down'}`,
      () => this.sql`
      ${this.asAdmin(name)} select public.decide_refund(${refund.id}, ${approve}, 'looked into it') as result from caller`,
    )
    refund.requested = !decided
  }

  private async scan(life: Life): Promise<void> {
    const ticket = this.pick(await this.tickets(life))
    if (!ticket) return
    if (this.chance(0.25))
      await this.step(
        life,
        'undo a scan',
        () => this.sql`
        ${this.asAdmin('Ada')}
        select public.undo_check_in(${this.sale.event.eventId}, ${ticket}, ${randomUUID()}, 'wrong person') as result from caller`,
      )
    else
      await this.step(
        life,
        'scan',
        () => this.sql`
        ${this.asAdmin('Abe')}
        select public.check_in(${this.sale.event.eventId}, ${ticket}, ${this.chance(0.2) ? 2 : 1}, null, ${randomUUID()}, 'Main', 'camera') as result
        from caller`,
      )
  }

  /** Staff make a ticket one of another type: what it costs less goes back, what it costs more is waived, or its buyer pays it. */
  private async changeType(life: Life, ticket: string): Promise<void> {
    const type = this.pick(Object.values(this.sale.event.types)) ?? ''
    const [price] = await this.sql<{ cents: number | null }[]>`
      select ((private.type_unit(e, ${type})).total_cents - p.cents)::int as cents
      from public.events e cross join private.paid_parts(${life.orderId}) p
      where e.id = ${this.sale.event.eventId} and p.ticket_id = ${ticket}`
    const values = {
      type,
      differenceCents: price?.cents ?? 0,
      refund: this.chance(0.8),
      waive: this.chance(0.8),
      askHours: (price?.cents ?? 0) > 0 && this.chance(0.6) ? 1 : null,
    }
    await this.step(
      life,
      values.askHours ? 'ask for a supplement' : 'change the type',
      () => this.sql`
      ${this.asAdmin('Ada')}
      select public.act_on_tickets('change_type', ${[ticket]}::uuid[], '{}', 'asked at the desk', ${this.sql.json(values)}, ${randomUUID()}) as result
      from caller`,
    )
    if (values.askHours && this.chance(0.7)) await this.reissue(life)
  }

  /** Says what becomes of a supplement that its buyer is asked for: it is paid for, called off, its time passes, or nothing happens yet. */
  private async supplement(life: Life, open: { id: string; hold: string; ticket: string }): Promise<void> {
    if (this.chance(0.15))
      await this.step(
        life,
        'call off a supplement',
        () => this.sql`
        ${this.asAdmin('Ada')}
        select public.act_on_tickets('call_off', ${[open.ticket]}::uuid[], '{}', 'asked at the desk', '{}', ${randomUUID()}) as result
        from caller`,
      )
    if (this.chance(0.15))
      await this.sql`
        update public.holds set expires_at = now() - interval '1 second' where id = ${open.hold} and status in ('active', 'pinned')`
    if (!this.chance(0.8)) return
    const begun = await this.step(
      life,
      'begin to pay a supplement',
      () => this.sql`
      select public.begin_payment(${life.owner}, ${open.id}, ${this.provider}, ${randomUUID()}) as result`,
    )
    const id = String(begun?.paymentId ?? '')
    if (!begun || life.payments.some((payment) => payment.id === id)) return
    life.payments.push({ id, cents: Number(begun.amountCents), reports: [] })
    await this.sql`select public.store_payment_ref(${id}, ${id})`
    await this.report(life, ['succeeded'])
  }

  private async reissue(life: Life): Promise<void> {
    const [open] = await this.sql<{ id: string; hold: string; ticket: string }[]>`
      select o.id, o.hold_id as hold, s.ticket_id as ticket
      from public.ticket_supplements s join public.orders o on o.id = s.order_id
      where o.supplement_of = ${life.orderId} and s.closed_at is null order by s.id limit 1`
    if (open) return this.supplement(life, open)
    const ticket = this.pick(await this.tickets(life))
    if (ticket && this.chance(0.5)) return this.changeType(life, ticket)
    if (ticket)
      await this.step(
        life,
        'reissue',
        () => this.sql`select private.reissue_ticket(${ticket}, 'code lost') as result`,
      )
  }

  /** A buyer goes to their bank, or the bank goes on with it. */
  private async dispute(life: Life): Promise<void> {
    const known = this.chance(0.8) ? this.pick(life.disputes) : undefined
    const payment = this.pick(life.payments)
    if (!payment) return
    const dispute = known ?? {
      id: randomUUID(),
      paymentId: payment.id,
      cents: this.chance(0.8) ? payment.cents : this.upTo(payment.cents),
    }
    if (!known) life.disputes.push(dispute)
    const kind = known
      ? this.pick(['dispute_review', 'dispute_won', 'dispute_lost', 'dispute_open'])
      : 'dispute_open'
    const payload = {
      reason: 'fraudulent',
      created: Math.floor(Date.now() / 1000),
      is_inquiry: this.chance(0.2),
    }
    await this.step(
      life,
      kind ?? '',
      () => this.sql`
      select public.apply_dispute_event(${this.provider}, ${randomUUID()}, ${kind ?? ''}, ${dispute.id}, ${dispute.paymentId}, ${dispute.cents},
        'USD', ${this.sql.json(payload)}) as result`,
    )
  }

  /** Somebody refunds at the provider, past the site. */
  private async refundAtProvider(life: Life): Promise<void> {
    const payment = this.pick(life.payments)
    if (!payment) return
    const payload = {
      payment_ref: payment.id,
      amount_cents: this.chance(0.4) ? payment.cents : this.upTo(payment.cents),
      currency: 'USD',
    }
    await this.step(
      life,
      'refund at the provider',
      () => this.sql`
      select public.apply_refund_event(${this.provider}, ${randomUUID()}, 'refund_succeeded', ${randomUUID()}, null, ${this.sql.json(payload)}) as result`,
    )
  }

  /** The worker sends refunds of this lane's provider, which sometimes fails. */
  private async work(life: Life | null): Promise<void> {
    const due = await this.sql<{ refundId: string }[]>`
      select r.id as "refundId" from public.refunds r join public.payments p on p.id = r.payment_id
      join private.jobs j on j.kind = 'refund' and j.key = r.id::text and j.parked_at is null and j.run_at <= now()
      where p.provider = ${this.provider} order by r.created_at, r.id limit 5`
    for (const { refundId } of due) {
      const job = await claimRefund(this.sql, refundId)
      if (!job) continue
      if (!(await startRefund(this.sql, refundId))) {
        await finishJob(this.sql, job, null)
        continue
      }
      const status = life?.refundsFail
        ? 'failed'
        : this.chance(0.85)
          ? 'succeeded'
          : this.chance(0.5)
            ? 'pending'
            : 'failed'
      await this.step(
        life,
        `refund sent: ${status}`,
        () => this.sql`
        select to_jsonb(public.record_refund(${refundId}, ${status}, ${randomUUID()}, ${status === 'failed' ? 'no' : null})) as result`,
      )
      await finishJob(
        this.sql,
        job,
        status === 'failed' ? 'no' : null,
        status === 'pending' ? 3600 : undefined,
      )
    }
  }

  /** Something happens to the event of all lives under way. */
  private async changeEvent(lives: Life[]): Promise<void> {
    const { sql } = this
    const { eventId } = this.sale.event
    const set = (status: string) =>
      this.step(
        null,
        `event ${status}`,
        () => this.sql`
        ${this.asAdmin('Ada')} select to_jsonb(public.set_event_status(${eventId}, ${status}, 'a storm')::text) as result from caller`,
      )
    if (this.status === 'postponed' && this.chance(0.3)) {
      // The time without a new date is over.
      await sql`
        update public.event_changes set refund_at = now() where event_id = ${eventId} and superseded_at is null and kind = 'postponed'`
      await sql`
        update public.event_change_orders r set due_at = now() from public.event_changes c
        where c.id = r.change_id and c.event_id = ${eventId} and c.superseded_at is null and r.due_at is not null`
      await this.runChanges('no date in time')
    } else if (this.status === 'postponed' && this.chance(0.8)) {
      if (this.chance(0.5)) {
        await this.step(
          null,
          'event has a new date',
          () => sql`
          ${this.asAdmin('Ada')}
          select to_jsonb(public.announce_new_date(${eventId}, doors_at + interval '1 day', starts_at + interval '1 day', ends_at + interval '1 day')::text)
            as result from caller, public.events where id = ${eventId}`,
        )
      } else {
        await sql`
          update public.events set doors_at = doors_at + interval '1 hour', starts_at = starts_at + interval '1 hour',
            ends_at = ends_at + interval '1 hour' where id = ${eventId}`
        await this.step(
          null,
          'event published again',
          () =>
            sql`${this.asAdmin('Ada')} select to_jsonb(public.publish_event(${eventId})::text) as result from caller`,
        )
      }
      this.status = 'published'
      this.hasNewDate = true
      for (const life of lives) if (life.orderId && this.chance(0.7)) await this.choose(life)
    } else if (this.status === 'published' && this.chance(0.5)) {
      await set('postponed')
      this.status = 'postponed'
    } else {
      await set('cancelled')
      await this.runChanges('event cancelled: orders')
      for (const life of lives) life.steps.push('event cancelled')
      await this.check(lives)
      await this.openEvent()
      return
    }
    for (const life of lives) life.steps.push(`event ${this.status}`)
  }

  /** The job works through the orders of changed events, of this lane or another one. */
  private async runChanges(name: string): Promise<void> {
    for (;;) {
      const done = await this.step(
        null,
        name,
        () => this.sql`select jsonb_build_object('done', public.run_event_changes(25)) as result`,
      )
      if (!done?.done) return
    }
  }

  /** The holder of a rescheduled event keeps the tickets or wants the money back, and the time to choose may be over. */
  private async choose(life: Life): Promise<void> {
    await this.step(
      life,
      'choose',
      () => this.sql`
      select to_jsonb(public.choose_event_change(${life.owner}, code, null, ${this.chance(0.7) ? 'refund' : 'keep'})::text) as result
      from public.orders where id = ${life.orderId}`,
    )
    if (this.chance(0.5)) return
    await this.sql`
      with ended as (
        update public.event_changes c set choice_ends_at = now() from public.orders o
        where o.id = ${life.orderId} and c.event_id = o.event_id and c.superseded_at is null and c.kind = 'rescheduled' returning c.id)
      update public.event_change_orders r set due_at = now() from ended where r.change_id = ended.id and r.due_at is not null`
    await this.runChanges('choices are over')
  }

  private async check(lives: Life[]): Promise<void> {
    const orders = lives.flatMap(({ orderId }) => orderId ?? [])
    const broken = await brokenOrders(this.sql, orders, this.sale.event.eventId, this.variantIds)
    if (broken.length === 0) return
    const steps = lives.map((life) => `life ${life.number}: ${life.steps.join(', ')}`).join('\n')
    throw new Error(`${this.provider}: ${JSON.stringify(broken)}\n${steps}`)
  }

  private async hasGoods(life: Life): Promise<boolean> {
    const [row] = await this.sql<{ has: boolean }[]>`
      select exists (select 1 from public.order_lines where order_id = ${life.orderId} and kind in ('product', 'add_on')) as has`
    return row?.has ?? false
  }

  /** Does one random step of a life. */
  private async live(life: Life): Promise<void> {
    life.stepsLeft -= 1
    if (!life.holdId) return this.hold(life)
    const what = this.random()
    if (!life.orderId) {
      if (life.expired && what < 0.5) {
        life.stepsLeft = 0
      } else if (what < 0.15) {
        await this.hold(life)
      } else if (what < 0.22) {
        await this.step(
          life,
          'give back',
          () => this.sql`select public.release_hold(${life.owner}, ${life.holdId}) as result`,
        )
        life.stepsLeft = 0
      } else if (what < 0.27) {
        await this.expire(life)
      } else {
        await this.place(life)
      }
      return
    }
    const waiting = life.refunds.find(({ requested }) => requested)
    if (waiting && what < 0.5) return this.decide(life, waiting)
    if (life.disputes.length > 0 && what < 0.3) return this.dispute(life)
    const settled =
      life.totalCents === 0 ||
      life.payments.some(({ reports }) => reports.some((one) => one.startsWith('succeeded')))
    if (!settled) {
      if (life.expired && life.payments.length === 0) {
        life.stepsLeft = Math.min(life.stepsLeft, 1)
        return this.begin(life)
      }
      if (life.payments.length === 0) return what < 0.93 ? this.begin(life) : this.expire(life)
      if (what < 0.12) return this.report(life, ['processing'])
      if (what < 0.22) return this.report(life, ['failed', 'expired'])
      if (what < 0.32) return this.begin(life)
      if (what < 0.42) return this.expire(life)
      return this.report(life, ['succeeded'])
    }
    if (what < 0.1) return this.report(life, ['succeeded', 'failed', 'processing'])
    if (life.refundsFail && life.refunds.length > 0 && what < 0.6) {
      await this.work(life)
      return this.mend(life)
    }
    if (what < 0.55 && (await this.hasGoods(life)) && this.chance(0.7)) {
      // Goods take more steps to their end than tickets do.
      if (this.chance(0.7)) life.stepsLeft += 1
      return this.goods(life)
    }
    if (what < 0.32) return this.refund(life)
    if (what < 0.4) return this.returnTickets(life)
    if (what < 0.62) return this.scan(life)
    if (what < 0.73) return this.reissue(life)
    if (what < 0.83) return this.dispute(life)
    if (what < 0.86) return this.refundAtProvider(life)
    if (what < 0.92 && this.hasNewDate) return this.choose(life)
    if (what < 0.97) return this.work(life)
    return this.sweep(life)
  }

  /**
   * Runs lives one after another, some at a time.
   * @param numbers of the lives, in order
   * @param atOnce how many are under way together
   */
  async run(numbers: number[], atOnce: number): Promise<void> {
    await this.openEvent()
    const waiting = [...numbers]
    let open: Life[] = []
    while (waiting.length > 0 || open.length > 0) {
      while (open.length < atOnce && waiting.length > 0) {
        const owner = this.idle.shift()
        if (!owner) throw new Error('there are fewer buyers than lives at once')
        open.push({
          number: waiting.shift() ?? 0,
          owner,
          steps: [],
          stepsLeft: 3 + this.upTo(6),
          holdId: null,
          expired: false,
          orderId: null,
          totalCents: 0,
          payments: [],
          refunds: [],
          disputes: [],
          refundsFail: this.chance(0.1),
        })
        // Ten minutes later, as far as the limits of a person go.
        await this.sql`delete from private.rate_limits where key = ${`hold:${owner}`}`
        await this.sql`
          update public.payments p set created_at = p.created_at - interval '10 minutes' from public.orders o
          where o.id = p.order_id and o.owner_id = ${owner} and p.created_at > now() - interval '10 minutes'`
        this.livesOfEvent += 1
      }
      const life = this.pick(open)
      if (!life) return
      await this.live(life)
      if (life.stepsLeft <= 0) {
        // The provider comes to an end with what it was still working on, so that the buyer's cart is free again.
        if (life.steps.some((one) => one.includes('processing')))
          await this.report(life, ['succeeded', 'failed', 'expired'])
        await this.check([life])
        // Its buyer begins the next life with an empty cart.
        await this.sql`select public.release_hold(${life.owner}, h.id) from public.holds h
          where h.owner_id = ${life.owner} and h.kind = 'cart' and h.status in ('active', 'pinned')
            and not exists (select 1 from public.orders o where o.hold_id = h.id and o.status = 'processing')`
        this.idle.push(life.owner)
        open = open.filter((other) => other !== life)
      }
      // A postponed event sells nothing: it does not stay so for long.
      if (this.chance(this.status === 'postponed' ? 0.08 : 0.006)) await this.changeEvent(open)
      if (this.livesOfEvent >= 80) {
        await this.check(open)
        await this.openEvent()
      }
    }
    await this.work(null)
  }
}

/**
 * Runs random lives of orders over several connections.
 * @param options.seed decides everything that happens
 * @param options.lives how many in all
 * @param options.lanes connections; each has an equal share
 * @param options.parts after how many parts of them every lane waits for `afterPart`
 * @param options.only the one lane to run, to repeat what failed there
 * @param afterPart checks whatever must hold at that time
 * @returns how often each step ended in which way, and how many orders were paid after their hold had ended
 * @throws an Error with the lane, the life and its steps when anything but a refusal happens, or a rule of an order is broken
 */
export async function runOrderLives(
  users: TestUsers,
  options: { seed: number; lives: number; lanes: number; parts: number; only: number | undefined },
  afterPart: () => Promise<void>,
): Promise<{ outcomes: Record<string, number>; rescued: number }> {
  const claimsOf = async (name: 'Ada' | 'Abe') =>
    JSON.stringify({
      sub: await users.id(name),
      role: 'authenticated',
      session_id: sessionOf(await users.accessToken(name)),
    })
  const claims = { Ada: await claimsOf('Ada'), Abe: await claimsOf('Abe') }
  const numbers = Array.from({ length: options.lanes }, (_, lane) => lane)
  const everybody: string[] = []
  const lanes = await Promise.all(
    numbers
      .filter((lane) => options.only === undefined || options.only === lane)
      .map(async (number) => {
        const owners: string[] = []
        while (owners.length < 8) owners.push(await users.extra())
        everybody.push(...owners)
        const sql = users.connect(1)
        // Losing the last commits in a crash would not matter here, and waiting for the disk takes longer than the steps.
        await sql`select set_config('synchronous_commit', 'off', false), set_config('plan_cache_mode', 'force_generic_plan', false)`
        const provider = `test_lives${String.fromCharCode(97 + number)}`
        return {
          number,
          lane: new Lane(sql, randomOf(options.seed * 7919 + number), provider, owners, claims),
        }
      }),
  )
  const size = Math.ceil(options.lives / options.parts)
  for (let first = 0; first < options.lives; first += size) {
    const part = Array.from({ length: Math.min(size, options.lives - first) }, (_, n) => first + n)
    await Promise.all(
      lanes.map(({ number, lane }) =>
        lane.run(
          part.filter((n) => n % options.lanes === number),
          4,
        ),
      ),
    )
    await afterPart()
  }
  const outcomes: Record<string, number> = {}
  for (const { lane } of lanes)
    for (const [key, count] of Object.entries(lane.outcomes)) outcomes[key] = (outcomes[key] ?? 0) + count
  const [row] = await users.sql<{ rescued: number }[]>`
    select count(*)::int as rescued from public.orders where owner_id = any (${everybody}) and late_rescue`
  return { outcomes, rescued: row?.rescued ?? 0 }
}
