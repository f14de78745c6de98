import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { countersOf, createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import {
  beginPayment,
  buy,
  buyer,
  call,
  checkOut,
  holdTickets,
  placeOrder,
  provider,
  refusal,
  report,
} from './selling.ts'
import { openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const free = {
  types: [{ name: 'Entry', releases: [{ name: 'Free', faceCents: 0 }] }],
  feeFixedCents: 150,
  taxBps: 800,
}

describe('placing an order', () => {
  test('takes over the hold’s lines and prices, and waits for payment', async () => {
    const testEvent = await createEvent(sql, { feeBps: 1000, taxBps: 500 })
    const owner = await users.extra()
    const hold = await holdTickets(service, owner, testEvent, { Entry: 2 })
    const order = await placeOrder(service, owner, hold.holdId, {
      name: '  Bea \t B ',
      phone: '+1 718 555 0100',
    })
    expect(order).toMatchObject({ status: 'awaiting_payment', totalCents: 2 * 2310, currency: 'USD' })
    expect(order.code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    expect(
      await sql`select name, phone, face_cents::int, fee_cents::int, tax_cents::int, marketing_consent, is_test from public.orders where id = ${order.orderId}`,
    ).toEqual([
      {
        name: 'Bea B',
        phone: '+1 718 555 0100',
        face_cents: 4000,
        fee_cents: 400,
        tax_cents: 220,
        marketing_consent: false,
        is_test: false,
      },
    ])
    expect(
      await sql`select kind, item_name, item_detail, quantity, total_cents::int from public.order_lines where order_id = ${order.orderId}`,
    ).toEqual([{ kind: 'ticket', item_name: 'Entry', item_detail: 'Final', quantity: 2, total_cents: 4620 }])
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 2, sold: 0 }])
  })

  test('placing it again corrects the same order', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const hold = await holdTickets(service, owner, testEvent, { Entry: 1 })
    const first = await placeOrder(service, owner, hold.holdId)
    const second = await placeOrder(service, owner, hold.holdId, { name: 'Bea Right' })
    expect(second).toEqual(first)
    expect(await sql`select name from public.orders where hold_id = ${hold.holdId}`).toEqual([
      { name: 'Bea Right' },
    ])
  })

  test('a total that is not the one that was shown is refused with both, and makes no order', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const hold = await holdTickets(service, owner, testEvent, { Entry: 2 })
    const place = (total: number) => {
      const who = { ...buyer, email: `b-${owner}@example.com` }
      const args = { p_owner: owner, p_hold: hold.holdId, p_buyer: who, p_key: randomUUID(), p_total: total }
      return call(service, 'place_order', args, z.looseObject({ totalCents: z.int() }))
    }
    expect(await refusal(place(2000))).toMatchObject({
      code: 'total_changed',
      facts: { shown: 2000, total: 4000, currency: 'USD' },
    })
    expect(await sql`select 1 from public.orders where hold_id = ${hold.holdId}`).toHaveLength(0)
    expect(await place(4000)).toMatchObject({ totalCents: 4000 })
  })

  test('changing the cart ends the order that was made from it', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const { order, payment } = await checkOut(service, owner, testEvent, { Entry: 1 })
    const hold = await holdTickets(service, owner, testEvent, { Entry: 2 })
    const again = await placeOrder(service, owner, hold.holdId)
    expect(again.orderId).not.toBe(order.orderId)
    expect(again.totalCents).toBe(4000)
    expect(
      await sql`select o.status as order, p.status as payment from public.orders o join public.payments p on p.order_id = o.id where p.id = ${payment.paymentId}`,
    ).toEqual([{ order: 'expired', payment: 'cancelled' }])
  })

  test.each([
    ['terms not accepted', { terms: false }, 'terms_required'],
    ['terms as a word', { terms: 'true' }, 'terms_required'],
    ['no email', { email: '' }, 'email_invalid'],
    ['half an email', { email: 'bea@' }, 'email_invalid'],
    ['a header in the email', { email: 'bea@example.com\nbcc: all@example.com' }, 'email_invalid'],
    ['two emails', { email: 'a@example.com,b@example.com c' }, 'email_invalid'],
    ['no name', { name: ' ' }, 'name_invalid'],
    ['a long name', { name: 'x'.repeat(101) }, 'name_invalid'],
    ['a header in the name', { name: 'Bea\u0007' }, 'name_invalid'],
    ['a phone of letters', { phone: 'call me' }, 'phone_invalid'],
  ])('refuses %s', async (_, who, code) => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const hold = await holdTickets(service, owner, testEvent, { Entry: 1 })
    expect((await refusal(placeOrder(service, owner, hold.holdId, who))).code).toBe(code)
  })

  test('needs an own live hold of an event that sells', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const hold = await holdTickets(service, owner, testEvent, { Entry: 1 })
    expect((await refusal(placeOrder(service, await users.id('Sid'), hold.holdId))).code).toBe('not_found')
    expect((await refusal(placeOrder(service, owner, randomUUID()))).code).toBe('not_found')
    await sql`update public.events set status = 'postponed' where id = ${testEvent.eventId}`
    expect((await refusal(placeOrder(service, owner, hold.holdId))).code).toBe('sale_paused')
    await sql`update public.events set status = 'published' where id = ${testEvent.eventId}`
    await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${hold.holdId}`
    expect((await refusal(placeOrder(service, owner, hold.holdId))).code).toBe('hold_expired')
  })

  test('reveals nothing about the typed mailbox: each response is the same for one with tickets', async () => {
    const testEvent = await createEvent(sql, { maxPerPerson: 2 })
    const free = await createEvent(sql, {
      maxPerPerson: 2,
      types: [{ name: 'Entry', releases: [{ name: 'Free', faceCents: 0 }] }],
    })
    const known = `andre.${randomUUID().slice(0, 8)}@gmail.com`
    const buyerOfIt = await users.extra()
    for (const at of [testEvent, free]) {
      const hold = await holdTickets(service, buyerOfIt, at, { Entry: 2 })
      const order = await placeOrder(service, buyerOfIt, hold.holdId, { email: known })
      if (at === testEvent)
        await report(service, await beginPayment(service, buyerOfIt, order.orderId), 'succeeded')
    }
    const resultsFor = async (email: string) => {
      const owner = await users.extra()
      const responses: string[] = []
      for (const at of [testEvent, free]) {
        const hold = await holdTickets(service, owner, at, { Entry: 2 })
        const order = await service.rpc('place_order', {
          p_owner: owner,
          p_hold: hold.holdId,
          p_buyer: { ...buyer, email },
          p_key: null,
        })
        const again = await service.rpc('place_order', {
          p_owner: owner,
          p_hold: hold.holdId,
          p_buyer: { ...buyer, email: email.toUpperCase() },
          p_key: null,
        })
        const paying = await service.rpc('begin_payment', {
          p_owner: owner,
          p_order: order.data?.order_id,
          p_provider: provider,
          p_key: null,
        })
        responses.push(
          ...[order, again, paying].map(({ data, error, status }) => JSON.stringify([status, data, error])),
        )
      }
      const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<="code":")[2-9A-Z]{8}(?=")/g
      const own = /(?<="(?:email|expiresAt)":")[^"]+/g
      return responses.map((result) => result.replace(ids, '#').replace(own, '#'))
    }
    const written = known.replace('andre.', 'A.N.D.R.E').replace('@gmail', '+x@GoogleMail')
    const [stranger, withTickets] = [
      await resultsFor(`nobody-${randomUUID().slice(0, 8)}@gmail.com`),
      await resultsFor(written),
    ]
    expect(withTickets).toEqual(stranger)
    expect(withTickets.join()).not.toContain('person_limit')
  })

  test('a mailbox typed into unpaid and free orders does not lock out its owner', async () => {
    const testEvent = await createEvent(sql, { maxPerPerson: 2 })
    const free = await createEvent(sql, {
      maxPerPerson: 2,
      types: [{ name: 'Entry', releases: [{ name: 'Free', faceCents: 0 }] }],
    })
    const victim = await users.id('Sid')
    const email = await users.email('Sid')
    await sql`update public.profiles set email_verified_at = now() where id = ${victim}`
    const other = await users.extra()
    for (const at of [testEvent, free]) {
      const hold = await holdTickets(service, other, at, { Entry: 2 })
      const order = await placeOrder(service, other, hold.holdId, { email })
      if (at === testEvent) await beginPayment(service, other, order.orderId)
    }
    const own = await holdTickets(service, victim, testEvent, { Entry: 2 })
    const order = await placeOrder(service, victim, own.holdId, { email })
    const payment = await beginPayment(service, victim, order.orderId)
    expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'paid' })
    const gift = await holdTickets(service, victim, free, { Entry: 2 })
    expect(await placeOrder(service, victim, gift.holdId, { email })).toMatchObject({ status: 'paid' })
  })

  test('an account is told of its own limit at once, with the mailbox that it has proven', async () => {
    const testEvent = await createEvent(sql, { maxPerPerson: 2 })
    const [guest, member] = [await users.extra(), await users.id('Mo')]
    const email = await users.email('Mo')
    const bought = await holdTickets(service, guest, testEvent, { Entry: 2 })
    const order = await placeOrder(service, guest, bought.holdId, { email })
    await report(service, await beginPayment(service, guest, order.orderId), 'succeeded')
    const later = await holdTickets(service, member, testEvent, { Entry: 1 })
    await sql`update public.profiles set email_verified_at = now() where id = ${member}`
    expect(
      await refusal(placeOrder(service, member, later.holdId, { email: 'other@example.com' })),
    ).toMatchObject({
      code: 'person_limit',
      facts: { limit: 2, left: 0 },
    })
  })

  test('six accounts with one mailbox pay at once: one gets tickets, five their money and a mail', async () => {
    const testEvent = await createEvent(sql, { maxPerPerson: 2 })
    const email = `twin-${randomUUID()}@example.com`
    const payments = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const owner = await users.extra()
        const hold = await holdTickets(service, owner, testEvent, { Entry: 2 })
        const typed = n % 2 ? email : email.toUpperCase()
        const order = await placeOrder(service, owner, hold.holdId, { email: typed })
        return beginPayment(service, owner, order.orderId)
      }),
    )
    const outcomes = await Promise.all(
      payments.map(async (payment) => (await report(service, payment, 'succeeded')).outcome),
    )
    expect(outcomes.toSorted()).toEqual(['paid', ...Array.from({ length: 5 }, () => 'refunding')])
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 0, sold: 2 }])
    const mails = await sql`
      select m.kind, o.refunded_cents::int as refunded, r.kind as refund, count(*)::int as n
      from public.orders o join private.mail_outbox m on m.subject_id = o.id left join public.refunds r on r.order_id = o.id
      where o.event_id = ${testEvent.eventId} group by 1, 2, 3 order by 1`
    expect(mails).toEqual([
      { kind: 'order_over_limit', refunded: 4000, refund: 'over_limit', n: 5 },
      { kind: 'order_paid', refunded: 0, refund: null, n: 1 },
    ])
  })

  test('stores which terms of sale were accepted, and requires them', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const hold = await holdTickets(service, owner, testEvent, { Entry: 1 })
    const without = placeOrder(service, owner, hold.holdId, { terms_version: undefined })
    expect((await refusal(without)).code).toBe('terms_required')
    const { orderId: order_id } = await placeOrder(service, owner, hold.holdId, {
      terms_version: '2026-01-01',
    })
    const stored = () => sql`
      select terms_version, terms_accepted_at > created_at as anew from public.orders where id = ${order_id}`
    expect(await stored()).toEqual([{ terms_version: '2026-01-01', anew: false }])
    await placeOrder(service, owner, hold.holdId, { terms_version: '2026-06-01' })
    expect(await stored()).toEqual([{ terms_version: '2026-06-01', anew: true }])
  })

  test('is refused once the event has ended, before and while paying', async () => {
    const testEvent = await createEvent(sql)
    const [owner, other] = [await users.extra(), await users.extra()]
    const held = await holdTickets(service, other, testEvent, { Entry: 1 })
    const { order, payment } = await checkOut(service, owner, testEvent, { Entry: 1 })
    await sql`
      update public.events set doors_at = now() - interval '9 hours', starts_at = now() - interval '8 hours',
        ends_at = now() - interval '1 minute'
      where id = ${testEvent.eventId}`
    expect((await refusal(placeOrder(service, other, held.holdId))).code).toBe('sale_ended')
    expect((await refusal(beginPayment(service, owner, order.orderId))).code).toBe('sale_ended')
    expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'refunding' })
    expect(
      await sql`
        select o.status, o.refunded_cents::int as refunded, m.kind,
          (select count(*)::int from public.tickets k where k.order_id = o.id) as tickets
        from public.orders o join private.mail_outbox m on m.subject_id = o.id where o.id = ${order.orderId}`,
    ).toEqual([{ status: 'cancelled', refunded: 2000, kind: 'order_event_over', tickets: 0 }])
  })

  // Specification 10.10
  test('the same key returns the same order', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const hold = await holdTickets(service, owner, testEvent, { Entry: 1 })
    const key = randomUUID()
    const results = await Promise.all(
      Array.from({ length: 10 }, () => placeOrder(service, owner, hold.holdId, {}, key)),
    )
    expect(new Set(results.map((result) => result.orderId)).size).toBe(1)
    expect((await refusal(placeOrder(service, owner, hold.holdId, { name: 'Other' }, key))).code).toBe(
      'key_reused',
    )
  })
})

describe('free tickets', () => {
  test('are paid and issued at once, without fee or tax', async () => {
    const testEvent = await createEvent(sql, free)
    const mia = await users.id('Mia')
    const hold = await holdTickets(service, mia, testEvent, { Entry: 2 })
    const order = await placeOrder(service, mia, hold.holdId)
    expect(order).toMatchObject({ status: 'paid', totalCents: 0 })
    expect(
      await sql`select count(*)::int as n from public.tickets where order_id = ${order.orderId} and owner_id = ${mia}`,
    ).toEqual([{ n: 2 }])
    expect(await countersOf(sql, testEvent.eventId)).toEqual({
      pools: [{ name: 'Room', held: 0, sold: 2 }],
      releases: [{ name: 'Free', held: 0, sold: 2 }],
    })
  })

  test('are refused to a guest whose address is not proven', async () => {
    const testEvent = await createEvent(sql, free)
    const gus = await users.id('Gus')
    const hold = await holdTickets(service, gus, testEvent, { Entry: 1 })
    expect((await refusal(placeOrder(service, gus, hold.holdId))).code).toBe('verified_email_required')
    await sql`update public.profiles set email_verified_at = now() where id = ${gus}`
    expect(await placeOrder(service, gus, hold.holdId)).toMatchObject({ status: 'paid' })
    await sql`update public.profiles set email_verified_at = null where id = ${gus}`
  })

  test('there is nothing to pay afterwards', async () => {
    const testEvent = await createEvent(sql, free)
    const owner = await users.extra()
    const hold = await holdTickets(service, owner, testEvent, { Entry: 1 })
    const order = await placeOrder(service, owner, hold.holdId)
    expect((await refusal(beginPayment(service, owner, order.orderId))).code).toBe('already_paid')
  })
})

describe('beginning a payment', () => {
  test('returns the database’s amount and one open payment', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const { order, payment } = await checkOut(service, owner, testEvent, { Entry: 2 })
    expect(payment).toMatchObject({ attempt: 1, amountCents: 4000, currency: 'USD' })
    expect(await beginPayment(service, owner, order.orderId)).toEqual(payment)
  })

  test('a failed attempt can be tried again, five times in ten minutes', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const { order, ...first } = await checkOut(service, owner, testEvent, { Entry: 1 })
    let payment = first.payment
    for (let attempt = 2; attempt <= 5; attempt++) {
      expect(await report(service, payment, 'failed')).toMatchObject({ outcome: 'failed' })
      payment = await beginPayment(service, owner, order.orderId)
      expect(payment.attempt).toBe(attempt)
      expect(await sql`select status from public.orders where id = ${order.orderId}`).toEqual([
        { status: 'awaiting_payment' },
      ])
    }
    await report(service, payment, 'failed')
    expect(await refusal(beginPayment(service, owner, order.orderId))).toEqual({
      code: 'rate_limited',
      facts: { retry_after_seconds: 600 },
    })
  })

  test('refuses what cannot be paid', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const { hold, order, payment } = await checkOut(service, owner, testEvent, { Entry: 1 })
    const again = () => refusal(beginPayment(service, owner, order.orderId)).then((result) => result.code)
    expect((await refusal(beginPayment(service, await users.id('Sid'), order.orderId))).code).toBe(
      'not_found',
    )
    await sql`update public.events set status = 'postponed' where id = ${testEvent.eventId}`
    expect(await again()).toBe('sale_paused')
    await sql`update public.events set status = 'published', max_per_person = 1 where id = ${testEvent.eventId}`
    await buy(service, await users.extra(), testEvent, { Entry: 1 })
    await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${hold.holdId}`
    expect(await again()).toBe('hold_expired')
    await sql`update public.holds set expires_at = now() + interval '5 minutes' where id = ${hold.holdId}`
    await report(service, payment, 'processing')
    expect(await again()).toBe('payment_in_progress')
    await report(service, payment, 'succeeded')
    expect(await again()).toBe('already_paid')
  })

  test('counts the limit per person once more', async () => {
    const testEvent = await createEvent(sql, { maxPerPerson: 4 })
    const owner = await users.extra()
    const { order } = await checkOut(service, owner, testEvent, { Entry: 3 })
    await sql`update public.events set max_per_person = 2 where id = ${testEvent.eventId}`
    expect((await refusal(beginPayment(service, owner, order.orderId))).code).toBe('person_limit')
    await sql`update public.events set max_per_person = 4 where id = ${testEvent.eventId}`
  })
})
