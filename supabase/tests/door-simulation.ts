import { createHash, randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { actAs } from './races.ts'
import { buy } from './selling.ts'
import type { TestUsers } from './test-users.ts'

/** A night at the door: five devices that lose the network now and then, with wrong clocks, and codes of which there are two. */

const minute = 60_000
const deviceCount = 5

export type Night = { event: TestEvent; tickets: string[] }

/** Makes an event that lets people out and in again, with one ticket sold. */
export async function sellNight(users: TestUsers): Promise<TestEvent> {
  const event = await createEvent(users.sql)
  await users.sql`update public.events set reentries = 20 where id = ${event.eventId}`
  await buy(users.service, await users.extra(), event, { Entry: 1 })
  return event
}

/** Makes so many tickets of it, four an order, for the length of a transaction. */
export async function fillNight(tx: TransactionSql, event: TestEvent, count: number): Promise<Night> {
  // Copies of an order, which nobody pays for.
  await tx`set local session_replication_role = replica`
  const rows = await tx<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'orders' and is_generated = 'NEVER'`
  const columns = rows.map(({ name }) => name)
  await tx`
    insert into public.orders (${tx(columns)})
    select ${tx(columns)} from (
      select o from public.orders o join public.tickets k on k.order_id = o.id where k.event_id = ${event.eventId} limit 1
    ) one, generate_series(1, ${Math.ceil(count / 4)}::int) n, jsonb_populate_record(one.o, jsonb_build_object(
      'id', gen_random_uuid(), 'code', translate(upper(lpad(to_hex(n), 8, '0')), '01', 'XY'), 'hold_id', null, 'idempotency_key', null)) copy`
  await tx`set local session_replication_role = origin`
  await tx`
    insert into public.tickets (order_id, order_line_id, event_id, ticket_type_id, owner_id, holder_name, code)
    select o.id, k.order_line_id, k.event_id, k.ticket_type_id, k.owner_id, k.holder_name, private.new_ticket_code()
    from public.tickets k, generate_series(2, ${count}::int) n
    join (select id, row_number() over (order by id) as place from public.orders where event_id = ${event.eventId}) o on o.place = n / 4 + 1
    where k.event_id = ${event.eventId}`
  const made = await tx<
    { id: string }[]
  >`select id from public.tickets where event_id = ${event.eventId} order by id`
  return { event, tickets: made.map(({ id }) => id) }
}

type Queued = {
  scan: string
  seq: number
  at: string
  action: 'admit' | 'exit'
  ticket: string
  generation: number
  gate: string
  result: string
}
type Device = {
  id: string
  gate: string
  /** Milliseconds that its clock is ahead. */
  skew: number
  /** Its measure of that, as the server's clock minus its own. */
  offset: number
  /** When it has no network: [from, to] in milliseconds of the night. */
  away: (readonly [number, number])[]
  seq: number
  inside: Set<string>
  queue: Queued[]
}
type Step = { at: number; ticket: string; body: string; device: number; action: 'admit' | 'exit' }
type Body = { ticket: string; isIn: boolean; scan: string; isClone: boolean }

/** The night as it happened, the scans that are left to upload, and the uids under which everything has to be stored. */
export type Played = { bodies: Map<string, Body>; devices: Device[]; scans: Set<string> }

export function shuffle<T>(random: () => number, items: T[]): T[] {
  const mixed = [...items]
  for (let n = mixed.length - 1; n > 0; n--) {
    const at = Math.floor(random() * (n + 1))
    const [one, other] = [mixed[n], mixed[at]]
    if (one !== undefined && other !== undefined) [mixed[n], mixed[at]] = [other, one]
  }
  return mixed
}

function makeDevice(random: () => number, n: number): Device {
  const skew = (random() - 0.5) * 10 * minute
  const away = Array.from({ length: 3 }, (_, part) => {
    const from = (part * 10 + random() * 5) * minute
    return [from, from + random() * 6 * minute] as const
  })
  const id = `${n}${randomUUID().slice(1)}`
  // A clock measured over a network is a little wrong.
  const offset = Math.round(-skew + (random() - 0.5) * 400)
  return { id, gate: `Gate ${n % 3}`, skew, offset, away, seq: 0, inside: new Set(), queue: [] }
}

/** Plans who comes when and where; one ticket in a hundred is on two phones. */
function planNight(random: () => number, tickets: string[]): Step[] {
  const clones = new Set(shuffle(random, tickets).slice(0, Math.ceil(tickets.length / 100)))
  const steps = tickets.flatMap((ticket): Step[] => {
    const at = random() * 25 * minute
    const device = Math.floor(random() * deviceCount)
    const body = `${ticket}:1`
    const came: Step = { at, ticket, body, device, action: 'admit' }
    if (clones.has(ticket)) {
      const other = (device + 1 + Math.floor(random() * (deviceCount - 1))) % deviceCount
      return [came, { ...came, at: at + 5000 + random() * 3 * minute, body: `${ticket}:2`, device: other }]
    }
    if (random() > 0.08) return [came]
    const left: Step = {
      ...came,
      at: at + minute + random() * minute,
      device: Math.floor(random() * deviceCount),
      action: 'exit',
    }
    if (random() > 0.5) return [came, left]
    return [
      came,
      left,
      { ...came, at: left.at + minute + random() * minute, device: Math.floor(random() * deviceCount) },
    ]
  })
  return steps.sort((a, b) => a.at - b.at)
}

/** Lets a simulation say what time it is at the door; undone with the transaction. */
async function ownClock(tx: TransactionSql): Promise<void> {
  await tx`
    create or replace function private.door_now() returns timestamptz language plpgsql volatile set search_path = '' as $$
    begin return coalesce(nullif(current_setting('test.now', true), '')::timestamptz, clock_timestamp()); end $$`
}

/** The uid of what a phone did that heard no answer, where the server had decided otherwise: a scan beside the server's. */
function besides(did: 'let in' | 'turned away', scan: string): string {
  const hash = createHash('md5').update(`${did}:${scan}`).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Uploads scans of a device in one request. */
export async function upload(tx: TransactionSql, night: Night, device: Device, scans: Queued[]) {
  const [row] = await tx<{ answer: { results: { scan: string; state: string; result: string }[] } }[]>`
    select public.upload_scans(${night.event.eventId}, ${device.id}, ${device.offset}, ${tx.json(scans)}) as answer`
  return row?.answer.results ?? []
}

/**
 * Plays a night up to its end: scans with a network are decided by the database at once, the others by the device, which knows what it let
 * in itself and what the database knew when it lost the network. Some responses are lost. Some devices upload a part in between.
 */
export async function playNight(
  tx: TransactionSql,
  users: TestUsers,
  night: Night,
  random: () => number,
): Promise<Played> {
  await actAs(users, tx, 'Ada')
  await ownClock(tx)
  const began = Date.now() - 45 * minute
  const devices = Array.from({ length: deviceCount }, (_, n) => makeDevice(random, n))
  const bodies = new Map<string, Body>()
  const scans = new Set<string>()
  const wasAway = new Set<Device>()
  for (const step of planNight(random, night.tickets)) {
    const device = devices[step.device]
    if (!device) throw new Error('no device')
    const body = bodies.get(step.body) ?? {
      ticket: step.ticket,
      isIn: false,
      scan: '',
      isClone: step.body.endsWith(':2'),
    }
    bodies.set(step.body, body)
    if (step.action === 'exit' && !body.isIn) continue // was turned away, so does not leave
    const now = began + step.at
    const clock = new Date(now).toISOString()
    const isAway = device.away.some(([from, to]) => step.at >= from && step.at < to)
    if (isAway && !wasAway.has(device)) {
      wasAway.add(device)
      const known = await tx<
        { id: string }[]
      >`select id from public.tickets where event_id = ${night.event.eventId} and admission = 'inside'`
      device.inside = new Set(known.map(({ id }) => id))
    } else if (!isAway && wasAway.delete(device) && random() < 0.5 && device.queue.length > 0) {
      const part = shuffle(random, device.queue).slice(0, 1 + Math.floor(random() * 99))
      await tx`select set_config('test.now', ${clock}, true)`
      await upload(tx, night, device, part)
      if (random() < 0.7) device.queue = device.queue.filter((one) => !part.includes(one))
    }
    const scan = randomUUID()
    scans.add(scan)
    let result: string | null = null
    let unheard: string | null = null
    if (!isAway) {
      const [row] = await tx<{ result: string }[]>`
        select set_config('test.now', ${clock}, true), public.check_in(${night.event.eventId}, ${step.ticket}, 1, null, ${scan}, ${device.gate}, 'camera', null, ${device.id},
          ${step.action}) ->> 'result' as result`
      // One response in fifty never arrives: the device decides by itself.
      result = row?.result ?? null
      if (random() < 0.02) [result, unheard] = [null, result]
    }
    if (result === null) {
      result = step.action === 'exit' ? 'exited' : device.inside.has(step.ticket) ? 'already_in' : 'ok'
      if (result === 'ok' && unheard !== null && unheard !== 'ok') scans.add(besides('let in', scan))
      if (result === 'already_in' && unheard === 'ok') scans.add(besides('turned away', scan))
      const at = new Date(now + device.skew).toISOString()
      device.queue.push({
        scan,
        seq: device.seq++,
        at,
        action: step.action,
        ticket: step.ticket,
        generation: 1,
        gate: device.gate,
        result,
      })
    }
    if (result === 'ok') device.inside.add(step.ticket)
    if (step.action === 'exit') device.inside.delete(step.ticket)
    if (result === 'ok') Object.assign(body, { isIn: true, scan })
    else if (step.action === 'exit') body.isIn = false // whatever the screen says
  }
  await tx`select set_config('test.now', '', true)`
  return { bodies, devices, scans }
}

/** Hands in what is left, in a random order, in pieces of random sizes, some twice. */
export async function uploadAll(
  tx: TransactionSql,
  night: Night,
  played: Played,
  random: () => number,
): Promise<void> {
  const pieces = played.devices.flatMap((device) => {
    const left = random() < 0.5 ? shuffle(random, device.queue) : device.queue
    const cut: { device: Device; scans: Queued[] }[] = []
    for (let at = 0; at < left.length; ) {
      const size = 1 + Math.floor(random() * 100)
      cut.push({ device, scans: left.slice(at, at + size) })
      at += random() < 0.2 ? Math.ceil(size / 2) : size // a response was lost: some are sent again
    }
    return cut
  })
  for (const { device, scans } of shuffle(random, pieces)) await upload(tx, night, device, scans)
}

export type Truth = {
  entries: string[]
  conflicts: { other: string; kept: string; result: string }[]
  inNow: number
  /** The uid of each row of the log. */
  scans: string[]
  /** Tickets for which the replay would change what is stored. */
  wrong: number
}

/** Reads what the database holds to be true, by the names that the devices gave to the scans. */
export async function readTruth(sql: TransactionSql | Sql, night: Night): Promise<Truth> {
  const id = night.event.eventId
  const [row] = await sql<{ truth: Truth }[]>`
    select jsonb_build_object(
      'entries', (
        select coalesce(jsonb_agg(n.ticket_id || ' ' || s.scan_uid || ' ' || coalesce(c.scan_uid::text, k.admission) order by s.scan_uid), '[]')
        from public.entries n join public.scans s on s.id = n.scan_id join public.tickets k on k.id = n.ticket_id
        left join public.scans c on c.id = n.closed_by_scan where n.event_id = ${id}),
      'conflicts', (
        select coalesce(jsonb_agg(jsonb_build_object('other', o.scan_uid, 'kept', k.scan_uid, 'result', c.result) order by o.scan_uid), '[]')
        from public.scan_conflicts c join public.scans o on o.id = c.other_scan left join public.scans k on k.id = c.kept_scan
        where c.event_id = ${id} and c.withdrawn_at is null),
      'inNow', (select coalesce(sum(c.in_now), 0) from private.door_counts c where c.event_id = ${id}),
      'scans', (select coalesce(jsonb_agg(s.scan_uid order by s.scan_uid), '[]') from public.scans s where s.event_id = ${id}),
      'wrong', (
        select count(*) from public.tickets t
        where t.event_id = ${id} and (
          select coalesce(array_agg((r.scan_id, r.left_by, r.conflict is null)::text order by r.scan_id), '{}')
          from unnest(private.replay_scans(${id}, t.id)) r
        ) <> (
          select coalesce(array_agg((x.scan_id, x.left_by, x.is_entry)::text order by x.scan_id), '{}') from (
            select n.scan_id, n.closed_by_scan as left_by, true as is_entry from public.entries n where n.ticket_id = t.id
            union all
            select c.other_scan, c.left_by, false from public.scan_conflicts c where c.ticket_id = t.id and c.withdrawn_at is null
          ) x))
    ) as truth`
  if (!row) throw new Error('no truth')
  return row.truth
}
