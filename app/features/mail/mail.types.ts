import * as z from 'zod'
import { capabilities } from '#core/capabilities.ts'
import { handlingSchema, instant } from '#core/columns.ts'
import { goodsItemSchema, parcelSchema, pickupPointSchema } from '#core/goods.ts'
import { goodsChoiceSchema } from '#core/goods-choice.ts'
import { lineKindNames } from '#core/line-kinds.ts'
import { listTotalSchema } from '#core/list-total.ts'
import { mailDeliveries, mailStatuses } from '#core/mail-status.ts'
import { notificationTypes } from '#core/notification-types.ts'
import { roles } from '#core/role-names.ts'

/** The notifications of a person (`read_my_notifications`): each type with what was chosen, and until when they are paused. */
export const notificationsReadSchema = z.object({
  pausedUntil: instant.nullable(),
  types: z.array(
    z.object({
      type: z.enum(notificationTypes),
      kind: z.enum(['required', 'service', 'marketing']),
      email: z.boolean(),
    }),
  ),
})
export type Notifications = z.output<typeof notificationsReadSchema>

/** Holds the sender, printed at the top and the bottom of every mail. */
export const mailSenderSchema = z.object({
  brand: z.string(),
  company: z.string(),
  postalAddress: z.string().nullable(),
  contactEmail: z.string().nullable(),
})
/**
 * `siteUrl` is the public origin of the site, no slash at the end. `isStaging` marks the mails of a rehearsal.
 */
export type MailSender = z.output<typeof mailSenderSchema> & { siteUrl: string; isStaging: boolean }

/** One order as mails show it. Money is whole cents, instants are ISO 8601. */
export const mailOrderSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  currency: z.string(),
  taxCents: z.int(),
  discountCents: z.int(),
  /** The code that the buyer used, null for none. */
  promoCode: z.string().nullable(),
  /** How many units of one order the code covers at most; null = no limit; left out in samples. */
  codeMostPerOrder: z.int().nullable().optional(),
  totalCents: z.int(),
  isTest: z.boolean(),
  ticketCount: z.int(),
  /** Says how soon its goods are shipped; left out in samples. */
  handling: handlingSchema.optional(),
  /** Says where its goods are shipped to; left out or null where nothing is. */
  address: z
    .object({
      name: z.string(),
      line1: z.string(),
      line2: z.string().nullable(),
      city: z.string(),
      state: z.string(),
      postalCode: z.string(),
    })
    .nullable()
    .optional(),
  lines: z.array(
    z.object({
      /** The kind of line; left out in samples. */
      kind: z.enum(lineKindNames).optional(),
      /** Cents taken off the line, and whether by the code; left out in samples. */
      discountCents: z.int().optional(),
      byCode: z.boolean().optional(),
      /** Says where the goods of the line are picked up. */
      pickup: z
        .object({
          name: z.string(),
          address: z.string().nullable(),
          opensAt: instant,
          closesAt: instant,
          timeZone: z.string(),
        })
        .nullable()
        .optional(),
      name: z.string(),
      detail: z.string().nullable(),
      quantity: z.int(),
      /** With the fees, after the discount, before tax; of the whole line, like them. */
      priceCents: z.int(),
      feeCents: z.int(),
      /** The terms on which a table is booked, in cents; null for other lines. */
      table: z
        .object({
          remainderCents: z.int(),
          gratuityBps: z.int(),
          gratuityCents: z.int(),
          lastArrivalAt: instant.nullable(),
        })
        .nullable()
        .default(null),
    }),
  ),
  /** The change of a ticket to a dearer type that the order pays for; null for every other order. */
  supplement: z
    .object({
      /** The order of the ticket. */
      orderId: z.uuid(),
      fromName: z.string(),
      toName: z.string(),
      holderName: z.string(),
      /** Until when it can be paid. */
      expiresAt: instant,
      isOpen: z.boolean(),
    })
    .nullable(),
  /** Holds the part of the total, in cents, that is refunded when the event is cancelled: all but shop goods. */
  eventCents: z.int(),
  /** Null where nothing of an event is in the order. */
  event: z
    .object({
      title: z.string(),
      /** Key of its picture (`core/picture.ts`). */
      imagePath: z.string().nullable(),
      venueName: z.string().nullable(),
      address: z.string().nullable(),
      /** Says why the venue is not known to holders yet; null where it is. */
      venueHidden: z.enum(['holders', 'hours']).nullable(),
      venueRevealsAt: instant.nullable(),
      city: z.string().nullable(),
      timeZone: z.string(),
      doorsAt: instant,
      startsAt: instant,
      endsAt: instant,
      minAge: z.int(),
      idPolicy: z.string().nullable(),
    })
    .nullable(),
})
export type MailOrder = z.output<typeof mailOrderSchema>

