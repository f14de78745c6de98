import * as z from 'zod'

/** Lists what staff can do to tickets, as `act_on_tickets` takes it. */
export const ticketActions = [
  'reissue',
  'rename',
  'change_type',
  'call_off',
  'take_back',
  'keep_type',
  'void',
  'vip',
  'unvip',
] as const
export type TicketActionName = (typeof ticketActions)[number]

const targetSchema = z.object({
  /** Holds what named it: the id of a ticket, or the code of an order. */
  asked: z.string(),
  id: z.uuid().nullable(),
  code: z.string().nullable(),
  /** Code of its order. */
  order: z.string().nullable(),
  holder: z.string().nullable(),
  type: z.string().nullable(),
  /** The event's title. */
  event: z.string().nullable(),
  /** Holds what was paid for it and not given back. */
  cents: z.int().nullable(),
  isInside: z.boolean(),
  /** Says why the action skips it; null where it does not. */
  reason: z.string().nullable(),
})
export type ActionTarget = z.output<typeof targetSchema>

/** Result of `preview_ticket_action`. */
export const ticketActionPreviewSchema = z.object({
  /** True if no password is asked for again before money moves. */
  isProven: z.boolean(),
  orders: z.int(),
  /** Holds what was paid for the tickets that are not skipped, and can go back. */
  cents: z.int(),
  /** Counts add-ons that end with the last tickets of their orders; `cents` includes them. */
  addOns: z.int(),
  /** Orders whose refund would wait for a second admin. */
  waiting: z.int(),
  currency: z.string(),
  /** Holds what one ticket could become; `left` is null without a limit, `cents` without a price. */
  types: z.array(
    z.object({ id: z.uuid(), name: z.string(), cents: z.int().nullable(), left: z.int().nullable() }),
  ),
  tickets: z.array(targetSchema),
})
export type TicketActionPreview = z.output<typeof ticketActionPreviewSchema>

/** Result of `act_on_tickets`. */
export const ticketActionResultSchema = z.object({
  tickets: z.int(),
  refundedCents: z.int(),
  /** Orders whose refund waits for a second admin: their tickets are as they were. */
  waiting: z.int(),
  /** Counts buyers who are asked to pay for a dearer type: their ticket is as it was. */
  asked: z.int(),
  skipped: z.array(
    z.object({
      asked: z.string(),
      code: z.string().nullable(),
      holder: z.string().nullable(),
      reason: z.string(),
    }),
  ),
})
export type TicketActionResult = z.output<typeof ticketActionResultSchema>
