import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { ActOnEntry, WaitlistSums, waitlistList } from '#features/sharing/waitlist/ui/staff-waitlist.tsx'
import { readStaffWaitlist } from '#features/sharing/waitlist/waitlist.reads.server.ts'
import { staffWaitlistForms, waitlistQuerySchema } from '#features/sharing/waitlist/waitlist.schema.ts'
import {
  offerWaitlistEntry,
  removeWaitlistEntry,
  setWaitlistMode,
} from '#features/sharing/waitlist/waitlist.writes.server.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { loadStaffList } from '#server/staff-list.server.ts'
import { stack } from '#ui/layout.css.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/ticket-management/capacity', waitlistQuerySchema, async (asking, query) => {
    const list = await readStaffWaitlist(asking, query)
    if (!list) throw notFound()
    return list
  })

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'change_capacity')
  const { event } = waitlistQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  if (!event) throw notFound()
  const sent = await readIntent(args.request, staffWaitlistForms)
  if (!sent.form.ok) return sent.form.reply()
  if (sent.intent === 'mode') {
    await setWaitlistMode(args, event, sent.form.value.goesFirst === 'yes')
    return redirect(paths.staffWaitlist({ event }), 303)
  }
  const { entry, reason } = sent.form.value
  const done = await (sent.intent === 'offer' ? offerWaitlistEntry : removeWaitlistEntry)(args, entry, reason)
  return done.ok ? redirect(paths.staffWaitlist({ event }), 303) : sent.form.refuse(done.refusal)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Waitlist', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) =>
    data?.list
      ? [{ label: 'Capacity', to: paths.capacity({ event: data.list.event.id }) }, { label: 'Waitlist' }]
      : [],
  event: {
    of: (data) => data?.list?.event.id ?? null,
    to: (id) => paths.staffWaitlist({ event: id }),
    all: paths.capacity(),
  },
}

/** Lists who waits for tickets of an event, and offers or removes one of them. */
export default function StaffWaitlistRoute() {
  const { list, query } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const entry = list?.entries.find(({ id }) => id === query.entry)
  return (
    <div className={stack[5]}>
      <StaffList list={waitlistList} data={list} query={query} about={list?.event.title}>
        {entry && list?.mayChange && <ActOnEntry entry={entry} reply={reply} />}
      </StaffList>
      {list && <WaitlistSums list={list} />}
    </div>
  )
}
