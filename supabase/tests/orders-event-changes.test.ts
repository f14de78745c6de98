import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { eventChangeDays } from '#core/refund-policy.ts'
import { eventEndingSchema } from '#features/events/staff/staff-events.types.ts'
import {
  changedOrdersSchema,
  eventChangeSchema,
  eventChoiceSchema,
} from '#features/orders/event-changes/event-changes.types.ts'
import { ticketListSchema } from '#features/tickets/tickets.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { announceNewDate, countersOf, createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { withLockTimeout } from './lock-timeout.ts'
import { scanAs, tally, together } from './races.ts'
import { claimJob, finishJob, isRefundDue, tryRefund } from './refund-jobs.ts'
import { buy, call, checkOut, holdTickets, refundedSchema, refusal, report } from './selling.ts'
import { openTestUsers, sessionOf } from './test-users.ts'

/** Cancelling, postponing and rescheduling: each order is told, refunded or kept, once, whatever happens to the job. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
let ada: SupabaseClient
beforeAll(async () => {
  ada = await users.actingAs('Ada')
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const setStatus = (eventId: string, status: string, client = ada) =>
  call(client, 'set_event_status', { p_id: eventId, p_status: status, p_note: 'Storm.' }, z.unknown())
const cancel = (eventId: string) => setStatus(eventId, 'cancelled')
const changeOf = async (eventId: string, client = ada) =>
  call(client, 'read_event_change', { p_event: eventId }, eventChangeSchema.unwrap())
/** Works until nothing is due, as the job does. */
async function work(providers: string[] | null = null) {
  let worked: number
  do worked = await call(service, 'run_event_changes', { p_providers: providers }, z.int())
  while (worked > 0)
}
/** Runs the job of an order that failed, once. @returns why it failed again */
async function runOrderJob(eventId: string, orderId: string): Promise<string | null> {
  const key = `${(await changeOf(eventId)).change.id}:${orderId}`
  const job = await claimJob(sql, 'changed_order', key)
  if (!job) throw new Error(`no job for ${key}`)
  const reason = await call(service, 'retry_changed_order', { p_key: key }, z.string().nullable())
  await finishJob(sql, job, reason)
  return reason
}
const mailsOf = async (orderId: string) =>
  (
    await sql<{ kind: string }[]>`
      select kind from private.mail_outbox where subject_id = ${orderId} and kind <> 'order_paid' order by kind`
  ).map(({ kind }) => kind)
const rowsOf = (eventId: string) => sql<{ status: string; n: number }[]>`
  select r.status, count(*)::int as n from public.event_change_orders r join public.event_changes c on c.id = r.change_id
  where c.event_id = ${eventId} and c.superseded_at is null group by 1 order by 1`
/** Lets time pass for a change: its deadlines are now. */
const runOut = (eventId: string) => sql`
  with passed as (
    update public.event_changes set choice_ends_at = case when choice_ends_at is not null then now() end,
      refund_at = case when refund_at is not null then now() end
    where event_id = ${eventId} and superseded_at is null returning id)
  update public.event_change_orders r set due_at = now() from passed p where r.change_id = p.id and r.due_at is not null`

/** Reports what the provider made of the refunds of an event. */
async function endRefunds(eventId: string, status: 'succeeded' | 'failed') {
  const refunds = await sql<{ id: string }[]>`
    select r.id from public.refunds r join public.orders o on o.id = r.order_id
    where o.event_id = ${eventId} and r.status in ('approved', 'failed')`
  for (const { id } of refunds) {
    await tryRefund(sql, id, { status, ...(status === 'failed' && { error: 'card_closed' }) })
  }
  return refunds.length
}

