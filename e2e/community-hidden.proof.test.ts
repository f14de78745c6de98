import { randomInt, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { functions, tables } from '../supabase/tests/access.ts'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { signIn } from '../supabase/tests/member.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { meet, type Person } from './people.ts'
import { listRoutes } from './site-routes.ts'

/**
 * Searches everything that people can get at for the words of posts and comments that they may not read: held back, hidden by reports,
 * removed, deleted, erased, below a hidden post, of an account between which and the reader stands a block, and the earlier text of an
 * edited post. All of them were public and read before, so that whatever keeps words keeps these. Authors and moderators find theirs with
 * the same search, so it can fail.
 */

const { url: site } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
afterAll(() => users.close())

/** A word that is nowhere else: letters alone, so that it survives search and escaping as it is. */
const newWord = (begin: string) =>
  begin + Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join('')

/** Stands in every text: who searches for it is shown what they may read. */
const bait = newWord('bait')
const states = ['pending_review', 'auto_hidden', 'removed', 'author_deleted', 'purged'] as const
type State = (typeof states)[number]
const words = {
  /** Everybody reads these, but for somebody whom their author blocked. */
  openPost: newWord('openpost'),
  openComment: newWord('opencomment'),
  ...(Object.fromEntries(
    states.flatMap((state) => [
      [`${state} post`, newWord('post')],
      [`${state} comment`, newWord('comment')],
    ]),
  ) as Record<`${State} ${'post' | 'comment'}`, string>),
  /** A comment of the reader below a post of the author that was hidden. */
  below: newWord('below'),
  alt: newWord('alt'),
  preview: newWord('preview'),
  earlier: newWord('earlier'),
}
type Word = keyof typeof words
const open: Word[] = ['openPost', 'openComment']
const held: Word[] = ['pending_review', 'auto_hidden', 'removed'].flatMap((state) => [
  `${state as 'removed'} post` as const,
  `${state as 'removed'} comment` as const,
])
const found = (text: string): Word[] =>
  (Object.keys(words) as Word[]).filter((word) => text.includes(words[word]))

let event: TestEvent
const people = {} as Record<'author' | 'reader' | 'blocked' | 'stranger' | 'guest' | 'moderator', Person>
const clients = {} as Record<
  'visitor' | 'author' | 'reader' | 'blocked' | 'stranger' | 'guest' | 'moderator',
  SupabaseClient
>
/** Ids of the posts and comments by their word. */
const ids = {} as Record<Exclude<Word, 'alt' | 'preview' | 'earlier'>, string>
const pictures: string[] = []
const visitors = (): Record<keyof typeof clients, ApiVisitor> => ({
  visitor: new ApiVisitor(site),
  author: people.author.visitor.copy(),
  reader: people.reader.visitor.copy(),
  blocked: people.blocked.visitor.copy(),
  stranger: people.stranger.visitor.copy(),
  guest: people.guest.visitor.copy(),
  moderator: people.moderator.visitor.copy(),
})

/** Writes a text as it is when everybody reads it, with all that follows: mentions, notifications, search, counts. */
async function plant(
  word: Exclude<Word, 'alt' | 'preview' | 'earlier'>,
  by: string,
  post: string | null,
): Promise<void> {
  const body = `${words[word]} ${bait} @${people.reader.details.username}`
  const [row] = await sql<{ id: string }[]>`
    insert into public.posts (author_id, post_id, event_id, body) values (${by}, ${post}, ${event.eventId}, ${body}) returning id`
  ids[word] = row?.id ?? ''
  await sql`select private.mention_people(t), private.tell_of_post(t) from public.posts t where t.id = ${ids[word]}`
}

beforeAll(async () => {
  event = await createEvent(sql, { doorsIn: 30 })
  for (const name of ['author', 'reader', 'blocked', 'stranger'] as const)
    people[name] = await meet(site, service, 'Mia')
  people.guest = await meet(site, service, 'Gus')
  people.moderator = await meet(site, service, 'Mo')
  for (const name of ['author', 'reader', 'blocked', 'stranger', 'moderator'] as const)
    clients[name] = await signIn(stack, people[name].details.email)
  clients.visitor = await users.actingAs('visitor')
  clients.guest = await users.actingAs('Gus')
  const { author, reader, blocked } = people
  await sql`update public.profiles set card_public = true, created_at = now() - interval '9 days'
    where id in ${sql([author.id, reader.id, blocked.id])}`
  for (const follower of [reader.id, blocked.id])
    await sql`insert into public.person_follows (follower_id, followed_id) values (${follower}, ${author.id})`
  await plant('openPost', author.id, null)
  await plant('openComment', author.id, ids.openPost)
  for (const state of states) {
    await plant(`${state} post`, author.id, null)
    await plant(`${state} comment`, author.id, ids.openPost)
  }
  await plant('below', reader.id, ids['auto_hidden post'])
  await sql`insert into private.post_edits (post_id, body) values (${ids.openPost}, ${`${words.earlier} ${bait}`})`
  // Read while everybody may, by everybody: pages are kept.
  for (const visitor of Object.values(visitors()))
    for (const path of ['/community', `/community/${ids.openPost}`, `/community/${ids['auto_hidden post']}`])
      await visitor.get(path)
  const shown = [
    await new ApiVisitor(site).get('/community'),
    await new ApiVisitor(site).get(`/community/${ids.openPost}`),
  ]
  expect(found(shown.map(({ text }) => text).join())).toEqual(expect.arrayContaining(held))

  const move = (id: string, to: string) => sql`select private.move_post(${id}, ${to}, 'test')`
  for (const kind of ['post', 'comment'] as const) {
    for (const state of ['pending_review', 'auto_hidden', 'removed', 'author_deleted'] as const)
      await move(ids[`${state} ${kind}`], state)
    await move(ids[`purged ${kind}`], 'author_deleted')
    await sql`update public.posts set status_at = now() - interval '31 days' where id = ${ids[`purged ${kind}`]}`
  }
  // Pictures without a file would be faults of the pages that other tests look at meanwhile.
  for (const state of ['pending_review', 'auto_hidden', 'removed', 'author_deleted'] as const) {
    const name = randomUUID().replaceAll('-', '')
    pictures.push(name)
    const post = ids[`${state} post`]
    await sql`insert into public.post_pictures (picture_name, post_id, position, width, height, alt)
      values (${name}, ${post}, 1, 9, 9, ${`${words.alt} ${bait}`})`
    await sql`insert into public.post_links (post_id, url, title, fetched_at)
      values (${post}, 'https://example.com/', ${`${words.preview} ${bait}`}, now())`
    await sql`insert into public.post_reactions (post_id, user_id, reaction) values (${post}, ${reader.id}, 'fire')`
  }
  await service.rpc('purge_posts')
  for (const kind of ['post', 'comment'] as const)
    await sql`insert into private.moderation_cases (post_id, sources) values (${ids[`auto_hidden ${kind}`]}, '{reports}')`
  await sql`insert into public.person_blocks (user_id, other_id, kind) values (${author.id}, ${blocked.id}, 'block')`
})
afterAll(async () => {
  const made = Object.values(ids)
  await sql`delete from public.posts where id in ${sql(made)}`
})

/** The data of a page, as its own scripts request it. */
const dataOf = (path: string) => {
  const [at = '', query] = path.split('?')
  return `${at === '/' ? '/_root' : at.replace(/\/$/, '')}.data${query ? `?${query}` : ''}`
}

/** Every address that could show a post: all routes of the build for each of them, for the event and for the people, and searches. */
async function addresses(): Promise<string[]> {
  const paths = new Set<string>()
  const handles = [people.author.details.username, people.reader.details.username]
  for (const id of [...Object.values(ids), event.eventId, people.author.id]) {
    const params = {
      id,
      handle: handles[0] ?? '',
      name: pictures[0] ?? '',
      slug: `night-${event.eventId.slice(0, 8)}`,
      list: 'events',
    }
    for (const { path, id: route } of await listRoutes(params))
      if (
        id === event.eventId ||
        (path.includes(id) && /community|moderation|people|user-management/.test(route))
      )
        paths.add(path)
    for (const query of [`from=${id}`, `event=${event.eventId}&from=${id}`]) paths.add(`/community?${query}`)
    paths.add(`/community/${ids.openPost}?from=${id}`)
  }
  for (const name of pictures) paths.add(`/community/pictures/${name}`)
  for (const tab of ['latest', 'following', 'events'])
    paths.add(`/community?show=${tab}`).add(`/community?tab=${tab}`)
  for (const handle of handles) paths.add(`/people/${handle}`)
  for (const word of [bait, words['removed post'], words['auto_hidden comment'], words.earlier])
    for (const path of ['/search', '/api/search', '/api/staff/search', '/api/people'])
      paths.add(`${path}?q=${word}`)
  for (const tab of ['open', 'hidden', 'decided']) paths.add(`/admin/moderation?show=${tab}`)
  return [...paths]
}

/** Reads an address as somebody, whatever it responds with; a stream of events is not waited for. */
async function textOf(visitor: ApiVisitor, path: string): Promise<{ text: string; headers: Headers }> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(site + path, {
    redirect: 'manual',
    headers: { cookie, 'x-forwarded-for': visitor.address },
  })
  const isStream = response.headers.get('content-type')?.includes('event-stream')
  if (isStream) await response.body?.cancel()
  return { text: isStream ? '' : await response.text(), headers: response.headers }
}

