import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import * as z from 'zod'
import { ensureBuilt } from '../scripts/build.ts'
import { seedOnce, stackSettings, startLocalStack } from '../scripts/local-stack.ts'
import { supervise } from '../tools/processes.ts'
import { freePorts, localSecrets, readSettings, temporaryFolder } from '../tools/settings.ts'
import { sized } from './size.ts'

/**
 * `npm run bench -- growth`: measures pages and scans at the demo brand's size and with a hundred times its data,
 * in turns.
 */

const warmUps = sized(4, 0)
const rounds = sized(30, 1)

type GrownSite = {
  url: string
  sql: postgres.Sql
  cookie: string
  door: OpenDoor
  /** Events that the sitemap lists of this year. */
  mapped: number
  stop(): Promise<void>
}
/** An event whose door is open, and the typed codes of its tickets. */
type OpenDoor = { event: string; codes: string[] }

/** Measures the milliseconds until a response is complete; throws for any status but 200. */
export function whole(url: string, headers: Record<string, string>, body?: string): Promise<number> {
  return new Promise((measured, failed) => {
    const from = performance.now()
    const sent = request(url, { method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) measured(performance.now() - from)
        else failed(new Error(`${url}: status ${response.statusCode}`))
      })
    })
    sent.once('error', failed)
    sent.end(body)
  })
}

/**
 * Adds an event whose door is open and that has sold so many tickets, to buyers who have nothing else.
 * @param tickets one order for each ten
 */
