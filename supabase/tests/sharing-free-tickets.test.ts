import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import {
  compClaimSchema,
  compDetailSchema,
  compFiguresSchema,
  compListSchema,
  compPreviewSchema,
} from '#features/sharing/free-tickets/free-tickets.types.ts'
import { claimComp, compLink, compRow, issueComp, issueComps } from './comps.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { actAs, raceOfCompDeadline, raceOfComps, scanAs, tally, together } from './races.ts'
import { call, refusal, sweep } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Tests free tickets: issue, quotas and caps, claims, deadline, the door, and the figures. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let event: TestEvent
beforeAll(async () => {
  event = await createEvent(sql, { doorsIn: 100, pools: { Room: 500 } })
})
afterEach(async () => {
  await sql`delete from private.comp_quotas`
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const done = z.unknown()
const as = async (name: Name | 'visitor', fn: string, args: Record<string, unknown> = {}) =>
  call(await users.actingAs(name), fn, args, done)
const readClaim = (p_token_hash: string) =>
  call(service, 'read_comp_claim', { p_token_hash }, compClaimSchema)
const readComp = async (p_id: string, by: Name = 'Ada') =>
  call(await users.actingAs(by), 'read_comp', { p_id }, compDetailSchema)
const stateOf = async (id: string) => (await readComp(id))?.state.label
const runJobs = () => call(service, 'run_comp_jobs', {}, done)
const stock = async (of: TestEvent) => {
  const [row] = await sql<{ held: number; sold: number }[]>`
    select sum(held)::int as held, sum(sold)::int as sold from public.capacity_pools where event_id = ${of.eventId}`
  return row
}
const mailsTo = async (email: string) =>
  (
    await sql<
      { kind: string }[]
    >`select kind from private.mail_outbox where recipient = ${email} order by created_at, kind`
  ).map(({ kind }) => kind)
const ticketsOf = (orderCode: string) => sql<
  { id: string; status: string; is_personal: boolean; holder_name: string; line_id: string }[]
>`
  select k.id, k.status, k.is_personal, k.holder_name, k.order_line_id as line_id
  from public.tickets k join public.orders o on o.id = k.order_id where o.code = ${orderCode}`

describe('issuing', () => {
  test('holds the places until the deadline, mails the invitee, and records the face value', async () => {
    const own = await createEvent(sql, { doorsIn: 100 })
    const email = `kim-${randomUUID().slice(0, 8)}@example.com`
    const { id } = await issueComp(users, own, { quantity: 3, email, note: 'Review' })
    expect(await stock(own)).toEqual({ held: 3, sold: 0 })
    expect(await readComp(id)).toMatchObject({ quantity: 3, faceCents: 2000, note: 'Review', claimed: 0 })
    expect(await stateOf(id)).toBe('Sent')
    expect(await mailsTo(email)).toEqual(['free_tickets'])
    const [board] = await sql<{ holds: number; ends: boolean }[]>`
      select count(*)::int as holds, bool_and(h.expires_at = e.doors_at - interval '24 hours') as ends
      from public.holds h join public.events e on e.id = h.event_id where h.event_id = ${own.eventId} and h.kind = 'comp_block'`
    expect(board).toEqual({ holds: 3, ends: true })
  })

  test('comps show as blocked on the capacity board', async () => {
    const own = await createEvent(sql, { doorsIn: 100 })
    await issueComp(users, own, { quantity: 4 })
    const board = await call(
      await users.actingAs('Ada'),
      'read_capacity_board',
      { p_event: own.eventId },
      z.object({ board: z.object({ pools: z.array(z.looseObject({ blocked: z.int(), held: z.int() })) }) }),
    )
    expect(board.board.pools).toEqual([expect.objectContaining({ blocked: 4, held: 0 })])
  })

  test('rows with errors issue nothing, and the preview says which and why; a duplicate is flagged and issued', async () => {
    const own = await createEvent(sql, { doorsIn: 100 })
    const rows = [
      compRow(own, { email: 'Dup@example.com', type: 'entry' }),
      compRow(own, { email: 'dup@example.com', reason: 'Service recovery' }),
      compRow(own, { name: '', email: 'nope', type: 'Unknown', quantity: '11', reason: 'because' }),
    ]
    const ada = await users.actingAs('Ada')
    const preview = (p_rows: unknown) =>
      call(ada, 'preview_comps', { p_event: own.eventId, p_rows }, compPreviewSchema)
    const shown = await preview(rows)
    expect(shown.errors.map(({ line, field }) => [line, field])).toEqual([
      [3, 'email'],
      [3, 'name'],
      [3, 'quantity'],
      [3, 'reason'],
      [3, 'type'],
    ])
    expect(shown.duplicates).toEqual([{ line: 2, email: 'dup@example.com', firstLine: 1, isInvited: false }])
    expect((await refusal(issueComps(users, own, rows))).code).toBe('comp_rows_invalid')
    expect(await stock(own)).toEqual({ held: 0, sold: 0 })
    expect(await issueComps(users, own, rows.slice(0, 2))).toMatchObject({ issued: 2, waiting: 0 })
    expect((await preview(rows.slice(0, 1))).duplicates).toMatchObject([{ line: 1, isInvited: true }])
  })

  test('the same file sent in parallel is issued once, all of it', async () => {
    const own = await createEvent(sql, { doorsIn: 100, pools: { Room: 500 } })
    const rows = Array.from({ length: 8 }, () => compRow(own))
    const key = randomUUID()
    const pool = users.connect(8)
    const endings = await together(pool, 8, async (tx) => {
      await actAs(users, tx, 'Ada')
      return tx`select public.issue_comps(${own.eventId}, ${tx.json(rows)}, null, true, ${key})`
    })
    expect(tally(endings)).toEqual({ ok: 8 })
    expect(await stock(own)).toEqual({ held: 8, sold: 0 })
  })

  test('a file that needs more than is left issues nothing', async () => {
    const own = await createEvent(sql, { doorsIn: 100, pools: { Room: 3 } })
    await as('Ada', 'set_comp_cap', { p_event: own.eventId, p_percent: 100 })
    const rows = [{ quantity: '2' }, { quantity: '1' }]
    await sql`update public.capacity_pools set capacity = 2 where event_id = ${own.eventId}`
    await sql`update private.comp_caps set percent = 100 where event_id = ${own.eventId}`
    expect(await issueComps(users, own, rows)).toMatchObject({ issued: 2, waiting: 1 })
    const full = await createEvent(sql, { doorsIn: 100, pools: { Room: 20 } })
    await sql`update public.capacity_pools set sold = 19 where event_id = ${full.eventId}`
    expect((await refusal(issueComps(users, full, [{ quantity: '2' }]))).code).toBe('sold_out')
    expect(await sql`select 1 from private.comp_invitations where event_id = ${full.eventId}`).toEqual([])
    await sql`update public.capacity_pools set sold = 0 where event_id = ${full.eventId}`
  })

  test('a draft holds nothing until it is sent', async () => {
    const own = await createEvent(sql, { doorsIn: 100 })
    const { id } = await issueComps(users, own, [{}], { send: false })
    expect([await stateOf(id), await stock(own)]).toEqual(['Draft', { held: 0, sold: 0 }])
    await as('Ada', 'send_comp', { p_id: id })
    expect([await stateOf(id), await stock(own)]).toEqual(['Sent', { held: 1, sold: 0 }])
    expect((await refusal(as('Ada', 'send_comp', { p_id: id }))).code).toBe('invalid_state')
  })

  test('a deadline after doors, an event that is over or a draft: refused', async () => {
    const past = await createEvent(sql, { doorsIn: -1 })
    const draft = await createEvent(sql, { status: 'draft' })
    for (const closed of [past, draft])
      expect((await refusal(issueComps(users, closed, [{}]))).code).toBe('comp_event_closed')
    const late = {
      p_event: event.eventId,
      p_rows: [compRow(event)],
      p_deadline: '2099-01-01T00:00',
      p_send: true,
    }
    expect((await refusal(as('Ada', 'issue_comps', { ...late, p_key: randomUUID() }))).code).toBe(
      'comp_deadline',
    )
  })
})

describe('quota and cap', () => {
  test('above the quota a second admin is asked, and only another one may approve', async () => {
    const own = await createEvent(sql, { doorsIn: 100, pools: { Room: 900 } })
    await as('Abe', 'set_comp_quota', { p_issuer: await users.id('Ada'), p_places: 4 })
    expect(
      (await refusal(as('Ada', 'set_comp_quota', { p_issuer: await users.id('Ada'), p_places: 90 }))).code,
    ).toBe('comp_second_admin')
    expect((await issueComp(users, own, { quantity: 3 })).waiting).toBe(0)
    const { id, waiting } = await issueComp(users, own, { quantity: 2 })
    expect([waiting, await stateOf(id), await stock(own)]).toEqual([
      1,
      'Needs approval',
      { held: 3, sold: 0 },
    ])
    expect(await mailsTo(await users.email('Abe'))).toContain('free_tickets_approval')
    expect(await mailsTo(await users.email('Ada'))).not.toContain('free_tickets_approval')
    expect((await refusal(as('Ada', 'approve_comp', { p_id: id }))).code).toBe('comp_second_admin')
    await as('Abe', 'approve_comp', { p_id: id })
    expect(await readComp(id)).toMatchObject({ state: { label: 'Sent' }, approvedBy: expect.any(String) })
    expect(await stock(own)).toEqual({ held: 5, sold: 0 })
  })

  test('above 10 percent of a pool a second admin is asked, whoever gave the others', async () => {
    const own = await createEvent(sql, { doorsIn: 100, pools: { Room: 50 } })
    expect((await issueComp(users, own, { quantity: 4 })).waiting).toBe(0)
    expect((await issueComp(users, own, { quantity: 2, by: 'Abe' })).waiting).toBe(1)
    expect((await issueComp(users, own, { by: 'Abe' })).waiting).toBe(0)
  })

  test('40 requests at once: the quota of one issuer, and the cap of an event for two, hold', async () => {
    const pool = users.connect(40)
    const quota = { requests: 40, quota: 7, capacity: 2000, issuers: ['Ada'] as Name[] }
    expect(await raceOfComps(users, pool, quota)).toEqual({
      endings: { ok: 40 },
      sent: 7,
      waiting: 33,
      held: 7,
    })
    const cap = { requests: 40, quota: 40, capacity: 100, issuers: ['Ada', 'Abe'] as Name[] }
    expect(await raceOfComps(users, pool, cap)).toEqual({
      endings: { ok: 40 },
      sent: 10,
      waiting: 30,
      held: 10,
    })
  })
})

describe('claiming', () => {
  test('makes an order of 0 dollars with a personal ticket, once, without an account', async () => {
    const own = await createEvent(sql, { doorsIn: 100, refunds: { hours: 1 } })
    const { id, link } = await issueComp(users, own, { quantity: 2 })
    const code = await claimComp(users, link, { name: 'Kim  C.', email: 'Kim@Example.com' })
    const [order] = await sql`
      select o.total_cents::int, o.status, o.owner_id, o.refund_hours, h.status as hold
      from public.orders o join public.holds h on h.id = o.hold_id where o.code = ${code}`
    expect(order).toEqual({
      total_cents: 0,
      status: 'paid',
      owner_id: null,
      refund_hours: null,
      hold: 'converted',
    })
    expect(await ticketsOf(code)).toMatchObject([
      { status: 'valid', is_personal: true, holder_name: 'Kim C.' },
    ])
    expect(await stock(own)).toEqual({ held: 1, sold: 1 })
    expect(await mailsTo('Kim@Example.com')).toContain('order_paid')
    expect([await stateOf(id), (await readClaim(link)).problem]).toEqual(['Claimed', 'comp_claimed'])
    expect((await refusal(claimComp(users, link))).code).toBe('comp_claimed')
  })

  test('a member’s claim is among their tickets', async () => {
    const { link } = await issueComp(users, event)
    const code = await claimComp(users, link, { owner: await users.id('Mia') })
    const mine = await call(
      await users.actingAs('Mia'),
      'read_my_tickets',
      {},
      z.array(
        z.looseObject({
          tickets: z.array(
            z.looseObject({ orderCode: z.string(), canRefund: z.boolean(), renamesLeft: z.int() }),
          ),
        }),
      ),
    )
    expect(mine.flatMap(({ tickets }) => tickets).find(({ orderCode }) => orderCode === code)).toMatchObject({
      isGiven: true,
      canRefund: false,
      renamesLeft: 0,
    })
  })

  test('plus-ones get links of their own, a new address ends the earlier link, and each link claims once', async () => {
    const { id, link } = await issueComp(users, event, { quantity: 3 })
    const name = (p_number: number, p_name: string, p_email: string | null) =>
      call(service, 'name_comp_guest', { p_token_hash: link, p_number, p_name, p_email }, z.uuid())
    const email = `lee-${randomUUID().slice(0, 8)}@example.com`
    await name(2, 'Lee', email)
    expect(await mailsTo(email)).toEqual(['free_ticket_guest'])
    const old = await compLink(users, id, 2)
    await name(2, 'Lee Grant', null)
    expect((await refusal(readClaim(old))).code).toBe('comp_unknown')
    const own = await compLink(users, id, 2)
    expect(await readClaim(own)).toMatchObject({
      number: 2,
      name: 'Lee Grant',
      guests: [],
      invitee: 'Kim Charles',
    })
    await claimComp(users, own, { name: 'Lee Grant', email })
    expect((await refusal(claimComp(users, own))).code).toBe('comp_claimed')
    expect((await refusal(name(2, 'Other', null))).code).toBe('comp_claimed')
    // a plus-one names nobody
    const third = await compLink(users, id, 3)
    const values = { p_token_hash: third, p_number: 2, p_name: 'X', p_email: null }
    expect((await refusal(call(service, 'name_comp_guest', values, done))).code).toBe('comp_unknown')
    expect((await readClaim(link)).guests).toMatchObject([
      { number: 2, problem: 'comp_claimed' },
      { number: 3, problem: null },
    ])
  })

  test('declining frees all places at once, and a plus-one’s only theirs', async () => {
    const own = await createEvent(sql, { doorsIn: 100 })
    const { id, link } = await issueComp(users, own, { quantity: 3 })
    const decline = (p_token_hash: string) => call(service, 'decline_comp', { p_token_hash }, done)
    const plusOne = await compLink(users, id, 2)
    await decline(plusOne)
    expect([await stock(own), (await readClaim(plusOne)).problem]).toEqual([
      { held: 2, sold: 0 },
      'comp_declined',
    ])
    await decline(link)
    expect([await stock(own), await stateOf(id)]).toEqual([{ held: 0, sold: 0 }, 'Declined'])
    expect((await refusal(claimComp(users, link))).code).toBe('comp_declined')
  })

  test('a canceled event, a withdrawn invitation and a passed deadline say so', async () => {
    const own = await createEvent(sql, { doorsIn: 100 })
    const [gone, late, off] = [
      await issueComp(users, own),
      await issueComp(users, own),
      await issueComp(users, own),
    ]
    await as('Ada', 'revoke_comp', { p_id: gone.id, p_reason: 'Wrong person' })
    expect((await refusal(claimComp(users, gone.link))).code).toBe('comp_revoked')
    await sql`
      update public.holds h set expires_at = now() from private.comp_places p where p.invitation_id = ${late.id} and h.id = p.hold_id`
    await sql`update private.comp_invitations set deadline_at = now() where id = ${late.id}`
    expect((await refusal(claimComp(users, late.link))).code).toBe('comp_expired')
    await sql`update public.events set status = 'cancelled', cancelled_at = now() where id = ${own.eventId}`
    expect((await readClaim(off.link)).problem).toBe('comp_event_cancelled')
    await sql`update public.events set status = 'published', cancelled_at = null where id = ${own.eventId}`
  })

  test('a personal ticket leaves its holder’s hands in no way; one that may be passed on is never sold back', async () => {
    const personal = await claimComp(users, (await issueComp(users, event)).link)
    const open = await claimComp(users, (await issueComp(users, event, { transferable: 'true' })).link)
    const move = async (code: string, custody: string) => {
      const [ticket] = await ticketsOf(code)
      return sql`update public.tickets set custody = ${custody} where id = ${ticket?.id ?? ''}`.then(
        () => 'moved',
        (error: unknown) => String(error),
      )
    }
    expect(await move(personal, 'offered')).toContain('ticket_personal')
    expect(await move(personal, 'listed')).toContain('ticket_personal')
    expect(await move(open, 'listed')).toContain('ticket_given')
    expect(await move(open, 'offered')).toBe('moved')
    expect(await move(open, 'held')).toBe('moved')
  })
})

describe('after sending', () => {
  test('the deadline returns what nobody claimed; a reminder goes out 72 hours before doors, once', async () => {
    const own = await createEvent(sql, { doorsIn: 80 })
    const emails = ['a', 'b'].map((name) => `${name}-${randomUUID().slice(0, 8)}@example.com`)
    const [first, second] = [
      await issueComp(users, own, { quantity: 2, email: emails[0] ?? '' }),
      await issueComp(users, own, { email: emails[1] ?? '' }),
    ]
    await runJobs()
    expect(await mailsTo(emails[0] ?? '')).toEqual(['free_tickets'])
    await claimComp(users, first.link, { email: 'c@example.com' })
    // as if they had been sent a day before, 3 days before doors
    await sql`update public.events set doors_at = now() + interval '71 hours' where id = ${own.eventId}`
    await sql`update private.comp_invitations set sent_at = now() - interval '1 day' where event_id = ${own.eventId}`
    await runJobs()
    await runJobs()
    expect(await mailsTo(emails[1] ?? '')).toEqual(['free_tickets', 'free_tickets_reminder'])
    expect(await mailsTo(emails[0] ?? '')).not.toContain('free_tickets_reminder')
    await sql`update public.holds set expires_at = now() where event_id = ${own.eventId} and status = 'active'`
    await sql`update private.comp_invitations set deadline_at = now() where event_id = ${own.eventId}`
    await sweep(sql)
    await runJobs()
    expect(await stock(own)).toEqual({ held: 0, sold: 1 })
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['Claimed', 'Expired'])
  })

  test('claims against the deadline: each place is sold or back on sale, none lost or doubled', async () => {
    const ended = await raceOfCompDeadline(users, users.connect(32), { comps: 16 })
    expect(Object.keys(ended.endings).every((ending) => ['ok', 'comp_expired'].includes(ending))).toBe(true)
    expect(ended.claimed).toBe(ended.endings.ok ?? 0)
    expect(ended).toMatchObject({ late: 0, held: 0, sold: ended.claimed })
    expect((ended.claimed ?? 0) + (ended.expired ?? 0)).toBe(16)
  })

  test('withdrawing voids the tickets and mails the guests, unless one of them is in', async () => {
    const own = await createEvent(sql, { doorsIn: 1 })
    const email = `kim-${randomUUID().slice(0, 8)}@example.com`
    const { id, link } = await issueComp(users, own, { quantity: 2, email })
    const code = await claimComp(users, link, { email })
    await as('Ada', 'revoke_comp', { p_id: id, p_reason: 'Misuse' })
    expect(await ticketsOf(code)).toMatchObject([{ status: 'void' }])
    expect([await stock(own), await stateOf(id)]).toEqual([{ held: 0, sold: 0 }, 'Revoked'])
    expect(await mailsTo(email)).toEqual(expect.arrayContaining(['free_tickets_revoked']))
    expect((await refusal(as('Ada', 'revoke_comp', { p_id: id, p_reason: 'Again' }))).code).toBe(
      'invalid_state',
    )
    const inside = await issueComp(users, own)
    const [ticket] = await ticketsOf(await claimComp(users, inside.link))
    await sql.begin(async (tx) => scanAs(tx, await users.id('Mo'), own.eventId, ticket?.id ?? ''))
    expect(await stateOf(inside.id)).toBe('Arrived')
    expect((await refusal(as('Ada', 'revoke_comp', { p_id: inside.id, p_reason: 'Late' }))).code).toBe(
      'invalid_state',
    )
    const undo = {
      p_event: own.eventId,
      p_ticket: ticket?.id,
      p_scan_uid: randomUUID(),
      p_reason: 'Wrong ticket',
    }
    await as('Ada', 'undo_check_in', undo)
    expect((await readComp(inside.id))?.places[0]?.arrivedAt).toBeNull()
  })

  test('more than half away at two events halves the quota, once; another admin gives it back', async () => {
    const ada = await users.id('Ada')
    await as('Abe', 'set_comp_quota', { p_issuer: ada, p_places: 10 })
    for (let night = 0; night < 2; night++) {
      const own = await createEvent(sql, { doorsIn: 1 })
      for (let guest = 0; guest < 3; guest++) {
        const [ticket] = await ticketsOf(await claimComp(users, (await issueComp(users, own)).link))
        if (guest === 0)
          await sql.begin(async (tx) => scanAs(tx, await users.id('Mo'), own.eventId, ticket?.id ?? ''))
      }
      await sql`
        update public.events set doors_at = now() - interval '30 hours', starts_at = now() - interval '29 hours',
          ends_at = now() - interval '20 hours' where id = ${own.eventId}`
      await runJobs()
      await runJobs()
      const [quota] = await sql`select places, halved_from from private.comp_quotas where issuer_id = ${ada}`
      expect(quota).toEqual(night === 0 ? { places: 10, halved_from: null } : { places: 5, halved_from: 10 })
      const figures = await call(
        await users.actingAs('Abe'),
        'read_comp_figures',
        { p_event: own.eventId },
        compFiguresSchema,
      )
      expect(figures.rows).toMatchObject([{ issued: 3, claimed: 3, arrived: 1, noShow: 2, faceCents: 6000 }])
      for (const [guests, key] of [
        ['issued', 'quantity'],
        ['claimed', 'claimed'],
        ['arrived', 'arrived'],
        ['no_show', 'noShow'],
      ] as const) {
        const filters = { p_event: own.eventId, p_issuer: ada, p_reason: 'press', p_guests: guests }
        const { rows } = await call(await users.actingAs('Abe'), 'list_comps', filters, compListSchema)
        const [row] = figures.rows
        const figure = {
          quantity: row?.issued,
          claimed: row?.claimed,
          arrived: row?.arrived,
          noShow: row?.noShow,
        }
        expect([guests, rows.reduce((sum, comp) => sum + comp[key], 0)]).toEqual([guests, figure[key]])
      }
    }
    await as('Abe', 'set_comp_quota', { p_issuer: ada, p_places: 10 })
    const [quota] = await sql`select places, halved_from from private.comp_quotas where issuer_id = ${ada}`
    expect(quota).toEqual({ places: 10, halved_from: null })
  })
})

test('members, moderators and visitors issue, read and end nothing', async () => {
  const { id } = await issueComp(users, event)
  const values = { p_event: event.eventId, p_rows: [compRow(event)], p_deadline: null, p_send: true }
  for (const who of ['Mia', 'Mo'] as const)
    for (const [fn, args] of [
      ['issue_comps', { ...values, p_key: randomUUID() }],
      ['preview_comps', { p_event: event.eventId, p_rows: [compRow(event)] }],
      ['list_comps', {}],
      ['read_comp', { p_id: id }],
      ['read_comp_form', { p_event: event.eventId }],
      ['read_comp_figures', {}],
      ['send_comp', { p_id: id }],
      ['approve_comp', { p_id: id }],
      ['revoke_comp', { p_id: id, p_reason: 'Mine now' }],
      ['set_comp_cap', { p_event: event.eventId, p_percent: 100 }],
      ['set_comp_quota', { p_issuer: await users.id('Mia'), p_places: 100 }],
    ] as const)
      expect([who, fn, (await refusal(as(who, fn, args))).code]).toEqual([who, fn, 'not_allowed'])
})
