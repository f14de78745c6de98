import * as z from 'zod'
import type { LinkPurposeName } from '#core/links.ts'
import type { NotificationType } from '#core/notification-types.ts'
import * as paths from '#core/paths.ts'
import { directionsUrl } from '#core/place.ts'
import { printTicketCode } from '#core/ticket-code.ts'
import { readEnv } from '#server/env.server.ts'
import { makeLinkPath } from '#server/link-token.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { readTicketSigner } from '#server/ticket-signing.server.ts'
import { alertTextVersion } from './alerts/alert-text.ts'
import {
  accountChangeSchema,
  contactMessageSchema,
  lowStockSchema,
  type MailCode,
  type MailGoods,
  type MailOrder,
  type MailReminder,
  type MailSender,
  type MailText,
  mailChangeSchema,
  mailEventSchema,
  mailGoodsSchema,
  mailInvitationSchema,
  mailOrderSchema,
  mailPlaceSchema,
  mailRefundSchema,
  mailReminderSchema,
  mailSenderSchema,
  mailTicketChangeSchema,
  mailTicketsSchema,
  mailTimesSchema,
  newDeviceSchema,
  resetAccountsSchema,
  secondFactorChangeSchema,
} from './mail.types.ts'
import { accountChanged } from './templates/account-changed.tsx'
import { addressConfirm } from './templates/address-confirm.tsx'
import { alertConfirm } from './templates/alert-confirm.tsx'
import { alertOnSale } from './templates/alert-on-sale.tsx'
import { alertReminder } from './templates/alert-reminder.tsx'
import { contactMessage } from './templates/contact-message.tsx'
import { emailChange } from './templates/email-change.tsx'
import { emailChanged } from './templates/email-changed.tsx'
import { eventCancelled } from './templates/event-cancelled.tsx'
import { eventChangeReport } from './templates/event-change-report.tsx'
import { eventPostponed, eventRescheduled, eventUndated } from './templates/event-changed.tsx'
import { eventMoved, isSamePlace, isSameTime } from './templates/event-moved.tsx'
import { factorConfirm } from './templates/factor-confirm.tsx'
import { followedEvent } from './templates/followed-event.tsx'
import { goodsMail } from './templates/goods.tsx'
import type { MailTemplate } from './templates/mail-template.ts'
import { newDevice } from './templates/new-device.tsx'
import { orderApology } from './templates/order-apology.tsx'
import { orderEmailNotice } from './templates/order-email-notice.tsx'
import { orderPaid } from './templates/order-paid.tsx'
import { orderRefunded } from './templates/order-refunded.tsx'
import { passwordReset } from './templates/password-reset.tsx'
import { refundDeclined } from './templates/refund-declined.tsx'
import { refundFailed } from './templates/refund-failed.tsx'
import { reminder } from './templates/reminder.tsx'
import { renderMail } from './templates/render-mail.server.tsx'
import { secondFactorChanged } from './templates/second-factor-changed.tsx'
import { staffInvitation } from './templates/staff-invitation.tsx'
import { stockLow } from './templates/stock-low.tsx'
import { subscriptionConfirm } from './templates/subscription-confirm.tsx'
import { subscriptionStarted } from './templates/subscription-started.tsx'
import { ticketChanged } from './templates/ticket-changed.tsx'
import { ticketLinks } from './templates/ticket-links.tsx'
import { ticketSupplement } from './templates/ticket-supplement.tsx'
import { venueRevealed } from './templates/venue-revealed.tsx'

/** Declares a kind of mail. */
type Declaration<Facts extends z.ZodRawShape, Props extends object> = {
  /** The kind of thing that a mail is about. */
  subject: 'none' | 'order' | 'account' | 'email_change' | 'subscription' | 'alert' | 'invitation'
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

/** @returns what every mail says of this site */
export function siteOfMails(): Pick<MailSender, 'siteUrl' | 'isStaging'> {
  const { SITE_URL, mode } = readEnv()
  return { siteUrl: SITE_URL, isStaging: mode === 'staging' }
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
  const schema = z.object({ sender: mailSenderSchema }).and(facts)
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
      return props && renderMail(template, props, { ...found.sender, ...siteOfMails() })
    },
    /** Writes the template's sample, as the style guide shows it. */
    preview: (sender: MailSender): MailText => renderMail(template, template.sample, sender),
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
}

/** Returns whether the site can write mail of this kind */
export function isMailKind(kind: string): kind is keyof typeof mailKinds {
  return Object.hasOwn(mailKinds, kind)
}
