import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { cartSchema } from '#features/orders/cart/cart.types.ts'
import {
  type ProductEditor,
  productEditorSchema,
  staffProductsSchema,
} from '#features/shop/staff/products.types.ts'
import { brokenRules } from './invariants.ts'
import { beginPayment, call, holdItems, placeOrder, refusal, report } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'
import { lineOf } from './variants.ts'

/** Says what admins change of the shop's catalogue: products, options and variants, pictures, states, collections. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const made: string[] = []
afterAll(async () => {
  await sql`update public.products set status = 'archived' where id = any (${made})`
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const word = () => randomUUID().slice(0, 12)
const as = async <T>(name: Name, fn: string, args: Record<string, unknown>, schema: z.ZodType<T>) =>
  call(await users.actingAs(name), fn, args, schema)
const edit = async (id: string): Promise<ProductEditor> => {
  const read = await as('Ada', 'read_product_editor', { p_id: id }, productEditorSchema)
  if (!read) throw new Error('no product')
  return read
}
const create = async (name = `Thing ${word()}`) => {
  const id = await as('Ada', 'save_product', { p_id: null, p_version: null, p_product: { name } }, z.uuid())
  made.push(id)
  return id
}
/** Saves a product as its form would: everything as it is, but for what changes. */
const save = async (id: string, changes: Record<string, unknown>, version?: number, name: Name = 'Ada') => {
  const now = await edit(id)
  const product = {
    name: now.name,
    slug: now.slug,
    summary: now.summary,
    description: now.description,
    options: now.options,
    sizeChart: now.sizeChart,
    finalSale: now.finalSale,
    taxClass: now.taxClass,
    dropAt: now.dropAt,
    membersMinutes: now.membersMinutes,
    maxPerPerson: now.maxPerPerson,
    position: now.position,
    collections: now.collections,
    ...changes,
  }
  return as(
    name,
    'save_product',
    { p_id: id, p_version: version ?? now.version, p_product: product },
    z.uuid(),
  )
}
const saveVariants = async (
  id: string,
  change: (variant: ProductEditor['variants'][number], at: number) => Record<string, unknown>,
  version?: number,
) => {
  const now = await edit(id)
  const rows = now.variants
    .filter(({ archived }) => !archived)
    .map((variant, at) => ({
      id: variant.id,
      sku: variant.sku,
      priceCents: variant.priceCents,
      weightGrams: variant.weightGrams,
      lowStockAt: variant.lowStockAt,
      ...change(variant, at),
    }))
  const args = { p_id: id, p_version: version ?? now.version, p_variants: rows }
  return as('Ada', 'save_product_variants', args, z.unknown())
}
const setStatus = async (id: string, p_status: string, name: Name = 'Ada') =>
  as(name, 'set_product_status', { p_id: id, p_version: (await edit(id)).version, p_status }, z.unknown())
const addPicture = async (id: string, alt = 'A thing', value: string | null = null) => {
  const [drawn] = await sql<{ path: string }[]>`
    select image_path as path from public.events where image_path like '/art/%' limit 1`
  const args = { p_product: id, p_picture: null, p_path: drawn?.path, p_alt: alt, p_value: value }
  return as('Ada', 'save_product_picture', args, z.uuid())
}
const publishable = async (options: object[] = []) => {
  const id = await create()
  await save(id, { summary: 'A thing to have.', options })
  await saveVariants(id, () => ({ priceCents: 1500, weightGrams: 200 }))
  await addPicture(id)
  return id
}
const receive = (variant: string, units: number) =>
  sql`select private.move_stock(${variant}, private.main_place(), ${units}, 'received')`
const names = (product: ProductEditor, archived = false) =>
  product.variants.filter((variant) => variant.archived === archived).map(({ name }) => name)

