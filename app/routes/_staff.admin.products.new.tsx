import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { newProductSchema } from '#features/shop/staff/product-form.schema.ts'
import { createProduct } from '#features/shop/staff/products.writes.server.ts'
import { NewProductForm } from '#features/shop/staff/ui/new-product-form.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'
import { narrow } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  await requireStaffPage(args, '/admin/products')
  return null
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/products')
  const form = await readForm(args.request, newProductSchema)
  if (!form.ok) return form.reply()
  const created = await createProduct(args, form.value.name)
  return created.ok ? redirect(paths.adminProduct(created.value)) : form.refuse(created.refusal)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'New product', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'New product' }] }

/** Makes a draft of a product. */
export default function NewProductRoute() {
  return (
    <div className={narrow}>
      <PageHeader title="New product" text="It starts as a draft that only admins see." />
      <NewProductForm reply={useActionData<typeof action>() ?? null} />
    </div>
  )
}
