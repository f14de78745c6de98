import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { productsQuerySchema } from '#features/shop/staff/product-form.schema.ts'
import { listStaffProducts } from '#features/shop/staff/products.reads.server.ts'
import { ProductList } from '#features/shop/staff/ui/product-list.tsx'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Products', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const query = productsQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, list] = await readGuardedList(args, requireStaffPage(args, '/admin/products'), () =>
    listStaffProducts(args, query),
  )
  return data({ list, query }, { status: list ? 200 : 500 })
}

/** Lists the products of the shop, drafts and archived ones too. */
export default function ProductsRoute() {
  const { list, query } = useLoaderData<typeof loader>()
  const { after: _, ...filters } = query
  return (
    <div className={stack[6]}>
      <PageHeader
        title="Products"
        actions={
          <>
            <LinkButton to={paths.adminShopCodes()} variant="secondary">
              Codes
            </LinkButton>
            <LinkButton to={paths.adminCollections()} variant="secondary">
              Collections
            </LinkButton>
            <LinkButton to={paths.adminProductNew()}>New product</LinkButton>
          </>
        }
      />
      <ProductList
        list={list}
        query={query}
        tools={<ListTools page="products" csv={paths.adminExport('products', filters)} />}
      />
    </div>
  )
}