describe('a product', () => {
  test('begins as a draft with an address and one variant of its own', async () => {
    const name = `Été cap ${word()}`
    const [one, two] = [await edit(await create(name)), await edit(await create(name))]
    expect(one).toMatchObject({ status: 'draft', name, options: [], version: 1 })
    expect(one.slug).toMatch(/^ete-cap-/)
    expect(two.slug).toBe(`${one.slug}-2`)
    expect(names(one)).toEqual([''])
    expect(one.variants[0]?.sku).toMatch(/^ETE-CAP-/)
    expect(one.variants[0]?.sku).not.toBe(two.variants[0]?.sku)
  })

  test('is saved whole, and the audit log has what changed', async () => {
    const id = await create()
    const [collection] = await sql<{ id: string }[]>`
      insert into public.product_collections ${sql({ slug: `c-${randomUUID()}`, name: `Group ${word()}` })} returning id`
    await save(id, {
      summary: 'For the road.',
      description: 'One.\n\nTwo.',
      sizeChart: { columns: ['Size', 'Chest'], rows: [['S', '38']] },
      finalSale: true,
      taxClass: 'clothing',
      dropAt: '2031-07-01T20:00',
      membersMinutes: 60,
      maxPerPerson: 2,
      collections: [collection?.id],
    })
    const stored = await edit(id)
    expect(stored).toMatchObject({
      summary: 'For the road.',
      finalSale: true,
      taxClass: 'clothing',
      dropAt: '2031-07-01T20:00',
      membersMinutes: 60,
      maxPerPerson: 2,
      collections: [collection?.id],
      version: 2,
    })
    // eight in the evening of a summer's day in New York
    const [row] = await sql<{ at: Date }[]>`select drop_at as at from public.products where id = ${id}`
    expect(row?.at.toISOString()).toBe('2031-07-02T00:00:00.000Z')
    const [audit] = await sql<{ changed: Record<string, unknown> }[]>`
      select facts -> 'changed' as changed from private.audit_log
      where subject_id = ${id} and action = 'product.saved' order by at desc limit 1`
    expect(audit?.changed).toMatchObject({
      final_sale: [false, true],
      max_per_person: [null, 2],
      collections: [null, [expect.any(String)]],
    })
    await save(id, { collections: [], dropAt: null })
    expect(await edit(id)).toMatchObject({ collections: [], dropAt: null })
  })

  test('that somebody else saved meanwhile is not overwritten', async () => {
    const id = await create()
    const { version } = await edit(id)
    await save(id, { summary: 'First.' }, version)
    expect((await refusal(save(id, { summary: 'Second.' }, version))).code).toBe('product_changed')
    expect((await refusal(saveVariants(id, () => ({}), version))).code).toBe('product_changed')
    expect((await edit(id)).summary).toBe('First.')
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: ' ' }, 'invalid'],
    ['an address with blanks', { slug: 'a thing' }, 'invalid'],
    ['an unknown tax class', { taxClass: 'luxury' }, 'invalid'],
    ['a limit of nobody', { maxPerPerson: 0 }, 'invalid'],
    ['a summary that cannot be read', { summary: 'a\u202eb' }, 'invalid'],
    ['a crooked size chart', { sizeChart: { columns: ['Size', 'Chest'], rows: [['S']] } }, 'invalid'],
    ['an option without values', { options: [{ name: 'Size', values: [] }] }, 'options_unclear'],
    ['a value twice', { options: [{ name: 'Size', values: ['S', 's'] }] }, 'options_unclear'],
    ['options of another shape', { options: { name: 'Size' } }, 'options_unclear'],
    [
      'too many variants',
      {
        options: [1, 2].map((n) => ({ name: `O${n}`, values: Array.from({ length: 11 }, (_, v) => `${v}`) })),
      },
      'too_many_variants',
    ],
  ])('refuses %s', async (_, changes, code) => {
    expect((await refusal(save(await create(), changes))).code).toBe(code)
  })

  test('has an address that no other has', async () => {
    const { slug } = await edit(await create())
    expect((await refusal(save(await create(), { slug }))).code).toBe('slug_taken')
  })

  test('is edited by admins alone', async () => {
    const id = await create()
    const { version } = await edit(id)
    for (const name of ['Gus', 'Mia', 'Dot', 'Mo'] as const) {
      const tries = [
        () => as(name, 'read_product_editor', { p_id: id }, z.unknown()),
        () => as(name, 'list_staff_products', {}, z.unknown()),
        () =>
          as(
            name,
            'save_product',
            { p_id: id, p_version: version, p_product: { name: 'Mine' } },
            z.unknown(),
          ),
        () =>
          as(name, 'save_product', { p_id: null, p_version: null, p_product: { name: 'Mine' } }, z.unknown()),
        () =>
          as(name, 'save_product_variants', { p_id: id, p_version: version, p_variants: [] }, z.unknown()),
        () =>
          as(name, 'set_product_status', { p_id: id, p_version: version, p_status: 'active' }, z.unknown()),
        () =>
          as(
            name,
            'save_product_picture',
            { p_product: id, p_picture: null, p_path: '', p_alt: 'x', p_value: null },
            z.unknown(),
          ),
        () => as(name, 'move_product_picture', { p_product: id, p_picture: id, p_to: 'remove' }, z.unknown()),
        () =>
          as(
            name,
            'save_collection',
            { p_id: null, p_version: null, p_name: 'Mine', p_position: 1, p_archived: false },
            z.unknown(),
          ),
      ]
      for (const tried of tries) expect((await refusal(tried())).code).toBe('not_allowed')
    }
  })
})

