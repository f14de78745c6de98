import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { productsQuerySchema } from '#features/shop/staff/product-form.schema.ts'
import { listStaffProducts } from '#features/shop/staff/products.reads.server.ts'
import { productList } from '#features/shop/staff/ui/product-list.tsx'
import { loadStaffList } from '#server/staff-list.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Products', noindex: true })

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/admin/products', productsQuerySchema, listStaffProducts)

/** Lists the products of the shop, drafts and archived ones too. */
export default function ProductsRoute() {
  const { list, query } = useLoaderData<typeof loader>()
  return (
    <StaffList
      list={productList}
      data={list}
      query={query}
      actions={
        <>
          <LinkButton to={paths.adminShopCodes()} variant="secondary" size="sm">
            Codes
          </LinkButton>
          <LinkButton to={paths.adminCollections()} variant="secondary" size="sm">
            Collections
          </LinkButton>
          <LinkButton to={paths.adminProductNew()} size="sm">
            New product
          </LinkButton>
        </>
      }
    />
  )
}