/** Reads every address as somebody. @returns the words that were found, each with the first address that has it */
async function crawl(visitor: ApiVisitor): Promise<Map<Word, string>> {
  const results = new Map<Word, string>()
  const waiting = (await addresses()).flatMap((address) =>
    /\.\w+$|^\/api\/|\/pictures\//.test(address) ? [address] : [address, dataOf(address)],
  )
  const work = async () => {
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const { text, headers } = await textOf(visitor, at)
      // The address that asks for a word repeats it.
      const asked = decodeURIComponent(at)
      for (const word of found(text + JSON.stringify([...headers])))
        if (!results.has(word) && !asked.includes(words[word])) results.set(word, at)
    }
  }
  await Promise.all(Array.from({ length: 3 }, work))
  return results
}

/** Reads everything that the tables and functions of the API return to somebody. */
async function readAll(client: SupabaseClient): Promise<Map<Word, string>> {
  const results = new Map<Word, string>()
  const note = (where: string, what: unknown) => {
    for (const word of found(JSON.stringify(what ?? null))) if (!results.has(word)) results.set(word, where)
  }
  const made = Object.values(ids)
  for (const table of Object.keys(tables)) {
    note(table, (await client.from(table).select('*').limit(1000)).data)
    for (const key of ['id', 'post_id'])
      note(table, (await client.from(table).select('*').in(key, made)).data)
  }
  note('posts', (await client.from('posts').select('*').ilike('body', `%${bait}%`)).data)
  note('post_links', (await client.from('post_links').select('*, posts(*)').ilike('title', `%${bait}%`)).data)
  const rows = await sql<{ name: string; args: string[] }[]>`
    select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as args
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.provolatile <> 'v'`
  const values: Record<string, string[]> = {
    p_post: made,
    p_from: made,
    p_id: made,
    p_case: made,
    p_user: [people.author.id],
    p_person: [people.author.id],
    p_event: [event.eventId],
    p_username: [people.author.details.username],
    p_handle: [people.author.details.username],
    p_query: [bait, words['removed post']],
    p_search: [bait],
    p_tab: ['latest', 'following', 'events'],
  }
  for (const { name, args } of rows) {
    if (functions[name] === 'server') continue
    const named = args.filter((arg) => values[arg])
    const calls = named.flatMap((arg) => (values[arg] ?? []).map((value) => ({ [arg]: value })))
    const both =
      args.includes('p_event') && args.includes('p_from')
        ? made.map((id) => ({ p_event: event.eventId, p_from: id }))
        : []
    for (const call of [{}, ...calls, ...both]) note(name, (await client.rpc(name, call)).data)
  }
  return results
}

