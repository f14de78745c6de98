import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { eventEndingSchema } from '#features/events/staff/staff-events.types.ts'
import { eventChangeSchema } from '#features/orders/event-changes/event-changes.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { announceNewDate, createEvent } from './event-fixture.ts'
import { act, actedSchema, buyGoods, handOver, makePoint, parcelOf } from './goods.ts'
import { brokenRules } from './invariants.ts'
import { together } from './races.ts'
import { address, beginPayment, call, linesOf, refusal, report, reportDispute } from './selling.ts'
import { openTestUsers, sessionOf } from './test-users.ts'
import { archiveProducts, makeVariant, stockOf } from './variants.ts'

/** Packing, shipping, handing over and cancelling goods, and what it does to stock, money and mail. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(12)
afterAll(async () => {
  await archiveProducts(sql)
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const shelfOf = async (variantId: string) => {
  const [row] = await sql<{ units: number }[]>`
    select coalesce(sum(on_hand), 0)::int as units from public.stock_levels where variant_id = ${variantId}`
  return row?.units
}
const statesOf = (orderId: string) =>
  sql<{ status: string; quantity: number }[]>`
    select status, quantity from public.fulfilments where order_id = ${orderId} order by status, quantity`
const mailsOf = async (orderId: string) =>
  (
    await sql<{ kind: string }[]>`
      select kind from private.mail_outbox where subject_id = ${orderId} and kind ~ '^(goods|return)' order by kind`
  ).map(({ kind }) => kind)

/** Goods that are shipped, bought by somebody of their own. */
async function toShip(quantity = 1, stock = 10) {
  const owner = await users.extra()
  const made = await makeVariant(sql, { stock })
  const order = await buyGoods(service, sql, owner, [
    { variantId: made.variantId, quantity, delivery: 'ship' },
  ])
  return { owner, ...made, ...order }
}
/** A ticket and goods of one order that are picked up at its event. */
async function toPickUp(quantity = 1, mia = false) {
  const owner = mia ? await users.id('Mia') : await users.extra()
  const event = await createEvent(sql, { doorsIn: -0.05 })
  const pointId = await makePoint(sql, event.eventId)
  const made = await makeVariant(sql)
  const order = await buyGoods(
    service,
    sql,
    owner,
    [{ variantId: made.variantId, quantity, delivery: 'pickup', pointId }],
    { event: event.eventId, lines: linesOf(event, { Entry: 1 }) },
  )
  const [ticket] = await sql<
    { id: string; code: string }[]
  >`select id, code from public.tickets where order_id = ${order.orderId}`
  return {
    owner,
    event: event.eventId,
    pointId,
    ticket: ticket?.id ?? '',
    ticketCode: ticket?.code ?? '',
    ...made,
    ...order,
  }
}

