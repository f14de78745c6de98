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
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { readShopCodes } from '#features/shop/staff/shop-codes.reads.server.ts'
import { findShopCode } from '#features/shop/staff/shop-codes.rules.ts'
import { shopCodeFormSchema, shopCodeStateSchema } from '#features/shop/staff/shop-codes.schema.ts'
import { saveShopCode, setShopCodeState } from '#features/shop/staff/shop-codes.writes.server.ts'
import { ShopCodesPage } from '#features/shop/staff/ui/shop-codes.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { narrow } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, page] = await readGuarded(args, requireStaffPage(args, '/admin/products'), () =>
    readShopCodes(args),
  )
  const asked = new URL(args.request.url).searchParams.get('code')
  const open = findShopCode(page, asked)
  if (asked !== null && open === null) throw notFound()
  return { page, open }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/products')
  const sent = await readIntent(args.request, { save: shopCodeFormSchema, state: shopCodeStateSchema })
  if (!sent.form.ok) {
    const { data: result, init } = sent.form.reply()
    return data(result, init ?? undefined)
  }
  const changed =
    sent.intent === 'save'
      ? await saveShopCode(args, sent.form.value)
      : await setShopCodeState(args, sent.form.value.id, sent.form.value.state)
  if (changed.ok) return redirect(paths.adminShopCodes())
  if (sent.intent === 'save') {
    const { data: result, init } = sent.form.refuse(changed.refusal)
    return data(result, init ?? undefined)
  }
  return data(
    sent.form.submission.reply({ formErrors: [refusalSentence(changed.refusal)] }),
    refusalStatus(changed.refusal),
  )
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Shop codes', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Codes' }] }

/** Lists the codes for goods with their uses, and edits them. */
export default function ShopCodesRoute() {
  const { page, open } = useLoaderData<typeof loader>()
  return (
    <div className={narrow}>
      <PageHeader
        title="Shop codes"
        text="Codes for products, collections or the whole shop. Codes of one event are in its editor."
        actions={
          open === null &&
          page.codes.length > 0 && (
            <LinkButton to={paths.adminShopCodes({ code: 'new' })}>New code</LinkButton>
          )
        }
      />
      <ShopCodesPage
        key={open === 'new' ? 'new' : open?.version}
        page={page}
        open={open}
        reply={useActionData<typeof action>() ?? null}
      />
    </div>
  )
}
