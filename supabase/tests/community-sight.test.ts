import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { bellSchema } from '#features/community/bell/bell.types.ts'
import { postListSchema, postPageSchema, postsBySchema } from '#features/community/community.types.ts'
import { companySchema } from '#features/community/company/company.types.ts'
import { casePageSchema } from '#features/community/moderation/moderation.types.ts'
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

/** A post that a person wrote for the brand. */
async function brandPostOf(writer: string): Promise<string> {
  const [made] = await sql<{ id: string }[]>`
    with made as (insert into public.posts (body, is_official) values ('For the brand', true) returning id)
    insert into private.official_posts (post_id, author_id) select id, ${writer} from made returning post_id as id`
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
      await brandPostOf(of.member.id),
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

/** A moderator with a public profile, and what they wrote for the brand: a post that mentions the viewer. */
async function brandPost(viewer: Member) {
  const writer = await newMember(stack, 'Wes')
  await sql`update public.profiles set card_public = true where id in ${sql([writer.id, viewer.id])}`
  await sql`update private.user_roles set role = 'moderator' where user_id = ${writer.id}`
  const word = `zag${randomUUID().replaceAll('-', '').slice(0, 10)}`
  const body = `${word} from all of us, @${viewer.username}`
  const values = { p_body: body, p_official: true }
  const { id } = await call(writer.client, 'create_post', values, z.object({ id: z.uuid() }))
  return { writer, word, body, id }
}

describe('a post for the brand', () => {
  test('names its writer nowhere: not in the rows of the API, not in search, not by the bell, not in the feed', async () => {
    const viewer = await newMember(stack, 'Vi')
    const { writer, word, id } = await brandPost(viewer)
    const found = await call(viewer.client, 'search_site', { p_query: word }, foundSchema)
    const [{ brand } = { brand: '' }] = await sql<{ brand: string }[]>`select brand from public.settings`
    expect(found.posts.map(({ author }) => author.name)).toEqual([brand])
    const bell = await call(viewer.client, 'read_my_bell', {}, bellSchema)
    expect(bell.items[0]).toMatchObject({
      kind: 'mention',
      count: 1,
      people: [{ name: brand, avatar: null, username: null }],
    })
    for (const client of [viewer.client, await users.actingAs('visitor'), await users.actingAs('Mo')]) {
      const answers = await Promise.all([
        client.from('posts').select('*').eq('id', id),
        client.from('posts').select('id').eq('author_id', writer.id),
        client.from('notifications').select('*').eq('post_id', id),
        client.rpc('read_post', { p_post: id }),
        client.rpc('list_posts', { p_from: id, p_limit: 1 }),
        client.rpc('list_posts_by', { p_username: writer.username }),
      ])
      expect(answers[0].data).toHaveLength(1)
      expect(answers[1].data).toEqual([])
      expect(JSON.stringify(answers.map(({ data }) => data))).not.toContain(writer.id)
    }
  })

  test('belongs to its writer and no other moderator: they edit and delete it, and leave its case to others', async () => {
    const viewer = await newMember(stack, 'Vi')
    const { writer, id, body } = await brandPost(viewer)
    const isOwn = async (client: SupabaseClient) =>
      (await call(client, 'read_post', { p_post: id }, postPageSchema.nullable()))?.post.isOwn
    const mo = await users.actingAs('Mo')
    expect([await isOwn(writer.client), await isOwn(mo), await isOwn(viewer.client)]).toEqual([
      true,
      false,
      false,
    ])
    const [report, open] = [{ p_post: id, p_reason: 'spam' }, { p_post: id }]
    await expect(call(writer.client, 'report_post', report, z.unknown())).rejects.toThrow('own_post')
    await expect(call(writer.client, 'open_post_case', open, z.unknown())).rejects.toThrow('own_post')
    const edit = { p_post: id, p_body: `${body}!`, p_version: 1 }
    await expect(call(mo, 'edit_post', edit, z.unknown())).rejects.toThrow('not_found')
    await call(writer.client, 'edit_post', edit, z.unknown())
    const found = await call(mo, 'open_post_case', open, z.uuid())
    const read = async (client: SupabaseClient) =>
      call(client, 'read_case', { p_case: found }, casePageSchema.nullable())
    expect(await read(mo)).toMatchObject({ isOwn: false, authorId: writer.id, person: { id: writer.id } })
    expect(await read(writer.client)).toMatchObject({ isOwn: true })
    await expect(call(writer.client, 'claim_case', { p_case: found }, z.unknown())).rejects.toThrow(
      'own_case',
    )
    await expect(call(mo, 'delete_post', { p_post: id }, z.unknown())).rejects.toThrow('not_found')
    await call(writer.client, 'delete_post', { p_post: id }, z.unknown())
    expect(await sees(viewer.client, id)).toBe(false)
  })

  test('is seen by who blocked or muted its writer, and not by who reported it', async () => {
    const viewer = await newMember(stack, 'Vi')
    const { writer, id } = await brandPost(viewer)
    for (const p_kind of ['mute', 'block']) {
      await viewer.client.rpc('block_person', { p_person: writer.id, p_kind })
      expect([p_kind, await sees(viewer.client, id)]).toEqual([p_kind, true])
    }
    await call(viewer.client, 'report_post', { p_post: id, p_reason: 'spam' }, z.unknown())
    expect(await sees(viewer.client, id)).toBe(false)
  })

  test("stays when its writer's account is deactivated or deleted, and moderators still decide about it", async () => {
    const viewer = await newMember(stack, 'Vi')
    const { writer, id } = await brandPost(viewer)
    const mo = await users.actingAs('Mo')
    const found = await call(mo, 'open_post_case', { p_post: id }, z.uuid())
    await sql`update public.profiles set deactivated_at = now() where id = ${writer.id}`
    expect(await sees(viewer.client, id)).toBe(true)
    await sql`delete from auth.users where id = ${writer.id}`
    expect(await sees(viewer.client, id)).toBe(true)
    const read = await call(mo, 'read_case', { p_case: found }, casePageSchema.nullable())
    expect(read).toMatchObject({ isOwn: false, authorId: null, person: null })
    await call(
      mo,
      'decide_case',
      { p_case: found, p_version: read?.version, p_decision: 'remove', p_rule: 'spam', p_reason: 'Not ours' },
      z.unknown(),
    )
    expect(await sees(viewer.client, id)).toBe(false)
  })
})

/** Whether a member sees a post at the top of a page of the feed. */
const sees = async (client: SupabaseClient, id: string) =>
  (await feed(client, { p_from: id, p_limit: 1 }))?.posts.some((one) => one.id === id) ?? false
