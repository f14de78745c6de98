import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openCast } from './cast.ts'
import { brokenRules } from './invariants.ts'
import { countersOf, openNight } from './night.ts'
import { beginPayment, buy, checkOut, holdTickets, placeOrder, refusal, report } from './selling.ts'

const cast = openCast(inject('stack'))
const { sql, service } = cast
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await cast.close()
})

const free = {
  types: [{ name: 'Entry', releases: [{ name: 'Free', faceCents: 0 }] }],
  feeFixedCents: 150,
  taxBps: 800,
}

describe('placing an order', () => {
  test('takes over the hold’s lines and prices, and waits for payment', async () => {
    const night = await openNight(sql, { feeBps: 1000, taxBps: 500 })
    const owner = await cast.extra()
    const hold = await holdTickets(service, owner, night, { Entry: 2 })
    const order = await placeOrder(service, owner, hold.hold_id, {
      name: '  Bea \t B ',
      phone: '+1 718 555 0100',
    })
    expect(order).toMatchObject({ status: 'awaiting_payment', total_cents: 2 * 2310, currency: 'USD' })
    expect(order.code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    expect(
      await sql`select name, phone, face_cents::int, fee_cents::int, tax_cents::int, marketing_consent, is_test from public.orders where id = ${order.order_id}`,
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
      await sql`select type_name, release_name, quantity, total_cents::int from public.order_lines where order_id = ${order.order_id}`,
    ).toEqual([{ type_name: 'Entry', release_name: 'Final', quantity: 2, total_cents: 4620 }])
    expect((await countersOf(sql, night.eventId)).pools).toEqual([{ name: 'Room', held: 2, sold: 0 }])
  })

  test('doing it again corrects the same order', async () => {
    const night = await openNight(sql)
    const owner = await cast.extra()
    const hold = await holdTickets(service, owner, night, { Entry: 1 })
    const first = await placeOrder(service, owner, hold.hold_id)
    const second = await placeOrder(service, owner, hold.hold_id, { name: 'Bea Right' })
    expect(second).toEqual(first)
    expect(await sql`select name from public.orders where hold_id = ${hold.hold_id}`).toEqual([
      { name: 'Bea Right' },
    ])
  })

  test('changing the cart ends the order that was made from it', async () => {
    const night = await openNight(sql)
    const owner = await cast.extra()
    const { order, payment } = await checkOut(service, owner, night, { Entry: 1 })
    const hold = await holdTickets(service, owner, night, { Entry: 2 })
    const again = await placeOrder(service, owner, hold.hold_id)
    expect(again.order_id).not.toBe(order.order_id)
    expect(again.total_cents).toBe(4000)
    expect(
      await sql`select o.status as order, p.status as payment from public.orders o join public.payments p on p.order_id = o.id where p.id = ${payment.payment_id}`,
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
  ])('refuses %s', async (_, who, word) => {
    const night = await openNight(sql)
    const owner = await cast.id('Mia')
    const hold = await holdTickets(service, owner, night, { Entry: 1 })
    expect((await refusal(placeOrder(service, owner, hold.hold_id, who))).word).toBe(word)
  })

  test('needs an own hold that lives, of an event that sells', async () => {
    const night = await openNight(sql)
    const owner = await cast.extra()
    const hold = await holdTickets(service, owner, night, { Entry: 1 })
    expect((await refusal(placeOrder(service, await cast.id('Sid'), hold.hold_id))).word).toBe('not_found')
    expect((await refusal(placeOrder(service, owner, randomUUID()))).word).toBe('not_found')
    await sql`update public.events set status = 'postponed' where id = ${night.eventId}`
    expect((await refusal(placeOrder(service, owner, hold.hold_id))).word).toBe('sale_paused')
    await sql`update public.events set status = 'published' where id = ${night.eventId}`
    await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${hold.hold_id}`
    expect((await refusal(placeOrder(service, owner, hold.hold_id))).word).toBe('hold_expired')
  })

  test('counts the limit per person again, with the mailbox that was typed', async () => {
    const night = await openNight(sql, { maxPerPerson: 2 })
    const email = `pat.${randomUUID().slice(0, 8)}@gmail.com`
    const [first, second] = [await cast.extra(), await cast.extra()]
    const one = await holdTickets(service, first, night, { Entry: 2 })
    await placeOrder(service, first, one.hold_id, { email })
    const two = await holdTickets(service, second, night, { Entry: 1 })
    const written = email.replace('pat.', 'P.A.T').replace('@gmail', '+x@GoogleMail')
    expect(await refusal(placeOrder(service, second, two.hold_id, { email: written }))).toMatchObject({
      word: 'person_limit',
      facts: { limit: 2, left: 0 },
    })
  })

  test('two accounts with one mailbox, at once: one of them', async () => {
    const night = await openNight(sql, { maxPerPerson: 2 })
    const email = `twin-${randomUUID()}@example.com`
    const owners = await Promise.all(Array.from({ length: 6 }, () => cast.extra()))
    const holds = await Promise.all(owners.map((owner) => holdTickets(service, owner, night, { Entry: 2 })))
    const words = await Promise.all(
      owners.map(async (owner, n) =>
        refusal(placeOrder(service, owner, holds[n]?.hold_id ?? '', { email })).then((answer) => answer.word),
      ),
    )
    expect(words.filter((word) => word === 'person_limit')).toHaveLength(5)
  })

  test('the same key gets the same order', async () => {
    const night = await openNight(sql)
    const owner = await cast.extra()
    const hold = await holdTickets(service, owner, night, { Entry: 1 })
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => placeOrder(service, owner, hold.hold_id, {}, key)),
    )
    expect(new Set(answers.map((answer) => answer.order_id)).size).toBe(1)
    expect((await refusal(placeOrder(service, owner, hold.hold_id, { name: 'Other' }, key))).word).toBe(
      'key_reused',
    )
  })
})

describe('free tickets', () => {
  test('are paid and issued at once, without fee or tax', async () => {
    const night = await openNight(sql, free)
    const mia = await cast.id('Mia')
    const hold = await holdTickets(service, mia, night, { Entry: 2 })
    const order = await placeOrder(service, mia, hold.hold_id)
    expect(order).toMatchObject({ status: 'paid', total_cents: 0 })
    expect(
      await sql`select count(*)::int as n from public.tickets where order_id = ${order.order_id} and owner_id = ${mia}`,
    ).toEqual([{ n: 2 }])
    expect(await countersOf(sql, night.eventId)).toEqual({
      pools: [{ name: 'Room', held: 0, sold: 2 }],
      releases: [{ name: 'Free', held: 0, sold: 2 }],
    })
  })

  test('are for people we know: a guest must prove the address first', async () => {
    const night = await openNight(sql, free)
    const gus = await cast.id('Gus')
    const hold = await holdTickets(service, gus, night, { Entry: 1 })
    expect((await refusal(placeOrder(service, gus, hold.hold_id))).word).toBe('verified_email_required')
    await sql`update public.profiles set email_verified_at = now() where id = ${gus}`
    expect(await placeOrder(service, gus, hold.hold_id)).toMatchObject({ status: 'paid' })
    await sql`update public.profiles set email_verified_at = null where id = ${gus}`
  })

  test('there is nothing to pay afterwards', async () => {
    const night = await openNight(sql, free)
    const owner = await cast.extra()
    const hold = await holdTickets(service, owner, night, { Entry: 1 })
    const order = await placeOrder(service, owner, hold.hold_id)
    expect((await refusal(beginPayment(service, owner, order.order_id))).word).toBe('already_paid')
  })
})

describe('beginning a payment', () => {
  test('answers the amount of the database and one open attempt', async () => {
    const night = await openNight(sql)
    const owner = await cast.extra()
    const { order, payment } = await checkOut(service, owner, night, { Entry: 2 })
    expect(payment).toMatchObject({ attempt: 1, amount_cents: 4000, currency: 'USD' })
    expect(await beginPayment(service, owner, order.order_id)).toEqual(payment)
  })

  test('a failed attempt can be tried again, five times in ten minutes', async () => {
    const night = await openNight(sql)
    const owner = await cast.extra()
    const { order, ...first } = await checkOut(service, owner, night, { Entry: 1 })
    let payment = first.payment
    for (let attempt = 2; attempt <= 5; attempt++) {
      expect(await report(service, payment, 'failed')).toMatchObject({ outcome: 'failed' })
      payment = await beginPayment(service, owner, order.order_id)
      expect(payment.attempt).toBe(attempt)
      expect(await sql`select status from public.orders where id = ${order.order_id}`).toEqual([
        { status: 'awaiting_payment' },
      ])
    }
    await report(service, payment, 'failed')
    expect(await refusal(beginPayment(service, owner, order.order_id))).toEqual({
      word: 'too_many_attempts',
      facts: { retry_after_seconds: 600 },
    })
  })

  test('refuses what cannot be paid', async () => {
    const night = await openNight(sql)
    const owner = await cast.extra()
    const { hold, order, payment } = await checkOut(service, owner, night, { Entry: 1 })
    const again = () => refusal(beginPayment(service, owner, order.order_id)).then((answer) => answer.word)
    expect((await refusal(beginPayment(service, await cast.id('Sid'), order.order_id))).word).toBe(
      'not_found',
    )
    await sql`update public.events set status = 'postponed' where id = ${night.eventId}`
    expect(await again()).toBe('sale_paused')
    await sql`update public.events set status = 'published', max_per_person = 1 where id = ${night.eventId}`
    await buy(service, await cast.extra(), night, { Entry: 1 })
    await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${hold.hold_id}`
    expect(await again()).toBe('hold_expired')
    await sql`update public.holds set expires_at = now() + interval '5 minutes' where id = ${hold.hold_id}`
    await report(service, payment, 'processing')
    expect(await again()).toBe('payment_in_progress')
    await report(service, payment, 'succeeded')
    expect(await again()).toBe('already_paid')
  })

  test('counts the limit per person once more', async () => {
    const night = await openNight(sql, { maxPerPerson: 4 })
    const owner = await cast.extra()
    const { order } = await checkOut(service, owner, night, { Entry: 3 })
    await sql`update public.events set max_per_person = 2 where id = ${night.eventId}`
    expect((await refusal(beginPayment(service, owner, order.order_id))).word).toBe('person_limit')
    await sql`update public.events set max_per_person = 4 where id = ${night.eventId}`
  })
})
