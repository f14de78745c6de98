import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { seedOnce, startLocalStack } from '../scripts/local-stack.ts'
import { freePorts, readSettings, temporaryFolder } from '../tools/settings.ts'
import { isSmallest, sized } from './size.ts'
import { median } from './views.ts'

/**
 * `npm run bench -- feed`: the first page of the community as a visitor and as a member, the tabs of a member, an event's thread, a post
 * with its comments and the count of new posts, with 1,000 posts and with 1,000,000; a twentieth as many are comments on that one
 * post. The ratio says more than the milliseconds: it may be 1.5.
 */

const few = sized(1_000, 100)
const many = sized(1_000_000, 300)
const rounds = sized(150, 2)
const mostRatio = 1.5

/**
 * Adds posts up to a number, a tenth of them in the thread of an event, with their counts, and a twentieth as many comments on one post,
 * half of them replies to its first one.
 */
async function fillPosts(sql: Sql, event: string, talk: string, to: number): Promise<void> {
  await sql.begin(async (tx) => {
    // Triggers count and index each row, which says nothing of reading.
    await tx`set local session_replication_role = replica`
    await tx`
      with people as (select array_agg(id) as ids from public.profiles)
      insert into public.posts (author_id, event_id, body, created_at)
      select p.ids[1 + n % cardinality(p.ids)], case when n % 10 = 0 then ${event}::uuid end, 'Post number ' || n,
        now() - make_interval(secs => n * 30)
      from generate_series(1, ${to}::int) n, people p`
    await tx`
      with people as (select array_agg(id) as ids from public.profiles),
        first as (select id from public.posts where post_id = ${talk} and reply_to is null order by created_at limit 1)
      insert into public.posts (author_id, post_id, reply_to, body, created_at)
      select p.ids[1 + n % cardinality(p.ids)], ${talk}, case when n % 2 = 0 then (select id from first) end, 'Comment number ' || n,
        now() - make_interval(secs => ${Math.ceil(to / 20)}::int - n)
      from generate_series(1, ${Math.ceil(to / 20)}::int) n, people p`
    await tx`update public.post_counts set comments = (select count(*) from public.posts where post_id = ${talk}) where post_id = ${talk}`
    await tx`
      insert into public.post_counts (post_id, reactions) select p.id, '{"fire": 3}' from public.posts p
      where not exists (select 1 from public.post_counts c where c.post_id = p.id)`
  })
  await sql`vacuum analyze`
}

type Feed = { sql: Sql; member: string; event: string; post: string; stop(): Promise<void> }

