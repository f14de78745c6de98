import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import {
  chatChangesSchema,
  chatPageSchema,
  chatStandingSchema,
  sentSchema,
} from '#features/live/chat/chat.types.ts'
import { type Member, newMember } from './member.ts'
import { call, refusal } from './selling.ts'
import { makeStream } from './streams.ts'
import { openTestUsers } from './test-users.ts'

/** The chat of a stream: who writes and reads when, its one order, and what moderators do. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
afterAll(() => users.close())

let mo: SupabaseClient
let ada: SupabaseClient
let visitor: SupabaseClient
beforeAll(async () => {
  ;[mo, ada, visitor] = await Promise.all([
    users.actingAs('Mo'),
    users.actingAs('Ada'),
    users.actingAs('visitor'),
  ])
})

const send = (client: SupabaseClient, stream: string, body: string, more: Record<string, unknown> = {}) =>
  call(client, 'send_chat_message', { p_stream: stream, p_body: body, ...more }, sentSchema)
const refused = async (work: Promise<unknown>) => (await refusal(work)).code
const act = (client: SupabaseClient, name: string, args: Record<string, unknown>) =>
  call(client, name, args, z.null())
const changes = (stream: string, since: number | null = null, limit = 500) =>
  call(service, 'read_chat_changes', { p_stream: stream, p_since: since, p_limit: limit }, chatChangesSchema)
const standing = (client: SupabaseClient, stream: string) =>
  call(client, 'read_chat_standing', { p_stream: stream }, chatStandingSchema)
const rowsOf = async (client: SupabaseClient, stream: string) =>
  ((await client.from('chat_messages').select('id').eq('stream_id', stream)).data ?? []).map(({ id }) => id)
/** Lets everybody write at once. */
const withoutSlowMode = (stream: string) =>
  act(mo, 'change_chat', { p_stream: stream, p_mode: 'open', p_slow_seconds: 0 })
/** Moves what somebody said into the past, as the clock would. */
const wait = (who: Member, seconds: number) =>
  sql`update public.chat_messages set created_at = created_at - make_interval(secs => ${seconds}) where author_id = ${who.id}`
const oldMember = async (name = 'Kai') => {
  const member = await newMember(stack, name)
  await sql`update public.profiles set created_at = now() - interval '30 days' where id = ${member.id}`
  return member
}

describe('when people write', () => {
  test.each([
    ['an hour before', { state: 'scheduled', startsIn: 60 }, 'chat_closed'],
    ['11 minutes before', { state: 'scheduled', startsIn: 11 }, 'chat_closed'],
    ['9 minutes before', { state: 'scheduled', startsIn: 9 }, 'sent'],
    ['in the preview, 9 minutes before', { state: 'preview', startsIn: 9 }, 'sent'],
    ['while it is live', { state: 'live' }, 'sent'],
    ['while it is interrupted', { state: 'interrupted' }, 'sent'],
    ['right after the end', { state: 'ended' }, 'sent'],
    ['in the replay, right after the end', { state: 'replay' }, 'sent'],
    ['at one that was called off', { state: 'cancelled', startsIn: 5 }, 'chat_closed'],
    ['at a draft', { state: 'draft', startsIn: 5 }, 'not_found'],
  ] as const)('%s', async (_, fields, expected) => {
    const stream = await makeStream(sql, fields)
    const kai = await oldMember()
    const got = await refusal(send(kai.client, stream, 'Hello'))
    expect(got.code.startsWith('(answered') ? 'sent' : got.code).toBe(expected)
  })

  test('11 minutes after the end it is closed, and still read', async () => {
    const stream = await makeStream(sql)
    const kai = await oldMember()
    await send(kai.client, stream, 'Hello')
    await wait(kai, 60)
    await sql`update public.streams set state = 'ended', ended_at = now() - interval '11 minutes' where id = ${stream}`
    expect(await refused(send(kai.client, stream, 'Again'))).toBe('chat_closed')
    expect(await rowsOf(visitor, stream)).toHaveLength(1)
  })
})

