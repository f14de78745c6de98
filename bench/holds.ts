import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import type { LocalStack } from '../scripts/local-stack.ts'
import type { Comparison } from './event-page.ts'
import { sized } from './size.ts'

/**
 * Measures holds of one hot ticket type placed through the site, against the same function called directly in
 * Postgres.
 */

const connections = 16
const holdsPerRound = sized(240, 4)
const rounds = sized(3, 1)

export type Buyer = { id: string; cookie: string; address: string }

/** Creates guests with a session before the clock starts. */
export async function makeBuyers(siteUrl: string, count: number): Promise<Buyer[]> {
  const make = async (index: number): Promise<Buyer> => {
    const address = `10.7.${Math.floor(index / 250)}.${(index % 250) + 1}`
    const headers = { origin: siteUrl, 'x-forwarded-for': address }
    const response = await fetch(`${siteUrl}/api/auth/guest`, { method: 'POST', headers })
    const { id } = (await response.json()) as { id?: string }
    if (!id) throw new Error(`no guest session: ${response.status}`)
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    return { id, cookie, address }
  }
  const buyers: Buyer[] = []
  for (let start = 0; start < count; start += connections) {
    buyers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(connections, count - start) }, (_, index) => make(start + index)),
      )),
    )
  }
  return buyers
}

/** Creates an event with one type and more places than the run holds. */
async function makeEvent(sql: postgres.Sql): Promise<{ event: string; type: string }> {
  const [event, type, pool] = [randomUUID(), randomUUID(), randomUUID()]
  await sql`
    insert into public.events (id, slug, title, status, visibility, city, time_zone, doors_at, starts_at, ends_at, published_at)
    values (${event}, 'bench-night', 'Bench Night', 'published', 'unlisted', 'Brooklyn', 'America/New_York', now() + interval '9 days', now() + interval '9 days', now() + interval '10 days', now())`
  await sql`insert into public.capacity_pools (id, event_id, name, capacity) values (${pool}, ${event}, 'Room', 100000)`
  await sql`insert into public.ticket_types (id, event_id, name) values (${type}, ${event}, 'General admission')`
  await sql`insert into public.ticket_type_pools (ticket_type_id, pool_id, event_id) values (${type}, ${pool}, ${event})`
  await sql`insert into public.price_releases (ticket_type_id, name, face_cents) values (${type}, 'Standard', 2500)`
  return { event, type }
}

/** Runs every buyer's hold over so many connections at once. @returns holds per second */
async function perSecond(buyers: Buyer[], hold: (buyer: Buyer) => Promise<void>): Promise<number> {
  const queue = [...buyers]
  const from = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let buyer = queue.pop(); buyer; buyer = queue.pop()) await hold(buyer)
    }),
  )
  return buyers.length / ((performance.now() - from) / 1000)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Measures three ways in turns: through the site, through the API alone, and directly. */
export async function compareHolds(siteUrl: string, stack: LocalStack): Promise<Comparison[]> {
  const sql = postgres(stack.dbUrl, { max: connections, onnotice() {} })
  const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
  const lines = (type: string) => [{ kind: 'ticket', item: type, quantity: 1 }]
  try {
    const throughSite: number[] = []
    const throughApi: number[] = []
    const direct: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const { event, type } = await makeEvent(sql)
      const buyers = await makeBuyers(siteUrl, holdsPerRound * 3)
      const part = (index: number) => buyers.slice(index * holdsPerRound, (index + 1) * holdsPerRound)
      const results = [
        await perSecond(part(0), async ({ cookie, address }) => {
          const response = await fetch(`${siteUrl}/checkout`, {
            method: 'POST',
            redirect: 'manual',
            headers: { origin: siteUrl, cookie, 'x-forwarded-for': address },
            body: new URLSearchParams({
              intent: 'hold',
              event,
              'lines[0].type': type,
              'lines[0].quantity': '1',
            }),
          })
          await response.body?.cancel()
          if (response.status !== 302)
            throw new Error(`a hold through the site was answered with ${response.status}`)
        }),
        await perSecond(part(1), async ({ id }) => {
          const { error } = await service.rpc('hold_items', {
            p_owner: id,
            p_event: event,
            p_lines: lines(type),
            p_key: randomUUID(),
          })
          if (error) throw error
        }),
        await perSecond(part(2), async ({ id }) => {
          await sql`select public.hold_items(${id}, ${event}, ${sql.json(lines(type))}, ${randomUUID()})`
        }),
      ]
      await sql`update public.events set slug = ${`bench-night-${round}`} where id = ${event}`
      if (round === 0) continue
      throughSite.push(results[0] ?? 0)
      throughApi.push(results[1] ?? 0)
      direct.push(results[2] ?? 0)
    }
    const unit = 'holds/s'
    const note = `the function called directly in Postgres, one hot type, ${connections} connections`
    return [
      { name: 'holds through the site', ours: median(throughSite), reference: median(direct), unit, note },
      { name: 'holds through the API', ours: median(throughApi), reference: median(direct), unit, note },
    ]
  } finally {
    await sql.end()
  }
}
