import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { readTicketCode } from '#core/ticket-code.ts'
import { scanResponseSchema } from '#features/door/door.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy, call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** What staff and holders do to single tickets, against the door and refunds. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let testEvent: TestEvent
let ada: SupabaseClient
beforeAll(async () => {
  testEvent = await createEvent(sql, { maxPerPerson: 20 })
  ada = await users.actingAs('Ada')
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

type Ticket = { id: string; code: string; generation: number }
const read = async (id: string): Promise<Ticket> => {
  const [row] = await sql<Ticket[]>`select id, code, generation from public.tickets where id = ${id}`
  if (!row) throw new Error('no ticket')
  return row
}
async function bought(quantity = 1, where = testEvent): Promise<Ticket[]> {
  const { order } = await buy(service, await users.extra(), where, { Entry: quantity })
  return sql<
    Ticket[]
  >`select id, code, generation from public.tickets where order_id = ${order.orderId} order by id`
}
async function one(where = testEvent): Promise<Ticket> {
  const [ticket] = await bought(1, where)
  if (!ticket) throw new Error('no ticket')
  return ticket
}
/** Scans a ticket by its QR code, or by a code that is typed. */
const scan = (what: Ticket | string) =>
  call(
    ada,
    'check_in',
    {
      p_event: testEvent.eventId,
      p_ticket: typeof what === 'string' ? null : what.id,
      p_generation: typeof what === 'string' ? null : what.generation,
      p_code: typeof what === 'string' ? what : null,
      p_scan_uid: randomUUID(),
      p_gate: 'Main',
      p_method: typeof what === 'string' ? 'code' : 'camera',
    },
    scanResponseSchema,
  )
const refusalSchema = z.object({ message: z.string() })

/** Reissues directly; resolves to the new generation or the refusal's code. */
const reissue = async (id: string, mostADay: number | null = null): Promise<number | string> => {
  try {
    const [row] = await sql<
      { generation: number }[]
    >`select private.reissue_ticket(${id}, 'lost', ${mostADay}) as generation`
    return row?.generation ?? 0
  } catch (error) {
    return refusalSchema.parse(JSON.parse(error instanceof Error ? error.message : '')).message
  }
}

describe('a ticket that is reissued', () => {
  test('is admitted by its new codes; the door knows the old ones, typed and scanned', async () => {
    const old = await one()
    expect(await reissue(old.id)).toBe(2)
    const fresh = await read(old.id)
    expect(fresh.code).not.toBe(old.code)
    expect(readTicketCode(fresh.code)).toBe(fresh.code)
    expect((await scan(old)).result).toBe('old_code')
    expect((await scan(old.code)).result).toBe('old_code')
    expect((await scan(fresh.code)).result).toBe('ok')
    expect(await reissue(old.id)).toBe(3)
    // Every code it ever had is known; the person is in, whichever code is shown.
    for (const code of [old.code, fresh.code]) expect((await scan(code)).result).toBe('old_code')
    expect((await scan(await read(old.id))).result).toBe('already_in')
  })

  test('has it in its log, and stays as it was otherwise', async () => {
    const [first, second] = await bought(2)
    await reissue(first?.id ?? '')
    expect(await read(second?.id ?? '')).toEqual(second)
    expect(
      await sql`select from_state, to_state, reason, facts from private.state_log where entity = 'ticket' and entity_id = ${first?.id ?? ''}
        order by id desc limit 1`,
    ).toEqual([
      {
        from_state: 'valid',
        to_state: 'valid',
        reason: 'lost',
        facts: { change: 'reissued', generation: 2 },
      },
    ])
  })

  test('is refused where it is void, unknown or its event is over, and after so many in a day', async () => {
    const ticket = await one()
    expect([await reissue(ticket.id, 2), await reissue(ticket.id, 2), await reissue(ticket.id, 2)]).toEqual([
      2,
      3,
      'rate_limited',
    ])
    expect(await reissue(ticket.id)).toBe(4)
    expect(await reissue(randomUUID())).toBe('not_found')
    const over = await createEvent(sql)
    const late = await one(over)
    await sql`update public.events set doors_at = now() - interval '15 hours', starts_at = now() - interval '14 hours',
      ends_at = now() - interval '361 minutes' where id = ${over.eventId}`
    expect(await reissue(late.id)).toBe('invalid_state')
  })

  test('while it is scanned: one is first, and neither loses the other', async () => {
    for (let round = 0; round < 10; round++) {
      const old = await one()
      const [scanned, typed, generation] = await Promise.all([scan(old), scan(old.code), reissue(old.id)])
      expect(generation).toBe(2)
      const results = [scanned.result, typed.result].toSorted()
      expect(results).not.toContain('unknown')
      expect([
        ['already_in', 'ok'],
        ['ok', 'old_code'],
        ['old_code', 'old_code'],
        ['already_in', 'old_code'],
      ]).toContainEqual(results)
      const state = await sql`select admission from public.tickets where id = ${old.id}`
      expect(state).toEqual([{ admission: results.includes('ok') ? 'inside' : 'outside' }])
    }
  })

  test('twice at once gets two generations, and each code that it had is retired', async () => {
    const old = await one()
    expect((await Promise.all([reissue(old.id), reissue(old.id), reissue(old.id)])).toSorted()).toEqual([
      2, 3, 4,
    ])
    const [row] =
      await sql`select count(*)::int as retired from private.retired_ticket_codes where ticket_id = ${old.id}`
    expect(row).toEqual({ retired: 3 })
  })
})
