import { createHash, randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { deviceCount, minute, planNight, type Sold, type Step, shuffle } from './door-plan.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { saveList } from './guest-lists.ts'
import { actAs } from './races.ts'
import { buy } from './selling.ts'
import type { TestUsers } from './test-users.ts'

/** A night at the door: five devices that lose the network now and then, with wrong clocks, and codes of which there are two. */

/** What a night begins with: `hashes` are those of its pack, by the ids of tickets and names. */
export type Night = Sold & { event: TestEvent; hashes: ReadonlyMap<string, string> }

/** Makes an event that lets people out and in again, with one ticket sold and a guest list without names. */
export async function sellNight(users: TestUsers): Promise<TestEvent> {
  const event = await createEvent(users.sql)
  await users.sql`update public.events set reentries = 20 where id = ${event.eventId}`
  await buy(users.service, await users.extra(), event, { Entry: 1 })
  await saveList(await users.actingAs('Ada'), event, { quota: 5000, closesIn: 6 })
  return event
}

/** Makes so many tickets of it, four an order, and a name on the list for eight of them, for the length of a transaction. */
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
  await tx`
    with names as (
      insert into public.guest_list_entries (event_id, list_id, name, plus_ones)
      select l.event_id, l.id, 'Guest ' || n, n % 6
      from public.guest_lists l, generate_series(1, ${Math.ceil(count / 8)}::int) n where l.event_id = ${event.eventId}
      returning list_id, 1 + plus_ones as heads)
    update public.guest_lists l set heads = (select sum(n.heads) from names n) where l.event_id = ${event.eventId}`
  return readNight(tx, event)
}

async function readNight(tx: TransactionSql, event: TestEvent): Promise<Night> {
  const tickets = await tx<{ id: string; order: string; hash: string }[]>`
    select t.id, t.order_id as "order", private.pack_hash(s.salt, uuid_send(t.id)) as hash
    from public.tickets t, private.pack_salt(${event.eventId}) s (salt) where t.event_id = ${event.eventId} order by t.id`
  const names = await tx<{ id: string; heads: number; hash: string }[]>`
    select e.id, 1 + e.plus_ones as heads, private.pack_hash(s.salt, uuid_send(e.id)) as hash
    from public.guest_list_entries e, private.pack_salt(${event.eventId}) s (salt) where e.event_id = ${event.eventId} order by e.name`
  const orders = Map.groupBy(tickets, ({ order }) => order)
  return {
    event,
    // In an order that a seed repeats: the ids are new each time.
    orders: [...orders.values()]
      .map((order) => order.map(({ id }) => id))
      .sort((one, other) => one.length - other.length),
    parties: names.map(({ id, heads }) => ({ entry: id, heads })),
    hashes: new Map([...tickets, ...names].map(({ id, hash }) => [id, hash])),
  }
}

type Queued = {
  scan: string
  seq: number
  at: string
  gate: string
  result: string
} & (
  | {
      action: 'admit' | 'exit'
      ticket: string
      generation: number
      member?: string
      memberGeneration?: number
    }
  | { guest: string; heads: number }
)
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
  /** Tickets that it knows to be inside, and how many came by each name. */
  inside: Set<string>
  arrived: Map<string, number>
  queue: Queued[]
}
/** Those who came by one ticket, or in one party; `scan` let them in, unless it is empty. */
type Body = { of: string; heads: number; isIn: boolean; scan: string }

/** The night as it happened, the scans that are left to upload, and the uids under which everything has to be stored. */
export type Played = { bodies: Map<string, Body>; devices: Device[]; scans: Set<string> }

function makeDevice(random: () => number, n: number): Device {
  const skew = (random() - 0.5) * 10 * minute
  const away = Array.from({ length: 3 }, (_, part) => {
    const from = (part * 10 + random() * 5) * minute
    return [from, from + random() * 6 * minute] as const
  })
  const id = `${n}${randomUUID().slice(1)}`
  // A clock measured over a network is a little wrong.
  const offset = Math.round(-skew + (random() - 0.5) * 400)
  const knows = { inside: new Set<string>(), arrived: new Map<string, number>() }
  return { id, gate: `Gate ${n % 3}`, skew, offset, away, seq: 0, ...knows, queue: [] }
}

