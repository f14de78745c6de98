import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { archiveProducts, makeCollection, makeProduct } from '../supabase/tests/variants.ts'

/** Puts products into the shop that nothing else in it resembles. */

type Given = Parameters<typeof makeProduct> extends [unknown, ...infer Rest] ? Rest : never

/** Makes a product and returns it with the path of its page. */
export async function makeOnShelf(sql: Sql, ...given: Given) {
  const product = await makeProduct(sql, ...given)
  return { ...product, path: `/shop/${product.id}/${product.slug}` }
}

/**
 * Makes a tee with variants, pictures and a size chart, a cup that is sold out, a draft and one that left the shop.
 * @returns them with `term`, a word of their names that nothing else in the shop has
 */
export async function fillShelf(sql: Sql) {
  const term = `zq${randomUUID().replaceAll(/[^a-f]/g, '')}xk`.slice(0, 20)
  const price = 3100
  const chart = { columns: ['Size', 'Chest (in)'], rows: [['S', '38']] }
  const tee = await makeOnShelf(
    sql,
    { name: `Tee ${term}`, summary: '</script><b>"soft"', description: 'One.\n\nTwo.' },
    [
      { name: 'Colour', values: ['Black', 'Bone'] },
      { name: 'Size', values: ['S', 'M', 'L'] },
    ],
    [
      { values: ['Black', 'S'], priceCents: price, stock: 30 },
      { values: ['Black', 'M'], priceCents: 3350, stock: 3 },
      { values: ['Bone', 'S'], priceCents: price, stock: 0 },
    ],
  )
  await sql`update public.products set size_chart = ${sql.json(chart)} where id = ${tee.id}`
  const pictures = await sql<{ image_path: string }[]>`
    select image_path from public.products where slug in ('road-tee', 'sunrise-cap') order by slug`
  // The second one shows the tee in Bone, which is sold out and so not what the page begins with.
  for (const [place, { image_path }] of pictures.entries())
    await sql`insert into public.product_pictures ${sql({ product_id: tee.id, position: place + 1, image_path, image_alt: `Side ${place + 1}`, option_value: place === 1 ? 'Bone' : null })}`
  await makeOnShelf(sql, { name: `Cup ${term}` }, [], [{ values: [], priceCents: 1200, stock: 0 }])
  const draft = await makeOnShelf(sql, { name: `Draft ${term}`, status: 'draft' })
  const old = await makeOnShelf(sql, { name: `Old ${term}`, status: 'archived' })
  await makeCollection(sql, term, [tee.id])
  return { term, tee, draft, old }
}

/** Takes what this process made out of the shop. */
export async function clearShelf(sql: Sql, { term }: { term: string }): Promise<void> {
  await archiveProducts(sql)
  await sql`delete from public.product_collections where slug = ${term}`
}
