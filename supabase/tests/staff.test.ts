import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { viewPages } from '#core/staff-lists.ts'
import { staffFrameSchema, staffSearchSchema } from '#features/staff/staff.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { buy, call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests what staff find across areas, and the filters that each keeps for themselves. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

let testEvent: TestEvent
let other: TestEvent
let draft: TestEvent
let code: string
const term = `Zouk${Date.now().toString(36)}`
beforeAll(async () => {
  ;[testEvent, other, draft] = [
    await createEvent(sql),
    await createEvent(sql),
    await createEvent(sql, { status: 'draft' }),
  ]
  const ids = [testEvent.eventId, other.eventId, draft.eventId]
  await sql`update public.events set title = ${term} || ' ' || left(id::text, 4) where id in ${sql(ids)}`
  await sql`update public.profiles set display_name = ${`${term} Reveller`} where id = ${await users.id('Mia')}`
  await users.grant('Dex', 'scan', testEvent.eventId)
  code = (await buy(service, await users.id('Mia'), testEvent, { Entry: 1 })).order.code
})

const search = (client: SupabaseClient, query: string) =>
  call(client, 'search_staff', { p_query: query }, staffSearchSchema)
const refusalOf = async (client: SupabaseClient, name: string, args: Record<string, unknown>) =>
  (await client.rpc(name, args)).error?.message

describe('search_staff', () => {
  test('finds events where the caller works: drafts for admins, the own door for a scanner', async () => {
    const found = async (name: 'Ada' | 'Mo' | 'Dex') =>
      (await search(await users.actingAs(name), term)).events.map(({ id }) => id).sort()
    expect(await found('Ada')).toEqual([testEvent.eventId, other.eventId, draft.eventId].sort())
    expect(await found('Mo')).toEqual([testEvent.eventId, other.eventId].sort())
    expect(await found('Dex')).toEqual([testEvent.eventId])
  })

  test('people: name and handle for moderators, the role too for admins, nobody for door staff', async () => {
    const people = async (name: 'Ada' | 'Mo' | 'Dex') =>
      (await search(await users.actingAs(name), term)).people.map(({ id, role }) => [id, role])
    const mia = await users.id('Mia')
    expect(await people('Ada')).toEqual([[mia, 'member']])
    expect(await people('Mo')).toEqual([[mia, null]])
    expect(await people('Dex')).toEqual([])
  })

  test('orders by the buyer’s name, whole code or address, for admins alone', async () => {
    const name = `Zuleika Q${code.toLowerCase()}`
    await sql`update public.orders set name = ${name} where code = ${code}`
    const [order] = await sql<{ email: string }[]>`select email from public.orders where code = ${code}`
    for (const query of [
      name,
      `q${code.slice(0, 5)} zul`,
      code,
      ` ${code.toLowerCase()} `,
      order?.email.toUpperCase() ?? '',
    ]) {
      const codes = async (name: 'Ada' | 'Mo' | 'Dex') =>
        (await search(await users.actingAs(name), query)).orders.map((one) => one.code)
      expect([query, await codes('Ada')]).toEqual([query, [code]])
      expect([query, await codes('Mo'), await codes('Dex')]).toEqual([query, [], []])
    }
    expect((await search(await users.actingAs('Ada'), code.slice(0, 7))).orders).toEqual([])
  })

  test('takes wildcards as plain text', async () => {
    expect((await search(await users.actingAs('Ada'), '%%')).events).toEqual([])
    expect((await search(await users.actingAs('Ada'), `${term.slice(0, 4)}_`)).events).toEqual([])
  })

  test('refuses people who are not staff, and queries of the wrong length', async () => {
    for (const name of ['Gus', 'Sid', 'Mia'] as const)
      expect(await refusalOf(await users.actingAs(name), 'search_staff', { p_query: term })).toBe(
        'not_allowed',
      )
    for (const query of ['', 'a', 'x'.repeat(81)])
      expect(await refusalOf(await users.actingAs('Ada'), 'search_staff', { p_query: query })).toBe('invalid')
  })
})

