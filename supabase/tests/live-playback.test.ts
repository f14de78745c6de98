import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { newMember } from './member.ts'
import { beginPayment, call, holdTickets, placeOrder, refundedSchema, refusal, report } from './selling.ts'
import { begin, buyPass, makeStream, noteSegment, renew } from './streams.ts'
import { openTestUsers } from './test-users.ts'

/** Who may watch which stream, on how many devices, and until when. */
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const codeOf = async (work: Promise<unknown>) => (await refusal(work)).code
const nothing = z.unknown()

async function buyTicket(owner: string, testEvent: Awaited<ReturnType<typeof createEvent>>) {
  const hold = await holdTickets(service, owner, testEvent, { Entry: 1 })
  const order = await placeOrder(service, owner, hold.holdId)
  await report(service, await beginPayment(service, owner, order.orderId), 'succeeded')
  return order
}

test('everybody watches a public stream, visitors through the server alone', async () => {
  const stream = await makeStream(sql)
  expect(await begin(service, stream)).toMatchObject({ personId: null, state: 'live', sourceKind: 'demo' })
  expect(await begin(await users.actingAs('Gus'), stream)).toMatchObject({ personId: await users.id('Gus') })
  const { error } = await (await users.actingAs('visitor')).rpc('begin_playback', {
    p_stream: stream,
    p_device: randomUUID(),
  })
  expect(error?.code).toBe('42501')
})

test('a stream for people with an account is closed to visitors and guests', async () => {
  const stream = await makeStream(sql, { rule: 'signed_in' })
  expect(await codeOf(begin(service, stream))).toBe('sign_in_required')
  expect(await codeOf(begin(await users.actingAs('Gus'), stream))).toBe('playback_not_entitled')
  expect(await begin(await users.actingAs('Mia'), stream)).toMatchObject({ isPreview: false })
})

describe('a ticket opens a stream', () => {
  test.each([
    ['of a listed type', 'ticket_types', true, false],
    ['of a type that includes the stream', 'ticket_types', false, true],
    ['of a type that includes it, beside passes', 'pass', false, true],
  ] as const)('%s', async (_, rule, isListed, includes) => {
    const testEvent = await createEvent(sql)
    const stream = await makeStream(sql, { rule, event: testEvent.eventId })
    const { id: owner, client } = await newMember(stack)
    const order = await buyTicket(owner, testEvent)
    expect(await codeOf(begin(client, stream))).toBe('playback_not_entitled')
    const type = testEvent.types.Entry ?? ''
    if (isListed)
      await sql`insert into public.stream_ticket_types ${sql({ stream_id: stream, ticket_type_id: type })}`
    await sql`update public.ticket_types set includes_stream = ${includes} where id = ${type}`
    const { sessionId } = await begin(client, stream)
    await sql`update public.tickets set custody = 'listed' where order_id = ${order.orderId}`
    expect(await codeOf(renew(client, sessionId))).toBe('playback_not_entitled')
    await sql`update public.tickets set custody = 'held' where order_id = ${order.orderId}`
    const refund = {
      p_order: order.orderId,
      p_amount_cents: order.totalCents,
      p_reason: 'changed their mind',
    }
    await call(
      await users.actingAs('Ada'),
      'refund_order',
      { ...refund, p_void: true, p_key: randomUUID() },
      refundedSchema,
    )
    expect(await codeOf(renew(client, sessionId))).toBe('playback_not_entitled')
  })
})

test('a pass opens its stream and no other, is sold once, and a refund stops its renewal', async () => {
  const [stream, other] = [await makeStream(sql, { rule: 'pass' }), await makeStream(sql, { rule: 'pass' })]
  const { id: owner, client } = await newMember(stack)
  expect(await refusal(begin(client, stream))).toEqual({
    code: 'playback_not_entitled',
    facts: { rule: 'pass', passCents: 900 },
  })
  const { order, outcome } = await buyPass(service, owner, stream)
  expect([outcome, order.totalCents]).toEqual(['paid', 900])
  const { sessionId } = await begin(client, stream)
  expect(await codeOf(begin(client, other))).toBe('playback_not_entitled')
  expect(await codeOf(buyPass(service, owner, stream))).toBe('stream_included')
  const refund = { p_order: order.orderId, p_amount_cents: 900, p_reason: 'no sound at all', p_void: true }
  const ada = await users.actingAs('Ada')
  await call(ada, 'refund_order', { ...refund, p_key: randomUUID() }, refundedSchema)
  expect(await codeOf(renew(client, sessionId))).toBe('playback_not_entitled')
  expect(await sql`select status from public.orders where id = ${order.orderId}`).toEqual([
    { status: 'cancelled' },
  ])
})

