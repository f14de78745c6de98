import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { shellSchema } from '#core/shell.ts'
import { type BellPage, bellSchema, notificationKinds } from '#features/community/bell/bell.types.ts'
import { type Member, newMember } from './member.ts'
import { call, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests what the bell lists, what it leaves out, and its number. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql } = users
afterAll(() => users.close())

const bellOf = (who: Member, p_from: string | null = null) =>
  call(who.client, 'read_my_bell', { p_from }, bellSchema)
const unread = (who: Member) => call(who.client, 'count_my_notifications', {}, z.int())
const shellUnread = async (who: Member) => (await call(who.client, 'read_shell', {}, shellSchema)).unread
const notify = (who: Member, kind: string, actor: Member | null, post: string | null = null, facts = {}) =>
  sql`select private.notify(${who.id}, ${kind}, ${actor?.id ?? null}, ${post}, null, ${sql.json(facts)})`
async function post(author: Member, row: { body?: string; post_id?: string; reply_to?: string } = {}) {
  const [made] = await sql<{ id: string }[]>`
    insert into public.posts ${sql({ author_id: author.id, body: 'Words', status: 'published', ...row })} returning id`
  return made?.id ?? ''
}
const shape = ({ items }: BellPage) =>
  items.map(({ kind, count, people, isUnread }) => ({
    kind,
    count,
    isUnread,
    people: people.map(({ name }) => name),
  }))

test('the database and the words know the same kinds', async () => {
  const rows = await sql<{ kind: string }[]>`select kind from private.notification_kinds order by position`
  expect(rows.map(({ kind }) => kind)).toEqual([...notificationKinds])
})

