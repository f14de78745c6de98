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