async function sold(quantities: number[], options = {}) {
  const testEvent = await createEvent(sql, { doorsIn: 48, ...options })
  const bought = []
  for (const quantity of quantities) {
    const owner = await users.extra()
    const { order } = await buy(service, owner, testEvent, { Entry: quantity })
    const [ticket] = await sql<
      { id: string }[]
    >`select id from public.tickets where order_id = ${order.orderId} limit 1`
    bought.push({ owner, ticketId: ticket?.id ?? '', ...order })
  }
  return {
    testEvent,
    eventId: testEvent.eventId,
    orders: bought,
    first: bought[0] ?? { owner: '', ticketId: '', orderId: '', code: '' },
  }
}

describe('cancelling', () => {
  test('is previewed as it happens: tickets, carts, payments, money and mails', async () => {
    const { testEvent, eventId } = await sold([2, 1], { feeFixedCents: 150 })
    await holdTickets(service, await users.extra(), testEvent, { Entry: 1 })
    const paying = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
    await report(service, paying.payment, 'processing')
    const preview = await call(ada, 'read_event_ending', { p_id: eventId }, eventEndingSchema.unwrap())
    expect(preview).toMatchObject({
      tickets: 3,
      carts: 2,
      payments: 1,
      orders: 2,
      holders: 2,
      refundCents: 6450,
      disputed: 0,
      failedRefunds: 0,
      providers: [{ provider: 'test_paper', orders: 2, cents: 6450 }],
    })
    await cancel(eventId)
    const { figures, inFlight } = await changeOf(eventId)
    expect({ figures, inFlight }).toMatchObject({
      figures: {
        orders: 2,
        refunding: 2,
        pending: 0,
        mailed: 2,
        refundCents: 6450,
        refundingCents: 6450,
        refundedCents: 0,
      },
      inFlight: 1,
    })
    // The payment that was under way is listed with the others when it arrives, and goes back.
    expect(await report(service, paying.payment, 'succeeded')).toMatchObject({ outcome: 'refunding' })
    expect((await changeOf(eventId)).figures).toMatchObject({ orders: 3, refunding: 3, refundCents: 8600 })
  })

  test('records its policy, and follows each refund to its end; a failed one is listed, tried again and reported once', async () => {
    const { eventId, first } = await sold([1, 1])
    // Claimed under a name of its own: no other test takes these refunds, and none of theirs are in the way.
    const provider = 'test_cancelled'
    await sql`
      update public.payments p set provider = ${provider} from public.orders o where o.id = p.order_id and o.event_id = ${eventId}`
    await cancel(eventId)
    expect(
      await sql`select kind, refund_policy, note from public.event_changes where event_id = ${eventId}`,
    ).toEqual([{ kind: 'cancelled', refund_policy: 'refund_all', note: 'Storm.' }])
    expect(await mailsOf(first.orderId)).toEqual(['event_cancelled'])
    await endRefunds(eventId, 'failed')
    const failed = await changeOf(eventId)
    expect(failed).toMatchObject({
      figures: { failed: 2, refunding: 0 },
      reasons: [{ reason: 'card_closed', orders: 2 }],
      change: { finishedAt: null },
    })
    expect(failed.failed.map(({ orderCode }) => orderCode)).toContain(first.code)
    const args = { p_change: failed.change.id }
    expect(await call(ada, 'retry_event_change', args, z.int())).toBe(2)
    const again = await sql<{ id: string }[]>`
      select r.id from public.refunds r join public.orders o on o.id = r.order_id where o.event_id = ${eventId} order by r.id`
    expect(again).toHaveLength(2)
    for (const { id } of again) {
      expect(await isRefundDue(sql, id)).toBe(true)
      expect(await tryRefund(sql, id, { status: 'succeeded' })).toBe('succeeded')
    }
    await work()
    const done = await changeOf(eventId)
    expect(done).toMatchObject({ figures: { refunded: 2, failed: 0 }, reasons: [], failed: [] })
    expect(done.change.finishedAt).not.toBeNull()
    // Again and again: nothing more happens, and one report was queued.
    await work()
    await cancel(eventId)
    expect(
      await sql`select recipient from private.mail_outbox where dedupe_key = ${`event_change_report:${done.change.id}`}`,
    ).toEqual([{ recipient: await users.email('Ada') }])
    expect(
      await sql`select 1 from public.refunds r join public.orders o on o.id = r.order_id where o.event_id = ${eventId}`,
    ).toHaveLength(2)
    const listed = await call(ada, 'list_event_change_orders', args, changedOrdersSchema)
    expect(listed.map(({ status, refundCents }) => [status, refundCents])).toEqual([
      ['refunded', 2000],
      ['refunded', 2000],
    ])
  })

  test('lists a disputed order and one of a provider that is gone, and goes on with the others', async () => {
    const { eventId, orders } = await sold([1, 1, 1])
    const [disputed] = orders
    await sql`update public.payments set provider = 'test_gone' where order_id = ${orders[1]?.orderId ?? ''}`
    await sql`
      insert into public.disputes (order_id, payment_id, provider, provider_ref, amount_cents, currency, reason_code, opened_at)
      select order_id, id, provider, ${randomUUID()}, amount_cents, currency, 'general', now()
      from public.payments where order_id = ${disputed?.orderId ?? ''}`
    await sql`select private.block_disputed(${disputed?.orderId ?? ''})`
    // No immediate work: only the job knows which providers are in use.
    // In one transaction: the jobs of other tests, which run at the same time, know every provider.
    await sql.begin(async (tx) => {
      await tx`update public.events set status = 'cancelled', cancelled_at = now() where id = ${eventId}`
      await tx`
        with change as (
          insert into public.event_changes (event_id, kind, refund_policy, previous_starts_at)
          values (${eventId}, 'cancelled', 'refund_all', now()) returning id)
        insert into public.event_change_orders (change_id, order_id)
        select c.id, o.id from change c, public.orders o where o.event_id = ${eventId}`
      let worked: number | undefined
      do {
        const [row] = await tx<{ done: number }[]>`
          select public.run_event_changes(p_providers => array['test_paper']) as done`
        worked = row?.done
      } while (worked)
    })
    expect((await changeOf(eventId)).reasons.map(({ reason }) => reason).sort()).toEqual([
      'The payment provider is not set up: test_gone',
      'disputed',
    ])
    expect([...(await rowsOf(eventId))]).toEqual([
      { status: 'failed', n: 2 },
      { status: 'refunding', n: 1 },
    ])
  })

  test('voids at the door at once, also what the job has not come to yet', async () => {
    const { eventId, first } = await sold([1])
    await users.grant('Dex', 'scan', eventId)
    await sql`update public.events set doors_at = now(), starts_at = now() + interval '1 hour' where id = ${eventId}`
    const scan = async () =>
      call(
        await users.actingAs('Dex'),
        'check_in',
        {
          p_event: eventId,
          p_ticket: first.ticketId,
          p_generation: 1,
          p_code: null,
          p_scan_uid: randomUUID(),
          p_gate: 'Main',
          p_method: 'camera',
        },
        z.object({ result: z.string() }),
      )
    await sql`
      with change as (
        insert into public.event_changes (event_id, kind, refund_policy, previous_starts_at)
        values (${eventId}, 'cancelled', 'refund_all', now()) returning id, event_id),
      ended as (update public.events set status = 'cancelled', cancelled_at = now() where id = ${eventId})
      insert into public.event_change_orders (change_id, order_id) select id, ${first.orderId} from change`
    expect((await scan()).result).toBe('void_cancelled')
    expect(await sql`select status from public.tickets where id = ${first.ticketId}`).toEqual([
      { status: 'valid' },
    ])
    await work()
    expect(await sql`select status, void_reason from public.tickets where id = ${first.ticketId}`).toEqual([
      { status: 'void', void_reason: 'event_cancelled' },
    ])
    expect(await countersOf(sql, eventId)).toMatchObject({ pools: [{ held: 0, sold: 0 }] })
  })

  test('an order that can’t be worked on stops no other, is tried five times and then again by hand', async () => {
    const { eventId, orders, first } = await sold([1, 1])
    await withLockTimeout(sql, async (tx) => {
      await tx`
        create function private.break_order() returns trigger language plpgsql set search_path = ''
        as $$ begin raise exception 'out of luck' using errcode = '55000'; end $$`
      await tx.unsafe(`
        create trigger break_order before update on public.tickets for each row
        when (new.status = 'void' and new.order_id = '${first.orderId}') execute function private.break_order()`)
    })
    try {
      await cancel(eventId)
      expect([...(await rowsOf(eventId))]).toEqual([
        { status: 'failed', n: 1 },
        { status: 'refunding', n: 1 },
      ])
      expect(await mailsOf(first.orderId)).toEqual([])
      const retryMinutes = async () => {
        const [at, { now }] = [(await changeOf(eventId)).failed[0]?.retryAt, await changeOf(eventId)]
        return at ? Math.round((Date.parse(at) - Date.parse(now)) / 60_000) : null
      }
      const waits = [await retryMinutes()]
      await work() // the batch leaves it to its job
      for (let n = 0; n < 4; n++) {
        expect(await runOrderJob(eventId, first.orderId)).toBe('55000 out of luck')
        waits.push(await retryMinutes())
      }
      expect(waits).toEqual([1, 1, 2, 4, null])
      expect(
        await sql`select due_at, refund_cents::int from public.event_change_orders where order_id = ${first.orderId}`,
      ).toEqual([{ due_at: null, refund_cents: 0 }])
      expect((await changeOf(eventId)).failed).toMatchObject([
        { orderCode: first.code, reason: '55000 out of luck' },
      ])
    } finally {
      await withLockTimeout(sql, (tx) => tx`drop function private.break_order() cascade`)
    }
    await call(ada, 'retry_event_change', { p_change: (await changeOf(eventId)).change.id }, z.int())
    expect(await runOrderJob(eventId, first.orderId)).toBeNull()
    expect([...(await rowsOf(eventId))]).toEqual([{ status: 'refunding', n: orders.length }])
    expect(await mailsOf(first.orderId)).toEqual(['event_cancelled'])
  })
})

