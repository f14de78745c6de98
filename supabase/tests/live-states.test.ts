import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { newMember } from './member.ts'
import { beginPayment, call, holdItems, linesOf, placeOrder, refusal, report } from './selling.ts'
import { begin, buyPass, makeStream, noteSegment, renew, stateOf, tick } from './streams.ts'
import { openTestUsers } from './test-users.ts'

/** How streams move: who may, what the source and the clock do, and what becomes of passes when one is called off or fails. */
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const codeOf = async (work: Promise<unknown>) => (await refusal(work)).code
const movedSchema = z.object({ state: z.string(), version: z.int() })
const ingest = (stream: string, reported: Record<string, unknown> = {}) =>
  call(
    service,
    'report_ingest',
    { p_stream: stream, p_report: { lastSegmentAt: new Date().toISOString(), ...reported } },
    z.object({ state: z.string() }),
  )

describe('the row of moves is the whole machine', () => {
  test('every move by every role is made or refused as its row says, and logged once', async () => {
    const rows = await sql<{ from: string; to: string; as: string; allowed: boolean }[]>`
      select a.state as from, b.state as to, r.role as as,
        exists (select 1 from private.stream_moves m where m.from_state = a.state and m.to_state = b.state and r.role = any (m.roles)) as allowed
      from private.stream_states a, private.stream_states b, unnest(array['manager', 'operator', 'system']) r (role)`
    expect(rows).toHaveLength(9 * 9 * 3)
    const streams = new Map<string, string>()
    for (const { from } of rows)
      if (!streams.has(from)) streams.set(from, await makeStream(sql, { state: from }))
    const outcomes = await Promise.all(
      rows.map(async ({ from, to, as }) => {
        const stream = streams.get(from) ?? ''
        try {
          await sql.begin(async (tx) => {
            await tx`select private.move_stream(s, ${to}, ${as}) from public.streams s where s.id = ${stream} for update`
            const [log] =
              await tx`select count(*)::int as n from private.state_log where entity_id = ${stream} and from_state = ${from} and to_state = ${to}`
            throw new Error(`made ${log?.n}`)
          })
          return 'never'
        } catch (error) {
          return error instanceof Error ? error.message : String(error)
        }
      }),
    )
    const made = outcomes.map((outcome) => outcome === 'made 1')
    expect(made).toEqual(rows.map(({ allowed }) => allowed))
  })

  test('two streams of a channel are never on the air at once, however many try', async () => {
    const channel = `c${randomUUID().replaceAll('-', '').slice(0, 20)}`
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => makeStream(sql, { state: 'preview', channel })),
    )
    for (const stream of streams) await noteSegment(sql, stream)
    const ada = await users.actingAs('Ada')
    const codes = await Promise.all(
      streams.map((p_stream) => codeOf(call(ada, 'go_live', { p_stream }, movedSchema))),
    )
    expect(codes.toSorted().slice(1)).toEqual(Array.from({ length: 4 }, () => 'channel_busy'))
    await sql`update public.streams set state = 'ended', ended_at = now() where id in ${sql(streams)} and state = 'live'`
  })
})

describe('who may', () => {
  test('operators put their own event on the air, and neither schedule nor call off', async () => {
    const [testEvent, elsewhere] = [await createEvent(sql), await createEvent(sql)]
    const stream = await makeStream(sql, { state: 'preview', event: testEvent.eventId })
    const foreign = await makeStream(sql, { state: 'preview', event: elsewhere.eventId })
    await noteSegment(sql, stream)
    const { id, client } = await newMember(stack)
    await sql`insert into public.staff_grants ${sql({ user_id: id, capability: 'stream_operator', event_id: testEvent.eventId })}`
    const ask = (name: string, p_stream: string, more = {}) =>
      codeOf(call(client, name, { p_stream, ...more }, z.unknown()))
    expect(await ask('go_live', foreign)).toBe('not_allowed')
    expect(await ask('schedule_stream', stream)).toBe('not_allowed')
    expect(await ask('cancel_stream', stream, { p_reason: 'no power' })).toBe('not_allowed')
    expect(await ask('go_live', stream)).toMatch(/answered/)
    expect(await ask('interrupt_stream', stream, { p_reason: 'no power' })).toMatch(/answered/)
    expect(await ask('end_stream', stream)).toMatch(/answered/)
    const [audited] = await sql`
      select count(*)::int as n from private.audit_log where action = 'stream.moved' and subject_id = ${stream} and actor_id = ${id}`
    expect(audited).toEqual({ n: 3 })
  })

  test.each(['visitor', 'Gus', 'Mia', 'Mo', 'Dot'] as const)('%s may do none of it', async (who) => {
    const stream = await makeStream(sql, { state: 'preview' })
    const client = await users.actingAs(who)
    for (const name of ['schedule_stream', 'go_live', 'resume_stream', 'end_stream']) {
      const { error } = await client.rpc(name, { p_stream: stream })
      expect([name, error?.message]).toEqual([name, expect.stringMatching(/not_allowed|permission denied/)])
    }
    const key = { p_stream: stream, p_key_hash: 'a'.repeat(43) }
    expect((await client.rpc('rotate_stream_key', key)).error?.message).toMatch(
      /not_allowed|permission denied/,
    )
    expect(await stateOf(sql, stream)).toBe('preview')
  })
})