/** The times that an event had before they were changed. */
export const mailTimesSchema = z.object({
  doorsAt: instant,
  startsAt: instant,
  endsAt: instant,
  timeZone: z.string(),
})
export type MailTimes = z.output<typeof mailTimesSchema>

/** The place that an event had before it was changed. */
export const mailPlaceSchema = z.object({ venueName: z.string(), address: z.string(), city: z.string() })
export type MailPlace = z.output<typeof mailPlaceSchema>

/** An event as mails to people without a ticket show it. Instants are ISO 8601. */
export const mailEventSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  /** Key of its picture (`core/picture.ts`). */
  imagePath: z.string().nullable(),
  venueName: z.string().nullable(),
  city: z.string(),
  timeZone: z.string(),
  doorsAt: instant,
  startsAt: instant,
  minAge: z.int(),
})
export type MailEvent = z.output<typeof mailEventSchema>

/** An entry of a waitlist as its mails show it: what its owner wants, or what is held for them, and why it ended. */
export const mailWaitlistSchema = z.object({
  event: mailEventSchema,
  quantity: z.int(),
  /** The type that is wanted or held; null for any. */
  typeName: z.string().nullable(),
  units: z.int().optional(),
  expiresAt: instant.optional(),
  totalCents: z.int().optional(),
  currency: z.string().optional(),
  why: z.enum(['lapsed', 'over']).optional(),
})
export type MailWaitlist = z.output<typeof mailWaitlistSchema>

/** The tickets of an order by event, from `tickets_by_event`: `code` is null while it may not be shown. */
export const mailTicketsSchema = z.array(
  z.object({
    event: z.object({ id: z.uuid() }),
    isTest: z.boolean(),
    tickets: z.array(
      z.object({
        id: z.uuid(),
        typeId: z.uuid(),
        typeName: z.string(),
        partOf: z.string().nullable(),
        generation: z.int(),
        enteredAt: instant.nullable(),
        code: z.string().nullable(),
      }),
    ),
  }),
)

/** The code of a ticket in a mail: `qr` is the text of its QR code, `code` what can be typed at the door instead, in groups. */
export type MailCode = { typeName: string; qr: string; code: string }

/** A refund: what it returns, and whether the order's tickets no longer admit. */
export const mailRefundSchema = z.object({
  amountCents: z.int(),
  /** Holds what of the price of its tickets the seller keeps by the policy. */
  keptCents: z.int(),
  ticketsVoid: z.boolean(),
  /** True if the buyer asked for it. */
  byBuyer: z.boolean(),
  /** Says why it was turned down. */
  decision: z.string().nullable(),
  /** Says why the provider did not carry it out. */
  error: z.string().nullable(),
  /** Says how it was paid where the provider could not; null: to the card. */
  method: z.enum(['bank_transfer', 'check', 'cash', 'card', 'other']).nullable(),
  /** Holds what goes back for the tickets that it is for, by their name; empty for a free amount. */
  tickets: z.array(z.object({ name: z.string(), cents: z.int(), count: z.int() })),
  /** Holds what goes back beside that. */
  otherCents: z.int(),
})
/** Holds what staff changed on tickets of an order, or its holder did (`new_code`): the payload of `ticket_changed`, and the tickets as they are now. */
export const mailTicketChangeSchema = z.object({
  change: z.enum(['reissued', 'new_code', 'renamed', 'retyped', 'ended', 'supplement_over']),
  /** The type that a ticket had before; of `supplement_over` the dearer one that was not paid for. */
  from: z.string().nullable().default(null),
  tickets: z.array(z.object({ holderName: z.string(), typeName: z.string() })),
})
export type MailTicketChange = z.output<typeof mailTicketChangeSchema>

