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
import { everyEvent } from '#core/office-choices.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readAllocations } from '#features/sharing/allocations/allocations.reads.server.ts'
import {
  allocationsQuerySchema,
  staffAllocationForms,
} from '#features/sharing/allocations/allocations.schema.ts'
import {
  giveAllocation,
  revokeAllocation,
  showPlaceSplit,
} from '#features/sharing/allocations/allocations.writes.server.ts'
import {
  allocationList,
  GiveAllocation,
  RevokeAllocation,
  SplitSetting,
} from '#features/sharing/allocations/ui/allocation-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { loadStaffList } from '#server/staff-list.server.ts'
import { stack } from '#ui/layout.css.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

const queryOf = ({ request }: { request: Request }) =>
  allocationsQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams))

export async function loader(args: LoaderFunctionArgs) {
  const { data: loaded, init } = await loadStaffList(
    args,
    '/free-tickets/allocations',
    allocationsQuerySchema,
    readAllocations,
  )
  if (loaded.list && loaded.query.event && !loaded.list.event) throw notFound()
  return data({ ...loaded, idempotencyKey: randomUUID() }, init ?? undefined)
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_events')
  const { event } = queryOf(args)
  if (!event) throw notFound()
  const sent = await readIntent(args.request, staffAllocationForms)
  if (!sent.form.ok) return sent.form.reply()
  if (sent.intent === 'show') {
    await showPlaceSplit(args, event, sent.form.value.shown === 'yes')
    return redirect(paths.allocations({ event }), 303)
  }
  if (sent.intent === 'revoke') {
    const { allocation, reason } = sent.form.value
    const revoked = await revokeAllocation(args, allocation, reason)
    return revoked.ok ? redirect(paths.allocations({ event }), 303) : sent.form.refuse(revoked.refusal)
  }
  const { idempotencyKey, ...values } = sent.form.value
  const key = readIdempotencyKey(args.request, idempotencyKey) ?? randomUUID()
  const given = await giveAllocation(args, event, values, key)
  return given.ok ? redirect(paths.allocations({ event }), 303) : sent.form.refuse(given.refusal)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Allocations', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  event: {
    of: (loaded) => loaded?.query.event ?? null,
    to: (id) => paths.allocations({ event: id }),
    all: paths.allocations({ event: everyEvent }),
  },
}

/** Gives members places to hand on, and lists what became of them. */
export default function AllocationsRoute() {
  const { list, query, idempotencyKey } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const replyTo = (intent: string) => (reply?.initialValue?.intent === intent ? reply : null)
  const event = list?.event
  const revoking = list?.allocations.find(({ id }) => id === query.revoke)
  return (
    <div className={stack[5]}>
      <StaffList
        list={allocationList}
        data={list}
        query={query}
        about={event?.title ?? 'To give places, choose an event'}
      >
        {event && <SplitSetting event={event} />}
        {revoking && <RevokeAllocation allocation={revoking} reply={replyTo('revoke')} />}
      </StaffList>
      {event?.isOpen && (
        <GiveAllocation
          key={event.id}
          event={event}
          idempotencyKey={idempotencyKey}
          reply={replyTo('give')}
        />
      )}
    </div>
  )
}
