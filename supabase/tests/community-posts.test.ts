import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import {
  postListSchema,
  postPageSchema,
  reactedSchema,
  writtenSchema,
} from '#features/community/community.types.ts'
import { scanResponseSchema } from '#features/door/door.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { type Member, newMember } from './member.ts'
import { buy, call, refundedSchema, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests who writes, reads and changes posts, comments and reactions, and what is kept of them. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users

const write = (client: SupabaseClient, body: string, more: Record<string, unknown> = {}) =>
  call(client, 'create_post', { p_body: body, ...more }, writtenSchema)
const comment = (client: SupabaseClient, post: string, body: string, replyTo: string | null = null) =>
  call(client, 'create_comment', { p_post: post, p_body: body, p_reply_to: replyTo }, writtenSchema)
const react = (client: SupabaseClient, post: string, reaction: string | null) =>
  call(client, 'react_to_post', { p_post: post, p_reaction: reaction }, reactedSchema)
const read = (client: SupabaseClient, post: string, from: string | null = null) =>
  call(client, 'read_post', { p_post: post, p_from: from }, postPageSchema.nullable())
const feed = (client: SupabaseClient, values: Record<string, unknown> = {}) =>
  call(client, 'list_posts', values, postListSchema.nullable())
const edit = (client: SupabaseClient, post: string, body: string, version: number) =>
  call(
    client,
    'edit_post',
    { p_post: post, p_body: body, p_version: version },
    z.object({ status: z.string(), version: z.int() }),
  )
const codeOf = async (work: Promise<unknown>) => (await refusal(work)).code

/** A member who is not new: older than a day, with three posts. */
async function settled(name: string): Promise<Member> {
  const member = await newMember(stack, name)
  await sql`update public.profiles set created_at = now() - interval '9 days' where id = ${member.id}`
  await sql`insert into public.posts (author_id, body, created_at)
    select ${member.id}::uuid, 'Earlier ' || n || ' ' || ${randomUUID()}, now() - interval '3 days' from generate_series(1, 3) n`
  return member
}

const text = (what: string) => `${what} ${randomUUID().slice(0, 8)}`
let author: Member
let other: Member
let mo: SupabaseClient

beforeAll(async () => {
  ;[author, other] = await Promise.all([settled('Ava'), settled('Oti')])
  mo = await users.actingAs('Mo')
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** Moves an event so that its thread is in a mode by the clock. */
async function setMode(testEvent: TestEvent, mode: 'hype' | 'live' | 'recap' | 'locked') {
  const doors = { hype: 2, live: -1, recap: -30, locked: -24 * 31 - 8 }[mode]
  await sql`update public.events set doors_at = now() + make_interval(hours => ${doors}), starts_at = now() + make_interval(hours => ${doors}),
    ends_at = now() + make_interval(hours => ${doors + 6}) where id = ${testEvent.eventId}`
}

describe('the thread of an event, by mode and person', async () => {
  const roles = [
    'visitor',
    'guest',
    'stranger',
    'holder',
    'admitted',
    'refunded',
    'author',
    'blocked',
    'muted',
    'moderator',
    'admin',
  ] as const
  type Role = (typeof roles)[number]
  /**
   * Who reads the author's post, reacts to it, comments on it and posts beside it; who reports one, changes its text and deletes it. What a
   * mode does not list, nobody may.
   */
  type Deed = 'read' | 'react' | 'comment' | 'post' | 'report' | 'edit' | 'delete'
  const always: Pick<Record<Deed, Role[]>, 'report' | 'edit' | 'delete'> = {
    report: ['stranger', 'holder', 'admitted', 'refunded', 'muted', 'moderator', 'admin'],
    edit: ['author'],
    delete: ['author'],
  }
  const table: Record<string, Record<Deed, Role[]>> = {
    hype: {
      ...always,
      read: [
        'visitor',
        'guest',
        'stranger',
        'holder',
        'admitted',
        'refunded',
        'author',
        'muted',
        'moderator',
        'admin',
      ],
      react: ['stranger', 'holder', 'admitted', 'refunded', 'author', 'moderator', 'admin'],
      comment: ['stranger', 'holder', 'admitted', 'refunded', 'author', 'moderator', 'admin'],
      post: ['stranger', 'holder', 'admitted', 'refunded', 'author', 'blocked', 'moderator', 'admin'],
    },
    live: {
      ...always,
      read: [
        'visitor',
        'guest',
        'stranger',
        'holder',
        'admitted',
        'refunded',
        'author',
        'muted',
        'moderator',
        'admin',
      ],
      react: ['stranger', 'holder', 'admitted', 'refunded', 'author', 'moderator', 'admin'],
      comment: ['admitted', 'moderator', 'admin'],
      post: ['admitted', 'moderator', 'admin'],
    },
    recap: {
      ...always,
      read: [
        'visitor',
        'guest',
        'stranger',
        'holder',
        'admitted',
        'refunded',
        'author',
        'muted',
        'moderator',
        'admin',
      ],
      react: ['stranger', 'holder', 'admitted', 'refunded', 'author', 'moderator', 'admin'],
      comment: ['stranger', 'holder', 'admitted', 'refunded', 'author', 'moderator', 'admin'],
      post: ['stranger', 'holder', 'admitted', 'refunded', 'author', 'blocked', 'moderator', 'admin'],
    },
    locked: {
      ...always,
      read: [
        'visitor',
        'guest',
        'stranger',
        'holder',
        'admitted',
        'refunded',
        'author',
        'muted',
        'moderator',
        'admin',
      ],
      react: ['stranger', 'holder', 'admitted', 'refunded', 'author', 'moderator', 'admin'],
      comment: [],
      post: [],
    },
  }
  let testEvent: TestEvent
  let post: string
  const clients = new Map<Role, SupabaseClient>()

  beforeAll(async () => {
    testEvent = await createEvent(sql, { doorsIn: 2, hoursLong: 6 })
    const event = testEvent.eventId
    const members: Partial<Record<Role, Member>> = {}
    for (const role of ['stranger', 'holder', 'admitted', 'refunded', 'blocked', 'muted'] as const)
      members[role] = await settled(role)
    for (const role of ['holder', 'admitted', 'refunded'] as const) {
      const id = members[role]?.id ?? ''
      const { order, ticketIds } = await bought(id, testEvent)
      if (role === 'refunded')
        await call(
          await users.actingAs('Ada'),
          'refund_order',
          {
            p_order: order,
            p_amount_cents: 2000,
            p_reason: 'goodwill',
            p_void: true,
            p_key: randomUUID(),
            p_tickets: ticketIds,
          },
          refundedSchema,
        )
      if (role !== 'admitted') continue
      await setMode(testEvent, 'live')
      await users.grant('Dex', 'scan', event)
      await call(
        await users.actingAs('Dex'),
        'check_in',
        {
          p_event: event,
          p_ticket: ticketIds[0],
          p_generation: 1,
          p_code: null,
          p_scan_uid: randomUUID(),
          p_gate: 'Main',
          p_method: 'camera',
          p_result: null,
          p_device: randomUUID(),
        },
        scanResponseSchema.refine(({ result }) => result === 'ok'),
      )
      await setMode(testEvent, 'hype')
    }
    await sql`insert into public.person_blocks (user_id, other_id, kind) values (${author.id}, ${members.blocked?.id ?? ''}, 'block')`
    await sql`insert into private.sanctions (user_id, kind, reason, rule, ends_at)
      values (${members.muted?.id ?? ''}, 'mute', 'A test of being muted', 'spam', now() + interval '1 day')`
    ;({ id: post } = await write(author.client, text('By the author'), { p_event: event }))
    clients.set('visitor', await users.actingAs('visitor')).set('guest', await users.actingAs('Gus'))
    clients
      .set('author', author.client)
      .set('moderator', mo)
      .set('admin', await users.actingAs('Ada'))
    for (const role of roles) {
      const client = members[role]?.client
      if (client) clients.set(role, client)
    }
  })

  const bought = async (owner: string, what: TestEvent) => {
    const { order } = await buy(service, owner, what, { Entry: 1 })
    const tickets = await sql<
      { id: string }[]
    >`select id from public.tickets where order_id = ${order.orderId}`
    return { order: order.orderId, ticketIds: tickets.map(({ id }) => id) }
  }

  const may = async (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    )

  test.each(Object.keys(table))('%s', async (mode) => {
    await setMode(testEvent, mode as 'hype')
    expect((await feed(await users.actingAs('visitor'), { p_event: testEvent.eventId }))?.thread?.mode).toBe(
      mode,
    )
    const found: Record<Deed, Role[]> = {
      read: [],
      react: [],
      comment: [],
      post: [],
      report: [],
      edit: [],
      delete: [],
    }
    // one of each for everybody: a report hides a post from whoever made it
    const fresh = await sql<{ id: string }[]>`
      insert into public.posts (author_id, event_id, body)
      select ${author.id}::uuid, ${testEvent.eventId}::uuid, 'Fresh ' || n || ${randomUUID()} from generate_series(1, ${roles.length}) n
      returning id`
    for (const role of roles) {
      const client = clients.get(role)
      if (!client) throw new Error(`no client for ${role}`)
      const page = await read(client, post)
      if (page) found.read.push(role)
      const { data: row } = await client.from('posts').select('id').eq('id', post)
      expect([role, row?.length]).toEqual([role, page ? 1 : 0])
      const list = await feed(client, { p_event: testEvent.eventId, p_limit: 100 })
      expect([role, list?.posts.some(({ id }) => id === post)]).toEqual([role, page !== null])
      if (await may(react(client, post, 'fire'))) found.react.push(role)
      if (await may(comment(client, post, text(mode)))) found.comment.push(role)
      if (await may(write(client, text(mode), { p_event: testEvent.eventId }))) found.post.push(role)
      const own = fresh[roles.indexOf(role)]?.id ?? ''
      if (await may(call(client, 'report_post', { p_post: own, p_reason: 'spam' }, z.unknown())))
        found.report.push(role)
      if (await may(edit(client, own, text(mode), 1))) found.edit.push(role)
      if (await may(call(client, 'delete_post', { p_post: own }, z.null()))) found.delete.push(role)
    }
    expect(found).toEqual(table[mode])
  })

  test.each(roles)('%s writes no row past the functions', async (role) => {
    const client = clients.get(role)
    if (!client) throw new Error(`no client for ${role}`)
    const kept = () => sql`
      select to_jsonb(p) as post, to_jsonb(c) as counts, (select count(*) from public.posts where event_id = ${testEvent.eventId}) as posts,
        (select count(*) from public.post_reactions where post_id = ${post}) as reactions
      from public.posts p join public.post_counts c on c.post_id = p.id where p.id = ${post}`
    const before = await kept()
    const me = (await client.auth.getUser()).data.user?.id ?? author.id
    const event = testEvent.eventId
    const rows: [string, Record<string, unknown>, Record<string, unknown>][] = [
      [
        'posts',
        { author_id: me, body: 'Past the functions', event_id: event },
        { body: 'Changed', is_official: true },
      ],
      ['post_reactions', { post_id: post, user_id: me, reaction: 'wow' }, { reaction: 'sad' }],
      ['post_counts', { post_id: post, comments: 99 }, { comments: 99 }],
      ['post_mentions', { post_id: post, user_id: me }, { told_at: null }],
      ['post_links', { post_id: post, url: 'https://example.com/' }, { title: 'Changed' }],
      [
        'post_pictures',
        { picture_name: 'a'.repeat(32), post_id: post, position: 1, width: 1, height: 1 },
        { alt: 'Changed' },
      ],
      [
        'post_reports',
        { post_id: post, reporter_id: me, reason: 'spam', weight: 1.5, case_id: randomUUID() },
        { weight: 1.5 },
      ],
      ['event_threads', { event_id: event, slow_seconds: 10 }, { slow_seconds: null }],
    ]
    for (const [table, inserted, changed] of rows) {
      const key =
        table === 'posts' ? { id: post } : table === 'event_threads' ? { event_id: event } : { post_id: post }
      expect([table, (await client.from(table).insert(inserted)).error]).toEqual([table, expect.anything()])
      expect([table, (await client.from(table).update(changed).match(key)).error]).toEqual([
        table,
        expect.anything(),
      ])
      expect([table, (await client.from(table).delete().match(key)).error]).toEqual([
        table,
        expect.anything(),
      ])
    }
    expect(await kept()).toEqual(before)
  })
})

describe('posts', () => {
  test('the same form twice writes one post, and the same key with another text is refused', async () => {
    const body = text('Once')
    const p_key = randomUUID()
    const first = await write(other.client, body, { p_key })
    expect(await write(other.client, body, { p_key })).toEqual(first)
    expect(await codeOf(write(other.client, text('Other'), { p_key }))).toBe('key_reused')
  })

  test('texts are between 1 and 2,000 characters; comments up to 1,000', async () => {
    const long = await settled('Lou')
    for (const body of ['', '  \n', 'x'.repeat(2001), 'a\u202eb'])
      expect(await codeOf(write(long.client, body))).toBe('post_text')
    const { id } = await write(long.client, 'x'.repeat(2000))
    expect(await codeOf(comment(long.client, id, 'x'.repeat(1001)))).toBe('post_text')
    expect((await comment(long.client, id, 'x'.repeat(1000))).status).toBe('published')
  })

  test('five an hour, counted by the database; the response says when the next one may be written', async () => {
    const busy = await settled('Bo')
    for (let n = 0; n < 5; n++) await write(busy.client, text(`${n}`))
    const refused = await refusal(write(busy.client, text('6')))
    expect(refused.code).toBe('rate_limited')
    expect(Number(refused.facts.retry_after_seconds)).toBeGreaterThan(3000)
  })

  test('an edit of the first 15 minutes does not show; a later one does, and moderators keep the earlier text', async () => {
    const ed = await settled('Ed')
    const { id } = await write(ed.client, text('First'))
    const early = await edit(ed.client, id, 'Second words', 1)
    expect((await read(other.client, id))?.post).toMatchObject({ body: 'Second words', editedAt: null })
    expect(await codeOf(edit(ed.client, id, 'Third words', 1))).toBe('post_changed')
    await sql`update public.posts set created_at = now() - interval '16 minutes' where id = ${id}`
    await edit(ed.client, id, 'Third words', early.version)
    expect((await read(other.client, id))?.post.editedAt).not.toBeNull()
    const edits = await sql`select body from private.post_edits where post_id = ${id} order by id`
    expect(edits.map(({ body }) => body)).toEqual([expect.stringContaining('First'), 'Second words'])
    expect(await codeOf(edit(other.client, id, 'Not mine', 3))).toBe('not_found')
  })

  test('a deleted post is gone at once for readers, and erased 30 days later', async () => {
    const del = await settled('Del')
    const { id } = await write(del.client, text('Gone'))
    const { id: reply } = await comment(other.client, id, text('Below it'))
    expect(await codeOf(call(other.client, 'delete_post', { p_post: id }, z.null()))).toBe('not_found')
    await call(del.client, 'delete_post', { p_post: id }, z.null())
    for (const client of [other.client, await users.actingAs('visitor')]) {
      expect(await read(client, id)).toBeNull()
      expect(await read(client, reply)).toBeNull()
    }
    await sql`update public.posts set status_at = now() - interval '31 days' where id = ${id}`
    await call(service, 'purge_posts', {}, z.array(z.string()))
    expect(await sql`select status, body from public.posts where id = ${id}`).toEqual([
      { status: 'purged', body: '' },
    ])
    expect(await codeOf(call(del.client, 'delete_post', { p_post: id }, z.null()))).toBe('not_found')
  })

  test('the log has every state, and no move that the machine lacks is made', async () => {
    const log = await settled('Log')
    const { id } = await write(log.client, text('Logged'))
    await sql`select private.move_post(${id}, 'auto_hidden', 'reports')`
    await expect(sql`select private.move_post(${id}, 'author_deleted', 'no')`).rejects.toThrow(
      /invalid_state/,
    )
    await sql`select private.move_post(${id}, 'removed', 'upheld')`
    const rows =
      await sql`select from_state, to_state from private.state_log where entity = 'post' and entity_id = ${id} order by id`
    expect(rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`)).toEqual([
      'null published',
      'published auto_hidden',
      'auto_hidden removed',
    ])
  })

  test('what was hidden by reports is shown again by one edit of its author, 10 minutes later; not by a second one', async () => {
    const fix = await settled('Fix')
    const { id } = await write(fix.client, text('Rude'))
    await sql`select private.move_post(${id}, 'auto_hidden', 'reports')`
    const [row] = await sql<{ version: number }[]>`select version from public.posts where id = ${id}`
    expect(await codeOf(edit(fix.client, id, text('Polite'), row?.version ?? 0))).toBe('post_repair_wait')
    await sql`update public.posts set status_at = now() - interval '11 minutes' where id = ${id}`
    expect((await edit(fix.client, id, text('Polite'), row?.version ?? 0)).status).toBe('published')
    await sql`select private.move_post(${id}, 'auto_hidden', 'reports')`
    await sql`update public.posts set status_at = now() - interval '11 minutes' where id = ${id}`
    const [again] = await sql<{ version: number }[]>`select version from public.posts where id = ${id}`
    expect(await codeOf(edit(fix.client, id, text('Again'), again?.version ?? 0))).toBe('post_repaired')
  })
})

describe('comments, reactions and mentions', () => {
  test('a reply to a reply stands below the same comment, and counts are those of the rows that are shown', async () => {
    const con = await settled('Con')
    const { id } = await write(con.client, text('Talk'))
    const first = await comment(other.client, id, text('One'))
    const reply = await comment(con.client, id, text('Two'), first.id)
    const deep = await comment(other.client, id, text('Three'), reply.id)
    const page = await read(con.client, id)
    expect(page?.post.comments).toBe(3)
    expect(page?.comments.map((one) => [one.id, one.replies.map((below) => below.id)])).toEqual([
      [first.id, [reply.id, deep.id]],
    ])
    await sql`select private.move_post(${reply.id}, 'auto_hidden', 'reports')`
    expect((await read(other.client, id))?.post.comments).toBe(2)
    const { id: elsewhere } = await write(con.client, text('Else'))
    expect(await codeOf(comment(con.client, elsewhere, text('Wrong'), first.id))).toBe('not_found')
    // the address of a comment opens its post
    expect(await read(other.client, first.id)).toMatchObject({
      asked: first.id,
      post: { id },
      from: null,
    })
  })

  test('one reaction per person, changed and taken back; a closed post takes no comments', async () => {
    const rex = await settled('Rex')
    const { id } = await write(rex.client, text('React'))
    expect(await react(other.client, id, 'fire')).toEqual({ reactions: { fire: 1 }, mine: 'fire' })
    expect(await react(author.client, id, 'fire')).toMatchObject({ reactions: { fire: 2 } })
    expect(await react(other.client, id, 'love')).toEqual({ reactions: { fire: 1, love: 1 }, mine: 'love' })
    expect(await react(other.client, id, null)).toEqual({ reactions: { fire: 1 }, mine: null })
    expect(await codeOf(react(other.client, id, 'hate'))).toBe('invalid')
    expect(await codeOf(call(rex.client, 'lock_post', { p_post: id, p_locked: true }, z.null()))).toBe(
      'not_allowed',
    )
    await call(mo, 'lock_post', { p_post: id, p_locked: true }, z.null())
    expect(await codeOf(comment(other.client, id, text('Late')))).toBe('post_locked')
  })

  test('mentions are those whom the author may mention, told once the post is read, five at most', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, (_, n) => settled(`Men${n}`)))
    await sql`update public.profiles set card_public = true where id in ${sql(people.map(({ id }) => id))}`
    const [first, second, ...rest] = people
    const at = (some: (Member | undefined)[]) => some.map((one) => `@${one?.username}`).join(' ')
    const ment = await settled('Ment')
    expect(await codeOf(write(ment.client, `${text('All')} ${at(people)}`))).toBe('too_many_mentions')
    await sql`insert into public.person_blocks (user_id, other_id, kind) values (${second?.id ?? ''}, ${ment.id}, 'block')`
    const { id } = await write(
      ment.client,
      `${text('Hey')} ${at([first, second])}, mail@${rest[0]?.username}`,
    )
    expect((await read(other.client, id))?.post.mentions).toEqual([first?.username])
    const told =
      await sql`select user_id from public.notifications where kind = 'mention' and post_id = ${id}`
    expect(told.map(({ user_id }) => user_id)).toEqual([first?.id])
  })
})

test('who was let in may post during the night until the ticket is refunded, whether or not they left', async () => {
  const event = await createEvent(sql, { doorsIn: 2 })
  const guest = await settled('Inn')
  const { order } = await buy(service, guest.id, event, { Entry: 1 })
  await sql
    .begin(async (tx) => {
      const [ticket] = await tx<
        { id: string }[]
      >`select id from public.tickets where order_id = ${order.orderId}`
      const isIn = async () => {
        const [row] = await tx`select private.was_let_in(${event.eventId}, ${guest.id}) as yes`
        return row?.yes
      }
      expect(await isIn()).toBe(false)
      const [scan] = await tx<
        { id: string }[]
      >`insert into public.scans (scan_uid, event_id, ticket_id, result)
      values (gen_random_uuid(), ${event.eventId}, ${ticket?.id ?? ''}, 'ok') returning id`
      await tx`insert into public.entries (event_id, ticket_id, order_id, scan_id)
      values (${event.eventId}, ${ticket?.id ?? ''}, ${order.orderId}, ${scan?.id ?? ''})`
      expect(await isIn()).toBe(true)
      await tx`update public.tickets set status = 'void', void_reason = 'refunded', voided_at = now() where id = ${ticket?.id ?? ''}`
      expect(await isIn()).toBe(false)
      throw new Error('rolled back')
    })
    .catch((error: Error) => expect(error.message).toBe('rolled back'))
})

test('a page has 20 posts, the next one begins where it ends, and what the reader muted or reported is in none', async () => {
  const event = await createEvent(sql, { doorsIn: 2 })
  const [loud, rude, reader] = await Promise.all([settled('Loud'), settled('Rude'), settled('Read')])
  await sql`insert into public.posts (author_id, event_id, body, created_at)
    select ${other.id}::uuid, ${event.eventId}::uuid, 'Page ' || n, now() - make_interval(mins => n) from generate_series(1, 43) n`
  const { id: muted } = await write(loud.client, text('Loud'), { p_event: event.eventId })
  const { id: reported } = await write(rude.client, text('Rude'), { p_event: event.eventId })
  await sql`insert into public.person_blocks (user_id, other_id, kind) values (${reader.id}, ${loud.id}, 'mute')`
  const [opened] = await sql<
    { id: string }[]
  >`insert into private.moderation_cases (post_id, sources) values (${reported}, '{reports}') returning id`
  await sql`insert into public.post_reports (post_id, reporter_id, reason, weight, case_id)
    values (${reported}, ${reader.id}, 'spam', 1, ${opened?.id ?? ''})`
  const seen: string[] = []
  const pages: number[] = []
  for (let from: string | null = null, page = 0; page < 4; page++) {
    const list: z.output<typeof postListSchema> | null = await feed(reader.client, {
      p_event: event.eventId,
      p_from: from,
    })
    seen.push(...(list?.posts ?? []).map(({ id }) => id))
    pages.push(list?.posts.length ?? 0)
    from = list?.next ?? null
    if (!from) break
  }
  expect(pages).toEqual([20, 20, 3])
  expect(new Set(seen).size).toBe(43)
  expect(seen).not.toContain(muted)
  expect(seen).not.toContain(reported)
  expect(await read(reader.client, reported)).toBeNull()
  expect((await feed(author.client, { p_event: event.eventId }))?.posts.map(({ id }) => id)).toEqual(
    expect.arrayContaining([muted, reported]),
  )
})

test('comments and replies come in pages, and the address of a deep one opens the page that begins with it', async () => {
  const paged = await settled('Paged')
  const { id: post } = await write(paged.client, text('Busy'))
  const rows = async (count: number, replyTo: string | null) =>
    sql<{ id: string }[]>`insert into public.posts (author_id, post_id, reply_to, body, created_at)
      select ${other.id}::uuid, ${post}::uuid, ${replyTo}::uuid, 'Said ' || n, now() + make_interval(secs => n)
      from generate_series(1, ${count}::int) n returning id`
  const comments = (await rows(45, null)).map(({ id }) => id)
  const replies = (await rows(45, comments[30] ?? '')).map(({ id }) => id)
  const pageFrom = async (from: string | null) => {
    const page = await read(paged.client, post, from)
    return {
      ids: page?.comments.map(({ id }) => id),
      next: page?.next,
      first: page?.comments[0],
      from: page?.from,
    }
  }
  const first = await pageFrom(null)
  expect([first.ids, first.next, first.from]).toEqual([comments.slice(0, 20), comments[20], null])
  expect((await pageFrom(first.next ?? '')).ids).toEqual(comments.slice(20, 40))
  expect((await pageFrom(comments[40] ?? '')).ids).toEqual(comments.slice(40))
  // the comment with 45 replies: ten, then thirty from one of them on, then the rest
  const repliesFrom = async (from: string) => {
    const { first: one } = await pageFrom(from)
    expect(one?.id).toBe(comments[30])
    return [one?.replies.map(({ id }) => id), one?.nextReply, one?.hasEarlierReplies]
  }
  expect(await repliesFrom(comments[30] ?? '')).toEqual([replies.slice(0, 10), replies[10], false])
  expect(await repliesFrom(replies[10] ?? '')).toEqual([replies.slice(10, 40), replies[40], true])
  expect(await repliesFrom(replies[40] ?? '')).toEqual([replies.slice(40), null, true])
  // the address of a reply: on its page with those before it where it is among the first ones, else its page begins with it
  for (const [at, shown] of [
    [5, replies.slice(0, 10)],
    [33, replies.slice(33)],
  ] as const) {
    const page = await read(paged.client, replies[at] ?? '')
    expect([page?.asked, page?.comments[0]?.id]).toEqual([replies[at], comments[30]])
    expect(page?.comments[0]?.replies.map(({ id }) => id)).toEqual(shown)
  }
})

test('the number of comments is that of those a reader sees: without people they blocked or muted, reports, and replies below', async () => {
  const [host, loud, rude, reader] = await Promise.all(['Host', 'Loud2', 'Rude2', 'Rea2'].map(settled))
  if (!host || !loud || !rude || !reader) throw new Error('nobody came')
  const { id: post } = await write(host.client, text('Counted'))
  const first = await comment(loud.client, post, text('By the loud one'))
  await comment(host.client, post, text('Below it'), first.id)
  const second = await comment(rude.client, post, text('By the rude one'))
  const third = await comment(other.client, post, text('Reported'))
  const fourth = await comment(host.client, post, text('Stays'))
  await comment(loud.client, post, text('By the loud one again'), fourth.id)
  /** The number on the card in the feed and on the page, and how many the page shows. */
  const counts = async (client: SupabaseClient) => {
    const page = await read(client, post)
    const list = await feed(client, { p_from: post, p_limit: 1 })
    const shown = (page?.comments ?? []).reduce((sum, one) => sum + 1 + one.replies.length, 0)
    return [list?.posts[0]?.comments, page?.post.comments, shown]
  }
  expect(await counts(reader.client)).toEqual([6, 6, 6])
  await sql`insert into public.person_blocks (user_id, other_id, kind) values
    (${reader.id}, ${loud.id}, 'mute'), (${rude.id}, ${reader.id}, 'block')`
  expect(await counts(reader.client)).toEqual([2, 2, 2])
  await call(reader.client, 'report_post', { p_post: third.id, p_reason: 'spam' }, z.unknown())
  expect(await counts(reader.client)).toEqual([1, 1, 1])
  for (const client of [await users.actingAs('visitor'), host.client])
    expect(await counts(client)).toEqual([6, 6, 6])
  // a comment that is hidden takes its replies along, for everybody, and brings them back
  await sql`select private.move_post(${first.id}, 'auto_hidden', 'reports')`
  expect(await counts(await users.actingAs('visitor'))).toEqual([4, 4, 4])
  await sql`select private.move_post(${first.id}, 'published', 'rejected')`
  expect(await counts(await users.actingAs('visitor'))).toEqual([6, 6, 6])
  await sql`delete from public.posts where id = ${second.id}`
  expect(await counts(await users.actingAs('visitor'))).toEqual([5, 5, 5])
})

test('a comment that is hidden while somebody replies to it counts neither, whichever ends first', async () => {
  const { id: post } = await write((await settled('Race')).client, text('Raced'))
  const rounds = await sql<{ id: string }[]>`insert into public.posts (author_id, post_id, body)
    select ${other.id}::uuid, ${post}::uuid, 'Round ' || n from generate_series(1, 12) n returning id`
  await Promise.all(
    rounds.flatMap(({ id }) => [
      sql`select private.move_post(${id}, 'auto_hidden', 'reports')`,
      sql`insert into public.posts (author_id, post_id, reply_to, body) values (${author.id}, ${post}, ${id}, 'Quick')`,
    ]),
  )
  expect((await read(await users.actingAs('visitor'), post))?.post.comments).toBe(0)
  await Promise.all(rounds.map(({ id }) => sql`select private.move_post(${id}, 'published', 'rejected')`))
  expect((await read(await users.actingAs('visitor'), post))?.post.comments).toBe(24)
})

test('every text that readers saw and that is changed or taken away raises the version that processes watch; a new one does not', async () => {
  const version = () => call(service, 'read_post_takedowns', {}, z.int())
  const writer = await settled('Watch')
  const { id } = await write(writer.client, text('Seen'))
  const raises = async (work: () => Promise<unknown>) => {
    // Other files take posts away meanwhile; nothing lowers it.
    const before = await version()
    await work()
    return (await version()) > before
  }
  const changes = {
    edit: () => edit(writer.client, id, text('Changed'), 1),
    hide: () => sql`select private.move_post(${id}, 'auto_hidden', 'reports')`,
    show: () => sql`select private.move_post(${id}, 'published', 'rejected')`,
    delete: () => call(writer.client, 'delete_post', { p_post: id }, z.null()),
    close: () => sql`update public.profiles set deactivated_at = now() where id = ${writer.id}`,
  }
  const found: Record<string, boolean> = {}
  for (const [name, work] of Object.entries(changes)) found[name] = await raises(work)
  expect(found).toMatchObject({ edit: true, hide: true, close: true, delete: true })
  await sql
    .begin(async (tx) => {
      const isRaisedHere = async () => {
        await tx`set constraints all immediate`
        const [row] = await tx`select changed_in = pg_current_xact_id() as yes from private.post_takedowns`
        return row?.yes ?? false
      }
      const [added] = await tx<{ id: string }[]>`
        insert into public.posts (author_id, body) values (${other.id}, 'New') returning id`
      expect(await isRaisedHere()).toBe(false)
      await tx`delete from public.posts where id = ${added?.id ?? ''}`
      expect(await isRaisedHere()).toBe(true)
      throw new Error('rolled back')
    })
    .catch((error: Error) => expect(error.message).toBe('rolled back'))
})

test('slow mode lets one post through in its time, and moderators set it', async () => {
  const event = await createEvent(sql, { doorsIn: 2 })
  const slow = await settled('Slow')
  const set = (client: SupabaseClient, values: Record<string, unknown>) =>
    call(
      client,
      'set_event_thread',
      { p_event: event.eventId, p_mode: null, p_locked: false, ...values },
      z.null(),
    )
  expect(await codeOf(set(slow.client, { p_slow_seconds: 60 }))).toBe('not_allowed')
  expect(await codeOf(set(mo, { p_slow_seconds: 9 }))).toBe('invalid')
  await set(mo, { p_slow_seconds: 60 })
  await write(slow.client, text('First'), { p_event: event.eventId })
  const refused = await refusal(write(slow.client, text('Second'), { p_event: event.eventId }))
  expect([refused.code, Number(refused.facts.retry_after_seconds) > 50]).toEqual(['slow_mode', true])
  await set(mo, { p_slow_seconds: null, p_locked: true })
  expect(await codeOf(write(slow.client, text('Third'), { p_event: event.eventId }))).toBe('thread_locked')
})

test('three posts are pinned at most, and a hidden one is not pinned any more', async () => {
  const event = await createEvent(sql, { doorsIn: 2 })
  const rows = await sql<{ id: string }[]>`insert into public.posts (author_id, event_id, body)
    select ${other.id}::uuid, ${event.eventId}::uuid, 'Pin ' || n from generate_series(1, 4) n returning id`
  const pin = (id: string) => call(mo, 'pin_post', { p_post: id, p_pinned: true }, z.null())
  const [first = '', , , fourth = ''] = rows.map(({ id }) => id)
  for (const { id } of rows.slice(0, 3)) await pin(id)
  expect(await codeOf(pin(fourth))).toBe('too_many_pinned')
  await sql`select private.move_post(${first}, 'auto_hidden', 'reports')`
  await pin(fourth)
  expect((await feed(other.client, { p_event: event.eventId }))?.pinned).toHaveLength(3)
})

describe('a text that readers may not see', () => {
  const everything = async (
    client: SupabaseClient,
    event: string,
    word: string,
    username: string,
    ids: string[],
  ) => {
    const asked = await Promise.all([
      client.rpc('list_posts', { p_limit: 100 }),
      client.rpc('list_posts', { p_event: event, p_limit: 100 }),
      client.rpc('list_posts', { p_tab: 'following' }),
      client.rpc('list_posts', { p_tab: 'events' }),
      ...ids.map((p_post) => client.rpc('read_post', { p_post })),
      ...ids.map((p_from) => client.rpc('list_posts', { p_from })),
      client.rpc('search_site', { p_query: word }),
      client.rpc('read_person_page', { p_username: username }),
      client.rpc('read_home'),
      client.from('posts').select('*').in('id', ids),
      client.from('posts').select('*').ilike('body', `%${word}%`),
      ...['post_pictures', 'post_links', 'post_mentions', 'post_counts'].map((table) =>
        client.from(table).select('*').in('post_id', ids),
      ),
      client.from('notifications').select('*'),
    ])
    return asked.map(({ data }) => JSON.stringify(data ?? null))
  }

  test('is found nowhere: pages, threads, search, profiles, notifications, mails, rows', async () => {
    const event = await createEvent(sql, { doorsIn: 2 })
    const word = `zzz${randomUUID().slice(0, 8)}`
    const [writer, reader, blocked] = await Promise.all([settled('Hid'), settled('See'), settled('Blo')])
    await sql`update public.profiles set card_public = true where id = ${writer.id}`
    await sql`insert into public.person_follows (follower_id, followed_id) values (${reader.id}, ${writer.id})`
    const mention = `${word} @${reader.username}`
    await sql`update public.profiles set card_public = true where id = ${reader.id}`
    const { id: parent } = await write(writer.client, `Open ${randomUUID().slice(0, 8)}`, {
      p_event: event.eventId,
    })
    const { id: below } = await comment(writer.client, parent, `${mention} as a comment`)
    const posts = await sql<{ id: string; status: string }[]>`
      insert into public.posts (author_id, event_id, body, status) select ${writer.id}::uuid, ${event.eventId}::uuid,
        ${word} || ' ' || s, s from unnest(array['pending_review', 'auto_hidden', 'removed', 'author_deleted']) s returning id, status`
    await sql`select private.move_post(${below}, 'auto_hidden', 'reports')`
    const ids = [...posts.map(({ id }) => id), below]
    const visitor = await users.actingAs('visitor')
    for (const client of [visitor, reader.client, await users.actingAs('Gus')])
      for (const answer of await everything(client, event.eventId, word, writer.username, ids))
        expect(answer).not.toContain(word)
    // counts say nothing of it either
    expect((await read(visitor, parent))?.post.comments).toBe(0)
    // what a blocked person sees: nothing of the writer at all
    await sql`select private.move_post(${below}, 'published', 'rejected')`
    expect(JSON.stringify(await everything(visitor, event.eventId, word, writer.username, ids))).toContain(
      word,
    )
    await sql`insert into public.person_blocks (user_id, other_id, kind) values (${writer.id}, ${blocked.id}, 'block')`
    for (const answer of await everything(blocked.client, event.eventId, word, writer.username, [
      ...ids,
      parent,
    ]))
      expect(answer).not.toContain(word)
    // nor is it found once the account is closed
    await sql`update public.profiles set deactivated_at = now() where id = ${writer.id}`
    for (const answer of await everything(reader.client, event.eventId, word, writer.username, ids))
      expect(answer).not.toContain(word)
    await sql`update public.profiles set deactivated_at = null where id = ${writer.id}`
    const mails =
      await sql`select 1 from private.mail_outbox where to_jsonb(mail_outbox)::text like ${`%${word}%`}`
    expect(mails).toHaveLength(0)
  })
})
