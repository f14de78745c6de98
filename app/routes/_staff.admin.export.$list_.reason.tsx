import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { isListName, listPages } from '#core/staff-lists.ts'
import { ExportReason } from '#features/staff/ui/export-reason.tsx'
import { requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requirePermission(args, 'see_contacts')
  const { list } = args.params
  if (!isListName(list)) throw notFound()
  const { searchParams } = new URL(args.request.url)
  const asked = [...searchParams].filter(([name]) => name !== 'reason')
  return { list, asked, wasRefused: searchParams.has('reason'), back: listPages[list] }
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Download with contacts', noindex: true })

export const handle = { crumbs: () => [{ label: 'Download with contacts' }] }

/** Asks why a file that says how to reach people is downloaded. */
export default function ExportReasonPage() {
  return <ExportReason {...useLoaderData<typeof loader>()} />
}