describe('postponing without a date', () => {
  test('tells each holder once, admits nobody, and refunds everything after 90 days without a date', async () => {
    const { eventId, first } = await sold([2, 1])
    await setStatus(eventId, 'postponed')
    await work()
    expect(await mailsOf(first.orderId)).toEqual(['event_postponed'])
    expect([...(await rowsOf(eventId))]).toEqual([{ status: 'kept', n: 2 }])
    const { change } = await changeOf(eventId)
    expect(Date.parse(change.refundAt ?? '') - Date.parse(change.announcedAt)).toBe(
      eventChangeDays.undated * 86_400_000,
    )
    expect(
      await sql`select private.entry_result(k, e, 1) as result from public.tickets k join public.events e on e.id = k.event_id where k.id = ${first.ticketId}`,
    ).toEqual([{ result: 'not_yet' }])
    // A day too early nothing happens.
    await sql`update public.event_changes set refund_at = now() + interval '1 day' where event_id = ${eventId}`
    await sql`update public.event_change_orders set due_at = now() + interval '1 day' where change_id = ${change.id}`
    await work()
    expect([...(await rowsOf(eventId))]).toEqual([{ status: 'kept', n: 2 }])
    await runOut(eventId)
    // Works until it is done: a job of another test may hold the rows at the same moment, which are left out then.
    await expect
      .poll(async () => {
        await work()
        return [...(await rowsOf(eventId))]
      })
      .toEqual([{ status: 'refunding', n: 2 }])
    expect(await mailsOf(first.orderId)).toEqual(['event_postponed', 'event_undated'])
    await endRefunds(eventId, 'succeeded')
    await work()
    expect(await changeOf(eventId)).toMatchObject({
      event: { status: 'postponed' },
      figures: { refunded: 2, refundingCents: 0, refundedCents: 6000 },
      change: { finishedAt: expect.any(String) },
    })
    expect(await mailsOf(first.orderId)).toEqual(['event_postponed', 'event_undated'])
    expect(await countersOf(sql, eventId)).toMatchObject({ pools: [{ sold: 0 }] })
  })

  test('ends with a new date: the 90 days no longer count, and holders choose', async () => {
    const { eventId, first } = await sold([1])
    const [before] = await sql<
      { starts_at: Date }[]
    >`select starts_at from public.events where id = ${eventId}`
    await setStatus(eventId, 'postponed')
    await announceNewDate(ada, eventId)
    await work()
    expect(await mailsOf(first.orderId)).toEqual(['event_postponed', 'event_rescheduled'])
    expect(await sql`select status, previous_starts_at from public.events where id = ${eventId}`).toEqual([
      { status: 'published', previous_starts_at: before?.starts_at },
    ])
    expect(await changeOf(eventId)).toMatchObject({
      change: { kind: 'rescheduled', refundAt: null },
      others: [{ kind: 'postponed' }],
    })
    const left = await sql`
      select 1 from public.event_change_orders r join public.event_changes c on c.id = r.change_id
      where c.event_id = ${eventId} and r.due_at is not null`
    expect(left).toHaveLength(0)
  })
})

