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
import { listGuests } from '#features/sharing/guest-lists/guest-lists.reads.server.ts'
import {
  guestsQuerySchema,
  moveGuestsSchema,
  removeGuestsSchema,
  selectedGuests,
} from '#features/sharing/guest-lists/guest-lists.schema.ts'
import { moveGuests, removeGuests } from '#features/sharing/guest-lists/guest-lists.writes.server.ts'
import { GuestNames } from '#features/sharing/guest-lists/ui/guest-names.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

/** The address of the list that names were selected in, with its filters. */
function listAddress(request: Request) {
  const { event, list, show, q, sort } = guestsQuerySchema.parse(
    Object.fromEntries(new URL(request.url).searchParams),
  )
  return paths.guestLists({ event, list, show: show === 'all' ? null : show, q: q || null, sort })
}

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const ids = selectedGuests(searchParams)
  const query = guestsQuerySchema.parse(Object.fromEntries(searchParams))
  const [, read] = await readGuarded(args, requireStaffPage(args, '/free-tickets'), () =>
    listGuests(args, { ...query, rows: '150' }),
  )
  return {
    guests: read.guests.filter(({ id }) => ids.includes(id)),
    lists: read.lists,
    back: listAddress(args.request),
  }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/free-tickets')
  const { form, intent } = await readIntent(args.request, {
    move: moveGuestsSchema,
    remove: removeGuestsSchema,
  })
  if (!form.ok) {
    const [problem = null] = Object.values(form.reply().data.error ?? {}).flatMap((each) => each ?? [])
    return data({ problem }, 422)
  }
  const done =
    intent === 'move'
      ? await moveGuests(args, form.value.id, form.value.list)
      : await removeGuests(args, form.value.id)
  if (done.ok) return redirect(listAddress(args.request))
  return data({ problem: refusalSentence(done.refusal) }, refusalStatus(done.refusal))
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Move or remove names', noindex: true })

export const handle: StaffHandle = {
  crumbs: () => [{ label: 'Guest lists', to: paths.guestLists() }, { label: 'Move or remove names' }],
}

/** Asks before selected names are moved or removed. */
export default function GuestNamesPage() {
  const loaded = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return (
    <div className={stack[5]}>
      <PageHeader title="Move or remove names" />
      <GuestNames {...loaded} problem={sent?.problem ?? null} />
    </div>
  )
}
