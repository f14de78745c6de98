import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { type ShouldRevalidateFunction, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import * as z from 'zod'
import type { UploadHandle } from '#core/largest-file.ts'
import { pageMeta } from '#core/page-meta.ts'
import { photoUpload } from '#core/picture-focus.ts'
import { productForms } from '#features/shop/staff/product-form.schema.ts'
import { takeProductForm } from '#features/shop/staff/product-forms.server.ts'
import { productNotes } from '#features/shop/staff/product-notes.ts'
import { readProductEditor } from '#features/shop/staff/products.reads.server.ts'
import { ProductEditorPage } from '#features/shop/staff/ui/product-editor.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

type Done = keyof typeof productNotes

function idOf(args: RequestArgs & { params: Record<string, string | undefined> }): string {
  const id = z.uuid().safeParse(args.params.id).data
  if (!id) throw notFound()
  return id
}

export async function loader(args: LoaderFunctionArgs) {
  const [, product] = await readGuarded(args, requireStaffPage(args, '/admin/products'), async () =>
    readProductEditor(args, idOf(args)),
  )
  if (!product) throw notFound()
  const done = new URL(args.request.url).searchParams.get('done') ?? ''
  return { product, done: Object.hasOwn(productNotes, done) ? (done as Done) : null }
}

/** Reads the product again after each form, refused ones too: another person may have saved it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === 'POST' || defaultShouldRevalidate

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/admin/products')
  const id = idOf(args)
  return await takeProductForm(args, actor, id, await readIntent(args.request, productForms))
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded ? `Edit ${loaded.product.name}` : 'Page Not Found', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> & UploadHandle = {
  ...photoUpload,
  crumbs: (data) => (data ? [{ label: data.product.name }] : []),
}

/** Edits a product. */
export default function ProductRoute() {
  const { product, done } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { key } = useLocation()
  const isSaved = !result && (done === 'product' || done === 'variants')
  return (
    <div className={stack[5]}>
      <PageHeader title={product.name} />
      {done && !result && <Banner tone="success" title={productNotes[done]} announce />}
      <ProductEditorPage
        product={product}
        saved={isSaved ? { form: done, at: key } : null}
        reply={result?.reply ?? null}
        refusal={result?.refusal ?? null}
      />
    </div>
  )
}
