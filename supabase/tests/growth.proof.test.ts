import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import { createEvent } from './event-fixture.ts'
import { undone as figuresUndone } from './figures.ts'
import { rolledBack } from './rolled-back.ts'
import { buy } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Measures the cost of reads on larger data by the rows they touch, which does not depend on the load of the machine. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

/** Does work in a transaction that leaves nothing behind, as Ada. */
const undone = (work: (tx: TransactionSql) => Promise<void>) =>
  rolledBack(
    users,
    'Ada',
    async (tx) => {
      // A few thousand rows are read whole more cheaply than through an index; what counts is what many more would cost.
      await tx`set local enable_seqscan = off`
      await work(tx)
    },
    'read committed',
  )

/** Counts the rows of a table that a query reads, by scans of the table and of its indexes. */
async function rowsRead(tx: TransactionSql, table: string, query: string): Promise<number> {
  const read = async () => {
    const [row] = await tx<{ n: number }[]>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables
      where relid = ${table}::regclass`
    return row?.n ?? 0
  }
  await tx.unsafe(query)
  const before = await read()
  await tx.unsafe(query)
  return (await read()) - before
}

/** Adds 4,000 events: three of four are over, in the ten years before; the others come within three. */
async function addEvents(tx: TransactionSql): Promise<void> {
  await tx`
    insert into public.events (slug, title, status, city, time_zone, doors_at, starts_at, ends_at)
    select 'many-' || n, 'One of many', 'published', 'Port ' || n % 20, 'America/New_York', at, at, at + interval '6 hours'
    from (
      select n, now() + case when n % 4 = 0 then n * interval '6 hours' else n * interval '-21 hours' - interval '2 days' end as at
      from generate_series(1, 4000) n
    ) n`
  await tx`analyze public.events`
}

test.each([
  ['the list', 'select public.list_events()', 600],
  ['past events', 'select public.list_events(p_past => true)', 900],
  ['a city', "select public.list_events(p_city => 'Port 7')", 600],
  ['a past city', "select public.list_events(p_city => 'Port 7', p_past => true)", 900],
  ['tonight', "select public.list_events(p_when => 'tonight')", 700],
  ['the home page', 'select public.read_home()', 200],
  ['staff: past events', "select public.list_staff_events('past', 20)", 2500],
])('%s does not read all events there ever were', async (_, query, most) => {
  await undone(async (tx) => {
    // Those of other test files are read too: how many there are depends on what ran before.
    const others = await rowsRead(tx, 'public.events', query)
    await addEvents(tx)
    expect((await rowsRead(tx, 'public.events', query)) - others).toBeLessThan(most)
  })
})

test('the counters of the door and of the capacity board are stored: a scan reads its own ticket only', async () => {
  const testEvent = await createEvent(sql, { pools: { Room: 500 }, maxPerPerson: 20 })
  const bought = await buy(service, await users.extra(), testEvent, { Entry: 2 })
  await undone(async (tx) => {
    await tx`
      insert into public.tickets (order_id, order_line_id, event_id, ticket_type_id, holder_name, code)
      select t.order_id, t.order_line_id, t.event_id, t.ticket_type_id, 'One of many', translate(lpad(n::text, 9, '0'), '01', 'XY')
      from (select * from public.tickets where order_id = ${bought.order.orderId} limit 1) t, generate_series(1, 400) n`
    const scan = `select public.check_in('${testEvent.eventId}', (select id from public.tickets
      where order_id = '${bought.order.orderId}' and admission = 'outside' order by code limit 1), 1, null, gen_random_uuid(), 'A', 'camera')`
    const figures = `select private.door_figures('${testEvent.eventId}')`
    const results = `select public.read_door('${testEvent.eventId}')`
    expect(await rowsRead(tx, 'public.tickets', figures)).toBe(0)
    expect(await rowsRead(tx, 'public.entries', figures)).toBe(0)
    expect(await rowsRead(tx, 'public.entries', scan)).toBeLessThan(5)
    expect(await rowsRead(tx, 'public.scans', results)).toBe(0)
    const board = `select public.read_capacity_board('${testEvent.eventId}')`
    for (const table of ['public.tickets', 'public.orders', 'public.order_lines'])
      expect([table, await rowsRead(tx, table, board)]).toEqual([table, 0])
    const [row] = await tx<
      { figures: unknown }[]
    >`select private.door_figures(${testEvent.eventId}) as figures`
    expect(row?.figures).toEqual({ tickets: 402, inNow: 2, admitted: 2, remaining: 400 })
    const [counted] = await tx.unsafe<{ read_door: unknown }[]>(results)
    expect(counted?.read_door).toMatchObject({ byResult: [{ result: 'ok', bounce: false, scans: 2 }] })
  })
})

test('the dashboard reads orders, entries of the ledger and views of open days only', async () => {
  const testEvent = await createEvent(sql)
  await figuresUndone(users, async (tx) => {
    await tx`set local enable_seqscan = off`
    await tx`delete from private.view_days`
    await tx`delete from private.figure_spans`
    await tx`
      insert into private.visits (session_id, started_at, last_at, device_type, browser)
      select 'grown-' || md5(n::text), at, at, 'mobile', 'Safari'
      from generate_series(1, 2000) n, lateral (select now() - interval '3 days' - n * interval '20 minutes' as at) m`
    await tx`
      insert into private.item_views (at, visit_id, kind, item_id)
      select started_at, id, 'event_view', ${testEvent.eventId} from private.visits where session_id like 'grown-%'`
    await tx`
      insert into public.orders (code, event_id, status, email, name, currency, face_cents, fee_cents, tax_cents, total_cents,
        terms_accepted_at, terms_version, paid_at)
      select 'Z' || translate(lpad(n::text, 7, '0'), '01', 'XY'), ${testEvent.eventId}, 'paid', 'many@example.com', 'Many', 'USD', 0, 0, 0, 0,
        now(), '2026-11-21', now() - interval '3 days' - n * interval '20 minutes'
      from generate_series(1, 2000) n`
    await tx`
      insert into public.ledger_entries (order_id, kind, part, cents, currency, source_id, is_test, occurred_at, booked_at)
      select o.id, 'sale', 'face', 100, 'USD', o.id, false, o.paid_at, o.paid_at from public.orders o where o.event_id = ${testEvent.eventId}`
    // other tests sell today; what they sold is counted live
    const [today] = await tx<{ orders: number; entries: number; looks: number }[]>`
      select (select count(*)::int from public.orders where paid_at > now() - interval '2 days') as orders,
        (select count(*)::int from public.ledger_entries where booked_at > now() - interval '2 days') as entries,
        (select count(*)::int from private.item_views where at > now() - interval '2 days') as looks`
    const dashboard = 'select public.read_analytics_dashboard(366)'
    expect(await rowsRead(tx, 'public.orders', dashboard)).toBeLessThan(500 + (today?.orders ?? 0))
    expect(await rowsRead(tx, 'public.ledger_entries', dashboard)).toBeLessThan(500 + (today?.entries ?? 0))
    expect(await rowsRead(tx, 'private.item_views', dashboard)).toBeLessThan(500 + 3 * (today?.looks ?? 0))
  })
})

test('the audit log does not read all rows there ever were, whatever it is searched by', async () => {
  const [busy, other] = [await users.id('Abe'), await users.id('Mo')]
  await undone(async (tx) => {
    // Two admins did nearly all of it, one thing was done once. All of it is newer than what other tests did.
    await tx`
      insert into private.audit_log (at, actor_id, actor_role, action, subject_kind, subject_id, facts)
      select now() + interval '900 days' - n * interval '5 hours', case when n % 10 = 0 then ${other}::uuid else ${busy}::uuid end, 'admin',
        (array['order.note', 'order.refund', 'save_event', 'product.saved'])[1 + n % 4],
        (array['order', 'order', 'event', 'product'])[1 + n % 4], md5((n % 1000)::text)::uuid::text,
        jsonb_build_object('reason', case when n = 3500 then 'A needle in the hay' else 'One of many ' || n end)
      from generate_series(1, 4000) n`
    await tx`analyze private.audit_log`
    const searches = {
      'the latest': '',
      'an action': "p_action => 'order.refund'",
      'a kind of subject': "p_subject_kind => 'product'",
      'one subject': "p_subject_kind => 'order', p_subject => md5('8')::uuid::text",
      'a person': `p_person => '${busy}'`,
      'a rare text': "p_text => 'needle in the'",
      'a frequent text': "p_text => 'one of many'",
      days: "p_from => (now() + interval '300 days')::date, p_to => (now() + interval '310 days')::date",
      'a page in the middle': "p_after_at => now() + interval '400 days', p_after_id => 1",
    }
    for (const [by, filters] of Object.entries(searches)) {
      const read = await rowsRead(tx, 'private.audit_log', `select public.list_audit(${filters})`)
      expect([by, read < 400 ? 'few rows' : `${read} rows`]).toEqual([by, 'few rows'])
    }
  })
})

test('the community reads a page of posts and comments, not all there are, and counts by the numbers kept beside them', async () => {
  const [ada, other] = [await users.id('Ada'), await users.id('Mo')]
  const testEvent = await createEvent(sql, { doorsIn: 48 })
  await buy(service, ada, testEvent, { Entry: 1 })
  await undone(async (tx) => {
    const [talk] = await tx<{ id: string }[]>`
      insert into public.posts (author_id, body, created_at) values (${other}, 'Everybody answers', now() + interval '1 hour') returning id`
    const post = talk?.id ?? ''
    await tx`insert into public.person_follows (follower_id, followed_id) values (${ada}, ${other}) on conflict do nothing`
    // Triggers count and index each row, which says nothing of reading.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.posts (author_id, event_id, body, created_at)
      select ${other}::uuid, case when n % 3 = 0 then ${testEvent.eventId}::uuid end, 'One of many', now() - n * interval '1 minute'
      from generate_series(1, 4000) n`
    const [first] = await tx<{ id: string }[]>`
      insert into public.posts (author_id, post_id, body, created_at) values (${other}, ${post}, 'First', now() - interval '9 days') returning id`
    await tx`
      insert into public.posts (author_id, post_id, reply_to, body, created_at)
      select ${other}::uuid, ${post}::uuid, case when n % 2 = 0 then ${first?.id ?? ''}::uuid end, 'One of many', now() - n * interval '1 minute'
      from generate_series(1, 4000) n`
    await tx`insert into public.post_counts (post_id) select id from public.posts on conflict do nothing`
    await tx`set local session_replication_role = origin`
    await tx`analyze public.posts`
    const reads = {
      latest: 'public.list_posts()',
      following: "public.list_posts(null, 20, 'following')",
      'my events': "public.list_posts(null, 20, 'events')",
      'a thread': `public.list_posts(null, 20, 'latest', '${testEvent.eventId}')`,
      'a post with its comments': `public.read_post('${post}')`,
      'new posts': "public.count_new_posts(now() - interval '1 day')",
    }
    for (const [name, read] of Object.entries(reads)) {
      const asMember = `set local role authenticated; select ${read}; reset role`
      for (const table of ['public.posts', 'public.post_counts']) {
        const rows = await rowsRead(tx, table, asMember)
        expect([name, table, rows < 600 ? 'few rows' : `${rows} rows`]).toEqual([name, table, 'few rows'])
      }
    }
  })
})

