import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { bellSchema } from '#features/community/bell/bell.types.ts'
import { postListSchema, postPageSchema, postsBySchema } from '#features/community/community.types.ts'
import { companySchema } from '#features/community/company/company.types.ts'
import { personPageSchema, suggestionsSchema } from '#features/community/people/people.types.ts'
import { foundSchema } from '#features/search/search.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { type Member, newMember } from './member.ts'
import { buy, call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** The table of who sees what of a member, by what is between the two, on every surface of the community, through the API. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
afterAll(() => users.close())

/** Everywhere that something of Ana could be seen. */
const surfaces = [
  'latest',
  'following',
  'thread',
  'page of a post',
  'comment',
  'search',
  'suggestions',
  'profile',
  'posts of the profile',
  'bell',
  "who's going",
] as const
type Surface = (typeof surfaces)[number]
type Ana = { member: Member; post: string; inThread: string; comment: string; word: string }
type Viewer = { client: SupabaseClient; id: string | null }

let party: TestEvent
let under: string
beforeAll(async () => {
  party = await createEvent(sql, { doorsIn: 40 })
  under = await post(await users.extra(), { body: 'A post that everybody may comment on' })
})

async function post(author: string, row: Record<string, string | boolean>): Promise<string> {
  const [made] = await sql<{ id: string }[]>`
    insert into public.posts ${sql({ author_id: author, status: 'published', ...row } as Record<string, string | boolean>)} returning id`
  return made?.id ?? ''
}

/** A member with a public profile and a ticket, seen as going, who says the same word in a post, in the thread and in a comment. */
async function ana(): Promise<Ana> {
  const member = await newMember(stack, 'Ana')
  await sql`update public.profiles set card_public = true where id = ${member.id}`
  await buy(service, member.id, party, { Entry: 1 })
  await member.client.rpc('show_in_company', { p_event: party.eventId, p_shown: true })
  const word = `zig${randomUUID().replaceAll('-', '').slice(0, 10)}`
  return {
    member,
    word,
    post: await post(member.id, { body: `${word} in a post` }),
    inThread: await post(member.id, { body: `${word} in the thread`, event_id: party.eventId }),
    comment: await post(member.id, { body: `${word} in a comment`, post_id: under }),
  }
}

const feed = (client: SupabaseClient, values: object) =>
  call(client, 'list_posts', { p_limit: 100, ...values }, postListSchema.nullable())
/** Asks each surface of the API for something of Ana. */
const seen: Record<Surface, (viewer: SupabaseClient, of: Ana) => Promise<boolean>> = {
  latest: async (client, of) =>
    (await feed(client, { p_from: of.post }))?.posts.some(({ id }) => id === of.post) ?? false,
  following: async (client, of) =>
    (await feed(client, { p_tab: 'following', p_from: of.post }))?.posts.some(({ id }) => id === of.post) ??
    false,
  thread: async (client, of) =>
    (await feed(client, { p_event: party.eventId, p_from: of.inThread }))?.posts.some(
      ({ id }) => id === of.inThread,
    ) ?? false,
  'page of a post': async (client, of) =>
    (await call(client, 'read_post', { p_post: of.post }, postPageSchema.nullable())) !== null,
  comment: async (client, of) =>
    (await call(client, 'read_post', { p_post: of.comment }, postPageSchema.nullable()))?.comments.some(
      ({ id }) => id === of.comment,
    ) ?? false,
  search: async (client, of) =>
    (await call(client, 'search_site', { p_query: of.word, p_limit: 20 }, foundSchema)).posts.length > 0,
  suggestions: async (client, of) => {
    const { data, error } = await client.rpc('suggest_people', { p_prefix: of.member.username })
    return !error && suggestionsSchema.parse(data).length > 0
  },
  profile: async (client, of) => {
    const page = await call(client, 'read_person_page', { p_username: of.member.username }, personPageSchema)
    return page !== null && page.mine !== 'block'
  },
  'posts of the profile': async (client, of) =>
    ((await call(client, 'list_posts_by', { p_username: of.member.username }, postsBySchema))?.posts.length ??
      0) > 0,
  bell: async (client) => {
    const { data, error } = await client.rpc('read_my_bell')
    return (
      !error &&
      (bellSchema
        .nullable()
        .parse(data)
        ?.items.some(({ kind }) => kind === 'mention') ??
        false)
    )
  },
  "who's going": async (client) => {
    const { data, error } = await client.rpc('read_company', { p_event: party.eventId })
    return !error && (companySchema.parse(data)?.people.length ?? 0) > 0
  },
}

const follow = (who: Viewer, whom: Viewer) =>
  who.client.rpc('follow_person', { p_person: whom.id, p_following: true })
const block = (who: Viewer, whom: Viewer, p_kind: 'block' | 'mute') =>
  who.client.rpc('block_person', { p_person: whom.id, p_kind })
type Relate = (viewer: Viewer, ana: Viewer) => PromiseLike<unknown>
const mutual: Relate = async (viewer, other) => [await follow(viewer, other), await follow(other, viewer)]

/** A member with a ticket, who can be told of something. */
async function holder(): Promise<Viewer> {
  const member = await newMember(stack, 'Viewer')
  await sql`update public.profiles set card_public = true where id = ${member.id}`
  await buy(service, member.id, party, { Entry: 1 })
  return member
}
const nobody: Relate = async () => null
const as = (name: 'visitor' | 'Gus' | 'Mo' | 'Ada') => async (): Promise<Viewer> => ({
  client: await users.actingAs(name),
  id: name === 'visitor' ? null : await users.id(name),
})

/** What is public: a visitor sees it. */
const open: Surface[] = [
  'latest',
  'thread',
  'page of a post',
  'comment',
  'search',
  'profile',
  'posts of the profile',
]
const toMembers: Surface[] = [...open, 'suggestions', 'bell']
const nothing: Surface[] = []

const table: [who: string, viewer: () => Promise<Viewer>, relate: Relate, sees: Surface[]][] = [
  ['a visitor', as('visitor'), nobody, open],
  ['a guest', as('Gus'), nobody, open],
  ['a stranger', holder, nobody, toMembers],
  ['a follower', holder, (viewer, of) => follow(viewer, of), [...toMembers, 'following']],
  ['somebody whom she follows', holder, (viewer, of) => follow(of, viewer), toMembers],
  ['a follower whom she follows', holder, mutual, [...toMembers, 'following', "who's going"]],
  [
    'who muted her',
    holder,
    async (viewer, of) => [await mutual(viewer, of), await block(viewer, of, 'mute')],
    ['page of a post', 'profile'],
  ],
  [
    'whom she muted',
    holder,
    async (viewer, of) => [await mutual(viewer, of), await block(of, viewer, 'mute')],
    [...toMembers, 'following', "who's going"],
  ],
  [
    'who blocked her',
    holder,
    async (viewer, of) => [await mutual(viewer, of), await block(viewer, of, 'block')],
    nothing,
  ],
  [
    'whom she blocked',
    holder,
    async (viewer, of) => [await mutual(viewer, of), await block(of, viewer, 'block')],
    nothing,
  ],
  ['a moderator', as('Mo'), nobody, toMembers],
  ['an admin', as('Ada'), nobody, toMembers],
]

describe.each(table)('%s', (_who, makeViewer, relate, sees) => {
  test('sees of her what the table says, of what was before and of what comes after', async () => {
    const [viewer, of] = [await makeViewer(), await ana()]
    const mention = async (about: string) => {
      if (viewer.id)
        await sql`select private.notify(${viewer.id}, 'mention', ${of.member.id}, ${about}, null)`
    }
    if (viewer.id) await sql`delete from public.notifications where user_id = ${viewer.id}`
    await mention(of.post)
    await relate(viewer, of.member)
    await mention(of.inThread)
    const found: Surface[] = []
    for (const surface of surfaces) if (await seen[surface](viewer.client, of)) found.push(surface)
    expect(found).toEqual(surfaces.filter((surface) => sees.includes(surface)))
  })
})

describe('what is held back', () => {
  test.each([
    'pending_review',
    'auto_hidden',
    'removed',
    'author_deleted',
  ])('%s: on no surface, for nobody but her', async (status) => {
    const [viewer, of] = [await holder(), await ana()]
    await mutual(viewer, of.member)
    await sql`select private.notify(${viewer.id}, 'mention', ${of.member.id}, ${of.post}, null)`
    await sql`update public.posts set status = ${status} where author_id = ${of.member.id}`
    for (const client of [await users.actingAs('visitor'), viewer.client]) {
      const found: Surface[] = []
      for (const surface of surfaces) if (await seen[surface](client, of)) found.push(surface)
      expect(found.filter((surface) => !['profile', 'suggestions', "who's going"].includes(surface))).toEqual(
        [],
      )
    }
    // Nor on her own profile: it shows her what others see of her.
    expect(await seen['posts of the profile'](of.member.client, of)).toBe(false)
  })
})

describe('the posts of a profile', () => {
  test('are pages of 20, newest first, each post once, without comments', async () => {
    const of = await ana()
    await sql`
      insert into public.posts (author_id, body, status, created_at)
      select ${of.member.id}, 'Post ' || n, 'published', now() - make_interval(hours => n) from generate_series(1, 43) n`
    const page = (p_from: string | null = null) =>
      call(of.member.client, 'list_posts_by', { p_username: of.member.username, p_from }, postsBySchema)
    const first = await page()
    const second = await page(first?.next)
    const third = await page(second?.next)
    const posts = [first, second, third].flatMap((one) => one?.posts ?? [])
    expect([first, second, third].map((one) => one?.posts.length)).toEqual([20, 20, 5])
    expect(new Set(posts.map(({ id }) => id)).size).toBe(45)
    expect(posts.map(({ createdAt }) => createdAt)).toEqual(
      posts
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    )
    expect(posts.some(({ postId }) => postId !== null)).toBe(false)
    // A post of somebody else begins no page.
    expect((await page(under))?.from).toBeNull()
  })

  test('leave out what she wrote for the brand, and threads that only guests know of', async () => {
    const of = await ana()
    const secret = await createEvent(sql)
    await sql`update public.events set visibility = 'unlisted' where id = ${secret.eventId}`
    await buy(service, of.member.id, secret, { Entry: 1 })
    const hidden = [
      await post(of.member.id, { body: 'For the brand', is_official: true }),
      await post(of.member.id, { body: 'In secret', event_id: secret.eventId }),
    ]
    const list = await call(
      of.member.client,
      'list_posts_by',
      { p_username: of.member.username },
      postsBySchema,
    )
    expect(list?.posts.map(({ id }) => id).filter((id) => hidden.includes(id))).toEqual([])
    expect(list?.posts).toHaveLength(2)
  })
})

test('who wrote for the brand is named nowhere: not in search, not by the bell', async () => {
  const [viewer, of] = [await holder(), await ana()]
  const word = `zag${randomUUID().replaceAll('-', '').slice(0, 10)}`
  const official = await post(of.member.id, { body: `${word} from all of us`, is_official: true })
  await sql`select private.notify(${viewer.id}, 'mention', ${of.member.id}, ${official}, null)`
  const [{ brand } = { brand: '' }] = await sql<{ brand: string }[]>`select brand from public.settings`
  const found = await call(viewer.client, 'search_site', { p_query: word }, foundSchema)
  expect(found.posts.map(({ author }) => author.name)).toEqual([brand])
  const bell = await call(viewer.client, 'read_my_bell', {}, bellSchema)
  expect(bell.items[0]?.people).toEqual([{ name: brand, avatar: null, username: null }])
})
