import { Form } from '@remix-run/react'
import * as z from 'zod'
import { linkPurposes } from '#core/links.ts'
import * as paths from '#core/paths.ts'
import { longDateTime } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cluster } from '#ui/layout.css.ts'
import { Dash } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import type { ListedInvitation } from '../grants.types.ts'
import { invitationText } from '../invitation-text.ts'

type Invitations = {
  invitations: readonly ListedInvitation[]
  /** IANA zone of the brand. */
  timeZone: string
}

/** The invitations that wait for an answer, on one page. */
export const invitationList = defineStaffList({
  name: 'invitations',
  title: 'Invitations',
  noun: { one: 'open invitation', many: 'open invitations' },
  query: z.object({ after: z.null().catch(null).default(null) }),
  path: () => paths.staffInvitations(),
  rows: ({ invitations }: Invitations) => invitations,
  next: () => null,
  total: ({ invitations }) => ({ count: invitations.length }),
  rowKey: ({ id }) => id,
  caption: () => 'Open invitations, newest first',
  empty: {
    title: () => 'No open invitations',
    more: 'No more invitations',
    text: () => `We email a link that works for ${linkPurposes.staff_invitation.lifetime}.`,
  },
  columns: [
    { key: 'email', header: 'Email', cell: ({ email }) => email },
    { key: 'to', header: 'To', cell: invitationText },
    {
      key: 'state',
      header: 'Link',
      phone: 'wide',
      cell: ({ state, expiresAt }, { timeZone }) =>
        state === 'open' ? (
          `Works until ${longDateTime(expiresAt, timeZone)}`
        ) : (
          <Badge tone="danger">{state === 'expired' ? 'Expired' : 'Ended'}</Badge>
        ),
    },
    { key: 'by', header: 'Invited by', phone: 'none', cell: ({ invitedBy }) => invitedBy ?? <Dash /> },
    {
      key: 'actions',
      header: 'Actions',
      phone: 'wide',
      cell: ({ id, email }) => (
        <Form method="post" className={cluster[2]}>
          <input type="hidden" name="invitation" value={id} />
          <Button
            type="submit"
            name="intent"
            value="resend"
            variant="secondary"
            size="sm"
            aria-label={`Resend the invitation to ${email}`}
          >
            Resend
          </Button>
          <Button
            type="submit"
            name="intent"
            value="revoke"
            variant="secondary"
            size="sm"
            aria-label={`Withdraw the invitation to ${email}`}
          >
            Withdraw
          </Button>
        </Form>
      ),
    },
  ],
})
