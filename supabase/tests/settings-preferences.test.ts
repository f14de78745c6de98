import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { notificationTypes } from '#core/notification-types.ts'
import { notificationsReadSchema } from '#features/mail/mail.types.ts'
import { createEvent } from './event-fixture.ts'
import { type Member, newMember } from './member.ts'
import { reportedView } from './reported-views.ts'
import { buy, buyer, holdTickets, placeOrder } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests which notifications people get, and what they show of themselves. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
const refusedAs = (code: string) => expect.objectContaining({ code: 'refused', message: code })
const settingsSchema = z.object({ privacy: z.record(z.string(), z.unknown()) })
const optional = ['new_events']

afterAll(() => users.close())

/** A member who confirmed their address. */
async function confirmed(): Promise<Member> {
  const person = await newMember(stack)
  await sql`update public.profiles set email_verified_at = now() where id = ${person.id}`
  return person
}

const read = async (client: SupabaseClient) =>
  notificationsReadSchema.parse((await client.rpc('read_my_notifications')).data)
const save = (person: Member, enabled: string[]) =>
  service.rpc('save_notifications', {
    p_user: person.id,
    p_enabled: enabled,
    p_text_version: 'test-1',
    p_address_hash: 'x'.repeat(22),
  })
const mayNotify = async (person: Member, type: string) =>
  (await sql`select private.may_notify(${person.id}, ${type}) as wanted`)[0]?.wanted
const ledgerOf = (person: Member) => sql`
  select type, given, source, text_version, address_hash from private.consents where user_id = ${person.id} order by id`

test('marketing is off by default, required mail is always on, and the screen knows the same types', async () => {
  const person = await newMember(stack)
  const { types } = await read(person.client)
  expect(types.map(({ type }) => type)).toEqual(notificationTypes)
  const on = types.filter(({ email }) => email)
  expect(on.map(({ type }) => type)).toEqual(['orders', 'event_changes', 'account'])
  for (const { type, kind, email } of types) {
    expect(kind === 'marketing' ? !email : email).toBe(true)
    expect(await mayNotify(person, type)).toBe(email)
  }
  await expect(mayNotify(person, 'horoscope')).rejects.toThrow('unknown notification type')
})

test('choices are stored, required mail cannot be declined, and each consent adds one row to the log', async () => {
  const person = await confirmed()
  await save(person, ['new_events'])
  await save(person, ['new_events'])
  for (const type of ['orders', 'new_events']) expect(await mayNotify(person, type)).toBe(true)
  await save(person, [])
  expect([await mayNotify(person, 'orders'), await mayNotify(person, 'new_events')]).toEqual([true, false])
  const line = { source: 'settings', text_version: 'test-1', address_hash: 'x'.repeat(22) }
  expect(await ledgerOf(person)).toEqual([
    { type: 'new_events', given: true, ...line },
    { type: 'new_events', given: false, ...line },
  ])
  expect((await save(person, ['horoscope'])).error).toEqual(refusedAs('invalid'))
  await expect(sql`update private.consents set given = true where user_id = ${person.id}`).rejects.toThrow(
    'append-only',
  )
  await expect(sql`delete from private.consents where user_id = ${person.id}`).rejects.toThrow('append-only')
})

test('two forms at once write one line each, not two', async () => {
  const person = await confirmed()
  await Promise.all(Array.from({ length: 8 }, () => save(person, optional)))
  expect((await ledgerOf(person)).map(({ type }) => type)).toEqual(['new_events'])
})

test('a pause holds back all but required mail until it ends', async () => {
  const person = await confirmed()
  await save(person, optional)
  await person.client.rpc('pause_notifications', { p_days: 30 })
  expect((await read(person.client)).pausedUntil).not.toBeNull()
  expect([await mayNotify(person, 'new_events'), await mayNotify(person, 'orders')]).toEqual([false, true])
  await sql`update private.notification_pauses set ends_at = now() where user_id = ${person.id}`
  expect(await mayNotify(person, 'new_events')).toBe(true)
  await person.client.rpc('pause_notifications', { p_days: 30 })
  await person.client.rpc('pause_notifications', { p_days: 0 })
  expect(await mayNotify(person, 'new_events')).toBe(true)
})

test('a box ticked at the checkout is consent, which the settings withdraw; an unticked box withdraws nothing', async () => {
  const person = await confirmed()
  const testEvent = await createEvent(sql)
  const order = async (marketing: boolean, hold?: string) => {
    const holdId = hold ?? (await holdTickets(service, person.id, testEvent, { Entry: 1 })).holdId
    await placeOrder(service, person.id, holdId, { ...buyer, marketing })
    return holdId
  }
  const first = await order(true)
  expect(await mayNotify(person, 'new_events')).toBe(true)
  await order(false, first)
  expect(await mayNotify(person, 'new_events')).toBe(false)
  await save(person, ['new_events'])
  await order(false)
  expect(await mayNotify(person, 'new_events')).toBe(true)
  await save(person, [])
  expect(await mayNotify(person, 'new_events')).toBe(false)
  await order(true)
  await save(person, [])
  expect(await mayNotify(person, 'new_events')).toBe(false)
  expect((await ledgerOf(person)).map(({ given, source }) => [given, source])).toEqual([
    [true, 'checkout'],
    [false, 'checkout'],
    [true, 'settings'],
    [false, 'settings'],
    [true, 'checkout'],
    [false, 'settings'],
  ])
})