/** Lets a simulation say what time it is at the door, and scan several times in one round trip; undone with the transaction. */
async function ownDoor(tx: TransactionSql): Promise<void> {
  await tx`
    create or replace function private.door_now() returns timestamptz language plpgsql volatile set search_path = '' as $$
    begin return coalesce(nullif(current_setting('test.now', true), '')::timestamptz, clock_timestamp()); end $$`
  await tx`
    create or replace function pg_temp.scan_all(p_event uuid, p_steps jsonb) returns jsonb language plpgsql volatile as $$
    declare
      v_step jsonb;
      v_answer jsonb;
      v_answers jsonb := '[]';
    begin
      for v_step in select s from jsonb_array_elements(p_steps) s loop
        perform set_config('test.now', v_step ->> 'now', true);
        v_answer := case v_step ->> 'kind'
          when 'ticket' then public.check_in(p_event, (v_step ->> 'ticket')::uuid, 1, null, (v_step ->> 'scan')::uuid, v_step ->> 'gate', 'camera',
            null, v_step ->> 'device', v_step ->> 'action') -> 'result'
          when 'guests' then public.admit_guests(p_event, (v_step ->> 'entry')::uuid, (v_step ->> 'heads')::int, (v_step ->> 'scan')::uuid,
            v_step ->> 'gate', v_step ->> 'device') -> 'result'
          else public.admit_group(p_event, (v_step ->> 'ticket')::uuid, 1, null, v_step -> 'scans', v_step ->> 'gate', 'camera',
            v_step ->> 'device') -> 'results' end;
        v_answers := v_answers || jsonb_build_array(v_answer);
      end loop;
      return v_answers;
    end $$`
}