describe('who writes', () => {
  test('visitors and guests read, and do not write', async () => {
    const stream = await makeStream(sql)
    const { id } = await send((await oldMember()).client, stream, 'Hello')
    const gus = await users.actingAs('Gus')
    expect(await rowsOf(gus, stream)).toEqual([id])
    expect(await rowsOf(visitor, stream)).toEqual([id])
    expect(await refused(send(gus, stream, 'Hi'))).toBe('members_only')
    await expect(send(visitor, stream, 'Hi')).rejects.toThrow(/permission denied/)
  })

  test('nobody writes, changes or deletes rows by hand', async () => {
    const stream = await makeStream(sql)
    const kai = await oldMember()
    const { id } = await send(kai.client, stream, 'Hello')
    const table = kai.client.from('chat_messages')
    const tries = [
      table.insert({ stream_id: stream, author_id: kai.id, seq: 9, change_seq: 9, body: 'By hand' }),
      table.update({ body: 'Changed' }).eq('id', id),
      table.delete().eq('id', id),
    ]
    for (const { error } of await Promise.all(tries)) expect(error?.code).toBe('42501')
  })

  test('slow mode: by the clock, for each chat, and not for moderators', async () => {
    const [stream, other] = [await makeStream(sql), await makeStream(sql)]
    const kai = await oldMember()
    await send(kai.client, stream, 'One')
    const slow = await refusal(send(kai.client, stream, 'Two'))
    expect(slow.code).toBe('chat_slow')
    expect(slow.facts).toMatchObject({ seconds: 5 })
    expect(Number(slow.facts.retry_after_seconds)).toBeLessThanOrEqual(5)
    await send(kai.client, other, 'Elsewhere')
    await wait(kai, 5)
    await send(kai.client, stream, 'Two')
    await act(mo, 'change_chat', { p_stream: stream, p_mode: 'open', p_slow_seconds: 120 })
    await wait(kai, 60)
    expect(await refused(send(kai.client, stream, 'Three'))).toBe('chat_slow')
    await wait(kai, 60)
    await send(kai.client, stream, 'Three')
    await send(mo, stream, 'Welcome')
    await send(mo, stream, 'Be nice')
  })

  test('a slow mode of parallel messages lets one through', async () => {
    const stream = await makeStream(sql)
    const kai = await oldMember()
    const sent = await Promise.all(
      Array.from({ length: 6 }, (_, n) => refused(send(kai.client, stream, `Try ${n}`))),
    )
    expect(sent.filter((code) => code !== 'chat_slow')).toHaveLength(1)
  })

  test('20 messages a minute at most, in all chats', async () => {
    const stream = await makeStream(sql)
    await withoutSlowMode(stream)
    const kai = await oldMember()
    for (let n = 0; n < 20; n++) await send(kai.client, stream, `Message ${n}`)
    expect(await refused(send(kai.client, stream, 'One more'))).toBe('rate_limited')
  })

  test('links wait until an account is a day old; words that are refused are refused', async () => {
    const stream = await makeStream(sql)
    await withoutSlowMode(stream)
    const young = await newMember(stack, 'Yara')
    const old = await oldMember('Omar')
    for (const text of ['see https://bit.example/x', 'go to cheap.shop now'])
      expect(await refused(send(young.client, stream, text)), text).toBe('chat_new_account_links')
    await send(young.client, stream, 'no link here, just 3.5 minutes')
    await send(old.client, stream, 'see https://jouvay.example')
    expect(await refused(send(old.client, stream, 'go KYS'))).toBe('words_refused')
    const { id } = await send(old.client, stream, 'selling 2 tickets for $50')
    expect((await changes(stream)).messages.find((one) => one.id === id)?.reports).toBe(1)
  })

  test('text: one line, up to 500 characters, with nothing that cannot be read', async () => {
    const stream = await makeStream(sql)
    await withoutSlowMode(stream)
    const kai = await oldMember()
    await send(kai.client, stream, 'a'.repeat(500))
    await send(kai.client, stream, ' two\n\nlines ')
    for (const text of ['', ' \n ', 'a'.repeat(501), '\u200b', 'a\u202eb'])
      expect(await refused(send(kai.client, stream, text)), JSON.stringify(text)).toBe('chat_text')
    expect((await changes(stream)).messages.map(({ body }) => body)).toEqual(['a'.repeat(500), 'two lines'])
  })

  test('the same key is one message', async () => {
    const stream = await makeStream(sql)
    const kai = await oldMember()
    const p_key = randomUUID()
    const [one, two] = [
      await send(kai.client, stream, 'Once', { p_key }),
      await send(kai.client, stream, 'Once', { p_key }),
    ]
    expect(two).toEqual(one)
    expect(await rowsOf(kai.client, stream)).toHaveLength(1)
  })

  test('replies: to a message of this chat that its author sees', async () => {
    const [stream, other] = [await makeStream(sql), await makeStream(sql)]
    const [kai, lou] = [await oldMember(), await oldMember('Lou')]
    const { id } = await send(kai.client, stream, 'Who plays?')
    const reply = await send(lou.client, stream, 'Marlon', { p_reply_to: id })
    expect((await changes(stream)).messages.find((one) => one.id === reply.id)?.replyTo).toBe(id)
    expect(await refused(send(lou.client, other, 'Marlon', { p_reply_to: id }))).toBe('chat_reply_gone')
    await act(mo, 'judge_chat_message', { p_message: id, p_decision: 'hide' })
    await wait(lou, 10)
    expect(await refused(send(lou.client, stream, 'Who?', { p_reply_to: id }))).toBe('chat_reply_gone')
  })
})