test('a card shows name and picture until more is made public, and the count of events only with it', async () => {
  const person = await confirmed()
  await person.client.rpc('save_profile', {
    p_username: person.username,
    p_display_name: 'Kai of Brooklyn',
    p_bio: 'Steel pan',
    p_city: 'Brooklyn',
  })
  const testEvent = await createEvent(sql)
  const { order } = await buy(service, person.id, testEvent, { Entry: 1 })
  const [ticket] = await sql`select id from public.tickets where order_id = ${order.orderId}`
  await sql.begin(async (tx) => {
    const scan = randomUUID()
    await tx`insert into public.scans (id, scan_uid, event_id, ticket_id, result)
      values (${scan}, ${randomUUID()}, ${testEvent.eventId}, ${ticket?.id}, 'ok')`
    await tx`insert into public.entries (event_id, ticket_id, order_id, scan_id)
      values (${testEvent.eventId}, ${ticket?.id}, ${order.orderId}, ${scan})`
    await tx`update public.tickets set admission = 'inside' where id = ${ticket?.id}`
  })
  const card = async () => (await sql`select private.person_card(${person.id}) as card`)[0]?.card
  const open = (card_public: boolean, badges: boolean) =>
    person.client.rpc('save_privacy', {
      p_card_public: card_public,
      p_badges_public: badges,
      p_analytics_allowed: true,
    })
  const name = { displayName: 'Kai of Brooklyn', avatar: null }
  const fields = { username: person.username, bio: 'Steel pan', city: 'Brooklyn' }
  expect(await card()).toEqual(name)
  await open(false, true)
  expect(await card()).toEqual(name)
  await open(true, false)
  expect(await card()).toEqual({ ...name, ...fields })
  await open(true, true)
  expect(await card()).toEqual({ ...name, ...fields, nights: 1 })
  const { data } = await person.client.rpc('read_my_settings')
  expect(settingsSchema.parse(data).privacy.card).toEqual({ ...name, ...fields, nights: 1 })
  await service.rpc('sanction_account', { p_user: person.id, p_kind: 'suspended', p_reason: 'test' })
  expect(await card()).toBeNull()
})

test('views of a person who opts out lose the name, earlier ones too', async () => {
  const person = await confirmed()
  const { eventId } = await createEvent(sql)
  const look = async (mayName: boolean) => {
    const session = randomUUID()
    const given = { session, person: person.id, identify: mayName }
    const { data } = await service.rpc('record_views', {
      p_views: [reportedView(given), reportedView({ ...given, kind: 'event_view', item: eventId })],
    })
    const [row] = await sql`
      select p.user_id is not null as named, v.user_id is not null as visit_named, v.visitor is not null as marked,
        i.user_id is not null as item_named
      from private.visits v join private.page_views p on p.visit_id = v.id join private.item_views i on i.visit_id = v.id
      where v.session_id = ${session}`
    return { chosen: data[0].chosen, ...row }
  }
  const allow = (allowed: boolean) =>
    person.client.rpc('save_privacy', {
      p_card_public: false,
      p_badges_public: false,
      p_analytics_allowed: allowed,
    })
  const recorded = { named: true, visit_named: true, marked: true, item_named: true }
  const unrecorded = { named: false, visit_named: false, marked: false, item_named: false }
  // nothing chosen: nobody is named, and the browser decides whether a hash of the day is stored; chosen: the account does
  expect(await look(true)).toEqual({ chosen: null, ...unrecorded, marked: true })
  expect(await look(false)).toEqual({ chosen: null, ...unrecorded })
  await allow(true)
  expect(await look(true)).toEqual({ chosen: true, ...recorded })
  await allow(false)
  expect(await look(true)).toEqual({ chosen: false, ...unrecorded })
  const [remaining] = await sql`
    select (select count(*)::int from private.page_views where user_id = ${person.id})
      + (select count(*)::int from private.item_views where user_id = ${person.id})
      + (select count(*)::int from private.visits where user_id = ${person.id}) as named`
  expect(remaining?.named).toBe(0)
  await allow(true)
  expect(await look(false)).toEqual({ chosen: true, ...recorded })
})

test('guests cannot save preferences', async () => {
  const gus = await users.actingAs('Gus')
  const privacy = { p_card_public: true, p_badges_public: true, p_analytics_allowed: true }
  expect((await gus.rpc('save_privacy', privacy)).error).toEqual(refusedAs('members_only'))
  expect((await gus.rpc('pause_notifications', { p_days: 30 })).error).toEqual(refusedAs('members_only'))
  expect((await gus.rpc('read_my_notifications')).data).toBeNull()
})