export type MailRefund = z.output<typeof mailRefundSchema>

/** Holds what a reminder says besides its order. */
export const mailReminderSchema = z.object({
  bagPolicy: z.string().nullable(),
  dressCode: z.string().nullable(),
})
export type MailReminder = z.output<typeof mailReminderSchema>
/** A change of an event as mails about it show it, with the figures of its orders (`private.mail_event_change`). */
export const mailChangeSchema = z.object({
  eventId: z.uuid(),
  title: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  kind: z.enum(['cancelled', 'postponed', 'rescheduled']),
  note: z.string().nullable(),
  /** The start that no longer holds. */
  previousStartsAt: instant,
  /** Until when holders of a rescheduled event may choose a refund. */
  choiceEndsAt: instant.nullable(),
  /** Says when orders of a postponed event are refunded if it has no new date. */
  refundAt: instant.nullable(),
  /** False when a later change took its place. */
  isCurrent: z.boolean(),
  orders: z.int(),
  refunded: z.int(),
  refundCents: z.int(),
  kept: z.int(),
  failed: z.int(),
})
export type MailChange = z.output<typeof mailChangeSchema>

/** A message from a visitor to the brand; `order` is the code of the order it is about. */
export const contactMessageSchema = z.object({
  topic: z.string(),
  name: z.string(),
  email: z.string(),
  order: z.string().nullable(),
  message: z.string(),
})
export type ContactMessage = z.output<typeof contactMessageSchema>

/** Says what is left of a variant of the shop; `variant` is empty for a product of one. */
export const lowStockSchema = z.object({
  variantId: z.uuid(),
  product: z.string(),
  variant: z.string(),
  sku: z.string(),
  left: z.int(),
  threshold: z.int(),
})
export type LowStock = z.output<typeof lowStockSchema>

/** An invitation to the staff as its mail shows it. */
export const mailInvitationSchema = z.object({
  role: z.literal('moderator').nullable(),
  capability: z.enum(capabilities).nullable(),
  event: z.object({ title: z.string() }).nullable(),
  invitedBy: z.string().nullable(),
})
export type MailInvitation = z.output<typeof mailInvitationSchema>

/** A promoter's links for an event as their mail needs them. */
export const mailPromoterLinkSchema = z.object({
  name: z.string(),
  eventPromoterId: z.uuid(),
  event: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }),
  linkCode: z.string(),
})

/** Commission of a promoter that is due or was paid. */
export const mailPromoterMoneySchema = z.object({
  name: z.string(),
  hasAccount: z.boolean(),
  currency: z.string(),
  cents: z.int(),
})

/** A free ticket as its mails show it. */
export const mailCompSchema = z.object({
  name: z.string().nullable(),
  invitee: z.string(),
  isInvitee: z.boolean(),
  quantity: z.int(),
  typeName: z.string(),
  deadlineAt: instant,
  /** False once it can't be claimed any more. */
  isOpen: z.boolean(),
  isRevoked: z.boolean(),
  event: z.object({
    title: z.string(),
    timeZone: z.string(),
    doorsAt: instant,
    startsAt: instant,
    city: z.string().nullable(),
  }),
})
export type MailComp = z.output<typeof mailCompSchema>

/** Free tickets that wait for a second admin. */
export const mailCompApprovalSchema = z.object({
  eventId: z.uuid(),
  title: z.string(),
  issuer: z.string(),
  places: z.int(),
})

/** A sign-in from a browser that was not seen before. */
export const newDeviceSchema = z.object({ userAgent: z.string(), at: instant, timeZone: z.string() })

/**
 * A change of a person's second step: set up, turned off, new recovery codes, one was used to sign in, staff removed it, or a further
 * app or passkey came or went.
 */
