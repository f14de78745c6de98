import { Link } from '@remix-run/react'
import { linesFile } from '#core/list-file.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { EventArt } from '#ui/picture.tsx'
import { type InventoryQuery, inventoryQuerySchema } from '../inventory.schema.ts'
import type { Inventory, VariantStock } from '../inventory.types.ts'
import * as css from './inventory-list.css.ts'

const tabs: Record<InventoryQuery['show'], string> = {
  all: 'All',
  low: 'Low stock',
  out: 'Sold out',
  archived: 'Archived',
}

const sorts: Record<InventoryQuery['sort'], string> = {
  product: 'By product, A to Z',
  '-product': 'By product, Z to A',
  sku: 'By SKU, A to Z',
  '-sku': 'By SKU, Z to A',
  on_hand: 'Fewest on hand first',
  '-on_hand': 'Most on hand first',
  sold: 'Fewest sold first',
  '-sold': 'Most sold first',
  available: 'Fewest available first',
  '-available': 'Most available first',
}

/** Variants with their stock: on the shelves, taken, and available. */
export const inventoryList = defineStaffList({
  name: 'inventory',
  title: 'Inventory',
  noun: { one: 'variant', many: 'variants' },
  query: inventoryQuerySchema,
  path: paths.adminInventory,
  rows: ({ rows }: Inventory) => rows,
  next: ({ next }) => next,
  total: ({ counts }, { show }) => ({ count: counts[show] }),
  rowKey: ({ id }) => id,
  caption: ({ q, show }) => (q ? `Stock of what matches “${q}”` : `Stock, ${tabs[show].toLowerCase()}`),
  sorts: () => sorts,
  search: { label: () => 'Product or SKU', maxLength: 80 },
  filters: () => [
    {
      name: 'collection',
      label: 'Collection',
      kind: 'choice',
      options: (data) => (data?.collections ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
    { name: 'product', label: 'Product', kind: 'given', value: ({ product }) => product },
  ],
  tabs: {
    label: 'Variants by stock',
    name: 'show',
    options: Object.entries(tabs).map(([value, label]) => ({ value, label })),
    count: ({ counts }, show) => Object.entries(counts).find(([name]) => name === show)?.[1] ?? null,
  },
  selection: {
    label: (row) => `Select ${nameOf(row)}`,
    actions: () => [{ to: paths.adminExport('inventory'), label: 'Download selected' }],
    preview: (count) => `${count} selected: a CSV file with a line for each place.`,
  },
  empty: { title: ({ q }) => (q ? `No results for “${q}”` : 'Nothing here'), more: 'No more variants' },
  columns: [
    {
      key: 'product',
      header: 'Product',
      sort: 'product',
      cell: (row) => (
        <div className={css.product}>
          <div className={css.picture}>
            <EventArt path={row.imagePath} alt="" seed={row.productId} ratio="square" sizes="40px" />
          </div>
          <Link to={paths.adminVariantStock(row.id)}>{nameOf(row)}</Link>
        </div>
      ),
    },
    { key: 'sku', header: 'SKU', sort: 'sku', cell: ({ sku }) => <span className={css.sku}>{sku}</span> },
    {
      key: 'on_hand',
      header: 'On hand',
      sort: 'on_hand',
      numeric: true,
      phone: 'labeled',
      cell: ({ onHand, places }) => (
        <span className={css.units}>
          <span>{onHand}</span>
          {places.length > 1 && (
            <span className={css.faint}>
              {places.map(({ name, units }) => `${name} ${units}`).join(', ')}
            </span>
          )}
        </span>
      ),
    },
    { key: 'held', header: 'In carts', numeric: true, phone: 'none', cell: ({ held }) => held },
    { key: 'waiting', header: 'To hand over', numeric: true, phone: 'none', cell: ({ waiting }) => waiting },
    { key: 'sold', header: 'Sold', sort: 'sold', numeric: true, phone: 'none', cell: ({ sold }) => sold },
    {
      key: 'available',
      header: 'Available',
      sort: 'available',
      numeric: true,
      phone: 'labeled',
      cell: (row) => (
        <span className={css.available}>
          <StockBadges row={row} />
          {row.available}
        </span>
      ),
    },
  ],
  // A line for each place with units. With the column Counted filled in, the file can be sent back as a count.
  file: linesFile(
    (_: Inventory) => 'UTC',
    (row: VariantStock) =>
      (row.places.length > 0 ? row.places : [{ name: '', units: 0 }]).map((place) => ({ ...row, place })),
    [
      { header: 'Product', value: ({ product }) => product },
      { header: 'Variant', value: ({ variant }) => variant },
      { header: 'SKU', value: ({ sku }) => sku },
      { header: 'Place', value: ({ place }) => place.name },
      { header: 'On hand', value: ({ place }) => place.units },
      { header: 'Counted', value: () => null },
      { header: 'Held (all places)', value: ({ held }) => held },
      { header: 'To hand over (all places)', value: ({ waiting }) => waiting },
      { header: 'Available (all places)', value: ({ available }) => available },
      { header: 'Low stock at', value: ({ lowStockAt }) => lowStockAt },
    ],
  ),
})

/** @returns the full name of a variant: `Road tee, Bone / M` */
export function nameOf({ product, variant }: Pick<VariantStock, 'product' | 'variant'>): string {
  return variant ? `${product}, ${variant}` : product
}

/** Marks a variant that is low, sold out, archived, or whose product is not on sale. */
export function StockBadges({ row }: { row: VariantStock }) {
  return (
    <>
      {row.archived || row.status === 'archived' ? (
        <Badge>Archived</Badge>
      ) : row.available === 0 ? (
        <Badge tone="danger">Sold out</Badge>
      ) : (
        row.isLow && <Badge tone="warning">Low</Badge>
      )}
      {row.status === 'draft' && <Badge tone="info">Draft</Badge>}
    </>
  )
}
