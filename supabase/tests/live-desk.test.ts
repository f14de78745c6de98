import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { streamDeskSchema, streamListSchema } from '#features/live/desk/desk.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { newMember } from './member.ts'
import { beginPayment, call, heldSchema, placeOrder, refusal, report, sweep } from './selling.ts'
import { begin, buyPass, makeStream, noteSegment, stateOf, tick } from './streams.ts'
import { openTestUsers } from './test-users.ts'

/** What the operator desk reads and writes: who may, what each refuses, and what is never read back. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
let ada: SupabaseClient
let operator: SupabaseClient
let operated: TestEvent
let elsewhere: TestEvent

beforeAll(async () => {
  ada = await users.actingAs('Ada')
  ;[operated, elsewhere] = [await createEvent(sql), await createEvent(sql)]
  const member = await newMember(stack)
  operator = member.client
  await sql`insert into public.staff_grants ${sql({ user_id: member.id, capability: 'stream_operator', event_id: operated.eventId })}`
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const codeOf = async (work: Promise<unknown>) => (await refusal(work)).code
const savedSchema = z.object({ id: z.uuid(), code: z.string(), editVersion: z.int() })
const save = (p_stream: string | null, p_version: number | null, p_fields: object, client = ada) =>
  call(client, 'save_stream', { p_stream, p_version, p_fields }, savedSchema)
const setSource = (p_stream: string, p_kind: string, p_config: object = {}, client = ada) =>
  call(
    client,
    'set_stream_source',
    { p_stream, p_kind, p_config },
    z.object({ kind: z.string(), keyVersion: z.int() }),
  )
const setReplay = (p_stream: string, p_on: boolean, p_hours: number, client = ada) =>
  call(client, 'set_stream_replay', { p_stream, p_on, p_hours }, z.object({ state: z.string() }))
const desk = (p_stream: string, client = ada) =>
  call(client, 'read_stream_desk', { p_stream }, streamDeskSchema.nullable())
const list = (args: Record<string, unknown>, client = ada) =>
  call(client, 'list_streams', args, streamListSchema)
const fields = (more: object = {}) => ({ title: 'The road', startsAt: '2031-02-10T21:00', ...more })
const picture = '/pictures/poster-of-a-test.0123456789abcde'
const auditOf = (stream: string) =>
  sql<{ action: string; facts: unknown }[]>`
    select action, facts from private.audit_log where subject_kind = 'stream' and subject_id = ${stream} order by at, id`

describe('who may', () => {
  const writes: [string, (stream: string, client: SupabaseClient) => Promise<unknown>][] = [
    ['save_stream', (stream, client) => save(stream, 1, fields(), client)],
    ['set_stream_source', (stream, client) => setSource(stream, 'demo', {}, client)],
    ['set_stream_replay', (stream, client) => setReplay(stream, true, 48, client)],
    [
      'set_stream_picture',
      (p_stream, client) =>
        call(client, 'set_stream_picture', { p_stream, p_path: picture, p_alt: 'A truck' }, z.null()),
    ],
    [
      'read_stream_choices',
      (p_stream, client) => call(client, 'read_stream_choices', { p_stream }, z.unknown()),
    ],
  ]

  test.each(['Mo', 'Mia', 'Gus', 'Dot'] as const)('%s neither edits nor reads the desk', async (who) => {
    const stream = await makeStream(sql, { state: 'draft' })
    const client = await users.actingAs(who)
    for (const [name, write] of writes)
      expect([name, await codeOf(write(stream, client))]).toEqual([name, 'not_allowed'])
    expect(await codeOf(desk(stream, client))).toBe('not_allowed')
    expect(await codeOf(list({}, client))).toBe('not_allowed')
  })

  test('an operator edits nothing, not even a stream of their event', async () => {
    const stream = await makeStream(sql, { state: 'draft', event: operated.eventId })
    for (const [name, write] of writes)
      expect([name, await codeOf(write(stream, operator))]).toEqual([name, 'not_allowed'])
  })

  test('an operator reads the desk of their event without addresses, passes and money, and no other desk', async () => {
    const [own, foreign] = [
      await makeStream(sql, { state: 'preview', event: operated.eventId, rule: 'pass', kind: 'origin' }),
      await makeStream(sql, { state: 'preview', event: elsewhere.eventId }),
    ]
    await setSource(own, 'origin', { address: 'https://cdn.example.com/a.m3u8', signingKey: 'very-secret' })
    const read = await desk(own, operator)
    expect(read).toMatchObject({ mayManage: false, canEdit: false, canWatch: true, passes: null })
    expect(JSON.stringify(read)).not.toMatch(/cdn\.example|very-secret/)
    expect(await desk(foreign, operator)).toBeNull()
    const { streams } = await list({ p_show: 'all', p_limit: 200 }, operator)
    expect(streams.some(({ id }) => id === own)).toBe(true)
    expect(streams.some(({ id }) => id === foreign)).toBe(false)
  })

  test('an operator watches the preview of their event alone', async () => {
    const stream = await makeStream(sql, { state: 'preview', event: operated.eventId })
    const foreign = await makeStream(sql, { state: 'preview', event: elsewhere.eventId })
    expect(await begin(operator, stream)).toMatchObject({ isPreview: true })
    expect(await codeOf(begin(operator, foreign))).toBe('stream_not_on')
  })
})

describe('making and saving a stream', () => {
  test('a new one is a draft that starts with its event, with a code from its title, each with another', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => save(null, null, { title: 'Jouvé & Bass!', eventId: operated.eventId })),
    )
    expect([first?.code, second?.code].toSorted()).toEqual([
      expect.stringMatching(/^jouve-bass/),
      expect.stringMatching(/^jouve-bass-\d+$/),
    ])
    const read = await desk(first?.id ?? '')
    const [event] = await sql<{ at: Date }[]>`
      select starts_at as at from public.events where id = ${operated.eventId}`
    expect(read?.stream.state).toBe('draft')
    expect(Date.parse(read?.stream.startsAt ?? '')).toBe(event?.at.getTime())
    expect((await auditOf(first?.id ?? '')).map(({ action }) => action)).toEqual(['stream.created'])
    expect((await save(null, null, { title: '!' })).code).toMatch(/^(event|live-)/)
  })

  test('saves everything that a form holds, once for each version', async () => {
    const { id } = await save(null, null, fields())
    const all = fields({
      title: 'On the road',
      description: 'Three trucks',
      eventId: operated.eventId,
      channel: 'second',
      accessRule: 'ticket_types',
      ticketTypes: [operated.types.Entry],
      passCents: 900,
      minutes: 240,
    })
    expect(await save(id, 1, all)).toMatchObject({ editVersion: 2 })
    const read = await desk(id)
    expect(read?.stream).toMatchObject({
      title: 'On the road',
      description: 'Three trucks',
      channel: 'second',
      accessRule: 'ticket_types',
      passCents: 900,
      minutes: 240,
      event: { id: operated.eventId },
      ticketTypes: [{ id: operated.types.Entry, name: 'Entry' }],
    })
    expect(await codeOf(save(id, 1, all))).toBe('stream_changed')
    const [, saved] = await auditOf(id)
    expect(saved?.facts).toMatchObject({
      changed: { title: ['The road', 'On the road'], minutes: [180, 240] },
    })
  })

  test.each([
    ['no title', { title: ' ' }, 'invalid'],
    ['a channel with a space', { channel: 'a b' }, 'invalid'],
    ['a day and a minute', { minutes: 1441 }, 'invalid'],
    ['a ticket type of no event', { ticketTypes: [randomUUID()] }, 'invalid'],
    ['an event that is none', { eventId: randomUUID() }, 'invalid'],
    ['a pass without a price', { accessRule: 'pass' }, 'stream_price'],
    ['a pass of 49 cents', { accessRule: 'pass', passCents: 49 }, 'stream_price'],
    ['a price where everybody watches', { accessRule: 'public', passCents: 900 }, 'stream_price'],
  ])('refuses %s', async (_, more, code) => {
    const { id } = await save(null, null, fields())
    expect(await codeOf(save(id, 1, fields(more)))).toBe(code)
  })

  test('a published one keeps a start and a ticket type; one on the air, over or called off is not edited', async () => {
    const { id } = await save(null, null, fields())
    await call(ada, 'schedule_stream', { p_stream: id }, z.unknown())
    expect(await codeOf(save(id, 1, fields({ startsAt: null })))).toBe('stream_start')
    expect(await codeOf(save(id, 1, fields({ startsAt: '2024-01-01T20:00' })))).toBe('stream_start')
    expect(await codeOf(save(id, 1, fields({ accessRule: 'ticket_types' })))).toBe('stream_types')
    expect(await save(id, 1, fields({ title: 'Still the road' }))).toMatchObject({ editVersion: 2 })
    await call(ada, 'cancel_stream', { p_stream: id, p_reason: 'no power' }, z.unknown())
    expect(await codeOf(save(id, 2, fields()))).toBe('invalid_state')
    for (const state of ['live', 'interrupted', 'ended', 'replay', 'archived'])
      expect(await codeOf(save(await makeStream(sql, { state }), 1, fields()))).toBe('invalid_state')
  })

  test('the source and the clock do not make a form old', async () => {
    const stream = await makeStream(sql, { state: 'scheduled', startsIn: 60 })
    await call(
      service,
      'report_ingest',
      { p_stream: stream, p_report: { lastSegmentAt: new Date().toISOString() } },
      z.unknown(),
    )
    expect(await stateOf(sql, stream)).toBe('preview')
    expect(await save(stream, 1, fields())).toMatchObject({ editVersion: 2 })
  })

  test('who paid for a pass keeps what they paid for', async () => {
    const stream = await makeStream(sql, { state: 'scheduled', startsIn: 60, rule: 'pass' })
    await buyPass(service, await users.extra(), stream)
    const saved = (more: object) => save(stream, 1, fields(more))
    expect(await codeOf(saved({ accessRule: 'public' }))).toBe('stream_passes_sold')
    expect(await codeOf(saved({ accessRule: 'signed_in' }))).toBe('stream_passes_sold')
    expect(await saved({ accessRule: 'pass', passCents: 1200 })).toMatchObject({ editVersion: 2 })
  })

  test('a poster needs a description, and goes back to that of the event', async () => {
    const { id } = await save(null, null, fields({ eventId: operated.eventId }))
    const set = (p_path: string | null, p_alt: string | null) =>
      call(ada, 'set_stream_picture', { p_stream: id, p_path, p_alt }, z.null())
    expect(await codeOf(set(picture, ' '))).toBe('invalid')
    await set(picture, 'A truck at night')
    expect((await desk(id))?.stream).toMatchObject({ hasOwnPoster: true, imageAlt: 'A truck at night' })
    await set(null, null)
    expect((await desk(id))?.stream).toMatchObject({ hasOwnPoster: false })
  })
})

describe('the source', () => {
  const sourceOf = async (stream: string) =>
    (
      await sql<{ kind: string; config: unknown; hash: string | null; version: number }[]>`
      select kind, config, key_hash as hash, key_version as version from private.stream_sources where stream_id = ${stream}`
    )[0]

  test('an origin keeps its signing key until it is replaced or removed, and nothing reads it back', async () => {
    const { id } = await save(null, null, fields())
    const address = 'https://cdn.example.com/night/index.m3u8?secret=1'
    await setSource(id, 'origin', { address, signingKey: 'first-key' })
    await setSource(id, 'origin', { address: 'https://other.example.com/index.m3u8' })
    expect((await sourceOf(id))?.config).toEqual({
      address: 'https://other.example.com/index.m3u8',
      signingKey: 'first-key',
    })
    const read = await desk(id)
    expect(read?.source).toMatchObject({ isSigned: true, address: 'https://other.example.com/index.m3u8' })
    const seen = JSON.stringify([read, await auditOf(id), (await list({ p_show: 'draft' })).streams])
    expect(seen).not.toMatch(/first-key|secret=1/)
    await setSource(id, 'origin', { address, signingKey: null })
    expect((await sourceOf(id))?.config).toEqual({ address })
  })

  test.each([
    ['origin', {}, 'stream_address'],
    ['origin', { address: 'ftp://example.com/a' }, 'stream_address'],
    ['origin', { address: 'https://me:secret@example.com/a' }, 'stream_address'],
    ['origin', { address: 'https://example.com/a', replayAddress: 'no' }, 'stream_address'],
    ['mux', { liveStreamId: 'abc' }, 'invalid'],
    ['camera', {}, 'invalid'],
  ])('refuses %s %j', async (kind, config, code) => {
    const { id } = await save(null, null, fields())
    expect(await codeOf(setSource(id, kind, config))).toBe(code)
  })

  test('another kind ends the stream key and what the source before said; none changes on the air', async () => {
    const stream = await makeStream(sql, { state: 'preview', kind: 'ingest' })
    const rotate = () =>
      call(
        ada,
        'rotate_stream_key',
        { p_stream: stream, p_key_hash: randomUUID().replaceAll('-', '') + 'a'.repeat(11) },
        z.object({ keyVersion: z.int() }),
      )
    const { keyVersion } = await rotate()
    await noteSegment(sql, stream)
    expect(await setSource(stream, 'demo')).toMatchObject({ keyVersion: keyVersion + 1 })
    expect(await sourceOf(stream)).toMatchObject({ kind: 'demo', hash: null })
    expect((await desk(stream))?.health).toBeNull()
    expect(await codeOf(rotate())).toBe('stream_keyless')
    const live = await makeStream(sql, { state: 'live' })
    expect(await codeOf(setSource(live, 'ingest'))).toBe('invalid_state')
  })

  test('an origin has a replay as soon as the address of its recording is set', async () => {
    const stream = await makeStream(sql, { state: 'ended', hasReplay: true, kind: 'origin' })
    await tick(service)
    expect(await stateOf(sql, stream)).toBe('ended')
    const address = 'https://cdn.example.com/night/index.m3u8'
    await setSource(stream, 'origin', { address, replayAddress: 'https://cdn.example.com/recording.m3u8' })
    await tick(service)
    expect(await stateOf(sql, stream)).toBe('replay')
  })
})

describe('the replay', () => {
  test('is turned on after the end, lasts as long as is said, and is taken down for good', async () => {
    const stream = await makeStream(sql, { state: 'ended' })
    await tick(service)
    expect(await stateOf(sql, stream)).toBe('ended')
    await setReplay(stream, true, 48)
    await tick(service)
    expect(await stateOf(sql, stream)).toBe('replay')
    await setReplay(stream, true, 720)
    const [row] = await sql<{ hours: number }[]>`
      select round(extract(epoch from replay_until - state_at) / 3600)::int as hours from public.streams where id = ${stream}`
    expect(row).toEqual({ hours: 720 })
    expect(await setReplay(stream, false, 48)).toEqual({ state: 'archived' })
    expect(await codeOf(setReplay(stream, true, 48))).toBe('invalid_state')
    expect((await auditOf(stream)).map(({ action }) => action)).toEqual(
      Array.from({ length: 3 }, () => 'stream.replay_set'),
    )
  })

  test.each([47, 721])('is not shown for %i hours', async (hours) => {
    expect(await codeOf(setReplay(await makeStream(sql), true, hours))).toBe('invalid')
  })
})

describe('the desk', () => {
  test('says what may be done in each state, by whom', async () => {
    const movesOf = async (state: string, client: SupabaseClient) =>
      (await desk(await makeStream(sql, { state, event: operated.eventId }), client))?.moves
    expect(await movesOf('draft', ada)).toEqual(['scheduled', 'cancelled'])
    expect(await movesOf('draft', operator)).toEqual([])
    expect(await movesOf('preview', operator)).toEqual(['live'])
    expect(await movesOf('live', operator)).toEqual(['interrupted', 'ended'])
    expect(await movesOf('interrupted', operator)).toEqual(['live', 'ended'])
    expect(await movesOf('ended', operator)).toEqual([])
  })

  test('shows signal, viewers, passes and log, and why passes may be refunded', async () => {
    const stream = await makeStream(sql, { state: 'preview', rule: 'pass' })
    await noteSegment(sql, stream)
    await call(ada, 'go_live', { p_stream: stream }, z.unknown())
    const owner = await users.extra()
    const { order } = await buyPass(service, owner, stream)
    await call(ada, 'interrupt_stream', { p_stream: stream, p_reason: 'wrong camera' }, z.unknown())
    const live = await desk(stream)
    expect(live).toMatchObject({
      passes: { count: 1, cents: 900, isRefunding: false, latest: [{ code: order.code }] },
      health: { isHealthy: true, isExpected: true },
      failure: null,
    })
    expect(live?.log[0]).toMatchObject({ to: 'interrupted', reason: 'wrong camera' })
    await call(ada, 'end_stream', { p_stream: stream }, z.unknown())
    expect((await desk(stream))?.failure).toBe('short')
    await call(ada, 'refund_stream_passes', { p_stream: stream, p_reason: 'no picture' }, z.unknown())
    expect((await desk(stream))?.passes).toMatchObject({ count: 1, isRefunding: true })
  })

  test('lists streams by what they are', async () => {
    const made = await Promise.all(
      ['draft', 'scheduled', 'live', 'ended'].map((state) =>
        makeStream(sql, { state, event: operated.eventId }),
      ),
    )
    const shown = async (p_show: string) => {
      const { streams } = await list({ p_show, p_limit: 200 }, operator)
      return made.map((id) => streams.some((stream) => stream.id === id))
    }
    expect(await shown('draft')).toEqual([true, false, false, false])
    expect(await shown('coming')).toEqual([false, true, true, false])
    expect(await shown('past')).toEqual([false, false, false, true])
    const first = await list({ p_show: 'all', p_limit: 1 }, operator)
    const second = await list({ p_show: 'all', p_limit: 1, p_after: first.next }, operator)
    expect(second.streams[0]?.id).not.toBe(first.streams[0]?.id)
    expect([first.total?.count, second.total]).toEqual([expect.any(Number), null])
  })
})

describe('one pass a person', () => {
  const hold = (owner: string, p_stream: string) =>
    call(service, 'hold_stream_pass', { p_owner: owner, p_stream, p_key: randomUUID() }, heldSchema)
  const passesOf = async (owner: string, stream: string) =>
    (await sql`select 1 from private.valid_passes where owner_id = ${owner} and stream_id = ${stream}`).length

  test('two payments that were under way at the same time leave one pass; the other goes back', async () => {
    const stream = await makeStream(sql, { state: 'scheduled', startsIn: 60, rule: 'pass' })
    const owner = await users.extra()
    const payments = []
    for (const _ of [1, 2]) {
      const { holdId } = await hold(owner, stream)
      const order = await placeOrder(service, owner, holdId)
      payments.push({ order, payment: await beginPayment(service, owner, order.orderId) })
      // The payment takes longer than the cart lives, so that its buyer begins another one.
      await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${holdId}`
      await sweep(sql)
    }
    await Promise.all(payments.map(({ payment }) => report(service, payment, 'succeeded')))
    const orders = payments.map(({ order }) => order.orderId)
    const queued = await sql<{ key: string }[]>`
      select j.key from private.jobs j join public.fulfilments f on f.id::text = j.key
      where j.kind = 'pass_refund' and f.order_id = any (${orders})`
    const backOf = () => sql`select 1 from public.refunds where order_id = any (${orders})`
    // The site's own worker may have been faster.
    expect(queued.length + (await backOf()).length).toBe(1)
    const passes = await sql<
      { id: string }[]
    >`select id from public.fulfilments where order_id = any (${orders})`
    await Promise.all(passes.map(({ id }) => call(service, 'run_pass_refund', { p_pass: id }, z.boolean())))
    expect([await passesOf(owner, stream), (await backOf()).length]).toEqual([1, 1])
  })

  test('who has one gets no other into the cart, while a payment settles neither', async () => {
    const stream = await makeStream(sql, { state: 'scheduled', startsIn: 60, rule: 'pass' })
    const owner = await users.extra()
    const { holdId } = await hold(owner, stream)
    const order = await placeOrder(service, owner, holdId)
    const payment = await beginPayment(service, owner, order.orderId)
    const [, ...tries] = await Promise.all([
      report(service, payment, 'succeeded'),
      ...Array.from({ length: 6 }, () => codeOf(hold(owner, stream))),
    ])
    expect(
      tries.filter((code) => !['payment_in_progress', 'stream_included'].includes(String(code))),
    ).toEqual([])
    expect(await codeOf(hold(owner, stream))).toBe('stream_included')
    expect(await passesOf(owner, stream)).toBe(1)
  })

  test('a pass is refunded by the code of its order, once', async () => {
    const stream = await makeStream(sql, { state: 'scheduled', startsIn: 60, rule: 'pass' })
    const owner = await users.extra()
    const { order } = await buyPass(service, owner, stream)
    const refund = (p_code: string, client = ada) =>
      call(client, 'refund_stream_pass', { p_code, p_stream: stream, p_reason: 'asked for it' }, z.null())
    expect(await codeOf(refund('NOTHING1'))).toBe('pass_not_found')
    expect(await codeOf(refund(order.code, operator))).toBe('not_allowed')
    expect(await codeOf(refund(order.code, await users.actingAs('Mo')))).toBe('not_allowed')
    await refund(order.code.toLowerCase())
    expect(await passesOf(owner, stream)).toBe(0)
    expect(await codeOf(refund(order.code))).toBe('pass_not_found')
  })
})