async function openDoor(sql: postgres.Sql, tickets: number): Promise<OpenDoor> {
  const [event, type, pool, release] = Array.from({ length: 4 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
  ]
  await sql.begin(async (tx) => {
    await tx`
      insert into public.events (id, slug, title, status, city, time_zone, doors_at, starts_at, ends_at, published_at)
      values (${event}, 'full-house', 'Full House', 'published', 'Brooklyn', 'America/New_York', now() - interval '1 hour',
        now(), now() + interval '8 hours', now() - interval '9 days')`
    await tx`insert into public.capacity_pools (id, event_id, name, capacity, sold) values (${pool}, ${event}, 'Room', ${tickets}, ${tickets})`
    await tx`insert into public.ticket_types (id, event_id, name) values (${type}, ${event}, 'General admission')`
    await tx`insert into public.ticket_type_pools (ticket_type_id, pool_id, event_id) values (${type}, ${pool}, ${event})`
    await tx`insert into public.price_releases (id, ticket_type_id, name, face_cents, sold) values (${release}, ${type}, 'Standard', 0, ${tickets})`
    await tx`
      create temporary table full_house on commit drop as
      select n, gen_random_uuid() as id, gen_random_uuid() as line_id, translate(lpad(n::text, 8, '0'), '01', 'XY') as code
      from generate_series(1, ${tickets / 10}::int) n`
    await tx`
      insert into public.orders (id, code, event_id, status, email, name, currency, face_cents, fee_cents, tax_cents, total_cents,
        terms_accepted_at, terms_version, paid_at)
      select id, code, ${event}, 'paid', 'full-house-' || n || '@jouvay.example', 'Full House', 'USD', 0, 0, 0, 0, now(), '2026-11-21', now()
      from full_house`
    await tx`
      insert into public.order_lines (id, order_id, kind, item_id, release_id, item_name, item_detail, quantity, unit_face_cents,
        fee_cents, tax_cents)
      select line_id, id, 'ticket', ${type}, ${release}, 'General admission', 'Standard', 10, 0, 0, 0 from full_house`
    await tx`
      insert into public.tickets (order_id, order_line_id, event_id, ticket_type_id, holder_name, code)
      select id, line_id, ${event}, ${type}, 'Full House', t.code || private.check_character(t.code)
      from full_house cross join lateral (
        select translate(lpad((n * 10 + seat)::text, 8, '0'), '01', 'XY') as code from generate_series(0, 9) seat) t`
  })
  const rows = await sql<{ code: string }[]>`select code from public.tickets where event_id = ${event}`
  return { event, codes: rows.map(({ code }) => code) }
}

/**
 * Starts a stack with the demo brand, its data grown if `grown`, and a site over it.
 * @param tickets of the event whose door is open
 * @param options.visits of two page views each, where the data is grown; left out, 193,000
 * @param options.folder keeps the data, and what it holds already is used; left out, the data goes when the site stops
 */
export async function openSite(
  grown: boolean,
  tickets: number,
  giveUp: (error: Error) => void,
  { visits, folder }: { visits?: number; folder?: string } = {},
): Promise<GrownSite> {
  const dataDir = folder ?? mkdtempSync(join(temporaryFolder(), 'jouvay-growth-'))
  mkdirSync(dataDir, { recursive: true })
  const filled = join(dataDir, 'filled')
  const [port, sitePort] = await freePorts()
  Object.assign(process.env, {
    DATA_DIR: dataDir,
    STACK_PORT: String(port),
    PORT: String(sitePort),
    SITE_URL: `http://localhost:${sitePort}`,
  })
  const settings = readSettings()
  const url = settings.SITE_URL
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closers.reverse()) await close()
    if (!folder) rmSync(dataDir, { recursive: true, force: true })
  }
  const stack = await startLocalStack({ dataDir, port, siteUrl: url }, giveUp)
  closers.push(stack.stop)
  const sql = postgres(stack.ready.dbUrl, { max: 1, onnotice() {} })
  closers.push(() => sql.end())
  if (!existsSync(filled)) {
    await seedOnce(stack.ready, dataDir, settings)
    const run = (name: string) => sql.unsafe(readFileSync(new URL(name, import.meta.url), 'utf8'))
    await sql`select set_config('grown.share', ${String(sized(1, 0.002))}, false)`
    if (visits) await sql`select set_config('grown.visits', ${String(visits)}, false)`
    if (grown) await run('growth.sql')
    await run('full-pages.sql')
    const door = await openDoor(sql, tickets)
    writeFileSync(filled, JSON.stringify(door))
    await sql`vacuum analyze`
  }
  const door: OpenDoor = JSON.parse(readFileSync(filled, 'utf8'))
  // Stores the figures of the days that are over, as the job does each minute.
  await sql`select public.sweep()`
  const env = {
    ...localSecrets(settings, dataDir),
    ...stackSettings(stack.ready),
    SITE_URL: url,
    PORT: String(sitePort),
    SITE_MODE: 'local',
    PAYMENT_PROVIDER: 'test',
    FLOOD_PER_MINUTE: '0',
    LOG_LEVEL: 'error',
  }
  const site = await supervise(
    { name: 'site', file: 'server.ts', env, readySchema: z.object({ url: z.string() }) },
    giveUp,
  )
  closers.push(site.stop)
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password: 'Jouvay2026' }),
  })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const [{ mapped } = { mapped: 1 }] = await sql<{ mapped: number }[]>`
    select jsonb_array_length(public.list_sitemap_events(extract(year from now())::int)) as mapped`
  return { url, sql, cookie, door, mapped, stop }
}

const pages: Record<string, string> = {
  'events, upcoming': '/events',
  'events, past': '/events?tab=past',
  'events, one city': '/events?city=Brooklyn',
  home: '/',
  'dashboard, 30 days': '/analytics?days=30',
  'dashboard, a year': '/analytics?days=365',
  'staff: events': '/admin/events',
  'staff: past events': '/admin/events?show=past',
  'staff: today': '/admin',
  search: '/search?q=soca',
  'my tickets': '/my-tickets',
  'the signed-in person (/api/me)': '/api/me',
  'door scan': '',
  "the door's figures": '/ticket-scanner',
  'scan data': '/scan-data',
  sitemap: '/sitemap.xml?fresh',
  'sitemap, this year, per event': '/sitemap-events.xml?fresh',
}