export const secondFactorChangeSchema = z.object({
  change: z.enum([
    'on',
    'off',
    'codes',
    'recovered',
    'removed',
    'app_added',
    'passkey_added',
    'app_removed',
    'passkey_removed',
  ]),
  codesLeft: z.int(),
})

/** An action of staff on a person's account: a role, a suspension (until a time or open), a ban, or the end of one of these. */
export const accountChangeSchema = z.object({
  change: z.enum(['role', 'suspended', 'banned', 'reinstated']),
  role: z.enum(roles).nullish(),
  until: instant.nullish(),
  timeZone: z.string(),
})

/** What moderators decided about a person or a post of theirs (`private.mail_moderation`). */
export const moderationMailSchema = z.object({
  what: z.enum(['post_removed', 'warned', 'muted', 'lifted', 'appeal_granted', 'appeal_denied']),
  ruleNumber: z.int().nullish(),
  ruleTitle: z.string().nullish(),
  reason: z.string().nullish(),
  until: instant.nullish(),
  timeZone: z.string(),
})

/** A message to the team and its answer (`answer_request`); texts are as people typed them. */
export const personAnswerSchema = z.object({ message: z.string(), reply: z.string() })

/** What happened in the community for a member in a week (`private.mail_digest`); texts are as people typed them. */
export const mailDigestSchema = z.object({
  answers: z.array(
    z.object({
      kind: z.enum(['mention', 'comment', 'reply']),
      id: z.uuid(),
      name: z.string(),
      body: z.string(),
    }),
  ),
  posts: z.array(
    z.object({ id: z.uuid(), name: z.string(), body: z.string(), event: z.string().nullable() }),
  ),
  /** Threads of the member's events, with how many new posts, up to 100. */
  threads: z.array(z.object({ id: z.uuid(), title: z.string(), count: z.int() })),
})
export type MailDigest = z.output<typeof mailDigestSchema>

/** Accounts that a mail to their address may give a link to choose a new password (`read_reset_accounts`). */
export const resetAccountsSchema = z.array(z.object({ userId: z.uuid(), username: z.string() }))

/**
 * Mail that a job begins to send (`start_mail`): to whom; or after how many seconds it may be sent. Null when it was sent, or may not be.
 */
export const startedMailSchema = z
  .union([
    z.object({ kind: z.string(), recipient: z.string() }),
    z.object({ againSeconds: z.int().positive() }),
  ])
  .nullable()

/** A mail as it is sent: both parts say the same. */
export type MailText = {
  subject: string
  html: string
  text: string
  /** Address for replies; null leaves it to the sender's own. */
  replyTo: string | null
  /** Address that takes the reader off the mailing list by a post; null for mail that is not to the list. */
  listEnd: string | null
  /** Pictures that are sent with it: its markup names each as `cid:` and its id. */
  pictures: MailPicture[]
}

/** A PNG sent within a mail. */
export type MailPicture = { id: string; png: Uint8Array }

/** Result of `read_staff_mail`: one mail of the outbox as admins see it. */
export const staffMailSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  recipient: z.string(),
  /** `claimed`: being sent at this moment. `failed`: given up. */
  status: z.enum(mailStatuses),
  attempts: z.int(),
  createdAt: instant,
  /** When it is tried next; null once it was sent or given up. */
  nextAttemptAt: instant.nullable(),
  sentAt: instant.nullable(),
  error: z.string().nullable(),
  /** Holds what the mail server said when it took it, with its name for the mail. */
  providerRef: z.string().nullable(),
  /** Says why it was sent, waits or was not sent: the label of a rule of the gate; null while it was not asked. */
  rule: z.string().nullable(),
  /** What the mail provider said later, with its time and words; null while it said nothing. */
  delivery: z.enum(mailDeliveries).nullable(),
  deliveryAt: instant.nullable(),
  deliveryNote: z.string().nullable(),
  /** Code of the order that it is about; null for others. */
  orderCode: z.string().nullable(),
  timeZone: z.string(),
  now: instant,
})
export type StaffMail = z.output<typeof staffMailSchema>

