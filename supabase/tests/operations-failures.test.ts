import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { type FailureList, failureListSchema } from '#features/operations/failures/failures.types.ts'
import { createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { tryRefund } from './refund-jobs.ts'
import { beginPayment, buy, call, holdTickets, placeOrder, provider, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Says what failed for good, as admins see it: each kind is listed with its reason, tried again or discarded, by admins alone. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const list = async (kind?: string): Promise<FailureList['failures']> =>
  (await call(await users.actingAs('Ada'), 'list_failures', kind ? { p_kind: kind } : {}, failureListSchema))
    .failures
const find = async (kind: string, id: string) => (await list(kind)).find((failure) => failure.id === id)
const retry = async (kind: string, id: string, who: Name | 'visitor' = 'Ada') =>
  call(await users.actingAs(who), 'retry_failure', { p_kind: kind, p_id: id }, z.boolean())
const discard = async (kind: string, id: string, reason: string, who: Name | 'visitor' = 'Ada') =>
  call(
    await users.actingAs(who),
    'discard_failure',
    { p_kind: kind, p_id: id, p_reason: reason },
    z.unknown(),
  )
const auditOf = (kind: string, id: string) => sql`
  select action, facts from private.audit_log where subject_kind = 'failure' and subject_id = ${`${kind} ${id}`} order by id`

/** Gives a mail up, as its eighth failure does. */
async function failedMail() {
  const id = randomUUID()
  await sql`insert into private.mail_outbox ${sql({ id, kind: 'contact_message', dedupe_key: id, recipient: `lost-${id.slice(0, 8)}@example.com`, status: 'failed', attempts: 8, last_error: '550 No such mailbox' })}`
  return id
}

/** Takes in an event of the provider about a payment that is not ours (yet). */
async function parkedEvent(paymentRef: string, amount = 2000) {
  const event = randomUUID()
  await service
    .rpc('apply_payment_event', {
      p_provider: provider,
      p_event_id: event,
      p_kind: 'succeeded',
      p_payment_ref: paymentRef,
      p_amount_cents: amount,
      p_currency: 'USD',
    })
    .throwOnError()
  return `${provider}:${event}`
}

describe('a mail that was given up', () => {
  test('is listed with its reason, and sent again from the first try on', async () => {
    const id = await failedMail()
    expect(await find('mail', id)).toMatchObject({
      what: 'contact_message',
      reason: '550 No such mailbox',
      attempts: 8,
      about: `lost-${id.slice(0, 8)}@example.com`,
    })
    expect(await retry('mail', id)).toBe(true)
    expect(await find('mail', id)).toBeUndefined()
    expect((await refusal(retry('mail', id))).code).toBe('not_found')
    expect([...(await auditOf('mail', id))]).toEqual([{ action: 'failure.retried', facts: { done: true } }])
  })

  test('is discarded with a reason: off the list and the count, and it stays as it was', async () => {
    const id = await failedMail()
    expect((await refusal(discard('mail', id, ' x '))).code).toBe('reason_required')
    await discard('mail', id, 'The address never existed')
    expect(await find('mail', id)).toBeUndefined()
    expect((await refusal(retry('mail', id))).code).toBe('not_found')
    expect(await sql`select status, attempts from private.mail_outbox where id = ${id}`).toEqual([
      { status: 'failed', attempts: 8 },
    ])
    expect([...(await auditOf('mail', id))]).toEqual([
      { action: 'failure.discarded', facts: { reason: 'The address never existed' } },
    ])
  })
})

describe('a parked event of a payment provider', () => {
  test('is listed, stays parked while nothing has changed, and is applied once its payment is known', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const { holdId } = await holdTickets(service, owner, testEvent, { Entry: 1 })
    const order = await placeOrder(service, owner, holdId)
    const { paymentId } = await beginPayment(service, owner, order.orderId)
    const ref = `late_${randomUUID()}`
    const id = await parkedEvent(ref, order.totalCents)
    expect(await find('payment', id)).toMatchObject({
      what: 'succeeded',
      reason: 'unknown_payment',
      about: `${provider} ${ref}`,
      orderCode: null,
    })
    expect(await retry('payment', id)).toBe(false)
    expect(await find('payment', id)).toBeDefined()
    await sql`update public.payments set provider_ref = ${ref} where id = ${paymentId}`
    expect(await retry('payment', id)).toBe(true)
    expect(await sql`select status from public.orders where id = ${order.orderId}`).toEqual([
      { status: 'paid' },
    ])
    expect(await find('payment', id)).toBeUndefined()
    expect((await auditOf('payment', id)).map(({ facts }) => facts)).toEqual([
      { done: false },
      { done: true },
    ])
  })

  test('tried again by two admins at once is applied once', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const { holdId } = await holdTickets(service, owner, testEvent, { Entry: 2 })
    const order = await placeOrder(service, owner, holdId)
    const { paymentId } = await beginPayment(service, owner, order.orderId)
    const ref = `late_${randomUUID()}`
    const id = await parkedEvent(ref, order.totalCents)
    await sql`update public.payments set provider_ref = ${ref} where id = ${paymentId}`
    const results = await Promise.allSettled([
      retry('payment', id),
      retry('payment', id, 'Abe'),
      retry('payment', id),
    ])
    for (const result of results)
      if (result.status === 'rejected') expect(String(result.reason)).toContain('not_found')
    expect(results.some((result) => result.status === 'fulfilled' && result.value)).toBe(true)
    expect(
      await sql`select count(*)::int as n from public.tickets where order_id = ${order.orderId}`,
    ).toEqual([{ n: 2 }])
  })
})

