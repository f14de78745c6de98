import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { linkTokenSchema } from '#core/account-fields.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import type { RefusalCode } from '#core/refusals.ts'
import { type Refusal, refusalSentence, refusalStatus, refused } from '#core/result.ts'
import { type Actor, isMember } from '#core/roles.ts'
import { longDateTime } from '#core/time.ts'
import type { StaffInvitation } from '#features/accounts/staff/grants.types.ts'
import { acceptInvitation, readInvitation } from '#features/accounts/staff/grants.writes.server.ts'
import { invitationText } from '#features/accounts/staff/invitation-text.ts'
import { readActor, requireMember } from '#server/actor.server.ts'
import { readIdentity } from '#server/session.server.ts'
import { readShell } from '#server/shell.server.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { cluster, narrow, page, stack, text } from '#ui/layout.css.ts'
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

const nameOf = ({ username, displayName }: Pick<Actor, 'username' | 'displayName'>) =>
  username ? `@${username}` : displayName

/** Takes a person into the staff by the link that was mailed to them. */
export default function AcceptInvitation() {
  const { token, invitation, problem, isAccepted, me, brand } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal
  const busy = useNavigation().state !== 'idle'
  const here = paths.staffInvitation({ token })
  const isDone = isAccepted && invitation?.state === 'accepted' && me !== null
  const message = refusal ? refusalSentence(refusal) : isDone ? null : problem
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title={isDone ? "You're on the team" : 'Join the team'} />
        {message && <Banner tone="warning" title={message} announce />}
        {invitation && (isDone || (!problem && refusal?.code !== 'invitation_accepted')) && (
          <Card as="section" className={stack[4]}>
            <h2>{invitationText(invitation)}</h2>
            <p>
              {isDone
                ? `You now work with ${brand.name}.`
                : `${invitation.invitedBy ?? brand.name} invites ${invitation.email} to work with ${brand.name}.`}
            </p>
            {isDone ? (
              <div>
                <LinkButton to={invitation.role ? paths.adminSearch() : paths.ticketScanner()}>
                  Start
                </LinkButton>
              </div>
            ) : me && !invitation.isForUser ? (
              <Form reloadDocument method="post" action={paths.apiLogout()} className={stack[3]}>
                <p>{`You're logged in as ${nameOf(me)}, which has another email. Log out, then log in with the account that has ${invitation.email}, or register one with it.`}</p>
                <input type="hidden" name="redirect" value={here} />
                <Button type="submit" size="lg" block>
                  Log out and continue
                </Button>
              </Form>
            ) : me ? (
              <Form method="post" action={here} className={stack[3]}>
                <input type="hidden" name="token" value={token} />
                <Button type="submit" size="lg" block busy={busy}>
                  Accept
                </Button>
                <p className={text.small}>
                  {`You're logged in as ${nameOf(me)}. The link works until ${longDateTime(invitation.expiresAt, brand.timeZone)}.`}
                </p>
              </Form>
            ) : (
              <div className={stack[3]}>
                <p>{`Log in with the account that has ${invitation.email}, or register one with it.`}</p>
                <div className={cluster[3]}>
                  <LinkButton to={paths.home({ auth: 'login', redirect: here })}>Login</LinkButton>
                  <LinkButton to={paths.home({ auth: 'register', redirect: here })} variant="secondary">
                    Register
                  </LinkButton>
                </div>
              </div>
            )}
          </Card>
        )}
      </div>
    </div>
  )
}