describe('the list', () => {
  test('has one item for what several people did to one post, and one for each decision', async () => {
    const [me, ana, ben] = await Promise.all([
      newMember(stack, 'Me'),
      newMember(stack, 'Ana'),
      newMember(stack, 'Ben'),
    ])
    const [mine, other] = [await post(me, { body: 'My own words' }), await post(me)]
    for (const actor of [ana, ben]) {
      await notify(me, 'reaction', actor, mine)
      await notify(me, 'comment', actor, await post(actor, { post_id: mine }))
    }
    await notify(me, 'reaction', ana, other)
    for (const id of [randomUUID(), randomUUID()])
      await notify(me, 'sanction', null, null, { id, step: 'warn' })
    const bell = await bellOf(me)
    expect(shape(bell).toSorted((a, b) => a.kind.localeCompare(b.kind) || b.count - a.count)).toEqual([
      { kind: 'comment', count: 2, isUnread: true, people: ['Ben', 'Ana'] },
      { kind: 'reaction', count: 2, isUnread: true, people: ['Ben', 'Ana'] },
      { kind: 'reaction', count: 1, isUnread: true, people: ['Ana'] },
      { kind: 'sanction', count: 0, isUnread: true, people: [] },
      { kind: 'sanction', count: 0, isUnread: true, people: [] },
    ])
    const grouped = bell.items.find(({ kind, count }) => kind === 'reaction' && count === 2)
    expect(grouped?.post).toMatchObject({ id: mine, threadId: mine, isComment: false, words: 'My own words' })
    expect(bell.items.find(({ kind }) => kind === 'comment')?.post).toMatchObject({
      threadId: mine,
      isComment: true,
    })
    expect(bell.items.find(({ kind }) => kind === 'sanction')?.facts).toEqual({ step: 'warn' })
  })

  test('tells what was read from what is new, up to the moment that was shown', async () => {
    const [me, ana] = await Promise.all([newMember(stack), newMember(stack, 'Ana')])
    const mine = await post(me)
    await notify(me, 'reaction', ana, mine)
    const shown = (await bellOf(me)).items[0]?.at
    await notify(me, 'follow', ana)
    expect([await unread(me), await shellUnread(me)]).toEqual([2, 2])
    expect(await call(me.client, 'mark_notifications_read', { p_until: shown }, z.int())).toBe(1)
    expect([await unread(me), await shellUnread(me)]).toEqual([1, 1])
    expect(shape(await bellOf(me)).map(({ kind, isUnread }) => [kind, isUnread])).toEqual([
      ['follow', true],
      ['reaction', false],
    ])
    // Only one's own.
    expect(await call(ana.client, 'mark_notifications_read', { p_until: null }, z.int())).toBe(0)
    expect(await unread(me)).toBe(1)
  })

  test('has pages of 50 items, each once', async () => {
    const me = await newMember(stack)
    await sql`
      insert into public.notifications (user_id, kind, about_id, created_at)
      select ${me.id}, 'sanction_lifted', gen_random_uuid(), now() - interval '1 day' from generate_series(1, 130)`
    const first = await bellOf(me)
    const second = await bellOf(me, first.next)
    const third = await bellOf(me, second.next)
    expect([first, second, third].map(({ items }) => items.length)).toEqual([50, 50, 30])
    expect(third.next).toBeNull()
    expect(new Set([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(130)
    // A number that nobody needs to know is not counted to the end.
    expect(await unread(me)).toBe(100)
  })
})

describe('the number', () => {
  /** The unread items of all pages. */
  async function listed(who: Member): Promise<number> {
    let count = 0
    let from: string | null = null
    do {
      const page: BellPage = await bellOf(who, from)
      count += page.items.filter(({ isUnread }) => isUnread).length
      from = page.next
    } while (from)
    return count
  }

  test('counts items, as the list shows them: 130 people at one post are one', async () => {
    const [me, ana] = await Promise.all([newMember(stack), newMember(stack, 'Ana')])
    const [mine, other] = [await post(me), await post(me)]
    await sql`
      insert into public.notifications (user_id, kind, actor_id, post_id, created_at)
      select ${me.id}, 'reaction', p.id, ${mine}, now() - interval '1 minute'
      from public.profiles p where p.id <> ${me.id} and p.deactivated_at is null order by p.id limit 130`
    const [{ n } = { n: 0 }] = await sql<
      { n: number }[]
    >`select count(*)::int as n from public.notifications where user_id = ${me.id}`
    expect(n).toBeGreaterThan(40)
    await notify(me, 'comment', ana, await post(ana, { post_id: mine }))
    await notify(me, 'comment', ana, await post(ana, { post_id: mine }))
    await notify(me, 'reaction', ana, other)
    await notify(me, 'sanction', null, null, { id: randomUUID() })
    const page = await bellOf(me)
    expect([await unread(me), await shellUnread(me), page.unread, await listed(me)]).toEqual([4, 4, 4, 4])
    expect(page.items.at(-1)).toMatchObject({ kind: 'reaction', count: Math.min(n, 100) })
    expect(page.items.at(-1)?.people).toHaveLength(10)
    // What was read of a post is an item of its own beside what is new.
    await call(me.client, 'mark_notifications_read', { p_until: null }, z.int())
    await notify(me, 'comment', ana, await post(ana, { post_id: mine }))
    expect([await unread(me), await listed(me), (await bellOf(me)).items.length]).toEqual([1, 1, 5])
  })

  test('of people with random rows equals the unread items of their lists', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, (_, n) => newMember(stack, `P${n}`)))
    const pick = <T>(from: readonly T[]) => from[Math.floor(Math.random() * from.length)] as T
    const posts = await Promise.all(people.map((author) => post(author)))
    for (let round = 0; round < 60; round++) {
      const [me, actor] = [pick(people), pick(people)]
      const about = posts[people.indexOf(me)] ?? ''
      const kind = pick(['reaction', 'comment', 'mention', 'follow', 'sanction'] as const)
      if (kind === 'sanction') await notify(me, kind, null, null, { id: randomUUID() })
      else if (kind === 'follow') await notify(me, kind, actor)
      else if (kind === 'reaction') await notify(me, kind, actor, about)
      else await notify(me, kind, actor, await post(actor, kind === 'comment' ? { post_id: about } : {}))
      if (round % 9 === 0) await call(me.client, 'mark_notifications_read', { p_until: null }, z.int())
      if (round % 13 === 0)
        await sql`update public.posts set status = 'author_deleted' where id = (
          select id from public.posts where author_id = ${actor.id} and post_id is not null order by id limit 1)`
    }
    for (const who of people) expect(await unread(who)).toBe(await listed(who))
  })
})

