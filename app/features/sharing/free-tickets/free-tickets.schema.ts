import '#core/form-messages.ts'
import * as z from 'zod'
import { emailField, textField } from '#core/account-fields.ts'
import { kilobyte, type UploadHandle } from '#core/largest-file.ts'
import { wholeNumber } from '#core/number-input.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'

/** The tabs of the list; the database knows which states each shows. */
export const compTabs = ['all', 'draft', 'approval', 'open', 'claimed', 'ended'] as const
/** What a figure counts, as the list is narrowed to it. */
export const compGuests = ['issued', 'claimed', 'arrived', 'no_show'] as const

/** Reads the filters of the list of free tickets from its address. Ignores values that are not valid. */
export const compsQuerySchema = z.object({
  show: z.enum(compTabs).catch('all').default('all'),
  q: z.string().trim().max(100).refine(isOneLine).catch('').default(''),
  event: z.uuid().nullable().catch(null).default(null),
  issuer: z.uuid().nullable().catch(null).default(null),
  reason: z
    .string()
    .regex(/^[a-z_]{3,30}$/)
    .nullable()
    .catch(null)
    .default(null),
  guests: z.enum(compGuests).nullable().catch(null).default(null),
  after: z.uuid().nullable().catch(null).default(null),
})
export type CompsQuery = z.output<typeof compsQuerySchema>

const nameField = textField('Enter a name')
  .trim()
  .min(1, 'Enter a name')
  .max(100, 'The name can have at most 100 characters')
const wallTime = z
  .string({ error: 'Claim by is required' })
  .regex(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(:\d\d)?$/, 'Claim by must be a date and a time')
const key = z.uuid('Please reload the page and try again')
const sending = z.enum(['send', 'draft']).catch('send')

/** Issues one invitation. */
export const issueCompSchema = z.object({
  event: z.uuid('Choose an event'),
  name: nameField,
  email: emailField,
  type: z.uuid('Choose a ticket type'),
  quantity: wholeNumber('Tickets', 1, 10),
  reason: z.string('Choose a reason').regex(/^[a-z_]{3,30}$/, 'Choose a reason'),
  note: textField('Enter a note').trim().max(500, 'The note can have at most 500 characters').optional(),
  /** A wall time of the event's zone. */
  deadline: wallTime,
  transferable: z.literal('on').optional(),
  key,
  /** Leaves it a draft, or sends it. */
  step: sending,
})

/** The most rows of a file, and its size. */
export const mostCompRows = 1000
export const largestCompKilobytes = 256
/** The handle of the route whose form takes the file. */
export const compUpload: UploadHandle = { largestFile: largestCompKilobytes * kilobyte }

const tooLarge = `The file can have at most ${largestCompKilobytes} kB`

/** A file of invitations to look at. */
export const compFileSchema = z.object({
  event: z.uuid('Choose an event'),
  file: z
    .file({ error: 'Choose a CSV file' })
    .min(1, 'Choose a CSV file')
    .max(compUpload.largestFile, tooLarge),
})

/** Confirms the preview of a file. */
export const confirmCompFileSchema = z.object({
  event: z.uuid('Choose an event'),
  /** Forms send every line break as two characters, which the file may not have had. */
  text: z
    .string('Choose a CSV file')
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .max(compUpload.largestFile, tooLarge)
    .refine(isPlainText, strangeText),
  key,
})

/** Takes an invitation back. */
export const revokeCompSchema = z.object({
  reason: textField('Enter a reason')
    .trim()
    .min(3, 'Enter a reason')
    .max(200, 'The reason can have at most 200 characters'),
})

/** Sets how many places of one event another admin may give alone. */
export const compQuotaSchema = z.object({ issuer: z.uuid(), places: wholeNumber('Tickets', 0, 1000) })

/** Sets how many percent of each pool of an event may be free. */
export const compCapSchema = z.object({ event: z.uuid(), percent: wholeNumber('Percent', 0, 100) })

/** Claims a free ticket. */
export const claimCompSchema = z.object({
  name: nameField,
  email: emailField,
  terms: z.literal('on', { error: 'Please accept the terms to continue' }),
})

/** Names a plus-one; without an email their link is shown to copy. */
export const compGuestSchema = z.object({
  number: wholeNumber('Plus-one', 2, 10),
  name: nameField,
  email: emailField.optional(),
})
