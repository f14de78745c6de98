import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { eventCodeEditorSchema, eventCodesSchema } from '#features/events/staff/staff-events.types.ts'
import { holdWith, usesOf } from './codes.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { call, holdTickets, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Tests how admins write codes, what is refused, and what happens to the places that a code keeps back. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let ada: SupabaseClient
beforeAll(async () => {
  ada = await users.actingAs('Ada')
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

type Fields = Record<string, unknown>

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const newCode = () => `E${randomUUID().slice(0, 8).toUpperCase()}`

const save = (client: SupabaseClient, fields: Fields) =>
  call(client, 'save_code', { p_code: { effect: 'access', items: [], ...fields } }, z.uuid())
const setState = (client: SupabaseClient, id: string, state: string) =>
  call(client, 'set_code_state', { p_id: id, p_state: state }, z.string())

async function readCode(testEvent: TestEvent, id: string) {
  const { codes } = await call(ada, 'read_event_codes', { p_event: testEvent.eventId }, eventCodesSchema)
  const code = codes.find((one) => one.id === id)
  if (!code) throw new Error('no such code')
  return code
}

/** Reads the form of a code as the editor fills it in, for changing some of its fields. */
async function formOf(testEvent: TestEvent, id: string): Promise<Fields> {
  const asked = { p_event: testEvent.eventId, p_id: id }
  const { code } = await call(ada, 'read_event_code', asked, eventCodeEditorSchema)
  if (!code) throw new Error('no such code')
  return { ...code, eventId: testEvent.eventId, blockWas: code.blockPlaces }
}

/** Saves some fields of a code with the version that is there now. */
const edit = async (testEvent: TestEvent, id: string, fields: Fields) =>
  save(ada, { ...(await formOf(testEvent, id)), ...fields })

describe('a code is refused', () => {
  test.each<Name | 'visitor'>(['visitor', 'Gus', 'Mia', 'Mo'])('to %s', async (who) => {
    const testEvent = await createEvent(sql)
    const id = await save(ada, { eventId: testEvent.eventId, code: newCode() })
    const client = await users.actingAs(who)
    const refused = who === 'visitor' ? 'permission denied' : 'not_allowed'
    const form = await formOf(testEvent, id)
    for (const work of [
      () => save(client, { eventId: testEvent.eventId, code: newCode() }),
      () => save(client, form),
      () => setState(client, id, 'archived'),
    ])
      expect(
        await refusal(work()).then(
          ({ code }) => code,
          (error: Error) => error.message,
        ),
      ).toContain(refused)
    expect(await readCode(testEvent, id)).toMatchObject({ state: 'active' })
  })

  test('with a name that is taken, in whatever capitals; an archived one and another event’s are free', async () => {
    const [testEvent, other] = [await createEvent(sql), await createEvent(sql)]
    const code = newCode()
    const [first, second] = [
      await save(ada, { eventId: testEvent.eventId, code }),
      await save(ada, { eventId: testEvent.eventId, code: newCode() }),
    ]
    const twice = save(ada, { eventId: testEvent.eventId, code: code.toLowerCase() })
    expect((await refusal(twice)).code).toBe('code_taken')
    expect((await refusal(edit(testEvent, second, { code }))).code).toBe('code_taken')
    await save(ada, { eventId: other.eventId, code })
    expect(await setState(ada, first, 'archived')).toBe('archived')
    await edit(testEvent, second, { code })
    expect(await readCode(testEvent, second)).toMatchObject({ code })
  })

  test('where it does not exist, is archived, or names what its event does not have', async () => {
    const [testEvent, other] = [await createEvent(sql), await createEvent(sql)]
    const id = await save(ada, { eventId: testEvent.eventId, code: newCode() })
    const form = await formOf(testEvent, id)
    const [pool, type] = [other.pools.Room, other.types.Entry]
    for (const fields of [
      { ...form, id: randomUUID() },
      { ...form, eventId: other.eventId },
      { ...form, eventId: randomUUID() },
      { ...form, items: [type] },
      { ...form, items: [testEvent.types.Entry, randomUUID()] },
      { ...form, blockPoolId: pool, blockPlaces: 1, blockEndsAt: inHours(1) },
    ])
      expect((await refusal(save(ada, fields))).code, JSON.stringify(fields)).toBe('not_found')
    expect(await formOf(testEvent, id)).toEqual(form)
    await setState(ada, id, 'archived')
    const [row] = await sql<{ version: string }[]>`
      select to_json(updated_at) #>> '{}' as version from public.promo_codes where id = ${id}`
    expect((await refusal(save(ada, { ...form, version: row?.version }))).code).toBe('not_found')
    for (const state of ['active', 'paused', 'archived'])
      expect((await refusal(setState(ada, id, state))).code, state).toBe('not_found')
    expect((await refusal(setState(ada, randomUUID(), 'paused'))).code).toBe('not_found')
    expect((await refusal(setState(ada, id, 'gone'))).code).toBe('invalid')
  })

  test('when somebody else changed it since it was read', async () => {
    const testEvent = await createEvent(sql)
    const id = await save(ada, { eventId: testEvent.eventId, code: newCode() })
    const form = await formOf(testEvent, id)
    await edit(testEvent, id, { label: 'theirs' })
    expect((await refusal(save(ada, { ...form, label: 'mine' }))).code).toBe('changed_meanwhile')
    expect((await refusal(save(ada, { ...form, version: undefined }))).code).toBe('changed_meanwhile')
    expect(await readCode(testEvent, id)).toMatchObject({ label: 'theirs' })
  })

  test.each([
    ['maxOrders', 0, 1, 2, { used: 1, what: 'orders' }],
    ['maxUnits', 2, 3, 4, { used: 3, what: 'tickets' }],
    ['budgetCents', 599, 600, 700, { cents: 600, what: 'cents' }],
  ] as const)('with %s below what is used; exactly that is allowed', async (field, below, exactly, above, facts) => {
    const testEvent = await createEvent(sql)
    const code = newCode()
    const id = await save(ada, {
      eventId: testEvent.eventId,
      code,
      effect: 'percent',
      percent: 10,
      [field]: above,
    })
    await holdWith(service, await users.extra(), testEvent, { id, code }, { Entry: 3 })
    expect(await refusal(edit(testEvent, id, { [field]: below }))).toEqual({ code: 'code_below_used', facts })
    await edit(testEvent, id, { [field]: exactly })
    expect(
      (await refusal(holdWith(service, await users.extra(), testEvent, { id, code }, { Entry: 1 }))).code,
    ).toBe('code_used_up')
    await edit(testEvent, id, { [field]: null })
    await holdWith(service, await users.extra(), testEvent, { id, code }, { Entry: 1 })
  })
})

describe('places that a code keeps back', () => {
  const blockedOf = async (testEvent: TestEvent) =>
    Object.fromEntries(
      (
        await sql<{ name: string; held: number; blocked: number }[]>`
          select name, held, blocked from public.capacity_pools where event_id = ${testEvent.eventId}`
      ).map(({ name, held, blocked }) => [name, [held, blocked]]),
    )

  /** A room of 10, a deck of 5 that a second type draws on, and a code that keeps 4 places of the room. */
  async function prepare() {
    const testEvent = await createEvent(sql, {
      pools: { Room: 10, Deck: 5 },
      types: [
        { name: 'Entry', pools: ['Room'] },
        { name: 'Upstairs', pools: ['Deck'] },
      ],
    })
    const code = newCode()
    const block = { blockPoolId: testEvent.pools.Room, blockPlaces: 4, blockEndsAt: inHours(2) }
    const id = await save(ada, { eventId: testEvent.eventId, code, ...block })
    expect(await blockedOf(testEvent)).toEqual({ Room: [0, 4], Deck: [0, 0] })
    return { testEvent, id, code }
  }

  test('are raised as far as the room goes, and lowered', async () => {
    const { testEvent, id } = await prepare()
    await holdTickets(service, await users.extra(), testEvent, { Entry: 5 })
    expect(await refusal(edit(testEvent, id, { blockPlaces: 6 }))).toEqual({
      code: 'block_too_large',
      // units that are free once its own four are given back
      facts: { pool: 'Room', left: 5 },
    })
    await edit(testEvent, id, { blockPlaces: 5 })
    expect(await blockedOf(testEvent)).toEqual({ Room: [5, 5], Deck: [0, 0] })
    const other = await users.extra()
    expect((await refusal(holdTickets(service, other, testEvent, { Entry: 1 }))).code).toBe('sold_out')
    await edit(testEvent, id, { blockPlaces: 3 })
    await holdTickets(service, other, testEvent, { Entry: 2 })
    expect(await blockedOf(testEvent)).toEqual({ Room: [7, 3], Deck: [0, 0] })
  })

  test('that holds took since the form was read are not kept a second time', async () => {
    const { testEvent, id, code } = await prepare()
    const form = await formOf(testEvent, id)
    const mia = await users.extra()
    await holdWith(service, mia, testEvent, { id, code }, { Entry: 3 })
    expect(await blockedOf(testEvent)).toEqual({ Room: [3, 1], Deck: [0, 0] })
    await save(ada, { ...form, blockPlaces: 5 }) // one more than it showed
    expect(await blockedOf(testEvent)).toEqual({ Room: [3, 2], Deck: [0, 0] })
    expect(await usesOf(sql, id)).toMatchObject({ blocked: 2 })
    // below what is taken: nothing is kept, and what is held stays held
    await save(ada, { ...(await formOf(testEvent, id)), blockPlaces: 0, blockWas: 4 })
    expect(await blockedOf(testEvent)).toEqual({ Room: [3, 0], Deck: [0, 0] })
    await call(
      service,
      'release_hold',
      {
        p_owner: mia,
        p_hold: (await holdWith(service, mia, testEvent, { id, code }, { Entry: 3 })).holdId,
      },
      z.unknown(),
    )
    // the block still runs, so that what its holders give back is for its holders
    expect(await blockedOf(testEvent)).toEqual({ Room: [0, 3], Deck: [0, 0] })
  })

  test('move to another room while nobody holds with the code, and not further than it goes', async () => {
    const { testEvent, id, code } = await prepare()
    const mia = await users.extra()
    const { holdId } = await holdWith(service, mia, testEvent, { id, code }, { Entry: 1 })
    const deck = testEvent.pools.Deck
    expect((await refusal(edit(testEvent, id, { blockPoolId: deck }))).code).toBe('code_in_use')
    expect((await refusal(edit(testEvent, id, { blockPoolId: null, blockEndsAt: null }))).code).toBe(
      'code_in_use',
    )
    await call(service, 'release_hold', { p_owner: mia, p_hold: holdId }, z.unknown())
    expect(await refusal(edit(testEvent, id, { blockPoolId: deck, blockPlaces: 6 }))).toEqual({
      code: 'block_too_large',
      facts: { pool: 'Deck', left: 5 },
    })
    expect(await blockedOf(testEvent)).toEqual({ Room: [0, 4], Deck: [0, 0] })
    await edit(testEvent, id, { blockPoolId: deck, blockPlaces: 5 })
    expect(await blockedOf(testEvent)).toEqual({ Room: [0, 0], Deck: [0, 5] })
    await edit(testEvent, id, { blockPoolId: null, blockEndsAt: null })
    expect(await blockedOf(testEvent)).toEqual({ Room: [0, 0], Deck: [0, 0] })
    expect(await readCode(testEvent, id)).toMatchObject({
      blockPoolId: null,
      blockPlaces: 0,
      blockEndsAt: null,
    })
  })

  test('are for everybody once the code is archived, those of carts when the carts end', async () => {
    const { testEvent, id, code } = await prepare()
    const mia = await users.extra()
    const { holdId } = await holdWith(service, mia, testEvent, { id, code }, { Entry: 3 })
    await setState(ada, id, 'archived')
    expect(await blockedOf(testEvent)).toEqual({ Room: [3, 0], Deck: [0, 0] })
    await call(service, 'release_hold', { p_owner: mia, p_hold: holdId }, z.unknown())
    expect(await blockedOf(testEvent)).toEqual({ Room: [0, 0], Deck: [0, 0] })
    await holdTickets(service, await users.extra(), testEvent, { Entry: 10 })
  })

  test('stay kept while the code is paused, and are released at the time that was set', async () => {
    const { testEvent, id } = await prepare()
    await setState(ada, id, 'paused')
    const lee = await users.extra()
    expect((await refusal(holdTickets(service, lee, testEvent, { Entry: 7 }))).code).toBe('sold_out')
    await setState(ada, id, 'active')
    await edit(testEvent, id, { blockEndsAt: inHours(-1) })
    await holdTickets(service, lee, testEvent, { Entry: 10 })
    expect(await blockedOf(testEvent)).toEqual({ Room: [10, 0], Deck: [0, 0] })
  })
})

test('the codes of an event come in pages, each once, and unsaved input of an archived one is named', async () => {
  const testEvent = await createEvent(sql)
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push(await save(ada, { eventId: testEvent.eventId, code: newCode() }))
  const [archived = '', open = ''] = ids
  const tabs = [`codes/${archived}`, `codes/${open}`]
  for (const tab of tabs)
    await call(
      ada,
      'save_event_draft',
      { p_event: testEvent.eventId, p_tab: tab, p_form: { label: 'Typed' } },
      z.unknown(),
    )
  await setState(ada, archived, 'archived')
  const listed: string[] = []
  let after: string | undefined
  for (let pages = 0; pages < 50 && after !== null; pages++) {
    const asked = { p_event: testEvent.eventId, p_limit: 1, p_after: after }
    const page = await call(ada, 'read_event_codes', asked, eventCodesSchema)
    expect(page.codes.length).toBeLessThanOrEqual(1)
    expect(page.archivedDrafts).toEqual([tabs[0]])
    listed.push(...page.codes.map(({ id }) => id))
    if (page.next === null) break
    after = page.next
  }
  expect(listed.filter((id) => ids.includes(id))).toEqual(ids.slice(1).reverse())
  expect(new Set(listed).size).toBe(listed.length)
})

test('a code opens with the products that were typed and not saved, whatever a draft holds', async () => {
  const testEvent = await createEvent(sql)
  const products = await sql<{ id: string }[]>`select id from public.products order by id limit 3`
  const [saved = '', typed = '', other = ''] = products.map(({ id }) => id)
  const id = await save(ada, {
    eventId: testEvent.eventId,
    code: newCode(),
    goods: 'listed',
    products: [saved],
    collections: [],
  })
  const chosen = async () => {
    const { shop } = await call(
      ada,
      'read_event_code',
      { p_event: testEvent.eventId, p_id: id },
      eventCodeEditorSchema,
    )
    return [shop.chosen, shop.products.slice(0, new Set([...shop.chosen, saved]).size).map((one) => one.id)]
  }
  const keep = async (form: Fields) =>
    call(
      ada,
      'save_event_draft',
      { p_event: testEvent.eventId, p_tab: `codes/${id}`, p_form: form },
      z.unknown(),
    )
  expect(await chosen()).toEqual([[saved], [saved]])
  for (const [sent, expected] of [
    [
      [typed, other],
      [typed, other],
    ],
    [typed, [typed]],
    [[typed, 'no id', 7, null], [typed]],
    [{ typed }, []],
    [undefined, []],
  ] as const) {
    await keep({ products: sent })
    const [ids, shown] = await chosen()
    expect(ids).toEqual(expected)
    expect(new Set(shown)).toEqual(new Set([...expected, saved]))
  }
})