describe('options', () => {
  const size = (...values: string[]) => ({ name: 'Size', values })

  test('make a variant for each choice, in their order', async () => {
    const id = await create()
    await save(id, { options: [{ name: 'Colour', values: ['Bone', 'Night'] }, size('M', 'S')] })
    expect(names(await edit(id))).toEqual(['Bone / M', 'Bone / S', 'Night / M', 'Night / S'])
  })

  test('that are renamed keep the variants with their stock; a new value adds one', async () => {
    const id = await create()
    await save(id, { options: [size('S', 'M')] })
    const before = (await edit(id)).variants
    await receive(before[0]?.id ?? '', 7)
    await save(id, { options: [{ name: 'Fit', values: ['Small', 'M'] }] })
    await save(id, { options: [{ name: 'Fit', values: ['Small', 'M', 'L'] }] })
    const after = await edit(id)
    expect(after.variants.map((variant) => [variant.name, variant.available])).toEqual([
      ['Small', 7],
      ['M', 0],
      ['L', 0],
    ])
    expect(after.variants.slice(0, 2).map((variant) => variant.id)).toEqual(
      before.map((variant) => variant.id),
    )
    expect(names(after, true)).toEqual([])
  })

  test('a second option begins with its first value; taking a value away archives, bringing it back brings the stock', async () => {
    const id = await create()
    const only = (await edit(id)).variants[0]?.id ?? ''
    await receive(only, 3)
    await save(id, { options: [size('S', 'M')] })
    await save(id, { options: [{ name: 'Colour', values: ['Bone', 'Night'] }, size('S', 'M')] })
    const wide = await edit(id)
    expect(wide.variants.find((variant) => variant.id === only)).toMatchObject({
      name: 'Bone / S',
      available: 3,
    })
    await save(id, { options: [{ name: 'Colour', values: ['Night'] }, size('S', 'M')] })
    const narrow = await edit(id)
    expect(names(narrow)).toEqual(['Night / S', 'Night / M'])
    expect(narrow.variants.find((variant) => variant.id === only)).toMatchObject({
      archived: true,
      available: 3,
    })
    await save(id, { options: [{ name: 'Colour', values: ['Night', 'Bone'] }, size('S', 'M')] })
    expect((await edit(id)).variants.find((variant) => variant.id === only)).toMatchObject({
      archived: false,
      name: 'Bone / S',
    })
  })

  test('never lose a variant that was sold, and a new price does not touch what was', async () => {
    const id = await publishable([size('S', 'M')])
    await setStatus(id, 'active')
    const sold = (await edit(id)).variants[0]?.id ?? ''
    await receive(sold, 5)
    const owner = await users.extra()
    const hold = await holdItems(service, owner, null, [lineOf(sold, 2)])
    const order = await placeOrder(service, owner, hold.holdId)
    await report(service, await beginPayment(service, owner, order.orderId), 'succeeded')
    await saveVariants(id, () => ({ priceCents: 9900 }))
    await save(id, { name: 'Renamed thing', options: [size('M')] })
    const [line] = await sql`
      select unit_face_cents::int as cents, item_detail as detail, variant_id as variant, item_name as name
      from public.order_lines where order_id = ${order.orderId}`
    expect(line).toMatchObject({ cents: 1500, detail: 'S', variant: sold })
    expect(line?.name).not.toBe('Renamed thing')
    const after = await edit(id)
    expect(after.variants.find((variant) => variant.id === sold)).toMatchObject({
      archived: true,
      sold: 2,
      available: 3,
    })
    const [product] = await sql<{ cents: number }[]>`
      select price_cents::int as cents from public.products where id = ${id}`
    expect(product?.cents).toBe(9900)
    // and it cannot be bought any more
    expect((await refusal(holdItems(service, await users.extra(), null, [lineOf(sold, 1)]))).code).toBe(
      'not_found',
    )
  })
})

