import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { listDoorEvents } from '#features/door/door.reads.server.ts'
import { checkInSchema, gateSchema } from '#features/door/door.schema.ts'
import type { ScanResponse } from '#features/door/door.types.ts'
import { checkIn } from '#features/door/door.writes.server.ts'
import { DoorChooser, Station } from '#features/door/ui/scanner.tsx'
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
    /** True while another event or gate is being chosen. */
    isChoosing: searchParams.has('choose'),
    scanId: randomUUID(),
    now: new Date().toISOString(),
  }
}

type Posted = { scanned: ScanResponse | null; refusal: string | null; codeError: string | null }

/** Scans a code that was typed before JavaScript arrived. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request, checkInSchema)
  await requireGrant(args, 'scan', form.ok ? form.value.event : undefined)
  if (!form.ok) {
    const errors = form.reply().data.error ?? {}
    const codeError = errors.code?.[0] ?? null
    const [message = null] = Object.values(errors).flatMap((messages) => messages ?? [])
    return data<Posted>({ scanned: null, refusal: codeError ? null : message, codeError }, 422)
  }
  const checked = await checkIn(args, form.value)
  if (checked.ok) return data<Posted>({ scanned: checked.value, refusal: null, codeError: null })
  return data<Posted>(
    { scanned: null, refusal: refusalSentence(checked.refusal), codeError: null },
    refusalStatus(checked.refusal),
  )
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
  const { events, event, isUnknown, gate, scanId, now, isChoosing } = useLoaderData<typeof loader>()
  const posted = useActionData<typeof action>()
  if (!event || isChoosing) return <DoorChooser {...{ events, event, isUnknown, gate, now }} />
  return (
    <Station
      key={event.id}
      event={event}
      gate={gate}
      scanId={scanId}
      posted={posted?.scanned ?? null}
      refusal={posted?.refusal ?? null}
      codeError={posted?.codeError ?? null}
    />
  )
}
