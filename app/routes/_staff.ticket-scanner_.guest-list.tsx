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
import type { GuestsAnswer } from '#core/door-guests.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { listDoorEvents } from '#features/door/door.reads.server.ts'
import { DoorNotices } from '#features/door/offline/ui/door-status.tsx'
import { siteDoor } from '#features/door/ui/ask-door.ts'
import { useDoorCounters } from '#features/door/ui/use-door-counters.ts'
import { answerDoor } from '#features/sharing/guest-lists/answer-door.server.ts'
import { findGuests } from '#features/sharing/guest-lists/guest-lists.reads.server.ts'
import {
  admitGuestsSchema,
  doorGuestsQuerySchema,
  findGuestsSchema,
  undoGuestsSchema,
} from '#features/sharing/guest-lists/guest-lists.schema.ts'
import { GuestDoor } from '#features/sharing/guest-lists/ui/guest-door.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound, refusalResponse } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { LinkTabs } from '#ui/tabs.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const query = doorGuestsQuerySchema.parse(Object.fromEntries(searchParams))
  const [, events] = await readGuarded(args, requireStaffPage(args, '/ticket-scanner'), () =>
    listDoorEvents(args),
  )
  const event = query.event ? events.find(({ id }) => id === query.event) : events.length === 1 && events[0]
  if (query.event && !event) throw notFound()
  // Without an event the scanner's page asks which.
  if (!event) throw redirect(paths.ticketScanner())
  const found = await findGuests(args, event.id, query.q)
  if (!found.ok) throw refusalResponse(found.refusal)
  // The scanner that was left for this page: its gate, and whether it asks first.
  const door = { event: event.id, gate: query.gate || null, ask: searchParams.get('ask') || null }
  return { event, door, gate: query.gate, q: query.q, found: found.value, scanId: randomUUID() }
}

type Reply = { done: GuestsAnswer | null; problem: string | null }

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/ticket-scanner')
  const schemas = { find: findGuestsSchema, admit: admitGuestsSchema, undo: undoGuestsSchema }
  const { form } = await readIntent(args.request, schemas)
  if (!form.ok) {
    const [problem = null] = Object.values(form.reply().data.error ?? {}).flatMap((each) => each ?? [])
    return data<Reply>({ done: null, problem }, 422)
  }
  const answer = await answerDoor(args, form.value)
  return answer.ok
    ? data<Reply>({ done: answer.value, problem: null })
    : data<Reply>({ done: null, problem: refusalSentence(answer.refusal) }, refusalStatus(answer.refusal))
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Guest list', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: () => [{ label: 'Guest list' }],
  event: { of: (loaded) => loaded?.event.id ?? null, to: (id) => paths.doorGuests({ event: id }) },
}

/** Checks names on the guest lists of an event at its door. */
export default function DoorGuestListPage() {
  const { event, door, gate, q, found, scanId } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const { state } = useDoorCounters(event)
  return (
    <div className={stack[4]}>
      <PageHeader title="Guest list" text={gate ? `${event.title}, gate: ${gate}` : event.title} />
      <LinkTabs
        label="Door"
        tabs={[
          {
            to: paths.ticketScanner(door),
            label: 'Scanner',
            current: false,
          },
          {
            to: paths.doorGuests(door),
            label: 'Guest list',
            current: true,
          },
          ...(found.mayOverride
            ? [
                {
                  to: paths.doorSearch({ event: event.id, gate: gate || null }),
                  label: 'Find a guest',
                  current: false,
                },
              ]
            : []),
        ]}
      />
      <DoorNotices {...{ event, state }} />
      <GuestDoor
        key={`${event.id} ${scanId}`}
        desk={siteDoor}
        place={{
          ...{ event: event.id, gate, timeZone: event.timeZone, minAge: event.minAge },
          isOnline: state.isOnline,
        }}
        found={sent?.done?.found ?? found}
        admitted={sent?.done?.admitted ?? null}
        problem={sent?.problem ?? null}
        q={q}
        scanId={scanId}
      />
    </div>
  )
}
