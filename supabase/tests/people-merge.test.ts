import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { mergePreviewSchema, personPageSchema } from '#features/people/people.types.ts'
import { transfersSchema } from '#features/sharing/transfers/transfers.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { type Member, newMember, signIn } from './member.ts'
import { beginPayment, buy, call, holdTickets, placeOrder, report } from './selling.ts'
import { openTestUsers } from './test-users.ts'
import { archiveProducts, makeVariant } from './variants.ts'

/** Deleting accounts by staff, and merging two accounts: what moves, what it takes, and how it is undone. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
afterAll(async () => {
  await archiveProducts(sql)
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

let ada: SupabaseClient
let testEvent: TestEvent
beforeAll(async () => {
  ada = await users.actingAs('Ada')
  testEvent = await createEvent(sql, { maxPerPerson: 4 })
})

const codeOf = async (calling: PromiseLike<{ error: { message: string } | null }>) =>
  (await calling).error?.message ?? null
const p_reason = 'the same person'
const merge = (from: string, into: string, client = ada) =>
  client.rpc('merge_accounts', { p_from: from, p_into: into, p_reason })
const preview = (from: string, into: string) =>
  call(ada, 'preview_merge', { p_from: from, p_into: into }, mergePreviewSchema)
const account = async (id: string) => {
  const person = await call(ada, 'read_person', { p_user: id }, personPageSchema.nullable())
  if (!person?.details) throw new Error('no such account')
  return { ...person, ...person.details }
}

/** Counts what each column that names people holds of a person, past every policy. */
async function belongings(id: string): Promise<Record<string, number>> {
  const places = await sql<
    { place: string }[]
  >`select place from private.person_columns where on_merge <> 'stays' order by place`
  const found: Record<string, number> = {}
  for (const { place } of places) {
    const [schema = '', table = '', column = ''] = place.split('.')
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from ${sql(schema)}.${sql(table)} where ${sql(column)} = ${id}`
    if (row && row.n > 0) found[place] = row.n
  }
  return found
}

/** A member with something in every place that a merge moves. */
async function owner(): Promise<Member> {
  const kai = await newMember(stack)
  await buy(service, kai.id, testEvent, { Entry: 2 })
  await sql`insert into public.posts ${sql({ author_id: kai.id, body: `Words ${randomUUID()}` })}`
  const { variantId } = await makeVariant(sql)
  await sql`insert into public.cart_items ${sql({ owner_id: kai.id, variant_id: variantId, quantity: 1 })}`
  await call(ada, 'add_person_note', { p_user: kai.id, p_text: 'A note', p_key: randomUUID() }, z.uuid())
  await sql`insert into private.firebase_identities ${sql({ issuer: 'https://issuer', subject: randomUUID(), user_id: kai.id })}`
  return kai
}

test('every column that names a person says what a merge does to it', async () => {
  const columns = await sql<{ place: string }[]>`
    select distinct n.nspname || '.' || c.relname || '.' || a.attname as place
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('public', 'private') and c.relkind = 'r' and a.atttypid = 'uuid'::regtype and (
      exists (
        select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
          and k.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass))
      -- people are also named without a reference, where a row outlives its person
      or (a.attname ~ '^((user|owner|actor|author|staff|person|member|from|into)_id|.*_by)$' and not exists (
        select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))))`
  const known = await sql<{ place: string }[]>`select place from private.person_columns`
  expect(columns.map(({ place }) => place).toSorted()).toEqual(known.map(({ place }) => place).toSorted())
})

describe('a merge', () => {
  test('moves exactly what its dry run lists, closes the account, and is undone row by row', async () => {
    const [from, into] = [await owner(), await newMember(stack)]
    await buy(service, into.id, testEvent, { Entry: 1 })
    const before = { from: await belongings(from.id), into: await belongings(into.id) }
    const shown = await preview(from.id, into.id)
    expect({ from: await belongings(from.id), into: await belongings(into.id) }).toEqual(before)
    expect(Object.fromEntries(shown.moves.map(({ place, count }) => [place, count]))).toEqual(before.from)
    const orders = await sql<{ code: string }[]>`select code from public.orders where owner_id = ${from.id}`
    expect(shown.orders).toEqual(orders.map(({ code }) => code))
    expect(shown.tickets).toHaveLength(2)

    const id = await call(ada, 'merge_accounts', { p_from: from.id, p_into: into.id, p_reason }, z.uuid())
    expect(await belongings(from.id)).toEqual({})
    const both = { ...before.into }
    for (const [place, count] of Object.entries(before.from)) both[place] = (both[place] ?? 0) + count
    expect(await belongings(into.id)).toEqual(both)
    expect((await from.client.rpc('me')).data).toBeNull()
    await expect(signIn(stack, from.email)).rejects.toMatchObject({ code: 'user_banned' })
    expect((await into.client.from('tickets').select('id')).data).toHaveLength(3)
    const closed = await account(from.id)
    expect([closed.state, closed.deleteAt]).toEqual(['merged', closed.merges[0]?.undoUntil])
    expect((await account(into.id)).merges).toMatchObject([{ id, isClosed: false, other: { id: from.id } }])
    for (const { action } of [(await account(into.id)).audit[0], closed.audit[0]].flatMap((one) => one ?? []))
      expect(action).toBe('account.merged')

    expect(await codeOf(into.client.rpc('undo_merge', { p_merge: id, p_reason }))).toBe('not_allowed')
    const back = await call(
      ada,
      'undo_merge',
      { p_merge: id, p_reason },
      z.object({ back: z.int(), gone: z.int() }),
    )
    expect(back).toEqual({ back: Object.values(before.from).reduce((sum, n) => sum + n, 0), gone: 0 })
    expect({ from: await belongings(from.id), into: await belongings(into.id) }).toEqual(before)
    expect((await account(from.id)).state).toBe('member')
    await signIn(stack, from.email)
    expect(await codeOf(ada.rpc('undo_merge', { p_merge: id, p_reason }))).toBe('merge_final')
  })

  test('adds the units of goods that both have chosen up to the limits, and undoing it takes those away again', async () => {
    const [from, into] = [await owner(), await newMember(stack)]
    const [limits] = await sql<{ most: number }[]>`select max_per_order as most from public.settings`
    const most = limits?.most ?? 0
    const { variantId } = await makeVariant(sql)
    const put = (owner_id: string, variant_id: string, quantity: number) =>
      sql`insert into public.cart_items ${sql({ owner_id, variant_id, quantity })}
        on conflict (owner_id, variant_id) do update set quantity = excluded.quantity`
    const [own] = await sql<{ variant_id: string }[]>`
      select variant_id from public.cart_items where owner_id = ${from.id}`
    const both = own?.variant_id ?? ''
    await put(into.id, both, 1)
    await put(from.id, variantId, 3)
    await put(into.id, variantId, most - 1)
    const cart = async ({ id }: Member) =>
      Object.fromEntries(
        (
          await sql<{ variant: string; units: number }[]>`
            select variant_id as variant, quantity as units from public.cart_items where owner_id = ${id}`
        ).map(({ variant, units }) => [variant, units]),
      )
    const before = [await cart(from), await cart(into)]
    expect((await preview(from.id, into.id)).stays).toBe(1)
    expect([await cart(from), await cart(into)]).toEqual(before)
    const id = await call(ada, 'merge_accounts', { p_from: from.id, p_into: into.id, p_reason }, z.uuid())
    expect([await cart(from), await cart(into)]).toEqual([
      { [variantId]: 2 },
      { [both]: 2, [variantId]: most },
    ])
    expect((await ada.rpc('undo_merge', { p_merge: id, p_reason })).data.gone).toBe(0)
    expect([await cart(from), await cart(into)]).toEqual(before)
  })

  test('what both have stays behind; what is deleted since does not come back; 30 days later nothing does', async () => {
    const [from, into] = [await owner(), await newMember(stack)]
    const artist = await call(ada, 'save_artist', { p_artist: { name: `Artist ${randomUUID()}` } }, z.uuid())
    for (const user_id of [from.id, into.id])
      await sql`insert into public.follows ${sql({ user_id, artist_id: artist })}`
    expect((await preview(from.id, into.id)).stays).toBe(1)
    const id = await call(ada, 'merge_accounts', { p_from: from.id, p_into: into.id, p_reason }, z.uuid())
    expect(await belongings(from.id)).toEqual({ 'public.follows.user_id': 1 })
    await sql`delete from public.posts where author_id = ${into.id}`
    await sql`delete from public.cart_items where owner_id = ${into.id}`
    await sql`update private.account_merges set undo_until = now() where id = ${id}`
    expect(await codeOf(ada.rpc('undo_merge', { p_merge: id, p_reason }))).toBe('merge_final')
    await sql`update private.account_merges set undo_until = now() + interval '1 day' where id = ${id}`
    expect((await ada.rpc('undo_merge', { p_merge: id, p_reason })).data.gone).toBe(2)
  })

  test('takes places on waitlists and offers of tickets along; of an event that both wait for, the place of the account that stays counts', async () => {
    const [from, into, sender] = [await newMember(stack), await newMember(stack), await newMember(stack)]
    const [own, both] = [
      await createEvent(sql, { doorsIn: 72, pools: { Room: 0 } }),
      await createEvent(sql, { doorsIn: 72, pools: { Room: 0 } }),
    ]
    const join = async (person: Member, { eventId }: TestEvent) => {
      const wish = { p_quantity: 1, p_type: null, p_partial: false, p_email: null }
      await service.rpc('join_waitlist', { ...wish, p_event: eventId, p_user: person.id }).throwOnError()
    }
    await join(from, own)
    await join(from, both)
    await join(into, both)
    const open = await createEvent(sql, { doorsIn: 72 })
    const { order } = await buy(service, sender.id, open, { Entry: 1 })
    const [ticket] = await sql<
      { id: string }[]
    >`select id from public.tickets where order_id = ${order.orderId}`
    const offer = { p_user: sender.id, p_token_hash: null, p_ticket: ticket?.id, p_to: from.username }
    const { transferId } = await call(
      service,
      'offer_transfer',
      offer,
      z.object({ transferId: z.uuid() }).loose(),
    )
    const queue = async () =>
      await sql<{ user_id: string; event_id: string; status: string }[]>`
        select user_id, event_id, status from private.waitlist_entries
        where event_id in (${own.eventId}, ${both.eventId}) order by event_id = ${both.eventId}, user_id = ${into.id}`
    const before = await sql`select position from private.waitlist_entries where event_id = ${own.eventId}`

    const id = await call(ada, 'merge_accounts', { p_from: from.id, p_into: into.id, p_reason }, z.uuid())
    expect(await queue()).toEqual([
      { user_id: into.id, event_id: own.eventId, status: 'waiting' },
      { user_id: from.id, event_id: both.eventId, status: 'cancelled' },
      { user_id: into.id, event_id: both.eventId, status: 'waiting' },
    ])
    expect(await sql`select position from private.waitlist_entries where event_id = ${own.eventId}`).toEqual(
      before,
    )
    // What is offered from now on goes to the account that stays, and to its address.
    await sql`update public.capacity_pools set capacity = 1 where event_id = ${own.eventId}`
    await call(service, 'run_waitlist', { p_event: own.eventId }, z.int())
    expect(
      await sql`
        select h.owner_id, m.recipient from private.waitlist_entries e join public.holds h on h.id = e.hold_id
        join private.mail_outbox m on m.subject_id = e.id and m.kind = 'waitlist_offer' where e.event_id = ${own.eventId}`,
    ).toEqual([{ owner_id: into.id, recipient: into.email }])
    const { incoming } = await call(into.client, 'read_transfers', {}, transfersSchema)
    expect(incoming.map((one) => one.id)).toEqual([transferId])

    await ada.rpc('undo_merge', { p_merge: id, p_reason }).throwOnError()
    expect((await queue()).map(({ user_id }) => user_id)).toEqual([from.id, from.id, into.id])
    expect((await call(into.client, 'read_transfers', {}, transfersSchema)).incoming).toEqual([])
  })

  test('is refused for staff, oneself, closed accounts, a purchase under way, and too many tickets together', async () => {
    const [from, into] = [await newMember(stack), await newMember(stack)]
    const refusals = async (a: string, b: string) => [
      await codeOf(merge(a, b)),
      await codeOf(ada.rpc('preview_merge', { p_from: a, p_into: b })),
    ]
    const twice = (code: string) => [code, code]
    expect(await refusals(from.id, from.id)).toEqual(twice('merge_same'))
    expect(await refusals(from.id, await users.id('Ada'))).toEqual(twice('own_account'))
    expect(await refusals(from.id, await users.id('Mo'))).toEqual(twice('staff_account'))
    expect(await refusals(await users.id('Abe'), into.id)).toEqual(twice('staff_account'))
    await users.grant('Dex', 'scan', testEvent.eventId)
    expect(await refusals(await users.id('Dex'), into.id)).toEqual(twice('staff_account'))
    expect(await refusals(from.id, await users.id('Gus'))).toEqual(twice('guest_role'))
    expect(await refusals(from.id, randomUUID())).toEqual(twice('not_found'))
    const banned = await users.extra()
    await ada.rpc('sanction_account', { p_user: banned, p_kind: 'banned', p_reason })
    expect(await refusals(banned, into.id)).toEqual(twice('merge_inactive'))
    expect(await refusals(from.id, banned)).toEqual(twice('merge_inactive'))
    expect(await codeOf(ada.rpc('merge_accounts', { p_from: from.id, p_into: into.id, p_reason: ' ' }))).toBe(
      'reason_required',
    )
    for (const name of ['Mo', 'Mia', 'Gus'] as const) {
      const client = await users.actingAs(name)
      expect(await codeOf(merge(from.id, into.id, client))).toBe('not_allowed')
      expect(await codeOf(client.rpc('preview_merge', { p_from: from.id, p_into: into.id }))).toBe(
        'not_allowed',
      )
    }

    const hold = await holdTickets(service, from.id, testEvent, { Entry: 3 })
    const order = await placeOrder(service, from.id, hold.holdId)
    const payment = await beginPayment(service, from.id, order.orderId)
    expect(await refusals(from.id, into.id)).toEqual(twice('merge_payment'))
    await report(service, payment, 'succeeded')
    await buy(service, into.id, testEvent, { Entry: 2 })
    expect(await refusals(from.id, into.id)).toEqual(twice('merge_over_limit'))
    expect([await belongings(from.id), (await account(from.id)).state]).toEqual([
      { 'public.holds.owner_id': 1, 'public.orders.owner_id': 1, 'public.tickets.owner_id': 3 },
      'member',
    ])
  })

  test('during a purchase either the purchase or the merge waits: nothing is lost or twice', async () => {
    for (let round = 0; round < 4; round++) {
      const [from, into] = [await newMember(stack), await newMember(stack)]
      const [bought, merged] = await Promise.allSettled([
        buy(service, from.id, testEvent, { Entry: 1 }),
        merge(from.id, into.id),
      ])
      const [row] = await sql<{ paid: number; tickets: number; split: number }[]>`
        select count(distinct o.id)::int as paid, count(k.id)::int as tickets,
          count(*) filter (where k.owner_id is distinct from o.owner_id)::int as split
        from public.orders o join public.tickets k on k.order_id = o.id
        where o.status = 'paid' and o.owner_id in (${from.id}, ${into.id})`
      expect([row?.paid, row?.split]).toEqual([row?.tickets, 0])
      if (bought.status === 'fulfilled') expect(row?.tickets).toBe(1)
      expect(merged.status).toBe('fulfilled')
    }
  })

  test('two admins who merge the same two accounts both ways: one of them does', async () => {
    const [a, b] = [await newMember(stack), await newMember(stack)]
    const abe = await users.actingAs('Abe')
    const codes = await Promise.all([codeOf(merge(a.id, b.id)), codeOf(merge(b.id, a.id, abe))])
    expect(codes.toSorted()).toEqual(['merge_inactive', null])
  })

  test('a merged account is erased when its time is over, and takes nothing of the other with it', async () => {
    const [from, into] = [await owner(), await newMember(stack)]
    await merge(from.id, into.id)
    await sql`update private.account_deletions set due_at = now() where user_id = ${from.id}`
    await call(service, 'anonymise_due', { p_limit: 1000 }, z.unknown())
    await service.auth.admin.deleteUser(from.id)
    const [order] = await sql<
      { name: string; email: string }[]
    >`select name, email from public.orders where owner_id = ${into.id}`
    expect(order?.name).not.toBe('Erased')
    expect(order?.email).not.toContain('erased')
    expect((await account(into.id)).merges).toMatchObject([{ other: null }])
  })
})

describe('deletion by staff', () => {
  const remove = (id: string, client = ada) =>
    client.rpc('delete_account', { p_user: id, p_reason: 'asked by mail' })

  test('closes the account at once, keeps orders with a hash, and is called off until then', async () => {
    const kai = await newMember(stack)
    const past = await createEvent(sql)
    const { order } = await buy(service, kai.id, past, { Entry: 1 })
    expect(await codeOf(remove(kai.id))).toBe('person_events_ahead')
    await sql`update public.events set doors_at = now() - interval '3 days', starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where id = ${past.eventId}`
    expect(await codeOf(remove(kai.id))).toBeNull()
    expect((await kai.client.rpc('me')).data).toBeNull()
    expect((await account(kai.id)).state).toBe('deleted')
    expect(await codeOf(remove(kai.id))).toBe('account_closed')
    expect(
      await codeOf(ada.rpc('keep_account', { p_user: kai.id, p_reason: 'changed their mind' })),
    ).toBeNull()
    expect(await codeOf(ada.rpc('keep_account', { p_user: kai.id, p_reason: 'changed their mind' }))).toBe(
      'not_deleting',
    )
    await signIn(stack, kai.email)
    await remove(kai.id)
    expect((await account(kai.id)).sanctions.map(({ to }) => to)).toEqual(['deleted', 'member', 'deleted'])
    await sql`update private.account_deletions set due_at = now() where user_id = ${kai.id}`
    await call(service, 'anonymise_due', { p_limit: 1000 }, z.unknown())
    const hashed = async () =>
      (
        await sql<
          { name: string; email: string }[]
        >`select name, email from public.orders where id = ${order.orderId}`
      )[0]
    const first = await hashed()
    expect(first).toEqual({
      name: 'Erased',
      email: expect.stringMatching(/^erased-[0-9a-f]{20}@erased\.invalid$/),
    })
    // The job comes again until the account is gone: the hash stays the same.
    await call(service, 'anonymise_due', { p_limit: 1000 }, z.unknown())
    expect(await hashed()).toEqual(first)
  })

  test('who was banned before stays banned when the deletion is called off', async () => {
    const id = await users.extra()
    await ada.rpc('sanction_account', { p_user: id, p_kind: 'banned', p_reason })
    await remove(id)
    await ada.rpc('keep_account', { p_user: id, p_reason })
    expect((await account(id)).state).toBe('banned')
  })

  test('is for admins, never of staff or oneself', async () => {
    const id = await users.extra()
    for (const name of ['Mo', 'Mia', 'Gus'] as const) {
      const client = await users.actingAs(name)
      expect(await codeOf(remove(id, client))).toBe('not_allowed')
      expect(await codeOf(client.rpc('keep_account', { p_user: id, p_reason }))).toBe('not_allowed')
    }
    expect(await codeOf(remove(await users.id('Ada')))).toBe('own_account')
    expect(await codeOf(remove(await users.id('Abe')))).toBe('staff_account')
    expect(await codeOf(remove(await users.id('Mo')))).toBe('staff_account')
  })
})