/** Starts a stack with the demo brand and so many posts: an event that the member holds a ticket of, and a post with many comments. */
async function openFeed(posts: number): Promise<Feed> {
  const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-feed-'))
  const [port, sitePort] = await freePorts()
  Object.assign(process.env, {
    DATA_DIR: dataDir,
    STACK_PORT: String(port),
    SITE_URL: `http://localhost:${sitePort}`,
  })
  const settings = readSettings()
  const stack = await startLocalStack({ dataDir, port, siteUrl: settings.SITE_URL }, (error) =>
    console.error(error.message),
  )
  const sql = postgres(stack.ready.dbUrl, { max: 1, onnotice: () => {} })
  const stop = async () => {
    await sql.end()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await seedOnce(stack.ready, dataDir, settings)
    const [mia] = await sql<{ id: string }[]>`select id from public.profiles where username = 'mia'`
    const member = mia?.id ?? ''
    await sql`insert into public.person_follows (follower_id, followed_id)
      select ${member}::uuid, id from public.profiles where username <> 'mia' order by id limit 50 on conflict do nothing`
    await sql`insert into public.person_blocks (user_id, other_id, kind)
      select ${member}::uuid, id, 'block' from public.profiles where username <> 'mia' order by id desc limit 3 on conflict do nothing`
    const [chosen] = await sql<{ id: string }[]>`
      select e.id from public.events e where e.visibility = 'public' and e.status = 'published' and e.doors_at > now()
      order by exists (select 1 from public.tickets k where k.event_id = e.id and k.owner_id = ${member}) desc, e.doors_at limit 1`
    const event = chosen?.id ?? ''
    const [talk] = await sql<{ id: string }[]>`
      insert into public.posts (author_id, body, created_at)
      select id, 'Everybody answers', now() - interval '1 day' from public.profiles where username = 'ada' returning id`
    const post = talk?.id ?? ''
    await sql`insert into public.posts (author_id, post_id, body, created_at)
      select author_id, id, 'The first one', now() - interval '20 hours' from public.posts where id = ${post}`
    await fillPosts(sql, event, post, posts)
    return { sql, member, event, post, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The reads of a feed: a name, who asks, and the query. */
const readsOf = ({ event, post }: Feed): [name: string, role: 'anon' | 'authenticated', query: string][] => [
  ['latest, a visitor', 'anon', 'select public.list_posts()'],
  ['latest, a member', 'authenticated', 'select public.list_posts()'],
  ['following', 'authenticated', "select public.list_posts(null, 20, 'following')"],
  ['my events', 'authenticated', "select public.list_posts(null, 20, 'events')"],
  ['thread of an event', 'anon', `select public.list_posts(null, 20, 'latest', '${event}')`],
  ['a post', 'anon', `select public.read_post('${post}')`],
  ['a post, a member who blocked people', 'authenticated', `select public.read_post('${post}')`],
  ['new posts', 'authenticated', "select public.count_new_posts(now() - interval '1 minute')"],
]

/** Runs a read as its reader. @returns milliseconds */
async function time({ sql, member }: Feed, role: 'anon' | 'authenticated', query: string): Promise<number> {
  return await sql.begin(async (tx) => {
    const claims = role === 'anon' ? '{"role":"anon"}' : JSON.stringify({ sub: member, role })
    await tx`select set_config('request.jwt.claims', ${claims}, true)`
    await tx.unsafe(`set local role ${role}`)
    const from = performance.now()
    await tx.unsafe(query)
    return performance.now() - from
  })
}

/** Measures each read on both feeds in turns, so that a busy machine slows both. @returns medians in milliseconds, by read */
async function measure(feeds: [Feed, Feed]): Promise<[name: string, small: number, large: number][]> {
  const [small, large] = feeds.map(readsOf)
  const found: [string, number, number][] = []
  for (const [at, [name]] of (small ?? []).entries()) {
    const spent: [number[], number[]] = [[], []]
    for (let round = -3; round < rounds; round++)
      for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const [, role, query] = (which === 0 ? small : large)?.[at] ?? ['', 'anon', '']
        const ms = await time(feeds[which], role, query)
        if (round >= 0) spent[which].push(ms)
      }
    found.push([name, median(spent[0]), median(spent[1])])
  }
  return found
}

/** Prints the figures. @throws when a page of many posts is slower than it may be */
export async function measureFeed(): Promise<void> {
  const feeds: Feed[] = []
  try {
    const small = await openFeed(few)
    feeds.push(small)
    const large = await openFeed(many)
    feeds.push(large)
    const found = await measure([small, large])
    console.log(
      `\n${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), load ${loadavg()[0]?.toFixed(1)}, medians of ${rounds} in Postgres, in milliseconds:`,
    )
    const rows = found.map(([name, less, more]) => [
      name,
      { [few]: less.toFixed(2), [many]: more.toFixed(2), ratio: (more / less).toFixed(2) },
    ])
    console.table(Object.fromEntries(rows))
    const slow = found.filter(([, less, more]) => more / less > mostRatio)
    if (!isSmallest && slow.length > 0)
      throw new Error(`slower than ${mostRatio} times: ${slow.map(([name]) => name).join(', ')}`)
  } finally {
    for (const { stop } of feeds) await stop()
  }
}
