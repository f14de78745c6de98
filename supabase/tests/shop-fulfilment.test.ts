import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createEvent } from './event-fixture.ts'
import { act, actedSchema, buyGoods, handOver, makePoint, parcelOf } from './goods.ts'
import { brokenRules } from './invariants.ts'
import { together } from './races.ts'
import { call, linesOf, refusal, reportDispute } from './selling.ts'
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
