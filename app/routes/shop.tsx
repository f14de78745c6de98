import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listProducts } from '#features/shop/shop.reads.server.ts'
import { ProductCard } from '#features/shop/ui/product-card.tsx'
import { visitorsPage } from '#server/visitors-page.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useHashTarget } from '#ui/hash-target.ts'
import { grid, page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  return data(await listProducts(args), { headers: visitorsPage })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Shop',
    description: 'Shirts, caps and flags for the road and the dance floor.',
    path: paths.shop(),
  })

/** Shows the merch. Ordering is not possible yet, and the page says so. */
export default function Shop() {
  const { products, currency } = useLoaderData<typeof loader>()
  const target = useHashTarget()
  return (
    <div className={page}>
      <PageHeader title="Shop" text="What we wear on the road. Online ordering isn't open yet." />
      {products.length > 0 ? (
        <div className={grid.cards}>
          {products.map((product, place) => (
            <ProductCard
              key={product.id}
              product={product}
              currency={currency}
              marked={product.slug === target}
              priority={place < 2}
            />
          ))}
        </div>
      ) : (
        <EmptyState
          title="Nothing here yet"
          text="There's no merch in the shop right now."
          action={<LinkButton to={paths.events()}>See events</LinkButton>}
        />
      )}
    </div>
  )
}
