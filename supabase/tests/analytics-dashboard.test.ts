import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import {
  figureRowsSchema,
  overviewDataSchema,
  shopDataSchema,
} from '#features/analytics/dashboard/report.types.ts'
import { createEvent } from './event-fixture.ts'
import { buy } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'
import { makeVariant } from './variants.ts'

/** The figures of the dashboard: what each is made of, and that every way to a number gives the same one. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

const calls = [
  ['read_report_frame', {}],
  ['read_overview_report', {}],
  ['read_events_report', {}],
  ['read_door_report', {}],
  ['read_shop_report', {}],
  ['read_retention_report', {}],
  ['read_pace_report', {}],
  ['list_figure_rows', { p_figure: 'orders' }],
] as const

describe('who may read', () => {
  test.each(calls)('%s: admins and moderators alone', async (name, args) => {
    for (const who of ['Ada', 'Mo'] as const)
      expect((await (await users.actingAs(who)).rpc(name, args)).error).toBeNull()
    for (const who of ['Mia', 'Gus', 'Dex'] as const)
      expect((await (await users.actingAs(who)).rpc(name, args)).error).toMatchObject({
        message: 'not_allowed',
      })
    expect((await (await users.actingAs('visitor')).rpc(name, args)).error).not.toBeNull()
  })

  const as = async (who: Name, name: string, args: object) => (await users.actingAs(who)).rpc(name, args)

  test('moderators get no money, no order codes and no people', async () => {
    const testEvent = await createEvent(sql)
    await buy(service, await users.extra(), testEvent, { Entry: 1 })
    const read = async (name: string, args: object = {}) => JSON.stringify((await as('Mo', name, args)).data)
    for (const name of ['read_overview_report', 'read_events_report', 'read_shop_report'])
      expect(await read(name)).not.toMatch(/"(gross|net|fee|tax|refunded|face)": ?\d/)
    const rows = figureRowsSchema.parse(
      (await as('Mo', 'list_figure_rows', { p_figure: 'orders', p_item: testEvent.eventId })).data,
    )
    expect(rows.list).toMatchObject([{ order: null, person: null, email: null }])
    for (const figure of [
      'gross',
      'net',
      'face',
      'fee',
      'tax',
      'refunded',
      'disputed',
      'corrected',
      'goodsGross',
      'goodsRefunded',
    ])
      expect((await as('Mo', 'list_figure_rows', { p_figure: figure })).error).toMatchObject({
        message: 'not_allowed',
      })
    const { error } = await as('Mo', 'list_figure_rows', {
      p_figure: 'orders',
      p_reason: 'I would like to know',
    })
    expect(error).toMatchObject({ message: 'not_allowed' })
  })

  test('admins see people only with a reason, which is in the audit log once however many pages they read', async () => {
    const testEvent = await createEvent(sql)
    await buy(service, await users.extra(), testEvent, { Entry: 1 })
    await buy(service, await users.extra(), testEvent, { Entry: 1 })
    const args = { p_figure: 'orders', p_item: testEvent.eventId, p_limit: 1 }
    const read = async (more: object) =>
      figureRowsSchema.parse((await as('Ada', 'list_figure_rows', { ...args, ...more })).data)
    expect((await read({})).list).toMatchObject([{ person: null, email: null }])
    const { error } = await as('Ada', 'list_figure_rows', { ...args, p_reason: ' x ' })
    expect(error).toMatchObject({ message: 'reason_required' })
    const reason = `Buyers of ${testEvent.eventId.slice(0, 8)} asked for a receipt`
    const first = await read({ p_reason: reason })
    expect(first.list[0]?.email).toMatch(/@/)
    expect(first.next).not.toBeNull()
    await read({ p_reason: reason, p_after_at: first.next?.at, p_after_id: first.next?.id })
    const logged = await sql<{ actor_id: string; facts: unknown }[]>`
      select actor_id, facts from private.audit_log where action = 'analytics.people' and facts ->> 'reason' = ${reason}`
    expect(logged).toHaveLength(1)
    expect(z.object({ item: z.string() }).parse(logged[0]?.facts).item).toBe(testEvent.eventId)
  })

  test('a figure that is not there is not found; spans end after 366 days', async () => {
    expect((await as('Ada', 'list_figure_rows', { p_figure: 'nothing' })).error).toMatchObject({
      message: 'not_found',
    })
    const { data } = await as('Ada', 'read_overview_report', { p_from: '2020-01-01', p_to: '2026-01-01' })
    expect(overviewDataSchema.parse(data)).toMatchObject({
      from: '2020-01-01',
      to: '2020-12-31',
      before: '2018-12-31',
    })
  })
})

test('goods and tickets of one order are under the shop and under their event', async () => {
  const { productId } = await makeVariant(sql)
  const { data } = await (await users.actingAs('Ada')).rpc('read_shop_report', { p_product: productId })
  expect(shopDataSchema.parse(data).products).toMatchObject([{ id: productId, units: 0 }])
})