describe('taken back', () => {
  const act = (who: Member, name: string, values: object) =>
    call(who.client, name, { ...values }, z.unknown())

  test('a reaction leaves the list and the number, and tells once a day of going to and fro', async () => {
    const [me, ana] = await Promise.all([newMember(stack), newMember(stack, 'Ana')])
    const mine = await post(me)
    const react = (p_reaction: string | null) => act(ana, 'react_to_post', { p_post: mine, p_reaction })
    const seen = async () => [(await bellOf(me)).items.length, await unread(me), await shellUnread(me)]
    await react('love')
    expect(await seen()).toEqual([1, 1, 1])
    await react(null)
    expect(await seen()).toEqual([0, 0, 0])
    expect((await me.client.from('notifications').select('id')).data).toEqual([])
    await react('fire')
    expect(await seen()).toEqual([1, 1, 1])
    await call(me.client, 'mark_notifications_read', { p_until: null }, z.int())
    for (const reaction of [null, 'love', null, 'sad']) await react(reaction)
    expect(await seen()).toEqual([1, 0, 0])
    await react(null)
    expect(await seen()).toEqual([0, 0, 0])
    await sql`update public.notifications set created_at = now() - interval '25 hours' where user_id = ${me.id}`
    await react('wow')
    expect(await seen()).toEqual([1, 1, 1])
  })

  test('a follow and a mention leave it too, also once they were read', async () => {
    const [me, ana] = await Promise.all([newMember(stack, 'Me'), newMember(stack, 'Ana')])
    await sql`update public.profiles set card_public = true where id = ${me.id}`
    await sql`update public.profiles set created_at = now() - interval '9 days' where id = ${ana.id}`
    await sql`insert into public.posts ${sql([1, 2, 3].map((n) => ({ author_id: ana.id, body: `Earlier ${n}` })))}`
    await act(ana, 'follow_person', { p_person: me.id, p_following: true })
    const written = await call(
      ana.client,
      'create_post',
      { p_body: `Where is @${me.username}?`, p_key: randomUUID() },
      z.object({ id: z.uuid(), status: z.string() }),
    )
    expect(written.status).toBe('published')
    expect(shape(await bellOf(me)).map(({ kind }) => kind)).toEqual(['mention', 'follow'])
    await call(me.client, 'mark_notifications_read', { p_until: null }, z.int())
    await act(ana, 'follow_person', { p_person: me.id, p_following: false })
    await act(ana, 'edit_post', { p_post: written.id, p_body: 'Where is everybody?', p_version: 1 })
    expect(shape(await bellOf(me))).toEqual([])
  })
})

describe('hidden from the list and from the number', () => {
  const hide: [string, (made: { me: Member; ana: Member; post: string }) => PromiseLike<unknown>][] = [
    [
      'a post that a moderator removed',
      ({ post: id }) => sql`select private.move_post(${id}, 'removed', 'test')`,
    ],
    [
      'a post that its author deleted',
      ({ post: id }) => sql`select private.move_post(${id}, 'author_deleted', 'test')`,
    ],
    [
      'somebody who was blocked',
      ({ me, ana }) => me.client.rpc('block_person', { p_person: ana.id, p_kind: 'block' }),
    ],
    [
      'somebody who blocked',
      ({ me, ana }) => ana.client.rpc('block_person', { p_person: me.id, p_kind: 'block' }),
    ],
    [
      'somebody who was muted',
      ({ me, ana }) => me.client.rpc('block_person', { p_person: ana.id, p_kind: 'mute' }),
    ],
    [
      'a deactivated account',
      ({ ana }) => sql`update public.profiles set deactivated_at = now() where id = ${ana.id}`,
    ],
  ]
  test.each(hide)('%s', async (_what, act) => {
    const [me, ana] = await Promise.all([newMember(stack), newMember(stack, 'Ana')])
    const mention = await post(ana, { body: `A secret ${randomUUID()}` })
    await notify(me, 'mention', ana, mention)
    expect([(await bellOf(me)).items.length, await unread(me)]).toEqual([1, 1])
    await act({ me, ana, post: mention })
    expect([(await bellOf(me)).items.length, await unread(me), await shellUnread(me)]).toEqual([0, 0, 0])
  })

  test('a comment under a post that was removed; but the author hears of the decision', async () => {
    const [me, ana] = await Promise.all([newMember(stack), newMember(stack, 'Ana')])
    const mine = await post(me)
    const comment = await post(ana, { post_id: mine })
    await notify(me, 'comment', ana, comment)
    await notify(ana, 'reaction', me, comment)
    await sql`select private.move_post(${mine}, 'removed', 'test')`
    await notify(me, 'post_removed', null, mine, { id: randomUUID() })
    expect(shape(await bellOf(ana))).toEqual([])
    expect((await bellOf(me)).items.find(({ kind }) => kind === 'post_removed')).toBeDefined()
  })
})

test('visitors and guests have no bell', async () => {
  const gus = await users.actingAs('Gus')
  expect((await gus.rpc('read_my_bell')).data).toBeNull()
  expect((await refusal(call(gus, 'mark_notifications_read', { p_until: null }, z.int()))).code).toBe(
    'members_only',
  )
  expect((await call(gus, 'read_shell', {}, shellSchema)).unread).toBeNull()
  expect((await call(await users.actingAs('visitor'), 'read_shell', {}, shellSchema)).unread).toBeNull()
})

test('what is half a year old is swept', async () => {
  const me = await newMember(stack)
  await sql`insert into public.notifications ${sql([181, 179].map((days) => ({ user_id: me.id, kind: 'sanction', about_id: randomUUID(), created_at: new Date(Date.now() - days * 86_400_000) })))}`
  await sql`select private.sweep_notifications()`
  expect((await bellOf(me)).items).toHaveLength(1)
})
