import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listInventory } from '#features/shop/staff/inventory.reads.server.ts'
import { inventoryQuerySchema } from '#features/shop/staff/inventory.schema.ts'
import { InventoryList } from '#features/shop/staff/ui/inventory-list.tsx'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Inventory', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const address = new URL(args.request.url).searchParams
  const query = inventoryQuerySchema.parse(Object.fromEntries(address))
  const [, list] = await readGuardedList(args, requireStaffPage(args, '/admin/inventory'), () =>
    listInventory(args, query),
  )
  const imported = /^\d{1,4}$/.exec(address.get('imported') ?? '')?.[0] ?? null
  return data({ list, query, imported }, { status: list ? 200 : 500 })
}

/** Lists what the shop has on its shelves, what is taken, and what can be bought. */
export default function InventoryRoute() {
  const { list, query, imported } = useLoaderData<typeof loader>()
  const { after: _, ...filters } = query
  return (
    <div className={stack[6]}>
      <PageHeader
        title="Inventory"
        text="What is on the shelves, what is taken, and what can be bought."
        actions={
          <>
            <LinkButton to={paths.adminStockPlaces()} variant="secondary">
              Places
            </LinkButton>
            <LinkButton to={paths.adminInventoryImport()} variant="secondary">
              Import CSV
            </LinkButton>
          </>
        }
      />
      {imported && (
        <Banner
          tone="success"
          announce
          title={
            imported === '1' ? 'The file is saved: 1 change.' : `The file is saved: ${imported} changes.`
          }
        />
      )}
      <InventoryList
        list={list}
        query={query}
        tools={<ListTools page="inventory" csv={paths.adminExport('inventory', filters)} />}
      />
    </div>
  )
}
