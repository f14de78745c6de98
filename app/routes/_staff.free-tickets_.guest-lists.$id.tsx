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
import { readGuestList } from '#features/sharing/guest-lists/guest-lists.reads.server.ts'
import {
  addGuestsSchema,
  guestListFormSchema,
  newListQuerySchema,
} from '#features/sharing/guest-lists/guest-lists.schema.ts'
import { addGuests, saveGuestList } from '#features/sharing/guest-lists/guest-lists.writes.server.ts'
import { AddGuests, GuestListForm } from '#features/sharing/guest-lists/ui/guest-list-form.tsx'
import * as css from '#features/sharing/guest-lists/ui/list-cards.css.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** Reads which list an address names: its id, or null and the event of a new one. */
function namedList({ request, params }: LoaderFunctionArgs) {
  const { event } = newListQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams))
  if (params.id === 'new' && event) return { list: null, event }
  const id = z.uuid().safeParse(params.id)
  if (!id.success) throw notFound()
  return { list: id.data, event: null }
}

export async function loader(args: LoaderFunctionArgs) {
  const [, page] = await readGuarded(args, requireStaffPage(args, '/free-tickets'), () =>
    readGuestList(args, namedList(args)),
  )
  if (!page) throw notFound()
  return { page, idempotencyKey: randomUUID() }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/free-tickets')
  const named = namedList(args)
  const sent = await readIntent(args.request, { save: guestListFormSchema, add: addGuestsSchema })
  if (sent.intent === 'add') {
    if (!sent.form.ok) return sent.form.reply()
    if (!named.list) throw notFound()
    const { guests, idempotencyKey } = sent.form.value
    const added = await addGuests(args, named.list, guests, idempotencyKey)
    return added.ok ? redirect(paths.guestList(named.list)) : sent.form.refuse(added.refusal)
  }
  if (!sent.form.ok) return sent.form.reply()
  const saved = await saveGuestList(args, { id: named.list, eventId: named.event ?? '' }, sent.form.value)
  return saved.ok ? redirect(paths.guestList(saved.value)) : sent.form.refuse(saved.refusal)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Guest list', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) => [
    {
      label: 'Guest lists',
      to: paths.guestLists(data ? { event: data.page.event.id } : {}),
    },
    { label: data?.page.list?.name ?? 'New list' },
  ],
}

/** One guest list: adds names, and edits its settings. */
export default function GuestListPageRoute() {
  const { page, idempotencyKey } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const replyTo = (intent: string) => (reply?.initialValue?.intent === intent ? reply : null)
  const { list, event } = page
  return (
    <div className={css.column}>
      <PageHeader
        title={list?.name ?? 'New list'}
        text={
          list
            ? `${event.title}: ${list.heads} of ${list.allowed} listed, ${list.arrived} arrived`
            : event.title
        }
        actions={
          list && (
            <LinkButton to={paths.guestLists({ event: event.id, list: list.id })} variant="secondary">
              Show names
            </LinkButton>
          )
        }
      />
      {list && (
        <AddGuests
          key={`add ${list.heads}`}
          listId={list.id}
          reply={replyTo('add')}
          idempotencyKey={idempotencyKey}
        />
      )}
      <GuestListForm key={list?.version ?? 'new'} page={page} reply={replyTo('save')} />
    </div>
  )
}
