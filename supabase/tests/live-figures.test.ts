import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { liveDataSchema } from '#features/analytics/dashboard/report.types.ts'
import { brokenRules } from './invariants.ts'
import { newMember } from './member.ts'
import { call, sweep } from './selling.ts'
import { buyPass, makeStream, tick } from './streams.ts'
import { openTestUsers } from './test-users.ts'

/** The figures of streams from known sessions, and what is kept of sessions and chats for how long. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** Notes that somebody watched: from so many minutes ago, for so many minutes. */
async function addSession(
  stream: string,
  viewer: { person?: string; device?: string },
  [ago, minutes]: [ago: number, minutes: number],
  entitlement = 'public',
): Promise<void> {
  await sql`
    insert into private.playback_sessions (stream_id, person_id, device_id, entitlement, began_at, renewed_at, expires_at, ended_at,
      end_reason)
    select ${stream}, ${viewer.person ?? null}, ${viewer.device ?? randomUUID()}, ${entitlement}, b.at, b.at, b.at + interval '10 hours',
      b.at + make_interval(mins => ${minutes}), 'left'
    from (select now() - make_interval(mins => ${ago}) as at) b`
}

/** Notes a visit that saw the page of a stream. */
async function addLook(stream: string, isStaff = false): Promise<void> {
  await sql`
    with visit as (
      insert into private.visits (session_id, device_type, browser, views, is_staff)
      values (${`look-${randomUUID()}`}, 'mobile', 'Safari', 1, ${isStaff}) returning id)
    insert into private.page_views (visit_id, path)
    select visit.id, '/live/' || s.code from visit, public.streams s where s.id = ${stream}`
}

async function figuresOf(stream: string) {
  const read = await call(await users.actingAs('Ada'), 'read_live_report', { p_days: 30 }, liveDataSchema)
  return read.streams.find(({ id }) => id === stream)
}

test('peak, average, viewers, minutes and passes of a stream are those of its sessions, previews aside', async () => {
  const stream = await makeStream(sql, { rule: 'pass', startsIn: -120 })
  const [one, other] = [await users.extra(), randomUUID()]
  await addSession(stream, { person: one }, [110, 30])
  await addSession(stream, { person: one }, [70, 45])
  await addSession(stream, { device: other }, [100, 20])
  await addSession(stream, { person: await users.id('Ada') }, [115, 90], 'preview')
  for (const [at, viewers] of [10, 40, 25].entries())
    await sql`
      insert into private.stream_minutes (stream_id, minute, viewers)
      values (${stream}, date_trunc('minute', now()) - make_interval(mins => ${at + 1}), ${viewers})`
  await buyPass(service, one, stream)
  for (const isStaff of [false, false, false, true]) await addLook(stream, isStaff)
  expect(await figuresOf(stream)).toMatchObject({
    peak: 40,
    average: 25,
    viewers: 2,
    watchMinutes: 95,
    sellsPasses: true,
    passes: 1,
    looks: 3,
  })
})

test('a pass that was given back is none of the sold ones', async () => {
  const stream = await makeStream(sql, { rule: 'pass' })
  const { order } = await buyPass(service, await users.extra(), stream)
  expect((await figuresOf(stream))?.passes).toBe(1)
  await call(
    await users.actingAs('Ada'),
    'refund_stream_pass',
    { p_code: order.code, p_stream: stream, p_reason: 'asked for it' },
    z.null(),
  )
  expect((await figuresOf(stream))?.passes).toBe(0)
})

test('sessions are forgotten after 30 days; their minutes and viewers stay', async () => {
  const stream = await makeStream(sql, { startsIn: -60 })
  const day = 24 * 60
  await addSession(stream, {}, [31 * day, 50])
  await addSession(stream, {}, [29 * day, 10])
  await addSession(stream, {}, [31 * day, 70], 'preview')
  await tick(service)
  await tick(service)
  expect(await sql`select 1 from private.playback_sessions where stream_id = ${stream}`).toHaveLength(1)
  expect(await figuresOf(stream)).toMatchObject({ viewers: 2, watchMinutes: 60 })
})

test('what was said in a chat is forgotten 30 days after its stream, with its reports', async () => {
  const [old, recent] = [
    await makeStream(sql, { state: 'archived' }),
    await makeStream(sql, { state: 'archived' }),
  ]
  const { id: author } = await newMember(stack)
  const { id: reporter } = await newMember(stack)
  for (const [stream, days] of [[old, 31] as const, [recent, 29] as const]) {
    await sql`update public.streams set ended_at = now() - make_interval(days => ${days}) where id = ${stream}`
    const [message] = await sql<{ id: string }[]>`
      insert into public.chat_messages (stream_id, author_id, seq, change_seq, body, reports)
      values (${stream}, ${author}, 1, 1, 'Pull it up', 1) returning id`
    await sql`insert into private.chat_reports ${sql({ message_id: message?.id ?? '', reporter_id: reporter, reason: 'spam' })}`
  }
  await sweep(sql)
  const left = await sql<{ stream: string; reports: number }[]>`
    select m.stream_id as stream, (select count(*)::int from private.chat_reports r where r.message_id = m.id) as reports
    from public.chat_messages m where m.stream_id in (${old}, ${recent})`
  expect(left).toEqual([{ stream: recent, reports: 1 }])
})

test('moderators find the reports of all chats, those with most first, and decide them; nobody else does', async () => {
  const stream = await makeStream(sql)
  const { id: author } = await newMember(stack)
  const seq = (place: number) => ({ seq: place, change_seq: place })
  await sql`insert into private.chats ${sql({ stream_id: stream, last_seq: 2 })}`
  const [once, often] = await Promise.all(
    [1, 900].map(async (reports, at) => {
      const [row] = await sql<{ id: string }[]>`
        insert into public.chat_messages ${sql({ stream_id: stream, author_id: author, body: `line ${at}`, reports, ...seq(at + 1) })}
        returning id`
      return row?.id ?? ''
    }),
  )
  const schema = z.object({
    count: z.int(),
    messages: z.array(z.object({ id: z.uuid(), reports: z.int(), stream: z.object({ id: z.uuid() }) })),
  })
  const mo = await users.actingAs('Mo')
  const read = () => call(mo, 'list_chat_reports', {}, schema)
  const { messages, count } = await read()
  expect(messages[0]).toMatchObject({ id: often, reports: 900, stream: { id: stream } })
  expect(count).toBeGreaterThanOrEqual(2)
  for (const message of [once, often])
    await call(mo, 'judge_chat_message', { p_message: message, p_decision: 'hide' }, z.null())
  expect((await read()).messages.some(({ id }) => id === once || id === often)).toBe(false)
  for (const who of ['Mia', 'Gus', 'Dot'] as const) {
    const { error } = await (await users.actingAs(who)).rpc('list_chat_reports')
    expect([who, error?.message]).toEqual([who, expect.stringMatching(/not_allowed/)])
  }
})
