import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { mailKinds } from '#features/mail/mail-kinds.server.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent, type TestEventOptions } from './event-fixture.ts'
import { call, refusal } from './selling.ts'
import { makeStream } from './streams.ts'
import { openTestUsers } from './test-users.ts'

/** Tests who is told that a stream is live: once each, by consent, and at most once in six hours for what they follow. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

const network = 'n'.repeat(22)

/** A member whose address is proven. */
async function member(): Promise<{ id: string; email: string }> {
  const id = await users.extra()
  const [row] = await sql<{ email: string }[]>`
    update public.profiles p set email_verified_at = now() from auth.users u where p.id = ${id} and u.id = p.id returning u.email`
  return { id, email: row?.email ?? '' }
}
const follow = (user: string, subject: string) =>
  call(
    service,
    'follow',
    { p_user: user, p_subject: subject, p_following: true, p_text_version: 'test', p_address_hash: network },
    z.string(),
  )
const remind = (user: string, stream: string, on = true) =>
  call(
    service,
    'set_stream_reminder',
    { p_user: user, p_stream: stream, p_on: on, p_text_version: 'test', p_address_hash: network },
    z.string(),
  )
const announce = () => call(service, 'announce_streams', {}, z.int())
/** Puts a stream on the air, so many seconds ago. */
const goLive = (stream: string, seconds = 60) =>
  sql`update public.streams set state = 'live', live_at = now() - make_interval(secs => ${seconds}) where id = ${stream}`
const upcoming = (event: string | null = null) => makeStream(sql, { state: 'scheduled', startsIn: 30, event })

/** The mails that were queued about a stream, by kind and address. */
const mailsOf = async (stream: string) => {
  const rows = await sql<{ kind: string; recipient: string }[]>`
    select kind, recipient from private.mail_outbox where payload ->> 'streamId' = ${stream} order by kind, recipient`
  return rows.map(({ kind, recipient }) => `${kind} ${recipient}`)
}
/** How often the bell told a person of a stream. */
const bellsOf = async (user: string, stream: string) => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from public.notifications
    where user_id = ${user} and kind = 'stream_live' and facts ->> 'id' = ${stream}`
  return row?.count
}

let artist: { id: string; name: string }
beforeAll(async () => {
  const name = `DJ ${randomUUID().slice(0, 8)}`
  const [row] = await sql<{ id: string }[]>`
    insert into public.artists ${sql({ slug: randomUUID(), name })} returning id`
  artist = { id: row?.id ?? '', name }
})
/** An event with the artist. */
async function play(options: TestEventOptions = {}, names = [artist.name]): Promise<string> {
  const { eventId } = await createEvent(sql, { doorsIn: 96, ...options })
  await sql`update public.events set line_up = ${sql.json(names.map((name) => ({ name })))} where id = ${eventId}`
  return eventId
}

describe('a reminder', () => {
  test('is for members, of what is to come; who has no proven address is asked to confirm it', async () => {
    const stream = await upcoming()
    const { id } = await member()
    expect((await refusal(remind(await users.id('Gus'), stream))).code).toBe('members_only')
    expect((await refusal(remind(id, randomUUID()))).code).toBe('not_found')
    expect((await refusal(remind(id, await makeStream(sql)))).code).toBe('not_found')
    expect([await remind(id, stream), await remind(await users.extra(), stream)]).toEqual([
      'active',
      'requested',
    ])
    const { error } = await (await users.actingAs('Mia')).rpc('set_stream_reminder', {
      p_user: id,
      p_stream: stream,
      p_on: true,
      p_text_version: 'test',
      p_address_hash: network,
    })
    expect(error?.code).toBe('42501')
  })

  test('goes out once when the stream is on the air, by one process or by many; not to who took it back or declined', async () => {
    const stream = await upcoming()
    const asked = await Promise.all(Array.from({ length: 8 }, member))
    const [back, declined] = [await member(), await member()]
    for (const { id } of [...asked, back, declined]) await remind(id, stream)
    await remind(back.id, stream, false)
    await sql`update private.notification_choices set wanted = false where user_id = ${declined.id} and type = 'alerts'`
    await goLive(stream, 5)
    await announce()
    expect(await mailsOf(stream), 'half a minute to take it back').toEqual([])
    await goLive(stream)
    const pool = users.connect(6)
    await Promise.all(
      Array.from({ length: 6 }, () =>
        pool.begin(async (tx) => {
          await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`
          await tx`select public.announce_streams()`
        }),
      ),
    )
    await announce()
    expect(await mailsOf(stream)).toEqual(asked.map(({ email }) => `stream_reminder ${email}`).sort())
  })

  test('says nothing any more once the stream is over, and its link ends all alerts', async () => {
    const stream = await upcoming()
    const { id } = await member()
    await remind(id, stream)
    await goLive(stream)
    await announce()
    const [mail] = await sql<{ id: string }[]>`
      select id from private.mail_outbox where payload ->> 'streamId' = ${stream}`
    const facts = () =>
      call(service, 'read_mail_facts', { p_mail: mail?.id }, mailKinds.stream_reminder.schema)
    expect((await facts()).stream).toMatchObject({ title: 'Test stream' })
    const hash = hashToken(makeToken())
    const link = {
      p_purpose: 'reminders_end',
      p_subject: id,
      p_token_hash: hash,
      p_payload: { textVersion: 'x' },
    }
    await call(service, 'add_link', link, z.string())
    expect(await call(service, 'use_alert_link', { p_token_hash: hash }, z.string().nullable())).toBe(
      'reminders_end',
    )
    expect((await facts()).stream, 'declined meanwhile').toBeNull()
    await sql`update private.notification_choices set wanted = true where user_id = ${id} and type = 'alerts'`
    expect((await facts()).stream).not.toBeNull()
    await sql`update public.streams set state = 'ended', ended_at = now() where id = ${stream}`
    expect((await facts()).stream, 'over').toBeNull()
  })
})