test('compacting a door’s counters in parallel with new scans loses nothing', async () => {
  const event = randomUUID()
  const add = () => sql`
    insert into private.door_counts (event_id, gate, entries, in_now, admitted) values (${event}, 'A', 1, 1, 1)`
  const fold = () => sql`select private.compact_door_counts(${event})`
  await Promise.all(Array.from({ length: 120 }, (_, n) => (n % 6 === 5 ? fold() : add())))
  await fold()
  const rows =
    await sql`select gate, entries, in_now, admitted from private.door_counts where event_id = ${event}`
  expect(rows).toEqual([{ gate: 'A', entries: 100, in_now: 100, admitted: 100 }])
  await sql`delete from private.door_counts where event_id = ${event}`
})

test('compacting an event’s counts of sales in parallel with new sales loses nothing', async () => {
  const [event, item] = [randomUUID(), randomUUID()]
  const add = (n: number) => sql`
    insert into private.sale_counts (event_id, item_id, minute, units)
    values (${event}, ${item}, ${new Date(Date.UTC(2026, 0, 1, 0, n % 2))}, ${n % 10 === 0 ? -1 : 1})`
  const compact = () => sql`select private.compact_sale_counts(${event})`
  await Promise.all(Array.from({ length: 120 }, (_, n) => (n % 6 === 5 ? compact() : add(n))))
  await compact()
  const rows = await sql`
    select extract(minute from minute)::int as minute, units from private.sale_counts where event_id = ${event} order by 1`
  // in every six, 0, 2 and 4 are even, 1 and 3 odd, and 5 adds none; each tenth takes one back
  expect(rows).toEqual([
    { minute: 0, units: 36 },
    { minute: 1, units: 40 },
  ])
  await sql`delete from private.sale_counts where event_id = ${event}`
})
