import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listInventory } from '#features/shop/staff/inventory.reads.server.ts'
import { inventoryQuerySchema } from '#features/shop/staff/inventory.schema.ts'
import { inventoryList } from '#features/shop/staff/ui/inventory-list.tsx'
import { readStaffList } from '#server/staff-list.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Inventory', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const { list, query } = await readStaffList(args, '/admin/inventory', inventoryQuerySchema, listInventory)
  const address = new URL(args.request.url).searchParams
  const imported = /^\d{1,4}$/.exec(address.get('imported') ?? '')?.[0] ?? null
  return data({ list, query, imported }, { status: list ? 200 : 500 })
}

/** Lists what the shop has on its shelves, what is taken, and what can be bought. */
export default function InventoryRoute() {
  const { list, query, imported } = useLoaderData<typeof loader>()
  return (
    <StaffList
      list={inventoryList}
      data={list}
      query={query}
      actions={
        <>
          <LinkButton to={paths.adminStockPlaces()} variant="secondary" size="sm">
            Places
          </LinkButton>
          <LinkButton to={paths.adminInventoryImport()} variant="secondary" size="sm">
            Import CSV
          </LinkButton>
        </>
      }
    >
      {imported && (
        <Banner
          tone="success"
          announce
          title={
            imported === '1' ? 'The file is saved: 1 change.' : `The file is saved: ${imported} changes.`
          }
        />
      )}
    </StaffList>
  )
}
