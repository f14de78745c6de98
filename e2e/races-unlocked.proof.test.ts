import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { startLocalStack } from '../scripts/local-stack.ts'
import { raceOfUploads } from '../supabase/tests/door-races.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import {
  raceAtDoor,
  raceAtTwoDoors,
  raceForAddOns,
  raceForAllocation,
  raceForCode,
  raceForPlaces,
  raceForQuota,
  raceForRefund,
  raceForTable,
  raceOfCancellation,
  raceOfCommission,
  raceOfCompDeadline,
  raceOfComps,
  raceOfDesk,
  raceOfDisputes,
  raceOfLateOffers,
  raceOfPackages,
  raceOfRefundsAndScans,
  raceOfReports,
  raceOfReturn,
  raceOfTransfer,
  raceWithCapacity,
  raceWithQueue,
  refundOrScan,
  together,
} from '../supabase/tests/races.ts'
import { openTestUsers, type TestUsers } from '../supabase/tests/test-users.ts'
import { freePorts, temporaryFolder } from '../tools/settings.ts'
import * as http from './races.ts'
import { startTestSite, type TestSite } from './test-site.ts'

/**
 * Runs the same races without the locks, on a stack and a site of their own: it proves that the race tests can
 * fail. Each first shows that one protection is enough when the other is removed, over connections to the database,
 * where the lock waits are visible. Then, without both, the race is lost: there, and by visitors of the site.
 */

