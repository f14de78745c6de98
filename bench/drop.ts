import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import type { LocalStack } from '../scripts/local-stack.ts'
import { type Buyer, makeBuyers } from './holds.ts'
import { sized } from './size.ts'
import { latencies, median, slowest } from './views.ts'

/**
 * Measures how long the page of a product takes around the minute of its drop, while many clients poll it and buy, beside the page of
 * a product without a drop that is polled as often while nobody buys.
 */

/** Clients that poll the page, each again a tenth of a second after its last response. */
const pollers = sized(40, 2)
const buyersPerRound = sized(120, 4)
/** Buyers that are under way at a time. */
const connections = 16
const secondsBefore = sized(3, 1)
const secondsPerRound = sized(8, 3)
const rounds = sized(3, 1)

/** Latency of the page in milliseconds. */
export type PageAtDrop = Record<
  string,
  { 'median, ms': number; 'slowest 20th, ms': number; 'polls/s': number; bought: number }
>

/** Creates a product with units for every buyer. @param dropIn seconds until its sale begins, null for one that is on sale */
async function makeProduct(sql: postgres.Sql, dropIn: number | null) {
  const id = randomUUID()
  await sql`
    insert into public.products (id, slug, name, price_cents, status, tax_class, drop_at)
    values (${id}, ${`bench-${id}`}, 'Bench shirt', 3500, 'active', 'none', now() + make_interval(secs => ${dropIn}))`
  const [variant] = await sql<{ id: string }[]>`
    insert into public.product_variants (product_id, name, sku, price_cents) values (${id}, 'M', ${id.toUpperCase()}, 3500) returning id`
  if (!variant) throw new Error('the variant was not written')
  await sql`select private.move_stock(${variant.id}, private.main_place(), ${buyersPerRound * 2}, 'received')`
  return { id, path: `/shop/${id}/bench-${id}`, variant: variant.id }
}

/** Polls a page with many clients until the time is over. @returns polls per second */
async function poll(pageUrl: string, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: pollers })
  const end = performance.now() + seconds * 1000
  let count = 0
  const one = async () => {
    while (performance.now() < end) {
      await new Promise<void>((taken, failed) => {
        const sent = request(pageUrl, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
          if (response.statusCode !== 200)
            failed(new Error(`the page was answered with ${response.statusCode}`))
          response.resume().once('end', taken)
        })
        sent.once('error', failed)
        sent.end()
      })
      count += 1
      await pause(100)
    }
  }
  await Promise.all(Array.from({ length: pollers }, one))
  agent.destroy()
  return count / seconds
}

/** Puts a unit into the cart of each buyer and begins their checkout, which holds it. @returns how many held one */
async function buy(siteUrl: string, buyers: Buyer[], variant: string): Promise<number> {
  const queue = [...buyers]
  let held = 0
  const send = async ({ cookie, address }: Buyer, path: string, fields: Record<string, string>) => {
    const response = await fetch(siteUrl + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: siteUrl, cookie, 'x-forwarded-for': address, accept: 'text/html' },
      body: new URLSearchParams(fields),
    })
    await response.body?.cancel()
    return response.headers.get('location') ?? ''
  }
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let buyer = queue.pop(); buyer; buyer = queue.pop()) {
        await send(buyer, '/cart', { intent: 'add', variant, quantity: '1' })
        const to = await send(buyer, '/checkout', { intent: 'start' })
        if (to.includes('hold=')) held += 1
      }
    }),
  )
  return held
}

/** Measures both in turns, so that a busy machine slows both. */
export async function measureDrop(siteUrl: string, stack: LocalStack): Promise<PageAtDrop> {
  const sql = postgres(stack.dbUrl, { max: 1, onnotice() {} })
  const found = {
    'no drop, nobody buys': { times: [] as number[], polls: [] as number[], bought: 0 },
    'around the drop, while people buy': { times: [] as number[], polls: [] as number[], bought: 0 },
  }
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const buyers = await makeBuyers(siteUrl, buyersPerRound)
      for (const [name, figures] of Object.entries(found)) {
        const isDrop = name !== 'no drop, nobody buys'
        const product = await makeProduct(sql, isDrop ? secondsBefore : null)
        const pageUrl = siteUrl + product.path
        const [times, polls, bought] = await Promise.all([
          latencies(pageUrl, secondsPerRound),
          poll(pageUrl, secondsPerRound),
          isDrop ? pause(secondsBefore * 1000).then(() => buy(siteUrl, buyers, product.variant)) : 0,
        ])
        if (isDrop && bought < buyersPerRound)
          throw new Error(`${buyersPerRound - bought} of ${buyersPerRound} could not buy`)
        await sql`update public.products set status = 'archived' where id = ${product.id}`
        // Warms both up in the first round.
        if (round === 0) continue
        figures.times.push(...times)
        figures.polls.push(polls)
        figures.bought += bought
      }
    }
  } finally {
    await sql.end()
  }
  return Object.fromEntries(
    Object.entries(found).map(([name, { times, polls, bought }]) => [
      name,
      {
        'median, ms': Number(median(times).toFixed(2)),
        'slowest 20th, ms': Number(slowest(times).toFixed(2)),
        'polls/s': Math.round(median(polls)),
        bought,
      },
    ]),
  )
}
