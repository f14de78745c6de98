import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { isMistyped } from './door.rules.ts'

/** The name of the scanner's gate, as staff typed it. */
export const gateSchema = z
  .string()
  .trim()
  .max(60, 'Gate must be at most 60 characters')
  .refine(isOneLine, strangeText)

/** Message at the field for a typed code that can't belong to a ticket. */
export const mistypedMessage = 'Check that code'

/** One scan. `scan` names it: sending it again gets the same response and admits no one twice. */
export const checkInSchema = z
  .strictObject({
    event: z.uuid('Choose an event'),
    scan: z.uuid(),
    /** The code as the camera read it or staff typed it. */
    code: z
      .string('Enter the ticket code')
      .trim()
      .min(1, 'Enter the ticket code')
      .max(2000, 'This code is too long')
      .refine(isPlainText, strangeText),
    gate: gateSchema.default(''),
    method: z.enum(['camera', 'code']).default('code'),
    /** Identifies the browser, so that the database detects a code that the same browser read twice. */
    device: z.uuid().optional(),
  })
  .refine(({ method, code }) => method === 'camera' || !isMistyped(code), {
    path: ['code'],
    message: mistypedMessage,
  })
export type CheckIn = z.output<typeof checkInSchema>

/** The event whose counters a scanner asks for. */
export const eventQuerySchema = z.object({ event: z.uuid() })

/** Parses the release of a table of which nobody came. */
export const releaseTableSchema = z.strictObject({
  event: z.uuid('Choose an event'),
  booking: z.uuid('Choose a table'),
  reason: z
    .string('Please give a reason')
    .trim()
    .min(3, 'Please give a reason')
    .max(200, 'Reason must be at most 200 characters')
    .refine(isOneLine, strangeText),
})
export type ReleaseTable = z.output<typeof releaseTableSchema>
