import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import {
  myPeopleSchema,
  personPageSchema,
  suggestionsSchema,
} from '#features/community/people/people.types.ts'
import { brokenRules } from './invariants.ts'
import { type Member, newMember } from './member.ts'
import { call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests who follows, blocks and mutes whom, what they see of each other, and whom a post may mention. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** A member whose profile is public. */
async function openMember(name = 'Kai'): Promise<Member> {
  const member = await newMember(stack, name)
  await sql`
    update public.profiles set card_public = true, bio = ${`Bio of ${member.username}`}, city = 'Brooklyn' where id = ${member.id}`
  return member
}

type Kind = 'block' | 'mute' | null
const codeOf = async (calling: PromiseLike<{ error: { message: string } | null }>) =>
  (await calling).error?.message ?? null
const follow = (who: Member, whom: Member, following = true) =>
  codeOf(who.client.rpc('follow_person', { p_person: whom.id, p_following: following }))
const block = (who: Member, whom: Member, kind: Kind = 'block') =>
  codeOf(who.client.rpc('block_person', { p_person: whom.id, p_kind: kind }))
const pageOf = (client: SupabaseClient, { username }: Member) =>
  call(client, 'read_person_page', { p_username: username }, personPageSchema)
const suggested = async (client: SupabaseClient, prefix: string) =>
  (await call(client, 'suggest_people', { p_prefix: prefix }, suggestionsSchema)).map(
    ({ username }) => username,
  )
const mine = (who: Member, p_show: string, p_from: string | null = null) =>
  call(who.client, 'read_my_people', { p_show, p_from }, myPeopleSchema)
const told = async (who: Member) => {
  const rows = await sql<
    { kind: string; actor_id: string | null }[]
  >`select kind, actor_id from public.notifications where user_id = ${who.id} and not is_withdrawn order by created_at`
  return rows.map(({ kind, actor_id }) => [kind, actor_id])
}
const notify = (who: Member, kind: string, actor: Member | null, facts: Record<string, string> = {}) =>
  sql`select private.notify(${who.id}, ${kind}, ${actor?.id ?? null}, null, null, ${sql.json(facts)})`

describe('a page', () => {
  let ana: Member
  let visitor: SupabaseClient
  beforeAll(async () => {
    ana = await openMember('Ana')
    visitor = await users.actingAs('visitor')
  })

  test('shows what a public card opens up, to everybody', async () => {
    for (const client of [visitor, await users.actingAs('Gus'), (await newMember(stack)).client]) {
      expect(await pageOf(client, ana)).toMatchObject({
        id: ana.id,
        card: { displayName: 'Ana', bio: `Bio of ${ana.username}`, city: 'Brooklyn' },
        isMe: false,
        isPublic: true,
        isStaff: false,
      })
    }
    const [card] = z
      .array(z.object({ card: z.record(z.string(), z.unknown()) }))
      .parse([await pageOf(visitor, ana)])
    expect(Object.keys(card?.card ?? {}).sort()).toEqual(['avatar', 'bio', 'city', 'displayName', 'username'])
  })

  test('of a private card, a deactivated account and an unknown handle is one and the same answer', async () => {
    const [shut, gone] = [await newMember(stack), await openMember()]
    await sql`update public.profiles set deactivated_at = now() where id = ${gone.id}`
    for (const client of [visitor, ana.client, await users.actingAs('Ada')])
      for (const member of [shut, gone, { ...gone, username: 'nobody_at_all' }])
        expect(await pageOf(client, member)).toBeNull()
    expect(await pageOf(shut.client, shut)).toMatchObject({ isMe: true, isPublic: false })
  })

  test.each<[string, (reader: Member) => Promise<unknown>, object | null]>([
    ['a stranger', async () => null, { mine: null, isFollowing: false, followsMe: false }],
    ['a follower', (reader) => follow(reader, ana), { isFollowing: true, followsMe: false }],
    ['somebody followed', (reader) => follow(ana, reader), { isFollowing: false, followsMe: true }],
    ['who muted', (reader) => block(reader, ana, 'mute'), { mine: 'mute' }],
    ['who is muted', (reader) => block(ana, reader, 'mute'), { mine: null }],
    ['who is blocked', (reader) => block(ana, reader), null],
    [
      'who blocked',
      (reader) => block(reader, ana),
      { mine: 'block', card: { displayName: 'Ana', avatar: null, username: expect.any(String) } },
    ],
    [
      'who blocked and is blocked',
      async (reader) => [await block(reader, ana), await block(ana, reader)],
      { mine: 'block' },
    ],
  ])('as %s sees it', async (_who, prepare, seen) => {
    const reader = await openMember()
    await prepare(reader)
    const page = await pageOf(reader.client, ana)
    if (seen === null) expect(page).toBeNull()
    else expect(page).toMatchObject(seen)
    if (page?.mine === 'block') expect(page.card).not.toHaveProperty('bio')
  })
})

describe('following', () => {
  test('is told once, and taken back without a trace', async () => {
    const [ana, ben] = [await openMember('Ana'), await openMember('Ben')]
    expect(await follow(ana, ben)).toBeNull()
    expect(await follow(ana, ben)).toBeNull()
    expect(await told(ben)).toEqual([['follow', ana.id]])
    expect((await mine(ana, 'following')).people).toMatchObject([{ id: ben.id, isFollowing: true }])
    expect((await mine(ben, 'followers')).people).toMatchObject([{ id: ana.id, isFollowing: false }])
    expect(await follow(ana, ben, false)).toBeNull()
    expect(await told(ben)).toEqual([])
    expect((await mine(ben, 'followers')).people).toEqual([])
  })

  test('takes a public profile, an active account and somebody else', async () => {
    const [ana, shut, gone] = [await openMember(), await newMember(stack), await openMember()]
    await sql`update public.profiles set deactivated_at = now() where id = ${gone.id}`
    for (const whom of [shut, gone, ana, { ...shut, id: randomUUID() }])
      expect(await follow(ana, whom)).toBe('not_found')
    const gus = await users.actingAs('Gus')
    expect(await codeOf(gus.rpc('follow_person', { p_person: ana.id, p_following: true }))).toBe(
      'members_only',
    )
    expect(await codeOf(gus.rpc('block_person', { p_person: ana.id, p_kind: 'block' }))).toBe('members_only')
  })

  test('lists people 50 a page, each once', async () => {
    const ana = await openMember()
    await sql`
      insert into public.person_follows (follower_id, followed_id, created_at)
      select p.id, ${ana.id}, now() - interval '1 day' from public.profiles p where p.id <> ${ana.id} order by p.id limit 60`
    const first = await mine(ana, 'followers')
    expect(first.people).toHaveLength(50)
    // Other tests close accounts meanwhile.
    const difference = async () => {
      const pages = [await mine(ana, 'followers')]
      pages.push(await mine(ana, 'followers', pages[0]?.next))
      const [{ n } = { n: 0 }] = await sql<{ n: number }[]>`
        select count(*)::int as n from public.person_follows f join public.profiles p on p.id = f.follower_id
        where f.followed_id = ${ana.id} and p.deactivated_at is null`
      return n - new Set(pages.flatMap(({ people }) => people.map(({ id }) => id))).size
    }
    await expect.poll(difference).toBe(0)
    expect((await mine(ana, 'followers', randomUUID())).people).toHaveLength(50)
  })
})

describe('blocking', () => {
  test('ends follows both ways and what was told, and keeps the other one from coming back', async () => {
    const [ana, ben] = [await openMember('Ana'), await openMember('Ben')]
    await Promise.all([follow(ana, ben), follow(ben, ana)])
    await notify(ana, 'mention', ben)
    expect(await block(ana, ben)).toBeNull()
    expect([await told(ana), await told(ben)]).toEqual([[], []])
    for (const [who, list] of [
      [ana, 'following'],
      [ana, 'followers'],
      [ben, 'following'],
      [ben, 'followers'],
    ] as const)
      expect((await mine(who, list)).people).toEqual([])
    expect([await follow(ben, ana), await follow(ana, ben)]).toEqual(['not_found', 'not_found'])
    await Promise.all([notify(ana, 'mention', ben), notify(ben, 'mention', ana)])
    expect([await told(ana), await told(ben)]).toEqual([[], []])
    expect((await mine(ana, 'blocked')).people).toMatchObject([{ id: ben.id }])
    expect((await mine(ben, 'blocked')).people).toEqual([])
    expect(await block(ana, ben, null)).toBeNull()
    expect(await follow(ben, ana)).toBeNull()
  })

  test('refuses oneself, an unknown kind, nobody and a guest', async () => {
    const ana = await openMember()
    expect(await block(ana, ana)).toBe('invalid')
    expect(await codeOf(ana.client.rpc('block_person', { p_person: ana.id, p_kind: 'hate' }))).toBe('invalid')
    for (const id of [randomUUID(), await users.id('Gus')])
      expect(await block(ana, { ...ana, id })).toBe('not_found')
  })

  test('wins against a follow at the same moment', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 6 }, async () => ({ ana: await openMember(), ben: await openMember() })),
    )
    await Promise.all(pairs.flatMap(({ ana, ben }) => [follow(ben, ana), block(ana, ben), follow(ben, ana)]))
    for (const { ana, ben } of pairs)
      expect(
        await sql`select 1 from public.person_follows where follower_id = ${ben.id} and followed_id = ${ana.id}`,
      ).toHaveLength(0)
  })

  test('is one answer for both people; muting is for one', async () => {
    const [ana, ben] = [await openMember(), await openMember()]
    const between = async () => {
      const [row] = await sql<{ hidden: boolean[]; muted: boolean[] }[]>`
        select array[private.is_hidden_between(${ana.id}, ${ben.id}), private.is_hidden_between(${ben.id}, ${ana.id}),
          private.is_hidden_between(null, ${ben.id})] as hidden,
          array[private.is_muted_by(${ana.id}, ${ben.id}), private.is_muted_by(${ben.id}, ${ana.id})] as muted`
      return row
    }
    await block(ana, ben, 'mute')
    expect(await between()).toEqual({ hidden: [false, false, false], muted: [true, false] })
    await block(ana, ben)
    expect(await between()).toEqual({ hidden: [true, true, false], muted: [false, false] })
  })
})

