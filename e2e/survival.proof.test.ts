import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts, root, temporaryFolder } from '../tools/settings.ts'

/**
 * Tests that buyers keep buying, and retry like a browser on a bad connection, while one process after the other is
 * killed. This site has its own data and ports, so no other test is affected.
 */

/** Each kill interrupts all buyers, so 40 purchases are interrupted by the kills of one part. `KILLS=10` is the longer proof. */
const killsOfEach = Number(process.env.KILLS ?? 5)
const buyersAtOnce = 8
/** Timeout of each step, in milliseconds. */
const timeout = 240_000

let dataDir: string
let siteUrl: string
let site: ChildProcess
let sql: postgres.Sql
let choice: { event: string; type: string }
/** The launcher's last output, for the message of a failure. */
let output = ''
let stopBuying = false
const bought: { code: string; owner: string }[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-survival-'))
  const [stackPort, port] = await freePorts()
  siteUrl = `http://localhost:${port}`
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    STACK_PORT: String(stackPort),
    PORT: String(port),
    SITE_URL: siteUrl,
    TRUSTED_PROXY_HOPS: '1',
    FLOOD_PER_MINUTE: '0',
    PAYMENT_PROVIDER: 'test',
    LOG_LEVEL: 'silent',
  }
  for (const name of ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY', 'SMTP_URL'])
    delete env[name]
  site = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  site.stderr?.on('data', (chunk) => {
    output = (output + chunk).slice(-4000)
  })
  await serving()
  sql = postgres(`postgres://postgres:postgres@127.0.0.1:${stackPort + 1}/postgres`, {
    max: 2,
    onnotice() {},
  })
  const [row] = await sql<{ event: string; type: string }[]>`
    select e.id as event, t.id as type from public.events e join public.ticket_types t on t.event_id = e.id
    where e.slug = 'new-years-fete' order by t.position limit 1`
  if (!row) throw new Error('the demo event is missing')
  choice = row
})

afterAll(async () => {
  stopBuying = true
  await sql?.end({ timeout: 2 })
  if (site?.exitCode === null) {
    const ended = new Promise((resolve) => site.once('exit', resolve))
    site.kill('SIGTERM')
    await ended
  }
  rmSync(dataDir, { recursive: true, force: true })
})

/** Waits until the site reports that it can serve. */
async function serving(): Promise<void> {
  for (const end = Date.now() + timeout; Date.now() < end; await wait(50)) {
    const response = await fetch(`${siteUrl}/healthz`).catch(() => null)
    await response?.body?.cancel()
    if (response?.status === 200) return
    if (site.exitCode !== null) throw new Error(`the launcher gave up: ${output}`)
  }
  throw new Error(`the site did not serve within ${timeout} ms`)
}

type Part = 'site' | 'API' | 'Postgres'

