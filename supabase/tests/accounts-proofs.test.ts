import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createEvent } from './event-fixture.ts'
import { tryRefund } from './refund-jobs.ts'
import { buy, call, refundedSchema, refusal } from './selling.ts'
import { openTestUsers, sessionOf } from './test-users.ts'

/** Functions that are irreversible or move money require a proof of the last 10 minutes, from every caller. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let session: string
beforeAll(async () => {
  session = sessionOf(await users.accessToken('Ada'))
})
afterAll(() => users.close())

const provenAgo = async (minutes: number | null) => {
  await sql`delete from private.session_proofs where session_id = ${session}`
  if (minutes === null) return
  await sql`
    insert into private.session_proofs (session_id, user_id, proven_at)
    values (${session}, ${await users.id('Ada')}, now() - make_interval(secs => ${minutes * 60}))`
}

/** A refund that the provider refused five times. */
async function failedRefund(): Promise<string> {
  const { order } = await buy(service, await users.extra(), await createEvent(sql), { Entry: 1 })
  const what = { p_amount_cents: 100, p_reason: 'goodwill', p_void: false, p_key: randomUUID() }
  // a provider of its own: nobody else's refunds are claimed
  await sql`update public.payments set provider = 'test_proofs' where order_id = ${order.orderId}`
  const abe = await users.actingAs('Abe')
  const { refundId } = await call(abe, 'refund_order', { p_order: order.orderId, ...what }, refundedSchema)
  for (let n = 0; n < 5; n++) await tryRefund(sql, refundId, { status: 'failed' })
  return refundId ?? ''
}

/** Each step with the arguments that would carry it out. */
const steps: Record<string, () => Promise<[string, Record<string, unknown>]>> = {
  'cancelling an event': async () => {
    const { eventId } = await createEvent(sql)
    return ['set_event_status', { p_id: eventId, p_status: 'cancelled', p_note: null }]
  },
  'postponing an event': async () => {
    const { eventId } = await createEvent(sql)
    return ['set_event_status', { p_id: eventId, p_status: 'postponed', p_note: null }]
  },
  'announcing a new date': async () => {
    const { eventId } = await createEvent(sql)
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    return ['announce_new_date', { p_id: eventId, p_doors_at: at(9), p_starts_at: at(9), p_ends_at: at(10) }]
  },
  'archiving an event': async () => {
    const { eventId } = await createEvent(sql, { doorsIn: -30 })
    return ['set_event_status', { p_id: eventId, p_status: 'archived', p_note: null }]
  },
  'refunding an order': async () => {
    const { order } = await buy(service, await users.extra(), await createEvent(sql), { Entry: 1 })
    const what = { p_amount_cents: 100, p_reason: 'goodwill', p_void: false, p_key: randomUUID() }
    return ['refund_order', { p_order: order.orderId, ...what }]
  },
  'correcting the email of an order': async () => {
    const { order } = await buy(service, await users.extra(), await createEvent(sql), { Entry: 1 })
    const what = { p_email: `${randomUUID()}@example.com`, p_reason: 'mistyped', p_new_codes: true }
    return ['correct_order_email', { p_order: order.orderId, ...what, p_key: randomUUID() }]
  },
  'sending tickets to another address once': async () => {
    const { order } = await buy(service, await users.extra(), await createEvent(sql), { Entry: 1 })
    await sql`update private.mail_outbox set status = 'sent' where subject_id = ${order.orderId}`
    const what = { p_email: `${randomUUID()}@example.com`, p_reason: 'on a trip', p_key: randomUUID() }
    return ['send_tickets_once', { p_order: order.orderId, ...what }]
  },
  'correcting the ledger': async () => {
    const { order } = await buy(service, await users.extra(), await createEvent(sql), { Entry: 1 })
    const what = { p_cents: -30, p_part: 'fee', p_reason: 'the statement says less', p_key: randomUUID() }
    return ['correct_ledger', { p_order: order.orderId, ...what }]
  },
  'deciding a refund': async () => {
    const testEvent = await createEvent(sql, {
      types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 60_000 }] }],
    })
    const { order } = await buy(service, await users.extra(), testEvent, { Entry: 1 })
    const what = { p_amount_cents: 60_000, p_reason: 'goodwill', p_void: false, p_key: randomUUID() }
    const abe = await users.actingAs('Abe')
    const request = await call(abe, 'refund_order', { p_order: order.orderId, ...what }, refundedSchema)
    return ['decide_refund', { p_refund: request.refundId, p_approve: true, p_reason: null }]
  },
  'sending a failed refund again': async () => ['retry_refund', { p_refund: await failedRefund() }],
  'saying that a failed refund was paid by hand': async () => [
    'resolve_refund',
    { p_refund: await failedRefund(), p_method: 'cash', p_reference: 'R1', p_reason: 'card closed' },
  ],
  'confirming that it was': async () => {
    const p_refund = await failedRefund()
    const paid = { p_refund, p_method: 'cash', p_reference: 'R1', p_reason: 'card closed' }
    await call(await users.actingAs('Abe'), 'resolve_refund', paid, z.string())
    return ['confirm_refund', { p_refund, p_ok: true }]
  },
  'changing a role': async () => [
    'set_role',
    { p_user: await users.extra(), p_role: 'moderator', p_reason: 'joins us' },
  ],
  'reinstating an account': async () => {
    const p_user = await users.extra()
    await service.rpc('sanction_account', { p_user, p_kind: 'banned', p_reason: 'spam' })
    return ['reinstate_account', { p_user, p_reason: 'a mistake' }]
  },
  'deleting an account': async () => ['delete_account', { p_user: await users.extra(), p_reason: 'asked' }],
  'merging accounts': async () => [
    'merge_accounts',
    { p_from: await users.extra(), p_into: await users.extra(), p_reason: 'the same person' },
  ],
  'deactivating an account': async () => [
    'sanction_account',
    { p_user: await users.extra(), p_kind: 'suspended', p_reason: 'spam' },
  ],
}

