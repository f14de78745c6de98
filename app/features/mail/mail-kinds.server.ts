import * as z from 'zod'
import type { LinkPurposeName } from '#core/links.ts'
import { type NotificationType, notificationTextVersion } from '#core/notification-types.ts'
import * as paths from '#core/paths.ts'
import { directionsUrl } from '#core/place.ts'
import { printTicketCode } from '#core/ticket-code.ts'
import { readEnv } from '#server/env.server.ts'
import { makeLinkPath } from '#server/link-token.server.ts'
import { plainText } from '#server/markdown.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { readTicketSigner } from '#server/ticket-signing.server.ts'
import { alertTextVersion } from './alerts/alert-text.ts'
import { campaignTest } from './campaign-test.server.ts'
import {
  accountChangeSchema,
  contactMessageSchema,
  lowStockSchema,
  type MailAllocation,
  type MailCode,
  type MailComp,
  type MailDigest,
  type MailGoods,
  type MailOrder,
  type MailReminder,
  type MailSender,
  type MailText,
  type MailTransfer,
  mailAllocationSchema,
  mailChangeSchema,
  mailCompApprovalSchema,
  mailCompSchema,
  mailDigestSchema,
  mailEventSchema,
  mailGoodsSchema,
  mailInvitationSchema,
  mailOrderSchema,
  mailPlaceSchema,
  mailPromoterLinkSchema,
  mailPromoterMoneySchema,
  mailRefundSchema,
  mailReminderSchema,
  mailReturnSchema,
  mailSenderSchema,
  mailStreamSchema,
  mailTicketChangeSchema,
  mailTicketsSchema,
  mailTimesSchema,
  mailTransferSchema,
  mailWaitlistSchema,
  moderationMailSchema,
  newDeviceSchema,
  personAnswerSchema,
  receivedNewsSchema,
  resetAccountsSchema,
  secondFactorChangeSchema,
} from './mail.types.ts'
import { siteOfMails } from './site-of-mails.server.ts'
import { accountChanged } from './templates/account-changed.tsx'
import { addressConfirm } from './templates/address-confirm.tsx'
import { alertConfirm } from './templates/alert-confirm.tsx'
import { alertOnSale } from './templates/alert-on-sale.tsx'
import { alertReminder } from './templates/alert-reminder.tsx'
import { allocationEnding, allocationGiven } from './templates/allocation.tsx'
import { communityDigest } from './templates/community-digest.tsx'
import { contactMessage } from './templates/contact-message.tsx'
import { emailChange } from './templates/email-change.tsx'
import { emailChanged } from './templates/email-changed.tsx'
import { eventCancelled } from './templates/event-cancelled.tsx'
import { eventChangeReport } from './templates/event-change-report.tsx'
import { eventPostponed, eventRescheduled, eventUndated } from './templates/event-changed.tsx'
import { eventMoved, isSamePlace, isSameTime } from './templates/event-moved.tsx'
import { factorConfirm } from './templates/factor-confirm.tsx'
import { followedEvent } from './templates/followed-event.tsx'
import {
  freeTicketGuest,
  freeTickets,
  freeTicketsApproval,
  freeTicketsReminder,
  freeTicketsRevoked,
} from './templates/free-tickets.tsx'
import { goodsMail } from './templates/goods.tsx'
import type { MailTemplate } from './templates/mail-template.ts'
import { moderation } from './templates/moderation.tsx'
import { newDevice } from './templates/new-device.tsx'
import { orderApology } from './templates/order-apology.tsx'
import { orderEmailNotice } from './templates/order-email-notice.tsx'
import { orderPaid } from './templates/order-paid.tsx'
import { orderRefunded } from './templates/order-refunded.tsx'
import { passwordReset } from './templates/password-reset.tsx'
import { personAnswer } from './templates/person-answer.tsx'
import { promoterLink, promoterPaid, promoterStatement } from './templates/promoter.tsx'
import { receivedReminder, receivedTicketNews } from './templates/received-ticket.tsx'
import { refundDeclined } from './templates/refund-declined.tsx'
import { refundFailed } from './templates/refund-failed.tsx'
import { reminder } from './templates/reminder.tsx'
import { renderMail } from './templates/render-mail.server.tsx'
import { secondFactorChanged } from './templates/second-factor-changed.tsx'
import { staffInvitation } from './templates/staff-invitation.tsx'
import { stockLow } from './templates/stock-low.tsx'
import { streamLive, streamReminder } from './templates/stream-live.tsx'
import { subscriptionConfirm } from './templates/subscription-confirm.tsx'
import { subscriptionStarted } from './templates/subscription-started.tsx'
import { ticketChanged } from './templates/ticket-changed.tsx'
import { ticketLinks } from './templates/ticket-links.tsx'
import { returnListed, returnSold, returnUnsold } from './templates/ticket-return.tsx'
import { ticketSupplement } from './templates/ticket-supplement.tsx'
import {
  receivedTicketEnded,
  ticketReceived,
  transferAccepted,
  transferCanceled,
  transferEnded,
  transferOffered,
} from './templates/transfer.tsx'
import { venueRevealed } from './templates/venue-revealed.tsx'
import {
  waitlistClosed,
  waitlistConfirm,
  waitlistJoined,
  waitlistLapsed,
  waitlistOffer,
  waitlistPassed,
} from './templates/waitlist.tsx'
import { type MailWording, mailWordingSchema } from './wordings/wordings.types.ts'