describe('modes', () => {
  test('members only: visitors and guests do not even read; closed: all read', async () => {
    const stream = await makeStream(sql)
    const kai = await oldMember()
    const { id } = await send(kai.client, stream, 'Hello')
    const gus = await users.actingAs('Gus')
    await act(mo, 'change_chat', { p_stream: stream, p_mode: 'members_only', p_slow_seconds: 0 })
    const reads = async () => Promise.all([kai.client, gus, visitor, mo].map((who) => rowsOf(who, stream)))
    expect(await reads()).toEqual([[id], [], [], [id]])
    await act(mo, 'change_chat', { p_stream: stream, p_mode: 'closed', p_slow_seconds: 0 })
    expect(await reads()).toEqual([[id], [id], [id], [id]])
    expect(await refused(send(kai.client, stream, 'Hello?'))).toBe('chat_closed')
  })

  test('holders only: a ticket or a pass, and staff', async () => {
    const stream = await makeStream(sql)
    const kai = await oldMember()
    await act(ada, 'change_chat', { p_stream: stream, p_mode: 'holders_only', p_slow_seconds: 0 })
    expect(await refused(send(kai.client, stream, 'Hello'))).toBe('chat_holders_only')
    expect((await standing(kai.client, stream))?.isHolder).toBe(false)
    const { id } = await send(mo, stream, 'For holders')
    expect(await rowsOf(kai.client, stream)).toEqual([])
    expect(await rowsOf(mo, stream)).toEqual([id])
  })

  test('moderators and admins alone change it, and each change is audited', async () => {
    const stream = await makeStream(sql)
    const kai = await oldMember()
    const args = { p_stream: stream, p_mode: 'closed', p_slow_seconds: 30 }
    expect(await refused(act(kai.client, 'change_chat', args))).toBe('not_allowed')
    expect(await refused(act(mo, 'change_chat', { ...args, p_slow_seconds: 7 }))).toBe('invalid')
    expect(await refused(act(mo, 'change_chat', { ...args, p_mode: 'loud' }))).toBe('invalid')
    await act(mo, 'change_chat', args)
    const [row] =
      await sql`select facts from private.audit_log where action = 'chat.changed' and subject_id = ${stream}`
    expect(row?.facts).toMatchObject({ changed: { mode: ['open', 'closed'], slow_seconds: [5, 30] } })
  })
})

