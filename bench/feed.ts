import { mkdtempSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
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
async function fillPosts(sql: Sql, event: string, talk: string, from: number, to: number): Promise<void> {
  await sql.begin(async (tx) => {
    // Triggers count and index each row, which says nothing of reading.
    await tx`set local session_replication_role = replica`
    await tx`
      with people as (select array_agg(id) as ids from public.profiles)
      insert into public.posts (author_id, event_id, body, created_at)
      select p.ids[1 + n % cardinality(p.ids)], case when n % 10 = 0 then ${event}::uuid end, 'Post number ' || n,
        now() - make_interval(secs => n * 30)
      from generate_series(${from + 1}::int, ${to}::int) n, people p`
    await tx`
      with people as (select array_agg(id) as ids from public.profiles),
        first as (select id from public.posts where post_id = ${talk} and reply_to is null order by created_at limit 1)
      insert into public.posts (author_id, post_id, reply_to, body, created_at)
      select p.ids[1 + n % cardinality(p.ids)], ${talk}, case when n % 2 = 0 then (select id from first) end, 'Comment number ' || n,
        now() - make_interval(secs => ${Math.ceil(to / 20)}::int - n)
      from generate_series(${Math.ceil(from / 20) + 1}::int, ${Math.ceil(to / 20)}::int) n, people p`
    await tx`update public.post_counts set comments = (select count(*) from public.posts where post_id = ${talk}) where post_id = ${talk}`
    await tx`
      insert into public.post_counts (post_id, reactions) select p.id, '{"fire": 3}' from public.posts p
      where not exists (select 1 from public.post_counts c where c.post_id = p.id)`
  })
  await sql`vacuum analyze`
}

/** Measures each read some times, in turns, as its reader. @returns medians in milliseconds */
async function measure(
  sql: Sql,
  member: string,
  event: string,
  post: string,
): Promise<Record<string, number>> {
  const reads: [name: string, role: 'anon' | 'authenticated', query: string][] = [
    ['latest, a visitor', 'anon', 'select public.list_posts()'],
    ['latest, a member', 'authenticated', 'select public.list_posts()'],
    ['following', 'authenticated', "select public.list_posts(null, 20, 'following')"],
    ['my events', 'authenticated', "select public.list_posts(null, 20, 'events')"],
    ['thread of an event', 'anon', `select public.list_posts(null, 20, 'latest', '${event}')`],
    ['a post', 'anon', `select public.read_post('${post}')`],
    ['a post, a member who blocked people', 'authenticated', `select public.read_post('${post}')`],
    ['new posts', 'authenticated', "select public.count_new_posts(now() - interval '1 minute')"],
  ]
  const spent = reads.map((): number[] => [])
  for (let round = -3; round < rounds; round++)
    for (const [at, [, role, query]] of reads.entries())
      await sql.begin(async (tx) => {
        const claims = role === 'anon' ? '{"role":"anon"}' : JSON.stringify({ sub: member, role })
        await tx`select set_config('request.jwt.claims', ${claims}, true)`
        await tx.unsafe(`set local role ${role}`)
        const from = performance.now()
        await tx.unsafe(query)
        if (round >= 0) spent[at]?.push(performance.now() - from)
      })
  return Object.fromEntries(reads.map(([name], at) => [name, median(spent[at] ?? [])]))
}

/** Prints the figures. @throws when a page of many posts is slower than it may be */
export async function measureFeed(): Promise<void> {
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
  try {
    await seedOnce(stack.ready, dataDir, settings)
    const [mia] = await sql<{ id: string }[]>`select id from public.profiles where username = 'mia'`
    await sql`insert into public.person_follows (follower_id, followed_id)
      select ${mia?.id ?? ''}::uuid, id from public.profiles where username <> 'mia' order by id limit 50 on conflict do nothing`
    const [chosen] = await sql<{ id: string }[]>`
      select e.id from public.events e where e.visibility = 'public' and e.status = 'published' and e.doors_at > now()
      order by exists (select 1 from public.tickets k where k.event_id = e.id and k.owner_id = ${mia?.id ?? ''}) desc, e.doors_at limit 1`
    const event = chosen?.id ?? ''
    const [post] = await sql<{ id: string }[]>`
      insert into public.posts (author_id, body, created_at)
      select id, 'Everybody answers', now() - interval '1 day' from public.profiles where username = 'ada' returning id`
    const talk = post?.id ?? ''
    await sql`insert into public.posts (author_id, post_id, body) select author_id, id, 'The first one' from public.posts where id = ${talk}`
    await sql`insert into public.person_blocks (user_id, other_id, kind)
      select ${mia?.id ?? ''}::uuid, id, 'block' from public.profiles where username <> 'mia' order by id desc limit 3 on conflict do nothing`
    await fillPosts(sql, event, talk, 0, few)
    const ask = () => measure(sql, mia?.id ?? '', event, talk)
    const before = await ask()
    await fillPosts(sql, event, talk, few, many)
    const after = await ask()
    console.log(
      `\n${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), medians of ${rounds} in Postgres, in milliseconds:`,
    )
    const rows = Object.keys(before).map((name) => {
      const [small = 0, large = 0] = [before[name], after[name]]
      return [
        name,
        { [few]: small.toFixed(2), [many]: large.toFixed(2), ratio: (large / small).toFixed(2) },
      ] as const
    })
    console.table(Object.fromEntries(rows))
    const slow = rows.filter(([, { ratio }]) => Number(ratio) > mostRatio)
    if (!isSmallest && slow.length > 0)
      throw new Error(`slower than ${mostRatio} times: ${slow.map(([name]) => name).join(', ')}`)
  } finally {
    await sql.end()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