/** The uid of what a phone did that heard no answer, where the server had decided otherwise: a scan beside the server's. */
function besides(did: 'let in' | 'turned away', scan: string): string {
  const hash = createHash('md5').update(`${did}:${scan}`).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Uploads scans of a device in one request, as the site hands them on. */
async function upload(tx: TransactionSql, { event }: Night, device: Device, scans: Queued[]): Promise<void> {
  const tickets = scans.filter((scan) => 'ticket' in scan)
  const guests = scans.filter((scan) => 'guest' in scan)
  await tx`
    select public.upload_scans(${event.eventId}, ${device.id}, ${device.offset}, ${tx.json(tickets)}),
      case when ${guests.length > 0} then public.upload_guests(${event.eventId}, ${device.id}, ${device.offset}, ${tx.json(guests)}) end`
}

/** One scan within a step: of a ticket or of a party. */
type Try = { body: string; of: string; heads: number; scan: string }
/** A step that is sent to the server, with what each of its scans is. */
type Sent = { step: Step; device: Device; tries: Try[]; isHeard: boolean }

/** Plays the steps of a night one after the other. */
class Door {
  readonly bodies = new Map<string, Body>()
  readonly scans = new Set<string>()
  readonly #tx: TransactionSql
  readonly #night: Night
  readonly #devices: Device[]
  readonly #random: () => number
  readonly #began = Date.now() - 45 * minute
  readonly #wasAway = new Set<Device>()
  readonly #heads: ReadonlyMap<string, number>
  /** Steps with a network whose answers nobody needed yet: they are sent together. */
  #sent: Sent[] = []

  constructor(tx: TransactionSql, night: Night, devices: Device[], random: () => number) {
    this.#tx = tx
    this.#night = night
    this.#devices = devices
    this.#random = random
    this.#heads = new Map(night.parties.map(({ entry, heads }) => [entry, heads]))
  }

  async play(step: Step): Promise<void> {
    const device = this.#devices[step.device]
    if (!device) throw new Error('no device')
    const isAway = device.away.some(([from, to]) => step.at >= from && step.at < to)
    await this.#changeNetwork(device, isAway, step.at)
    const tries = triesOf(step)
    if (tries.some(({ body }) => this.#sent.some((sent) => sent.tries.some((each) => each.body === body))))
      await this.flush()
    const [only] = tries
    // Who was turned away does not leave.
    if (step.kind === 'ticket' && step.action === 'exit' && !this.bodies.get(only?.body ?? '')?.isIn) return
    for (const { scan, body, of, heads } of tries) {
      this.scans.add(scan)
      if (!this.bodies.has(body)) this.bodies.set(body, { of, heads, isIn: false, scan: '' })
    }
    if (isAway) {
      this.#decideAlone(step, device, tries, [])
      return
    }
    // One response in fifty never arrives: the device decides by itself.
    const isHeard = this.#random() >= 0.02
    this.#sent.push({ step, device, tries, isHeard })
    if (!isHeard) await this.flush()
  }

  /** Tells a device that loses its network what the server knows; one that has it again may upload a part of what it did. */
  async #changeNetwork(device: Device, isAway: boolean, at: number): Promise<void> {
    if (isAway && !this.#wasAway.has(device)) {
      this.#wasAway.add(device)
      await this.flush()
      const { eventId } = this.#night.event
      const [known] = await this.#tx<{ inside: string[]; arrived: Record<string, number> }[]>`
        select coalesce((select jsonb_agg(id) from public.tickets where event_id = ${eventId} and admission = 'inside'), '[]') as inside,
          coalesce((
            select jsonb_object_agg(id, arrived) from public.guest_list_entries where event_id = ${eventId} and arrived > 0), '{}') as arrived`
      device.inside = new Set(known?.inside)
      device.arrived = new Map(Object.entries(known?.arrived ?? {}))
    } else if (!isAway && this.#wasAway.delete(device) && this.#random() < 0.5 && device.queue.length > 0) {
      const part = shuffle(this.#random, device.queue).slice(0, 1 + Math.floor(this.#random() * 99))
      await this.flush()
      await this.#tx`select set_config('test.now', ${this.#time(at)}, true)`
      await upload(this.#tx, this.#night, device, part)
      if (this.#random() < 0.7) device.queue = device.queue.filter((one) => !part.includes(one))
    }
  }

  #time(at: number): string {
    return new Date(this.#began + at).toISOString()
  }

  /** Sends what waits for the server, in its order. */
  async flush(): Promise<void> {
    const sent = this.#sent
    if (sent.length === 0) return
    this.#sent = []
    const steps = sent.map((each) => this.#requestOf(each))
    const [row] = await this.#tx<{ answers: (string | { ticketId: string; result: string }[])[] }[]>`
      select pg_temp.scan_all(${this.#night.event.eventId}, ${this.#tx.json(steps)}) as answers`
    for (const [n, { step, device, tries, isHeard }] of sent.entries()) {
      const answer = row?.answers[n]
      const results = tries.map(({ of }) =>
        typeof answer === 'object' ? answer.find(({ ticketId }) => ticketId === of)?.result : answer,
      )
      if (!isHeard) this.#decideAlone(step, device, tries, results)
      else for (const [at, each] of tries.entries()) this.#happened(step, device, each, results[at] ?? '')
    }
  }

  #requestOf({ step, device, tries: [first, ...others] }: Sent) {
    const { kind, at } = step
    const request = {
      kind,
      now: this.#time(at),
      gate: device.gate,
      device: device.id,
      scan: first?.scan ?? '',
    }
    if (step.kind === 'guests') return { ...request, entry: step.entry, heads: step.heads }
    if (step.kind === 'ticket') return { ...request, ticket: first?.of ?? '', action: step.action }
    const scans = [first, ...others].map((each) => ({ ticket: each?.of ?? '', scan: each?.scan ?? '' }))
    return { ...request, ticket: first?.of ?? '', scans }
  }

  /** @param unheard what the server said, if it was asked */
  #decideAlone(step: Step, device: Device, tries: Try[], unheard: (string | undefined)[]): void {
    for (const [n, one] of tries.entries()) {
      const { scan, of, heads } = one
      const isIn =
        step.kind === 'guests'
          ? (device.arrived.get(of) ?? 0) + heads > (this.#heads.get(of) ?? 0)
          : device.inside.has(of)
      const isExit = step.kind === 'ticket' && step.action === 'exit'
      const result = isExit ? 'exited' : isIn ? 'already_in' : 'ok'
      const said = unheard[n]
      if (result === 'ok' && said !== undefined && said !== 'ok') this.scans.add(besides('let in', scan))
      if (result === 'already_in' && said === 'ok') this.scans.add(besides('turned away', scan))
      device.queue.push(this.#queued(step, device, one, result, tries[0]?.of ?? ''))
      this.#happened(step, device, one, result)
    }
  }

  #queued(step: Step, device: Device, one: Try, result: string, read: string): Queued {
    const at = new Date(this.#began + step.at + device.skew).toISOString()
    const common = { scan: one.scan, seq: device.seq++, at, gate: device.gate, result }
    const hash = this.#night.hashes.get(one.of) ?? ''
    if (step.kind === 'guests') return { ...common, guest: hash, heads: one.heads }
    const action = step.kind === 'ticket' ? step.action : 'admit'
    const member = one.of === read ? {} : { member: hash, memberGeneration: 1 }
    return { ...common, action, ticket: read, generation: 1, ...member }
  }

  /** What the screen said was done. */
  #happened(step: Step, device: Device, { body, of, heads, scan }: Try, result: string): void {
    const who = this.bodies.get(body)
    if (!who) return
    if (result === 'ok') {
      Object.assign(who, { isIn: true, scan })
      if (step.kind === 'guests') device.arrived.set(of, (device.arrived.get(of) ?? 0) + heads)
      else device.inside.add(of)
    } else if (step.kind === 'ticket' && step.action === 'exit') {
      device.inside.delete(of)
      who.isIn = false // whatever the screen says
    }
  }
}

function triesOf(step: Step): Try[] {
  if (step.kind === 'guests')
    return [{ body: step.body, of: step.entry, heads: step.heads, scan: randomUUID() }]
  return step.people.map(({ body, ticket }) => ({ body, of: ticket, heads: 1, scan: randomUUID() }))
}

/**
 * Plays a night up to its end: scans with a network are decided by the database, the others by the device, which knows what it let
 * in itself and what the database knew when it lost the network. Some responses are lost. Some devices upload a part in between.
 */
export async function playNight(
  tx: TransactionSql,
  users: TestUsers,
  night: Night,
  random: () => number,
): Promise<Played> {
  await actAs(users, tx, 'Ada')
  await ownDoor(tx)
  const devices = Array.from({ length: deviceCount }, (_, n) => makeDevice(random, n))
  const door = new Door(tx, night, devices, random)
  for (const step of planNight(random, night)) await door.play(step)
  await door.flush()
  await tx`select set_config('test.now', '', true)`
  return { bodies: door.bodies, devices, scans: door.scans }
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