describe('variants', () => {
  test('have SKUs that no other has, and may swap theirs', async () => {
    const id = await create()
    await save(id, { options: [{ name: 'Size', values: ['S', 'M'] }] })
    const [small, medium] = (await edit(id)).variants
    await saveVariants(id, (_, at) => ({ sku: (at === 0 ? medium : small)?.sku }))
    expect((await edit(id)).variants.map(({ sku }) => sku)).toEqual([medium?.sku, small?.sku])
    expect((await refusal(saveVariants(id, () => ({ sku: 'SAME' })))).code).toBe('sku_taken')
    expect((await refusal(saveVariants(id, (_, at) => (at ? {} : { sku: 'TOTE' })))).code).toBe('sku_taken')
    expect((await refusal(saveVariants(id, () => ({ sku: 'a b' })))).code).toBe('invalid')
    expect((await refusal(saveVariants(id, () => ({ id: randomUUID() })))).code).toBe('invalid')
  })

  test('give the product the price of the cheapest', async () => {
    const id = await create()
    await save(id, { options: [{ name: 'Size', values: ['S', 'M'] }] })
    await saveVariants(id, (_, at) => ({ priceCents: at ? 1800 : 2500 }))
    const [row] = await sql<{ cents: number }[]>`
      select price_cents::int as cents from public.products where id = ${id}`
    expect(row?.cents).toBe(1800)
  })
})

describe('publishing', () => {
  test('takes a product that has what it needs, and it stays so', async () => {
    const id = await create()
    expect((await refusal(setStatus(id, 'active'))).code).toBe('product_incomplete')
    await save(id, { summary: 'A thing.' })
    await saveVariants(id, () => ({ priceCents: 900, weightGrams: 100 }))
    const picture = await addPicture(id)
    const required = (await edit(id)).checklist.filter((check) => check.required)
    expect(required.every(({ ok }) => ok)).toBe(true)
    await setStatus(id, 'active')
    expect((await refusal(save(id, { summary: '' }))).code).toBe('product_incomplete')
    expect((await refusal(saveVariants(id, () => ({ priceCents: 0 })))).code).toBe('product_incomplete')
    const remove = { p_product: id, p_picture: picture, p_to: 'remove' }
    expect((await refusal(as('Ada', 'move_product_picture', remove, z.unknown()))).code).toBe(
      'product_incomplete',
    )
    expect((await refusal(setStatus(id, 'active'))).code).toBe('invalid_state')
    await setStatus(id, 'archived')
    expect((await refusal(setStatus(id, 'active'))).code).toBe('invalid_state')
    await setStatus(id, 'draft')
    const states = await sql<{ to: string }[]>`
      select to_state as to from private.state_log where entity = 'product' and entity_id = ${id} order by id`
    expect(states.map(({ to }) => to)).toEqual(['active', 'archived', 'draft'])
  })
})