describe.each(Object.keys(steps))('%s', (name) => {
  test('is refused without a proof of the last 10 minutes, and works with one', async () => {
    const ada = await users.actingAs('Ada')
    const [verb, args] = (await steps[name]?.()) ?? ['', {}]
    for (const minutes of [null, 10.5]) {
      await provenAgo(minutes)
      expect((await refusal(call(ada, verb, args, z.unknown()))).code).toBe('password_needed')
    }
    await provenAgo(9)
    expect((await ada.rpc(verb, args)).error).toBeNull()
  })
})

test('reversible actions need none', async () => {
  await provenAgo(null)
  const ada = await users.actingAs('Ada')
  const { eventId } = await createEvent(sql)
  expect((await ada.rpc('copy_event', { p_id: eventId })).error).toBeNull()
})

test('a proof counts for its own session, is written by the server alone, and for nobody else’s session', async () => {
  const ada = await users.id('Ada')
  const args = { p_user: ada, p_session: session }
  for (const name of ['visitor', 'Ada'] as const)
    expect((await (await users.actingAs(name)).rpc('record_proof', args)).error?.code).toBe('42501')
  for (const [user, at] of [
    [ada, randomUUID()],
    [await users.id('Mia'), session],
  ])
    expect((await service.rpc('record_proof', { p_user: user, p_session: at })).error?.message).toBe(
      'sign_in_required',
    )
  await provenAgo(null)
  await sql`
    insert into private.session_proofs (session_id, user_id) values (${randomUUID()}, ${ada})` // another device of hers
  const [verb, what] = (await steps['changing a role']?.()) ?? ['', {}]
  expect((await refusal(call(await users.actingAs('Ada'), verb, what, z.unknown()))).code).toBe(
    'password_needed',
  )
  expect((await service.rpc('record_proof', args)).error).toBeNull()
  expect((await (await users.actingAs('Ada')).rpc(verb, what)).error).toBeNull()
})

test('staff connect another identity only with a proof, since signing in with it is one; members need none', async () => {
  const connect = async (person: string, at: string | null) =>
    (
      await service.rpc('exchange_identity', {
        p_issuer: 'https://securetoken.google.com/test',
        p_subject: randomUUID(),
        p_email: null,
        p_email_verified: false,
        p_token_hash: `${randomUUID()}-xxxxxx`,
        p_expires_at: new Date(Date.now() + 60_000).toISOString(),
        p_caller: person,
        p_session: at,
        p_link: true,
      })
    ).error?.message
  const ada = await users.id('Ada')
  await provenAgo(10.5)
  for (const at of [session, randomUUID(), null]) expect(await connect(ada, at)).toBe('password_needed')
  await provenAgo(9)
  expect(await connect(ada, session)).toBeUndefined()
  expect(await connect(await users.extra(), null)).toBeUndefined()
})

describe('the settings', () => {
  test.each([
    ['brand', '   '],
    ['brand', 'Jou\nvay'],
    ['company', ''],
    ['tagline', 'x'.repeat(161)],
    ['logo_path', 'javascript:alert(1)'],
    ['logo_path', '//evil.example/logo.png'],
    ['contact_email', 'not an address'],
    ['contact_email', 'a@b.example\nbcc: c@d.example'],
    ['postal_address', ''],
    ['hold_minutes', 4],
    ['hold_minutes', 31],
    ['max_per_order', 0],
    ['max_per_order', 21],
    ['max_per_person', 21],
    ['qr_visible_hours', 73],
    ['max_transfers', 6],
    ['handling_min_days', 0],
    ['handling_max_days', 31],
    ['handling_max_days', 1],
    ['handling_min_days', null],
  ])('refuse an invalid value from an admin through the API: %s = %j', async (column, value) => {
    const ada = await users.actingAs('Ada')
    const { error } = await ada
      .from('settings')
      .update({ [column]: value })
      .eq('id', true)
    expect(error?.code).toBe('23514')
  })

  test.each([
    ['currency', 'EUR'],
    ['time_zone', 'Europe/Paris'],
    ['pin_minutes', 60],
    ['updated_at', new Date(0).toISOString()],
  ])('refuse a write to a read-only column, even of the same value: %s', async (column, value) => {
    const ada = await users.actingAs('Ada')
    const { data } = await ada.from('settings').select(column).single()
    const same = z.record(z.string(), z.unknown()).parse(data)[column]
    for (const changed of [value, same])
      expect(
        (
          await ada
            .from('settings')
            .update({ [column]: changed })
            .eq('id', true)
        ).error?.code,
      ).toBe('42501')
  })

  test('hold a time zone that exists', async () => {
    await expect(sql`update public.settings set time_zone = 'Mars/Olympus'`).rejects.toThrow(/time zone/)
  })
})
