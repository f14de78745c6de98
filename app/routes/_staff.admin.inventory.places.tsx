import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readStockPlaces } from '#features/shop/staff/inventory.reads.server.ts'
import { stockPlaceSchema } from '#features/shop/staff/inventory.schema.ts'
import { saveStockPlace } from '#features/shop/staff/inventory.writes.server.ts'
import { StockPlacesPage } from '#features/shop/staff/ui/stock-places.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { narrow } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, places] = await readGuarded(args, requireStaffPage(args, '/admin/inventory'), () =>
    readStockPlaces(args),
  )
  return { places }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/inventory')
  const { form, fields } = await readIntent(args.request, { save: stockPlaceSchema })
  const id = String(fields.get('id') ?? '') || null
  if (!form.ok) {
    const { data: result, init } = form.reply()
    return data({ id, result }, init ?? undefined)
  }
  const saved = await saveStockPlace(args, form.value, fields.has('archive'))
  if (saved.ok) return redirect(paths.adminStockPlaces())
  const { data: result, init } = form.refuse(saved.refusal)
  return data({ id, result }, init ?? undefined)
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Places of stock', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Places' }] }

/** Lists the places where units are kept. */
export default function StockPlacesRoute() {
  const { places } = useLoaderData<typeof loader>()
  return (
    <div className={narrow}>
      <PageHeader title="Places" text="Where units are kept." />
      <StockPlacesPage places={places} reply={useActionData<typeof action>() ?? null} />
    </div>
  )
}
