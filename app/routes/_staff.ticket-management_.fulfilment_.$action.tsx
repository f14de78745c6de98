import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { sentenceOf, statusOf } from '#core/refusals.ts'
import { previewGoodsAction } from '#features/shop/fulfilment/fulfilment.reads.server.ts'
import { goodsActionTexts } from '#features/shop/fulfilment/fulfilment.rules.ts'
import {
  fulfilmentQuerySchema,
  goodsActionNamed,
  goodsActionSchema,
  goodsIdsOf,
} from '#features/shop/fulfilment/fulfilment.schema.ts'
import { actOnGoods } from '#features/shop/fulfilment/fulfilment.writes.server.ts'
import { GoodsAction } from '#features/shop/fulfilment/ui/goods-action.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const action = goodsActionNamed(args.params.action)
  const { searchParams } = new URL(args.request.url)
  const { show, order } = fulfilmentQuerySchema.parse(Object.fromEntries(searchParams))
  const ids = goodsIdsOf(searchParams.getAll('id'))
  const [, preview] = await readGuarded(
    args,
    requireStaffPage(args, '/ticket-management/fulfilment'),
    async () => action && previewGoodsAction(args, action, ids),
  )
  if (!action || !preview) throw notFound()
  return {
    action,
    preview,
    back: order
      ? paths.ticketManagementOrder(order)
      : paths.fulfilment({ show: show === 'pack' ? null : show }),
    idempotencyKey: randomUUID(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/ticket-management/fulfilment')
  const named = goodsActionNamed(args.params.action)
  if (!named) throw notFound()
  const form = await readForm(args.request, goodsActionSchema)
  if (!form.ok) return form.reply()
  if (form.value.currentPassword) {
    const refusal = await proveAgain(args, actor, form.value.currentPassword)
    if (refusal) return form.refuse(refusal)
  }
  const key = readIdempotencyKey(args.request, form.value.idempotencyKey) ?? randomUUID()
  const done = await actOnGoods(args, named, form.value, key)
  if (done.ok) return data({ result: done.value })
  const { code, facts } = done.refusal
  if (code !== 'tracking_needed') return form.refuse(done.refusal)
  // Only goods alone are refused, so the number is that of the form's one parcel.
  const fieldErrors = { 'parcels[0].trackingCode': [sentenceOf(code, facts)] }
  return data(form.submission.reply({ fieldErrors, hideFields: ['currentPassword'] }), {
    status: statusOf(code),
  })
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, {
    title: loaded ? goodsActionTexts[loaded.action].title : 'Page Not Found',
    noindex: true,
  })

export const handle: StaffHandle<{ action: keyof typeof goodsActionTexts } | undefined> = {
  crumbs: (loaded) => (loaded ? [{ label: goodsActionTexts[loaded.action].title }] : []),
}

/** Asks before staff change goods, and says what was done. */
export default function GoodsActionRoute() {
  const loaded = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const { title, text } = goodsActionTexts[loaded.action]
  const result = sent && 'result' in sent ? sent.result : null
  const reply = sent && !('result' in sent) ? sent : null
  return (
    <div className={stack[5]}>
      <PageHeader title={title} text={text} />
      <GoodsAction {...loaded} reply={reply} result={result} />
    </div>
  )
}
