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
import { Scanner } from '#features/door/ui/scanner.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireGrant, requireStaffPage } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Ticket scanner', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const [, events] = await readGuarded(args, requireStaffPage(args, '/ticket-scanner'), () =>
    listDoorEvents(args),
  )
  const { searchParams } = new URL(args.request.url)
  const eventParam = searchParams.get('event')
  const chosen =
    events.find((event) => event.id === eventParam) ?? (events.length === 1 ? events[0] : undefined)
  return {
    events,
    event: chosen ?? null,
    gate: gateSchema.safeParse(searchParams.get('gate') ?? '').data ?? '',
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

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  event: {
    of: (data) => data?.event?.id ?? null,
    to: (id) => paths.ticketScanner({ event: id }),
  },
}

export default function TicketScannerRoute() {
  const scanner = useLoaderData<typeof loader>()
  const posted = useActionData<typeof action>()
  const { scanned = null, refusal = null, codeError = null } = posted ?? {}
  return <Scanner {...scanner} posted={scanned} refusal={refusal} codeError={codeError} />
}
