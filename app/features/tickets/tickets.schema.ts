import * as z from 'zod'
import '#core/form-messages.ts'
import { shownNumber } from '#core/number-input.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

/** The address to which links to its tickets are sent. */
export const ticketLinksSchema = z.strictObject({
  intent: z.literal('send'),
  email: z
    .string({ error: 'Please enter a valid email address' })
    .trim()
    .max(254, 'Please enter a valid email address')
    .pipe(z.email('Please enter a valid email address')),
})

/** Parses a new name on a ticket. Whether it may still be changed is decided by the database. */
export const renameTicketSchema = z.strictObject({
  intent: z.literal('rename'),
  ticket: z.uuid(),
  name: z
    .string('Please enter a name')
    .trim()
    .min(1, 'Please enter a name')
    .max(100, 'Name must be at most 100 characters')
    .refine(isOneLine, strangeText),
})

/** Parses the request for a new code. */
export const reissueTicketSchema = z.strictObject({
  intent: z.literal('reissue'),
  ticket: z.uuid(),
  /** The one whose code the holder saw. */
  generation: shownNumber(65_535),
  confirm: z.literal('on', 'Please confirm that the old code stops working'),
})

/** Parses the report of a scan that its holder did not make. */
export const reportScanSchema = z.strictObject({
  intent: z.literal('report'),
  ticket: z.uuid(),
  scan: z.uuid(),
})

/** The forms of the page of tickets by their intent. */
export const ticketForms = {
  send: ticketLinksSchema,
  rename: renameTicketSchema,
  reissue: reissueTicketSchema,
  report: reportScanSchema,
}
