import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { type ShouldRevalidateFunction, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import * as z from 'zod'
import type { UploadHandle } from '#core/largest-file.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { photoUpload } from '#core/picture-focus.ts'
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import {
  movePictureSchema,
  pictureAltSchema,
  productFormSchema,
  productPhotoSchema,
  productStatusSchema,
  variantsFormSchema,
} from '#features/shop/staff/product-form.schema.ts'
import { readProductEditor } from '#features/shop/staff/products.reads.server.ts'
import {
  moveProductPicture,
  saveProduct,
  saveProductPicture,
  saveVariants,
  setProductStatus,
} from '#features/shop/staff/products.writes.server.ts'
import { addProductPicture } from '#features/shop/staff/save-product-picture.server.ts'
import { type EditorReply, ProductEditorPage } from '#features/shop/staff/ui/product-editor.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

const doneTexts = {
  product: 'Product saved.',
  variants: 'Variants saved.',
  picture: 'Pictures saved.',
  active: 'It is on sale.',
  draft: 'It is a draft now.',
  archived: 'It is archived.',
} as const
type Done = keyof typeof doneTexts

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
  return { product, done: Object.hasOwn(doneTexts, done) ? (done as Done) : null }
}

/** Reads the product again after each form, refused ones too: another person may have saved it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === 'POST' || defaultShouldRevalidate

type Reply = { data: NonNullable<EditorReply>['result']; init: ResponseInit | null }

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/admin/products')
  const id = idOf(args)
  const reply = (to: string, { data: result, init }: Reply) =>
    data({ reply: { to, result }, refusal: null }, init ?? undefined)
  const refuse = (refusal: Refusal) =>
    data({ reply: null, refusal: refusalSentence(refusal) }, { status: refusalStatus(refusal) })
  const done = (what: Done) => redirect(paths.adminProduct(id, { done: what }))
  const sent = await readIntent(args.request, {
    save: productFormSchema,
    variants: variantsFormSchema,
    picture: productPhotoSchema,
    'picture-alt': pictureAltSchema,
    'picture-move': movePictureSchema,
    status: productStatusSchema,
  })
  switch (sent.intent) {
    case 'save': {
      if (!sent.form.ok) return reply('save', sent.form.reply())
      const saved = await saveProduct(args, id, sent.form.value)
      return saved.ok ? done('product') : reply('save', sent.form.refuse(saved.refusal))
    }
    case 'variants': {
      if (!sent.form.ok) return reply('variants', sent.form.reply())
      const saved = await saveVariants(args, id, sent.form.value)
      return saved.ok ? done('variants') : reply('variants', sent.form.refuse(saved.refusal))
    }
    case 'picture': {
      const added = await addProductPicture(args, sent.form, actor, id)
      return added === null ? done('picture') : reply('picture', added)
    }
    case 'picture-alt': {
      const to = `picture-alt ${String(sent.fields.get('picture'))}`
      if (!sent.form.ok) return reply(to, sent.form.reply())
      const { picture, imageAlt, value } = sent.form.value
      const saved = await saveProductPicture(args, id, picture, null, imageAlt, value ?? null)
      return saved.ok ? done('picture') : reply(to, sent.form.refuse(saved.refusal))
    }
    case 'picture-move': {
      if (!sent.form.ok) return refuse({ code: 'invalid', facts: {} })
      const moved = await moveProductPicture(args, id, sent.form.value)
      return moved.ok ? done('picture') : refuse(moved.refusal)
    }
    case 'status': {
      if (!sent.form.ok) return refuse({ code: 'invalid', facts: {} })
      const { version, status } = sent.form.value
      const set = await setProductStatus(args, id, version, status)
      return set.ok ? done(status) : refuse(set.refusal)
    }
  }
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
      {done && !result && <Banner tone="success" title={doneTexts[done]} announce />}
      <ProductEditorPage
        product={product}
        saved={isSaved ? { form: done, at: key } : null}
        reply={result?.reply ?? null}
        refusal={result?.refusal ?? null}
      />
    </div>
  )
}
