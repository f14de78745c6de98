import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { previewGrantsEnd } from '#features/accounts/staff/grants.reads.server.ts'
import { endGrantsSchema, grantsToEnd } from '#features/accounts/staff/grants.schema.ts'
import { endGrants } from '#features/accounts/staff/grants.writes.server.ts'
import { EndGrants } from '#features/accounts/staff/ui/end-grants.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { leaveFlash } from '#server/flash.server.ts'
import { readForm } from '#server/form.server.ts'
import { readShell } from '#server/shell.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [[, grants], { brand }] = await Promise.all([
    readGuarded(args, requireStaffPage(args, '/user-management/grants'), () =>
      previewGrantsEnd(args, grantsToEnd(new URL(args.request.url).searchParams)),
    ),
    readShell(args),
  ])
  return { grants, timeZone: brand.timeZone }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/user-management/grants')
  const form = await readForm(args.request, endGrantsSchema)
  if (!form.ok) return form.reply()
  const ended = await endGrants(args, form.value.id, form.value.reason ?? null)
  if (!ended.ok) return form.refuse(ended.refusal)
  leaveFlash(args, 'grants', ended.value === 1 ? '1 grant ended.' : `${ended.value} grants ended.`)
  return redirect(paths.staffGrants(), 303)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'End grants', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'End grants' }] }

/** Asks before grants end. */
export default function EndGrantsRoute() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <div className={stack[5]}>
      <PageHeader title="End grants" />
      <EndGrants {...loaded} reply={useActionData<typeof action>() ?? null} />
    </div>
  )
}