describe('shipping', () => {
  test('packs, ships with one mail, and is delivered; the shelf gives the units, the counters keep them as sold', async () => {
    const ada = await users.actingAs('Ada')
    const goods = await toShip(3)
    expect(await act(ada, 'pack', [goods.first])).toMatchObject({ done: 1 })
    expect(await shelfOf(goods.variantId)).toBe(10)
    const key = randomUUID()
    await act(ada, 'ship', [goods.first], parcelOf(goods.first), key)
    await act(ada, 'ship', [goods.first], parcelOf(goods.first), key)
    expect(await shelfOf(goods.variantId)).toBe(7)
    expect(await stockOf(sql, goods.variantId)).toMatchObject({ stock: 10, sold: 3 })
    expect(
      await sql`select number, carrier, tracking_code from public.shipments where order_id = ${goods.orderId}`,
    ).toEqual([{ number: 1, carrier: 'ups', tracking_code: '1Z999AA10123456784' }])
    await act(ada, 'delivered', [goods.first])
    expect(await statesOf(goods.orderId)).toEqual([{ status: 'delivered', quantity: 3 }])
    expect(await mailsOf(goods.orderId)).toEqual(['goods_delivered', 'goods_shipped'])
    expect((await refusal(act(ada, 'ship', [goods.first], parcelOf(goods.first)))).code).toBe('invalid_state')
  })

  test('in parts: each parcel has its own number and its own units, never more than were bought', async () => {
    const ada = await users.actingAs('Ada')
    const goods = await toShip(5)
    await act(ada, 'ship', [goods.first], parcelOf(goods.first, { [goods.first]: 2 }))
    expect(await statesOf(goods.orderId)).toEqual([
      { status: 'shipped', quantity: 2 },
      { status: 'unfulfilled', quantity: 3 },
    ])
    const more = act(ada, 'ship', [goods.first], parcelOf(goods.first, { [goods.first]: 4 }))
    expect((await refusal(more)).code).toBe('invalid')
    await act(ada, 'ship', [goods.first], parcelOf(goods.first))
    expect(
      await sql`select number from public.shipments where order_id = ${goods.orderId} order by 1`,
    ).toEqual([{ number: 1 }, { number: 2 }])
    expect(await shelfOf(goods.variantId)).toBe(5)
  })

  test('needs a tracking number, an address and no open dispute; in bulk those that can go do', async () => {
    const ada = await users.actingAs('Ada')
    const [one, two, disputed] = [await toShip(), await toShip(), await toShip()]
    const untracked = { [one.first]: { carrier: 'usps', trackingCode: '' } }
    expect((await refusal(act(ada, 'ship', [one.first], untracked))).code).toBe('tracking_needed')
    await sql`delete from public.order_addresses where order_id = ${two.orderId}`
    if (!disputed.payment) throw new Error('not paid')
    await reportDispute(service, disputed.payment, { p_kind: 'dispute_open', p_dispute_ref: randomUUID() })
    expect(await act(ada, 'pack', [one.first, two.first, disputed.first])).toEqual({
      done: 1,
      skipped: expect.arrayContaining([
        expect.objectContaining({ id: two.first, reason: 'no_address' }),
        expect.objectContaining({ id: disputed.first, reason: 'dispute_open' }),
      ]),
    })
    expect((await refusal(act(ada, 'pack', [disputed.first]))).code).toBe('dispute_open')
  })

  test('lost: its units end; it is sent again from what is for sale, or its price goes back, once', async () => {
    const ada = await users.actingAs('Ada')
    const [again, back] = [await toShip(2, 5), await toShip(2)]
    for (const goods of [again, back]) {
      await act(ada, 'ship', [goods.first], parcelOf(goods.first))
      await act(ada, 'lost', [goods.first])
    }
    expect(await mailsOf(again.orderId)).toEqual(['goods_lost', 'goods_shipped'])
    expect(await stockOf(sql, again.variantId)).toMatchObject({ stock: 3, sold: 0 })
    await act(ada, 'resend', [again.first])
    expect(await stockOf(sql, again.variantId)).toMatchObject({ stock: 3, sold: 2 })
    expect((await refusal(act(ada, 'resend', [again.first]))).code).toBe('invalid_state')
    await act(ada, 'refund', [back.first])
    expect(
      await sql`select status, refunded_cents::int as back from public.orders where id = ${back.orderId}`,
    ).toEqual([{ status: 'cancelled', back: back.totalCents }])
    expect(await stockOf(sql, back.variantId)).toMatchObject({ stock: 8, sold: 0 })
    expect((await refusal(act(ada, 'refund', [back.first]))).code).toBe('invalid_state')
  })

  test('a lost parcel of the last units cannot be sent again', async () => {
    const ada = await users.actingAs('Ada')
    const goods = await toShip(2, 2)
    await act(ada, 'ship', [goods.first], parcelOf(goods.first))
    await act(ada, 'lost', [goods.first])
    expect((await refusal(act(ada, 'resend', [goods.first]))).code).toBe('sold_out')
  })
})

describe('who may', () => {
  const own = z.unknown()
  test.each([
    'visitor',
    'Gus',
    'Sid',
    'Mia',
    'Dex',
    'Dot',
    'Mo',
  ] as const)('%s works at no shop desk', async (name) => {
    const client = await users.actingAs(name)
    const id = randomUUID()
    const calls: [string, Record<string, unknown>][] = [
      ['list_fulfilments', {}],
      ['preview_goods_action', { p_action: 'pack', p_ids: [id] }],
      ['act_on_goods', { p_action: 'pack', p_ids: [id], p_reason: null, p_values: {}, p_key: randomUUID() }],
      ['read_pick_list', { p_ids: [id] }],
      ['read_packing_slip', { p_fulfilment: id }],
      ['list_returns', {}],
      ['read_return', { p_return: id }],
      ['move_return', { p_return: id, p_to: 'return_approved' }],
    ]
    for (const [fn, args] of calls) {
      const { error } = await client.rpc(fn, args)
      expect([fn, error?.code === 'refused' ? error.message : error?.code]).toEqual([
        fn,
        name === 'visitor' ? '42501' : 'not_allowed',
      ])
    }
    expect(own).toBeDefined()
  })

  test('nobody sees or cancels the goods of another person', async () => {
    const goods = await toShip()
    const sid = await users.actingAs('Sid')
    expect(await call(sid, 'read_own_goods', { p_code: goods.code }, z.null())).toBeNull()
    const cancel = call(
      sid,
      'cancel_own_goods',
      { p_code: goods.code, p_fulfilments: [goods.first], p_key: randomUUID() },
      z.unknown(),
    )
    expect((await refusal(cancel)).code).toBe('not_found')
  })
})

