import type { CsvValue } from '#core/csv.ts'
import { decimalAmount } from '#core/money.ts'
import { rowPages, selectedIds } from '#core/row-pages.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { productsQuerySchema } from './product-form.schema.ts'
import { listStaffProducts } from './products.reads.server.ts'

/** The products of the list's filters as lines of a file. */
export function exportProducts(args: RequestArgs, query: URLSearchParams) {
  const filters = productsQuerySchema.parse(Object.fromEntries(query))
  const selected = selectedIds(query)
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    const read = async (after: string | null) => {
      const { products, next } = await listStaffProducts(args, { ...filters, after }, selected ? 50 : 200)
      return { rows: products, next }
    }
    for await (const page of rowPages(read, filters.after, selected, ({ id }) => id))
      yield page.map((row) => [
        row.name,
        row.slug,
        row.status,
        decimalAmount(row.priceCents),
        row.variants,
        row.available,
        row.dropAt,
        row.finalSale,
        row.collections.join('; '),
      ])
  }
  const header = [
    'Name',
    'Address',
    'Status',
    'Price from',
    'Variants',
    'Available',
    'Drop',
    'Final sale',
    'Collections',
  ]
  return { header, pages: lines() }
}
