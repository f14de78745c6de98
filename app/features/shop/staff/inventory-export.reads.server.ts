import type { CsvValue } from '#core/csv.ts'
import { rowPages, selectedIds } from '#core/row-pages.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { listInventory } from './inventory.reads.server.ts'
import { inventoryQuerySchema } from './inventory.schema.ts'
import type { VariantStock } from './inventory.types.ts'

/**
 * The variants of the list's filters as lines of a file, one for each place with units. With the column `counted` filled in,
 * the file can be sent back as a count.
 */
export function exportInventory(args: RequestArgs, query: URLSearchParams) {
  const filters = inventoryQuerySchema.parse(Object.fromEntries(query))
  const selected = selectedIds(query)
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    const read = async (after: string | null) => {
      const { rows, next } = await listInventory(args, { ...filters, after }, selected ? 50 : 500)
      return { rows, next }
    }
    for await (const page of rowPages(read, filters.after, selected, ({ id }) => id))
      yield page.flatMap(linesOf)
  }
  const header = [
    'Product',
    'Variant',
    'SKU',
    'Place',
    'On hand',
    'Counted',
    'Held (all places)',
    'To hand over (all places)',
    'Available (all places)',
    'Low stock at',
  ]
  return { header, pages: lines() }
}

function linesOf(row: VariantStock): CsvValue[][] {
  const places = row.places.length > 0 ? row.places : [{ name: '', units: 0 }]
  return places.map(({ name, units }) => [
    row.product,
    row.variant,
    row.sku,
    name,
    units,
    null,
    row.held,
    row.waiting,
    row.available,
    row.lowStockAt,
  ])
}