describe('moderation', () => {
  test('a hidden message: nobody reads it but its author and moderators, and readers hear of it', async () => {
    const stream = await makeStream(sql)
    const [kai, lou] = [await oldMember(), await oldMember('Lou')]
    const { id } = await send(kai.client, stream, 'Rude words')
    const before = (await changes(stream)).cursor
    expect(await refused(act(lou.client, 'judge_chat_message', { p_message: id, p_decision: 'hide' }))).toBe(
      'not_allowed',
    )
    await act(mo, 'judge_chat_message', { p_message: id, p_decision: 'hide' })
    const reads = [kai.client, lou.client, await users.actingAs('Gus'), visitor, mo, ada]
    const seen = await Promise.all(reads.map(async (who) => (await rowsOf(who, stream)).length))
    expect(seen).toEqual([1, 0, 0, 0, 1, 1])
    const news = await changes(stream, before)
    expect(news.messages).toMatchObject([{ id, isHidden: true }])
    expect(news.cursor).toBe(before + 1)
    await act(mo, 'judge_chat_message', { p_message: id, p_decision: 'show' })
    expect(await rowsOf(lou.client, stream)).toEqual([id])
  })

  test('mutes end by the clock; a ban holds, for other accounts of the device too, until it is lifted', async () => {
    const stream = await makeStream(sql)
    await withoutSlowMode(stream)
    const [kai, second, third] = [await oldMember(), await oldMember('Kay'), await oldMember('Una')]
    for (const [who, device] of [
      [kai, 'd'],
      [second, 'd'],
      [third, 'e'],
    ] as const)
      await sql`
        insert into private.known_devices (user_id, device_hash, user_agent)
        values (${who.id}, ${`${device}${kai.id}`.padEnd(43, 'x')}, 'Firefox')`
    const { id } = await send(kai.client, stream, 'Boo')
    await act(mo, 'sanction_chatter', { p_message: id, p_step: 'mute_10' })
    const muted = await refusal(send(kai.client, stream, 'Boo'))
    expect(muted.code).toBe('chat_muted')
    expect(Number(muted.facts.retry_after_seconds)).toBeGreaterThan(590)
    // the log is append-only, so the clock is moved by another row: a mute of the past
    await act(mo, 'sanction_chatter', { p_message: id, p_step: 'lift' })
    await sql`insert into private.chat_sanctions (user_id, kind, minutes, at) values (${kai.id}, 'mute', 1, now() - interval '59 seconds')`
    expect(await refused(send(kai.client, stream, 'Boo'))).toBe('chat_muted')
    await new Promise((passed) => setTimeout(passed, 1100))
    await send(kai.client, stream, 'Back again')
    await act(mo, 'sanction_chatter', { p_message: id, p_step: 'ban' })
    expect(await refused(send(kai.client, stream, 'Boo'))).toBe('chat_banned')
    expect(await refused(send(second.client, stream, 'Boo'))).toBe('chat_banned')
    await send(third.client, stream, 'I am somebody else')
    expect(await rowsOf(third.client, stream)).toHaveLength(1)
    await act(mo, 'sanction_chatter', { p_message: id, p_step: 'lift' })
    await send(second.client, stream, 'Thanks')
    const log = await sql<{ action: string }[]>`
      select action from private.audit_log where subject_id = ${kai.id} and action like 'chat.%' order by id`
    expect(log.map(({ action }) => action)).toEqual([
      'chat.muted',
      'chat.lifted',
      'chat.banned',
      'chat.lifted',
    ])
    await expect(
      sql`update private.chat_sanctions set minutes = 1440 where user_id = ${kai.id}`,
    ).rejects.toThrow(/append-only/)
    await expect(sql`delete from private.chat_sanctions where user_id = ${kai.id}`).rejects.toThrow(
      /append-only/,
    )
  })

  test('sanctions of the community hold here: muted, suspended', async () => {
    const stream = await makeStream(sql)
    await withoutSlowMode(stream)
    const [kai, lou] = [await oldMember(), await oldMember('Lou')]
    const { id } = await send(lou.client, stream, 'Before')
    await sql`
      insert into private.sanctions (user_id, kind, reason, rule, ends_at)
      values (${kai.id}, 'mute', 'Insults', 'respect', now() + interval '1 day')`
    expect(await refused(send(kai.client, stream, 'Hello'))).toBe('posting_muted')
    expect((await standing(kai.client, stream))?.mutedUntil).not.toBeNull()
    const before = (await changes(stream)).cursor
    await sql`update public.profiles set deactivated_at = now() where id = ${lou.id}`
    expect(await refused(send(lou.client, stream, 'Hello'))).toBe('members_only')
    expect(await rowsOf(kai.client, stream)).toEqual([])
    expect((await changes(stream, before)).messages).toMatchObject([{ id, isHidden: true }])
    await sql`update public.profiles set deactivated_at = null where id = ${lou.id}`
    expect(await rowsOf(kai.client, stream)).toEqual([id])
  })

  test('staff are not muted, and nobody moderates without the right', async () => {
    const stream = await makeStream(sql)
    const kai = await oldMember()
    const { id } = await send(ada, stream, 'Welcome')
    expect(await refused(act(mo, 'sanction_chatter', { p_message: id, p_step: 'ban' }))).toBe(
      'staff_sanction',
    )
    expect(await refused(act(kai.client, 'sanction_chatter', { p_message: id, p_step: 'ban' }))).toBe(
      'not_allowed',
    )
    expect(await refused(act(kai.client, 'pin_chat_message', { p_stream: stream, p_message: id }))).toBe(
      'not_allowed',
    )
    await act(mo, 'pin_chat_message', { p_stream: stream, p_message: id })
    expect((await changes(stream)).state.pinnedId).toBe(id)
    await act(mo, 'judge_chat_message', { p_message: id, p_decision: 'hide' })
    expect((await changes(stream)).state.pinnedId).toBeNull()
  })

  test('reports: once a person, never of oneself; moderators see how many and dismiss them', async () => {
    const stream = await makeStream(sql)
    const [kai, lou] = [await oldMember(), await oldMember('Lou')]
    const { id } = await send(kai.client, stream, 'Spam spam')
    const args = { p_message: id, p_reason: 'spam' }
    expect(await refused(act(kai.client, 'report_chat_message', args))).toBe('chat_own_message')
    expect(await refused(act(await users.actingAs('Gus'), 'report_chat_message', args))).toBe('members_only')
    await act(lou.client, 'report_chat_message', args)
    await act(lou.client, 'report_chat_message', args)
    expect((await changes(stream)).messages[0]?.reports).toBe(1)
    await act(mo, 'judge_chat_message', { p_message: id, p_decision: 'dismiss' })
    expect((await changes(stream)).messages[0]).toMatchObject({ reports: 0, isHidden: false })
  })
})