test('muting silences one side alone, and following ends it', async () => {
  const [ana, ben] = [await openMember('Ana'), await openMember('Ben')]
  await follow(ben, ana)
  expect(await block(ana, ben, 'mute')).toBeNull()
  expect(await told(ana)).toEqual([])
  await notify(ana, 'comment', ben)
  await notify(ben, 'comment', ana)
  expect([await told(ana), await told(ben)]).toEqual([[], [['comment', ana.id]]])
  expect((await mine(ana, 'followers')).people).toMatchObject([{ id: ben.id }])
  await follow(ana, ben)
  expect((await mine(ana, 'muted')).people).toEqual([])
})

describe('the bell', () => {
  test('tells of others alone, of members alone, and of who decided nothing', async () => {
    const [ana, ben] = [await openMember(), await openMember()]
    await notify(ana, 'mention', ana)
    await notify({ ...ana, id: await users.id('Gus') }, 'mention', ana)
    expect(await told(ana)).toEqual([])
    expect(
      await sql`select 1 from public.notifications where user_id = ${await users.id('Gus')}`,
    ).toHaveLength(0)
    // A block between a member and a moderator keeps no decision from the member.
    await block(ana, ben)
    await notify(ana, 'sanction', ben, { id: randomUUID() })
    expect(await told(ana)).toEqual([['sanction', null]])
    await expect(notify(ana, 'applause', ben)).rejects.toThrow('unknown kind')
  })

  test('keeps one row for what one person does again, and each decision apart', async () => {
    const [ana, ben] = [await openMember(), await openMember()]
    await notify(ana, 'follow', ben)
    await notify(ana, 'follow', ben)
    expect(await told(ana)).toHaveLength(1)
    await sql`update public.notifications set read_at = now() where user_id = ${ana.id}`
    await notify(ana, 'follow', ben)
    const unread = () => sql`select 1 from public.notifications where user_id = ${ana.id} and read_at is null`
    expect(await unread()).toHaveLength(0)
    await sql`update public.notifications set created_at = now() - interval '25 hours' where user_id = ${ana.id}`
    await notify(ana, 'follow', ben)
    expect(await unread()).toHaveLength(1)
    for (const id of [randomUUID(), randomUUID()]) await notify(ana, 'sanction', null, { id })
    expect(await unread()).toHaveLength(3)
  })
})

