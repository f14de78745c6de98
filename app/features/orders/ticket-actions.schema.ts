import '#core/form-messages.ts'
import * as z from 'zod'
import { wholeNumber } from '#core/number-input.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { type TicketActionName, ticketActions } from './ticket-actions.types.ts'

const ticketId = z.uuid()
const orderCode = z.string().regex(/^[2-9A-HJ-NP-Z]{8}$/)
const reload = 'Please reload the page and try again'
/** Tickets and orders of one action. */
const most = 200

/** The tickets and orders that an action is for. */
export type ActionTargets = { tickets: string[]; orders: string[] }

/** Sorts selected ids into those of tickets and codes of orders; leaves out what is neither. */
export function targetsOf(ids: readonly string[]): ActionTargets {
  const known = [...new Set(ids)].slice(0, most)
  return {
    tickets: known.filter((id) => ticketId.safeParse(id).success),
    orders: known.filter((id) => orderCode.safeParse(id).success),
  }
}

/** Returns the action that a part of an address names (`change-type`); null where it names none. */
export function actionNamed(part: string | undefined): TicketActionName | null {
  return ticketActions.find((action) => action === part?.replace('-', '_')) ?? null
}

/** Holds what is shown before an action, in its address. What is not valid is ignored. */
export const ticketActionQuerySchema = z.object({
  type: z.uuid().nullable().catch(null).default(null),
  inside: z.literal('on').nullable().catch(null).default(null),
  list: z.literal('attendees').nullable().catch(null).default(null),
  event: z.uuid().nullable().catch(null).default(null),
})

/** Confirms an action. Each takes the fields that it needs. */
export const ticketActionSchema = z.object({
  id: z.array(z.string().max(36, reload).refine(isOneLine, reload)).min(1, reload).max(most, reload),
  reason: z
    .string('Please give a reason')
    .trim()
    .min(3, 'Please give a reason')
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText),
  /** The new name of a holder. */
  name: z
    .string()
    .trim()
    .max(100, 'Name must be at most 100 characters')
    .refine(isOneLine, strangeText)
    .optional(),
  /** The new type of a ticket, and what it costs more (or, negative, less), as it was shown. */
  type: z.uuid(reload).optional(),
  differenceCents: z
    .string()
    .regex(/^-?\d{1,9}$/, reload)
    .transform(Number)
    .optional(),
  voidTickets: z.literal('on').optional(),
  refund: z.literal('on').optional(),
  /** Says what becomes of what a dearer type costs more: its buyer pays it, or nobody does. */
  dearer: z.enum(['ask', 'waive'], 'Choose who pays the difference').optional(),
  /** Hours that the buyer has to pay. */
  askHours: wholeNumber('Hours', 1, 168).optional(),
  override: z.literal('on').optional(),
  currentPassword: z.string().max(200, "That's not your password.").refine(isOneLine, strangeText).optional(),
  idempotencyKey: z.string().max(200, reload).refine(isOneLine, reload).optional(),
})
export type TicketActionForm = z.output<typeof ticketActionSchema>