describe('a new date', () => {
  const choose = (order: { owner?: string; code?: string; token?: string }, choice: string) =>
    call(
      service,
      'choose_event_change',
      {
        p_owner: order.owner ?? null,
        p_code: order.code ?? null,
        p_token_hash: order.token ?? null,
        p_choice: choice,
      },
      z.unknown(),
    )
  const choiceOf = (order: { owner?: string; code?: string; token?: string }) =>
    call(
      service,
      'read_event_choice',
      { p_owner: order.owner ?? null, p_code: order.code ?? null, p_token_hash: order.token ?? null },
      eventChoiceSchema,
    )

  test('empties carts, moves what is said in times, tells each holder once, and the same date again does nothing', async () => {
    const { testEvent, eventId, first } = await sold([1, 2])
    await sql`
      update public.events set last_entry_at = starts_at + interval '2 hours',
        line_up = jsonb_build_array(jsonb_build_object('name', 'DJ', 'role', '', 'at', starts_at)) where id = ${eventId}`
    await holdTickets(service, await users.extra(), testEvent, { Entry: 1 })
    const admin = await users.actingAs('Abe')
    await announceNewDate(admin, eventId, { note: 'The river rose.' })
    await work()
    expect(await mailsOf(first.orderId)).toEqual(['event_rescheduled'])
    expect(
      await sql`
        select status, status_note, starts_at = doors_at + interval '1 hour' as starts, last_entry_at = starts_at + interval '2 hours' as entry,
          (line_up -> 0 ->> 'at')::timestamptz = starts_at as act
        from public.events where id = ${eventId}`,
    ).toEqual([{ status: 'published', status_note: 'The river rose.', starts: true, entry: true, act: true }])
    expect(await countersOf(sql, eventId)).toMatchObject({ pools: [{ held: 0, sold: 3 }] })
    const [event] = await sql<{ doors_at: Date; starts_at: Date; ends_at: Date }[]>`
      select doors_at, starts_at, ends_at from public.events where id = ${eventId}`
    const again = {
      p_id: eventId,
      p_doors_at: event?.doors_at,
      p_starts_at: event?.starts_at,
      p_ends_at: event?.ends_at,
    }
    await call(ada, 'announce_new_date', again, z.unknown())
    expect(await sql`select 1 from public.event_changes where event_id = ${eventId}`).toHaveLength(1)
    for (const wrong of [{ p_starts_at: new Date(0) }, { p_ends_at: event?.doors_at }])
      expect((await refusal(call(ada, 'announce_new_date', { ...again, ...wrong }, z.unknown()))).code).toBe(
        'invalid',
      )
    expect(
      (await refusal(call(await users.actingAs('Mia'), 'announce_new_date', again, z.unknown()))).code,
    ).toBe('not_allowed')
  })

  test('is kept unless a holder chooses, by link or account; the last choice counts until the time is over', async () => {
    const { eventId, orders } = await sold([1, 1, 1])
    const [keeps, refunds, wavers] = orders
    if (!keeps || !refunds || !wavers) throw new Error('three orders')
    await announceNewDate(ada, eventId)
    await work()
    const token = makeToken()
    await sql`select public.add_link('event_choice', ${refunds.orderId}, ${hashToken(token)})`
    const byLink = { token: hashToken(token) }
    expect(await choiceOf(byLink)).toMatchObject({
      orderCode: refunds.code,
      isOpen: true,
      choice: 'keep',
      refundCents: 2000,
    })
    await choose(byLink, 'refund')
    await choose(wavers, 'refund')
    await choose(wavers, 'keep')
    expect(await choiceOf(byLink)).toMatchObject({ isOpen: true, choice: 'refund' })
    expect((await refusal(choose(keeps, 'sell'))).code).toBe('invalid')
    for (const nobody of [
      { owner: refunds.owner, code: keeps.code },
      { token: hashToken(makeToken()) },
      {},
    ]) {
      expect(await choiceOf(nobody)).toBeNull()
      expect((await refusal(choose(nobody, 'refund'))).code).toBe('not_found')
    }
    // Nothing moves before the time is over.
    await work()
    expect([...(await rowsOf(eventId))]).toEqual([{ status: 'kept', n: 3 }])
    expect((await changeOf(eventId)).figures.choseRefund).toBe(1)
    const [row] = await sql<{ list: unknown }[]>`
      select private.tickets_by_event(array(select id from public.tickets where order_id = ${refunds.orderId})) as list`
    expect(ticketListSchema.parse(row?.list)[0]?.changes).toMatchObject([
      { kind: 'rescheduled', choice: 'refund', isOpen: true },
    ])
    await runOut(eventId)
    for (const order of orders) expect((await refusal(choose(order, 'refund'))).code).toBe('choice_over')
    await work()
    expect([...(await rowsOf(eventId))]).toEqual([
      { status: 'kept', n: 2 },
      { status: 'refunding', n: 1 },
    ])
    expect(
      await sql`select kind, amount_cents::int from public.refunds where order_id = ${refunds.orderId}`,
    ).toEqual([{ kind: 'event_choice', amount_cents: 2000 }])
    await endRefunds(eventId, 'succeeded')
    await work()
    expect(await mailsOf(refunds.orderId)).toEqual(['event_rescheduled', 'order_refunded'])
    expect(await mailsOf(wavers.orderId)).toEqual(['event_rescheduled'])
    expect((await changeOf(eventId)).change.finishedAt).not.toBeNull()
  })

  test('the choice ends with the doors of a date within 14 days', async () => {
    const { eventId } = await sold([1])
    await announceNewDate(ada, eventId, { daysFromNow: 5 })
    const [row] =
      await sql`select choice_ends_at = doors_at as doors from public.event_changes c join public.events e on e.id = c.event_id where e.id = ${eventId}`
    expect(row).toEqual({ doors: true })
    const far = await sold([1])
    await announceNewDate(ada, far.eventId)
    expect(
      await sql`select choice_ends_at = announced_at + make_interval(days => ${eventChangeDays.choice}) as days from public.event_changes where event_id = ${far.eventId}`,
    ).toEqual([{ days: true }])
  })

  test('reaches who paid while it was announced; another date refunds at once who had chosen that', async () => {
    const { testEvent, eventId, first } = await sold([1, 1])
    const paying = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
    await report(service, paying.payment, 'processing')
    await announceNewDate(ada, eventId)
    expect(await report(service, paying.payment, 'succeeded')).toMatchObject({ outcome: 'paid' })
    const after = await buy(service, await users.extra(), testEvent, { Entry: 1 })
    await work()
    expect(await mailsOf(paying.order.orderId)).toEqual(['event_rescheduled'])
    expect(await mailsOf(after.order.orderId)).toEqual([]) // bought with the new date before their eyes
    await choose(first, 'refund')
    await announceNewDate(ada, eventId, { daysFromNow: 40 })
    await work()
    expect(await sql`select kind from public.refunds where order_id = ${first.orderId}`).toEqual([
      { kind: 'event_choice' },
    ])
    expect(await mailsOf(paying.order.orderId)).toEqual(['event_rescheduled', 'event_rescheduled'])
    expect(await mailsOf(after.order.orderId)).toEqual(['event_rescheduled'])
    expect([...(await rowsOf(eventId))]).toEqual([{ status: 'kept', n: 3 }])
  })
})