describe('read_staff_frame', () => {
  test('returns the events that each works at, and null to others', async () => {
    const frame = async (name: 'Ada' | 'Mo' | 'Dex' | 'Sid' | 'Gus') =>
      call(await users.actingAs(name), 'read_staff_frame', {}, staffFrameSchema)
    expect((await frame('Dex'))?.events.map(({ id }) => id)).toEqual([testEvent.eventId])
    expect((await frame('Mo'))?.events.map(({ status }) => status)).not.toContain('draft')
    expect([await frame('Sid'), await frame('Gus')]).toEqual([null, null])
  })
})

describe('saved views', () => {
  const save = async (
    name: 'Ada' | 'Mo' | 'Dex',
    view: { p_page: string; p_name: string; p_query: string },
  ) => call(await users.actingAs(name), 'save_view', view, z.uuid())
  const viewsOf = async (name: 'Ada' | 'Mo' | 'Sid') =>
    (await (await users.actingAs(name)).from('saved_views').select('id, owner_id, name, query').order('name'))
      .data ?? []

  test('are each person’s own: nobody else reads, changes or deletes them', async () => {
    const id = await save('Ada', { p_page: 'orders', p_name: ' Refunds ', p_query: 'show=refunds' })
    expect(await viewsOf('Ada')).toEqual([
      { id, owner_id: await users.id('Ada'), name: 'Refunds', query: 'show=refunds' },
    ])
    expect(await viewsOf('Mo')).toEqual([])
    expect(await viewsOf('Sid')).toEqual([])
    const mo = await users.actingAs('Mo')
    expect((await mo.rpc('delete_view', { p_id: id })).data).toBe(false)
    expect(await save('Mo', { p_page: 'orders', p_name: 'Refunds', p_query: 'show=paid' })).not.toBe(id)
    expect((await viewsOf('Ada'))[0]?.query).toBe('show=refunds')
    // past the functions, the table takes nothing from anybody
    const ada = await users.actingAs('Ada')
    for (const { error } of [
      await mo.from('saved_views').update({ name: 'Mine' }).eq('id', id),
      await ada.from('saved_views').delete().eq('id', id),
      await ada
        .from('saved_views')
        .insert({ owner_id: await users.id('Ada'), page_kind: 'orders', name: 'x', query: '' }),
    ])
      expect(error?.code).toBe('42501')
    expect((await ada.rpc('delete_view', { p_id: id })).data).toBe(true)
    expect(await viewsOf('Ada')).toEqual([])
  })

  test('the same name again replaces the filters', async () => {
    const view = { p_page: 'people', p_name: 'Crew', p_query: 'q=a' }
    const id = await save('Ada', view)
    expect(await save('Ada', { ...view, p_query: 'q=b' })).toBe(id)
    expect((await viewsOf('Ada')).map(({ query }) => query)).toEqual(['q=b'])
  })

  test('20 for each list at most, also when many are saved at once', async () => {
    const ada = await users.actingAs('Ada')
    const results = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        ada.rpc('save_view', { p_page: 'events', p_name: `View ${n}`, p_query: '' }),
      ),
    )
    expect(results.filter(({ error }) => error === null)).toHaveLength(20)
    expect(new Set(results.flatMap(({ error }) => (error ? [error.message] : [])))).toEqual(
      new Set(['too_many_views']),
    )
  })

  test('are of the same lists in the database and on the site', async () => {
    const [row] = await sql<{ pages: string[] }[]>`select private.view_pages() as pages`
    expect(row?.pages.toSorted()).toEqual([...viewPages].toSorted())
  })

  test('are for staff, with a name and a list that exist', async () => {
    const view = { p_page: 'orders', p_name: 'Mine', p_query: '' }
    for (const name of ['Gus', 'Sid'] as const)
      expect(await refusalOf(await users.actingAs(name), 'save_view', view)).toBe('not_allowed')
    const ada = await users.actingAs('Ada')
    for (const wrong of [
      { ...view, p_page: 'secrets' },
      { ...view, p_name: '  ' },
      { ...view, p_name: 'x'.repeat(61) },
      { ...view, p_name: 'two\nlines' },
      { ...view, p_query: 'x'.repeat(501) },
    ])
      expect(await refusalOf(ada, 'save_view', wrong)).toBe('invalid')
  })
})