/** The tabs of the log of mails, as `list_staff_mails` takes them. */
export const mailLogTabs = ['all', 'waiting', 'sent', 'skipped', 'failed', 'returned'] as const

/** Result of `list_staff_mails`: a page of the outbox as admins see it. */
export const mailLogSchema = z.object({
  mails: z.array(
    staffMailSchema
      .pick({
        id: true,
        kind: true,
        recipient: true,
        status: true,
        attempts: true,
        createdAt: true,
        sentAt: true,
        providerRef: true,
        rule: true,
        delivery: true,
        deliveryAt: true,
        deliveryNote: true,
        orderCode: true,
      })
      .extend({
        /** Says why it is not sent; null once it was. */
        error: z.string().nullable(),
      }),
  ),
  /** Names the person whose mails are listed; null without that filter. */
  person: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The mail to continue after, null on the last page. */
  next: z.uuid().nullable(),
  total: listTotalSchema,
  timeZone: z.string(),
  now: instant,
})
export type MailLog = z.output<typeof mailLogSchema>
export type LoggedMail = MailLog['mails'][number]

/** Describes the goods that a mail is about: a parcel, what lies ready, or what is sent back. */
export const mailGoodsSchema = z.object({
  items: z.array(goodsItemSchema),
  shipment: parcelSchema.nullable(),
  point: pickupPointSchema.nullable(),
  /** Says what its buyer chooses for them; null where there is nothing to choose. */
  choice: goodsChoiceSchema.nullable(),
  return: z
    .object({
      isApproved: z.boolean(),
      decision: z.string().nullable(),
      isFaulty: z.boolean(),
      labelCents: z.int(),
    })
    .nullable(),
})
export type MailGoods = z.output<typeof mailGoodsSchema>

/** Places that a member hands on, as mails to them show it, from `private.mail_allocation`. */
export const mailAllocationSchema = z.object({
  event: mailEventSchema,
  typeName: z.string(),
  places: z.int(),
  /** Counts what returns unless somebody buys it. */
  left: z.int(),
  endsAt: instant,
  /** Says whether it was taken back, ran out, or the event is off. */
  isOver: z.boolean(),
})
export type MailAllocation = z.output<typeof mailAllocationSchema>

/** A ticket that its holder listed for return, as mails tell about it; `cents` = what its buyer gets back. */
export const mailReturnSchema = z.object({
  event: mailEventSchema,
  typeName: z.string(),
  holderName: z.string(),
  currency: z.string(),
  /** When it comes back unsold. */
  returnsAt: instant,
  cents: z.int().optional(),
})
export type MailReturn = z.output<typeof mailReturnSchema>

/** A transfer of a ticket as mails tell about it, from `private.mail_transfer`. */
export const mailTransferSchema = z.object({
  ticketId: z.uuid(),
  state: z.enum(['offered', 'accepted', 'declined', 'cancelled', 'expired']),
  expiresAt: instant,
  fromName: z.string(),
  /** The recipient: a name, a username or a shortened address; null for an offer by link. */
  toName: z.string().nullable(),
  /** The name on the ticket now. */
  holderName: z.string(),
  typeName: z.string(),
  isTest: z.boolean(),
  isValid: z.boolean(),
  /** Says whether its recipient has the ticket now: it was accepted, and neither handed on nor back with its buyer. */
  isCurrent: z.boolean(),
  voidReason: z.string().nullable(),
  /** With the address where the mail goes to the holder, who may know it. */
  event: mailEventSchema.extend({ address: z.string().nullish() }),
})
export type MailTransfer = z.output<typeof mailTransferSchema>

/** The change of the event of a ticket that was handed on: the kind of the mail that its buyer got. */
export const receivedNewsSchema = z.object({
  news: z.enum(['event_moved', 'event_postponed', 'event_rescheduled', 'venue_revealed']),
})
export type ReceivedNews = z.output<typeof receivedNewsSchema>['news']

/** A stream that has begun; names are what of its event the member follows. */
export const mailStreamSchema = z.object({ code: z.string(), title: z.string(), names: z.array(z.string()) })
export type MailStream = z.output<typeof mailStreamSchema>
