import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { listInvitations } from '#features/accounts/staff/grants.reads.server.ts'
import { invitationSchema, inviteQuerySchema, inviteSchema } from '#features/accounts/staff/grants.schema.ts'
import {
  inviteStaff,
  resendInvitation,
  revokeInvitation,
} from '#features/accounts/staff/grants.writes.server.ts'
import { invitationList } from '#features/accounts/staff/ui/invitation-list.tsx'
import { InviteForm } from '#features/accounts/staff/ui/invite-form.tsx'
import { listChoosableEvents } from '#features/staff/staff.reads.server.ts'
import { cleanQuery } from '#features/staff/staff.rules.ts'
import { readGuarded, readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { errorResponse } from '#server/api.server.ts'
import { leaveFlash, takeFlash } from '#server/flash.server.ts'
import { readIntent } from '#server/form.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import { readShell } from '#server/shell.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const guard = requireStaffPage(args, '/user-management/invitations')
  const query = inviteQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const q = cleanQuery(query.q)
  const [[, invitations], [, events], { brand }] = await Promise.all([
    readGuardedList(args, guard, () => listInvitations(args)),
    readGuarded(args, guard, () => listChoosableEvents(args, { q, chosen: query.event })),
    readShell(args),
  ])
  const note = takeFlash(args, 'invitations')
  const chosen = query.event ?? (q ? events[0]?.id : null) ?? null
  return data(
    { invitations, events, q, chosen, note, timeZone: brand.timeZone },
    { status: invitations ? 200 : 500 },
  )
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/user-management/invitations')
  const { intent, form } = await readIntent(args.request, {
    invite: inviteSchema,
    resend: invitationSchema,
    revoke: invitationSchema,
  })
  const done = (note: string) => {
    leaveFlash(args, 'invitations', note)
    return redirect(paths.staffInvitations(), 303)
  }
  if (intent === 'invite') {
    if (!form.ok) return atForm(form.reply())
    if (form.value.currentPassword) {
      const refusal = await proveAgain(args, actor, form.value.currentPassword)
      if (refusal) return atForm(form.refuse(refusal))
    }
    const invited = await inviteStaff(args, form.value)
    return invited.ok ? done(`Invited ${form.value.email}.`) : atForm(form.refuse(invited.refusal))
  }
  if (!form.ok) throw errorResponse(422, 'Please choose from the list.')
  const { invitation } = form.value
  const changed = await (intent === 'resend' ? resendInvitation : revokeInvitation)(args, invitation)
  if (changed.ok) return done(intent === 'resend' ? 'Invitation sent again.' : 'Invitation withdrawn.')
  const message = refusalSentence(changed.refusal)
  return data({ reply: null, message }, { status: refusalStatus(changed.refusal) })
}

function atForm({ data: reply, init }: { data: unknown; init: ResponseInit | null }) {
  return data({ reply: reply as never, message: null }, init ?? undefined)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Invitations', noindex: true })

/** Invites people to the staff, and shows who has not answered. */
export default function Invitations() {
  const { invitations, events, q, chosen, note, timeZone } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return (
    <div className={stack[6]}>
      <StaffList
        list={invitationList}
        data={invitations && { invitations, timeZone }}
        query={{ after: null }}
        about="People accept with an account that uses the invited email. Their access then shows under Grants."
      >
        {note && !sent && <Banner tone="success" title={note} announce />}
        {sent?.message && <Banner tone="danger" title={sent.message} announce />}
      </StaffList>
      <InviteForm
        key={`${note} ${q} ${chosen}`}
        events={events}
        q={q}
        chosen={chosen}
        reply={sent?.reply ?? null}
      />
    </div>
  )
}