describe('at the door', () => {
  const find = (name: 'Dex' | 'Dot' | 'Ada', args: Record<string, unknown>) =>
    users.actingAs(name).then((client) =>
      call(
        client,
        'find_pickups',
        args,
        z.object({
          result: z.string(),
          orders: z.array(
            z.object({
              code: z.string(),
              name: z.string(),
              items: z.array(z.object({ id: z.uuid(), state: z.string() })),
            }),
          ),
        }),
      ),
    )

  test('the ticket that admits shows what to hand over; each line goes once, with the name of who did it', async () => {
    const goods = await toPickUp()
    await users.grant('Dex', 'scan', goods.event)
    const dex = await users.actingAs('Dex')
    const found = await find('Dex', { p_event: goods.event, p_point: null, p_code: goods.ticketCode })
    expect(found).toMatchObject({
      result: 'ok',
      orders: [{ code: goods.code, items: [{ id: goods.first, state: 'waiting' }] }],
    })
    const scan = randomUUID()
    expect((await handOver(dex, goods.event, [goods.first], scan)).items[0]).toMatchObject({
      result: 'handed',
    })
    expect((await handOver(dex, goods.event, [goods.first], scan)).items[0]).toMatchObject({
      result: 'handed',
    })
    expect((await handOver(dex, goods.event, [goods.first])).items[0]).toMatchObject({
      result: 'already',
      handedBy: expect.any(String),
    })
    expect(await sql`select staff_id from private.pickups where fulfilment_id = ${goods.first}`).toEqual([
      { staff_id: await users.id('Dex') },
    ])
    expect(await shelfOf(goods.variantId)).toBe(9)
    expect(
      await find('Dex', { p_event: goods.event, p_point: null, p_code: goods.ticketCode }),
    ).toMatchObject({
      orders: [{ items: [{ state: 'handed' }] }],
    })
  })

  test('two devices at once hand over once', async () => {
    const goods = await toPickUp()
    await users.grant('Dex', 'scan', goods.event)
    const claims = JSON.stringify({
      sub: await users.id('Dex'),
      role: 'authenticated',
      session_id: sessionOf(await users.accessToken('Dex')),
    })
    const endings = await together(pool, 8, async (tx) => {
      await tx`select set_config('request.jwt.claims', ${claims}, true)`
      const [row] = await tx<{ result: string }[]>`
        select public.hand_over(${goods.event}, null, array[${goods.first}]::uuid[], ${randomUUID()}, 'A test') #>> '{items,0,result}' as result`
      return row?.result
    })
    expect(endings.map(({ result }) => result).sort()).toEqual([
      ...Array<string>(7).fill('already'),
      'handed',
    ])
    expect(await shelfOf(goods.variantId)).toBe(9)
  })

  test('only there: another event, another order, and no grant are refused; scanners search no names', async () => {
    const [goods, other] = [await toPickUp(), await toPickUp()]
    await users.grant('Dex', 'scan', goods.event)
    await users.grant('Dot', 'door_manager', goods.event)
    const dex = await users.actingAs('Dex')
    expect((await refusal(handOver(dex, other.event, [other.first]))).code).toBe('not_allowed')
    expect((await refusal(handOver(dex, goods.event, [other.first]))).code).toBe('not_found')
    expect(
      await find('Dex', { p_event: goods.event, p_point: null, p_code: other.ticketCode }),
    ).toMatchObject({ result: 'wrong_event', orders: [] })
    expect((await refusal(find('Dex', { p_event: goods.event, p_point: null, p_search: 'Bea' }))).code).toBe(
      'not_allowed',
    )
    expect(await find('Dex', { p_event: goods.event, p_point: null, p_search: goods.code })).toMatchObject({
      orders: [{ name: 'Bea' }],
    })
    expect(await find('Dot', { p_event: goods.event, p_point: null, p_search: 'bea buy' })).toMatchObject({
      orders: [{ name: 'Bea Buyer' }],
    })
  })

  test('a ticket that was given away shows nothing of its first buyer; a refunded ticket still shows its goods', async () => {
    const [given, refunded] = [await toPickUp(), await toPickUp()]
    const ada = await users.actingAs('Ada')
    await sql`update public.tickets set owner_id = ${await users.extra()} where id = ${given.ticket}`
    expect(
      await find('Ada', { p_event: given.event, p_point: null, p_code: given.ticketCode }),
    ).toMatchObject({ orders: [] })
    const entry = {
      p_order: refunded.orderId,
      p_amount_cents: 2000,
      p_reason: 'a ticket',
      p_void: true,
      p_tickets: [refunded.ticket],
      p_key: randomUUID(),
    }
    await call(ada, 'refund_order', entry, z.unknown())
    expect(
      await find('Ada', { p_event: refunded.event, p_point: null, p_code: refunded.ticketCode }),
    ).toMatchObject({
      result: 'ok',
      orders: [{ items: [{ state: 'waiting' }] }],
    })
    expect((await handOver(ada, refunded.event, [refunded.first])).items[0]).toMatchObject({
      result: 'handed',
    })
  })

  test('the shirt refunded, the ticket still admits; the station says that it was cancelled', async () => {
    const goods = await toPickUp()
    const ada = await users.actingAs('Ada')
    await act(ada, 'cancel', [goods.first])
    expect(
      await find('Ada', { p_event: goods.event, p_point: null, p_code: goods.ticketCode }),
    ).toMatchObject({ orders: [{ items: [{ state: 'cancelled' }] }] })
    expect((await handOver(ada, goods.event, [goods.first])).items[0]).toMatchObject({ result: 'gone' })
    const scan = {
      p_event: goods.event,
      p_ticket: goods.ticket,
      p_generation: 1,
      p_code: null,
      p_scan_uid: randomUUID(),
      p_gate: '',
      p_method: 'camera',
    }
    expect(await call(ada, 'check_in', scan, z.looseObject({ result: z.string() }))).toMatchObject({
      result: 'ok',
    })
    expect(
      await sql`select refunded_cents::int as back from public.orders where id = ${goods.orderId}`,
    ).toEqual([{ back: 1500 }])
  })

  test('a store day hands over by the code of the order', async () => {
    const pointId = await makePoint(sql, null)
    const { variantId } = await makeVariant(sql)
    const goods = await buyGoods(service, sql, await users.extra(), [
      { variantId, quantity: 2, delivery: 'pickup', pointId },
    ])
    const ada = await users.actingAs('Ada')
    await act(ada, 'ready', [goods.first])
    expect(await mailsOf(goods.orderId)).toEqual(['goods_ready'])
    expect(
      await find('Ada', { p_event: null, p_point: pointId, p_search: goods.code.toLowerCase() }),
    ).toMatchObject({ orders: [{ items: [{ state: 'waiting' }] }] })
    expect((await handOver(ada, null, [goods.first], randomUUID(), pointId)).items[0]).toMatchObject({
      result: 'handed',
    })
    expect(await shelfOf(variantId)).toBe(8)
  })
})

