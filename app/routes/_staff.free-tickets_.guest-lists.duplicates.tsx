import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { listGuestPairs } from '#features/sharing/guest-lists/guest-lists.reads.server.ts'
import { guestPairSchema, newListQuerySchema } from '#features/sharing/guest-lists/guest-lists.schema.ts'
import { decideGuestPair } from '#features/sharing/guest-lists/guest-lists.writes.server.ts'
import { GuestPairList } from '#features/sharing/guest-lists/ui/guest-pairs.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { narrow, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

function namedEvent(request: Request): string {
  const { event } = newListQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams))
  if (!event) throw notFound()
  return event
}

export async function loader(args: LoaderFunctionArgs) {
  const [, pairs] = await readGuarded(args, requireStaffPage(args, '/free-tickets'), () =>
    listGuestPairs(args, namedEvent(args.request)),
  )
  if (!pairs.event) throw notFound()
  return { pairs }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/free-tickets')
  const event = namedEvent(args.request)
  const form = await readForm(args.request, guestPairSchema)
  if (!form.ok) return data({ problem: 'Please reload the page and try again' }, 422)
  const decided = await decideGuestPair(args, form.value)
  if (decided.ok) return redirect(paths.guestPairs({ event }))
  return data({ problem: refusalSentence(decided.refusal) }, refusalStatus(decided.refusal))
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Possible duplicates', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) => [
    { label: 'Guest lists', to: paths.guestLists({ event: data?.pairs.event?.id ?? null }) },
    { label: 'Possible duplicates' },
  ],
}

/** Shows names on the guest lists of an event that are alike, for staff to decide. */
export default function GuestPairsPage() {
  const { pairs } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return (
    <div className={`${stack[5]} ${narrow}`}>
      <PageHeader title="Possible duplicates" text={pairs.event?.title} />
      <GuestPairList data={pairs} problem={sent?.problem ?? null} />
    </div>
  )
}
