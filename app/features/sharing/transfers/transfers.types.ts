import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { eventBriefSchema } from '#core/event-brief.ts'

/** Why a ticket cannot be handed on, from `private.transfer_stop`; `not_held` while it is on offer or listed. */
export const transferStops = [
  'void',
  'unpaid',
  'used',
  'blocked',
  'refund_open',
  'personal',
  'in_package',
  'supplement_open',
  'too_late',
  'off',
  'used_up',
  'not_held',
] as const

const offeredTicketSchema = z.object({
  id: z.uuid(),
  fromName: z.string(),
  expiresAt: instant,
  typeName: z.string(),
  isTest: z.boolean(),
  state: z.enum(['offered', 'accepted', 'declined', 'cancelled', 'expired']),
  /** Says whether whoever takes it has to say where it is sent: it was offered by link alone. */
  needsEmail: z.boolean(),
  event: eventBriefSchema,
})
/** An offer as its recipient sees it. */
export type OfferedTicket = z.output<typeof offeredTicketSchema>

/** Result of `read_transfers` and `read_transfers_by_link`. */
export const transfersSchema = z.object({
  tickets: z.array(
    z.object({
      ticketId: z.uuid(),
      /** Says why it can't be handed on now; null where it can. */
      stop: z.enum(transferStops).nullable(),
      /** The open offer: to whom, null for whoever has the link, and until when. */
      offer: z.object({ to: z.string().nullable(), expiresAt: instant }).nullable(),
    }),
  ),
  incoming: z.array(offeredTicketSchema),
  /** What was handed on for events that are not over. */
  sent: z.array(
    z.object({
      id: z.uuid(),
      toName: z.string(),
      at: instant,
      typeName: z.string(),
      title: z.string(),
      timeZone: z.string(),
    }),
  ),
})
export type Transfers = z.output<typeof transfersSchema>

/** Result of `read_transfer_by_link`; null for a link that never was. */
export const linkedTransferSchema = offeredTicketSchema.extend({ forOther: z.boolean() }).nullable()

/** Result of `offer_transfer` and `offer_transfer_by_staff`. */
export const startedTransferSchema = z.object({
  transferId: z.uuid(),
  expiresAt: instant,
  needsLink: z.boolean(),
})

/** Result of `read_staff_transfer`: one ticket with its transfers, newest first; null for none. */
export const staffTransferSchema = z
  .object({
    ticketId: z.uuid(),
    code: z.string(),
    orderCode: z.string(),
    holder: z.string(),
    holderEmail: z.string(),
    typeName: z.string(),
    title: z.string(),
    timeZone: z.string(),
    now: instant,
    stop: z.enum(transferStops).nullable(),
    transfers: z.array(
      z.object({
        id: z.uuid(),
        state: z.enum(['offered', 'accepted', 'declined', 'cancelled', 'expired']),
        from: z.string(),
        to: z.string().nullable(),
        toEmail: z.string().nullable(),
        byStaff: z.boolean(),
        at: instant,
        expiresAt: instant,
        closedAt: instant.nullable(),
      }),
    ),
  })
  .nullable()
export type StaffTransfer = NonNullable<z.output<typeof staffTransferSchema>>

/** Result of `accept_transfer`. */
export const acceptedTransferSchema = z.object({ ticketId: z.uuid(), eventId: z.uuid(), isOwn: z.boolean() })