/** Declares a kind of mail. */
type Declaration<Facts extends z.ZodRawShape, Props extends object> = {
  /** The kind of thing that a mail is about. */
  subject:
    | 'none'
    | 'order'
    | 'account'
    | 'email_change'
    | 'subscription'
    | 'alert'
    | 'invitation'
    | 'waitlist'
    | 'comp_place'
    | 'transfer'
    | 'allocation'
  /** The type that people see in their settings; null for mail to the team. */
  notification: NotificationType | null
  /** Marketing is sent after consent alone. */
  stream: 'transactional' | 'marketing'
  /** Parses the result of `read_mail_facts` for a mail of this kind. */
  facts: z.ZodObject<Facts>
  template: MailTemplate<Props>
  /** Returns what the template is filled with, links included, or null when there is nothing to send any more */
  prepare: (facts: z.output<z.ZodObject<Facts>>, secrets: Secrets) => Promise<Props | null> | Props | null
}

/** Makes a kind of mail out of its declaration. */
function mailKind<Facts extends z.ZodRawShape, Props extends object>({
  subject,
  notification,
  stream,
  facts,
  template,
  prepare,
}: Declaration<Facts, Props>) {
  const schema = z.object({ sender: mailSenderSchema, wording: mailWordingSchema.nullish() }).and(facts)
  return {
    subject,
    notification,
    stream,
    schema,
    /**
     * Writes a queued mail from the present state of what it is about.
     * @param secrets makes its links and codes; `hiddenSecrets` for anybody but its recipient
     * @returns null when there is nothing to send any more
     */
    async write(mailId: string, secrets: Secrets = ofRecipient): Promise<MailText | null> {
      const found = await rpc(serviceClient(), 'read_mail_facts', { p_mail: mailId }, schema)
      const props = await prepare(found, secrets)
      return props && renderMail(template, props, { ...found.sender, ...siteOfMails() }, found.wording)
    },
    /** Writes the template's sample, as the style guide shows it. @param wording what admins put into it */
    preview: (sender: MailSender, wording: MailWording | null = null): MailText =>
      renderMail(template, template.sample, sender, wording),
  }
}

/**
 * Makes a secret link.
 * @param subjectId of what the link is about, of the kind that its purpose names
 * @returns its whole address, or null when its subject is gone
 */
async function link(
  purpose: LinkPurposeName,
  subjectId: string,
  payload?: Record<string, string>,
): Promise<string | null> {
  const path = await makeLinkPath(purpose, subjectId, payload)
  return path && readEnv().SITE_URL + path
}

/** Signs the codes of an order's tickets; those that may not be shown now, and those of holders who are in, are left out. */
function codesOf(tickets: z.output<typeof mailTicketsSchema>): MailCode[] {
  const signer = readTicketSigner(readEnv().TICKET_SIGNING_KEY)
  return tickets.flatMap((about) =>
    about.tickets.flatMap(({ id, typeId, typeName, partOf, generation, enteredAt, code }) =>
      code && enteredAt === null
        ? [
            {
              typeName: `${about.isTest ? 'TEST: ' : ''}${partOf ? `${typeName} (${partOf})` : typeName}`,
              qr: signer.sign({ ticketId: id, generation, eventId: about.event.id, typeId }),
              code: printTicketCode(code),
            },
          ]
        : [],
    ),
  )
}

/** Makes what only the recipient of a mail may have: the addresses of its links, and the codes of tickets. */
type Secrets = { link: typeof link; codesOf: typeof codesOf }

const ofRecipient: Secrets = { link, codesOf }

/** Stands in for links and codes where somebody else reads a mail: no link is made, and no code is shown. */
export const hiddenSecrets: Secrets = {
  link: async () => `${readEnv().SITE_URL}/link-hidden`,
  codesOf: () => [],
}

const account = { notification: 'account', stream: 'transactional' } as const
/** A mail about an order, to its buyer. */
const toBuyer = {
  subject: 'order',
  notification: 'orders',
  stream: 'transactional',
  facts: z.object({ order: mailOrderSchema }),
} as const

