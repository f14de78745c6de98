import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { listDoorEvents } from '#features/door/door.reads.server.ts'
import { gateSchema, scanFormSchema } from '#features/door/door.schema.ts'
import { checkIn, lookUpTicket } from '#features/door/door.writes.server.ts'
import { DoorChooser } from '#features/door/ui/chooser.tsx'
import { Station } from '#features/door/ui/scanner.tsx'
import type { Posted } from '#features/door/ui/use-scan.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireGrant, requireStaffPage } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'
import type { ShellHandle } from '#ui/shell/page-shell.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Ticket scanner', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const [, events] = await readGuarded(args, requireStaffPage(args, '/ticket-scanner'), () =>
    listDoorEvents(args),
  )
  const { searchParams } = new URL(args.request.url)
  const eventParam = searchParams.get('event')
  // An event that is named and not found is never replaced by another.
  const chosen = eventParam
    ? events.find((event) => event.id === eventParam)
    : events.length === 1
      ? events[0]
      : undefined
  return {
    events,
    event: chosen ?? null,
    isUnknown: Boolean(eventParam) && !chosen,
    gate: gateSchema.safeParse(searchParams.get('gate') ?? '').data ?? '',
    /** True where the scanner asks before it lets somebody in. */
    asksFirst: searchParams.get('ask') === '1',
    /** True while another event or gate is being chosen. */
    isChoosing: searchParams.has('choose'),
    scanId: randomUUID(),
    now: new Date().toISOString(),
  }
}

/** Scans a code that was typed before JavaScript arrived, or looks it up. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request, scanFormSchema)
  await requireGrant(args, 'scan', form.ok ? form.value.event : undefined)
  const nothing: Posted = { scanned: null, read: null, refusal: null, codeError: null }
  if (!form.ok) {
    const errors = form.reply().data.error ?? {}
    const codeError = errors.code?.[0] ?? null
    const [message = null] = Object.values(errors).flatMap((messages) => messages ?? [])
    return data<Posted>({ ...nothing, refusal: codeError ? null : message, codeError }, 422)
  }
  const { ask, ...scan } = form.value
  const sent = ask ? await lookUpTicket(args, scan) : await checkIn(args, scan)
  if (!sent.ok)
    return data<Posted>({ ...nothing, refusal: refusalSentence(sent.refusal) }, refusalStatus(sent.refusal))
  const waits = ask && sent.value.result === 'ok'
  return data<Posted>({ ...nothing, scanned: sent.value, read: waits ? scan : null })
}

type Loaded = SerializeFrom<typeof loader> | undefined

/** Nothing surrounds the scanner; the choice of event and gate is a page among the other staff pages. */
export const handle: StaffHandle<Loaded> & ShellHandle<Loaded> = {
  shell: (data) => (data?.event && !data.isChoosing ? 'bare' : 'site'),
  event: {
    of: (data) => data?.event?.id ?? null,
    to: (id) => paths.ticketScanner({ event: id }),
  },
}

export default function TicketScannerRoute() {
  const { events, event, isUnknown, gate, asksFirst, scanId, now, isChoosing } =
    useLoaderData<typeof loader>()
  const posted = useActionData<typeof action>()
  if (!event || isChoosing) return <DoorChooser {...{ events, event, isUnknown, gate, asksFirst, now }} />
  return (
    <Station
      key={`${event.id} ${gate} ${asksFirst}`}
      {...{ event, gate, asksFirst, scanId }}
      first={posted ?? { scanned: null, read: null, refusal: null, codeError: null }}
    />
  )
}
