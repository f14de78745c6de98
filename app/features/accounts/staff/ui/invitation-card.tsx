import { Form, useNavigation } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import type { Actor } from '#core/roles.ts'
import { longDateTime } from '#core/time.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import type { StaffInvitation } from '../grants.types.ts'
import { invitationText } from '../invitation-text.ts'

const nameOf = ({ username, displayName }: Pick<Actor, 'username' | 'displayName'>) =>
  username ? `@${username}` : displayName

/**
 * Says to what somebody is invited, with the step that is theirs: logging in, changing the account, accepting, or starting.
 * @param me the member who looks; null without one
 * @param token the token of the link
 * @param isDone true once the invitation is accepted
 */
export function InvitationCard({
  invitation,
  me,
  token,
  isDone,
  brand,
}: {
  invitation: StaffInvitation & { isForUser: boolean }
  me: Pick<Actor, 'username' | 'displayName'> | null
  token: string
  isDone: boolean
  brand: { name: string; timeZone: string }
}) {
  const busy = useNavigation().state !== 'idle'
  const here = paths.staffInvitation({ token })
  return (
    <Card as="section" className={stack[4]}>
      <h2>{invitationText(invitation)}</h2>
      <p>
        {isDone
          ? `You now work with ${brand.name}.`
          : `${invitation.invitedBy ?? brand.name} invites ${invitation.email} to work with ${brand.name}.`}
      </p>
      {isDone ? (
        <div>
          <LinkButton to={invitation.role ? paths.adminSearch() : paths.ticketScanner()}>Start</LinkButton>
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
  )
}
