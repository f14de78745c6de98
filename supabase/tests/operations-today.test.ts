import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { type Today, todaySchema } from '#features/operations/today/today.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { rolledBack } from './rolled-back.ts'
import { buy, call, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Says what the start page of staff shows, compared with figures counted here from the rows themselves, and who gets which part. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const read = async (who: Name = 'Ada'): Promise<Today> =>
  call(await users.actingAs(who), 'read_today', {}, todaySchema)

/** An event whose doors are open and that begins now: tonight shows those that began last. */
async function openDoors(options: Parameters<typeof createEvent>[1] = {}): Promise<TestEvent> {
  const testEvent = await createEvent(sql, options)
  await sql`update public.events set doors_at = now() - interval '1 hour', starts_at = now(),
    ends_at = now() + interval '5 hours' where id = ${testEvent.eventId}`
  return testEvent
}

const readIn = async (tx: TransactionSql): Promise<Today> => {
  const [row] = await tx`select public.read_today() as today`
  return todaySchema.parse(row?.today)
}

/** One event as the page shows it, whichever others there are tonight. */
async function eventIn(tx: TransactionSql, { eventId }: TestEvent): Promise<Today['tonight'][number]> {
  const [row] =
    await tx`select private.tonight_event(e, true) as event from public.events e where e.id = ${eventId}`
  return todaySchema.shape.tonight.element.parse(row?.event)
}
const tonightOf = (testEvent: TestEvent) => rolledBack(users, 'Ada', (tx) => eventIn(tx, testEvent))

/** Adds a scan, and an admission where it let a ticket in, some minutes ago. */
async function scan(
  tx: TransactionSql,
  event: TestEvent,
  {
    ticket = null,
    gate = 'A',
    minutes,
    result = 'ok',
  }: { ticket?: string | null; gate?: string; minutes: number; result?: string },
): Promise<void> {
  const at = new Date(Date.now() - minutes * 60_000)
  const [row] = await tx`
    insert into public.scans ${tx({ scan_uid: randomUUID(), event_id: event.eventId, ticket_id: ticket, gate, result, scanned_at: at })} returning id`
  if (ticket && result === 'ok')
    await tx`
      insert into public.entries (event_id, ticket_id, order_id, scan_id, gate, entered_at)
      select event_id, id, order_id, ${row?.id ?? null}, ${gate}, ${at} from public.tickets where id = ${ticket}`
}
const ticketsOf = async (tx: TransactionSql, event: TestEvent): Promise<string[]> =>
  (
    await tx<{ id: string }[]>`select id from public.tickets where event_id = ${event.eventId} order by code`
  ).map(({ id }) => id)

describe('tonight', () => {
  test('says what is sold, inside, still to come, and how many arrived in each minute', async () => {
    const party = await openDoors({ pools: { Room: 40 }, maxPerPerson: 20 })
    for (const count of [5, 3]) await buy(service, await users.extra(), party, { Entry: count })
    const { event, arrivals } = await rolledBack(users, 'Ada', async (tx) => {
      const tickets = await ticketsOf(tx, party)
      for (const [at, minutes] of [2, 2, 2, 7, 29, 45].entries())
        await scan(tx, party, { ticket: tickets[at] ?? null, minutes })
      const counted = await tx<{ ago: number; n: number }[]>`
        select (extract(epoch from date_trunc('minute', now()) - date_trunc('minute', entered_at)) / 60)::int as ago, count(*)::int as n
        from public.entries where event_id = ${party.eventId} group by 1`
      const expected = Array.from(
        { length: 30 },
        (_, at) => counted.find(({ ago }) => ago === 29 - at)?.n ?? 0,
      )
      return { event: await eventIn(tx, party), arrivals: expected }
    })
    expect(event).toMatchObject({ sold: 8, capacity: 40, inNow: 6, admitted: 6, netCents: 8 * 2000 })
    expect(event.arrivals).toEqual(arrivals)
    expect(event.arrivals.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(4)
  })

  test('an event before its doors has no alert; neither has one that sells and scans as it should', async () => {
    const early = await createEvent(sql, { doorsIn: 2 })
    await buy(service, await users.extra(), early, { Entry: 1 })
    expect((await tonightOf(early)).alerts).toEqual([])
    const party = await openDoors({ pools: { Room: 50 } })
    await buy(service, await users.extra(), party, { Entry: 2 })
    const alerts = await rolledBack(users, 'Ada', async (tx) => {
      const [ticket] = await ticketsOf(tx, party)
      await scan(tx, party, { ticket: ticket ?? null, minutes: 3 })
      return (await eventIn(tx, party)).alerts
    })
    expect(alerts).toEqual([])
  })

  test('nobody scanned 20 minutes after doors; a gate that fell silent; many refusals', async () => {
    const party = await openDoors({ pools: { Room: 50 }, maxPerPerson: 20 })
    await buy(service, await users.extra(), party, { Entry: 8 })
    expect((await tonightOf(party)).alerts).toEqual([{ code: 'no_scans' }])
    const found = await rolledBack(users, 'Ada', async (tx) => {
      const alerts = async () => (await eventIn(tx, party)).alerts
      const tickets = await ticketsOf(tx, party)
      for (let n = 0; n < 5; n++)
        await scan(tx, party, { ticket: tickets[n] ?? null, gate: 'Side', minutes: 20 + n })
      await scan(tx, party, { ticket: tickets[5] ?? null, gate: 'Main', minutes: 1 })
      const silent = await alerts()
      for (let n = 0; n < 10; n++) await scan(tx, party, { gate: 'Side', minutes: 2, result: 'unknown' })
      return [silent, await alerts()]
    })
    expect(found).toEqual([
      [{ code: 'gate_silent', names: 'Side' }],
      [{ code: 'many_refused', refused: 10, scans: 11 }],
    ])
  })

  test('a gate is silent only if it stopped at full work, and is listed for an hour', async () => {
    const party = await openDoors({ pools: { Room: 50 }, maxPerPerson: 20 })
    await buy(service, await users.extra(), party, { Entry: 8 })
    const alertsAfter = (ages: number[]) =>
      rolledBack(users, 'Ada', async (tx) => {
        for (const minutes of ages) await scan(tx, party, { minutes })
        return (await eventIn(tx, party)).alerts
      })
    const silent = [{ code: 'gate_silent', names: 'A' }]
    expect(await alertsAfter([16, 18, 20, 22, 24])).toEqual(silent)
    expect(await alertsAfter([70, 72, 74, 76, 78])).toEqual(silent)
    // it still scans; four in the quarter hour before; guests who came now and then; longer ago than an hour
    expect(await alertsAfter([14, 18, 20, 22, 24])).toEqual([])
    expect(await alertsAfter([16, 18, 20, 22, 33])).toEqual([])
    expect(await alertsAfter([16, 24, 32, 40, 48, 56, 64])).toEqual([])
    expect(await alertsAfter([76, 77, 78, 79, 80])).toEqual([])
  })

  test('full from the last place on, almost full from nine of ten; sold out; sales that are paused', async () => {
    const party = await openDoors({
      pools: { Room: 10 },
      maxPerPerson: 20,
      types: [{ name: 'Entry' }, { name: 'Late' }],
    })
    await buy(service, await users.extra(), party, { Entry: 10 })
    const found = await rolledBack(users, 'Ada', async (tx) => {
      const codes = async () => (await eventIn(tx, party)).alerts.map(({ code }) => code)
      const tickets = await ticketsOf(tx, party)
      const steps = []
      for (const ticket of tickets.slice(0, 9)) await scan(tx, party, { ticket, minutes: 1 })
      steps.push(await codes())
      await scan(tx, party, { ticket: tickets[9] ?? null, minutes: 1 })
      await tx`update public.ticket_types set paused_at = now() where id = ${party.types.Late ?? ''}`
      steps.push(await codes())
      await tx`update public.events set sales_paused_at = now() where id = ${party.eventId}`
      steps.push(await codes())
      return steps
    })
    expect(found).toEqual([
      ['nearly_full', 'sold_out'],
      ['full', 'type_paused', 'sold_out'],
      ['full', 'sales_paused', 'sold_out'],
    ])
  })

  test('carts that nobody pays', async () => {
    const party = await openDoors({ pools: { Room: 500 } })
    const owner = await users.id('Mia')
    const codes = await rolledBack(users, 'Ada', async (tx) => {
      for (let n = 0; n < 20; n++)
        await tx`insert into public.holds ${tx({ event_id: party.eventId, owner_id: owner, status: 'expired', expires_at: new Date() })}`
      return (await eventIn(tx, party)).alerts
    })
    expect(codes).toEqual([{ code: 'few_paid', paid: 0, carts: 20 }])
  })
})

describe('money', () => {
  test('is what the ledger says since 6 AM; the usual is the median of the same weekday by the same time', async () => {
    const testEvent = await createEvent(sql)
    const { order } = await buy(service, await users.extra(), testEvent, { Entry: 2 })
    const found = await rolledBack(users, 'Ada', async (tx) => {
      // Four weeks with other amounts at this time of day, and sales later on the same days that do not count.
      for (const [at, cents] of [4000, 9000, 1000, 6000].entries())
        for (const [minutes, amount] of [
          [-1, cents],
          [30, 77_777],
        ] as const)
          await tx`
            insert into public.ledger_entries (order_id, kind, part, cents, currency, source_id, is_test, occurred_at, booked_at)
            select ${order.orderId}, 'sale', 'face', ${amount}, 'USD', gen_random_uuid(), false, t.at, t.at
            from (select ((now() at time zone s.time_zone) - ${7 * (at + 1)} * interval '1 day' + ${minutes} * interval '1 minute') at time zone s.time_zone as at
              from public.settings s) t`
      const [counted] = await tx<{ today: number; weeks: number[] }[]>`
        with zone as (select time_zone as z from public.settings),
        days as (
          select n, ((((now() at time zone z) - interval '6 hours')::date - 7 * n) + time '06:00') at time zone z as begins,
            ((now() at time zone z) - 7 * n * interval '1 day') at time zone z as ends
          from zone, generate_series(0, 4) n)
        select
          (select coalesce(sum(e.cents), 0)::int from public.ledger_entries e, days d where d.n = 0 and e.booked_at >= d.begins
            and e.booked_at <= d.ends and not e.is_test and e.kind in ('sale', 'discount', 'fee', 'tax')) as today,
          (select array_agg(s.cents order by s.cents) from (
            select d.n, coalesce(sum(e.cents), 0)::int as cents from days d left join public.ledger_entries e
              on e.booked_at >= d.begins and e.booked_at < d.ends and not e.is_test and e.kind in ('sale', 'discount', 'fee', 'tax')
            where d.n > 0 group by d.n) s) as weeks`
      return { money: (await readIn(tx)).money, counted }
    })
    const weeks = found.counted?.weeks ?? []
    // Where the day has only begun, the minute before now was yesterday's.
    const median = Math.round(((weeks[1] ?? 0) + (weeks[2] ?? 0)) / 2)
    expect(found.money?.grossCents).toBe(found.counted?.today)
    expect(found.money?.usual).toMatchObject({ weeks: 4, grossCents: median })
  })
})

describe('queues', () => {
  test('are as long as the lists that they lead to', async () => {
    const [today, lists] = await rolledBack(users, 'Ada', async (tx) => {
      const [row] = await tx`
        select jsonb_build_object(
          'refundsRequested', public.list_refunds('requested') -> 'counts' -> 'requested',
          'refundsFailing', public.list_refunds('failing') -> 'counts' -> 'failing',
          'refundsExternal', public.list_refunds('external') -> 'counts' -> 'external',
          'returns', public.list_returns() -> 'counts' -> 'requested') as lists`
      const rows = async (call: string, list: string) => {
        let count = 0
        let after: unknown = null
        do {
          const [page] = await tx.unsafe<{ rows: unknown[]; next: unknown }[]>(
            `select l.page -> '${list}' as rows, l.page -> 'next' as next from (select ${call} as page) l`,
            [after === null ? null : typeof after === 'string' ? after : JSON.stringify(after)],
          )
          count += page?.rows.length ?? 0
          after = page?.next ?? null
        } while (after !== null)
        return count
      }
      const page = `($1::text::jsonb ->> 'at')::timestamptz, $1::text::jsonb ->> 'id'`
      const counted = {
        disputes: await rows('public.list_disputes(true, $1::uuid, 200)', 'disputes'),
        toPack: await rows(
          "public.list_fulfilments('pack', null, 'ship', null, null, $1::uuid, 200)",
          'parcels',
        ),
        cases:
          (await rows('public.list_cases(null, null, $1::uuid, 100)', 'cases')) +
          Number(
            (await tx`select count(*)::int as open from private.appeals where decided_at is null`)[0]?.open,
          ),
        chatReports: Number(
          (await tx`select least(count(*), 100)::int as open from public.chat_messages where reports > 0`)[0]
            ?.open,
        ),
        lowStock: await rows("public.list_inventory('low', null, null, null, null, $1::uuid, 500)", 'rows'),
        failures: await rows(`public.list_failures('other', ${page})`, 'failures'),
        failedMails: await rows(`public.list_failures('mail', ${page})`, 'failures'),
      }
      return [await readIn(tx), { ...row?.lists, ...counted }] as const
    })
    expect(today.queues).toEqual(lists)
  })

  test('grow with what they count', async () => {
    const id = randomUUID()
    const [before, after] = await rolledBack(users, 'Ada', async (tx) => {
      const first = await readIn(tx)
      await tx`insert into private.mail_outbox ${tx({ id, kind: 'contact_message', dedupe_key: id, recipient: 'x@example.com', status: 'failed', attempts: 8, last_error: '550' })}`
      return [first.queues, (await readIn(tx)).queues] as const
    })
    expect(after).toEqual({
      ...before,
      failedMails: (before?.failedMails ?? 0) + 1,
    })
  })
})

test('the next sale is the soonest, of a draft too, with what the event still lacks', async () => {
  const draft = await createEvent(sql, { status: 'draft' })
  const sale = await rolledBack(users, 'Ada', async (tx) => {
    await tx`update public.ticket_types set sale_starts_at = now() + interval '1 microsecond' where id = ${draft.types.Entry ?? ''}`
    await tx`update public.events set image_path = null, image_alt = '' where id = ${draft.eventId}`
    return (await readIn(tx)).nextOnSale
  })
  expect(sale).toMatchObject({ eventId: draft.eventId, typeName: 'Entry', status: 'draft' })
  expect(sale?.checklist).toContainEqual({ code: 'picture', required: true, done: false })
  expect(sale?.checklist).toContainEqual({ code: 'tickets', required: true, done: true })
})

test('the last actions are those of staff, the latest first', async () => {
  const ada = await users.actingAs('Ada')
  const sid = await users.id('Sid')
  for (const role of ['moderator', 'member'])
    await call(
      ada,
      'set_role',
      { p_user: sid, p_role: role, p_reason: 'Helps out' },
      todaySchema.nullable().catch(null),
    )
  const { actions } = await read()
  expect(actions?.length).toBeLessThanOrEqual(8)
  const times = (actions ?? []).map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  for (const { actorRole, action } of actions ?? [])
    expect(actorRole === 'admin' || actorRole === 'moderator' || action.startsWith('door.')).toBe(true)
})

describe('who gets which part', () => {
  const onlyAdmins = ['money', 'shop', 'queues', 'nextOnSale', 'firstSteps', 'counts', 'actions'] as const

  test('moderators get every event of the night, without money and without the rest', async () => {
    const party = await openDoors()
    const today = await read('Mo')
    expect(today.tonight.find(({ id }) => id === party.eventId)).toMatchObject({ netCents: null })
    expect(today.tonightCount).toBeGreaterThanOrEqual(today.tonight.length)
    expect(today.tonight.length).toBeLessThanOrEqual(12)
    expect(today.tonight.every(({ netCents }) => netCents === null)).toBe(true)
    // of the queues, moderators get theirs
    expect(Object.keys(today.queues ?? {})).toEqual(['cases', 'chatReports'])
    for (const part of onlyAdmins) if (part !== 'queues') expect([part, today[part]]).toEqual([part, null])
    for (const part of ['money', 'shop', 'queues', 'counts', 'actions'] as const)
      expect((await read('Ada'))[part], part).not.toBeNull()
  })

  test('door managers get their own events alone', async () => {
    const [own, other] = [await openDoors(), await openDoors()]
    await users.grant('Dot', 'door_manager', own.eventId)
    const today = await read('Dot')
    expect(today.tonight.map(({ id, netCents }) => [id, netCents])).toEqual([[own.eventId, null]])
    expect(JSON.stringify(today)).not.toContain(other.eventId)
    for (const part of onlyAdmins) expect([part, today[part]]).toEqual([part, null])
  })

  test.each(['Gus', 'Mia', 'Dex'] as const)('%s gets nothing', async (who) => {
    if (who === 'Dex') await users.grant('Dex', 'scan', (await openDoors()).eventId)
    expect((await refusal(read(who))).code).toBe('not_allowed')
  })

  test('visitors and the server may not call it', async () => {
    for (const client of [await users.actingAs('visitor'), service])
      expect((await client.rpc('read_today')).error).toMatchObject({ code: '42501' })
  })
})
