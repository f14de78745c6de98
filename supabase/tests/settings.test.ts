import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import * as z from 'zod'
import { eraseDueAccounts, forgetGuests } from '#features/settings/settings.jobs.server.ts'
import { settingsSchema } from '#features/settings/settings.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent } from './event-fixture.ts'
import { type Member, newMember, signIn } from './member.ts'
import { reportedView } from './reported-views.ts'
import { buy, sweep } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Sessions, a new address, one's own data, and leaving. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
const refusedAs = (code: string) => expect.objectContaining({ code: 'refused', message: code })

const read = async (client: SupabaseClient) =>
  settingsSchema.parse((await client.rpc('read_my_settings')).data)

let kai: Member
beforeAll(async () => {
  // environment of the site's own job
  vi.stubEnv('SUPABASE_URL', stack.url)
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', stack.publishableKey)
  vi.stubEnv('SUPABASE_SECRET_KEY', stack.secretKey)
  for (const name of ['TICKET_SIGNING_KEY', 'LINK_SECRET', 'PAYMENT_WEBHOOK_SECRET'])
    vi.stubEnv(name, makeToken())
  kai = await newMember(stack)
})
afterAll(() => users.close())

describe('sessions', () => {
  test('are listed to their owner, who ends one or all others; nobody else does', async () => {
    const [phone, tablet] = [await signIn(stack, kai.email), await signIn(stack, kai.email)]
    const { sessions } = await read(kai.client)
    expect(sessions).toHaveLength(3)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    const ofPhone = (await read(phone)).sessions.find(({ current }) => current)?.id
    const sid = await users.actingAs('Sid')
    expect((await sid.rpc('end_session', { p_session: ofPhone })).data).toBe(0)
    expect((await phone.rpc('me')).data).not.toBeNull()
    expect((await kai.client.rpc('end_session', { p_session: ofPhone })).data).toBe(1)
    expect((await phone.rpc('me')).data).toBeNull()
    expect((await phone.auth.refreshSession()).error).not.toBeNull()
    expect((await kai.client.rpc('end_session', { p_session: null })).data).toBe(1)
    expect((await tablet.rpc('me')).data).toBeNull()
    expect((await kai.client.rpc('me')).data).not.toBeNull()
  })

  test('guests have no settings', async () => {
    const gus = await users.actingAs('Gus')
    expect((await gus.rpc('read_my_settings')).data).toBeNull()
    expect((await gus.rpc('export_my_data')).data).toBeNull()
    for (const call of ['request_deletion', 'cancel_deletion'])
      expect((await gus.rpc(call)).error).toEqual(refusedAs('members_only'))
    expect((await gus.rpc('end_session', { p_session: null })).error).toEqual(refusedAs('members_only'))
  })
})

test('a new address waits for its link, replaces an earlier request, and the old mailbox gets a mail', async () => {
  const wanted = `${randomUUID()}@example.com`
  const queue = (email: string) => service.rpc('queue_email_change', { p_user: kai.id, p_email: email })
  await queue(`first-${wanted}`)
  await queue(wanted)
  expect(await read(kai.client)).toMatchObject({ email: kai.email, pendingEmail: wanted })
  const token = makeToken()
  const add = async (email: string) => {
    const [mail] = await sql`
      select subject_id from private.mail_outbox where kind = 'email_change' and recipient = ${email}`
    return await service.rpc('add_link', {
      p_purpose: 'email_change',
      p_subject: mail?.subject_id,
      p_token_hash: hashToken(token),
    })
  }
  expect((await add(`first-${wanted}`)).data).toBeNull()
  expect((await add(wanted)).data).not.toBeNull()
  expect((await service.rpc('read_email_change', { p_token_hash: hashToken(token) })).data).toEqual({
    userId: kai.id,
    email: wanted,
  })
  await service.auth.admin.updateUserById(kai.id, { email: wanted, email_confirm: true })
  await service.rpc('finish_email_change', { p_token_hash: hashToken(token) })
  expect((await service.rpc('read_email_change', { p_token_hash: hashToken(token) })).data).toBeNull()
  expect(await read(kai.client)).toMatchObject({ email: wanted, pendingEmail: null })
  const [notice] =
    await sql`select kind from private.mail_outbox where recipient = ${kai.email} and kind = 'email_changed'`
  expect(notice).toBeDefined()
})

test("the export holds what is the caller's, and nobody else's", async () => {
  const testEvent = await createEvent(sql)
  const mine = await buy(service, kai.id, testEvent, { Entry: 1 })
  const theirs = await buy(service, await users.id('Mia'), testEvent, { Entry: 1 })
  for (const [{ payment }, address] of [
    [mine, '203.0.113.7'],
    [theirs, '203.0.113.8'],
  ] as const)
    await sql`insert into private.payment_clients ${sql({ payment_id: payment.paymentId, network: address, address })}`
  const text = JSON.stringify((await kai.client.rpc('export_my_data')).data)
  expect(text).toContain(mine.order.code)
  expect(text).not.toContain(theirs.order.code)
  expect(text).toContain('203.0.113.7')
  expect(text).not.toContain('203.0.113.8')
  expect(text).not.toMatch(/"code":\s*"[2-9A-HJ-NP-Z]{9}"|password|token/)
})

