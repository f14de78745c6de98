import { mkdtempSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import postgres, { type Sql } from 'postgres'
import { knownOf, openPack } from '#features/door/offline/pack-content.ts'
import { signPack } from '#server/pack-signing.server.ts'
import { createTicketSigner } from '#server/ticket-signing.server.ts'
import { seedOnce, startLocalStack } from '../scripts/local-stack.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { freePorts, readSettings, temporaryFolder } from '../tools/settings.ts'
import { isSmallest, sized } from './size.ts'
import { median } from './views.ts'

/**
 * `npm run bench -- pack`: the pack of a door with 10,000 tickets beside plain JSON of the same rows: its size, how long the database
 * takes to read it, and how long a phone takes to load it (parse, verify, check, index). Ratios say more than the milliseconds.
 */

const count = sized(10_000, 200)
const rounds = sized(9, 1)
/** The most bytes that a pack of 10,000 tickets may have. */
const mostBytes = 2_000_000
const device = '5f0f7c6e-52e1-4a39-8d4c-2f6c0ad1c111'

/** Copies a sold ticket of the demo brand into an event with so many, four of which one person holds. @returns the event's id */
export async function fillEvent(sql: Sql, tickets: number): Promise<string> {
  const { eventId, types } = await createEvent(sql)
  await sql.begin(async (tx) => {
    // Triggers count what is sold, which this event does not sell.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.tickets (order_id, order_line_id, event_id, ticket_type_id, holder_email, holder_name, code)
      select t.order_id, t.order_line_id, ${eventId}, ${types.Entry ?? ''}, format('holder%s@example.com', n / 4),
        (array['Mia Bell', 'Keisha Joseph', 'Dex Okafor'])[1 + n % 3],
        (select string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + (n / (32 ^ p)::bigint)::int % 32, 1), '') from generate_series(0, 8) p)
      from generate_series(1, ${tickets}::int) n
      cross join (select * from public.tickets where status = 'valid' limit 1) t
      on conflict (code) do nothing`
  })
  return eventId
}

/** Runs something several times. @returns the median in milliseconds, and what came out last */
async function timed<Made>(work: () => Promise<Made>): Promise<{ ms: number; made: Made }> {
  let made = await work()
  const spent: number[] = []
  for (let round = 0; round < rounds; round++) {
    const from = performance.now()
    made = await work()
    spent.push(performance.now() - from)
  }
  return { ms: median(spent), made }
}

/** Prints the figures. @throws when the pack is larger than it may be */
export async function measurePack(): Promise<void> {
  const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-pack-'))
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
    const eventId = await fillEvent(sql, count)
    await sql`
      select set_config('request.jwt.claims', json_build_object('sub', id, 'role', 'authenticated')::text, false)
      from public.profiles where username = 'ada'`
    const read = await timed(async () => {
      const [row] = await sql<{ pack: { version: number; tickets: unknown[] } }[]>`
        select public.read_door_pack(${eventId}, ${device}) as pack`
      if (row?.pack.tickets.length !== count)
        throw new Error(`the pack has ${row?.pack.tickets.length} tickets`)
      return row.pack
    })
    const plain = await timed(async () => {
      const [row] = await sql<{ rows: Record<string, string>[] }[]>`
        select json_agg(json_build_object('id', t.id, 'code', t.code, 'generation', t.generation, 'type', y.name, 'status', t.status,
          'custody', t.custody, 'paid', private.order_is_sold(o.status), 'blocked', t.blocked_at is not null, 'name', t.holder_name,
          'isVip', t.is_vip, 'inside', t.admission = 'inside')) as rows
        from public.tickets t join public.orders o on o.id = t.order_id join public.ticket_types y on y.id = t.ticket_type_id
        where t.event_id = ${eventId}`
      return row?.rows ?? []
    })
    const secret = Buffer.alloc(32, 7).toString('base64url')
    const ticketKey = await createTicketSigner(secret).readPublicKey(eventId)
    const payload = JSON.stringify({ ...read.made, ticketKey })
    const { signature, key } = signPack(secret, eventId, payload)
    const [packText, plainText] = [JSON.stringify({ payload, signature, key }), JSON.stringify(plain.made)]
    const load = await timed(async () => {
      const signed = JSON.parse(packText)
      return knownOf(await openPack(signed, key), { exitsOf: () => 0, lastMove: () => undefined })
    })
    const plainLoad = await timed(async () => {
      const rows: Record<string, string>[] = JSON.parse(plainText)
      return [new Map(rows.map((row) => [row.id, row])), new Map(rows.map((row) => [row.code, row]))]
    })
    const line = (pack: number, bare: number) => ({
      pack,
      'plain JSON': bare,
      ratio: Number((pack / bare).toFixed(2)),
    })
    console.info(`${count.toLocaleString('en-US')} tickets, ${cpus().length} processors`)
    console.table({
      bytes: line(packText.length, plainText.length),
      'bytes, gzip': line(gzipSync(packText).length, gzipSync(plainText).length),
      'read in SQL, ms': line(Math.round(read.ms), Math.round(plain.ms)),
      'load, ms': line(Math.round(load.ms), Math.round(plainLoad.ms)),
    })
    if (packText.length > mostBytes && !isSmallest)
      throw new Error(`The pack has ${packText.length} bytes, more than ${mostBytes}.`)
  } finally {
    await sql.end()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