describe('pictures', () => {
  test('are in an order whose first is the product’s', async () => {
    const id = await create()
    const ids = []
    for (const alt of ['One', 'Two', 'Three']) ids.push(await addPicture(id, alt))
    const alts = async () => (await edit(id)).pictures.map(({ imageAlt }) => imageAlt)
    const move = (picture = '', p_to = 'first') =>
      as('Ada', 'move_product_picture', { p_product: id, p_picture: picture, p_to }, z.unknown())
    await move(ids[2], 'first')
    expect(await alts()).toEqual(['Three', 'One', 'Two'])
    await move(ids[0], 'later')
    expect(await alts()).toEqual(['Three', 'Two', 'One'])
    await move(ids[2], 'earlier')
    await move(ids[0], 'later')
    expect(await alts()).toEqual(['Three', 'Two', 'One'])
    await move(ids[2], 'remove')
    expect(await alts()).toEqual(['Two', 'One'])
    const [row] = await sql<{ alt: string }[]>`select image_alt as alt from public.products where id = ${id}`
    expect(row?.alt).toBe('Two')
    await as(
      'Ada',
      'save_product_picture',
      { p_product: id, p_picture: ids[1], p_path: null, p_alt: 'Two again', p_value: null },
      z.uuid(),
    )
    const [again] = await sql<{ alt: string }[]>`
      select image_alt as alt from public.products where id = ${id}`
    expect(again?.alt).toBe('Two again')
    const bare = { p_product: id, p_picture: null, p_path: '/art/x', p_alt: ' ', p_value: null }
    expect((await refusal(as('Ada', 'save_product_picture', bare, z.uuid()))).code).toBe('invalid')
    expect((await refusal(move(randomUUID()))).code).toBe('not_found')
    for (let n = 0; n < 10; n++) await addPicture(id, `More ${n}`)
    expect((await refusal(addPicture(id))).code).toBe('too_many_pictures')
  })

  test('show a value of an option, follow its new name, and show the product in general when it is no longer offered', async () => {
    const id = await create()
    const colours = (...values: string[]) => ({ name: 'Colour', values })
    const sizes = { name: 'Size', values: ['S', 'L'] }
    await save(id, { options: [colours('Bone', 'Night'), sizes] })
    await addPicture(id, 'Folded')
    await addPicture(id, 'Night', 'Night')
    await addPicture(id, 'Bone', 'Bone')
    expect(await refusal(addPicture(id, 'Teal', 'Teal'))).toMatchObject({ code: 'invalid' })
    const shown = async () =>
      Object.fromEntries((await edit(id)).pictures.map(({ imageAlt, value }) => [imageAlt, value]))
    const of = async (...values: string[]) => {
      const [row] = await sql<{ alt: string | null }[]>`
        select p.image_alt as alt from private.variant_picture(${id}, ${values}) p`
      return row?.alt
    }
    expect(await Promise.all([of('Night', 'S'), of('Bone', 'L'), of('Teal')])).toEqual([
      'Night',
      'Bone',
      'Folded',
    ])
    // The cart shows what was put into it.
    const night = (await edit(id)).variants.find(({ name }) => name === 'Night / L')?.id ?? ''
    const mia = await users.id('Mia')
    await sql`insert into public.cart_items ${sql({ owner_id: mia, variant_id: night, quantity: 1 })}`
    const { items } = await as('Mia', 'read_cart', {}, cartSchema)
    await sql`delete from public.cart_items where owner_id = ${mia} and variant_id = ${night}`
    expect(items.find(({ variantId }) => variantId === night)?.imageAlt).toBe('Night')
    // renamed, and behind the other option
    await save(id, { options: [sizes, colours('Bone', 'Midnight')] })
    expect(await shown()).toEqual({ Folded: null, Night: 'Midnight', Bone: 'Bone' })
    expect(await of('S', 'Midnight')).toBe('Night')
    await save(id, { options: [sizes, colours('Bone', 'Teal', 'Orange')] })
    expect(await shown()).toEqual({ Folded: null, Night: null, Bone: 'Bone' })
    // Two options have it: which one a picture shows could not be told.
    const lining = { name: 'Lining', values: ['Teal', 'None'] }
    await save(id, { options: [colours('Bone', 'Teal'), lining] })
    expect(await refusal(addPicture(id, 'Teal', 'Teal'))).toMatchObject({ code: 'invalid' })
    await addPicture(id, 'Plain', 'None')
    await save(id, { options: [colours('Bone', 'Teal', 'None'), lining] })
    expect(await shown()).toEqual({ Folded: null, Night: null, Bone: 'Bone', Plain: null })
    await save(id, { options: [{ name: 'Lining', values: ['Bone', 'None'] }, colours('Bone', 'Teal')] })
    expect(await shown()).toEqual({ Folded: null, Night: null, Bone: null, Plain: null })
    await addPicture(id, 'Hem', 'None')
    await save(id, { options: [] })
    expect(await shown()).toEqual({ Folded: null, Night: null, Bone: null, Plain: null, Hem: null })
  })
})

