import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import {
  inventorySchema,
  type StockFilePreview,
  stockFilePreviewSchema,
  variantLedgerSchema,
} from '#features/shop/staff/inventory.types.ts'
import { countersOf, createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { withLockTimeout } from './lock-timeout.ts'
import { actAs, raceToHold, tally, together } from './races.ts'
import { beginPayment, call, holdItems, linesOf, placeOrder, refusal, report } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'
import { archiveProducts, lineOf, makeVariant, stockOf } from './variants.ts'

/** The stock of the shop: its ledger, what staff change, the alarm of low stock, and buyers and staff at the same moment. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(30)
afterAll(async () => {
  await archiveProducts(sql)
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const placeId = async (name = 'Warehouse') => {
  const [row] = await sql<{ id: string }[]>`select id from public.stock_places where name = ${name}`
  return row?.id ?? ''
}
/** A place of its own for a test. */
const makePlace = async (): Promise<{ id: string; name: string }> => {
  const name = `Shelf ${randomUUID().slice(0, 8)}`
  const id = await call(
    await users.actingAs('Ada'),
    'save_stock_place',
    { p_id: null, p_name: name, p_archive: false },
    z.uuid(),
  )
  return { id, name }
}
const adjust = async (
  variant: string,
  reason: string,
  units: number,
  more: { place?: string; to?: string; note?: string; key?: string; as?: Name } = {},
) =>
  call(
    await users.actingAs(more.as ?? 'Ada'),
    'adjust_stock',
    {
      p_variant: variant,
      p_place: more.place ?? (await placeId()),
      p_reason: reason,
      p_units: units,
      p_to: more.to ?? null,
      p_note: more.note ?? '',
      p_key: more.key ?? randomUUID(),
    },
    z.object({ units: z.int() }),
  )
const ledgerOf = async (p_variant: string) => {
  const read = await call(
    await users.actingAs('Ada'),
    'read_variant_stock',
    { p_variant },
    variantLedgerSchema,
  )
  if (!read) throw new Error('no ledger')
  return read
}
const buyThings = async (variantId: string, quantity: number) => {
  const owner = await users.extra()
  const hold = await holdItems(service, owner, null, [lineOf(variantId, quantity)])
  const order = await placeOrder(service, owner, hold.holdId)
  await report(service, await beginPayment(service, owner, order.orderId), 'succeeded')
  return order
}
const move = (variant: string, units: number, reason: string, place: string | null) =>
  sql`select private.move_stock(${variant}, ${place}, ${units}, ${reason})`

describe('the ledger', () => {
  test('has an entry for every change, with who made it, and the shelves are its sums', async () => {
    const { variantId } = await makeVariant(sql, { stock: 10 })
    const shelf = await makePlace()
    await adjust(variantId, 'received', 5, { note: 'Second print' })
    expect(await adjust(variantId, 'damaged', 2)).toEqual({ units: -2 })
    await adjust(variantId, 'moved', 4, { to: shelf.id })
    expect(await adjust(variantId, 'count', 10)).toEqual({ units: 1 })
    expect(await adjust(variantId, 'count', 10)).toEqual({ units: 0 })
    const { variant, entries, places } = await ledgerOf(variantId)
    expect(entries.map(({ reason, units, place }) => [reason, units, place])).toEqual([
      ['count', 1, 'Warehouse'],
      ['moved', 4, shelf.name],
      ['moved', -4, 'Warehouse'],
      ['damaged', -2, 'Warehouse'],
      ['received', 5, 'Warehouse'],
      ['received', 10, 'Warehouse'],
    ])
    const [ada] = await sql<{ name: string }[]>`
      select display_name as name from public.profiles where id = ${await users.id('Ada')}`
    expect(entries.at(-2)).toMatchObject({ note: 'Second print', actor: ada?.name })
    expect(variant).toMatchObject({ onHand: 14, available: 14, held: 0, waiting: 0 })
    expect(places.find(({ id }) => id === shelf.id)?.onHand).toBe(4)
    expect(await stockOf(sql, variantId)).toEqual({ stock: 14, held: 0, sold: 0 })
  })

  test('is read page by page', async () => {
    const { variantId } = await makeVariant(sql, { stock: 1 })
    for (let n = 0; n < 4; n++) await move(variantId, 1, 'received', await placeId())
    const ada = await users.actingAs('Ada')
    const page = async (before: number | null) =>
      call(
        ada,
        'read_variant_stock',
        { p_variant: variantId, p_before: before, p_limit: 2 },
        variantLedgerSchema,
      )
    const first = await page(null)
    const second = await page(first?.next ?? null)
    const third = await page(second?.next ?? null)
    expect(first?.entries).toHaveLength(2)
    expect([second?.entries.length, third?.entries.length, third?.next]).toEqual([2, 1, null])
    const ids = [first, second, third].flatMap((each) => each?.entries.map(({ id }) => id) ?? [])
    expect(new Set(ids).size).toBe(5)
  })

  test('can be changed and emptied by nobody: no role, no key, not even the database’s owner', async () => {
    const { variantId } = await makeVariant(sql)
    const clients = [service, await users.actingAs('visitor')]
    for (const name of ['Gus', 'Mia', 'Mo', 'Ada'] as const) clients.push(await users.actingAs(name))
    for (const client of clients) {
      const entries = client.from('stock_entries')
      expect((await entries.update({ units: 99 }).eq('variant_id', variantId)).error).not.toBeNull()
      expect((await entries.delete().eq('variant_id', variantId)).error).not.toBeNull()
      expect(
        (await entries.insert({ variant_id: variantId, units: 5, reason: 'received' })).error,
      ).not.toBeNull()
      const levels = client.from('stock_levels')
      expect((await levels.update({ on_hand: 99 }).eq('variant_id', variantId)).error).not.toBeNull()
      const variants = client.from('product_variants')
      expect((await variants.update({ stock: 99 }).eq('id', variantId)).error).not.toBeNull()
      expect(
        (await client.rpc('move_stock', { p_variant: variantId, p_units: 5, p_reason: 'received' })).error,
      ).not.toBeNull()
    }
    for (const change of [
      () => sql`update public.stock_entries set units = 99 where variant_id = ${variantId}`,
      () => sql`delete from public.stock_entries where variant_id = ${variantId}`,
      () => withLockTimeout(sql, (tx) => tx`truncate public.stock_entries`),
    ])
      await expect(change()).rejects.toMatchObject({ code: '42501' })
    expect((await ledgerOf(variantId)).variant.onHand).toBe(10)
  })

  test('is never below nothing: on a shelf by a check, of a variant by what is held and sold', async () => {
    const { variantId } = await makeVariant(sql, { stock: 6 })
    const shelf = await makePlace()
    await buyThings(variantId, 3)
    await holdItems(service, await users.extra(), null, [lineOf(variantId, 1)])
    expect(await refusal(adjust(variantId, 'damaged', 3))).toEqual({
      code: 'stock_taken',
      facts: { left: 2 },
    })
    expect(await refusal(adjust(variantId, 'count', 3))).toMatchObject({ code: 'stock_taken' })
    expect(await refusal(adjust(variantId, 'moved', 1, { place: shelf.id, to: await placeId() }))).toEqual({
      code: 'stock_not_there',
      facts: { left: 0, place: shelf.name },
    })
    await adjust(variantId, 'count', 4)
    expect(await stockOf(sql, variantId)).toEqual({ stock: 4, held: 1, sold: 3 })
    await expect(
      sql`update public.stock_levels set on_hand = -1 where variant_id = ${variantId}`,
    ).rejects.toMatchObject({ code: '23514' })
    await expect(
      sql`update public.product_variants set stock = 3 where id = ${variantId}`,
    ).rejects.toMatchObject({ code: '23514' })
  })

  test('takes what is handed over from its shelf, and returned, written off and lost units in their own ways', async () => {
    const { variantId } = await makeVariant(sql, { stock: 10 })
    const place = await placeId()
    await buyThings(variantId, 5)
    const undone = new Error('undone')
    // Only the ledger is looked at: the orders' own states are the parcels' part.
    await sql
      .begin(async (tx) => {
        const step = async (units: number, reason: string) => {
          await tx`select private.move_stock(${variantId}, ${reason === 'lost' || reason === 'written_off' ? null : place}, ${units}, ${reason})`
          const [row] = await tx`
            select v.stock, v.sold, l.on_hand as shelf from public.product_variants v
            join public.stock_levels l on l.variant_id = v.id where v.id = ${variantId}`
          return row
        }
        expect(await step(4, 'shipped')).toEqual({ stock: 10, sold: 5, shelf: 6 })
        expect(await step(1, 'picked_up')).toEqual({ stock: 10, sold: 5, shelf: 5 })
        expect(await step(1, 'returned')).toEqual({ stock: 10, sold: 4, shelf: 6 })
        expect(await step(1, 'written_off')).toEqual({ stock: 9, sold: 3, shelf: 6 })
        expect(await step(2, 'lost')).toEqual({ stock: 7, sold: 1, shelf: 6 })
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    await expect(move(variantId, -1, 'received', place)).rejects.toThrow(/invalid/)
    await expect(move(variantId, 1, 'shipped', null)).rejects.toThrow(/invalid/)
    await expect(move(variantId, 6, 'returned', place)).rejects.toThrow(/stock_taken/)
  })
})

describe('adjusting', () => {
  test('counts once for each idempotency key', async () => {
    const { variantId } = await makeVariant(sql, { stock: 1 })
    const key = randomUUID()
    await adjust(variantId, 'received', 2, { key })
    expect(await adjust(variantId, 'received', 2, { key })).toEqual({ units: 2 })
    expect((await refusal(adjust(variantId, 'received', 3, { key }))).code).toBe('key_reused')
    expect((await stockOf(sql, variantId)).stock).toBe(3)
  })

  test.each<[string, string, number, { to?: string; note?: string }]>([
    ['an unknown reason', 'shipped', 1, {}],
    ['nothing', 'received', 0, {}],
    ['less than nothing', 'damaged', -2, {}],
    ['too much', 'received', 100_001, {}],
    ['a move without a place', 'moved', 1, {}],
    ['a delivery with a second place', 'received', 1, { to: randomUUID() }],
    ['a note that cannot be read', 'received', 1, { note: 'a\u202eb' }],
  ])('refuses %s', async (_, reason, units, more) => {
    const { variantId } = await makeVariant(sql)
    expect((await refusal(adjust(variantId, reason, units, more))).code).toBe('invalid')
  })

  test('is for admins, at places in use and variants that exist', async () => {
    const { variantId } = await makeVariant(sql)
    for (const as of ['Gus', 'Mia', 'Dot', 'Mo'] as const)
      expect((await refusal(adjust(variantId, 'received', 1, { as }))).code).toBe('not_allowed')
    expect((await refusal(adjust(randomUUID(), 'received', 1))).code).toBe('not_found')
    const shelf = await makePlace()
    const save = async (values: Record<string, unknown>) =>
      call(await users.actingAs('Ada'), 'save_stock_place', { p_archive: false, ...values }, z.uuid())
    await adjust(variantId, 'received', 1, { place: shelf.id })
    const archive = { p_id: shelf.id, p_name: shelf.name, p_archive: true }
    expect((await refusal(save(archive))).code).toBe('place_in_use')
    expect((await refusal(save({ p_id: null, p_name: shelf.name.toUpperCase() }))).code).toBe('place_exists')
    const main = { p_id: await placeId(), p_name: 'Warehouse', p_archive: true }
    expect((await refusal(save(main))).code).toBe('place_in_use')
    await adjust(variantId, 'count', 0, { place: shelf.id })
    await save(archive)
    expect((await refusal(adjust(variantId, 'received', 1, { place: shelf.id }))).code).toBe('not_found')
  })
})

describe('the list', () => {
  const list = async (query: Record<string, unknown>, name: Name = 'Ada') =>
    call(await users.actingAs(name), 'list_inventory', query, inventorySchema)

  test('has counters, filters, an order and pages', async () => {
    const word = randomUUID().slice(0, 12)
    const made = []
    for (const stock of [3, 0, 8]) {
      const one = await makeVariant(sql, { stock })
      await sql`update public.products set name = ${`${word} ${stock}`} where id = ${one.productId}`
      made.push(one)
    }
    await sql`update public.product_variants set low_stock_at = 4 where id = ${made[0]?.variantId ?? ''}`
    await buyThings(made[2]?.variantId ?? '', 2)
    await holdItems(service, await users.extra(), null, [lineOf(made[2]?.variantId ?? '', 1)])
    const all = await list({ p_search: word, p_sort: '-available' })
    expect(all.counts).toEqual({ all: 3, low: 1, out: 1, archived: 0 })
    expect(all.rows.map((row) => [row.product, row.onHand, row.held, row.waiting, row.available])).toEqual([
      [`${word} 8`, 8, 1, 2, 5],
      [`${word} 3`, 3, 0, 0, 3],
      [`${word} 0`, 0, 0, 0, 0],
    ])
    expect(all.rows[1]).toMatchObject({ isLow: true, places: [{ name: 'Warehouse', units: 3 }] })
    const shown = async (p_show: string) =>
      (await list({ p_search: word.toUpperCase(), p_show })).rows.map(({ product }) => product)
    expect([await shown('low'), await shown('out')]).toEqual([[`${word} 3`], [`${word} 0`]])
    const first = await list({ p_search: word, p_limit: 2, p_sort: 'available' })
    const second = await list({ p_search: word, p_limit: 2, p_sort: 'available', p_after: first.next })
    expect([...first.rows, ...second.rows].map(({ available }) => available)).toEqual([0, 3, 5])
    expect(second.next).toBeNull()
    expect((await list({ p_product: made[0]?.productId })).product).toBe(`${word} 3`)
    expect((await refusal(list({}, 'Mo'))).code).toBe('not_allowed')
  })
})

describe('a stock file', () => {
  type Line = { line: number; sku: string; place: string; counted?: number; delta?: number; reason: string }
  const skuOf = async (variantId: string) => {
    const [row] = await sql<
      { sku: string }[]
    >`select sku from public.product_variants where id = ${variantId}`
    return row?.sku ?? ''
  }
  const preview = async (p_lines: Line[], name: Name = 'Ada'): Promise<StockFilePreview> =>
    call(await users.actingAs(name), 'preview_stock_file', { p_lines }, stockFilePreviewSchema)
  const importFile = async (p_lines: Line[], p_digest: string, name: Name = 'Ada') =>
    call(
      await users.actingAs(name),
      'import_stock_file',
      { p_lines, p_digest },
      z.object({ lines: z.int(), changed: z.int() }),
    )

  test('is previewed without a trace, and booked once it is confirmed', async () => {
    const [shirt, cup] = [await makeVariant(sql, { stock: 5 }), await makeVariant(sql, { stock: 5 })]
    const shelf = await makePlace()
    const lines = [
      {
        line: 2,
        sku: (await skuOf(shirt.variantId)).toLowerCase(),
        place: 'warehouse',
        counted: 7,
        reason: 'count',
      },
      { line: 3, sku: await skuOf(cup.variantId), place: 'Warehouse', delta: -2, reason: 'damaged' },
      { line: 4, sku: await skuOf(cup.variantId), place: shelf.name, delta: 9, reason: 'received' },
    ]
    const shown = await preview(lines)
    expect(shown.lines.map(({ before, after, problem }) => [before, after, problem])).toEqual([
      [5, 7, null],
      [5, 3, null],
      [0, 9, null],
    ])
    expect((await ledgerOf(shirt.variantId)).entries).toHaveLength(1)
    expect(await importFile(lines, shown.digest)).toEqual({ lines: 3, changed: 3 })
    expect((await stockOf(sql, shirt.variantId)).stock).toBe(7)
    expect((await stockOf(sql, cup.variantId)).stock).toBe(12)
    // the same confirmation again is for shelves that are not any more
    expect((await refusal(importFile(lines, shown.digest))).code).toBe('stock_file_changed')
    expect((await stockOf(sql, cup.variantId)).stock).toBe(12)
  })

  test('says what is wrong with each line, and books none of them', async () => {
    const [one, two] = [await makeVariant(sql, { stock: 5 }), await makeVariant(sql, { stock: 3 })]
    await buyThings(two.variantId, 2)
    const [sku, sold] = [await skuOf(one.variantId), await skuOf(two.variantId)]
    const lines = [
      { line: 2, sku, place: 'Warehouse', delta: 4, reason: 'received' },
      { line: 3, sku: 'NO-SUCH-SKU', place: 'Warehouse', counted: 1, reason: 'count' },
      { line: 4, sku, place: 'Nowhere', counted: 1, reason: 'count' },
      { line: 5, sku: sold, place: 'Warehouse', counted: 1, reason: 'count' },
      { line: 6, sku, place: 'warehouse', counted: 9, reason: 'count' },
    ]
    const shown = await preview(lines)
    expect(shown.lines.map(({ problem }) => problem)).toEqual([
      'twice',
      'unknown_sku',
      'unknown_place',
      'taken',
      'twice',
    ])
    expect((await refusal(importFile(lines, shown.digest))).code).toBe('stock_file_changed')
    expect((await stockOf(sql, one.variantId)).stock).toBe(5)
    const below = [{ line: 2, sku, place: 'Warehouse', delta: -6, reason: 'damaged' }]
    expect((await preview(below)).lines[0]?.problem).toBe('not_there')
  })

  test('moves what is sold from shelf to shelf by two counts', async () => {
    const { variantId } = await makeVariant(sql, { stock: 3 })
    const shelf = await makePlace()
    await buyThings(variantId, 3)
    const sku = await skuOf(variantId)
    const lines = [
      { line: 2, sku, place: 'Warehouse', counted: 0, reason: 'count' },
      { line: 3, sku, place: shelf.name, counted: 3, reason: 'count' },
    ]
    await importFile(lines, (await preview(lines)).digest)
    expect(await stockOf(sql, variantId)).toEqual({ stock: 3, held: 0, sold: 3 })
  })

  test('that changed meanwhile is refused, and so are shelves that did', async () => {
    const { variantId } = await makeVariant(sql, { stock: 5 })
    const sku = await skuOf(variantId)
    const lines = [{ line: 2, sku, place: 'Warehouse', counted: 4, reason: 'count' }]
    const { digest } = await preview(lines)
    const other = [{ line: 2, sku, place: 'Warehouse', counted: 1, reason: 'count' }]
    expect((await refusal(importFile(other, digest))).code).toBe('stock_file_changed')
    await adjust(variantId, 'received', 1)
    expect((await refusal(importFile(lines, digest))).code).toBe('stock_file_changed')
    expect((await stockOf(sql, variantId)).stock).toBe(6)
  })

  test('is for admins, and of a size and shape', async () => {
    const line = { line: 2, sku: 'X', place: 'Warehouse', counted: 1, reason: 'count' }
    for (const name of ['Mia', 'Mo'] as const) {
      expect((await refusal(preview([line], name))).code).toBe('not_allowed')
      expect((await refusal(importFile([line], 'x', name))).code).toBe('not_allowed')
    }
    const bad: object[][] = [
      [],
      Array.from({ length: 2001 }, () => line),
      [{ ...line, delta: 1 }],
      [{ ...line, reason: 'lost' }],
      [{ ...line, counted: 1.5 }],
      [{ ...line, place: '' }],
      [{ ...line, note: 'x'.repeat(301) }],
    ]
    for (const lines of bad) expect((await refusal(preview(lines as Line[]))).code).toBe('invalid')
  })
})

describe('low stock', () => {
  const mails = (variantId: string) =>
    sql<{ recipient: string; left: number }[]>`
      select recipient, (payload ->> 'left')::int as left from private.mail_outbox
      where kind = 'stock_low' and payload ->> 'variantId' = ${variantId} order by created_at, recipient`

  test('is mailed to admins once per crossing, and again after it was restocked', async () => {
    const { variantId } = await makeVariant(sql, { stock: 8 })
    await sql`update public.product_variants set low_stock_at = 5 where id = ${variantId}`
    const ada = await users.email('Ada')
    await sql`update public.profiles set email_verified_at = now() where id = ${await users.id('Ada')}`
    const toAda = async () =>
      (await mails(variantId)).filter(({ recipient }) => recipient === ada).map(({ left }) => left)
    await buyThings(variantId, 2)
    expect(await mails(variantId)).toEqual([])
    await buyThings(variantId, 1)
    expect(await toAda()).toEqual([5])
    await buyThings(variantId, 1)
    await adjust(variantId, 'damaged', 1)
    expect(await toAda()).toEqual([5])
    // a delivery that is too small does not arm it again, one that is large enough does
    await adjust(variantId, 'received', 1)
    await adjust(variantId, 'damaged', 1)
    expect(await toAda()).toEqual([5])
    await adjust(variantId, 'received', 5)
    await adjust(variantId, 'damaged', 4)
    expect(await toAda()).toEqual([5, 4])
    const recipients = (await mails(variantId)).map(({ recipient }) => recipient)
    expect(recipients).not.toContain(await users.email('Mo'))
    expect(recipients).not.toContain(await users.email('Mia'))
  })

  test('is mailed with the change that causes it or not at all, and a hold causes none', async () => {
    const { variantId } = await makeVariant(sql, { stock: 6 })
    await sql`update public.product_variants set low_stock_at = 5 where id = ${variantId}`
    await holdItems(service, await users.extra(), null, [lineOf(variantId, 2)])
    const undone = new Error('undone')
    await sql
      .begin(async (tx) => {
        await tx`select private.move_stock(${variantId}, private.main_place(), 1, 'damaged')`
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    expect(await mails(variantId)).toEqual([])
  })

  test('is not mailed for a threshold that was raised, for drafts, or without a threshold', async () => {
    const [raised, draft, none] = [
      await makeVariant(sql, { stock: 4 }),
      await makeVariant(sql, { stock: 4, status: 'draft' }),
      await makeVariant(sql, { stock: 4 }),
    ]
    await sql`update public.product_variants set low_stock_at = 3 where id = ${draft.variantId}`
    await sql`update public.product_variants set low_stock_at = 5 where id = ${raised.variantId}`
    for (const { variantId } of [raised, draft, none]) {
      await adjust(variantId, 'damaged', 2)
      expect(await mails(variantId)).toEqual([])
    }
  })
})

describe('at the same moment', () => {
  test('100 buyers for 20 shirts: 20 have one, 80 are told, none is counted twice', async () => {
    const { variantId } = await makeVariant(sql, { stock: 20 })
    const endings = await raceToHold(users, pool, null, 100, () => [lineOf(variantId, 1)])
    expect(tally(endings)).toEqual({ ok: 20, sold_out: 80 })
    expect(await stockOf(sql, variantId)).toEqual({ stock: 20, held: 20, sold: 0 })
  })

  test('carts of a ticket and a shirt for the last of both: nobody has half', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 6 } })
    const { variantId } = await makeVariant(sql, { stock: 4 })
    const endings = await raceToHold(users, pool, testEvent, 40, (n) => {
      const [ticket, shirt] = [linesOf(testEvent, { Entry: 1 }), [lineOf(variantId, 1)]]
      return n % 2 === 0 ? [...ticket, ...shirt] : [...shirt, ...ticket]
    })
    expect(tally(endings)).toEqual({ ok: 4, sold_out: 36 })
    expect(await stockOf(sql, variantId)).toMatchObject({ held: 4 })
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 4, sold: 0 }])
    const [row] = await sql<{ whole: number }[]>`
      select count(*)::int as whole from public.holds h
      where h.event_id = ${testEvent.eventId} and h.status = 'active'
        and (select count(*) from public.hold_lines l where l.hold_id = h.id) = 2`
    expect(row?.whole).toBe(4)
  })

  test('stock is counted down while people buy: never below what they have', async () => {
    const { variantId } = await makeVariant(sql, { stock: 30 })
    const owners = await Promise.all(Array.from({ length: 24 }, () => users.extra()))
    const place = await placeId()
    const endings = await together(pool, 30, async (tx, n) => {
      const owner = owners[n - Math.floor(n / 5) - 1]
      if (n % 5 !== 0 && owner)
        return tx`select public.hold_items(${owner}, null, ${tx.json([lineOf(variantId, 1)])}, ${randomUUID()})`
      await actAs(users, tx, 'Ada')
      return tx`select public.adjust_stock(${variantId}, ${place}, 'count', 10, null, '', ${randomUUID()})`
    })
    const counts = tally(endings)
    expect(Object.keys(counts).filter((name) => !['ok', 'sold_out', 'stock_taken'].includes(name))).toEqual(
      [],
    )
    const { stock = 0, held = 0 } = await stockOf(sql, variantId)
    expect(held).toBeLessThanOrEqual(stock)
    const ledger = await ledgerOf(variantId)
    expect(ledger.variant).toMatchObject({ onHand: stock, held, available: stock - held })
  })

  test('two admins who adjust at once leave the sum of both', async () => {
    const { variantId } = await makeVariant(sql, { stock: 10 })
    const place = await placeId()
    const endings = await together(pool, 20, async (tx, n) => {
      await actAs(users, tx, n % 2 ? 'Ada' : 'Abe')
      return tx`select public.adjust_stock(${variantId}, ${place}, ${n % 4 === 0 ? 'damaged' : 'received'}, 1, null, '', ${randomUUID()})`
    })
    expect(tally(endings)).toEqual({ ok: 20 })
    expect((await stockOf(sql, variantId)).stock).toBe(10 - 5 + 15)
  })
})
