import { randomUUID } from 'node:crypto'
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
import { answerDoorSearch, type DoorSearchAnswer } from '#features/door/answer-door-search.server.ts'
import { listDoorEvents } from '#features/door/door.reads.server.ts'
import { doorSearchForms, doorSearchQuerySchema } from '#features/door/door-search.schema.ts'
import { viewAtDoor } from '#features/door/door-search.writes.server.ts'
import { DoorSearch } from '#features/door/ui/door-search.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireGrant, requireStaffPage } from '#server/actor.server.ts'
import { notFound, refusalResponse } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = doorSearchQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, events] = await readGuarded(args, requireStaffPage(args, '/ticket-scanner'), () =>
    listDoorEvents(args),
  )
  const event = query.event ? events.find(({ id }) => id === query.event) : events.length === 1 && events[0]
  if (query.event && !event) throw notFound()
  // Without an event the scanner's page asks which.
  if (!event) throw redirect(paths.ticketScanner())
  await requireGrant(args, 'door_manager', event.id)
  const { gate, ticket } = query
  const viewed = ticket ? await viewAtDoor(args, { event: event.id, gate, ticket }) : null
  if (viewed && !viewed.ok) throw refusalResponse(viewed.refusal)
  const { id, title, timeZone } = event
  return {
    event: { id, title, timeZone },
    gate,
    person: viewed?.value ?? null,
    scanId: randomUUID(),
  }
}

type Reply = DoorSearchAnswer & {
  intent: string
  problem: string | null
  fields: Record<string, string[] | null>
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/ticket-scanner')
  const { intent, form } = await readIntent(args.request, doorSearchForms)
  const none = { intent, found: null, person: null, done: null, problem: null, fields: {} }
  if (!form.ok) return data<Reply>({ ...none, fields: form.reply().data.error ?? {} }, 422)
  await requireGrant(args, 'door_manager', form.value.event)
  const answer = await answerDoorSearch(args, form.value)
  return answer.ok
    ? data<Reply>({ ...none, ...answer.value })
    : data<Reply>({ ...none, problem: refusalSentence(answer.refusal) }, refusalStatus(answer.refusal))
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Find a guest', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: () => [{ label: 'Find a guest' }],
  event: { of: (loaded) => loaded?.event.id ?? null, to: (id) => paths.doorSearch({ event: id }) },
}

/** Finds a ticket at the door without its code, for door managers. */
export default function DoorSearchPage() {
  const { event, gate, person, scanId } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>() ?? null
  return <DoorSearch key={event.id} event={event} gate={gate} person={person} scanId={scanId} sent={sent} />
}