test('a disputed payment closes the pass, a won one opens it again', async () => {
  const stream = await makeStream(sql, { rule: 'pass' })
  const { id: owner, client } = await newMember(stack)
  const { order } = await buyPass(service, owner, stream)
  await sql`update public.orders set dispute_status = 'open' where id = ${order.orderId}`
  expect(await codeOf(begin(client, stream))).toBe('playback_not_entitled')
  await sql`update public.orders set dispute_status = 'won' where id = ${order.orderId}`
  expect(await begin(client, stream)).toMatchObject({ state: 'live' })
  await sql`update public.orders set dispute_status = 'none' where id = ${order.orderId}`
})

test('a suspended account is refused at renewal, and its ticket stays valid', async () => {
  const testEvent = await createEvent(sql)
  const stream = await makeStream(sql, { rule: 'ticket_types', event: testEvent.eventId })
  await sql`update public.ticket_types set includes_stream = true where id = ${testEvent.types.Entry ?? ''}`
  const { id: owner, client } = await newMember(stack)
  const order = await buyTicket(owner, testEvent)
  const { sessionId } = await begin(client, stream)
  await sql`update public.profiles set deactivated_at = now(), sanction = 'suspended' where id = ${owner}`
  expect(await codeOf(renew(client, sessionId))).toBe('playback_banned')
  expect(await sql`select status from public.tickets where order_id = ${order.orderId}`).toEqual([
    { status: 'valid' },
  ])
})

