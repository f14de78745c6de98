import * as paths from './paths.ts'

/** Describes what a secret link is for, how long it lives, and where it leads. */
type LinkPurpose = {
  /** Kind of the thing whose id the link names. */
  subject:
    | 'account'
    | 'order'
    | 'email_change'
    | 'email_undo'
    | 'subscription'
    | 'alert'
    | 'invitation'
    | 'promoter'
    | 'waitlist'
    | 'comp_place'
    | 'transfer'
    | 'ticket'
    | 'allocation'
  /** Lifetime as mails state it. Links to an order's tickets and to an entry of a waitlist count from the end of the event. */
  lifetime: string
  /** @returns the path on this site that a link with this token opens */
  path: (token: string) => string
}

/**
 * The purposes of the links that mails contain, the same as in `private.link_purposes`. A new purpose is an entry here, a row
 * there, and the functions that read and use its links, built from `private.valid_link` and `private.use_link`.
 */
export const linkPurposes = {
  password_reset: {
    subject: 'account',
    lifetime: '30 minutes',
    path: (token) => paths.passwordReset({ token }),
  },
  email_change: {
    subject: 'email_change',
    lifetime: 'an hour',
    path: (token) => paths.settings({ confirm: token }),
  },
  email_undo: { subject: 'email_undo', lifetime: '7 days', path: (token) => paths.undoEmail({ token }) },
  factor_confirm: {
    subject: 'account',
    lifetime: '1 day',
    path: (token) => paths.confirmFactor({ token }),
  },
  order_tickets: { subject: 'order', lifetime: '1 day', path: (token) => paths.myTickets({ order: token }) },
  order_lookup: {
    subject: 'order',
    lifetime: '24 hours',
    path: (token) => paths.myTickets({ order: token }),
  },
  order_reminder: {
    subject: 'order',
    lifetime: '1 day',
    path: (token) => paths.myTickets({ order: token }),
  },
  supplement: { subject: 'order', lifetime: '14 days', path: (token) => paths.supplement({ token }) },
  order_goods: { subject: 'order', lifetime: '60 days', path: (token) => paths.myGoods({ order: token }) },
  event_choice: { subject: 'order', lifetime: '14 days', path: (token) => paths.eventChoice({ token }) },
  subscription_confirm: {
    subject: 'subscription',
    lifetime: '7 days',
    path: (token) => paths.mailingList({ token }),
  },
  subscription_end: {
    subject: 'subscription',
    lifetime: '400 days',
    path: (token) => paths.mailingList({ token }),
  },
  alert_confirm: { subject: 'alert', lifetime: '7 days', path: (token) => paths.alerts({ token }) },
  alert_end: { subject: 'alert', lifetime: '400 days', path: (token) => paths.alerts({ token }) },
  address_confirm: { subject: 'account', lifetime: '7 days', path: (token) => paths.alerts({ token }) },
  staff_invitation: {
    subject: 'invitation',
    lifetime: '72 hours',
    path: (token) => paths.staffInvitation({ token }),
  },
  promoter_list: {
    subject: 'promoter',
    lifetime: '1 minute',
    path: (token) => paths.promoterList({ token }),
  },
  ticket_transfer: {
    subject: 'transfer',
    lifetime: '48 hours',
    path: (token) => paths.transferOffer({ token }),
  },
  received_ticket: {
    subject: 'ticket',
    lifetime: '1 day',
    path: (token) => paths.myTickets({ order: token }),
  },
  free_ticket: {
    subject: 'comp_place',
    lifetime: '30 days',
    path: (token) => paths.freeTicketClaim({ token }),
  },
  follows_end: { subject: 'account', lifetime: '400 days', path: (token) => paths.alerts({ token }) },
  reminders_end: { subject: 'account', lifetime: '400 days', path: (token) => paths.alerts({ token }) },
  digest_end: { subject: 'account', lifetime: '400 days', path: (token) => paths.alerts({ token }) },
  waitlist_confirm: {
    subject: 'waitlist',
    lifetime: '7 days',
    path: (token) => paths.myWaitlist({ token }),
  },
  waitlist_entry: { subject: 'waitlist', lifetime: '1 day', path: (token) => paths.myWaitlist({ token }) },
  allocation_place: {
    subject: 'allocation',
    lifetime: '1 minute',
    path: (token) => paths.allocatedPlace({ token }),
  },
} as const satisfies Record<string, LinkPurpose>

export type LinkPurposeName = keyof typeof linkPurposes
