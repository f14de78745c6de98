import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { seedOnce, startLocalStack } from '../scripts/local-stack.ts'
import { freePorts, readSettings, temporaryFolder } from '../tools/settings.ts'
import { sized } from './size.ts'

/**
 * `npm run bench -- desk`: measures the lists of the order desk in the database, with the orders of growth.sql (about 200,000), an
 * event of 200,000 tickets, and a mail for each order. What is called runs as an admin, as the site calls it.
 */

const rounds = sized(15, 1)

const orders = (args: string) => `select public.list_staff_orders(${args})`
const attendees = (args: string) =>
  `select public.read_attendees(p_event => (select id from public.events where slug = 'arena'), ${args})`
const mails = (args: string) => `select public.list_staff_mails(${args})`
const rare = "(select code from public.orders where name = 'Zoë Grimpoker' limit 1)"

/** Measured statements by name. */
const calls: Record<string, string> = {
  'orders: newest': orders(''),
  'orders: page 40 of the newest': orders("p_after => current_setting('desk.order')"),
  'orders: by total': orders("p_sort => '-total'"),
  'orders: by buyer': orders("p_sort => 'buyer'"),
  'orders: canceled': orders("p_show => 'cancelled'"),
  'orders: canceled, by total': orders("p_show => 'cancelled', p_sort => 'total'"),
  'orders: pending (none)': orders("p_show => 'pending'"),
  'orders: refund requests (none)': orders("p_show => 'refunds'"),
  'orders: partly refunded': orders("p_show => 'part_refunded'"),
  'orders: refunded, by buyer': orders("p_show => 'refunded', p_sort => '-buyer'"),
  'orders: of the largest event (50,000)': orders(
    "p_event => (select id from public.events where slug = 'arena')",
  ),
  'orders: of the largest event, by total': orders(
    "p_event => (select id from public.events where slug = 'arena'), p_sort => '-total'",
  ),
  'orders: of three days a year ago': orders(
    "p_from => (now() - interval '363 days')::date, p_to => (now() - interval '360 days')::date",
  ),
  'orders: code': orders(`p_search => ${rare}`),
  'orders: email': orders("p_search => 'arena4711@example.com'"),
  'orders: email, its beginning': orders("p_search => 'maya.bandason'"),
  'orders: last four of a phone': orders("p_search => '4711'"),
  'orders: phone': orders("p_search => '(347) 555-4711'"),
  'orders: a rare name': orders("p_search => 'zoe grimpoker'"),
  'orders: a first name (1 of 20)': orders("p_search => 'maya'"),
  'orders: a first name, by total': orders("p_search => 'maya', p_sort => '-total'"),
  'orders: two letters': orders("p_search => 'ma'"),
  'orders: a word of all addresses, by buyer': orders("p_search => 'example', p_sort => 'buyer'"),
  'orders: nobody': orders("p_search => 'quetzalcoatl'"),
  'orders: a first name, canceled, of one event': orders(
    "p_search => 'maya', p_show => 'cancelled', p_event => (select id from public.events where slug = 'arena')",
  ),
  'attendees: A to Z': attendees("p_sort => 'name'"),
  'attendees: page 400': attendees("p_after => current_setting('desk.attendee')::uuid"),
  'attendees: latest arrivals': attendees("p_sort => '-arrival'"),
  'attendees: expected': attendees("p_show => 'expected'"),
  'attendees: arrived, A to Z': attendees("p_show => 'arrived'"),
  'attendees: VIP (200)': attendees("p_show => 'vip'"),
  'attendees: blocked (none)': attendees("p_show => 'blocked'"),
  'attendees: void (none)': attendees("p_show => 'void'"),
  'attendees: a rare type': attendees("p_type => (select id from public.ticket_types where name = 'Box')"),
  'attendees: bought on one day': attendees('p_from => current_date - 20, p_to => current_date - 20'),
  'attendees: a rare name': attendees("p_search => 'zoe grimpoker'"),
  'attendees: a first name': attendees("p_search => 'maya'"),
  'attendees: a first name, latest arrivals': attendees("p_search => 'maya', p_sort => '-arrival'"),
  'attendees: two letters, expected': attendees("p_search => 'zo', p_show => 'expected'"),
  'attendees: last four of a phone': attendees("p_search => '4711'"),
  'attendees: two letters': attendees("p_search => 'ma'"),
  'attendees: part of an address': attendees("p_search => 'arena47@'"),
  'attendees: nobody': attendees("p_search => 'quetzalcoatl'"),
  'mails: newest': mails(''),
  'mails: failed': mails("p_show => 'failed'"),
  'mails: of a rare kind': mails("p_kind => 'stock_low'"),
  'mails: address': mails("p_search => 'arena4711@example.com'"),
  'mails: a first name': mails("p_search => 'maya'"),
  'mails: two letters': mails("p_search => 'ma'"),
  'mails: a word of all addresses, failed': mails("p_search => 'example', p_show => 'failed'"),
  'mails: id at the provider': mails("p_search => 'queued as 4711F'"),
  'mails: of a day a year ago': mails(
    "p_from => (now() - interval '363 days')::date, p_to => (now() - interval '363 days')::date",
  ),
  'mails: of a person': mails("p_person => (select id from public.profiles where username = 'mia')"),
  'mails: nobody': mails("p_search => 'quetzalcoatl'"),
}

