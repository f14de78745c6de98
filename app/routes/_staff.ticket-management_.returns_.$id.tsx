import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readReturn } from '#features/shop/returns/returns.reads.server.ts'
import { returnStepSchema } from '#features/shop/returns/returns.schema.ts'
import { moveReturn } from '#features/shop/returns/returns.writes.server.ts'
import { ReturnCase } from '#features/shop/returns/ui/return-case.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, detail] = await readGuarded(args, requireStaffPage(args, '/ticket-management/returns'), () =>
    readReturn(args, args.params.id ?? ''),
  )
  if (!detail) throw notFound()
  return { detail }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/ticket-management/returns')
  const form = await readForm(args.request, returnStepSchema)
  if (!form.ok) return form.reply()
  const { step, reason, currentPassword } = form.value
  if (currentPassword) {
    const refusal = await proveAgain(args, actor, currentPassword)
    if (refusal) return form.refuse(refusal)
  }
  const id = args.params.id ?? ''
  if (!(await readReturn(args, id))) throw notFound()
  const moved = await moveReturn(args, id, step, reason)
  return moved.ok ? redirect(paths.returnCase(id), 303) : form.refuse(moved.refusal)
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, {
    title: loaded ? `Return of order ${loaded.detail.code}` : 'Page Not Found',
    noindex: true,
  })

export const handle: StaffHandle<{ detail: { code: string } } | undefined> = {
  crumbs: (loaded) => (loaded ? [{ label: `Order ${loaded.detail.code}` }] : []),
}

/** Shows one return, and takes it one step on. */
export default function ReturnPage() {
  const { detail } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={stack[5]}>
      <PageHeader title={`Return of order ${detail.code}`} />
      <ReturnCase detail={detail} reply={reply} />
    </div>
  )
}
