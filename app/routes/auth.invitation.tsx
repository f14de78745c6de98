import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { linkTokenSchema } from '#core/account-fields.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import type { RefusalCode } from '#core/refusals.ts'
import { type Refusal, refusalSentence, refusalStatus, refused } from '#core/result.ts'
import { isMember } from '#core/roles.ts'
import type { StaffInvitation } from '#features/accounts/staff/grants.types.ts'
import { acceptInvitation, readInvitation } from '#features/accounts/staff/grants.writes.server.ts'
import { InvitationCard } from '#features/accounts/staff/ui/invitation-card.tsx'
import { readActor, requireMember } from '#server/actor.server.ts'
import { readIdentity } from '#server/session.server.ts'
import { readShell } from '#server/shell.server.ts'
import { Banner } from '#ui/banner.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Join the team', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

const ended: Record<Exclude<StaffInvitation['state'], 'open'>, RefusalCode> = {
  accepted: 'invitation_accepted',
  revoked: 'invitation_revoked',
  expired: 'invitation_expired',
}

/** Shows an invitation to the staff by its link. Opening it does nothing yet: programs that check mail open links. */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const token = linkTokenSchema.safeParse(searchParams.get('token')).data
  const identity = await readIdentity(args)
  const [invitation, actor, { brand }] = await Promise.all([
    token ? readInvitation(token, identity?.id ?? null) : null,
    readActor(args),
    readShell(args),
  ])
  const code = !invitation
    ? 'invitation_unknown'
    : invitation.state === 'open'
      ? null
      : ended[invitation.state]
  return {
    token: token ?? '',
    invitation,
    problem: code && refusalSentence(refused(code).refusal),
    isAccepted: searchParams.has('done'),
    me: isMember(actor) ? actor : null,
    brand,
  }
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args)
  const fields = await args.request.formData().catch(() => null)
  const token = linkTokenSchema.safeParse(fields?.get('token')).data
  const accepted = token ? await acceptInvitation(args, token) : refused('invitation_unknown')
  if (accepted.ok) return redirect(paths.staffInvitation({ token: token ?? '', done: '1' }), 303)
  return data<{ refusal: Refusal }>({ refusal: accepted.refusal }, refusalStatus(accepted.refusal))
}

/** Takes a person into the staff by the link that was mailed to them. */
export default function AcceptInvitation() {
  const { token, invitation, problem, isAccepted, me, brand } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal
  const isDone = isAccepted && invitation?.state === 'accepted' && me !== null
  const message = refusal ? refusalSentence(refusal) : isDone ? null : problem
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title={isDone ? "You're on the team" : 'Join the team'} />
        {message && <Banner tone="warning" title={message} announce />}
        {invitation && (isDone || (!problem && refusal?.code !== 'invitation_accepted')) && (
          <InvitationCard {...{ invitation, me, token, isDone, brand }} />
        )}
      </div>
    </div>
  )
}