/** Reminds the buyer of an order of its event; there is nothing to send once `reminder` is null. */
const toHolder = {
  subject: 'order',
  notification: 'event_changes',
  stream: 'transactional',
  facts: z.object({ order: mailOrderSchema, reminder: mailReminderSchema.nullable() }),
  async prepare(facts: { order: MailOrder; reminder: MailReminder | null }, { link }: Secrets) {
    const { order, reminder: about } = facts
    const ticketsUrl = about && (await link('order_reminder', order.id))
    const mapUrl = order.event?.address ? directionsUrl(order.event) : null
    return about && ticketsUrl ? { order, about, ticketsUrl, mapUrl } : null
  },
} as const

/** A mail about a change of an order's event, to its buyer. */
const aboutChange = {
  ...toBuyer,
  notification: 'event_changes',
  facts: toBuyer.facts.extend({ change: mailChangeSchema }),
} as const

/** A mail about goods of an order, to its buyer; nothing to send once its order is gone. */
const aboutGoods = {
  ...toBuyer,
  facts: toBuyer.facts.extend({ goods: mailGoodsSchema }),
  async prepare({ order, goods }: { order: MailOrder; goods: MailGoods }, { link }: Secrets) {
    const goodsUrl = await link('order_goods', order.id)
    return goodsUrl && goods.items.length > 0 ? { order, goods, goodsUrl } : null
  },
} as const

/** A mail about what its buyer chooses for goods; nothing to send when it was decided meanwhile. */
const aboutGoodsChoice = {
  ...aboutGoods,
  prepare: (facts: { order: MailOrder; goods: MailGoods }, secrets: Secrets) =>
    facts.goods.choice ? aboutGoods.prepare(facts, secrets) : null,
} as const

/** A mail with the link of a free ticket, to its guest; nothing to send once it can't be claimed. */
const toCompGuest = {
  subject: 'comp_place',
  notification: null,
  stream: 'transactional',
  facts: z.object({ subjectId: z.uuid(), comp: mailCompSchema.nullable() }),
  async prepare({ subjectId, comp }: { subjectId: string; comp: MailComp | null }, { link }: Secrets) {
    const url = comp?.isOpen ? await link('free_ticket', subjectId) : null
    return comp && url ? { comp, url } : null
  },
} as const

/** Declares a mail about a subscription to the mailing list, to its address. */
const toSubscriber = {
  subject: 'subscription',
  notification: null,
  stream: 'transactional',
  facts: z.object({ subjectId: z.uuid() }),
} as const

/** Declares a mail about the alerts of an event; `event` is null when there is nothing to tell any more. */
const aboutAlert = {
  subject: 'alert',
  facts: z.object({ subjectId: z.uuid(), event: mailEventSchema.nullable() }),
} as const

/** Returns what a mail that tells of an event is filled with, its way out included. */
async function alertProps({ subjectId, event }: z.output<(typeof aboutAlert)['facts']>, { link }: Secrets) {
  const endUrl = event && (await link('alert_end', subjectId))
  return event && endUrl ? { event, endUrl } : null
}

/** A mail about a ticket that its holder listed for return, to its buyer; its facts are those of the moment it was queued. */
const aboutReturn = {
  ...toBuyer,
  facts: toBuyer.facts.extend({ payload: mailReturnSchema }),
  // A new link would end the one behind which its holder is looking at the ticket.
  prepare: ({ payload }: { payload: z.output<typeof mailReturnSchema> }) => ({
    about: payload,
    url: readEnv().SITE_URL + paths.myTickets(),
  }),
} as const

/** Declares a mail about an entry of a waitlist, with a link to it; its facts are those of the moment it was queued. */
const aboutWaitlist = {
  subject: 'waitlist',
  notification: null,
  stream: 'transactional',
  facts: z.object({ subjectId: z.uuid(), payload: mailWaitlistSchema }),
  async prepare(
    { subjectId, payload }: { subjectId: string; payload: z.output<typeof mailWaitlistSchema> },
    { link }: Secrets,
  ) {
    const url = await link('waitlist_entry', subjectId)
    return url ? { about: payload, url } : null
  },
} as const

/** A mail about places that a member hands on; none once there is nothing left to hand on. */
const aboutAllocation = {
  subject: 'allocation',
  notification: null,
  stream: 'transactional',
  facts: z.object({ allocation: mailAllocationSchema.nullable() }),
  prepare: ({ allocation }: { allocation: MailAllocation | null }) =>
    allocation && !allocation.isOver && allocation.left > 0
      ? { allocation, url: readEnv().SITE_URL + paths.myAllocations() }
      : null,
} as const

/** A mail about a transfer of a ticket, to one of its two sides. */
const aboutTransfer = {
  subject: 'transfer',
  notification: 'orders',
  stream: 'transactional',
  facts: z.object({ subjectId: z.uuid(), transfer: mailTransferSchema }),
} as const

