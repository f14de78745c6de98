import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { eventBriefSchema } from '#core/event-brief.ts'
import { reportOutcomes, scanResults } from '#core/scan-results.ts'
import { ticketStatuses } from '#core/states.ts'
import type { QrPicture } from '#server/draw-qr.server.ts'

/** Says who has a valid ticket: its holder, or its holder while it is offered to another person or listed for sale. */
export const ticketCustodies = ['held', 'offered', 'listed'] as const

const ticketScanSchema = z.object({
  id: z.uuid(),
  at: instant,
  gate: z.string().nullable(),
  result: z.enum(scanResults),
  /** The same scanner read the code twice: nobody new. */
  bounce: z.boolean(),
  /** Names the scan for people. */
  reference: z.string(),
  /** The outcome of the holder's report of it; null without one. */
  report: z.enum(['open', ...reportOutcomes]).nullable(),
  canReport: z.boolean(),
})
/** One scan of a ticket's code, as its holder sees it. */
export type TicketScan = z.output<typeof ticketScanSchema>

const ticketSchema = z.object({
  id: z.uuid(),
  orderCode: z.string(),
  typeId: z.uuid(),
  typeName: z.string(),
  /** Names the package or the table that it is part of; null for a single ticket. */
  partOf: z.string().nullable(),
  /** Says whether somebody handed it to its holder: refunds, receipt and extras are its buyer's. */
  isReceived: z.boolean(),
  /** Says whether it was given by staff, and claimed: nobody paid for it. */
  isGiven: z.boolean(),
  /** Holds what was bought with the tickets of its order and is handed over at the event. */
  addOns: z.array(z.object({ name: z.string(), quantity: z.int() })),
  /** Says whether its order has a receipt: it was paid with money. */
  hasReceipt: z.boolean(),
  /** Says whether its order's policy lets the buyer return tickets; the page of the refund says which, and until when. */
  canRefund: z.boolean(),
  /** Says what its buyer is asked to pay for a dearer type, and until when; null where nothing is. */
  supplement: z
    .object({
      orderCode: z.string(),
      typeName: z.string(),
      totalCents: z.int(),
      currency: z.string(),
      expiresAt: instant,
    })
    .nullable(),
  holderName: z.string(),
  /** Counts how many times the holder may still change the name; 0 from 24 hours before doors. */
  renamesLeft: z.int().min(0).max(3),
  /** Counts how many new codes the holder may still make today; null while the ticket can have none. */
  codesLeft: z.int().min(0).max(2).nullable(),
  status: z.enum(ticketStatuses),
  voidReason: z
    .enum(['refunded', 'cancelled', 'event_cancelled', 'resold', 'chargeback', 'fraud', 'reissued_as'])
    .nullable(),
  /** True while a dispute about its payment keeps a valid ticket from being admitted. */
  isBlocked: z.boolean(),
  /** True while a refund of it is decided and not paid out yet. */
  isRefundOpen: z.boolean(),
  custody: z.enum(ticketCustodies),
  generation: z.int(),
  /** Holds the instant at which its holder went in; null while outside. */
  enteredAt: instant.nullable(),
  /** The last scans of its code since its present holder has it, newest first. */
  scans: z.array(ticketScanSchema),
  /** Nine characters; null while it may not be shown. */
  code: z.string().nullable(),
})
export type TicketRow = z.output<typeof ticketSchema>

const holderChangeSchema = z.object({
  orderCode: z.string(),
  kind: z.enum(['cancelled', 'postponed', 'rescheduled']),
  /** The start that no longer holds. */
  previousStartsAt: instant,
  /** Until when the holder of a rescheduled event may choose a refund. */
  choiceEndsAt: instant.nullable(),
  /** Says when a postponed event is refunded if it has no new date. */
  refundAt: instant.nullable(),
  status: z.enum(['pending', 'kept', 'refunding', 'refunded', 'failed']),
  choice: z.enum(['keep', 'refund']),
  /** True while a choice is taken. */
  isOpen: z.boolean(),
})
export type HolderChange = z.output<typeof holderChangeSchema>

/** Result of `read_my_tickets` and `read_tickets_by_link`: the tickets of one holder or order, by event. Instants are ISO 8601. */
export const ticketListSchema = z.array(
  z.object({
    event: eventBriefSchema,
    /** From when on the codes may be shown. */
    qrVisibleAt: instant,
    /** Tickets of a test event, which admit nobody elsewhere. */
    isTest: z.boolean(),
    /** Holds what the present change of the event's date means for each order; empty for an event that was not changed. */
    changes: z.array(holderChangeSchema),
    tickets: z.array(ticketSchema),
  }),
)
export type TicketList = z.output<typeof ticketListSchema>

/** One ticket as its holder sees it. */
export type WalletTicket = Omit<TicketRow, 'typeId'> & {
  /** Content of the QR code; null while it may not be shown, or once its holder is in. */
  qr: QrPicture | null
  /** Code to type at the door instead, in groups; null where there is no QR code either. */
  code: string | null
  /** Links that put the ticket into a wallet of the phone; none without a QR code, and where no wallet is set up. */
  passes: { label: string; path: string }[]
}

/** All tickets of one holder for one event. */
export type WalletEvent = Omit<TicketList[number], 'tickets'> & { tickets: WalletTicket[] }

/** Result of `rename_my_ticket` and `rename_ticket_by_link`. */
export const renamedTicketSchema = z.object({
  ticketId: z.uuid(),
  holderName: z.string(),
  renamesLeft: z.int(),
})

/** Result of `reissue_my_ticket` and `reissue_ticket_by_link`. */
export const reissuedTicketSchema = z.object({
  ticketId: z.uuid(),
  generation: z.int(),
  codesLeft: z.int().nullable(),
})

/** Result of `report_my_scan` and `report_scan_by_link`. */
export const reportedScanSchema = z.object({
  reference: z.string(),
  report: z.enum(['open', ...reportOutcomes]),
})

/** Result of `list_device_passes`: the serial numbers of a device's passes that changed, and when one did last; null for none. */
export const devicePassesSchema = z.object({ lastUpdated: instant, serials: z.array(z.string()) }).nullable()

/** Result of `read_pass_push`: what a wallet is told of a pass; null for one that was never made. */
export const passPushSchema = z.object({ list: ticketListSchema, pushTokens: z.array(z.string()) }).nullable()

/** Result of `read_wallet_pass`: when a pass changed last, and its ticket; null for a pass that was never made. */
export const walletPassSchema = z.object({ changedAt: instant, list: ticketListSchema }).nullable()
