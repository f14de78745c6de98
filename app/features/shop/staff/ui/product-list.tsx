import { Link } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import { listFile } from '#core/list-file.ts'
import { decimalAmount, formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Badges, Dash } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { EventArt } from '#ui/picture.tsx'
import { productsQuerySchema } from '../product-form.schema.ts'
import type { StaffProduct, StaffProducts } from '../products.types.ts'
import * as css from './inventory-list.css.ts'

const tabs = { active: 'On sale', draft: 'Drafts', archived: 'Archived' }

/** The products of the shop, drafts and archived ones too. */
export const productList = defineStaffList({
  name: 'products',
  title: 'Products',
  noun: { one: 'product', many: 'products' },
  query: productsQuerySchema,
  path: paths.adminProducts,
  rows: ({ products }: StaffProducts) => products,
  next: ({ next }) => next,
  total: ({ counts }, { show }) => ({ count: counts[show] }),
  rowKey: ({ id }) => id,
  caption: ({ q, show }) => (q ? `Products matching “${q}”` : `Products, ${tabs[show].toLowerCase()}`),
  search: { label: () => 'Name, address or SKU', maxLength: 80 },
  filters: () => [
    {
      name: 'collection',
      label: 'Collection',
      kind: 'choice',
      options: (data) => (data?.collections ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
  ],
  tabs: {
    label: 'Products by status',
    name: 'show',
    options: Object.entries(tabs).map(([value, label]) => ({ value, label })),
    count: ({ counts }, show) => Object.entries(counts).find(([name]) => name === show)?.[1] ?? null,
  },
  selection: {
    label: ({ name }) => `Select ${name}`,
    actions: () => [{ to: paths.adminExport('products'), label: 'Download selected' }],
    preview: (count) => `${count} selected: a CSV file with ${count === 1 ? '1 line' : `${count} lines`}.`,
  },
  empty: { title: ({ q }) => (q ? `No results for “${q}”` : 'Nothing here'), more: 'No more products' },
  columns: [
    {
      key: 'name',
      header: 'Product',
      cell: ({ id, name, imagePath }) => (
        <div className={css.product}>
          <div className={css.picture}>
            <EventArt path={imagePath} alt="" seed={id} ratio="square" sizes="40px" />
          </div>
          <Link to={paths.adminProduct(id)}>{name}</Link>
        </div>
      ),
    },
    {
      key: 'price',
      header: 'From',
      numeric: true,
      phone: 'end',
      cell: ({ priceCents }, { currency }) => formatPrice(priceCents, currency),
    },
    { key: 'variants', header: 'Variants', numeric: true, phone: 'none', cell: ({ variants }) => variants },
    {
      key: 'available',
      header: 'Available',
      numeric: true,
      phone: 'labeled',
      cell: ({ available, low }) => (
        <span className={css.available}>
          {available <= 0 ? (
            <Badge tone="danger">Sold out</Badge>
          ) : (
            low > 0 && <Badge tone="warning">{low} low</Badge>
          )}
          {available}
        </span>
      ),
    },
    {
      key: 'collections',
      header: 'Collections',
      phone: 'none',
      cell: ({ collections }) => (collections.length > 0 ? collections.join(', ') : <Dash />),
    },
    { key: 'sale', header: 'Sale', cell: (product, list) => <Sale product={product} list={list} /> },
  ],
  file: listFile<StaffProduct, StaffProducts>(
    ({ timeZone }) => timeZone,
    [
      { header: 'Name', value: ({ name }) => name },
      { header: 'Address', value: ({ slug }) => slug },
      { header: 'Status', value: ({ status }) => status },
      { header: 'Price from', value: ({ priceCents }) => decimalAmount(priceCents) },
      { header: 'Variants', value: ({ variants }) => variants },
      { header: 'Available', value: ({ available }) => available },
      { header: 'Drop', time: ({ dropAt }) => dropAt },
      { header: 'Final sale', value: ({ finalSale }) => finalSale },
      { header: 'Collections', value: ({ collections }) => collections.join('; ') },
    ],
  ),
})

/** Marks a product whose sale begins later, or that cannot be sent back. */
function Sale({ product: { dropAt, finalSale }, list }: { product: StaffProduct; list: StaffProducts }) {
  const isAhead = dropAt !== null && dropAt > list.now
  if (!isAhead && !finalSale) return <Dash />
  return (
    <Badges>
      {isAhead && (
        <Badge tone="accent">
          <span suppressHydrationWarning>Drop {formatMoment(dropAt, list.timeZone, list.now)}</span>
        </Badge>
      )}
      {finalSale && <Badge>Final sale</Badge>}
    </Badges>
  )
}
