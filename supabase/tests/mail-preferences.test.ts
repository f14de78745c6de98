import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { mailPreferencesSchema } from '#features/mail/preferences.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent } from './event-fixture.ts'
import { newMember } from './member.ts'
import { beginPayment, call, holdTickets, placeOrder, report } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests what the reader of a mail may choose by a link in it, without signing in. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
afterAll(() => users.close())

async function linkTo(purpose: string, subject: string): Promise<string> {
  const hash = hashToken(makeToken())
  const values = {
    p_purpose: purpose,
    p_subject: subject,
    p_token_hash: hash,
    p_payload: { textVersion: 't' },
  }
  await call(service, 'add_link', values, z.string())
  return hash
}
const read = (p_token_hash: string) =>
  call(service, 'read_mail_preferences', { p_token_hash }, mailPreferencesSchema)
const save = (p_token_hash: string, p_enabled: string[]) =>
  call(
    service,
    'save_mail_preferences',
    { p_token_hash, p_enabled, p_text_version: 'test-1', p_address_hash: 'n'.repeat(22) },
    z.boolean(),
  )
const pause = (p_token_hash: string, p_days: number) =>
  call(service, 'pause_mail', { p_token_hash, p_days }, z.boolean())
const wanted = async (hash: string) =>
  (await read(hash))?.types.filter(({ email }) => email).map(({ type }) => type)
const ledgerOf = async (id: string) =>
  (await sql`select type, given, source from private.consents where user_id = ${id} order by id`).map(
    ({ type, given, source }) => `${source}: ${type} ${given ? 'yes' : 'no'}`,
  )

test('a member chooses by the link in a mail; reading changes nothing, and each change is in the ledger', async () => {
  const person = await newMember(stack, 'Pref')
  await sql`select private.save_notification_choice(${person.id}, t, 'email', true, 'settings', 'test', null)
    from unnest(array['follows', 'community']) t`
  const link = await linkTo('follows_end', person.id)
  const before = await ledgerOf(person.id)
  expect(await read(link)).toMatchObject({
    email: person.email,
    hasAccount: true,
    canPause: true,
    pausedUntil: null,
  })
  expect([await wanted(link), await ledgerOf(person.id)]).toEqual([['follows', 'community'], before])
  expect(await save(link, ['community', 'new_events', 'orders'])).toBe(true)
  expect(await wanted(link)).toEqual(['community', 'new_events'])
  expect((await ledgerOf(person.id)).slice(before.length)).toEqual([
    'mail: follows no',
    'mail: new_events yes',
  ])
  expect([await save(link, []), await wanted(link)]).toEqual([true, []])
})

test('a pause lasts as long as it says and can be ended', async () => {
  const person = await newMember(stack, 'Pause')
  const link = await linkTo('digest_end', person.id)
  await pause(link, 30)
  const until = (await read(link))?.pausedUntil ?? ''
  expect(Date.parse(until) - Date.now()).toBeGreaterThan(29 * 86_400_000)
  await pause(link, 0)
  expect((await read(link))?.pausedUntil).toBeNull()
})

test('an address without an account chooses the same way: list, pause, alerts that only end', async () => {
  const email = `pref-${randomUUID()}@example.com`
  const event = await createEvent(sql, { doorsIn: 96 })
  const [list] = await sql<{ id: string }[]>`
    insert into private.subscriptions (email, status, confirmed_at, text_version) values (${email}, 'active', now(), 'test') returning id`
  const [alert] = await sql<{ id: string }[]>`
    insert into private.event_alerts (event_id, email, status, confirmed_at, text_version)
    values (${event.eventId}, ${email}, 'active', now(), 'test') returning id`
  const link = await linkTo('subscription_end', list?.id ?? '')
  expect(await read(link)).toMatchObject({ email, hasAccount: false, canPause: true })
  expect(await wanted(await linkTo('alert_end', alert?.id ?? ''))).toEqual(['alerts', 'new_events'])
  await pause(link, 30)
  expect((await read(link))?.pausedUntil).not.toBeNull()
  expect([await save(link, []), await wanted(link), (await read(link))?.canPause]).toEqual([true, [], false])
  expect([await save(link, ['alerts', 'new_events']), await wanted(link)]).toEqual([true, ['new_events']])
  expect([await ledgerOf(list?.id ?? ''), await ledgerOf(alert?.id ?? '')]).toEqual([
    ['mailing_list: new_events no', 'mailing_list: new_events yes'],
    ['mail: alerts no'],
  ])
})

test('a member who ends news is off the mailing list with the same address too', async () => {
  const person = await newMember(stack, 'Both')
  await sql`insert into private.subscriptions (email, status, confirmed_at, text_version) values (${person.email}, 'active', now(), 'test')`
  await save(await linkTo('follows_end', person.id), [])
  const [row] = await sql`select status from private.subscriptions where email = ${person.email}`
  expect(row?.status).toBe('ended')
})

test('links that have ended, or are for something else, open nothing', async () => {
  const person = await newMember(stack, 'Old')
  const ended = await linkTo('follows_end', person.id)
  await sql`update private.one_time_links set expires_at = now() where token_hash = ${ended}`
  for (const link of [ended, await linkTo('password_reset', person.id), 'x'.repeat(43)])
    expect([await read(link), await save(link, ['follows']), await pause(link, 30)]).toEqual([
      null,
      false,
      false,
    ])
})

test('the zone of a browser counts the hours of marketing; one that is unknown is ignored', async () => {
  const person = await newMember(stack, 'Zone')
  const zone = async () => (await sql`select private.recipient_zone(${person.id}) as zone`)[0]?.zone
  const note = (p_time_zone: string) =>
    call(service, 'note_time_zone', { p_user: person.id, p_time_zone }, z.unknown())
  const brand = await zone()
  await note('Mars/Olympus')
  expect(await zone()).toBe(brand)
  await note('Asia/Tokyo')
  expect(await zone()).toBe('Asia/Tokyo')
})

test('a guest who ticks the box at the checkout is asked by mail once the order is paid, and gets no news before', async () => {
  const email = `tick-${randomUUID()}@example.com`
  const event = await createEvent(sql, { doorsIn: 96 })
  const guest = await users.id('Gus')
  const hold = await holdTickets(service, guest, event, { Entry: 1 })
  const order = await placeOrder(service, guest, hold.holdId, { email, marketing: true })
  const asked = () => sql`
    select m.kind, s.status from private.subscriptions s
    left join private.mail_outbox m on m.subject_id = s.id where s.email = ${email}`
  expect([...(await asked())]).toEqual([])
  await report(service, await beginPayment(service, guest, order.orderId), 'succeeded')
  expect([...(await asked())]).toEqual([{ kind: 'subscription_confirm', status: 'requested' }])
  const [row] =
    await sql`select private.may_send(null, ${email}, 'new_events', 'email', now()) ->> 'rule' as rule`
  expect(row?.rule).toBe('no_consent')
})