const outsiders = {
  visitor: open,
  guest: open,
  stranger: open,
  // below: their own comment, whose post is hidden
  reader: [...open, 'below'],
  blocked: [],
} as const satisfies Record<string, readonly Word[]>

describe.each(['on the site', 'through the API with the publishable key'])('%s', (where) => {
  const search = (who: keyof typeof clients) =>
    where === 'on the site' ? crawl(visitors()[who]) : readAll(clients[who])

  test.each(
    Object.entries(outsiders),
  )('%s finds no word that is not for them', async (who, allowed: readonly Word[]) => {
    const results = await search(who as keyof typeof outsiders)
    const leaks = [...results]
      .filter(([word]) => !allowed.includes(word))
      .map(([word, at]) => `${at}: ${word}`)
    expect(leaks).toEqual([])
    expect([...results.keys()]).toEqual(expect.arrayContaining(allowed.filter((word) => word !== 'below')))
  })

  test('the author finds what is held back of theirs, and moderators do; what was erased is gone for everybody', async () => {
    const [own, staff] = [await search('author'), await search('moderator')]
    expect([...own.keys()]).toEqual(expect.arrayContaining([...open, ...held]))
    expect([...staff.keys()]).toEqual(expect.arrayContaining([...open, ...held]))
    for (const results of [own, staff])
      expect([...results.keys()].filter((word) => word.startsWith('purged'))).toEqual([])
  })
})