/** Finds the current process of a part below the launcher. */
function processOf(part: Part): number | undefined {
  const listing = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString()
  const all = [...listing.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(([, pid, parent, command]) => ({
    pid: Number(pid),
    parent: Number(parent),
    command: command ?? '',
  }))
  const below = (parent: number | undefined, pattern: RegExp) =>
    all.find((one) => one.parent === parent && pattern.test(one.command))?.pid
  if (part === 'site') return below(site.pid, /server\.ts/)
  const stack = below(site.pid, /embedded\/main\.ts/)
  return part === 'API' ? stack : below(stack, /postgres/)
}

/** A complete response: one that was cut off is none. */
type PageResponse = { status: number; location: string | null; text: string }

/** A buyer's browser: cookies, an address of its own, and retries until there is a definite response. */
function openBrowser() {
  const cookies = new Map<string, string>()
  const address = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250) + 1).join('.')}`
  return async function send(path: string, form?: Record<string, string>): Promise<PageResponse> {
    for (;;) {
      try {
        const response = await fetch(siteUrl + path, {
          method: form ? 'POST' : 'GET',
          redirect: 'manual',
          signal: AbortSignal.timeout(timeout),
          headers: {
            origin: siteUrl,
            'x-forwarded-for': address,
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          },
          ...(form ? { body: new URLSearchParams(form) } : {}),
        })
        for (const cookie of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
          if (/max-age=0/i.test(cookie)) cookies.delete(name)
          else cookies.set(name, value)
        }
        const text = await response.text()
        if (response.status < 500)
          return { status: response.status, location: response.headers.get('location'), text }
      } catch {
        // The connection broke: the request may or may not have arrived, so it is repeated.
      }
      await wait(100)
    }
  }
}

/** Buys one ticket as a guest, from the picker to the page that says it is paid. */
async function buy(): Promise<void> {
  const send = openBrowser()
  const place = async (path: string, form: Record<string, string>): Promise<string> => {
    const response = await send(path, form)
    if (response.location) return response.location
    throw new Error(
      `${path} (${form.intent ?? ''}) was answered with ${response.status}: ${response.text.slice(0, 400)}`,
    )
  }
  await send('/api/auth/guest', {})
  const me: { id: string } = JSON.parse((await send('/api/me')).text)
  const checkout = await place('/checkout', {
    intent: 'hold',
    event: choice.event,
    'lines[0].type': choice.type,
    'lines[0].quantity': '1',
  })
  const hold = new URL(checkout, siteUrl).searchParams.get('hold') ?? ''
  const payment = await place('/checkout', {
    intent: 'pay',
    hold,
    key: randomUUID(),
    name: 'Rae Survivor',
    email: `${me.id}@buyers.example`,
    age: 'on',
    terms: 'on',
  })
  const success = payment.startsWith('/test-payment/')
    ? await place(payment, { decision: 'succeeded' })
    : payment
  const code = new URL(success, siteUrl).searchParams.get('order') ?? ''
  for (;;) {
    const { text } = await send(success)
    if (/<h1[^>]*>You&#x27;re in<\/h1>/.test(text)) break
    if (stopBuying) return
    await wait(200)
  }
  bought.push({ code, owner: me.id })
}

test(`every answered purchase survives ${killsOfEach} kills each of the site, the API and Postgres, and nothing is doubled`, async () => {
  const troubles: unknown[] = []
  const buyers = Array.from({ length: buyersAtOnce }, async () => {
    while (!stopBuying) await buy().catch((trouble) => troubles.push(trouble))
  })

  for (const part of ['site', 'API', 'Postgres'] as const) {
    for (let kill = 0; kill < killsOfEach; kill += 1) {
      const before = bought.length
      // The cached health may be older than the last kill.
      let pid: number | undefined
      await expect
        .poll(() => (pid = processOf(part)), { message: `a process of the ${part}`, timeout })
        .toBeDefined()
      process.kill(Number(pid), 'SIGKILL')
      await expect.poll(() => processOf(part), { timeout }).not.toBe(pid)
      await serving()
      await expect.poll(() => bought.length, { timeout, interval: 25 }).toBeGreaterThan(before)
    }
  }
  stopBuying = true
  await Promise.all(buyers)

  expect(troubles).toEqual([])
  expect(bought.length).toBeGreaterThanOrEqual(3 * killsOfEach)
  const paidOrders = await sql<
    { code: string; owner: string; status: string; tickets: number; settled: number }[]
  >`
      select o.code, o.owner_id as owner, o.status,
        (select count(*)::int from public.tickets t where t.order_id = o.id and t.status = 'valid') as tickets,
        (select count(*)::int from public.payments p where p.order_id = o.id and p.status = 'succeeded') as settled
      from public.orders o where o.name = 'Rae Survivor' and o.status = 'paid'`
  const byOwner = new Map(paidOrders.map((order) => [order.owner, order]))
  expect(byOwner.size, 'nobody paid for two orders').toBe(paidOrders.length)
  for (const { code, owner } of bought) {
    expect(byOwner.get(owner), `the order ${code}`).toMatchObject({ code, tickets: 1, settled: 1 })
  }
  const [counters] = await sql`
      select p.sold, (select count(*)::int from public.tickets t join public.ticket_type_pools tp using (ticket_type_id)
        where tp.pool_id = p.id and t.status = 'valid') as tickets
      from public.capacity_pools p join public.ticket_type_pools tp on tp.pool_id = p.id where tp.ticket_type_id = ${choice.type}`
  expect(counters?.sold).toBe(counters?.tickets)
}, 600_000)
