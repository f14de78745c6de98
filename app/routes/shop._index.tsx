import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listProducts } from '#features/shop/public/catalogue.reads.server.ts'
import { shownCard } from '#features/shop/public/catalogue.rules.ts'
import { collectionName, shopPath } from '#features/shop/public/shop-filters.rules.ts'
import { readShopFilters, type shopFiltersSchema } from '#features/shop/public/shop-filters.schema.ts'
import { LazyDropRefresh } from '#features/shop/public/ui/lazy-countdown.tsx'
import { grid } from '#features/shop/public/ui/product-card.css.ts'
import { ProductCard } from '#features/shop/public/ui/product-card.tsx'
import { ShopFilters } from '#features/shop/public/ui/shop-filters.tsx'
import { visitorsPageUntil } from '#server/visitors-page.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useHashTarget } from '#ui/hash-target.ts'
import { page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { filters, faults } = readShopFilters(new URL(args.request.url).searchParams)
  const list = await listProducts(args, filters)
  const products = list.products.map((product) => shownCard(product, list))
  return data(
    { filters, faults, list: { ...list, products } },
    { headers: visitorsPageUntil(list.nextDropAt) },
  )
}

export const handle = {
  pageParams: [
    'q',
    'collection',
    'size',
    'min',
    'max',
    'sort',
    'page',
  ] satisfies (keyof typeof shopFiltersSchema.shape)[],
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) => {
  const collection = loaded && collectionName(loaded.filters, loaded.list)
  return pageMeta(matches, {
    title: collection ? `${collection}, Shop` : 'Shop',
    description: 'Shirts, caps and flags for the road and the dance floor.',
    // Search engines index the shop and its collections; words, sizes, prices and orders are for people.
    path: shopPath({ collection: loaded?.filters.collection }),
    noindex: Boolean(loaded && (loaded.filters.q || loaded.filters.page || loaded.list.total === 0)),
  })
}

/** Lists the products of the shop, filtered by the address. */
export default function Shop() {
  const { filters, faults, list } = useLoaderData<typeof loader>()
  const target = useHashTarget()
  const { products } = list
  const isNarrowed = shopPath({ ...filters, sort: undefined }) !== paths.shop()
  const isEmpty = list.total === 0 && !isNarrowed
  return (
    <div className={page}>
      <div className={stack[6]}>
        <PageHeader title="Shop" text="What we wear on the road." />
        {!isEmpty && <ShopFilters {...{ filters, faults, list }} />}
        {products.length > 0 ? (
          <div className={grid}>
            {products.map((product, place) => (
              <ProductCard
                key={product.id}
                product={product}
                look="grid"
                marked={product.slug === target}
                priority={place < 2}
              />
            ))}
          </div>
        ) : isEmpty ? (
          <EmptyState
            title="Nothing here yet"
            text="There's no merch in the shop right now."
            action={<LinkButton to={paths.events()}>See events</LinkButton>}
          />
        ) : (
          <EmptyState
            title="No matching products"
            text={list.total > 0 ? 'The list ends before this page.' : 'Try fewer filters or another word.'}
            action={
              <LinkButton
                to={list.total > 0 ? shopPath(filters) : paths.shop()}
                variant="secondary"
                preventScrollReset
              >
                {list.total > 0 ? 'First page' : 'Show everything'}
              </LinkButton>
            }
          />
        )}
        <Pagination
          label="Pages of products"
          previous={
            list.page > 1 ? shopPath(filters, { page: list.page > 2 ? list.page - 1 : undefined }) : null
          }
          next={list.page < list.pages ? shopPath(filters, { page: list.page + 1 }) : null}
          note={list.pages > 1 && `Page ${list.page} of ${list.pages}`}
        />
      </div>
      <LazyDropRefresh at={list.nextDropAt} />
    </div>
  )
}
