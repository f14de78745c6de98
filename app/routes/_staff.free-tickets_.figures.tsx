import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { everyEvent } from '#core/office-choices.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readCompFigures } from '#features/sharing/free-tickets/free-tickets.reads.server.ts'
import { compCapSchema, compQuotaSchema } from '#features/sharing/free-tickets/free-tickets.schema.ts'
import { setCompCap, setCompQuota } from '#features/sharing/free-tickets/free-tickets.writes.server.ts'
import { CompFiguresPage } from '#features/sharing/free-tickets/ui/comp-figures.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { leaveFlash, takeFlash } from '#server/flash.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

const eventOf = (request: Request) =>
  z.uuid().safeParse(new URL(request.url).searchParams.get('event')).data ?? null

export async function loader(args: LoaderFunctionArgs) {
  const [, figures] = await readGuarded(args, requireStaffPage(args, '/free-tickets'), () =>
    readCompFigures(args, eventOf(args.request)),
  )
  return { figures, note: takeFlash(args, 'free-ticket-figures') }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/free-tickets')
  const { intent, form } = await readIntent(args.request, { quota: compQuotaSchema, cap: compCapSchema })
  if (!form.ok) return form.reply()
  const changed =
    intent === 'quota'
      ? await setCompQuota(args, form.value.issuer, form.value.places)
      : await setCompCap(args, form.value.event, form.value.percent)
  if (!changed.ok) return form.refuse(changed.refusal)
  leaveFlash(args, 'free-ticket-figures', intent === 'quota' ? 'Quota saved.' : 'Cap saved.')
  const event = eventOf(args.request)
  return redirect(paths.freeTicketsFigures(event ? { event } : undefined), 303)
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Free ticket figures', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: () => [{ label: 'Figures' }],
  event: {
    of: (loaded) => loaded?.figures.event?.id ?? null,
    to: (id) => paths.freeTicketsFigures({ event: id }),
    all: paths.freeTicketsFigures({ event: everyEvent }),
  },
}

/** Shows free tickets per issuer and reason, with the quotas and the cap behind them. */
export default function FreeTicketFigures() {
  const { figures, note } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const [message] = reply?.error?.[''] ?? reply?.error?.places ?? []
  return (
    <div className={stack[5]}>
      <PageHeader title="Figures and quotas" text={figures.event?.title ?? 'Every event'} />
      {note && !reply && <Banner tone="success" title={note} announce />}
      {reply?.initialValue?.intent === 'quota' && message && (
        <Banner tone="danger" title={message} announce />
      )}
      <CompFiguresPage figures={figures} reply={reply?.initialValue?.intent === 'cap' ? reply : null} />
    </div>
  )
}
