import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { doorFiguresSchema, type ScanReport, scanResponseSchema } from '#features/door/door.types.ts'
import { reportedScanSchema, type TicketRow, ticketListSchema } from '#features/tickets/tickets.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { actAs, tally, together } from './races.ts'
import { buy, call, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Tests what a holder reads of the scans of their code, the report "That wasn't me", and how a door resolves it. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(4)
let testEvent: TestEvent
beforeAll(async () => {
  testEvent = await createEvent(sql)
  await users.grant('Dex', 'scan', testEvent.eventId)
  await users.grant('Dot', 'door_manager', testEvent.eventId)
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

type Ticket = { id: string; eventId: string; orderId: string; code: string; generation: number }

async function sellTo(name: Name, where: TestEvent = testEvent): Promise<Ticket> {
  const { order } = await buy(service, await users.extra(), where, { Entry: 1 })
  const owner = await users.id(name)
  await sql`update public.tickets set owner_id = ${owner} where order_id = ${order.orderId}`
  const [ticket] = await sql<Ticket[]>`
    select id, event_id as "eventId", order_id as "orderId", code, generation from public.tickets where order_id = ${order.orderId}`
  if (!ticket) throw new Error('no ticket')
  return ticket
}

const scan = async (
  ticket: Ticket,
  gate = 'Main',
  generation = ticket.generation,
  device: string = randomUUID(),
) =>
  call(
    await users.actingAs('Dex'),
    'check_in',
    {
      p_event: ticket.eventId,
      p_ticket: ticket.id,
      p_generation: generation,
      p_code: null,
      p_scan_uid: randomUUID(),
      p_gate: gate,
      p_method: 'camera',
      p_device: device,
    },
    scanResponseSchema,
  )

async function seenBy(name: Name, ticket: Ticket): Promise<TicketRow | undefined> {
  const list = await call(await users.actingAs(name), 'read_my_tickets', {}, ticketListSchema)
  return list.flatMap(({ tickets }) => tickets).find(({ id }) => id === ticket.id)
}
const scansOf = async (ticket: Ticket, name: Name = 'Mia') => (await seenBy(name, ticket))?.scans ?? []
const report = async (name: Name, ticket: Ticket, scanId: string) =>
  call(
    await users.actingAs(name),
    'report_my_scan',
    { p_ticket: ticket.id, p_scan: scanId },
    reportedScanSchema,
  )
async function openReports(name: Name): Promise<ScanReport[] | null> {
  const args = { p_event: testEvent.eventId }
  return (await call(await users.actingAs(name), 'read_door', args, doorFiguresSchema)).reports
}
const resolve = async (name: Name, p_report: string, p_outcome: string, p_reason: string | null = null) =>
  call(
    await users.actingAs(name),
    'resolve_scan_report',
    { p_report, p_outcome, p_reason },
    z.object({ outcome: z.string() }),
  )

/** Lets a copy of Mia's code in at one gate and turns her away at another; she reports it. */
async function copied() {
  const ticket = await sellTo('Mia')
  await scan(ticket, 'North')
  await scan(ticket, 'South')
  const [refused, admitted] = await scansOf(ticket)
  if (!refused || !admitted) throw new Error('not scanned')
  const { reference } = await report('Mia', ticket, refused.id)
  const open = (await openReports('Dot'))?.find((each) => each.reference === reference)
  if (!open) throw new Error('no report')
  return { ticket, refused, admitted, open }
}

describe('what a holder reads of their code', () => {
  test('each scan with time, gate, result and reference, newest first, without staff and device', async () => {
    const ticket = await sellTo('Mia')
    expect(await scansOf(ticket)).toEqual([])
    const device = randomUUID()
    await scan(ticket, 'North', 1, device)
    await scan(ticket, 'North', 1, device)
    await scan(ticket, '')
    const read = await users.actingAs('Mia').then((mia) => mia.rpc('read_my_tickets'))
    const scans = await scansOf(ticket)
    expect(scans).toMatchObject([
      { gate: null, result: 'already_in', bounce: false, report: null, canReport: true },
      { gate: 'North', result: 'already_in', bounce: true, canReport: false },
      { gate: 'North', result: 'ok', bounce: false, canReport: true },
    ])
    for (const { reference } of scans) expect(reference).toMatch(/^[2-9A-HJ-NP-Z]{3}-[2-9A-HJ-NP-Z]{3}$/)
    expect(new Set(scans.map(({ reference }) => reference)).size).toBe(3)
    const text = JSON.stringify(read.data)
    expect(text).toContain(scans[0]?.id)
    for (const hidden of [device, await users.id('Dex')]) expect(text).not.toContain(hidden)
  })

  test('at most the last twenty', async () => {
    const ticket = await sellTo('Mia')
    for (let n = 0; n < 22; n += 1) await scan(ticket, `Gate ${n}`)
    const scans = await scansOf(ticket)
    expect(scans.map(({ gate }) => gate)).toEqual(Array.from({ length: 20 }, (_, n) => `Gate ${21 - n}`))
  })

  test('another person’s scans are nowhere in what somebody reads', async () => {
    const ticket = await sellTo('Mia')
    await scan(ticket)
    const [own] = await scansOf(ticket)
    for (const name of ['Sid', 'Gus', 'Dex', 'Mo'] as const) {
      expect(await seenBy(name, ticket)).toBeUndefined()
      expect((await refusal(report(name, ticket, own?.id ?? ''))).code).toBe('not_found')
    }
    // a scan of one ticket is none of another
    expect((await refusal(report('Sid', await sellTo('Sid'), own?.id ?? ''))).code).toBe('not_found')
    expect((await (await users.actingAs('Mia')).from('scans').select()).data).toEqual([])
    expect((await (await users.actingAs('Mia')).from('scan_reports').select()).data).toEqual([])
  })

  test('by the link of the order, which also reports; the link of another order does not', async () => {
    const ticket = await sellTo('Mia')
    await scan(ticket)
    const [only] = await scansOf(ticket)
    const linkOf = async (orderId: string) => {
      const p_token_hash = hashToken(makeToken())
      await service.rpc('add_link', { p_purpose: 'order_tickets', p_subject: orderId, p_token_hash })
      return p_token_hash
    }
    const p_token_hash = await linkOf(ticket.orderId)
    const list = await call(service, 'read_tickets_by_link', { p_token_hash }, ticketListSchema)
    expect(list[0]?.tickets[0]?.scans).toEqual([only])
    const byLink = (hash: string) =>
      call(
        service,
        'report_scan_by_link',
        { p_token_hash: hash, p_ticket: ticket.id, p_scan: only?.id },
        reportedScanSchema,
      )
    const other = await linkOf((await sellTo('Sid')).orderId)
    expect((await refusal(byLink(other))).code).toBe('not_found')
    expect(await byLink(p_token_hash)).toEqual({ reference: only?.reference, report: 'open' })
  })

  test('who gets a ticket from somebody reads no scan of before, and reports none; its new code changes nothing', async () => {
    const later = await createEvent(sql, { doorsIn: 3 })
    await users.grant('Dex', 'scan', later.eventId)
    const ticket = await sellTo('Mia', later)
    expect((await scan(ticket)).result).toBe('not_yet')
    const [before] = await scansOf(ticket)
    await call(
      service,
      'offer_transfer',
      {
        p_user: await users.id('Mia'),
        p_token_hash: null,
        p_ticket: ticket.id,
        p_to: await users.email('Sid'),
      },
      z.unknown(),
    )
    const [transfer] = await sql<
      { id: string }[]
    >`select id from private.ticket_transfers where ticket_id = ${ticket.id}`
    const p_token_hash = hashToken(makeToken())
    await service.rpc('add_link', { p_purpose: 'ticket_transfer', p_subject: transfer?.id, p_token_hash })
    await call(
      service,
      'accept_transfer',
      {
        p_user: await users.id('Sid'),
        p_token_hash,
        p_transfer: null,
        p_name: 'Sid',
        p_email: null,
        p_is_of_age: true,
      },
      z.unknown(),
    )
    expect(await seenBy('Mia', ticket)).toBeUndefined()
    expect(await scansOf(ticket, 'Sid')).toEqual([])
    expect((await refusal(report('Sid', ticket, before?.id ?? ''))).code).toBe('not_found')
    // the former holder's screenshot
    expect((await scan(ticket)).result).toBe('old_code')
    const [after, ...rest] = await scansOf(ticket, 'Sid')
    expect([after?.result, rest]).toEqual(['old_code', []])
    const sid = await users.actingAs('Sid')
    await call(sid, 'reissue_my_ticket', { p_ticket: ticket.id, p_generation: 2 }, z.unknown())
    expect(await scansOf(ticket, 'Sid')).toEqual([after])
  })
})

describe('a report', () => {
  test('is made once: again, also while another scan is reported, it changes nothing', async () => {
    const { ticket, refused, admitted } = await copied()
    const same = { reference: refused.reference, report: 'open' }
    expect(await report('Mia', ticket, refused.id)).toEqual(same)
    expect(await report('Mia', ticket, admitted.id)).toEqual(same)
    const rows = () => sql`select scan_id from public.scan_reports where ticket_id = ${ticket.id}`
    expect(await rows()).toEqual([{ scan_id: refused.id }])
    expect(
      await sql`select 1 from private.audit_log where action = 'door.scan_reported' and subject_id = ${ticket.id}`,
    ).toHaveLength(1)
    expect((await scansOf(ticket)).map(({ report: made, canReport }) => [made, canReport])).toEqual([
      ['open', false],
      [null, false],
    ])
    const sent = await together(pool, 6, async (tx) => {
      await actAs(users, tx, 'Mia')
      return tx`select public.report_my_scan(${ticket.id}, ${admitted.id})`
    })
    expect(sent.filter(({ result }) => result)).toHaveLength(6)
    expect(await rows()).toHaveLength(1)
  })

  test('is not made of an undone check-in, a second reading, a void ticket or after the night', async () => {
    const ticket = await sellTo('Mia')
    const device = randomUUID()
    await scan(ticket, 'Main', 1, device)
    await scan(ticket, 'Main', 1, device)
    const dot = await users.actingAs('Dot')
    const undo = {
      p_event: testEvent.eventId,
      p_ticket: ticket.id,
      p_scan_uid: randomUUID(),
      p_reason: 'Wrong person',
    }
    await call(dot, 'undo_check_in', undo, scanResponseSchema)
    const [undone, bounce, admitted] = await scansOf(ticket)
    for (const each of [undone, bounce])
      expect((await refusal(report('Mia', ticket, each?.id ?? ''))).code).toBe('invalid_state')
    await sql`select private.void_tickets(array[${ticket.id}::uuid], 'refunded', false), private.end_refunded_order(${ticket.orderId})`
    expect((await scansOf(ticket)).some(({ canReport }) => canReport)).toBe(false)
    expect((await refusal(report('Mia', ticket, admitted?.id ?? ''))).code).toBe('invalid_state')
  })

  test('shows its door manager, moderators and admins what they need to decide, and a scanner nothing', async () => {
    const { ticket, refused, open } = await copied()
    const [order] = await sql<{ code: string }[]>`select code from public.orders where id = ${ticket.orderId}`
    expect(open).toMatchObject({
      reference: refused.reference,
      holderName: 'Bea Buyer',
      typeName: 'Entry',
      orderCode: order?.code,
      isInside: true,
      canCheckId: true,
      scans: [
        { gate: 'North', result: 'ok', isReported: false },
        { gate: 'South', result: 'already_in', isReported: true },
      ],
    })
    for (const name of ['Dot', 'Mo', 'Ada'] as const)
      expect((await openReports(name))?.map(({ id }) => id)).toContain(open.id)
    expect(await openReports('Dex')).toBeNull()
    expect((await (await users.actingAs('Dex')).from('scan_reports').select()).data).toEqual([])
    const other = await createEvent(sql)
    await users.grant('Dex', 'door_manager', other.eventId)
    expect(await openReports('Dex')).toBeNull()
    for (const name of ['Dex', 'Mo', 'Mia', 'Sid'] as const)
      expect((await refusal(resolve(name, open.id, 'new_code'))).code).toBe('not_allowed')
    expect((await refusal(resolve('Dot', randomUUID(), 'new_code'))).code).toBe('not_allowed')
    expect((await refusal(resolve('Ada', randomUUID(), 'new_code'))).code).toBe('not_found')
  })
})

describe('a door manager', () => {
  test('gives a new code after an ID check: the old one is dead, the copy is out, the new one admits once', async () => {
    const { ticket, admitted, open } = await copied()
    const figures = async () => {
      const args = { p_event: testEvent.eventId }
      const { inNow, remaining } = await call(
        await users.actingAs('Dot'),
        'read_door',
        args,
        doorFiguresSchema,
      )
      return { inNow, remaining }
    }
    const before = await figures()
    // long after the minutes in which an undo is possible
    await sql`update public.entries set entered_at = now() - interval '1 hour' where ticket_id = ${ticket.id}`
    expect(await resolve('Dot', open.id, 'new_code')).toEqual({ outcome: 'new_code' })
    expect(await figures()).toEqual({ inNow: before.inNow - 1, remaining: before.remaining + 1 })
    expect((await openReports('Dot'))?.map(({ id }) => id)).not.toContain(open.id)
    const mine = await seenBy('Mia', ticket)
    expect(mine).toMatchObject({ generation: 2, enteredAt: null })
    expect(mine?.code).toMatch(/^[2-9A-HJ-NP-Z]{9}$/)
    expect(mine?.code).not.toBe(ticket.code)
    expect(mine?.scans.map(({ result, report: made }) => [result, made])).toEqual([
      ['undone', null],
      ['already_in', 'new_code'],
      ['ok', null],
    ])
    // what was before it is settled
    expect(mine?.scans.some(({ canReport }) => canReport)).toBe(false)
    expect((await refusal(report('Mia', ticket, admitted.id))).code).toBe('invalid_state')
    expect((await scan(ticket)).result).toBe('old_code')
    expect((await scan(ticket, 'Main', 2)).result).toBe('ok')
    expect((await scan(ticket, 'Main', 2)).result).toBe('already_in')
    expect(await figures()).toEqual(before)
    const [entry] = await sql`
      select facts #>> '{changed,report,1}' as outcome, facts ->> 'reason' as reason, actor_id from private.audit_log
      where action = 'door.scan_report_resolved' and subject_id = ${ticket.id}`
    expect(entry).toEqual({
      outcome: 'new_code',
      reason: 'ID checked at the door',
      actor_id: await users.id('Dot'),
    })
    const mails = await sql`
      select 1 from private.mail_outbox where subject_id = ${ticket.orderId} and payload ->> 'change' = 'reissued'`
    expect(mails).toHaveLength(1)
  })

  test.each([
    'denied',
    'explained',
  ])('closes it as %s with a reason, which changes no code; then another scan may be reported', async (outcome) => {
    const { ticket, admitted, open } = await copied()
    expect((await refusal(resolve('Dot', open.id, outcome))).code).toBe('reason_required')
    expect((await refusal(resolve('Dot', open.id, 'other', 'A reason'))).code).toBe('invalid')
    expect(await resolve('Dot', open.id, outcome, 'Came with a friend')).toEqual({ outcome })
    const mine = await seenBy('Mia', ticket)
    expect(mine).toMatchObject({
      generation: 1,
      scans: [{ report: outcome, canReport: false }, { canReport: true }],
    })
    expect(mine?.enteredAt).not.toBeNull()
    expect(JSON.stringify(mine)).not.toContain('Came with a friend')
    expect((await report('Mia', ticket, admitted.id)).report).toBe('open')
  })

  test('gives no code while the ticket is blocked', async () => {
    const { ticket, open } = await copied()
    await sql`update public.tickets set blocked_at = now(), block_reason = 'chargeback' where id = ${ticket.id}`
    expect((await openReports('Dot'))?.find(({ id }) => id === open.id)?.canCheckId).toBe(false)
    expect((await refusal(resolve('Dot', open.id, 'new_code'))).code).toBe('invalid_state')
    await sql`update public.tickets set blocked_at = null, block_reason = null where id = ${ticket.id}`
    expect(await resolve('Dot', open.id, 'new_code')).toEqual({ outcome: 'new_code' })
  })

  test('of two at once one decides; the press of that one sent twice makes one code', async () => {
    const { ticket, open } = await copied()
    const managers = ['Dot', 'Ada', 'Dot', 'Ada'] as const
    const endings = await together(pool, managers.length, async (tx, at) => {
      await actAs(users, tx, managers[at] ?? 'Dot')
      return tx`select public.resolve_scan_report(${open.id}, 'new_code') as result`
    })
    expect(tally(endings)).toEqual({ ok: 2, report_resolved: 2 })
    const [row] = await sql`select generation from public.tickets where id = ${ticket.id}`
    expect(row).toEqual({ generation: 2 })
    expect((await refusal(resolve('Abe', open.id, 'denied', 'Too late'))).code).toBe('report_resolved')
    expect(
      await sql`select 1 from private.audit_log where action = 'door.scan_report_resolved' and subject_id = ${ticket.id}`,
    ).toHaveLength(1)
  })
})
