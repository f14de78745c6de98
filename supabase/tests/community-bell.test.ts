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

  test('has pages of 100 rows, each once', async () => {
    const me = await newMember(stack)
    await sql`
      insert into public.notifications (user_id, kind, about_id, created_at)
      select ${me.id}, 'sanction_lifted', gen_random_uuid(), now() - interval '1 day' from generate_series(1, 130)`
    const first = await bellOf(me)
    const second = await bellOf(me, first.next)
    expect([first.items.length, second.items.length, second.next]).toEqual([100, 30, null])
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(130)
    // A number that nobody needs to know is not counted to the end.
    expect(await unread(me)).toBe(100)
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
