import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { createTicketSigner } from '#server/ticket-signing.server.ts'
import type { LocalStack } from '../scripts/local-stack.ts'
import { fillEvent } from './pack.ts'
import { sized } from './size.ts'
import { median } from './views.ts'

/**
 * Measures check-ins of different tickets of one event through the scanner's API, which verifies the signature of each code, and through
 * the database's API alone, beside the same function called directly in Postgres.
 */

const connections = 16
const scansPerRound = sized(150, 4)
const rounds = sized(3, 1)

type Ticket = { id: string; typeId: string }
type CheckIns = Record<string, { 'check-ins/s': number; ratio: number }>

/** Runs a check-in of each ticket over so many connections at once. @returns check-ins per second */
async function perSecond(
  tickets: Ticket[],
  checkIn: (ticket: Ticket, connection: number) => Promise<unknown>,
): Promise<number> {
  const queue = [...tickets]
  const from = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let ticket = queue.pop(); ticket; ticket = queue.pop()) {
        const result = await checkIn(ticket, connection)
        if (result !== 'ok') throw new Error(`a check-in had the result ${result}`)
      }
    }),
  )
  return tickets.length / ((performance.now() - from) / 1000)
}

/** Signs an admin of the demo brand in. @returns the cookie of the site, and a client of the database's API */
async function signIn(siteUrl: string, stack: LocalStack, email: string) {
  const password = 'Jouvay2026'
  const response = await fetch(`${siteUrl}/api/auth/login`, {
    method: 'POST',
    headers: { origin: siteUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password }),
  })
  if (!response.ok) throw new Error(`signing in was answered with ${response.status}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const client = createClient(stack.url, stack.publishableKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { cookie, client }
}

/** Opens connections that act as somebody, as the API does for each request. */
async function openDirect(stack: LocalStack, person: string): Promise<postgres.Sql[]> {
  const claims = JSON.stringify({ sub: person, role: 'authenticated' })
  return Promise.all(
    Array.from({ length: connections }, async () => {
      const sql = postgres(stack.dbUrl, { max: 1, onnotice() {} })
      await sql`select set_config('request.jwt.claims', ${claims}, false)`
      return sql
    }),
  )
}

/** Measures three ways in turns, so that a busy machine slows each of them. */
export async function measureDoor(siteUrl: string, stack: LocalStack, signingKey: string): Promise<CheckIns> {
  const sql = postgres(stack.dbUrl, { max: 1, onnotice() {} })
  const direct: postgres.Sql[] = []
  const found: Record<string, number[]> = {}
  try {
    const event = await fillEvent(sql, scansPerRound * 3 * (rounds + 1))
    const tickets = await sql<Ticket[]>`
      select id, ticket_type_id as "typeId" from public.tickets where event_id = ${event}`
    const [ada] = await sql<{ id: string; email: string }[]>`
      select p.id, u.email from public.profiles p join auth.users u on u.id = p.id where p.username = 'ada'`
    if (!ada) throw new Error('the demo brand has no admin')
    const { cookie, client } = await signIn(siteUrl, stack, ada.email)
    direct.push(...(await openDirect(stack, ada.id)))
    const signer = createTicketSigner(signingKey)
    const read = ({ id, typeId }: Ticket) => ({
      event,
      code: signer.sign({ ticketId: id, eventId: event, typeId, generation: 1 }),
      scan: randomUUID(),
      device: randomUUID(),
      gate: 'Main',
      method: 'camera',
    })
    const ways: Record<string, (ticket: Ticket, connection: number) => Promise<unknown>> = {
      'through the scanner’s API': async (ticket) => {
        const response = await fetch(`${siteUrl}/api/door/check-in`, {
          method: 'POST',
          headers: { origin: siteUrl, cookie, 'content-type': 'application/json' },
          body: JSON.stringify(read(ticket)),
        })
        return Object(await response.json()).result
      },
      'through the API of the database': async ({ id }) => {
        const { data, error } = await client.rpc('check_in', {
          p_event: event,
          p_ticket: id,
          p_generation: 1,
          p_code: null,
          p_scan_uid: randomUUID(),
          p_gate: 'Main',
          p_method: 'camera',
          p_device: randomUUID(),
        })
        return error ? error.message : data.result
      },
      'called directly': async ({ id }, connection) => {
        const [row] =
          (await direct[connection]?.unsafe(
            `select public.check_in($1, $2, 1, null, $3, 'Main', 'camera', null, $4) ->> 'result' as result`,
            [event, id, randomUUID(), randomUUID()],
            { prepare: true },
          )) ?? []
        return row?.result
      },
    }
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, checkIn] of Object.entries(ways)) {
        const rate = await perSecond(tickets.splice(0, scansPerRound), checkIn)
        // Warms up in the first round.
        if (round > 0) found[name] = [...(found[name] ?? []), rate]
      }
    }
  } finally {
    await Promise.all([sql, ...direct].map((one) => one.end()))
  }
  const reference = median(found['called directly'] ?? [])
  return Object.fromEntries(
    Object.entries(found).map(([name, rates]) => [
      name,
      { 'check-ins/s': Math.round(median(rates)), ratio: Number((median(rates) / reference).toFixed(2)) },
    ]),
  )
}
