import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readCompForm } from '#features/sharing/free-tickets/free-tickets.reads.server.ts'
import { issueCompSchema } from '#features/sharing/free-tickets/free-tickets.schema.ts'
import { issueComps } from '#features/sharing/free-tickets/free-tickets.writes.server.ts'
import { ChooseEvent, IssueForm } from '#features/sharing/free-tickets/ui/issue-form.tsx'
import { listChoosableEvents } from '#features/staff/staff.reads.server.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { leaveFlash } from '#server/flash.server.ts'
import { readForm } from '#server/form.server.ts'
import { classNames } from '#ui/class-names.ts'
import { narrow, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const chosen = z.uuid().safeParse(new URL(args.request.url).searchParams.get('event')).data ?? null
  const [, [form, events]] = await readGuarded(args, requireStaffPage(args, '/free-tickets'), () =>
    Promise.all([readCompForm(args, chosen), listChoosableEvents(args, { q: '', chosen })]),
  )
  return { form, events, chosen, key: randomUUID() }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/free-tickets')
  const sent = await readForm(args.request, issueCompSchema)
  if (!sent.ok) return sent.reply()
  const { event, name, email, type, quantity, reason, note, deadline, transferable, key, step } = sent.value
  const issued = await issueComps(args, {
    event,
    rows: [
      {
        name,
        email,
        type,
        quantity: String(quantity),
        reason,
        note: note ?? '',
        transferable: transferable ? 'true' : '',
      },
    ],
    deadline,
    send: step === 'send',
    key,
  })
  if (!issued.ok) return sent.refuse(issued.refusal)
  leaveFlash(
    args,
    'free-tickets',
    step === 'draft'
      ? `Saved a draft for ${name}.`
      : issued.value.waiting > 0
        ? `${name}: another admin has to approve this.`
        : `Invited ${name}.`,
  )
  return redirect(paths.freeTickets({ event }), 303)
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Give free tickets', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Give tickets' }] }

/** Issues one invitation to free tickets. */
export default function GiveFreeTickets() {
  const { form, events, chosen, key } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={classNames(narrow, stack[5])}>
      <PageHeader title="Give free tickets" text="The invitee claims them with a link. No account needed." />
      <ChooseEvent to={paths.freeTicketsNew()} events={events} chosen={chosen} />
      {form.event && (
        <IssueForm
          key={form.event.id}
          form={{ ...form, event: form.event }}
          idempotencyKey={key}
          reply={reply}
        />
      )}
    </div>
  )
}
