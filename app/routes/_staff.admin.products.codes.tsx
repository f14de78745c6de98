import type { SubmissionResult } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { codeStateSchema } from '#core/code-state.schema.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import {
  readProductChoices,
  readShopCode,
  readShopCodes,
} from '#features/shop/staff/shop-codes.reads.server.ts'
import {
  productSearchButton,
  shopCodeFormSchema,
  shopCodesQuerySchema,
} from '#features/shop/staff/shop-codes.schema.ts'
import type { ProductChoices } from '#features/shop/staff/shop-codes.types.ts'
import { saveShopCode, setShopCodeState } from '#features/shop/staff/shop-codes.writes.server.ts'
import { ShopCodeForm } from '#features/shop/staff/ui/shop-code-form.tsx'
import { ShopCodeList } from '#features/shop/staff/ui/shop-codes.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { narrow } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const asked = Object.fromEntries(new URL(args.request.url).searchParams)
  const query = shopCodesQuerySchema.safeParse(asked)
  if (!query.success) throw notFound()
  const { code, after } = query.data
  if (code === null) {
    const [, page] = await readGuarded(args, requireStaffPage(args, '/admin/products'), () =>
      readShopCodes(args, after),
    )
    return { page, after, editor: null }
  }
  const [, editor] = await readGuarded(args, requireStaffPage(args, '/admin/products'), () =>
    readShopCode(args, code === 'new' ? null : code),
  )
  if (!editor) throw notFound()
  return { page: null, after, editor }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/products')
  const sent = await readIntent(args.request, { save: shopCodeFormSchema, state: codeStateSchema })
  if (sent.intent === 'state') {
    if (!sent.form.ok) return answer(sent.form.reply())
    const changed = await setShopCodeState(args, sent.form.value.id, sent.form.value.state)
    if (changed.ok) return redirect(paths.adminShopCodes())
    const { submission } = sent.form
    const result = submission.reply({ formErrors: [refusalSentence(changed.refusal)] })
    return answer(data(result, refusalStatus(changed.refusal)))
  }
  const choose = () => readProductChoices(args, sent.fields)
  if (sent.fields.has(productSearchButton)) {
    const { initialValue } = sent.form.submission.reply()
    return answer(data({ initialValue }), await choose())
  }
  if (!sent.form.ok) return answer(sent.form.reply(), await choose())
  const saved = await saveShopCode(args, sent.form.value)
  return saved.ok ? redirect(paths.adminShopCodes()) : answer(sent.form.refuse(saved.refusal), await choose())
}

/** Replies to a form, with the products to choose from where it has them. */
function answer(reply: ReturnType<typeof data<SubmissionResult>>, choices: ProductChoices | null = null) {
  return data({ result: reply.data, choices }, reply.init ?? undefined)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Shop codes', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Codes' }] }

/** Lists the codes for goods with their uses, and edits them. */
export default function ShopCodesRoute() {
  const { page, after, editor } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <div className={narrow}>
      <PageHeader
        title="Shop codes"
        text="Codes for products, collections or the whole shop. Codes of one event are in its editor."
        actions={
          page &&
          page.codes.length > 0 && (
            <LinkButton to={paths.adminShopCodes({ code: 'new' })}>New code</LinkButton>
          )
        }
      />
      {editor && (
        <ShopCodeForm
          key={editor.code?.version ?? 'new'}
          editor={editor}
          reply={reply?.result ?? null}
          choices={reply?.choices ?? null}
        />
      )}
      {page && <ShopCodeList page={page} after={after} refusal={reply?.result.error?.['']?.[0]} />}
    </div>
  )
}
