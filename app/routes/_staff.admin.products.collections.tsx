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
import { collectionFormSchema } from '#features/shop/staff/product-form.schema.ts'
import { readStaffCollections } from '#features/shop/staff/products.reads.server.ts'
import { saveCollection } from '#features/shop/staff/products.writes.server.ts'
import { CollectionsPage } from '#features/shop/staff/ui/collections-page.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { narrow } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, collections] = await readGuarded(args, requireStaffPage(args, '/admin/products'), () =>
    readStaffCollections(args),
  )
  return { collections }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/products')
  const { form, fields } = await readIntent(args.request, { save: collectionFormSchema })
  const id = String(fields.get('id') ?? '') || null
  if (!form.ok) {
    const { data: result, init } = form.reply()
    return data({ id, result }, init ?? undefined)
  }
  const saved = await saveCollection(args, form.value, fields.has('archive'))
  if (saved.ok) return redirect(paths.adminCollections())
  const { data: result, init } = form.refuse(saved.refusal)
  return data({ id, result }, init ?? undefined)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Collections', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Collections' }] }

/** Lists the collections of the shop. */
export default function CollectionsRoute() {
  const { collections } = useLoaderData<typeof loader>()
  return (
    <div className={narrow}>
      <PageHeader title="Collections" text="Groups that visitors filter the shop by." />
      <CollectionsPage collections={collections} reply={useActionData<typeof action>() ?? null} />
    </div>
  )
}
