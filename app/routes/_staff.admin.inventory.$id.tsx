import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readVariantStock } from '#features/shop/staff/inventory.reads.server.ts'
import { adjustStockSchema } from '#features/shop/staff/inventory.schema.ts'
import { adjustStock } from '#features/shop/staff/inventory.writes.server.ts'
import { nameOf } from '#features/shop/staff/ui/inventory-list.tsx'
import { VariantStockPage } from '#features/shop/staff/ui/variant-stock.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { PageHeader } from '#ui/page-header.tsx'

const idOf = (args: LoaderFunctionArgs) => {
  const id = z.uuid().safeParse(args.params.id).data
  if (!id) throw notFound()
  return id
}

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams
  const before = z.coerce.number().int().positive().nullable().catch(null).parse(query.get('before'))
  const done = z.coerce.number().int().nullable().catch(null).parse(query.get('done'))
  const [, ledger] = await readGuarded(args, requireStaffPage(args, '/admin/inventory'), async () =>
    readVariantStock(args, idOf(args), before || null),
  )
  if (!ledger) throw notFound()
  return {
    ledger,
    before: before || null,
    done: query.has('done') ? done : null,
    now: new Date().toISOString(),
    idempotencyKey: randomUUID(),
  }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/inventory')
  const id = idOf(args)
  const form = await readForm(args.request, adjustStockSchema)
  if (!form.ok) return form.reply()
  const key = readIdempotencyKey(args.request, form.value.idempotencyKey) ?? form.value.idempotencyKey
  const adjusted = await adjustStock(args, id, form.value, key)
  return adjusted.ok
    ? redirect(paths.adminVariantStock(id, { done: String(adjusted.value.units) }))
    : form.refuse(adjusted.refusal)
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, {
    title: loaded ? `Stock of ${nameOf(loaded.ledger.variant)}` : 'Page Not Found',
    noindex: true,
  })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) => (data ? [{ label: nameOf(data.ledger.variant) }] : []),
}

/** Shows one variant's stock and ledger, and adjusts it. */
export default function VariantStockRoute() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <div>
      <PageHeader title={nameOf(loaded.ledger.variant)} />
      <VariantStockPage {...loaded} reply={useActionData<typeof action>() ?? null} />
    </div>
  )
}