describe('what a member follows', () => {
  test('is announced on the site and by mail, once, and not again within six hours', async () => {
    const fan = await member()
    await follow(fan.id, artist.id)
    const event = await play()
    const first = await upcoming(event)
    await goLive(first)
    await announce()
    expect([await mailsOf(first), await bellsOf(fan.id, first)]).toEqual([[`stream_live ${fan.email}`], 1])
    const second = await upcoming(await play())
    await goLive(second)
    await announce()
    expect([await mailsOf(second), await bellsOf(fan.id, second)]).toEqual([[], 0])
    await sql`update private.stream_calls set called_at = now() - interval '7 hours' where user_id = ${fan.id}`
    const third = await upcoming(await play())
    await goLive(third)
    await announce()
    expect([await mailsOf(third), await bellsOf(fan.id, third)]).toEqual([[`stream_live ${fan.email}`], 1])
  })

  test.each<[string, TestEventOptions]>([
    ['unlisted', { visibility: 'unlisted' }],
    ['a test', { isTest: true }],
  ])('is not announced for an event that is %s', async (_, options) => {
    const fan = await member()
    await follow(fan.id, artist.id)
    const stream = await upcoming(await play(options))
    await goLive(stream)
    await announce()
    expect([await mailsOf(stream), await bellsOf(fan.id, stream)]).toEqual([[], 0])
  })

  test('is told once by who asked for a reminder too', async () => {
    const fan = await member()
    const name = `DJ ${randomUUID().slice(0, 8)}`
    const [own] = await sql<{ id: string }[]>`
      insert into public.artists ${sql({ slug: randomUUID(), name })} returning id`
    await follow(fan.id, own?.id ?? '')
    const stream = await upcoming(await play({}, [name]))
    await remind(fan.id, stream)
    await goLive(stream)
    await announce()
    expect([await mailsOf(stream), await bellsOf(fan.id, stream)]).toEqual([
      [`stream_reminder ${fan.email}`],
      0,
    ])
  })
})