describe('devices', () => {
  test('two play at once, a third ends the oldest; the same one begins again in its own place', async () => {
    const stream = await makeStream(sql, { rule: 'signed_in' })
    const { client } = await newMember(stack)
    const device = randomUUID()
    const first = await begin(client, stream, device)
    const again = await begin(client, stream, device)
    const second = await begin(client, stream)
    expect([again.endedOther, second.endedOther]).toEqual([false, false])
    expect(await codeOf(renew(client, first.sessionId))).toBe('playback_expired')
    const third = await begin(client, stream)
    expect(third.endedOther).toBe(true)
    expect(await codeOf(renew(client, again.sessionId))).toBe('playback_ended_elsewhere')
    for (const { sessionId } of [second, third])
      expect(await renew(client, sessionId)).toMatchObject({ sessionId })
  })

  test('of many that begin at once two go on', async () => {
    const stream = await makeStream(sql, { rule: 'signed_in' })
    const { client } = await newMember(stack)
    const begun = await Promise.all(Array.from({ length: 8 }, () => begin(client, stream)))
    const renewed = await Promise.all(begun.map(({ sessionId }) => codeOf(renew(client, sessionId))))
    expect(renewed.filter((code) => code === 'playback_ended_elsewhere')).toHaveLength(6)
  })

  test('a refund during renewals leaves none that goes on after it', async () => {
    const stream = await makeStream(sql, { rule: 'pass' })
    const { id: owner, client } = await newMember(stack)
    const { order } = await buyPass(service, owner, stream)
    const { sessionId } = await begin(client, stream)
    const refund = { p_order: order.orderId, p_amount_cents: 900, p_reason: 'no sound at all', p_void: true }
    const ada = await users.actingAs('Ada')
    const renewals = Array.from({ length: 6 }, () => codeOf(renew(client, sessionId)))
    await call(ada, 'refund_order', { ...refund, p_key: randomUUID() }, refundedSchema)
    for (const code of await Promise.all(renewals))
      expect(code).toMatch(/^(\(answered|playback_not_entitled)/)
    expect(await codeOf(renew(client, sessionId))).toBe('playback_not_entitled')
  })
})

test('nobody renews the session of another person, or one that ran out or ended', async () => {
  const stream = await makeStream(sql)
  const { client } = await newMember(stack)
  const { sessionId } = await begin(client, stream)
  for (const other of [await users.actingAs('Mia'), service])
    expect(await codeOf(renew(other, sessionId))).toBe('playback_expired')
  await call(await users.actingAs('Mia'), 'end_playback', { p_session: sessionId }, nothing)
  expect(await renew(client, sessionId)).toMatchObject({ sessionId })
  await sql`
    update private.playback_sessions set began_at = now() - interval '1 hour', expires_at = now() - interval '1 second'
    where id = ${sessionId}`
  expect(await codeOf(renew(client, sessionId))).toBe('playback_expired')
  const left = await begin(client, stream)
  await call(client, 'end_playback', { p_session: left.sessionId }, nothing)
  expect(await codeOf(renew(client, left.sessionId))).toBe('playback_expired')
})

test('a token lives as long as the settings say, or shorter where the server asks for it', async () => {
  const stream = await makeStream(sql)
  const seconds = async (p_seconds: number | null) => {
    const args = { p_stream: stream, p_device: randomUUID(), p_seconds }
    const { data } = await service.rpc('begin_playback', args)
    return (Date.parse(z.object({ expiresAt: z.string() }).parse(data).expiresAt) - Date.now()) / 1000
  }
  for (const [asked, life] of [
    [null, 600],
    [20, 20],
    [9000, 600],
  ] as const)
    expect(Math.abs((await seconds(asked)) - life)).toBeLessThan(5)
})

describe('before and after', () => {
  test.each([
    ['draft', 'not_found'],
    ['scheduled', 'stream_not_on'],
    ['preview', 'stream_not_on'],
    ['ended', 'stream_over'],
    ['archived', 'stream_over'],
    ['cancelled', 'stream_over'],
  ])('a stream that is %s is refused to who holds a right: %s', async (state, code) => {
    const stream = await makeStream(sql, { state })
    expect(await codeOf(begin(await users.actingAs('Mia'), stream))).toBe(code)
  })

  test('a replay is watched until its window is over', async () => {
    const stream = await makeStream(sql, { state: 'replay' })
    expect(await begin(service, stream)).toMatchObject({ isReplay: true })
    await sql`update public.streams set replay_until = now() where id = ${stream}`
    expect(await codeOf(begin(service, stream))).toBe('stream_over')
  })

  test('only who runs a stream previews it: admins, and operators of its event', async () => {
    const [testEvent, elsewhere] = [await createEvent(sql), await createEvent(sql)]
    const stream = await makeStream(sql, { state: 'preview', event: testEvent.eventId })
    await noteSegment(sql, stream)
    const { id: operator, client } = await newMember(stack)
    const grant = (event: string) =>
      sql`insert into public.staff_grants ${sql({ user_id: operator, capability: 'stream_operator', event_id: event })}`
    await grant(elsewhere.eventId)
    expect(await codeOf(begin(client, stream))).toBe('stream_not_on')
    await grant(testEvent.eventId)
    for (const who of [client, await users.actingAs('Ada')])
      expect(await begin(who, stream)).toMatchObject({ isPreview: true })
    for (const who of ['Mia', 'Mo', 'Dot'] as const)
      expect(await codeOf(begin(await users.actingAs(who), stream))).toBe('stream_not_on')
    expect(await codeOf(begin(service, stream))).toBe('stream_not_on')
    const [row] = await sql`select private.viewers_of(${stream}) as viewers`
    expect(row).toEqual({ viewers: 0 })
  })
})

test('the number of viewers is hidden below 10 and rounded above 100', async () => {
  const shown = await sql<{ n: number; shown: number | null }[]>`
    select n, private.shown_viewers(n) as shown from unnest(array[0, 9, 10, 100, 104, 996, 1049]) n`
  expect(shown.map((row) => row.shown)).toEqual([null, null, 10, 100, 100, 1000, 1000])
})

test('no API role reads where a stream comes from', async () => {
  const stream = await makeStream(sql, { kind: 'origin' })
  await sql`update private.stream_sources set config = '{"signingKey": "s3cret"}' where stream_id = ${stream}`
  for (const who of ['Mia', 'Ada'] as const) {
    const client = await users.actingAs(who)
    expect((await client.rpc('read_stream_source', { p_stream: stream })).error?.code).toBe('42501')
    const { data } = await client.from('streams').select('*').eq('id', stream).single()
    expect(JSON.stringify(data)).not.toContain('s3cret')
  }
})