describe('people who blocked each other', () => {
  test('see nothing of each other; a mute hides one way', async () => {
    const stream = await makeStream(sql)
    await withoutSlowMode(stream)
    const [kai, lou, meg] = [await oldMember(), await oldMember('Lou'), await oldMember('Meg')]
    for (const one of [kai, lou, meg]) await send(one.client, stream, `I am ${one.username}`)
    await sql`insert into public.person_blocks ${sql([
      { user_id: kai.id, other_id: lou.id, kind: 'block' },
      { user_id: meg.id, other_id: kai.id, kind: 'mute' },
    ])}`
    const { messages } = await changes(stream)
    const hidden = new Map(messages.map((one) => [one.author.id, one.hiddenFor.toSorted()]))
    expect(hidden.get(kai.id)).toEqual([lou.id, meg.id].toSorted())
    expect(hidden.get(lou.id)).toEqual([kai.id])
    expect(hidden.get(meg.id)).toEqual([])
    const count = async (who: Member) => (await rowsOf(who.client, stream)).length
    expect([await count(kai), await count(lou), await count(meg)]).toEqual([2, 2, 2])
    expect((await standing(lou.client, stream))?.hides).toEqual([kai.id])
    expect((await standing(kai.client, stream))?.hides).toEqual([lou.id])
  })
})

test('in parallel: every message has a place of its own, and a reader that follows misses none', async () => {
  const stream = await makeStream(sql)
  await withoutSlowMode(stream)
  const people = await Promise.all(Array.from({ length: 6 }, () => oldMember()))
  const read: number[] = []
  let cursor = (await changes(stream)).cursor
  let writing = true
  const reader = (async () => {
    while (true) {
      const isLast = !writing
      const news = await changes(stream, cursor, 7)
      read.push(...news.messages.map(({ seq }) => seq))
      cursor = news.cursor
      if (isLast && news.messages.length === 0) return
    }
  })()
  await Promise.all(
    people.map(async (one) => {
      for (let n = 0; n < 15; n++) await send(one.client, stream, `Message ${n}`)
    }),
  )
  writing = false
  await reader
  expect(read).toHaveLength(90)
  expect(read).toEqual(read.toSorted((a, b) => a - b))
  expect(new Set(read).size).toBe(90)
  const rows = await sql<{ seq: string }[]>`
    select seq from public.chat_messages where stream_id = ${stream} order by created_at`
  expect(rows.map(({ seq }) => Number(seq))).toEqual(read)
})

test('the page of a chat: the last 200 that its reader sees', async () => {
  const stream = await makeStream(sql)
  const kai = await oldMember()
  await send(kai.client, stream, 'Hello')
  await sql`
    insert into public.chat_messages (stream_id, author_id, seq, change_seq, body)
    select ${stream}, ${kai.id}, n, n, 'Message ' || n from generate_series(2, 250) n`
  await sql`update private.chats set last_seq = 250 where stream_id = ${stream}`
  const [row] = await sql<{ code: string }[]>`select code from public.streams where id = ${stream}`
  const page = await call(kai.client, 'read_chat_page', { p_code: row?.code }, chatPageSchema)
  expect(page?.messages).toHaveLength(200)
  expect(page?.messages.at(-1)?.body).toBe('Message 250')
  expect(await call(visitor, 'read_chat_page', { p_code: 'nothing' }, chatPageSchema)).toBeNull()
})
