import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { isMistyped } from './door.rules.ts'
import { conflictOutcomes } from './scan-data.rules.ts'

/** The name of the scanner's gate, as staff typed it. */
export const gateSchema = z
  .string()
  .trim()
  .max(60, 'Gate must be at most 60 characters')
  .refine(isOneLine, strangeText)

/** Message at the field for a typed code that can't belong to a ticket. */
export const mistypedMessage = 'Check that code'

/** A code that a scanner read, and where. */
const readingSchema = z.strictObject({
  event: z.uuid('Choose an event'),
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

const isTypedRight = ({ method, code }: { method: 'camera' | 'code'; code: string }) =>
  method === 'camera' || !isMistyped(code)
const typedWrong = { path: ['code'], message: mistypedMessage }

const scanSchema = readingSchema.extend({
  scan: z.uuid(),
  /** exit: the person leaves. */
  action: z.enum(['admit', 'exit']).optional(),
})

/** One scan. `scan` names it: sending it again gets the same response and admits no one twice. */
export const checkInSchema = scanSchema.refine(isTypedRight, typedWrong)

/** The same, typed into the scanner's page before JavaScript arrived; `ask` looks the ticket up and admits nobody. */
export const scanFormSchema = scanSchema
  .extend({ ask: z.literal('1').optional() })
  .refine(isTypedRight, typedWrong)
export type CheckIn = z.output<typeof checkInSchema>

/** Tickets to admit together with one that was read, or instead of it: each with a scan of its own. */
export const admitGroupSchema = readingSchema.extend({
  tickets: z
    .array(z.strictObject({ ticket: z.uuid(), scan: z.uuid() }))
    .min(1, 'Choose who comes in')
    .max(20),
})
export type AdmitGroup = z.output<typeof admitGroupSchema>

/** Guests of a name on a list to admit at a station: `entry` is the id with which the name was found, `q` the search to repeat. */
export type AdmitGuests = {
  event: string
  entry: string
  heads: number
  scan: string
  gate: string
  q: string
}

/** The event whose counters a page of the door asks for. */
export const eventQuerySchema = z.object({ event: z.uuid() })

/** What a scanner asks for again and again: how its event stands, and how it itself does. */
export const doorPollQuerySchema = z.object({ event: z.uuid(), device: z.uuid().optional() })

const reasonSchema = z
  .string('Please give a reason')
  .trim()
  .min(3, 'Please give a reason')
  .max(200, 'Reason must be at most 200 characters')
  .refine(isOneLine, strangeText)

/** Parses the release of a table of which nobody came. */
export const releaseTableSchema = z.strictObject({
  event: z.uuid('Choose an event'),
  booking: z.uuid('Choose a table'),
  reason: reasonSchema,
})
export type ReleaseTable = z.output<typeof releaseTableSchema>

/** Parses the one press that gives a reported ticket a new code after an ID check. */
export const reportCodeSchema = z.strictObject({
  intent: z.literal('new-code'),
  event: z.uuid('Choose an event'),
  report: z.uuid(),
})

/** Parses the end of a report without a new code. */
export const closeReportSchema = z.strictObject({
  intent: z.literal('close-report'),
  event: z.uuid('Choose an event'),
  report: z.uuid(),
  outcome: z.enum(['explained', 'denied']),
  reason: reasonSchema,
})

/** Parses what a door manager says of a conflict; `conflict` is the scan that should not have let anybody in. */
export const resolveConflictSchema = z.strictObject({
  intent: z.literal('resolve-conflict'),
  event: z.uuid('Choose an event'),
  conflict: z.uuid(),
  outcome: z.enum(conflictOutcomes, 'Choose an outcome'),
  reason: reasonSchema,
})

/** The forms of the page of scans by their intent. */
export const doorForms = {
  release: releaseTableSchema,
  'new-code': reportCodeSchema,
  'close-report': closeReportSchema,
  'resolve-conflict': resolveConflictSchema,
}