test('nothing tells a hidden post from one that never was: pages, data, functions, rows and counts', async () => {
  /** A response without what differs from one request to the next. */
  const plain = (text: string, id: string) =>
    text
      .replaceAll(id, '{id}')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{uuid}')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+[\d:]+)/g, '{at}')
      .replaceAll(/nonce(="|-)[\w+/=-]+/g, 'nonce')
  const { stranger, visitor } = visitors()
  for (const state of states)
    for (const kind of ['post', 'comment'] as const) {
      const id = ids[`${state} ${kind}`]
      const never = randomUUID()
      for (const [who, paths] of [
        [visitor, ['', '.data', '/edit', '/report']],
        [stranger, ['', '.data', '/edit', '/edit.data', '/report', '/report.data']],
      ] as const)
        for (const path of paths) {
          const [hidden, absent] = await Promise.all(
            [id, never].map((one) => who.get(`/community/${one}${path}`)),
          )
          expect([path, hidden?.status, plain(hidden?.text ?? '', id)]).toEqual([
            path,
            absent?.status,
            plain(absent?.text ?? '', never),
          ])
        }
      const calls: [string, (post: string) => Record<string, unknown>][] = [
        ['read_post', (p_post) => ({ p_post })],
        ['list_posts', (p_from) => ({ p_from, p_event: event.eventId })],
        ['react_to_post', (p_post) => ({ p_post, p_reaction: 'fire' })],
        ['create_comment', (p_post) => ({ p_post, p_body: 'Hello there' })],
        ['create_comment', (p_reply_to) => ({ p_post: ids.openPost, p_reply_to, p_body: 'Hello there' })],
        ['report_post', (p_post) => ({ p_post, p_reason: 'spam' })],
        ['edit_post', (p_post) => ({ p_post, p_body: 'Mine now', p_version: 1 })],
        ['delete_post', (p_post) => ({ p_post })],
      ]
      for (const [name, args] of calls) {
        const answers = []
        for (const one of [id, never]) {
          const { data, error } = await clients.stranger.rpc(name, args(one))
          answers.push(plain(JSON.stringify([data, error?.code, error?.message]), one))
        }
        expect([name, answers[0]]).toEqual([name, answers[1]])
      }
      for (const table of [
        'posts',
        'post_pictures',
        'post_links',
        'post_mentions',
        'post_counts',
        'post_reactions',
      ]) {
        const key = table === 'posts' ? 'id' : 'post_id'
        const { count } = await clients.stranger
          .from(table)
          .select('*', { count: 'exact', head: true })
          .eq(key, id)
        expect([table, count ?? 0]).toEqual([table, 0])
      }
    }
})

test('counts have only what their reader sees: comments of the post, posts of the person, the bell', async () => {
  const page = await clients.stranger.rpc('read_post', { p_post: ids.openPost })
  expect(z.object({ post: z.object({ comments: z.int() }) }).parse(page.data).post.comments).toBe(1)
  const bell = async () => {
    const { data: unread } = await clients.reader.rpc('count_my_notifications')
    const { data: list } = await clients.reader.rpc('read_my_bell')
    return { unread: z.int().parse(unread), list: JSON.stringify(list) }
  }
  const { unread, list } = await bell()
  expect(found(list).filter((word) => !(open as Word[]).includes(word))).toEqual([])
  const told = await sql<{ post: string }[]>`
    select post_id as post from public.notifications where user_id = ${people.reader.id} and read_at is null`
  const shown = told.filter(({ post }) => post === ids.openPost || post === ids.openComment)
  expect(unread).toBe(shown.length)
})

test('no mail has a word of them', async () => {
  const rows = await sql.begin(async (tx) => {
    await tx`set local request.jwt.claims = '{"role": "service_role"}'`
    return tx<{ kind: string; text: string }[]>`
      select m.kind, to_jsonb(m)::text || coalesce(public.read_mail_facts(m.id)::text, '') as text
      from private.mail_outbox m where m.created_at > now() - interval '1 hour'`
  })
  const leaks = rows.flatMap(({ kind, text }) => found(text).map((word) => `${kind}: ${word}`))
  expect(leaks.filter((leak) => !open.some((word) => leak.endsWith(`: ${word}`)))).toEqual([])
})

test('the export of somebody else has none of them, that of the author all that are stored', async () => {
  const exported = async (who: 'author' | 'reader' | 'stranger') =>
    found(JSON.stringify((await clients[who].rpc('export_my_data')).data)).toSorted()
  expect(await exported('stranger')).toEqual([])
  expect(await exported('reader')).toEqual(['below'])
  const own = await exported('author')
  expect(own).toEqual(expect.arrayContaining([...open, ...held, 'earlier']))
  expect(own.filter((word) => word.startsWith('purged'))).toEqual([])
})