describe('what nobody picks up', () => {
  test('asks its buyer once, and refunds it after a week, once', async () => {
    const event = await createEvent(sql, { doorsIn: 24 })
    const pointId = await makePoint(sql, event.eventId, { closedDays: 15 })
    const { variantId } = await makeVariant(sql)
    const goods = await buyGoods(service, sql, await users.extra(), [
      { variantId, quantity: 2, delivery: 'pickup', pointId },
    ])
    await act(await users.actingAs('Ada'), 'ready', [goods.first])
    const run = () =>
      Promise.all([1, 2].map(() => call(service, 'run_goods_jobs', { p_limit: 500 }, z.unknown())))
    await expect
      .poll(async () => {
        await run()
        return mailsOf(goods.orderId)
      })
      .toEqual(['goods_ready', 'goods_unclaimed'])
    expect(await statesOf(goods.orderId)).toEqual([{ status: 'ready_for_pickup', quantity: 2 }])
    await sql`update public.fulfilments set unclaimed_at = now() - interval '8 days' where order_id = ${goods.orderId}`
    await expect
      .poll(async () => {
        await run()
        return statesOf(goods.orderId)
      })
      .toEqual([{ status: 'cancelled', quantity: 2 }])
    await run()
    expect(
      await sql`select kind, status, amount_cents::int as cents from public.refunds where order_id = ${goods.orderId}`,
    ).toEqual([{ kind: 'goods', status: 'approved', cents: goods.totalCents }])
    expect(await stockOf(sql, variantId)).toMatchObject({ stock: 10, sold: 0 })
  })

  test('is refunded before that when its buyer chooses so', async () => {
    const pointId = await makePoint(sql, null, { closedDays: 20 })
    const { variantId } = await makeVariant(sql)
    const mia = await users.actingAs('Mia')
    const goods = await buyGoods(service, sql, await users.id('Mia'), [
      { variantId, quantity: 1, delivery: 'pickup', pointId },
    ])
    const choose = () =>
      call(
        mia,
        'refund_own_unclaimed',
        { p_code: goods.code, p_key: randomUUID() },
        z.object({ refundCents: z.int() }),
      )
    expect((await refusal(choose())).code).toBe('invalid_state')
    await sql`update public.fulfilments set unclaimed_at = now() where order_id = ${goods.orderId}`
    expect(await choose()).toEqual({ refundCents: goods.totalCents })
    expect((await refusal(choose())).code).toBe('invalid_state')
  })

  test.each([
    'ask',
    'refund',
  ] as const)('at an event that is cancelled with "%s": its preview and report count it, its buyer is asked or gets the money', async (choice) => {
    const goods = await toPickUp(2)
    const ada = await users.actingAs('Ada')
    const eventId = goods.event
    await sql`update public.events set doors_at = now() + interval '1 day', starts_at = now() + interval '1 day', ends_at = now() + interval '2 days' where id = ${eventId}`
    const preview = await call(ada, 'read_event_ending', { p_id: eventId }, eventEndingSchema)
    expect(preview?.pickups).toEqual({ orders: 1, cents: 3000 })
    await call(
      ada,
      'set_event_status',
      { p_id: eventId, p_status: 'cancelled', p_note: 'a storm', p_goods: choice },
      z.null(),
    )
    await expect
      .poll(async () => {
        await call(service, 'run_goods_jobs', { p_limit: 500 }, z.unknown())
        return (await call(ada, 'read_event_change', { p_event: eventId }, eventChangeSchema))?.pickups
      })
      .toEqual(
        choice === 'ask'
          ? { goods: 'ask', orders: 1, cents: 3000, asked: 1, ended: 0 }
          : { goods: 'refund', orders: 0, cents: 0, asked: 0, ended: 1 },
      )
    expect(await mailsOf(goods.orderId)).toEqual(choice === 'ask' ? ['goods_event_changed'] : [])
    const [order] = await sql<{ status: string; back: boolean }[]>`
        select status, refunded_cents = total_cents as back from public.orders where id = ${goods.orderId}`
    expect(order).toEqual(
      choice === 'ask' ? { status: 'paid', back: false } : { status: 'cancelled', back: true },
    )
  })

  /** The choices of their buyer. */
  const choiceOf = async (orderId: string) =>
    (await sql<{ choice: unknown }[]>`select private.goods_choices(${orderId}) as choice`)[0]?.choice
  /** Moves an event, whose pickup point follows its doors. */
  const later = (eventId: string, days: number) => sql`
    with point as (update public.pickup_points set opens_at = null, closes_at = null where event_id = ${eventId})
    update public.events set doors_at = now() + make_interval(days => ${days}), starts_at = now() + make_interval(days => ${days}),
      ends_at = now() + make_interval(days => ${days}, hours => 5) where id = ${eventId}`
  const setStatus = async (eventId: string, status: string) =>
    call(
      await users.actingAs('Ada'),
      'set_event_status',
      { p_id: eventId, p_status: status, p_note: 'a storm' },
      z.null(),
    )
  const runUntil = (holds: () => Promise<unknown>, wanted: unknown) =>
    expect
      .poll(async () => {
        await call(service, 'run_goods_jobs', { p_limit: 500 }, z.unknown())
        return holds()
      })
      .toEqual(wanted)
  const pointSchema = z.looseObject({ id: z.uuid() })

  test('of a cancelled event is handed over on a store day or at another event of its buyer, who alone chooses', async () => {
    const goods = await toPickUp(2, true)
    const other = await toPickUp(1, true)
    const strange = await toPickUp()
    const day = await makePoint(sql, null)
    const over = await makePoint(sql, null, { closedDays: 1 })
    await Promise.all([goods, other, strange].map(({ event }) => later(event, 2)))
    const [mia, stranger, ada] = [
      await users.actingAs('Mia'),
      await users.actingAs('Sid'),
      await users.actingAs('Ada'),
    ]
    const values = { p_code: goods.code, p_point: day, p_key: randomUUID() }
    const move = (client = mia, more: Partial<typeof values> = {}) =>
      call(client, 'move_own_unclaimed', { ...values, p_key: randomUUID(), ...more }, pointSchema)
    // only staff move it while the event is on
    expect((await refusal(move())).code).toBe('invalid_state')
    await act(ada, 'ready', [goods.first])
    await setStatus(goods.event, 'cancelled')
    await runUntil(() => mailsOf(goods.orderId), ['goods_event_changed', 'goods_ready'])
    const choice = z
      .looseObject({ reason: z.string(), isRefunded: z.boolean(), points: z.array(pointSchema) })
      .parse(await choiceOf(goods.orderId))
    expect(choice).toMatchObject({ reason: 'cancelled', isRefunded: true })
    const offered = choice.points.map(({ id }) => id)
    expect(offered).toEqual(expect.arrayContaining([day, other.pointId]))
    for (const no of [goods.pointId, strange.pointId, over]) {
      expect(offered).not.toContain(no)
      expect((await refusal(move(mia, { p_point: no }))).code).toBe('pickup_unavailable')
    }
    expect((await refusal(move(mia, { p_point: randomUUID() }))).code).toBe('delivery_needed')
    expect((await refusal(move(stranger))).code).toBe('not_found')
    expect((await refusal(act(mia, 'move', [goods.first], { [goods.first]: { point: day } }))).code).toBe(
      'not_allowed',
    )
    const moved = await move(mia, values)
    expect(moved.id).toBe(day)
    expect(await move(mia, values)).toEqual(moved)
    const now = () =>
      sql`select status, pickup_point_id as point, unclaimed_at as asked from public.fulfilments where order_id = ${goods.orderId}`
    expect(await now()).toEqual([{ status: 'unfulfilled', point: day, asked: null }])
    expect((await refusal(move())).code).toBe('invalid_state')
    // staff move it on, to the other event; there it is handed over once, and not where it was
    expect(await act(ada, 'move', [goods.first], { [goods.first]: { point: other.pointId } })).toMatchObject({
      done: 1,
    })
    expect(
      (await refusal(act(ada, 'move', [goods.first], { [goods.first]: { point: strange.pointId } }))).code,
    ).toBe('pickup_unavailable')
    expect((await mailsOf(goods.orderId)).filter((kind) => kind === 'goods_moved')).toHaveLength(2)
    expect((await refusal(handOver(ada, null, [goods.first], randomUUID(), day))).code).toBe('not_found')
    expect((await handOver(ada, other.event, [goods.first])).items[0]).toMatchObject({ result: 'handed' })
    expect(await shelfOf(goods.variantId)).toBe(8)
  })

  test('of a postponed event waits for the date, unless its buyer chooses; without a date in time it is asked for', async () => {
    const goods = await toPickUp(1, true)
    const day = await makePoint(sql, null)
    await later(goods.event, 3)
    await setStatus(goods.event, 'postponed')
    await runUntil(() => mailsOf(goods.orderId), ['goods_event_changed'])
    expect(await choiceOf(goods.orderId)).toMatchObject({
      reason: 'postponed',
      isRefunded: false,
      endsAt: null,
    })
    // the old date passes: nobody is asked for goods that wait for a new one, nor told again
    await later(goods.event, -40)
    await runUntil(() => mailsOf(goods.orderId), ['goods_event_changed'])
    expect(await choiceOf(goods.orderId)).toMatchObject({ reason: 'postponed', isRefunded: false })
    await sql`
      update public.event_changes set refund_at = now() - interval '1 minute', announced_at = announced_at - interval '1 hour'
      where event_id = ${goods.event} and superseded_at is null`
    await runUntil(
      async () => z.looseObject({ isRefunded: z.boolean() }).parse(await choiceOf(goods.orderId)).isRefunded,
      true,
    )
    expect(await choiceOf(goods.orderId)).toMatchObject({ reason: 'postponed' })
    const token = hashToken(makeToken())
    const link = { p_purpose: 'order_goods', p_subject: goods.orderId, p_token_hash: token, p_payload: {} }
    await call(service, 'add_link', link, z.string())
    const moved = { p_token_hash: token, p_point: day, p_key: randomUUID() }
    expect((await call(service, 'move_unclaimed_by_link', moved, pointSchema)).id).toBe(day)
    const wrong = { ...moved, p_token_hash: hashToken(makeToken()) }
    expect((await refusal(call(service, 'move_unclaimed_by_link', wrong, pointSchema))).code).toBe(
      'not_found',
    )
  })

  test('of a rescheduled event is handed over on the new date, or refunded when its buyer chooses so in time', async () => {
    const [stays, goes] = [await toPickUp(1, true), await toPickUp(1, true)]
    const ada = await users.actingAs('Ada')
    for (const { event } of [stays, goes]) {
      await sql`update public.events set doors_at = now(), starts_at = now() + interval '1 hour', ends_at = now() + interval '5 hours' where id = ${event}`
      await announceNewDate(ada, event)
    }
    // the stand, which had times of its own, is there on the new date
    expect(
      await sql`select opens_at > now() + interval '20 days' as later from public.pickup_points where event_id = ${stays.event}`,
    ).toEqual([{ later: true }])
    await runUntil(() => mailsOf(goes.orderId), ['goods_event_changed'])
    expect(await choiceOf(goes.orderId)).toMatchObject({ reason: 'rescheduled', isRefunded: false })
    const refund = async (code: string) =>
      call(
        await users.actingAs('Mia'),
        'refund_own_unclaimed',
        { p_code: code, p_key: randomUUID() },
        z.object({ refundCents: z.int() }),
      )
    expect(await refund(goes.code)).toEqual({ refundCents: 1500 })
    await sql`update public.event_changes set choice_ends_at = now() where event_id = ${stays.event} and superseded_at is null`
    expect((await refusal(refund(stays.code))).code).toBe('invalid_state')
    expect(await statesOf(stays.orderId)).toEqual([{ status: 'unfulfilled', quantity: 1 }])
    expect((await handOver(ada, stays.event, [stays.first])).items[0]).toMatchObject({ result: 'handed' })
  })

  const askedSchema = z.object({
    orderId: z.uuid(),
    ownerId: z.uuid(),
    orderCode: z.string(),
    totalCents: z.int(),
  })
  const ship = (owner: string, code: string, to: Record<string, unknown> = address, key = randomUUID()) =>
    call(
      service,
      'ask_goods_shipping',
      { p_owner: owner, p_code: code, p_token_hash: null, p_address: to, p_key: key },
      askedSchema,
    )
  async function unclaimed(isReady = true) {
    const owner = await users.extra()
    const pointId = await makePoint(sql, null, { closedDays: 20 })
    const { variantId } = await makeVariant(sql, { priceCents: 9900 })
    await sql`update public.product_variants set weight_grams = 300 where id = ${variantId}`
    const goods = await buyGoods(service, sql, owner, [
      { variantId, quantity: 2, delivery: 'pickup', pointId },
    ])
    if (isReady) await act(await users.actingAs('Ada'), 'ready', [goods.first])
    await sql`update public.fulfilments set unclaimed_at = now() where order_id = ${goods.orderId}`
    return { owner, variantId, pointId, ...goods }
  }

  test('is shipped when its buyer pays for that: by weight and state, to the address, as any other parcel', async () => {
    const goods = await unclaimed()
    const key = randomUUID()
    const asked = await ship(goods.owner, goods.code, address, key)
    // 600 grams; goods of this price would be shipped for nothing at checkout
    expect(asked).toMatchObject({ ownerId: goods.owner, totalCents: 800 })
    expect(await ship(goods.owner, goods.code, address, key)).toEqual(asked)
    const payment = await beginPayment(service, goods.owner, asked.orderId)
    expect(payment.amountCents).toBe(800)
    expect(await statesOf(goods.orderId)).toEqual([{ status: 'ready_for_pickup', quantity: 2 }])
    expect((await report(service, payment, 'succeeded')).outcome).toBe('paid')
    expect(
      await sql`select status, delivery, unclaimed_at as asked from public.fulfilments where order_id = ${goods.orderId}`,
    ).toEqual([{ status: 'unfulfilled', delivery: 'ship', asked: null }])
    expect(
      await sql`select city, state from public.order_addresses where order_id = ${goods.orderId}`,
    ).toEqual([{ city: address.city, state: address.state }])
    const [booked] = await sql<{ cents: number }[]>`
      select sum(cents)::int as cents from public.ledger_entries where order_id = ${asked.orderId}`
    expect(booked?.cents).toBe(800)
    expect((await refusal(ship(goods.owner, goods.code))).code).toBe('invalid_state')
    // the week passes: it is not refunded any more, and leaves as a parcel
    await call(service, 'run_goods_jobs', { p_limit: 500 }, z.unknown())
    await act(await users.actingAs('Ada'), 'ship', [goods.first], parcelOf(goods.first))
    expect(await statesOf(goods.orderId)).toEqual([{ status: 'shipped', quantity: 2 }])
  })

  test('asking again replaces the payment that was not made; a new address has its own price', async () => {
    const goods = await unclaimed(false)
    const first = await ship(goods.owner, goods.code)
    const second = await ship(goods.owner, goods.code, { ...address, state: 'HI', postal_code: '96813' })
    expect(second.totalCents).toBe(2600)
    expect(await sql`select status from public.orders where id = ${first.orderId}`).toEqual([
      { status: 'expired' },
    ])
    expect((await refusal(ship(goods.owner, goods.code, { ...address, postal_code: '1' }))).code).toBe(
      'address_zip_invalid',
    )
    expect((await refusal(ship(await users.extra(), goods.code))).code).toBe('not_found')
  })

  test('paid when it was refunded meanwhile, the shipping goes back', async () => {
    const goods = await unclaimed()
    const asked = await ship(goods.owner, goods.code)
    const payment = await beginPayment(service, goods.owner, asked.orderId)
    await sql`update public.fulfilments set unclaimed_at = now() - interval '8 days' where order_id = ${goods.orderId}`
    await expect
      .poll(async () => {
        await call(service, 'run_goods_jobs', { p_limit: 500 }, z.unknown())
        return statesOf(goods.orderId)
      })
      .toEqual([{ status: 'cancelled', quantity: 2 }])
    expect((await report(service, payment, 'succeeded')).outcome).toBe('refunding')
    expect(
      await sql`select status, refunded_cents::int as back from public.orders where id = ${asked.orderId}`,
    ).toEqual([{ status: 'cancelled', back: 800 }])
  })

  test('paid for and refunded at the same moment: one of them happens, and no money is kept for the other', async () => {
    const things = await Promise.all([1, 2, 3, 4].map(() => unclaimed()))
    await Promise.all(
      things.map(async (goods) => {
        const asked = await ship(goods.owner, goods.code)
        const payment = await beginPayment(service, goods.owner, asked.orderId)
        const client = callAsServer(goods)
        const [paid] = await Promise.all([report(service, payment, 'succeeded'), client()])
        const [row] = await sql<{ status: string; delivery: string; back: number }[]>`
          select f.status, f.delivery, o.refunded_cents::int as back
          from public.fulfilments f, public.orders o where f.order_id = ${goods.orderId} and o.id = ${asked.orderId}`
        expect(row).toEqual(
          paid.outcome === 'paid'
            ? { status: 'unfulfilled', delivery: 'ship', back: 0 }
            : { status: 'cancelled', delivery: 'pickup', back: 800 },
        )
      }),
    )
  })
  /** Refunds what was not picked up, as its buyer chooses it; refused when it is on its way to be shipped. */
  const callAsServer = (goods: { orderId: string; owner: string }) => () =>
    pool`select private.refund_unclaimed(${goods.orderId}, ${goods.owner}, ${randomUUID()})`.catch(
      (error: Error) => {
        if (!error.message.includes('invalid_state')) throw error
      },
    )
})