let users: TestUsers
let site: TestSite
let pool: ReturnType<TestUsers['connect']>
const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-unlocked-'))
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const [port, sitePort] = await freePorts()
  const siteUrl = `http://localhost:${sitePort}`
  const stack = await startLocalStack({ dataDir, port, siteUrl }, (error) => {
    throw error
  })
  closers.push(stack.stop)
  users = openTestUsers(stack.ready)
  closers.push(users.close)
  pool = users.connect(40)
  const started = await startTestSite(
    stack.ready,
    { port: sitePort, dataDir },
    { LOG_LEVEL: 'silent', BACKGROUND_JOBS: 'on' },
  )
  closers.push(started.stop)
  site = started.ready
}, 600_000)
afterAll(async () => {
  for (const close of closers.reverse()) await close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Rewrites the text of private functions; fails when nothing matches. */
async function rewrite(from: RegExp, to: string, name?: string): Promise<void> {
  const functions = await users.sql<{ text: string }[]>`
    select pg_get_functiondef(oid) as text from pg_proc
    where pronamespace in ('private'::regnamespace, 'public'::regnamespace) and proname = coalesce(${name ?? null}, proname)`
  const changed = functions
    .map(({ text }) => [text, text.replace(from, to)] as const)
    .filter(([old, text]) => old !== text)
  expect(changed.length).toBeGreaterThan(0)
  // Runs in one transaction, after which the API reloads the schema once.
  await users.sql.begin(async (tx) => {
    for (const [, text] of changed) await tx.unsafe(text)
  })
}

/** Runs work with functions rewritten, and puts them back as they were. */
async function without<T>(
  changes: { from: RegExp; to: string; name: string }[],
  work: () => Promise<T>,
): Promise<T> {
  const before = await users.sql<{ text: string }[]>`
    select pg_get_functiondef(oid) as text from pg_proc
    where pronamespace in ('private'::regnamespace, 'public'::regnamespace) and proname = any (${changes.map(({ name }) => name)})`
  try {
    for (const { from, to, name } of changes) await rewrite(from, to, name)
    return await work()
  } finally {
    await users.sql.begin(async (tx) => {
      for (const { text } of before) await tx.unsafe(text)
    })
  }
}

/**
 * Runs a race until it is lost: one that many requests run side by side is lost by chance, and soon. On a slow machine few
 * requests are in the database at once, so it may take more rounds there.
 */
async function untilLost<T>(run: () => Promise<T>, isLost: (end: T) => boolean, rounds = 25): Promise<T> {
  for (let round = 1; ; round++) {
    const end = await run()
    if (isLost(end) || round === rounds) return end
  }
}
const rowLocks = /\bfor no key update( of \w+)?( skip locked)?/g

describe('the last place of an event with a waitlist, and 20 of the public', () => {
  const race = () => raceWithQueue(users, pool, { buyers: 20 })

  test('with the gate: it is offered to the queue', async () => {
    expect((await race()).endings.ok).toBeUndefined()
  })

  test('without the gate the public buys it', async () => {
    const gate = {
      name: 'check_waitlist_first',
      from: /perform private\.refuse\(409, 'waitlist_first'[^;]*;/,
      to: 'null;',
    }
    const end = await without([gate], () => untilLost(race, ({ endings }) => endings.ok !== undefined))
    expect(end.endings.ok).toBe(1)
  })
})

describe('an offer of the waitlist runs out while it is paid', () => {
  const race = () => raceOfLateOffers(users, pool)
  const isLost = ({ sold, offers, broke }: Awaited<ReturnType<typeof race>>) =>
    sold + offers !== 1 || broke > 0

  test('with all protections: it is sold, or offered to the next', async () => {
    expect(isLost(await race())).toBe(false)
  })

  test('without locks on rows and the check of capacity both have it, or one of them fails', async () => {
    const names = ['end_holds', 'lock_stock_rows', 'settle_order', 'move_hold', 'lock_orders']
    const unlocked = names.map((name) => ({ name, from: rowLocks, to: '' }))
    const counted = {
      name: 'change_stock',
      from: /and held \+ sold \+ blocked \+ v_taken \* v_need\.units <= capacity/,
      to: '',
    }
    await users.sql`alter table public.capacity_pools drop constraint capacity_pools_no_oversell`
    try {
      expect(isLost(await without([...unlocked, counted], () => untilLost(race, isLost)))).toBe(true)
    } finally {
      await users.sql`
        alter table public.capacity_pools add constraint capacity_pools_no_oversell check (held + sold + blocked <= capacity) not valid`
    }
  })
})

describe('100 hand-outs of an allocation of 8', () => {
  const race = async () => {
    const [row] = await users.sql<{ id: string }[]>`
      insert into private.allocations (event_id, ticket_type_id, member_id, places, ends_at)
      select t.event_id, t.id, ${await users.id('Mia')}, 8, now() + interval '1 day'
      from public.ticket_types t where t.id = ${(await createEvent(users.sql, { doorsIn: 72 })).types.Entry ?? ''} returning id`
    const allocation = row?.id ?? ''
    await users.sql`
      select private.hold_allocation(a.id, e) from private.allocations a join public.events e on e.id = a.event_id
      where a.id = ${allocation}`
    return raceForAllocation(pool, { allocation, member: await users.id('Mia'), hands: 100 })
  }
  const isLost = ({ endings, places }: Awaited<ReturnType<typeof race>>) => endings.ok !== places

  test('with the lock: everybody who got a place got another one', async () => {
    expect(isLost(await race())).toBe(false)
  })

  test('without it two people get the same place', async () => {
    const unlocked = { name: 'hand_on_place', from: rowLocks, to: '' }
    expect(isLost(await without([unlocked], () => untilLost(race, isLost)))).toBe(true)
  })
})

describe('50 buyers while an admin lowers the capacity', () => {
  const race = () => raceWithCapacity(users, pool, { buyers: 50, from: 60, to: 20 })
  const isOversold = ({ stock }: Awaited<ReturnType<typeof race>>) => stock.held > stock.capacity
  // The capacity is checked some time before it is written, without the pools locked: what was checked is no longer true.
  const late =
    'perform pg_sleep(0.1); update public.capacity_pools set capacity = p_capacity\n  where id = p_pool and v_pool.sold + v_pool.held + v_pool.blocked <= p_capacity'

  test('with all protections: never more than it takes', async () => {
    const { stock } = await race()
    expect(stock.held).toBeLessThanOrEqual(stock.capacity)
  })

  test('without the condition on the row, the locked pools still prevent overselling', async () => {
    await rewrite(
      /update public\.capacity_pools set capacity = p_capacity\s+where id = p_pool and sold \+ held \+ blocked <= p_capacity/,
      late,
      'change_capacity',
    )
    const { stock, endings } = await race()
    expect(stock.held).toBeLessThanOrEqual(stock.capacity)
    expect(Object.keys(endings).some((ending) => ending.startsWith('23514'))).toBe(false)
  })

  test('without the locks too, the CHECK prevents it, with an error; without the CHECK it oversells', async () => {
    await rewrite(
      /perform 1 from public\.capacity_pools p where p\.event_id = p_event order by p\.id for no key update;/,
      '',
      'make_sale_change',
    )
    const broken = await untilLost(race, ({ endings }) =>
      Object.keys(endings).some((ending) => ending.startsWith('23514')),
    )
    expect(Object.keys(broken.endings).some((ending) => ending.startsWith('23514'))).toBe(true)
    expect(isOversold(broken)).toBe(false)
    await users.sql`alter table public.capacity_pools drop constraint capacity_pools_no_oversell`
    const lost = await untilLost(race, isOversold)
    expect(isOversold(lost)).toBe(true)
    // The races that follow begin with the constraint.
    await users.sql`update public.capacity_pools set capacity = held + sold + blocked where held + sold + blocked > capacity`
    await users.sql`
      alter table public.capacity_pools add constraint capacity_pools_no_oversell check (held + sold + blocked <= capacity)`
  })
})

describe('30 buyers for one table', () => {
  const race = () => raceForTable(users, pool, { buyers: 30 })

  test('with the unique index: one booking', async () => {
    expect(await race()).toEqual({ endings: { ok: 1, table_taken: 29 }, booked: 1 })
  })

  test('without it, many book it', async () => {
    await users.sql`drop index public.table_bookings_one_active`
    expect((await race()).booked).toBeGreaterThan(1)
    expect((await brokenRules(users.sql)).map((broken) => broken.rule)).toContain(
      'a table has one active booking, of a live hold or a paid line that has it',
    )
  })
})

describe('100 buyers for 20 places', () => {
  const race = () => raceForPlaces(users, pool, { buyers: 100, places: 20 })

  test('with all protections: 20', async () => {
    expect(await race()).toMatchObject({ endings: { ok: 20, sold_out: 80 } })
  })

  test('without the condition on the locked row, the CHECK still prevents overselling, with errors', async () => {
    // Checks first, then updates: replaces the condition in the update.
    await rewrite(
      /and held \+ sold \+ blocked \+ v_taken \* v_need\.units <= capacity/,
      'and (select s.held + s.sold + s.blocked + v_taken * v_need.units <= s.capacity from public.capacity_pools s where s.id = v_need.pool_id)',
      'change_stock',
    )
    const { endings, stock } = await race()
    expect(stock).toEqual({ held: 20, capacity: 20 })
    expect(Object.keys(endings).some((ending) => ending.startsWith('23514'))).toBe(true)
  })

  test('without the CHECK as well, it oversells', async () => {
    await users.sql`alter table public.capacity_pools drop constraint capacity_pools_no_oversell`
    const { stock } = await race()
    expect(stock.held).toBeGreaterThan(20)
    expect((await brokenRules(users.sql)).map((broken) => broken.rule)).toContain(
      'sold and held never exceed the capacity of a pool, the quantity of a release or the stock of a variant',
    )
  })

  test('through the site, too: more than 20 may pay', async () => {
    const { statuses, held } = await untilLost(
      () => http.raceForPlaces(site, users.sql, { buyers: 100, places: 20 }),
      (end) => end.held > 20,
    )
    expect(held).toBeGreaterThan(20)
    expect(statuses[302]).toBe(held)
  })
})

describe('without the condition and the CHECK of pools, which the races above took away', () => {
  // Lost by chance: buyers who waited for another pool first read what is left after the one before them.
  test('more of an add-on is held than there is', async () => {
    const { held = 0 } = await untilLost(
      () => raceForAddOns(users, pool, { buyers: 30, stock: 5 }),
      (end) => Number(end.held) > 5,
    )
    expect(held).toBeGreaterThan(5)
  })

  test('packages and single tickets hold more places than there are', async () => {
    const { held = 0 } = await untilLost(
      () => raceOfPackages(users, pool, { buyers: 40, places: 20 }),
      (end) => Number(end.held) > 20,
    )
    expect(held).toBeGreaterThan(20)
  })
})

describe('20 buyers for the last use of a code', () => {
  const race = () => raceForCode(users, pool, { buyers: 20 })
  const conditions = /\n\s+and coalesce\((orders|units|cents)_held \+ \1_used \+ v_more[^\n]+?, true\)/g

  test('with all protections: one', async () => {
    expect(await race()).toEqual({ endings: { ok: 1, code_used_up: 19 }, discounted: 1, counted: 1 })
  })

  test('without the lock on its row, the condition of the update still lets one through', async () => {
    await rewrite(/ for no key update/, '', 'lock_code')
    expect(await race()).toEqual({ endings: { ok: 1, code_used_up: 19 }, discounted: 1, counted: 1 })
  })

  test('without the condition too, the CHECK prevents it, with errors', async () => {
    await rewrite(conditions, '', 'change_code_uses')
    const { endings, discounted } = await untilLost(race, (end) =>
      Object.keys(end.endings).some((ending) => ending.startsWith('23514')),
    )
    expect(Object.keys(endings).some((ending) => ending.startsWith('23514'))).toBe(true)
    expect(discounted).toBe(1)
  })

  test('without the CHECK as well, several buy at the discount', async () => {
    await users.sql`alter table public.promo_codes drop constraint promo_codes_orders`
    const { discounted = 0 } = await untilLost(race, (end) => Number(end.discounted) > 1)
    expect(discounted).toBeGreaterThan(1)
  })
})

describe('12 requests for the refund of one ticket', () => {
  const race = () => raceForRefund(users, pool, { askers: 12, others: false })
  const orders = [{ from: rowLocks, to: '', name: 'lock_orders' }]

  test('with all protections: one', async () => {
    expect(await race()).toMatchObject({ refunds: 1, back: 2000 })
  })

  test('without the locks of order, payment and ticket, the lock of the person still lets one through', async () => {
    await rewrite(rowLocks, '', 'lock_own_refund')
    expect(await without(orders, race)).toMatchObject({ refunds: 1, back: 2000 })
  })

  test('without that too, the ticket is paid back over and over', async () => {
    await rewrite(/perform private\.lock_person\(v_person\);/, '', 'ask_refund')
    const { refunds = 0 } = await without(orders, () => untilLost(race, (end) => Number(end.refunds) > 1))
    expect(refunds).toBeGreaterThan(1)
    expect((await brokenRules(users.sql)).map((broken) => broken.rule)).toContain(
      'a ticket has one refund at a time that is not done',
    )
  })
})

describe('15 refunds while their tickets are scanned', () => {
  const race = () => raceOfRefundsAndScans(users, pool, { orders: 15 })
  const lostOf = ({ tickets }: Awaited<ReturnType<typeof race>>) =>
    tickets.filter((ticket) => !refundOrScan.includes(ticket))

  test('with all protections: one of the two wins', async () => {
    expect(lostOf(await race())).toEqual([])
  })

  test('without the locks of the tickets, people are inside with tickets that were paid back', async () => {
    const lost = await without(
      [
        { from: rowLocks, to: '', name: 'lock_scanned_ticket' },
        { from: rowLocks, to: '', name: 'void_tickets' },
      ],
      () => untilLost(race, (end) => lostOf(end).length > 0),
    )
    expect(lostOf(lost)).toContain('void inside, scan ok, refund ok')
  })
})

describe('40 requests of one admin give free tickets', () => {
  const race = () => raceOfComps(users, pool, { requests: 40, quota: 7, capacity: 2000, issuers: ['Ada'] })
  const unlocked = [
    { from: /perform private\.lock_person\(v_issuer\);/, to: '', name: 'issue_comps' },
    { from: /perform private\.lock_stock_rows\(v_choices, '\{\}'\);/, to: '', name: 'send_or_ask' },
  ]

  test('with the row of the quota locked it holds', async () => {
    expect(await without(unlocked, race)).toMatchObject({ sent: 7, waiting: 33 })
  })

  test('without, more are sent than it allows', async () => {
    const lost = await without([...unlocked, { from: / for update/, to: '', name: 'lock_comp_quota' }], () =>
      untilLost(race, ({ sent = 0 }) => sent > 7),
    )
    expect(lost.sent).toBeGreaterThan(7)
  })
})

describe('40 requests of two admins give free tickets of one event', () => {
  const race = () =>
    raceOfComps(users, pool, { requests: 40, quota: 40, capacity: 100, issuers: ['Ada', 'Abe'] })

  test('without the lock of the pool more are sent than its cap allows', async () => {
    const lost = await without(
      [{ from: /perform private\.lock_stock_rows\(v_choices, '\{\}'\);/, to: '', name: 'send_or_ask' }],
      () => untilLost(race, ({ sent = 0 }) => sent > 10),
    )
    expect(lost.sent).toBeGreaterThan(10)
  })
})

test('free tickets are claimed at their deadline: without the lock of the hold, after it was taken back', async () => {
  const race = () => raceOfCompDeadline(users, pool, { comps: 20 })
  expect(await race()).toMatchObject({ late: 0 })
  const lost = await without([{ from: / for no key update/, to: '', name: 'claimable_place' }], () =>
    untilLost(race, ({ late = 0 }) => late > 0),
  )
  expect(lost.late).toBeGreaterThan(0)
})

describe('16 admins change the type of one ticket', () => {
  const race = () => raceOfDesk(users, pool, { changers: 16, others: false })

  test('with all protections: it changes once', async () => {
    expect(await race()).toMatchObject({ changes: 1, drift: 0, back: 3000 })
  })

  test('without the lock of its order, that of the ticket still lets one through', async () => {
    const end = await without(
      [{ from: /perform private\.lock_orders\(array\([\s\S]*?\)\)\);/, to: '', name: 'lock_ticket_action' }],
      race,
    )
    expect(end).toMatchObject({ changes: 1, drift: 0, back: 3000 })
  })

  test('without both it changes again and again, and the places of its types are counted wrong', async () => {
    const lost = await without(
      [
        { from: /perform private\.lock_orders\(array\([\s\S]*?\)\)\);/, to: '', name: 'lock_ticket_action' },
        { from: rowLocks, to: '', name: 'lock_ticket_action' },
        { from: rowLocks, to: '', name: 'lock_orders' },
        // the refund for a cheaper type would go back by a function with locks of its own
        {
          from: /if p_difference_cents < 0 and p_refund then/,
          to: 'if false then',
          name: 'change_ticket_type',
        },
      ],
      () => untilLost(race, ({ changes = 0 }) => changes > 1),
    )
    expect(lost.changes).toBeGreaterThan(1)
    expect(lost.drift).toBeGreaterThan(0)
  })
})

describe('an event is cancelled while its payments finish', () => {
  const race = () => raceOfCancellation(users, pool, { orders: 12, carts: 12 })

  test('with all protections: nothing of it is left', async () => {
    expect(await race()).toEqual({ broke: 0, valid: 0, holds: 0, places: 0, kept: 0 })
  })

  test('without the lock of its settlement, tickets of it stay valid and their money is kept', async () => {
    const end = await without(
      [
        {
          from: /perform pg_advisory_xact_lock(_shared)?\(v_lock\);/g,
          to: 'perform v_lock;',
          name: 'lock_settlement',
        },
      ],
      () => untilLost(race, ({ valid }) => Number(valid) > 0),
    )
    expect(end.valid).toBeGreaterThan(0)
    expect(end.kept).toBeGreaterThan(0)
    expect((await brokenRules(users.sql)).map((broken) => broken.rule)).toContain(
      'a cancelled event keeps no money but for goods that are not of it, and nothing about it waits for anybody',
    )
  })
})

describe('8 reports of a lost dispute about somebody who is inside', () => {
  const race = () => raceOfDisputes(users, pool, { reports: 8 })
  const fair = { disputes: 1, booked: 4000, void: 2, inside: 1, entries: 1 }
  const unlocked = [
    { from: /perform private\.lock_(person|mailboxes|settlement)\([^;]*;/g, to: '', name: 'lock_payment' },
    { from: rowLocks, to: '', name: 'lock_payment' },
    { from: rowLocks, to: '', name: 'lock_orders' },
    { from: rowLocks, to: '', name: 'process_dispute_event' },
  ]

  test('with all protections: booked once', async () => {
    expect(await race()).toEqual({ endings: { disputed: 1, ignored: 7 }, ...fair })
  })

  test('without the locks, the unique reference of a dispute still lets one through, with errors', async () => {
    const { endings, ...end } = await without(unlocked, () =>
      untilLost(race, (one) => Object.keys(one.endings).some((ending) => ending.startsWith('23505'))),
    )
    expect(Object.keys(endings).some((ending) => ending.startsWith('23505'))).toBe(true)
    expect(end).toEqual(fair)
  })

  test('without that and the limit of what a payment gives back, the bank takes the money over and over', async () => {
    await users.sql`alter table public.disputes drop constraint disputes_provider_provider_ref_key`
    await users.sql`alter table public.refunds drop constraint refunds_provider_ref_key`
    await users.sql`alter table public.payments drop constraint payments_refunded`
    await users.sql`alter table public.orders drop constraint orders_refunded`
    const { booked = 0 } = await without(unlocked, () => untilLost(race, (one) => Number(one.booked) > 4000))
    expect(booked).toBeGreaterThan(4000)
    expect((await brokenRules(users.sql)).map((broken) => broken.rule)).toContain(
      'no order earns less than nothing, in total or in any part of a line, corrections aside',
    )
  })
})

describe.each([
  ['8 devices hand in scans of one ticket', { uploads: 8, online: 0 }],
  ['a device hands in a scan of a ticket that another scans online', { uploads: 1, online: 1 }],
])('%s at once', (_, scanners) => {
  const race = () => raceOfUploads(users, pool, scanners)
  const isLost = ({ endings, open, conflicts, inNow, admitted, wrong }: Awaited<ReturnType<typeof race>>) =>
    endings.ok !== scanners.uploads + scanners.online ||
    open !== 1 ||
    conflicts !== admitted - 1 ||
    inNow !== admitted ||
    wrong > 0

  test('with the lock of the ticket: each is stored, one entry, a conflict for everybody else', async () => {
    for (let round = 0; round < 5; round++) expect(isLost(await race())).toBe(false)
  })

  test('without it, an upload fails or the truth is another one than the scans say', async () => {
    const unlocked = ['upload_scans', 'lock_scanned_ticket'].map((name) => ({ name, from: rowLocks, to: '' }))
    expect(isLost(await without(unlocked, () => untilLost(race, isLost)))).toBe(true)
  })
})

describe('40 scans of one code', () => {
  const race = () => raceAtDoor(users, pool, { scanners: 40, staff: 'Ada' })

  test('with all protections: one', async () => {
    expect(await race()).toMatchObject({ endings: { ok: 1, already_in: 39 }, open: 1 })
  })

  test('without the row lock, the unique index still decides', async () => {
    await rewrite(rowLocks, '', 'lock_scanned_ticket')
    expect(await race()).toMatchObject({ endings: { ok: 1 }, open: 1 })
  })

  test('without the index as well, several come in', async () => {
    await users.sql`drop index public.entries_one_open`
    await rewrite(/on conflict \(ticket_id\) where closed_at is null do nothing/, '', 'admit_ticket')
    expect((await race()).open).toBeGreaterThan(1)
  })

  test('through the site, too: more than one scanner admits', async () => {
    const welcomed = await untilLost(
      async () => {
        const { results, count } = await http.raceAtDoor(site, users.sql, { gates: 40 })
        return { ok: results.filter(({ result }) => result === 'ok').length, open: (await count())?.open }
      },
      (end) => end.ok > 1,
    )
    expect(welcomed.ok).toBeGreaterThan(1)
    expect(welcomed.open).toBe(welcomed.ok)
  })
})

describe('20 scanners at two doors and one name of a guest list with two plus-ones', () => {
  const race = () => raceAtTwoDoors(users, pool, { scanners: 20, plusOnes: 2, staff: 'Abe' })

  test('with all protections: three come in', async () => {
    expect(await race()).toMatchObject({ endings: { ok: 3, already_in: 17 }, arrived: 3, heads: 3 })
  })

  test('without the row locks, the check of the entry still decides', async () => {
    await rewrite(rowLocks, '', 'admit_guests')
    expect(await race()).toMatchObject({ arrived: 3, heads: 3 })
  })

  test('without the checks as well, more come in than were listed', async () => {
    await users.sql`alter table public.guest_list_entries drop constraint guest_list_entries_arrived`
    await users.sql`alter table public.guest_lists drop constraint guest_lists_arrived`
    const end = await untilLost(race, ({ heads = 0 }) => heads > 3)
    expect(end.heads).toBeGreaterThan(3)
  })
})

describe('40 additions of a name with a plus-one to a list of 25', () => {
  const race = () => raceForQuota(users, pool, { adders: 40, quota: 25 })

  test('with all protections: twelve names', async () => {
    expect(await race()).toMatchObject({ endings: { ok: 12, list_full: 28 }, heads: 24, listed: 24 })
  })

  test('without the row lock, the check of the list still decides', async () => {
    await rewrite(rowLocks, '', 'add_list_entries')
    expect(await race()).toMatchObject({ heads: 24, listed: 24 })
  })

  test('without the check as well, the quota is passed', async () => {
    await users.sql`alter table public.guest_lists drop constraint guest_lists_quota_kept`
    const end = await untilLost(race, ({ listed = 0 }) => listed > 25)
    expect(end.listed).toBeGreaterThan(25)
  })
})

describe('a scan that earns commission while the money goes back', () => {
  const race = () => raceOfCommission(users, pool, 3)

  test('with the lock: zero', async () => {
    expect((await race()).left).toBe(0)
  })

  test('without it, each misses what the other one did', async () => {
    const changes = [
      { from: /perform pg_advisory_xact_lock\([^;]*;/, to: 'null;', name: 'lock_commission' },
      {
        from: /(from earned e\s+where not exists [^;]*;)/,
        to: '$1 perform pg_sleep(0.3);',
        name: 'settle_commission',
      },
    ]
    const end = await without(changes, () => untilLost(race, ({ left }) => left > 0))
    expect(end.left).toBeGreaterThan(0)
  })
})

describe('a ticket on offer, accepted by three, taken back and declined at once', () => {
  const race = () => raceOfTransfer(users, pool)

  test('with its locks: one of them wins', async () => {
    expect((await race()).wins).toBe(1)
  })

  test('without them it is handed on twice', async () => {
    const end = await without(
      [
        { from: rowLocks, to: '', name: 'lock_open_transfer' },
        { from: rowLocks, to: '', name: 'lock_shared_ticket' },
        { from: rowLocks, to: '', name: 'lock_orders' },
      ],
      () => untilLost(race, ({ wins }) => wins > 1),
    )
    expect(end.wins).toBeGreaterThan(1)
  })
})

describe('a listed ticket, paid for, taken back and scanned at once', () => {
  const race = () => raceOfReturn(users, pool)

  test('with its locks: it is sold or taken back', async () => {
    expect(await race()).toMatchObject({ broke: [], valid: 1, sold: 1 })
  })

  test('without them, one holds what the other waits for', async () => {
    const end = await without(
      [
        { from: /perform pg_advisory_xact_lock\([^;]*;/, to: 'null;', name: 'lock_listings' },
        { from: rowLocks, to: '', name: 'lock_shared_ticket' },
        { from: rowLocks, to: '', name: 'lock_orders' },
      ],
      () => untilLost(race, ({ broke }) => broke.length > 0),
    )
    expect(end.broke).toContainEqual(expect.stringContaining('deadlock'))
    // The stock keeps it from being both.
    expect(end.valid).toBe(1)
  })
})

describe('40 copies of one event', () => {
  const race = () => raceOfReports(users, pool, { copies: 40, sameId: true })

  test('with all protections: one settlement', async () => {
    expect(await race()).toMatchObject({ fresh: 1, tickets: 2, mails: 1 })
  })

  test('without the inbox’s primary key, the order’s lock still lets one through', async () => {
    await users.sql`alter table private.payment_events drop constraint payment_events_pkey`
    expect(await race()).toMatchObject({
      endings: { paid: 1, already_paid: 39 },
      fresh: 40,
      tickets: 2,
      mails: 1,
    })
  })

  test('without locks, state machines and checked counters as well, tickets are issued over and over', async () => {
    await rewrite(rowLocks, '')
    await rewrite(/pg_advisory_xact_lock(_shared)?\(/g, 'abs(')
    // Marking the payment first is a lock, too: marks it last instead.
    await rewrite(/update public\.payments set status = 'succeeded'[^;]*;/, '', 'apply_to_payment')
    // So is noting the card, which the provider sends with its event.
    await rewrite(/update public\.payments p set card_fingerprint[^;]*;/, '', 'process_payment_event')
    for (const name of ['settle_order', 'refuse_settlement'])
      await rewrite(/set settled_at = now\(\)/g, `set settled_at = now(), status = 'succeeded'`, name)
    // Rules: an order is paid once, a hold converted once, and held places never fall below zero.
    await rewrite(/if \(v_from, p_to\) not in/, 'if false and (v_from, p_to) not in')
    for (const [table, constraint] of [
      ['capacity_pools', 'capacity_pools_held_check'],
      ['price_releases', 'price_releases_held_check'],
    ])
      await users.sql`alter table ${users.sql(`public.${table}`)} drop constraint ${users.sql(constraint ?? '')}`
    expect((await untilLost(race, ({ tickets }) => Number(tickets) > 2)).tickets).toBeGreaterThan(2)
  })

  test('through the site, too, when the provider sends its event', async () => {
    const { tickets, mails } = await untilLost(
      () => http.raceOfReports(site, users.sql, { copies: 40 }),
      (end) => Number(end.tickets) > 2,
    )
    expect(tickets).toBeGreaterThan(2)
    expect(mails).toBeGreaterThan(0)
  })
})

test('eight workers claim sixty jobs: without "skip locked" they get the same ones', async () => {
  const race = `race_${randomUUID().replaceAll(/[^a-f]/g, '')}`
  const claimSchema = z.array(z.object({ jobs: z.array(z.object({ id: z.int() })) }))
  await users.sql`insert into private.job_kinds (kind, most_attempts, first_pause, longest_pause) values (${race}, 8, '1 minute', '1 hour')`
  await users.sql`select private.enqueue_job(${race}, n::text) from generate_series(1, 60) n`
  const claimAll = async () => {
    const endings = await together(
      pool,
      8,
      (tx) => tx`select public.claim_jobs(${tx.json({ [race]: 10 })}) as jobs`,
    )
    return endings.flatMap(({ result }) =>
      claimSchema.parse(result).flatMap((row) => row.jobs.map(({ id }) => id)),
    )
  }
  // Its locks were removed with the others above.
  const twice = await claimAll()
  expect(new Set(twice).size).toBeLessThan(twice.length)
  await users.sql`update private.jobs set leased_until = null, run_at = now(), attempts = 0 where kind = ${race}`
  await rewrite(/limit least\(r\.room::int, 100\)/, '$& for no key update skip locked', 'claim_jobs')
  const once = await claimAll()
  expect(new Set(once).size).toBe(once.length)
})