describe('deleting an account', () => {
  test('is refused while there are tickets for an upcoming event', async () => {
    expect((await kai.client.rpc('request_deletion')).error).toEqual(refusedAs('events_ahead'))
  })

  test('is possible once the tickets were refunded', async () => {
    const person = await newMember(stack)
    const { order } = await buy(service, person.id, await createEvent(sql), { Entry: 1 })
    expect((await person.client.rpc('request_deletion')).error).toEqual(refusedAs('events_ahead'))
    const ada = await users.actingAs('Ada')
    const refunded = await ada.rpc('refund_order', {
      p_order: order.orderId,
      p_amount_cents: order.totalCents,
      p_reason: 'leaving',
      p_void: true,
      p_key: randomUUID(),
    })
    expect(refunded.error).toBeNull()
    await sweep(sql)
    expect((await person.client.rpc('request_deletion')).error).toBeNull()
  })

  test('happens 14 days later, can be cancelled, and leaves orders without a name', async () => {
    const person = await newMember(stack)
    const testEvent = await createEvent(sql)
    const { order, payment } = await buy(service, person.id, testEvent, { Entry: 1 })
    const client = { payment_id: payment.paymentId, network: 'n', address: '203.0.113.9' }
    await sql`insert into private.payment_clients ${sql(client)}`
    await sql`update public.events set doors_at = now() - interval '3 days', starts_at = now() - interval '3 days', ends_at = now() - interval '2 days' where id = ${testEvent.eventId}`
    const due = z.string().parse((await person.client.rpc('request_deletion')).data)
    const days = (Date.parse(due) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(13.9)
    expect(days).toBeLessThanOrEqual(14)
    expect((await service.rpc('anonymise_due', { p_limit: 100 })).data).not.toContainEqual(
      expect.objectContaining({ userId: person.id }),
    )
    await person.client.rpc('cancel_deletion')
    expect((await read(person.client)).deleteAt).toBeNull()

    await person.client.rpc('request_deletion')
    await sql`update private.account_deletions set due_at = now() where user_id = ${person.id}`
    const picture = `${randomUUID()}.webp`
    const webp = new Blob([Buffer.from('RIFF....WEBP')], { type: 'image/webp' })
    expect((await service.storage.from('avatars').upload(picture, webp)).error).toBeNull()
    await service.rpc('set_avatar', { p_user: person.id, p_path: `/avatars/${picture}` })
    await sql`update public.profiles set analytics_allowed = true where id = ${person.id}`
    await service.rpc('record_views', { p_views: [reportedView({ person: person.id })] })
    expect(await sql`select 1 from private.page_views where user_id = ${person.id}`).toHaveLength(1)
    expect(await eraseDueAccounts(pino({ level: 'silent' }))).toBeGreaterThan(0)
    expect((await service.auth.admin.getUserById(person.id)).error?.status).toBe(404)
    expect((await service.storage.from('avatars').download(picture)).error).not.toBeNull()
    expect(await sql`select 1 from private.page_views where user_id = ${person.id}`).toHaveLength(0)
    expect(await sql`select 1 from private.visits where user_id = ${person.id}`).toHaveLength(0)
    expect((await person.client.rpc('me')).data).toBeNull()
    const [row] = await sql`
      select o.owner_id, o.email, o.name, o.phone, o.total_cents > 0 as kept,
        (select string_agg(distinct t.holder_name, ',') from public.tickets t where t.order_id = o.id) as holders
      from public.orders o where o.id = ${order.orderId}`
    expect(row).toEqual({
      owner_id: null,
      email: expect.stringMatching(/^erased-[0-9a-f]{20}@erased\.invalid$/),
      name: 'Erased',
      phone: null,
      kept: true,
      holders: 'Erased',
    })
    expect(
      await sql`select 1 from private.payment_clients where payment_id = ${payment.paymentId}`,
    ).toHaveLength(0)
    expect(await sql`select 1 from public.profiles where id = ${person.id}`).toHaveLength(0)
    expect(await sql`select 1 from private.mail_outbox where recipient = ${person.email}`).toHaveLength(0)
  })
})

test('guests without orders are deleted after 30 days of inactivity, others are not', async () => {
  const guest = async () => {
    const client = createClient(stack.url, stack.publishableKey, { auth: { persistSession: false } })
    const { data, error } = await client.auth.signInAnonymously()
    if (error || !data.user) throw error ?? new Error('no guest')
    return data.user.id
  }
  const [idle, back, buyer, fresh] = [await guest(), await guest(), await guest(), await guest()]
  const member = await newMember(stack)
  await buy(service, buyer, await createEvent(sql), { Entry: 1 })
  const old = [idle, back, buyer, member.id]
  await sql`update auth.users set created_at = now() - interval '40 days' where id = any(${old}::uuid[])`
  await sql`update auth.sessions set created_at = now() - interval '31 days', refreshed_at = null where user_id = any(${old}::uuid[])`
  await sql`update auth.sessions set refreshed_at = now() - interval '29 days' where user_id = ${back}`
  expect(await forgetGuests()).toBeGreaterThan(0)
  const remaining = await sql<{ id: string }[]>`
    select id from auth.users where id = any(${[...old, fresh]}::uuid[])`
  expect(remaining.map(({ id }) => id).sort()).toEqual([back, buyer, fresh, member.id].sort())
})