/** Starts a stack, fills it, and prints for each call the CPU time of Postgres, which other load does not lengthen, and the median and the longest time. */
export async function measureDesk(): Promise<void> {
  const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-desk-'))
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
  try {
    await seedOnce(stack.ready, dataDir, settings)
    const sql = postgres(stack.ready.dbUrl, { max: 1, onnotice() {} })
    await sql`select set_config('grown.share', ${String(sized(1, 0.002))}, false)`
    for (const name of ['growth.sql', 'desk.sql'])
      await sql.unsafe(readFileSync(new URL(name, import.meta.url), 'utf8'))
    await sql`vacuum analyze`
    await sql`
      select set_config('request.jwt.claims', jsonb_build_object('sub', id, 'role', 'authenticated')::text, false)
      from public.profiles where username = 'ada'`
    const [rows] = await sql<{ orders: number; tickets: number }[]>`
      select (select count(*)::int from public.orders) as orders, (select count(*)::int from public.tickets) as tickets`
    // Finds where the pages further on begin.
    await sql`
      select set_config('desk.order', (select code from public.orders order by created_at desc, id desc offset ${sized(2000, 20)} limit 1), false),
        set_config('desk.attendee', (
          select k.id::text from public.tickets k join public.events e on e.id = k.event_id where e.slug = 'arena'
          order by k.holder_key, k.id offset ${sized(20_000, 20)} limit 1), false)`
    const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    /** CPU time that the connection's process has used, in ms; Linux counts in hundredths of a second. */
    const cpuTime = () => {
      const fields = readFileSync(`/proc/${backend?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) * 10
    }
    const table: Record<string, Record<'CPU, ms' | 'median, ms' | 'longest, ms', number>> = {}
    for (const [name, call] of Object.entries(calls)) {
      const times: number[] = []
      let cpu = 0
      for (let round = -2; round < rounds; round++) {
        if (round === 0) cpu = cpuTime()
        const from = performance.now()
        await sql.unsafe(call)
        if (round >= 0) times.push(performance.now() - from)
      }
      const sorted = times.toSorted((a, b) => a - b)
      const inMs = (time: number | undefined) => Number((time ?? 0).toFixed(1))
      table[name] = {
        'CPU, ms': inMs((cpuTime() - cpu) / rounds),
        'median, ms': inMs(sorted[Math.floor(rounds / 2)]),
        'longest, ms': inMs(sorted.at(-1)),
      }
    }
    console.log(
      `\n${rows?.orders} orders, ${rows?.tickets} tickets; ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}, ${new Date().toISOString().slice(0, 10)}\n`,
    )
    console.table(table)
    await sql.end()
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
