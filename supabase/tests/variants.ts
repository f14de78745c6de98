import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import type { ChosenLine } from './selling.ts'

const made: string[] = []

/** A product of one variant to test with, written straight into its tables. Call `archiveProducts` at the end. */
export async function makeVariant(
  sql: Sql,
  options: {
    priceCents?: number
    stock?: number
    status?: 'draft' | 'active' | 'archived'
    archived?: boolean
    /** Left out for one that no state taxes. */
    taxClass?: 'general' | 'clothing' | 'none'
  } = {},
): Promise<{ productId: string; variantId: string; name: string }> {
  const id = randomUUID()
  made.push(id)
  const name = `Thing ${id.slice(0, 8)}`
  const priceCents = options.priceCents ?? 1500
  await sql`insert into public.products ${sql({
    id,
    slug: `thing-${id}`,
    name,
    price_cents: priceCents,
    status: options.status ?? 'active',
    tax_class: options.taxClass ?? 'none',
  })}`
  const [row] = await sql<{ id: string }[]>`insert into public.product_variants ${sql({
    product_id: id,
    name: 'M',
    sku: id.toUpperCase(),
    price_cents: priceCents,
    archived_at: options.archived ? new Date() : null,
  })} returning id`
  if (!row) throw new Error('the variant was not written')
  const units = options.stock ?? 10
  if (units > 0) await sql`select private.move_stock(${row.id}, private.main_place(), ${units}, 'received')`
  return { productId: id, variantId: row.id, name }
}

/**
 * A product with options to test with, written straight into its tables; its units arrive as staff receive them. Call `archiveProducts`
 * at the end.
 * @param row values of its row, such as `drop_at`
 * @param variants each with its values in the order of the options
 * @returns its id and slug, and the ids of its variants by their values, joined by ` / `
 */
export async function makeProduct(
  sql: Sql,
  row: Record<string, unknown> & { name: string },
  options: { name: string; values: string[] }[] = [],
  variants: { values: string[]; priceCents?: number; stock?: number }[] = [{ values: [] }],
): Promise<{ id: string; slug: string; variants: Record<string, string> }> {
  const id = randomUUID()
  made.push(id)
  const slug = `made-${id}`
  const prices = variants.map(({ priceCents = 1500 }) => priceCents)
  const own = { id, slug, price_cents: Math.min(1500, ...prices), status: 'active', ...row }
  await sql`insert into public.products ${sql(own)}`
  await sql`update public.products set options = ${sql.json(options)} where id = ${id}`
  const ids: Record<string, string> = {}
  for (const [position, { values, stock = 10 }] of variants.entries()) {
    const name = values.join(' / ')
    const [variant] = await sql<{ id: string }[]>`insert into public.product_variants ${sql({
      product_id: id,
      name,
      option_values: values,
      sku: randomUUID().toUpperCase(),
      price_cents: prices[position] ?? 1500,
      position,
    })} returning id`
    if (!variant) throw new Error('the variant was not written')
    if (stock > 0)
      await sql`select private.move_stock(${variant.id}, private.main_place(), ${stock}, 'received')`
    ids[name] = variant.id
  }
  return { id, slug, variants: ids }
}

/** A collection to test with, of these products in this order. */
export async function makeCollection(sql: Sql, slug: string, products: readonly string[]): Promise<void> {
  const [made] = await sql<{ id: string }[]>`
    insert into public.product_collections ${sql({ slug, name: slug.slice(0, 60) })} returning id`
  for (const [position, product_id] of products.entries())
    await sql`insert into public.product_collection_items ${sql({ collection_id: made?.id ?? '', product_id, position })}`
}

/** Takes the products of this test file out of the shop, which other tests look at. */
export async function archiveProducts(sql: Sql): Promise<void> {
  await sql`update public.products set status = 'archived' where id = any (${made})`
}

/** Builds a line with units of a variant, as the selling function takes it. */
export const lineOf = (variantId: string, quantity: number): ChosenLine => ({
  kind: 'product',
  item: variantId,
  quantity,
})

/** Reads the counters of a variant. */
export async function stockOf(sql: Sql, variantId: string) {
  const [row] = await sql<{ stock: number; held: number; sold: number }[]>`
    select stock, held, sold from public.product_variants where id = ${variantId}`
  return { ...row }
}