describe('the source and the clock', () => {
  test('segments bring a scheduled stream to preview from 2 hours before its start', async () => {
    const soon = await makeStream(sql, { state: 'scheduled', startsIn: 110 })
    const later = await makeStream(sql, { state: 'scheduled', startsIn: 130 })
    expect([(await ingest(soon)).state, (await ingest(later)).state]).toEqual(['preview', 'scheduled'])
  })

  test('a preview goes on the air after 10 healthy seconds', async () => {
    const stream = await makeStream(sql, { state: 'preview' })
    const ada = await users.actingAs('Ada')
    const goLive = () => codeOf(call(ada, 'go_live', { p_stream: stream }, movedSchema))
    expect(await goLive()).toBe('stream_not_healthy')
    await noteSegment(sql, stream, 0, 9)
    expect(await goLive()).toBe('stream_not_healthy')
    await noteSegment(sql, stream, 0, 11)
    expect(await goLive()).toMatch(/answered/)
  })

  test('20 seconds of nothing interrupt it, a segment brings it back, 10 minutes end it; the time is added up', async () => {
    const stream = await makeStream(sql)
    await noteSegment(sql, stream, 18)
    await tick(service)
    expect(await stateOf(sql, stream)).toBe('live')
    await noteSegment(sql, stream, 21)
    await tick(service)
    expect(await stateOf(sql, stream)).toBe('interrupted')
    await sql`update public.streams set interrupted_at = now() - interval '90 seconds' where id = ${stream}`
    expect((await ingest(stream)).state).toBe('live')
    await noteSegment(sql, stream, 25)
    await tick(service)
    await sql`update public.streams set interrupted_at = now() - interval '10 minutes' where id = ${stream}`
    await tick(service)
    const [row] =
      await sql`select state, interrupted_seconds as seconds, ended_at is not null as ended from public.streams where id = ${stream}`
    expect(row).toEqual({ state: 'ended', seconds: 690, ended: true })
  })

  test('what staff interrupted comes back by staff alone', async () => {
    const stream = await makeStream(sql)
    const ada = await users.actingAs('Ada')
    await call(ada, 'interrupt_stream', { p_stream: stream, p_reason: 'wrong camera' }, movedSchema)
    expect((await ingest(stream)).state).toBe('interrupted')
    expect(await call(ada, 'resume_stream', { p_stream: stream }, movedSchema)).toMatchObject({
      state: 'live',
    })
  })

  test('an ended stream becomes a replay when it may, for as long as it is shown, then is archived', async () => {
    const [kept, plain] = [
      await makeStream(sql, { state: 'ended', hasReplay: true }),
      await makeStream(sql, { state: 'ended' }),
    ]
    const waiting = await makeStream(sql, { state: 'ended', hasReplay: true, kind: 'mux' })
    await tick(service)
    expect([await stateOf(sql, kept), await stateOf(sql, plain), await stateOf(sql, waiting)]).toEqual([
      'replay',
      'ended',
      'ended',
    ])
    await call(service, 'report_replay', { p_stream: waiting }, z.unknown())
    await sql`update public.streams set replay_until = now() where id = ${kept}`
    await sql`update public.streams set ended_at = now() - interval '169 hours' where id = ${plain}`
    await tick(service)
    expect([await stateOf(sql, kept), await stateOf(sql, plain), await stateOf(sql, waiting)]).toEqual([
      'archived',
      'archived',
      'replay',
    ])
  })

  test('a new stream key ends what was sent with the one before', async () => {
    const stream = await makeStream(sql, { kind: 'ingest' })
    const ada = await users.actingAs('Ada')
    const rotate = (hash: string) =>
      call(
        ada,
        'rotate_stream_key',
        { p_stream: stream, p_key_hash: hash },
        z.object({ keyVersion: z.int() }),
      )
    const [first, second] = [
      randomUUID().replaceAll('-', '') + 'a'.repeat(11),
      randomUUID().replaceAll('-', '') + 'b'.repeat(11),
    ]
    const { keyVersion } = await rotate(first)
    expect(await ingest(stream, { keyVersion })).toEqual({ state: 'live' })
    await rotate(second)
    expect(await codeOf(ingest(stream, { keyVersion }))).toBe('stream_key_rotated')
    const find = (p_key_hash: string) => service.rpc('find_ingest_stream', { p_key_hash })
    expect((await find(first)).data).toBeNull()
    expect((await find(second)).data).toMatchObject({ streamId: stream, keyVersion: keyVersion + 1 })
  })

  test('counts the most viewers of a minute, previews aside', async () => {
    const stream = await makeStream(sql)
    await Promise.all([begin(service, stream), begin(service, stream), begin(service, stream)])
    await tick(service)
    const minutes = await sql`select viewers from private.stream_minutes where stream_id = ${stream}`
    expect(minutes.at(-1)).toEqual({ viewers: 3 })
  })
})