test('a refund that failed five times is listed and decided on its own page alone', async () => {
  const { order } = await buy(service, await users.extra(), await createEvent(sql), { Entry: 1 })
  // A provider of this test alone, so that no other test's worker sends its refunds.
  const failing = 'test_failures'
  await sql`update public.payments set provider = ${failing} where order_id = ${order.orderId}`
  const { data } = await (await users.actingAs('Ada')).rpc('refund_order', {
    p_order: order.orderId,
    p_amount_cents: 500,
    p_reason: 'goodwill',
    p_void: false,
    p_key: randomUUID(),
  })
  const { refundId } = z.object({ refundId: z.uuid() }).parse(data)
  for (let n = 0; n < 5; n++) {
    expect(await find('refund', refundId)).toBeUndefined()
    expect(await tryRefund(sql, refundId, { status: 'failed' })).toBe('failed')
  }
  expect(await find('refund', refundId)).toMatchObject({
    reason: 'card closed',
    attempts: 5,
    orderCode: order.code,
  })
  expect((await refusal(retry('refund', refundId))).code).toBe('invalid')
  expect((await refusal(discard('refund', refundId, 'No need to pay'))).code).toBe('invalid')
})

test('a pass whose wallet could not be told is tried again from the first try on', async () => {
  const { order } = await buy(service, await users.extra(), await createEvent(sql), { Entry: 1 })
  const [ticket] = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId}`
  const id = `google:${ticket?.id}:1:abcd`
  await service
    .rpc('add_wallet_pass', {
      p_wallet: 'google',
      p_ticket: ticket?.id,
      p_generation: 1,
      p_reference: 'abcd',
    })
    .throwOnError()
  const park = async () => {
    await sql`select private.mark_passes(array[${ticket?.id ?? ''}::uuid])`
    await sql`update private.jobs set attempts = 8, failed_at = now(), parked_at = now(), last_error = 'Google refused'
      where kind = 'pass_push' and key = ${id}`
  }
  await park()
  expect(await find('pass', id)).toMatchObject({
    reason: 'Google refused',
    attempts: 8,
    orderCode: order.code,
  })
  expect(await retry('pass', id)).toBe(true)
  expect(
    await sql`select attempts, parked_at, run_at <= now() as due from private.jobs where key = ${id}`,
  ).toEqual([{ attempts: 0, parked_at: null, due: true }])
  await park()
  await discard('pass', id, 'The phone is gone')
  expect(await find('pass', id)).toBeUndefined()
  expect(await sql`select 1 from private.jobs where key = ${id}`).toEqual([])
})

test('a cron entry is listed while it fails, and leaves with the run that works or until it fails again', async () => {
  const kind = `test_${randomUUID().replaceAll(/[^a-f]/g, '')}_cron`
  await sql`insert into private.job_kinds (kind, every) values (${kind}, '1 hour')`
  await sql`insert into private.jobs (kind) values (${kind})`
  const run = async (error: string | null) => {
    await sql`update private.jobs set run_at = now() where kind = ${kind}`
    const claimed = await service.rpc('claim_jobs', { p_room: { [kind]: 1 } }).throwOnError()
    const [job] = z.array(z.object({ id: z.int(), lease: z.string() })).parse(claimed.data)
    await service
      .rpc('finish_jobs', { p_results: [{ id: job?.id, lease: job?.lease, error }] })
      .throwOnError()
  }
  await run('no connection')
  await run('no disk')
  expect(await find('job', kind)).toMatchObject({ reason: 'no disk', attempts: 2 })
  expect(await retry('job', kind)).toBe(true)
  expect(await sql`select run_at <= now() as due from private.jobs where kind = ${kind}`).toEqual([
    { due: true },
  ])
  await discard('job', kind, 'Known, mended tomorrow')
  expect(await find('job', kind)).toBeUndefined()
  await run('no disk')
  expect(await find('job', kind)).toMatchObject({ attempts: 1 })
  await run(null)
  expect(await find('job', kind)).toBeUndefined()
  await sql`delete from private.jobs where kind = ${kind}`
  await sql`delete from private.job_kinds where kind = ${kind}`
})

test('a job that was given up is listed: an admin has it tried again, or deletes it', async () => {
  const kind = `test_${randomUUID().replaceAll(/[^a-f]/g, '')}_keyed`
  await sql`insert into private.job_kinds (kind, most_attempts, first_pause, longest_pause) values (${kind}, 3, '1 minute', '1 hour')`
  const park = () =>
    sql`update private.jobs set attempts = 3, parked_at = now(), failed_at = now(), last_error = 'gone' where kind = ${kind}`
  await sql`select private.enqueue_job(${kind}, 'a:b')`
  expect(await find('job', `${kind}:a:b`)).toBeUndefined()
  await park()
  expect(await find('job', `${kind}:a:b`)).toMatchObject({ reason: 'gone', attempts: 3, about: 'a:b' })
  expect(await retry('job', `${kind}:a:b`)).toBe(true)
  expect(await find('job', `${kind}:a:b`)).toBeUndefined()
  expect(await sql`select attempts, parked_at from private.jobs where kind = ${kind}`).toEqual([
    { attempts: 0, parked_at: null },
  ])
  await park()
  await discard('job', `${kind}:a:b`, 'Nothing to do any more')
  expect(await sql`select 1 from private.jobs where kind = ${kind}`).toEqual([])
  await sql`delete from private.job_kinds where kind = ${kind}`
})

test('pages are 50 long and follow each other without a gap', async () => {
  const ids = []
  for (let n = 0; n < 52; n++) ids.push(await failedMail())
  const ada = await users.actingAs('Ada')
  const seen: string[] = []
  for (let after: FailureList['next'] = null, first = true; first || after; first = false) {
    const page: FailureList = await call(
      ada,
      'list_failures',
      { p_kind: 'mail', ...(after ? { p_after_at: after.at, p_after_id: after.id } : {}) },
      failureListSchema,
    )
    expect(page.failures.length).toBeLessThanOrEqual(50)
    expect(page.counts.total).toBeGreaterThanOrEqual(page.counts.mail)
    seen.push(...page.failures.map(({ id }) => id))
    after = page.next
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(expect.arrayContaining(ids))
  await sql`delete from private.mail_outbox where id = any (${ids})`
})

test.each([
  'Mo',
  'Dex',
  'Mia',
  'Gus',
  'visitor',
] as const)('%s neither sees nor changes anything', async (who) => {
  const id = await failedMail()
  const client = await users.actingAs(who)
  const expected = who === 'visitor' ? '42501' : 'not_allowed'
  for (const [name, args] of [
    ['list_failures', {}],
    ['retry_failure', { p_kind: 'mail', p_id: id }],
    ['discard_failure', { p_kind: 'mail', p_id: id, p_reason: 'I want it gone' }],
  ] as const) {
    const { error } = await client.rpc(name, args)
    expect([name, error?.code === '42501' ? error.code : error?.message]).toEqual([name, expected])
  }
  expect((await client.rpc('claim_jobs', { p_room: { mail: 1 } })).error?.code).toBe('42501')
  expect(await find('mail', id)).toBeDefined()
  await sql`delete from private.mail_outbox where id = ${id}`
})
