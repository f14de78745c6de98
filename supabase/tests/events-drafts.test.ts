import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { eventPageSchema } from '#features/events/public/public-events.types.ts'
import { staffEventListSchema, storedEventSchema } from '#features/events/staff/staff-events.types.ts'
import { makeCode } from './codes.ts'
import { createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy, call, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests what admins typed and did not save, the checklist of publishing, copies, and the dates of a series. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const nothing = z.unknown()
let ada: Awaited<ReturnType<typeof users.actingAs>>
beforeAll(async () => {
  ada = await users.actingAs('Ada')
})

const read = (id: string, client = ada) =>
  call(client, 'read_event_editor', { p_id: id }, storedEventSchema.unwrap())
const keep = (event: string, form: object, client = ada, tab = 'door') =>
  call(client, 'save_event_draft', { p_event: event, p_tab: tab, p_form: form }, z.string())

describe('what was typed and not saved', () => {
  test('is kept for the person and the tab, replaced, returned to nobody else, and discarded', async () => {
    const { eventId } = await createEvent(sql)
    await keep(eventId, { dressCode: 'Whi' })
    const savedAt = await keep(eventId, { dressCode: 'White' })
    await keep(eventId, { title: 'Other tab' }, ada, 'details')
    const { drafts } = await read(eventId)
    expect(drafts).toHaveLength(2)
    expect(drafts.find(({ tab }) => tab === 'door')).toEqual({
      tab: 'door',
      form: { dressCode: 'White' },
      savedAt,
    })
    const other = await users.extra()
    await sql`insert into public.event_drafts ${sql({ owner_id: other, event_id: eventId, tab: 'door', form: sql.json({ dressCode: 'Black' }) })}`
    expect((await read(eventId)).drafts).toHaveLength(2)
    const discard = () => call(ada, 'discard_event_draft', { p_event: eventId, p_tab: 'door' }, z.boolean())
    expect([await discard(), await discard()]).toEqual([true, false])
    expect(
      await sql`select owner_id from public.event_drafts where event_id = ${eventId} and tab = 'door'`,
    ).toEqual([{ owner_id: other }])
    expect(await sql`select dress_code from public.events where id = ${eventId}`).toEqual([
      { dress_code: '' },
    ])
  })

  test('of a new event is kept once a person, and is done with when an event is made', async () => {
    await call(ada, 'discard_event_draft', { p_event: null, p_tab: 'new' }, z.boolean())
    const keepNew = (form: object, tab = 'new') =>
      call(ada, 'save_event_draft', { p_event: null, p_tab: tab, p_form: form }, z.string())
    await keepNew({ title: 'Half a' })
    await keepNew({ title: 'Half a title' })
    const kept = async (client = ada) =>
      (await client.from('event_drafts').select('form').is('event_id', null)).data
    expect(await kept()).toEqual([{ form: { title: 'Half a title' } }])
    expect(await kept(await users.actingAs('Mo'))).toEqual([])
    expect((await refusal(keepNew({}, 'door'))).code).toBe('invalid')
    const { eventId } = await createEvent(sql)
    expect((await refusal(keep(eventId, {}, ada, 'new'))).code).toBe('invalid')
    // Another event's tab that is saved leaves it.
    const { version } = (await read(eventId)).event
    await call(ada, 'save_event', { p_event: { id: eventId, version, tab: 'door' } }, z.uuid())
    expect(await kept()).toHaveLength(1)
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const made = { title: `Whole ${randomUUID()}`, startsAt: at(50), doorsAt: at(49), endsAt: at(55) }
    await call(
      ada,
      'save_event',
      { p_event: { ...made, timeZone: 'America/New_York', city: 'Brooklyn' } },
      z.uuid(),
    )
    expect(await kept()).toEqual([])
  })

  test('is done with when its tab is saved, not when another is', async () => {
    const { eventId } = await createEvent(sql)
    await keep(eventId, { dressCode: 'White' })
    const save = async (tab: string) =>
      call(
        ada,
        'save_event',
        {
          p_event: { id: eventId, version: (await read(eventId)).event.version, tab, summary: randomUUID() },
        },
        z.uuid(),
      )
    await save('details')
    expect((await read(eventId)).drafts).toHaveLength(1)
    await save('door')
    expect((await read(eventId)).drafts).toHaveLength(0)
  })

  test('of a code is kept for that code alone, and is done with when the code is saved', async () => {
    const testEvent = await createEvent(sql)
    const { eventId } = testEvent
    const { id: codeId } = await makeCode(sql, testEvent)
    for (const tab of ['codes/new', `codes/${codeId}`]) await keep(eventId, { label: tab }, ada, tab)
    const save = (fields: object) =>
      call(ada, 'save_code', { p_code: { eventId, effect: 'access', items: [], ...fields } }, z.uuid())
    const tabs = async () => (await read(eventId)).drafts.map(({ tab }) => tab)
    await save({ code: `D${randomUUID().slice(0, 8)}` })
    expect(await tabs()).toHaveLength(2)
    await save({ code: `D${randomUUID().slice(0, 8)}`, tab: 'codes/new' })
    expect(await tabs()).toEqual([`codes/${codeId}`])
    for (const tab of ['codes/', `codes/${codeId}x`, 'codes/a/b'])
      expect(await refusal(keep(eventId, {}, ada, tab)), tab).toMatchObject({ code: 'invalid' })
  })

  test('is refused from everybody but admins, and in shapes that are no form', async () => {
    const { eventId } = await createEvent(sql)
    for (const name of ['Gus', 'Mia', 'Dex', 'Mo'] as const) {
      const client = await users.actingAs(name)
      expect(await refusal(keep(eventId, {}, client)), name).toMatchObject({ code: 'not_allowed' })
      const discard = call(client, 'discard_event_draft', { p_event: eventId, p_tab: 'door' }, nothing)
      expect(await refusal(discard), name).toMatchObject({ code: 'not_allowed' })
    }
    expect(await refusal(keep(randomUUID(), {}))).toMatchObject({ code: 'not_found' })
    expect(await refusal(keep(eventId, {}, ada, 'NO TAB'))).toMatchObject({ code: 'invalid' })
    expect(await refusal(keep(eventId, [1]))).toMatchObject({ code: 'invalid' })
    expect(await refusal(keep(eventId, { text: 'x'.repeat(400_001) }))).toMatchObject({ code: 'invalid' })
  })
})

describe('the version of an event', () => {
  test('changes with its rooms, types and prices, whoever changes them, and not with sales', async () => {
    const testEvent = await createEvent(sql)
    const { eventId } = testEvent
    const version = async () => (await read(eventId)).event.version
    let before = await version()
    await buy(service, await users.extra(), testEvent, { Entry: 1 })
    expect(await version()).toBe(before)
    for (const change of [
      sql`update public.capacity_pools set capacity = capacity + 1 where event_id = ${eventId}`,
      sql`update public.ticket_types set paused_at = now() where event_id = ${eventId}`,
      sql`update public.price_releases set face_cents = 2100 where ticket_type_id = ${testEvent.types.Entry ?? ''}`,
      sql`insert into public.capacity_pools ${sql({ event_id: eventId, name: 'Garden', capacity: 5 })}`,
    ]) {
      await change
      const after = await version()
      expect(after).not.toBe(before)
      before = after
    }
  })
})

describe('publishing', () => {
  const missing = async (id: string) =>
    (await read(id)).checklist
      .filter(({ isDone, isRequired }) => isRequired && !isDone)
      .map(({ code }) => code)
  const publish = (id: string) => call(ada, 'publish_event', { p_id: id }, nothing)

  test('names what is missing, refuses with the same list, and goes through when it is empty', async () => {
    const { eventId } = await createEvent(sql, { status: 'draft', types: [] })
    await sql`update public.events set min_age = 21 where id = ${eventId}`
    expect(await missing(eventId)).toEqual(['place', 'picture', 'tickets', 'id_policy'])
    expect(await refusal(publish(eventId))).toEqual({
      code: 'event_incomplete',
      facts: { missing: 'place picture tickets id_policy' },
    })
    const { eventId: other } = await createEvent(sql, { status: 'draft' })
    const whole = {
      venue_name: 'Hall',
      address: '1 Main Street',
      image_path: '/art/some-picture.0123456789abcde',
      image_alt: 'Flags',
    }
    await sql`update public.events set ${sql(whole)} where id = ${other}`
    expect(await missing(other)).toEqual([])
    await publish(other)
    expect((await read(other)).event.status).toBe('published')
  })

  test.each([
    ['a sale that ended', { saleEndsIn: -1 }, 'sale_window'],
    ['a sale that begins after the end', { saleStartsIn: 40 }, 'sale_window'],
    [
      'a price that never gives way to the next',
      {
        releases: [
          { name: 'Early', faceCents: 100 },
          { name: 'Final', faceCents: 200 },
        ],
      },
      'prices',
    ],
  ])('misses %s', async (_what, type, code) => {
    const { eventId } = await createEvent(sql, {
      status: 'draft',
      doorsIn: 2,
      types: [{ name: 'Entry', ...type }],
    })
    expect(await missing(eventId)).toContain(code)
  })
})

describe('a series', () => {
  test('is renamed and described by admins; a name that another one has is refused', async () => {
    const name = `Last Lap ${randomUUID().slice(0, 8)}`
    const [one, other] = await sql<{ id: string }[]>`
      insert into public.event_series (name, slug) values (${`${name} A`}, ${randomUUID()}), (${`${name} B`}, ${randomUUID()})
      returning id`
    const saveAs = (client: typeof ada, changes: object) =>
      call(client, 'save_series', { p_id: one?.id, p_name: name, p_description: '', ...changes }, z.null())
    await saveAs(ada, { p_name: ` ${name} `, p_description: 'Every Friday.' })
    const [row] = await sql`select name, description from public.event_series where id = ${one?.id ?? ''}`
    expect(row).toEqual({ name, description: 'Every Friday.' })
    expect(await refusal(saveAs(ada, { p_name: `${name} b` }))).toMatchObject({ code: 'series_exists' })
    expect(await refusal(saveAs(ada, { p_name: 'ab' }))).toMatchObject({ code: 'invalid' })
    expect(await refusal(saveAs(ada, { p_description: 'x'.repeat(501) }))).toMatchObject({ code: 'invalid' })
    expect(await refusal(saveAs(ada, { p_id: randomUUID() }))).toMatchObject({ code: 'not_found' })
    for (const who of ['Mia', 'Mo', 'Dex'] as const)
      expect(await refusal(saveAs(await users.actingAs(who), {})), who).toMatchObject({ code: 'not_allowed' })
    await sql`delete from public.event_series where id in ${sql([one?.id ?? '', other?.id ?? ''])}`
  })

  const next = (id: string, step: string, key: string | null = null) =>
    call(ada, 'create_next_date', { p_id: id, p_step: step, p_key: key }, z.uuid())
  /** The second Sunday of March of next year, when clocks in New York go forward. */
  const year = new Date().getUTCFullYear() + 1
  const march = new Date(Date.UTC(year, 2, 1))
  const sunday = 1 + ((7 - march.getUTCDay()) % 7) + 7

  test('gets its next date at the same time of day across a change of the clocks, with all but orders', async () => {
    const testEvent = await createEvent(sql, {
      types: [{ name: 'Entry', releases: [{ name: 'Early', faceCents: 2000, quantity: 10 }] }],
    })
    const { eventId } = testEvent
    await buy(service, await users.extra(), testEvent, { Entry: 2 })
    // 10 PM on the Friday before, which is 3 AM UTC; a week later 10 PM is 2 AM UTC
    const friday = (day: number, hour: number) => new Date(Date.UTC(year, 2, day, hour))
    const [starts, ends, sale] = [friday(sunday - 1, 3), friday(sunday - 1, 9), friday(sunday - 9, 15)]
    await sql`update public.events set ${sql({ doors_at: starts, starts_at: starts, ends_at: ends })} where id = ${eventId}`
    await sql`update public.ticket_types set sale_starts_at = ${sale} where event_id = ${eventId}`
    await sql`
      insert into public.promo_codes ${sql({ event_id: eventId, code: `C${randomUUID().slice(0, 6).toUpperCase()}`, effect: 'percent', percent: 10 })}`
    const before = await read(eventId)
    const key = randomUUID()
    const id = await next(eventId, 'week', key)
    expect(await next(eventId, 'week', key)).toBe(id)
    const made = await read(id)
    expect(made.event).toMatchObject({ status: 'draft', title: before.event.title })
    expect(made.event.seriesId).not.toBeNull()
    expect((await read(eventId)).event.seriesId).toBe(made.event.seriesId)
    expect([made.event.startsAt, made.event.endsAt].map((at) => new Date(at))).toEqual([
      friday(sunday + 6, 2),
      friday(sunday + 6, 8),
    ])
    expect(new Date(made.types[0]?.saleStartsAt ?? '')).toEqual(friday(sunday - 2, 15))
    expect(made.pools).toMatchObject([{ name: 'Room', capacity: 100, sold: 0, held: 0 }])
    expect(made.types[0]?.releases).toMatchObject([{ name: 'Early', faceCents: 2000, quantity: 10, sold: 0 }])
    expect(await sql`select 1 from public.promo_codes where event_id = ${id}`).toHaveLength(0)
    const later = await read(await next(eventId, 'month'))
    expect(new Date(later.event.startsAt).getUTCMonth()).toBe(3)
    expect(await refusal(next(eventId, 'year'))).toMatchObject({ code: 'invalid' })
    expect(
      await refusal(
        call(await users.actingAs('Mo'), 'create_next_date', { p_id: eventId, p_step: 'week' }, nothing),
      ),
    ).toMatchObject({
      code: 'not_allowed',
    })
  })

  test('continues from a date long past into the future', async () => {
    const { eventId } = await createEvent(sql, { doorsIn: -24 * 40 })
    expect(Date.parse((await read(await next(eventId, 'month'))).event.startsAt)).toBeGreaterThan(Date.now())
  })

  test('is shown on its published dates, without drafts, test events and unlisted ones; staff filter by it', async () => {
    const dates = await Promise.all([
      createEvent(sql, { doorsIn: 30 }),
      createEvent(sql, { doorsIn: 60 }),
      createEvent(sql, { doorsIn: 90, status: 'draft' }),
      createEvent(sql, { doorsIn: 90, isTest: true }),
      createEvent(sql, { doorsIn: 90, visibility: 'unlisted' }),
    ])
    const [first, second, draft] = dates.map(({ eventId }) => eventId)
    const [series] = await sql<{ id: string }[]>`
      insert into public.event_series ${sql({ name: `First Fridays ${randomUUID().slice(0, 8)}`, slug: randomUUID() })} returning id`
    const seriesId = series?.id ?? ''
    await sql`update public.events set series_id = ${seriesId} where id in ${sql(dates.map(({ eventId }) => eventId))}`
    const page = await call(
      await users.actingAs('visitor'),
      'read_event_page',
      { p_id: first },
      eventPageSchema.unwrap(),
    )
    expect(page.series?.dates.map(({ id }) => id)).toEqual([second])
    const list = (filter: string) =>
      call(ada, 'list_staff_events', { p_filter: filter, p_series: seriesId }, staffEventListSchema)
    expect((await list('upcoming')).events.map(({ id }) => id).slice(0, 2)).toEqual([first, second])
    expect(await list('draft')).toMatchObject({ events: [{ id: draft }], counts: { draft: 1, upcoming: 4 } })
  })

  test('is made once of a name, whatever its case', async () => {
    const { eventId } = await createEvent(sql)
    const name = `Sunset ${randomUUID().slice(0, 8)}`
    const put = async (newSeries: string) => {
      const { version } = (await read(eventId)).event
      await call(ada, 'save_event', { p_event: { id: eventId, version, newSeries } }, z.uuid())
      return (await read(eventId)).event.seriesId
    }
    expect(await put(name)).toBe(await put(name.toUpperCase()))
  })
})

describe('a draft event', () => {
  const remove = (id: string, client = ada) => call(client, 'delete_draft_event', { p_id: id }, nothing)
  const isThere = async (id: string) => (await sql`select from public.events where id = ${id}`).length === 1
  /** Draws back an event that sells, as if it were a draft that was never published. */
  const draw = (id: string) =>
    sql`update public.events set status = 'draft', published_at = null where id = ${id}`

  async function drafted() {
    const testEvent = await createEvent(sql)
    await draw(testEvent.eventId)
    return testEvent
  }

  test.each(['Mo', 'Mia', 'Gus', 'Dex'] as const)('is not deleted by %s', async (name) => {
    const { eventId } = await drafted()
    expect((await refusal(remove(eventId, await users.actingAs(name)))).code).toBe('not_allowed')
    expect(await isThere(eventId)).toBe(true)
  })

  test('is deleted with what it has, and the log keeps what it was; one that was published is not', async () => {
    const testEvent = await drafted()
    const { eventId } = testEvent
    await makeCode(sql, testEvent)
    await keep(eventId, { dressCode: 'White' })
    const mia = await users.id('Mia')
    await sql`insert into public.staff_grants ${sql({ user_id: mia, capability: 'scan', event_id: eventId })}`
    await remove(eventId)
    expect(await isThere(eventId)).toBe(false)
    expect(await sql`select from public.ticket_types where event_id = ${eventId}`).toHaveLength(0)
    expect(
      await sql`select from public.staff_grants where event_id = ${eventId} and revoked_at is null`,
    ).toHaveLength(0)
    const [row] = await sql`
      select facts from private.audit_log where action = 'delete_event' and subject_id = ${eventId}`
    expect(row?.facts).toMatchObject({ title: expect.any(String), changed: { status: ['draft', null] } })
    expect((await refusal(remove(eventId))).code).toBe('not_found')
    const published = await createEvent(sql)
    expect((await refusal(remove(published.eventId))).code).toBe('invalid_state')
  })

  test('with an order is kept, also when the order is written at the same moment', async () => {
    const sold = await createEvent(sql)
    await buy(service, await users.extra(), sold, { Entry: 1 })
    await draw(sold.eventId)
    expect((await refusal(remove(sold.eventId))).code).toBe('event_has_orders')
    expect(await isThere(sold.eventId)).toBe(true)
    await sql`update public.events set status = 'published', published_at = now() where id = ${sold.eventId}`

    // An order that is being written: the deletion waits for it, and then finds it.
    const racing = await drafted()
    const id = randomUUID()
    let deleted: Promise<{ code: string }> = Promise.resolve({ code: 'not asked' })
    await sql.begin(async (tx) => {
      await tx`insert into public.orders ${tx({
        id,
        code: Array.from({ length: 8 }, () => '23456789ABCDEFGH'[Math.floor(Math.random() * 16)]).join(''),
        event_id: racing.eventId,
        status: 'expired',
        email: 'late@example.com',
        name: 'Bea Buyer',
        currency: 'USD',
        face_cents: 0,
        fee_cents: 0,
        tax_cents: 0,
        total_cents: 0,
        terms_accepted_at: new Date(),
        terms_version: '2026-11-21',
      })}`
      await tx`
        insert into public.order_lines (order_id, kind, item_id, release_id, item_name, quantity, ticket_count, unit_face_cents, fee_cents, tax_cents)
        select ${id}, 'ticket', r.ticket_type_id, r.id, 'Entry', 1, 1, 0, 0, 0
        from public.price_releases r where r.ticket_type_id = ${racing.types.Entry ?? ''}`
      deleted = refusal(remove(racing.eventId))
      const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      await expect
        .poll(
          async () =>
            (
              await sql`select 1 from pg_stat_activity a where ${backend?.pid ?? 0} = any (pg_blocking_pids(a.pid))`
            ).length,
        )
        .toBeGreaterThan(0)
    })
    expect((await deleted).code).toBe('event_has_orders')
    expect(await isThere(racing.eventId)).toBe(true)
  })
})