describe('at the same moment', () => {
  const pool = users.connect(6)
  const asAdmin = async (name: 'Ada' | 'Abe') => {
    const claims = {
      sub: await users.id(name),
      role: 'authenticated',
      session_id: sessionOf(await users.accessToken(name)),
    }
    return JSON.stringify(claims)
  }

  test('two admins cancel: one cancellation, one refund and one mail for each order', async () => {
    const { eventId, orders } = await sold([1, 1, 1])
    const claims = [await asAdmin('Ada'), await asAdmin('Abe')]
    const endings = await together(pool, 2, async (tx, n) => {
      await tx`select set_config('request.jwt.claims', ${claims[n] ?? ''}, true)`
      return tx`select public.set_event_status(${eventId}, 'cancelled', 'storm')`
    })
    expect(tally(endings)).toEqual({ ok: 2 })
    expect(await sql`select 1 from public.event_changes where event_id = ${eventId}`).toHaveLength(1)
    for (const { orderId } of orders) {
      expect(await sql`select 1 from public.refunds where order_id = ${orderId}`).toHaveLength(1)
      expect(await mailsOf(orderId)).toEqual(['event_cancelled'])
    }
  })

  test.each([
    ['all orders', false],
    ['carts and orders', true],
  ])('the places of %s are locked in the order that selling keeps: nobody waits in a circle', async (_, isCart) => {
    /** Two buyers in different rooms; what is given back first has the room that is locked last. */
    async function inverted(): Promise<{ eventId: string; pools: string[] }> {
      const testEvent = await createEvent(sql, {
        pools: { Hall: 9, Yard: 9 },
        types: [
          { name: 'Hall', pools: ['Hall'], releases: [{ name: 'Final', faceCents: 2000 }] },
          { name: 'Yard', pools: ['Yard'], releases: [{ name: 'Final', faceCents: 2000 }] },
        ],
      })
      const { eventId } = testEvent
      if (isCart) {
        const rooms = await sql<{ id: string; name: string }[]>`
          select id, name from public.capacity_pools where event_id = ${eventId} order by id desc`
        await holdTickets(service, await users.extra(), testEvent, { [rooms[0]?.name ?? '']: 1 })
        await buy(service, await users.extra(), testEvent, { [rooms[1]?.name ?? '']: 1 })
        return { eventId, pools: rooms.map(({ id }) => id) }
      }
      for (const name of ['Hall', 'Yard']) await buy(service, await users.extra(), testEvent, { [name]: 1 })
      const rows = await sql<{ pool: string }[]>`
        select tp.pool_id as pool from public.orders o
        join public.order_lines l on l.order_id = o.id join public.ticket_type_pools tp on tp.ticket_type_id = l.ticket_type_id
        where o.event_id = ${eventId} order by o.id`
      const pools = rows.map(({ pool }) => pool)
      return (pools[0] ?? '') > (pools[1] ?? '') ? { eventId, pools } : inverted()
    }
    const { eventId, pools } = await inverted()
    const pool = users.connect(1)
    let cancelling: Promise<unknown> = Promise.resolve()
    await pool.begin(async (tx) => {
      const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      await tx`select 1 from public.capacity_pools where id = ${pools[1] ?? ''} for no key update`
      cancelling = cancel(eventId)
      cancelling.catch(() => undefined)
      const waits = async () =>
        (
          await sql<{ waits: boolean }[]>`
            select exists (select 1 from pg_stat_activity a where ${backend?.pid ?? 0} = any (pg_blocking_pids(a.pid))) as waits`
        )[0]?.waits
      await expect.poll(waits).toBe(true)
      const free = await tx`
        select 1 from public.capacity_pools where id = ${pools[0] ?? ''} for no key update skip locked`
      expect(free).toHaveLength(1)
    })
    await cancelling
    expect(await rowsOf(eventId)).toEqual([{ status: 'refunding', n: isCart ? 1 : 2 }])
  })

  test('the result of a refund is recorded while its order is worked on: the order is listed as it ended', async () => {
    const { eventId, first } = await sold([1])
    const [payment] = await sql<{ cents: number }[]>`
      update public.payments set provider = 'test_recorded' where order_id = ${first.orderId} returning amount_cents::int as cents`
    const refund = { p_order: first.orderId, p_amount_cents: payment?.cents, p_reason: 'ill', p_void: false }
    const { refundId } = await call(ada, 'refund_order', { ...refund, p_key: randomUUID() }, refundedSchema)
    await sql`select private.move_refund(${refundId}, 'submitted', 'worker')`
    const pool = users.connect(1)
    let cancelling: Promise<unknown> = Promise.resolve()
    await pool.begin(async (tx) => {
      const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      await tx`select public.record_refund(${refundId}, 'succeeded')`
      let isDone = false
      cancelling = cancel(eventId).finally(() => {
        isDone = true
      })
      const waits = async () => {
        const [row] = await sql<{ waits: boolean }[]>`
          select exists (select 1 from pg_stat_activity a where ${backend?.pid ?? 0} = any (pg_blocking_pids(a.pid))) as waits`
        return isDone || row?.waits
      }
      await expect.poll(waits).toBe(true)
    })
    await cancelling
    expect(await rowsOf(eventId)).toEqual([{ status: 'refunded', n: 1 }])
  })

  test('staff refund orders, tickets are scanned and jobs run while an event is cancelled: nothing is paid twice', async () => {
    const testEvent = await createEvent(sql)
    await users.grant('Dex', 'scan', testEvent.eventId)
    const bought = await Promise.all(
      Array.from(
        { length: 6 },
        async () => (await buy(service, await users.extra(), testEvent, { Entry: 1 })).order,
      ),
    )
    const [adaClaims, abeClaims, dex] = [await asAdmin('Ada'), await asAdmin('Abe'), await users.id('Dex')]
    const tickets = await sql<{ id: string; order_id: string }[]>`
      select id, order_id from public.tickets where event_id = ${testEvent.eventId} order by order_id`
    const endings = await together(pool, 18, async (tx, n) => {
      const order = bought[n % 6]
      if (n === 0 || n % 6 === 5) return tx`select public.run_event_changes(2)`
      if (n === 3) {
        await tx`select set_config('request.jwt.claims', ${adaClaims}, true)`
        return tx`select public.set_event_status(${testEvent.eventId}, 'cancelled', 'storm')`
      }
      if (n % 3 === 1) {
        const ticket = tickets.find(({ order_id }) => order_id === order?.orderId)
        return scanAs(tx, dex, testEvent.eventId, ticket?.id ?? '')
      }
      await tx`select set_config('request.jwt.claims', ${abeClaims}, true)`
      return tx`select public.refund_order(${order?.orderId ?? ''}, 500, 'goodwill', false, ${randomUUID()})`
    })
    // A refund by staff that comes after finds nothing left, or an order that has ended.
    for (const ending of Object.keys(tally(endings)))
      expect(['ok', 'refund_too_large', 'invalid_state']).toContain(ending)
    await work()
    const money = await sql<{ back: number; paid: number }[]>`
      select sum(p.refunded_cents)::int as back, sum(p.amount_cents)::int as paid from public.payments p
      join public.orders o on o.id = p.order_id where o.event_id = ${testEvent.eventId}`
    expect(money).toEqual([{ back: 12_000, paid: 12_000 }])
    expect(await brokenRules(sql)).toEqual([])
  })
})