/** A mail about a ticket to who got it from its buyer; none once they no longer have it: its link opens nothing of theirs then. */
const toReceiver = {
  ...aboutTransfer,
  notification: 'event_changes',
} as const

/** Makes the link to a ticket for who got it from its buyer; null once they no longer have it. */
const receiverUrl = async ({ isValid, isCurrent, ticketId }: MailTransfer, { link }: Secrets) =>
  isValid && isCurrent ? await link('received_ticket', ticketId) : null

const receivedReminderKind = (when: 'day_before' | 'day_of') =>
  mailKind({
    ...toReceiver,
    facts: toReceiver.facts.extend({ reminder: mailReminderSchema.nullable() }),
    template: receivedReminder(when),
    async prepare({ transfer, reminder: about }, secrets: Secrets) {
      const url = about && (await receiverUrl(transfer, secrets))
      return about && url ? { transfer, about, url } : null
    },
  })

const transferOnly = ({ transfer }: { transfer: MailTransfer }) => ({ transfer })

/** Declares a mail about a stream that is on the air, to a member; `stream` is null when it has become pointless. */
const aboutStream = {
  subject: 'account',
  stream: 'marketing',
  facts: z.object({ subjectId: z.uuid(), stream: mailStreamSchema.nullable() }),
} as const

/**
 * Every kind of mail that the site writes, the same as in `private.mail_kinds`. A new kind is an entry here, its template, and a
 * row there.
 */