describe('the list of staff', () => {
  test('has drafts, what is on sale and archived products, found by name, address and SKU', async () => {
    const name = `Findable ${word()}`
    const id = await create(name)
    const { slug, variants } = await edit(id)
    const found = async (p_search: string, p_show = 'draft') =>
      (await as('Ada', 'list_staff_products', { p_search, p_show }, staffProductsSchema)).products.map(
        (product) => product.id,
      )
    for (const term of [name.toUpperCase(), slug, variants[0]?.sku ?? ''])
      expect(await found(term)).toEqual([id])
    expect(await found(name, 'active')).toEqual([])
    await setStatus(id, 'archived')
    expect(await found(name, 'archived')).toEqual([id])
    expect(await found('%')).not.toContain(id)
  })
})

describe('collections', () => {
  test('are added, renamed, ordered, archived and brought back; an address stays', async () => {
    const name = `Group ${word()}`
    const saveOne = (values: Record<string, unknown>) =>
      as(
        'Ada',
        'save_collection',
        { p_id: null, p_version: null, p_name: name, p_position: null, p_archived: false, ...values },
        z.uuid(),
      )
    const id = await saveOne({})
    const read = async () => {
      const [row] = await sql<
        { slug: string; name: string; version: number; archived: boolean }[]
      >`select slug, name, version, archived_at is not null as archived from public.product_collections where id = ${id}`
      return row
    }
    const slug = (await read())?.slug
    expect((await refusal(saveOne({ p_name: name.toUpperCase() }))).code).toBe('collection_exists')
    await saveOne({ p_id: id, p_version: 1, p_name: `${name} two`, p_position: 999 })
    expect(await read()).toEqual({ slug, name: `${name} two`, version: 2, archived: false })
    expect((await refusal(saveOne({ p_id: id, p_version: 1 }))).code).toBe('collection_changed')
    await saveOne({ p_id: id, p_version: 2, p_archived: true })
    expect((await read())?.archived).toBe(true)
    const visitor = await users.actingAs('visitor')
    expect((await visitor.from('product_collections').select('id').eq('id', id)).data).toEqual([])
    await saveOne({ p_id: id, p_version: 3 })
    expect((await read())?.archived).toBe(false)
    await saveOne({ p_id: id, p_version: 4, p_archived: true })
    expect((await refusal(saveOne({ p_id: randomUUID(), p_version: 1, p_name: word() }))).code).toBe(
      'not_found',
    )
  })
})