describe('passes of a stream that is called off or fails', () => {
  /** Does the jobs of one stream: others run tests of their own. */
  const refundAll = async (stream: string) => {
    const jobs = await sql<{ key: string }[]>`
      select j.key from private.jobs j
      join public.fulfilments f on f.id::text = j.key
      join public.order_lines l on l.id = f.order_line_id and l.stream_id = ${stream}
      where j.kind = 'pass_refund'`
    for (const { key } of jobs) {
      await call(service, 'run_pass_refund', { p_pass: key }, z.boolean())
      await sql`delete from private.jobs where kind = 'pass_refund' and key = ${key}`
    }
  }

  test('one without passes is cancelled at once, one with passes when the last is given back', async () => {
    const ada = await users.actingAs('Ada')
    const cancel = (p_stream: string) =>
      call(
        ada,
        'cancel_stream',
        { p_stream, p_reason: 'the venue flooded' },
        z.object({ passes: z.int(), cents: z.int(), state: z.string() }),
      )
    const empty = await makeStream(sql, { state: 'scheduled', startsIn: 60 })
    expect(await cancel(empty)).toEqual({ passes: 0, cents: 0, state: 'cancelled' })
    const stream = await makeStream(sql, { state: 'scheduled', startsIn: 60, rule: 'pass' })
    const testEvent = await createEvent(sql)
    const buyers = [await users.extra(), await users.extra()]
    const orders = await Promise.all(buyers.map((owner) => buyPass(service, owner, stream)))
    // a third one has a ticket in the same order, which stays
    const mixed = await users.extra()
    const lines = [...linesOf(testEvent, { Entry: 1 }), { kind: 'stream_pass', item: stream, quantity: 1 }]
    const hold = await holdItems(service, mixed, testEvent.eventId, lines)
    const order = await placeOrder(service, mixed, hold.holdId)
    await report(service, await beginPayment(service, mixed, order.orderId), 'succeeded')
    expect(await cancel(stream)).toEqual({ passes: 3, cents: 2700, state: 'scheduled' })
    expect(await codeOf(buyPass(service, await users.extra(), stream))).toBe('sale_ended')
    await refundAll(stream)
    expect(await stateOf(sql, stream)).toBe('cancelled')
    const refunds = await sql`
      select r.amount_cents::int as cents, r.status, o.status as order from public.refunds r join public.orders o on o.id = r.order_id
      where o.id = any (${[...orders.map((one) => one.order.orderId), order.orderId]}) order by o.status`
    expect(refunds).toEqual([
      { cents: 900, status: 'approved', order: 'cancelled' },
      { cents: 900, status: 'approved', order: 'cancelled' },
      { cents: 900, status: 'approved', order: 'paid' },
    ])
    await refundAll(stream)
    expect(await sql`select 1 from public.refunds where order_id = ${order.orderId}`).toHaveLength(1)
  })

  test('a pass that is paid while its stream is called off goes back', async () => {
    const stream = await makeStream(sql, { state: 'scheduled', startsIn: 60, rule: 'pass' })
    const owner = await users.extra()
    const hold = await call(
      service,
      'hold_stream_pass',
      { p_owner: owner, p_stream: stream, p_key: randomUUID() },
      z.object({ holdId: z.uuid() }),
    )
    const order = await placeOrder(service, owner, hold.holdId)
    const payment = await beginPayment(service, owner, order.orderId)
    const ada = await users.actingAs('Ada')
    await call(ada, 'cancel_stream', { p_stream: stream, p_reason: 'the venue flooded' }, z.unknown())
    await report(service, payment, 'succeeded')
    await refundAll(stream)
    const [row] =
      await sql`select refunded_cents::int as back, status from public.orders where id = ${order.orderId}`
    expect(row).toEqual({ back: 900, status: 'cancelled' })
  })

  test.each([
    ['short', 40, 0, true],
    ['long enough', 61, 0, false],
    ['interrupted for more than a fifth', 100, 1260, true],
    ['interrupted for a fifth', 100, 1200, false],
  ] as const)('a stream of 120 minutes that was %s', async (_, liveMinutes, interruptedSeconds, failed) => {
    const stream = await makeStream(sql, { state: 'live', rule: 'pass' })
    const owner = await users.extra()
    const { order } = await buyPass(service, owner, stream)
    await sql`
      update public.streams set state = 'ended', live_at = now() - make_interval(mins => ${liveMinutes}), ended_at = now(),
        interrupted_seconds = ${interruptedSeconds} where id = ${stream}`
    const ada = await users.actingAs('Ada')
    const work = call(
      ada,
      'refund_stream_passes',
      { p_stream: stream, p_reason: 'it did not work' },
      z.object({ passes: z.int() }),
    )
    if (!failed) return expect(await codeOf(work)).toBe('stream_not_failed')
    expect(await work).toEqual({ passes: 1 })
    await refundAll(stream)
    const [row] = await sql`select refunded_cents::int as back from public.orders where id = ${order.orderId}`
    expect(row).toEqual({ back: 900 })
  })

  test('two workers that give back the same pass give it back once', async () => {
    const stream = await makeStream(sql, { state: 'scheduled', startsIn: 60, rule: 'pass' })
    const owner = await users.extra()
    const { order } = await buyPass(service, owner, stream)
    const ada = await users.actingAs('Ada')
    await call(ada, 'cancel_stream', { p_stream: stream, p_reason: 'the venue flooded' }, z.unknown())
    const [job] = await sql<
      { key: string }[]
    >`select j.key from private.jobs j join public.fulfilments f on f.id::text = j.key where f.order_id = ${order.orderId}`
    const results = await Promise.all(
      [1, 2, 3, 4].map(() => call(service, 'run_pass_refund', { p_pass: job?.key }, z.boolean())),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(
      await sql`select amount_cents::int as cents from public.refunds where order_id = ${order.orderId}`,
    ).toEqual([{ cents: 900 }])
  })
})

test('a stream is read as a draft by who runs it alone, and renewal ends when it ends', async () => {
  const draft = await makeStream(sql, { state: 'draft' })
  const [row] = await sql<{ code: string }[]>`select code from public.streams where id = ${draft}`
  const page = async (who: 'visitor' | 'Mia' | 'Ada') => {
    const schema = z.object({ stream: z.object({ id: z.uuid() }).nullable() })
    return (
      (await call(await users.actingAs(who), 'read_live_page', { p_code: row?.code }, schema)).stream?.id ??
      null
    )
  }
  expect([await page('visitor'), await page('Mia'), await page('Ada')]).toEqual([null, null, draft])
  const stream = await makeStream(sql)
  const { client } = await newMember(stack)
  const { sessionId } = await begin(client, stream)
  await call(await users.actingAs('Ada'), 'end_stream', { p_stream: stream }, movedSchema)
  expect(await codeOf(renew(client, sessionId))).toBe('stream_over')
})
