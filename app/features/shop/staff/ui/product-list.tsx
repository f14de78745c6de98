import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatMoment } from '#core/event-time.ts'
import { formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Field } from '#ui/field-frame.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import {
  EmptyList,
  FilterBar,
  ListKeys,
  ListSearch,
  RetryLink,
  useListState,
} from '#ui/office/list-frame.tsx'
import { SelectionBar } from '#ui/office/selection.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { EventArt } from '#ui/picture.tsx'
import { Select } from '#ui/select.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import type { ProductsQuery } from '../product-form.schema.ts'
import { productStatuses, type StaffProduct, type StaffProducts } from '../products.types.ts'
import * as css from './inventory-list.css.ts'

const filters = { active: 'On sale', draft: 'Drafts', archived: 'Archived' } as const

function productsPath(query: ProductsQuery) {
  return paths.adminProducts({
    ...query,
    show: query.show === 'active' ? null : query.show,
    q: query.q || null,
  })
}

/**
 * Lists products as a table on a desk and cards on a phone.
 * @param list null where it could not be read
 * @param tools what is shown beside the search: saved views, the file
 */
export function ProductList({
  list,
  query,
  tools,
}: {
  list: StaffProducts | null
  query: ProductsQuery
  tools: ReactNode
}) {
  const state = useListState(list === null)
  const { show, q, collection, after } = query
  const first = { ...query, after: null }
  return (
    <div className={stack[5]}>
      <FilterBar tools={tools}>
        <ListSearch
          id="product-search"
          label="Name, address or SKU"
          value={q}
          action={paths.adminProducts()}
          fields={{ show: show === 'active' ? null : show }}
          maxLength={80}
          active={collection ? 1 : 0}
        >
          <Field id="product-collection" label="Collection">
            {(control) => (
              <Select
                {...control}
                key={collection ?? ''}
                name="collection"
                defaultValue={collection ?? ''}
                placeholder="Any"
                options={(list?.collections ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
          </Field>
        </ListSearch>
      </FilterBar>
      <LinkTabs
        label="Products by status"
        tabs={[...productStatuses]
          .sort((a, b) => Number(b === 'active') - Number(a === 'active'))
          .map((each) => ({
            to: productsPath({ ...first, show: each }),
            label: list ? `${filters[each]} (${list.counts[each]})` : filters[each],
            current: each === show,
          }))}
      />
      <SelectionBar
        form="products"
        fields={{ show: show === 'active' ? null : show, q: q || null, collection, after, selected: '1' }}
        actions={[{ to: paths.adminExport('products'), label: 'Download selected' }]}
        preview={(count) =>
          `${count} selected: a CSV file with ${count === 1 ? '1 line' : `${count} lines`}.`
        }
      />
      <Table
        caption={q ? `Products matching “${q}”` : `Products, ${filters[show].toLowerCase()}`}
        columns={columns(list)}
        selection={{ form: 'products', label: ({ name }) => `Select ${name}` }}
        rows={list?.products ?? []}
        rowKey={({ id }) => id}
        state={state}
        empty={
          <EmptyList
            title={after ? 'No more products' : q ? `No results for “${q}”` : 'Nothing here'}
            clear={q || collection || show !== 'active' ? paths.adminProducts() : null}
          />
        }
        retry={<RetryLink />}
      />
      <ListKeys search="product-search" />
      <Pagination
        label="Pages of products"
        previous={after ? productsPath(first) : null}
        previousLabel="First page"
        next={list?.next ? productsPath({ ...query, after: list.next }) : null}
      />
    </div>
  )
}

function columns(list: StaffProducts | null): Column<StaffProduct>[] {
  return [
    {
      key: 'name',
      header: 'Product',
      cell: (row) => (
        <div className={css.product}>
          <div className={css.picture}>
            <EventArt path={row.imagePath} alt="" seed={row.id} ratio="square" sizes="40px" />
          </div>
          <Link to={paths.adminProduct(row.id)}>{row.name}</Link>
        </div>
      ),
    },
    {
      key: 'price',
      header: 'From',
      numeric: true,
      cell: ({ priceCents }) => formatPrice(priceCents, list?.currency ?? 'USD'),
    },
    { key: 'variants', header: 'Variants', numeric: true, cell: ({ variants }) => variants },
    {
      key: 'available',
      header: 'Available',
      numeric: true,
      cell: (row) => (
        <span className={css.available}>
          {row.available <= 0 ? (
            <Badge tone="danger">Sold out</Badge>
          ) : (
            row.low > 0 && <Badge tone="warning">{row.low} low</Badge>
          )}
          {row.available}
        </span>
      ),
    },
    {
      key: 'collections',
      header: 'Collections',
      cell: ({ collections }) => collections.join(', ') || '—',
    },
    {
      key: 'sale',
      header: 'Sale',
      cell: ({ dropAt, finalSale }) =>
        list && (dropAt || finalSale) ? (
          <span className={cluster[2]}>
            {dropAt && dropAt > list.now && (
              <Badge tone="accent">
                <span suppressHydrationWarning>Drop {formatMoment(dropAt, list.timeZone, list.now)}</span>
              </Badge>
            )}
            {finalSale && <Badge>Final sale</Badge>}
          </span>
        ) : (
          '—'
        ),
    },
  ]
}