/** Functions whose time in Postgres is printed too. */
const calls: Record<string, string> = {
  'read_analytics_dashboard, 30 days': 'select public.read_analytics_dashboard(30)',
  'read_analytics_dashboard, a year': 'select public.read_analytics_dashboard(366)',
  list_events: 'select public.list_events()',
  'list_events, past': 'select public.list_events(p_past => true)',
  read_home: 'select public.read_home()',
  'list_staff_events, past': "select public.list_staff_events('past')",
  read_today: 'select public.read_today()',
  search_site: "select public.search_site('soca')",
  list_sitemap_years: 'select public.list_sitemap_years()',
  'list_sitemap_events, this year, per event':
    'select public.list_sitemap_events(extract(year from now())::int)',
  sweep: 'select public.sweep()',
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Both sizes with their places, the other one first in every other round, so that neither always comes first. */
const inTurns = (sites: GrownSite[], round: number) =>
  round % 2 === 0 ? [...sites.entries()] : [...sites.entries()].reverse()

/** Measures both sizes in turns, so that a busy machine slows both, and prints what it found. */
export async function measureGrowth(): Promise<void> {
  const giveUp = (error: Error) => console.error(error.message)
  const sites: GrownSite[] = []
  try {
    await ensureBuilt()
    // 200 tickets are what the demo brand's largest events have sold.
    sites.push(await openSite(false, 200, giveUp))
    console.log('Growing to a hundred times the data takes some minutes ...')
    sites.push(await openSite(true, sized(4000, 200), giveUp))
    const send = async ({ url, cookie, door }: GrownSite, path: string) => {
      // Visitors' pages come from the page cache: a new address each time is not in it.
      if (path) return whole(url + path.replace('fresh', `fresh=${randomUUID()}`), { cookie })
      const body = {
        event: door.event,
        scan: randomUUID(),
        code: door.codes.pop(),
        gate: 'Main gate',
        method: 'code',
      }
      const headers = { cookie, origin: url, 'content-type': 'application/json' }
      return whole(`${url}/api/door/check-in`, headers, JSON.stringify(body))
    }
    const rows = Object.entries(pages).map(([name, path]) => ({
      name,
      path,
      waits: sites.map(() => [] as number[]),
    }))
    for (let round = -warmUps; round < rounds; round++)
      for (const { path, waits } of rows)
        for (const [place, site] of inTurns(sites, round)) {
          const waited = await send(site, path)
          if (round >= 0) waits[place]?.push(waited)
        }
    const inside = Object.keys(calls).map((name) => ({ name, waits: sites.map(() => [] as number[]) }))
    for (const { sql } of sites)
      await sql`
        select set_config('request.jwt.claims', jsonb_build_object('sub', id, 'role', 'authenticated')::text, false)
        from public.profiles where username = 'ada'`
    for (let round = -warmUps; round < rounds; round++)
      for (const { name, waits } of inside)
        for (const [place, { sql }] of inTurns(sites, round)) {
          const from = performance.now()
          await sql.unsafe(calls[name] ?? '')
          if (round >= 0) waits[place]?.push(performance.now() - from)
        }
    const inMs = (name: string, waits: number[], place: number) => {
      const rows = name.endsWith('per event') ? (sites[place]?.mapped ?? 1) : 1
      return Number((median(waits) / rows).toPrecision(3))
    }
    const print = (list: { name: string; waits: number[][] }[]) =>
      console.table(
        Object.fromEntries(
          list.map(({ name, waits: [seed = [], hundred = []] }) => [
            name,
            {
              'seed, ms': inMs(name, seed, 0),
              '100x, ms': inMs(name, hundred, 1),
              ratio: Number((inMs(name, hundred, 1) / inMs(name, seed, 0)).toFixed(2)),
            },
          ]),
        ),
      )
    const [, load] = loadavg()
    console.log(
      `\n${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, load average of the last minutes ${load?.toFixed(1)}\n`,
    )
    console.log(`Through the site, signed in, whole responses, medians of ${rounds} in turns:`)
    print(rows)
    console.log('Functions called in Postgres:')
    print(inside)
  } finally {
    for (const site of sites.reverse()) await site.stop()
  }
}
