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
import { listBans } from '#features/door/bans/bans.reads.server.ts'
import { banForms, bansQuerySchema } from '#features/door/bans/bans.schema.ts'
import { addBan, liftBan } from '#features/door/bans/bans.writes.server.ts'
import { Bans } from '#features/door/bans/ui/ban-list.tsx'
import { listDoorEvents } from '#features/door/door.reads.server.ts'
import { viewAtDoor } from '#features/door/door-search.writes.server.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireGrant, requireStaffPage } from '#server/actor.server.ts'
import { notFound, refusalResponse } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const query = bansQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, events] = await readGuarded(args, requireStaffPage(args, '/ticket-scanner'), () =>
    listDoorEvents(args),
  )
  const event = query.event ? events.find(({ id }) => id === query.event) : events.length === 1 && events[0]
  if (query.event && !event) throw notFound()
  // Without an event the scanner's page asks which.
  if (!event) throw redirect(paths.ticketScanner())
  await requireGrant(args, 'door_manager', event.id)
  const [list, viewed] = await Promise.all([
    listBans(args, event.id),
    query.ticket ? viewAtDoor(args, { event: event.id, gate: '', ticket: query.ticket }) : null,
  ])
  if (!list.ok) throw refusalResponse(list.refusal)
  if (viewed && !viewed.ok) throw refusalResponse(viewed.refusal)
  const { id, title, timeZone } = event
  const holder = viewed && { ticket: viewed.value.ticketId, name: viewed.value.name }
  return { event: { id, title, timeZone }, list: list.value, holder }
}

type Reply = { problem: string | null; fields: Record<string, string[] | null> }

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/ticket-scanner')
  const { intent, form } = await readIntent(args.request, banForms)
  if (!form.ok) return data<Reply>({ problem: null, fields: form.reply().data.error ?? {} }, 422)
  await requireGrant(args, 'door_manager', form.value.event)
  const done = form.value.intent === 'add' ? await addBan(args, form.value) : await liftBan(args, form.value)
  if (!done.ok)
    return data<Reply>({ problem: refusalSentence(done.refusal), fields: {} }, refusalStatus(done.refusal))
  return redirect(paths.doorBans({ event: form.value.event, ...(intent === 'add' && { ticket: null }) }))
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Ban list', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: () => [{ label: 'Ban list' }],
  event: { of: (loaded) => loaded?.event.id ?? null, to: (id) => paths.doorBans({ event: id }) },
}

/** The ban list of the doors, for door managers. */
export default function DoorBansPage() {
  const { event, list, holder } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return (
    <div className={stack[4]}>
      <PageHeader title="Ban list" text={event.title} />
      <Bans
        key={list.bans.length}
        {...{ event, list, holder }}
        problem={sent?.problem ?? null}
        fields={sent?.fields ?? {}}
      />
    </div>
  )
}