export const mailKinds = {
  order_paid: mailKind({
    ...toBuyer,
    facts: toBuyer.facts.extend({ tickets: mailTicketsSchema, hasGoods: z.boolean() }),
    template: orderPaid,
    async prepare({ order, tickets, hasGoods }, { link, codesOf }: Secrets) {
      const ticketsUrl = await link('order_tickets', order.supplement?.orderId ?? order.id)
      const goodsUrl = hasGoods ? await link('order_goods', order.id) : null
      return ticketsUrl ? { order, ticketsUrl, codes: codesOf(tickets), goodsUrl } : null
    },
  }),
  order_too_late: mailKind({ ...toBuyer, template: orderApology('sold_out'), prepare: (facts) => facts }),
  order_event_over: mailKind({ ...toBuyer, template: orderApology('event_over'), prepare: (facts) => facts }),
  order_over_limit: mailKind({ ...toBuyer, template: orderApology('over_limit'), prepare: (facts) => facts }),
  order_refused: mailKind({ ...toBuyer, template: orderApology('refused'), prepare: (facts) => facts }),
  order_code_used_up: mailKind({
    ...toBuyer,
    template: orderApology('code_used_up'),
    prepare: (facts) => facts,
  }),
  order_supplement_over: mailKind({
    ...toBuyer,
    template: orderApology('supplement_over'),
    prepare: (facts) => facts,
  }),
  order_refunded: mailKind({
    ...toBuyer,
    facts: toBuyer.facts.extend({ refund: mailRefundSchema }),
    template: orderRefunded,
    prepare: (facts) => facts,
  }),
  refund_declined: mailKind({
    ...toBuyer,
    facts: toBuyer.facts.extend({ refund: mailRefundSchema }),
    template: refundDeclined,
    prepare: (facts) => facts,
  }),
  refund_failed: mailKind({
    ...toBuyer,
    notification: null,
    facts: toBuyer.facts.extend({
      refund: mailRefundSchema,
      payload: z.object({ refundId: z.uuid(), isLast: z.boolean() }),
    }),
    template: refundFailed,
    prepare: ({ payload: { refundId, isLast }, ...facts }) => ({
      ...facts,
      isLast,
      refundUrl: readEnv().SITE_URL + paths.ticketManagementRefundCase(refundId),
    }),
  }),
  event_cancelled: mailKind({
    ...toBuyer,
    notification: 'event_changes',
    template: eventCancelled,
    prepare: (facts) => facts,
  }),
  event_moved: mailKind({
    ...toBuyer,
    notification: 'event_changes',
    facts: toBuyer.facts.extend({
      payload: z.object({ was: mailTimesSchema, wasPlace: mailPlaceSchema.nullable().default(null) }),
    }),
    template: eventMoved,
    // No mail when the event has its old times and its old place again, or its place was hidden meanwhile.
    async prepare({ order, payload: { was, wasPlace } }, { link }: Secrets) {
      if (!order.event) return null
      const isMoved = wasPlace && !order.event.venueHidden && !isSamePlace(order.event, wasPlace)
      if (!isMoved && isSameTime(order.event, was)) return null
      const ticketsUrl = await link('order_tickets', order.id)
      return ticketsUrl ? { order, was, wasPlace: isMoved ? wasPlace : null, ticketsUrl } : null
    },
  }),
  // No mail about a change that a later one replaced: its own mail is queued.
  event_postponed: mailKind({
    ...aboutChange,
    template: eventPostponed,
    prepare: (facts) => (facts.change.isCurrent ? facts : null),
  }),
  event_rescheduled: mailKind({
    ...aboutChange,
    template: eventRescheduled,
    async prepare({ order, change }, { link }: Secrets) {
      const choiceUrl = change.isCurrent ? await link('event_choice', order.id) : null
      return choiceUrl ? { order, change, choiceUrl } : null
    },
  }),
  event_undated: mailKind({ ...aboutChange, template: eventUndated, prepare: (facts) => facts }),
  event_change_report: mailKind({
    subject: 'none',
    notification: null,
    stream: 'transactional',
    facts: z.object({ change: mailChangeSchema }),
    template: eventChangeReport,
    prepare: ({ change }) => ({
      change,
      reportUrl: readEnv().SITE_URL + paths.adminEventChanges(change.eventId),
    }),
  }),
  venue_revealed: mailKind({
    ...toBuyer,
    notification: 'event_changes',
    template: venueRevealed,
    // No mail when it was hidden again, the event was cancelled or the tickets were refunded meanwhile.
    async prepare({ order }, { link }: Secrets) {
      const { event } = order
      if (!event?.venueName && !event?.address) return null
      const ticketsUrl = await link('order_tickets', order.id)
      return ticketsUrl ? { order, ticketsUrl, mapUrl: directionsUrl(event) } : null
    },
  }),
  reminder_day_before: mailKind({ ...toHolder, template: reminder('day_before') }),
  reminder_day_of: mailKind({ ...toHolder, template: reminder('day_of') }),
  ticket_changed: mailKind({
    ...toBuyer,
    facts: toBuyer.facts.extend({
      payload: mailTicketChangeSchema.omit({ tickets: true }),
      changed: mailTicketChangeSchema.shape.tickets,
    }),
    template: ticketChanged,
    async prepare({ order, payload, changed }, { link }: Secrets) {
      const about = { order, change: { ...payload, tickets: changed } }
      if (payload.change === 'ended') return { ...about, ticketsUrl: null }
      // A new link would end the one behind which its holder is looking at the new code.
      if (payload.change === 'new_code')
        return { ...about, ticketsUrl: readEnv().SITE_URL + paths.myTickets() }
      return { ...about, ticketsUrl: await link('order_tickets', order.id) }
    },
  }),
  ticket_supplement: mailKind({
    ...toBuyer,
    template: ticketSupplement,
    // No mail when it was paid, called off or its time passed meanwhile.
    async prepare({ order }, { link }: Secrets) {
      const { supplement } = order
      const payUrl = supplement?.isOpen ? await link('supplement', order.id) : null
      return supplement && payUrl ? { order, supplement, payUrl } : null
    },
  }),
  goods_shipped: mailKind({ ...aboutGoods, template: goodsMail('shipped') }),
  goods_lost: mailKind({ ...aboutGoods, template: goodsMail('lost') }),
  goods_delivered: mailKind({ ...aboutGoods, template: goodsMail('delivered') }),
  goods_ready: mailKind({
    ...aboutGoods,
    template: goodsMail('ready'),
    // No mail when they were handed over or cancelled meanwhile.
    prepare: (facts, secrets) =>
      facts.goods.items.some(({ status }) => status === 'ready_for_pickup')
        ? aboutGoods.prepare(facts, secrets)
        : null,
  }),
  goods_unclaimed: mailKind({ ...aboutGoodsChoice, template: goodsMail('choice') }),
  goods_event_changed: mailKind({ ...aboutGoodsChoice, template: goodsMail('choice') }),
  goods_moved: mailKind({ ...aboutGoods, template: goodsMail('moved') }),
  return_decided: mailKind({ ...aboutGoods, template: goodsMail('return_decided') }),
  ticket_links: mailKind({
    subject: 'none',
    notification: 'orders',
    stream: 'transactional',
    facts: z.object({
      orders: z.array(mailOrderSchema).max(50),
      payload: z.object({ byStaff: z.boolean().default(false) }),
    }),
    template: ticketLinks,
    // No mail when the email of all of them was corrected meanwhile.
    async prepare({ orders, payload: { byStaff } }, { link }: Secrets) {
      const linked = orders.map(async (order) => {
        const ticketsUrl = await link('order_lookup', order.id)
        return ticketsUrl ? [{ order, ticketsUrl }] : []
      })
      const found = (await Promise.all(linked)).flat()
      return found.length > 0 ? { orders: found, byStaff } : null
    },
  }),
  order_email_notice: mailKind({
    ...toBuyer,
    facts: toBuyer.facts.extend({
      hasGoods: z.boolean(),
      payload: z.object({ notice: z.enum(['moved_in', 'moved_out', 'sent_elsewhere']) }),
    }),
    template: orderEmailNotice,
    async prepare({ order, hasGoods, payload: { notice } }, { link }: Secrets) {
      const isIn = notice === 'moved_in'
      const ticketsUrl = isIn && order.ticketCount > 0 ? await link('order_tickets', order.id) : null
      const goodsUrl = isIn && hasGoods ? await link('order_goods', order.id) : null
      return { order, notice, ticketsUrl, goodsUrl }
    },
  }),
  stock_low: mailKind({
    subject: 'none',
    notification: null,
    stream: 'transactional',
    facts: z.object({ payload: lowStockSchema }),
    template: stockLow,
    prepare: ({ payload }) => ({
      stock: payload,
      inventoryUrl: readEnv().SITE_URL + paths.adminVariantStock(payload.variantId),
    }),
  }),
  password_reset: mailKind({
    ...account,
    subject: 'none',
    facts: z.object({ recipient: z.string(), accounts: resetAccountsSchema }),
    template: passwordReset,
    // Sends no mail when no account has the address; the visitor's page is the same.
    async prepare({ recipient, accounts }, { link }: Secrets) {
      const linked = accounts.map(async ({ userId, username }) => {
        const url = await link('password_reset', userId, { email: recipient })
        return url ? [{ username, url }] : []
      })
      const found = (await Promise.all(linked)).flat()
      return found.length > 0 ? { accounts: found } : null
    },
  }),
  email_change: mailKind({
    ...account,
    subject: 'email_change',
    facts: z.object({ subjectId: z.uuid() }),
    template: emailChange,
    // No mail when the request was replaced or has ended meanwhile.
    async prepare({ subjectId }, { link }: Secrets) {
      const url = await link('email_change', subjectId)
      return url ? { url } : null
    },
  }),
  email_changed: mailKind({
    ...account,
    subject: 'account',
    facts: z.object({ payload: z.object({ undoId: z.uuid().nullable() }) }),
    template: emailChanged,
    // With a link to undo the change, as long as there is something to undo.
    async prepare({ payload: { undoId } }, { link }: Secrets) {
      return { undoUrl: undoId ? await link('email_undo', undoId) : null }
    },
  }),
  new_device: mailKind({
    ...account,
    subject: 'account',
    facts: z.object({ payload: newDeviceSchema }),
    template: newDevice,
    prepare: ({ payload }) => ({
      ...payload,
      settingsUrl: readEnv().SITE_URL + paths.settings(),
      resetUrl: readEnv().SITE_URL + paths.passwordReset(),
    }),
  }),
  second_factor_changed: mailKind({
    ...account,
    subject: 'account',
    facts: z.object({ payload: secondFactorChangeSchema }),
    template: secondFactorChanged,
    prepare: ({ payload }) => ({
      ...payload,
      settingsUrl: readEnv().SITE_URL + paths.secondStepSettings(),
      resetUrl: readEnv().SITE_URL + paths.passwordReset(),
    }),
  }),
  account_changed: mailKind({
    ...account,
    subject: 'account',
    facts: z.object({ payload: accountChangeSchema }),
    template: accountChanged,
    prepare: ({ payload }) => ({ ...payload, siteUrl: readEnv().SITE_URL + paths.home() }),
  }),
  moderation: mailKind({
    ...account,
    subject: 'account',
    facts: z.object({ payload: moderationMailSchema }),
    template: moderation,
    prepare: ({ payload }) => ({ ...payload, settingsUrl: readEnv().SITE_URL + paths.ownModeration() }),
  }),
  person_answer: mailKind({
    ...account,
    subject: 'account',
    facts: z.object({ payload: personAnswerSchema }),
    template: personAnswer,
    prepare: ({ payload }) => ({ ...payload, url: readEnv().SITE_URL + paths.askPerson() }),
  }),
  factor_confirm: mailKind({
    ...account,
    subject: 'account',
    facts: z.object({ subjectId: z.uuid(), recipient: z.string() }),
    template: factorConfirm,
    async prepare({ subjectId, recipient }, { link }: Secrets) {
      const url = await link('factor_confirm', subjectId, { email: recipient })
      return url ? { url } : null
    },
  }),
  contact_message: mailKind({
    subject: 'none',
    notification: null,
    stream: 'transactional',
    facts: z.object({ payload: contactMessageSchema }),
    template: contactMessage,
    prepare: ({ payload }) => payload,
  }),
  staff_invitation: mailKind({
    subject: 'invitation',
    notification: null,
    stream: 'transactional',
    facts: z.object({ subjectId: z.uuid(), invitation: mailInvitationSchema.nullable() }),
    template: staffInvitation,
    // No mail when it was taken back or accepted meanwhile.
    async prepare({ subjectId, invitation }, { link }: Secrets) {
      const url = invitation && (await link('staff_invitation', subjectId))
      return invitation && url ? { invitation, url } : null
    },
  }),
  promoter_link: mailKind({
    subject: 'none',
    notification: null,
    stream: 'transactional',
    facts: z.object({ payload: mailPromoterLinkSchema }),
    template: promoterLink,
    // No mail when the promoter was ended or the event is over meanwhile.
    async prepare({ payload: { name, event, eventPromoterId, linkCode } }, { link }: Secrets) {
      const listUrl = await link('promoter_list', eventPromoterId)
      const shareUrl = `${readEnv().SITE_URL}${paths.event(event.id, event.slug)}?p=${linkCode}`
      return listUrl ? { name, eventTitle: event.title, shareUrl, listUrl } : null
    },
  }),
  promoter_statement: mailKind({
    subject: 'none',
    notification: null,
    stream: 'transactional',
    facts: z.object({ payload: mailPromoterMoneySchema }),
    template: promoterStatement,
    prepare: ({ payload: { hasAccount, ...facts } }) => ({ ...facts, pageUrl: promoterUrl(hasAccount) }),
  }),
  promoter_paid: mailKind({
    subject: 'none',
    notification: null,
    stream: 'transactional',
    facts: z.object({ payload: mailPromoterMoneySchema.extend({ reference: z.string() }) }),
    template: promoterPaid,
    prepare: ({ payload: { hasAccount, ...facts } }) => ({ ...facts, pageUrl: promoterUrl(hasAccount) }),
  }),
  free_tickets: mailKind({ ...toCompGuest, template: freeTickets }),
  free_ticket_guest: mailKind({ ...toCompGuest, template: freeTicketGuest }),
  free_tickets_reminder: mailKind({ ...toCompGuest, template: freeTicketsReminder }),
  free_tickets_revoked: mailKind({
    ...toCompGuest,
    template: freeTicketsRevoked,
    prepare: ({ comp }) => (comp?.isRevoked ? { comp } : null),
  }),
  free_tickets_approval: mailKind({
    subject: 'none',
    notification: null,
    stream: 'transactional',
    facts: z.object({ payload: mailCompApprovalSchema }),
    template: freeTicketsApproval,
    prepare: ({ payload }) => ({
      ...payload,
      listUrl: readEnv().SITE_URL + paths.freeTickets({ event: payload.eventId, show: 'approval' }),
    }),
  }),
  transfer_offered: mailKind({
    ...aboutTransfer,
    template: transferOffered,
    // No mail when it was taken back, answered or has expired meanwhile.
    async prepare({ subjectId, transfer }, { link }: Secrets) {
      const url = transfer.state === 'offered' ? await link('ticket_transfer', subjectId) : null
      return url ? { transfer, url } : null
    },
  }),
  transfer_accepted: mailKind({ ...aboutTransfer, template: transferAccepted, prepare: transferOnly }),
  transfer_ended: mailKind({ ...aboutTransfer, template: transferEnded, prepare: transferOnly }),
  transfer_canceled: mailKind({ ...aboutTransfer, template: transferCanceled, prepare: transferOnly }),
  ticket_received: mailKind({
    ...aboutTransfer,
    template: ticketReceived,
    async prepare({ transfer }, secrets: Secrets) {
      const url = await receiverUrl(transfer, secrets)
      return url ? { transfer, url } : null
    },
  }),
  received_ticket_ended: mailKind({ ...aboutTransfer, template: receivedTicketEnded, prepare: transferOnly }),
  received_ticket_news: mailKind({
    ...toReceiver,
    facts: toReceiver.facts.extend({ payload: receivedNewsSchema }),
    template: receivedTicketNews,
    async prepare({ transfer, payload: { news } }, secrets: Secrets) {
      const isSecret = news === 'venue_revealed' && !transfer.event.venueName && !transfer.event.address
      const url = isSecret ? null : await receiverUrl(transfer, secrets)
      return url ? { transfer, news, url } : null
    },
  }),
  received_reminder_day_before: receivedReminderKind('day_before'),
  received_reminder_day_of: receivedReminderKind('day_of'),
  allocation_given: mailKind({ ...aboutAllocation, template: allocationGiven }),
  allocation_ending: mailKind({ ...aboutAllocation, template: allocationEnding }),
  return_listed: mailKind({ ...aboutReturn, template: returnListed }),
  return_sold: mailKind({ ...aboutReturn, template: returnSold }),
  return_unsold: mailKind({
    ...aboutReturn,
    template: returnUnsold,
    async prepare({ order, payload }, { link }: Secrets) {
      const url = await link('order_tickets', order.id)
      return url ? { about: payload, url } : null
    },
  }),
  subscription_confirm: mailKind({
    ...toSubscriber,
    template: subscriptionConfirm,
    async prepare({ subjectId }, { link }: Secrets) {
      const url = await link('subscription_confirm', subjectId)
      return url ? { url } : null
    },
  }),
  subscription_started: mailKind({
    ...toSubscriber,
    template: subscriptionStarted,
    async prepare({ subjectId }, { link }: Secrets) {
      const endUrl = await link('subscription_end', subjectId)
      return endUrl ? { endUrl } : null
    },
  }),
  address_confirm: mailKind({
    ...account,
    subject: 'account',
    facts: z.object({ subjectId: z.uuid(), recipient: z.string() }),
    template: addressConfirm,
    async prepare({ subjectId, recipient }, { link }: Secrets) {
      const url = await link('address_confirm', subjectId, { email: recipient })
      return url ? { url } : null
    },
  }),
  alert_confirm: mailKind({
    ...aboutAlert,
    notification: null,
    stream: 'transactional',
    template: alertConfirm,
    async prepare({ subjectId, event }, { link }: Secrets) {
      const url = event && (await link('alert_confirm', subjectId))
      return event && url ? { event, url } : null
    },
  }),
  alert_on_sale: mailKind({
    ...aboutAlert,
    notification: 'alerts',
    stream: 'marketing',
    template: alertOnSale,
    prepare: alertProps,
  }),
  alert_reminder: mailKind({
    ...aboutAlert,
    notification: 'alerts',
    stream: 'marketing',
    template: alertReminder,
    prepare: alertProps,
  }),
  waitlist_confirm: mailKind({
    ...aboutWaitlist,
    template: waitlistConfirm,
    async prepare({ subjectId, payload }, { link }: Secrets) {
      const url = await link('waitlist_confirm', subjectId)
      return url ? { about: payload, url } : null
    },
  }),
  waitlist_joined: mailKind({ ...aboutWaitlist, template: waitlistJoined }),
  waitlist_offer: mailKind({ ...aboutWaitlist, template: waitlistOffer }),
  waitlist_lapsed: mailKind({ ...aboutWaitlist, template: waitlistLapsed }),
  waitlist_passed: mailKind({ ...aboutWaitlist, template: waitlistPassed }),
  waitlist_closed: mailKind({ ...aboutWaitlist, template: waitlistClosed }),
  followed_event: mailKind({
    subject: 'account',
    notification: 'follows',
    stream: 'marketing',
    facts: z.object({
      subjectId: z.uuid(),
      followed: z.object({ event: mailEventSchema, names: z.array(z.string()).min(1) }).nullable(),
    }),
    template: followedEvent,
    async prepare({ subjectId, followed }, { link }: Secrets) {
      const endUrl = followed && (await link('follows_end', subjectId, { textVersion: alertTextVersion }))
      return followed && endUrl ? { ...followed, endUrl } : null
    },
  }),
  community_digest: mailKind({
    subject: 'account',
    notification: 'community',
    stream: 'marketing',
    facts: z.object({ subjectId: z.uuid(), digest: mailDigestSchema.nullable() }),
    template: communityDigest,
    async prepare({ subjectId, digest }, { link }: Secrets) {
      const endUrl = digest && (await link('digest_end', subjectId, { textVersion: notificationTextVersion }))
      return digest && endUrl ? { ...digest, ...quotesOf(digest), endUrl } : null
    },
  }),
  stream_reminder: mailKind({
    ...aboutStream,
    notification: 'alerts',
    template: streamReminder,
    async prepare({ subjectId, stream }, { link }: Secrets) {
      const endUrl =
        stream && (await link('reminders_end', subjectId, { textVersion: notificationTextVersion }))
      return stream && endUrl ? { stream, endUrl } : null
    },
  }),
  stream_live: mailKind({
    ...aboutStream,
    notification: 'follows',
    template: streamLive,
    async prepare({ subjectId, stream }, { link }: Secrets) {
      const endUrl = stream && (await link('follows_end', subjectId, { textVersion: alertTextVersion }))
      return stream && endUrl ? { stream, endUrl } : null
    },
  }),
  campaign_test: campaignTest,
}

/** Shortens what people wrote to what a mail quotes: a line without marks, and without addresses that a mail program would link. */
function quotesOf({ answers, posts }: MailDigest): Pick<MailDigest, 'answers' | 'posts'> {
  const quoted = <Said extends { body: string }>(said: Said) => ({
    ...said,
    body: plainText(said.body.replaceAll(/\b(?:https?:\/\/|www\.)\S+/gi, '[link]'), 160),
  })
  return { answers: answers.map(quoted), posts: posts.map(quoted) }
}

/** The address of a promoter's page; null for one without an account. */
function promoterUrl(hasAccount: boolean): string | null {
  return hasAccount ? readEnv().SITE_URL + paths.promoter() : null
}

/** Returns whether the site can write mail of this kind */
export function isMailKind(kind: string): kind is keyof typeof mailKinds {
  return Object.hasOwn(mailKinds, kind)
}