describe('suggestions', () => {
  test('begin with the handle or the name, those followed first, and leave out who is hidden', async () => {
    const tag = `zed${randomUUID().slice(0, 6)}`
    const me = await openMember()
    const made: Record<string, Member> = {}
    for (const name of ['ann', 'bob', 'cat', 'dan', 'eve', 'fay']) {
      const member = await openMember()
      made[name] = { ...member, username: `${tag}_${name}` }
      await sql`update public.profiles set username = ${`${tag}_${name}`} where id = ${member.id}`
    }
    const { bob, cat, dan, eve, fay } = made as Record<'bob' | 'cat' | 'dan' | 'eve' | 'fay', Member>
    await follow(me, cat)
    await block(me, bob, 'mute')
    await block(dan, me)
    await sql`update public.profiles set card_public = false where id = ${eve.id}`
    await sql`update public.profiles set username = ${`x${tag}`}, display_name = ${`${tag.toUpperCase()} Fay`} where id = ${fay.id}`
    const expected = [`${tag}_cat`, `x${tag}`, `${tag}_ann`]
    for (const prefix of [tag, `@${tag}`, ` ${tag.toUpperCase()}`])
      expect(await suggested(me.client, prefix)).toEqual(expected)
    for (const prefix of ['', '@', '%', '_', `${tag}%`, '\\']) {
      const found = await suggested(me.client, prefix)
      expect(found.filter((name) => name.includes(tag))).toEqual([])
    }
    // Who muted is suggested to the muted one, who was blocked to nobody of the two.
    await sql`update public.profiles set username = ${`${tag}_me`} where id = ${me.id}`
    expect(await suggested(bob.client, `${tag}_me`)).toEqual([`${tag}_me`])
    expect(await suggested(dan.client, `${tag}_me`)).toEqual([])
  })

  test('are for members', async () => {
    expect(await codeOf((await users.actingAs('Gus')).rpc('suggest_people', { p_prefix: 'a' }))).toBe(
      'members_only',
    )
  })
})

test('merging two accounts of which one blocked the other leaves no row about oneself', async () => {
  const [from, into, other] = [await openMember(), await openMember(), await openMember()]
  await block(from, into)
  await block(from, other, 'mute')
  await sql`insert into public.person_follows ${sql([
    { follower_id: other.id, followed_id: from.id },
    { follower_id: from.id, followed_id: other.id },
    { follower_id: into.id, followed_id: other.id },
  ])}`
  const ada = await users.actingAs('Ada')
  await call(
    ada,
    'merge_accounts',
    { p_from: from.id, p_into: into.id, p_reason: 'the same person' },
    z.uuid(),
  )
  expect((await mine(into, 'muted')).people.map(({ id }) => id)).toEqual([other.id])
  expect((await mine(into, 'followers')).people.map(({ id }) => id)).toEqual([other.id])
  expect((await mine(into, 'blocked')).people).toEqual([])
})