describe('the buyer', () => {
  const cancel = async (code: string, ids: string[], key: string = randomUUID()) =>
    call(
      await users.actingAs('Mia'),
      'cancel_own_goods',
      { p_code: code, p_fulfilments: ids, p_key: key },
      z.object({ refundCents: z.int() }),
    )
  const mias = async (quantity = 1) => {
    const { variantId } = await makeVariant(sql)
    const goods = await buyGoods(service, sql, await users.id('Mia'), [
      { variantId, quantity, delivery: 'ship' },
    ])
    return { variantId, ...goods }
  }

  test('cancels within the hour: the money is on its way, the units are for sale, the order ends', async () => {
    const goods = await mias(2)
    const key = randomUUID()
    expect(await cancel(goods.code, [goods.first], key)).toEqual({ refundCents: goods.totalCents })
    expect(await cancel(goods.code, [goods.first], key)).toEqual({ refundCents: goods.totalCents })
    expect(await stockOf(sql, goods.variantId)).toMatchObject({ stock: 10, sold: 0 })
    expect(await sql`select status from public.orders where id = ${goods.orderId}`).toEqual([
      { status: 'cancelled' },
    ])
  })

  test('not after the hour, and not what is shipped or ready', async () => {
    const [late, shipped] = [await mias(), await mias()]
    await sql`update public.orders set paid_at = paid_at - interval '61 minutes' where id = ${late.orderId}`
    expect((await refusal(cancel(late.code, [late.first]))).code).toBe('cancel_too_late')
    await act(await users.actingAs('Ada'), 'ship', [shipped.first], parcelOf(shipped.first))
    expect((await refusal(cancel(shipped.code, [shipped.first]))).code).toBe('invalid_state')
  })

  test('cancels while staff ship: exactly one of them wins', async () => {
    const claimsOf = async (name: 'Ada' | 'Mia') =>
      JSON.stringify({
        sub: await users.id(name),
        role: 'authenticated',
        session_id: sessionOf(await users.accessToken(name)),
      })
    const [ada, mia] = [await claimsOf('Ada'), await claimsOf('Mia')]
    for (let round = 0; round < 5; round += 1) {
      const goods = await mias()
      const endings = await together(pool, 2, async (tx, n) => {
        await tx`select set_config('request.jwt.claims', ${n === 0 ? ada : mia}, true)`
        return n === 0
          ? tx`select public.act_on_goods('ship', array[${goods.first}]::uuid[], null, ${tx.json(parcelOf(goods.first))}, ${randomUUID()})`
          : tx`select public.cancel_own_goods(${goods.code}, array[${goods.first}]::uuid[], ${randomUUID()})`
      })
      expect(endings.map(({ refused }) => refused ?? 'ok').sort()).toEqual(['invalid_state', 'ok'])
    }
  })

  test('sees how far each thing is, and what can be done about it', async () => {
    const goods = await mias(2)
    await act(await users.actingAs('Ada'), 'ship', [goods.first], parcelOf(goods.first, { [goods.first]: 1 }))
    const page = await call(
      await users.actingAs('Mia'),
      'read_own_goods',
      { p_code: goods.code },
      z.looseObject({
        goods: z.array(
          z.looseObject({
            status: z.string(),
            mayCancel: z.boolean(),
            steps: z.array(z.object({ state: z.string(), at: z.string() })),
          }),
        ),
      }),
    )
    expect(
      page.goods
        .map(({ status, mayCancel, steps }) => [status, mayCancel, steps.map(({ state }) => state)])
        .sort(),
    ).toEqual([
      ['shipped', false, ['unfulfilled', 'packing', 'shipped']],
      ['unfulfilled', true, ['unfulfilled']],
    ])
    expect(actedSchema).toBeDefined()
  })
})
