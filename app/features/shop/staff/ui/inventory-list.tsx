import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Field } from '#ui/field-frame.tsx'
import { stack } from '#ui/layout.css.ts'
import {
  EmptyList,
  FilterBar,
  FilterChip,
  ListKeys,
  ListSearch,
  RetryLink,
  useListState,
} from '#ui/office/list-frame.tsx'
import { SelectionBar } from '#ui/office/selection.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { EventArt } from '#ui/picture.tsx'
import { Select } from '#ui/select.tsx'
import { type Column, sortLinkOf, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import type { InventoryQuery, inventoryFilters } from '../inventory.schema.ts'
import type { Inventory, VariantStock } from '../inventory.types.ts'
import * as css from './inventory-list.css.ts'

type Filter = (typeof inventoryFilters)[number]
const filters: Record<Filter, string> = {
  all: 'All',
  low: 'Low stock',
  out: 'Sold out',
  archived: 'Archived',
}

/** Builds the path of a list from its query. */
function inventoryPath(query: Omit<InventoryQuery, 'sort'> & { sort: string }) {
  return paths.adminInventory({
    ...query,
    show: query.show === 'all' ? null : query.show,
    q: query.q || null,
    sort: query.sort === 'product' ? null : query.sort,
  })
}

/**
 * Lists variants with their stock, as a table on a desk and cards on a phone.
 * @param list null where it could not be read
 * @param query the filters, the order and the page of the list
 * @param tools what is shown beside the search: saved views, the file
 */
export function InventoryList({
  list,
  query,
  tools,
}: {
  list: Inventory | null
  query: InventoryQuery
  tools: ReactNode
}) {
  const state = useListState(list === null)
  const { show, q, collection, product, sort, after } = query
  const first = { ...query, after: null }
  const isNarrowed = show !== 'all' || [q, collection, product].some(Boolean)
  const sortLink = (key: 'product' | 'sku' | 'on_hand' | 'sold' | 'available') =>
    sortLinkOf(sort, key, (asked) => inventoryPath({ ...first, sort: asked }))
  return (
    <div className={stack[5]}>
      <FilterBar tools={tools}>
        <ListSearch
          id="inventory-search"
          label="Product or SKU"
          value={q}
          action={paths.adminInventory()}
          fields={{
            show: show === 'all' ? null : show,
            sort: sort === 'product' ? null : sort,
            product,
          }}
          maxLength={80}
          active={collection ? 1 : 0}
        >
          <Field id="inventory-collection" label="Collection">
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
      {list?.product && (
        <div>
          <FilterChip
            label="Product"
            value={list.product}
            remove={inventoryPath({ ...first, product: null })}
          />
        </div>
      )}
      <LinkTabs
        label="Variants by stock"
        tabs={(Object.keys(filters) as Filter[]).map((each) => ({
          to: inventoryPath({ ...first, show: each }),
          label: list ? `${filters[each]} (${list.counts[each]})` : filters[each],
          current: each === show,
        }))}
      />
      <SelectionBar
        form="inventory"
        fields={{
          show: show === 'all' ? null : show,
          q: q || null,
          collection,
          product,
          sort,
          after,
          selected: '1',
        }}
        actions={[{ to: paths.adminExport('inventory'), label: 'Download selected' }]}
        preview={(count) => `${count} selected: a CSV file with a line for each place.`}
      />
      <Table
        caption={q ? `Stock of what matches “${q}”` : `Stock, ${filters[show].toLowerCase()}`}
        columns={columns(sortLink)}
        selection={{ form: 'inventory', label: (row) => `Select ${nameOf(row)}` }}
        rows={list?.rows ?? []}
        rowKey={({ id }) => id}
        state={state}
        empty={
          <EmptyList
            title={after ? 'No more variants' : q ? `No results for “${q}”` : 'Nothing here'}
            clear={isNarrowed ? paths.adminInventory() : null}
          />
        }
        retry={<RetryLink />}
      />
      <ListKeys search="inventory-search" />
      <Pagination
        label="Pages of stock"
        previous={after ? inventoryPath(first) : null}
        previousLabel="First page"
        next={list?.next ? inventoryPath({ ...query, after: list.next }) : null}
      />
    </div>
  )
}

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

function columns(
  sortLink: (
    key: 'product' | 'sku' | 'on_hand' | 'sold' | 'available',
  ) => NonNullable<Column<VariantStock>['sortLink']>,
): Column<VariantStock>[] {
  return [
    {
      key: 'product',
      header: 'Product',
      sortLink: sortLink('product'),
      cell: (row) => (
        <div className={css.product}>
          <div className={css.picture}>
            <EventArt path={row.imagePath} alt="" seed={row.productId} ratio="square" sizes="40px" />
          </div>
          <Link to={paths.adminVariantStock(row.id)}>{nameOf(row)}</Link>
        </div>
      ),
    },
    {
      key: 'sku',
      header: 'SKU',
      sortLink: sortLink('sku'),
      cell: ({ sku }) => <span className={css.sku}>{sku}</span>,
    },
    {
      key: 'on_hand',
      header: 'On hand',
      sortLink: sortLink('on_hand'),
      numeric: true,
      cell: (row) => (
        <span className={css.name} style={{ textAlign: 'inherit' }}>
          <span>{row.onHand}</span>
          {row.places.length > 1 && (
            <span className={css.faint}>
              {row.places.map(({ name, units }) => `${name} ${units}`).join(', ')}
            </span>
          )}
        </span>
      ),
    },
    { key: 'held', header: 'In carts', numeric: true, cell: ({ held }) => held },
    { key: 'waiting', header: 'To hand over', numeric: true, cell: ({ waiting }) => waiting },
    { key: 'sold', header: 'Sold', sortLink: sortLink('sold'), numeric: true, cell: ({ sold }) => sold },
    {
      key: 'available',
      header: 'Available',
      sortLink: sortLink('available'),
      numeric: true,
      cell: (row) => (
        <span className={css.available}>
          <StockBadges row={row} />
          {row.available}
        </span>
      ),
    },
  ]
}
