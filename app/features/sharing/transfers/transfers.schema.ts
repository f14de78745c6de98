import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

const person = z
  .string('Enter an email address or a username.')
  .trim()
  .min(1, 'Enter an email address or a username.')
  .max(254, 'Enter an email address or a username.')
  .refine(isOneLine, strangeText)

/** Offers a ticket to a person, or makes a link for whoever gets it. */
export const offerTransferSchema = z
  .strictObject({
    intent: z.literal('transfer'),
    ticket: z.uuid(),
    by: z.enum(['person', 'link']),
    to: person.optional(),
  })
  .refine(({ by, to }) => by === 'link' || to !== undefined, {
    path: ['to'],
    message: 'Enter an email address or a username.',
  })

/** Takes an offer back. */
export const cancelTransferSchema = z.strictObject({
  intent: z.literal('cancel-transfer'),
  ticket: z.uuid(),
})

/** The forms about transfers on the page of tickets, by their intent. */
export const transferForms = { transfer: offerTransferSchema, 'cancel-transfer': cancelTransferSchema }

const name = z
  .string('Please enter your name')
  .trim()
  .min(1, 'Please enter your name')
  .max(100, 'Name must be at most 100 characters')
  .refine(isOneLine, strangeText)

/** Accepts an offer. Whether an address or an age is needed is decided by the database. */
export const acceptTransferSchema = z.strictObject({
  intent: z.literal('accept'),
  name,
  email: z
    .string('Please enter a valid email address')
    .trim()
    .max(254, 'Please enter a valid email address')
    .pipe(z.email('Please enter a valid email address'))
    .optional(),
  isOfAge: z.literal('on').optional(),
})

/** Declines an offer. */
export const declineTransferSchema = z.strictObject({ intent: z.literal('decline') })

/** The forms of the page of an offer, by their intent. */
export const offerForms = { accept: acceptTransferSchema, decline: declineTransferSchema }

/** Offers a ticket in its holder's place. */
export const staffOfferSchema = z.strictObject({
  intent: z.literal('offer'),
  to: person,
  reason: z
    .string('Enter a reason')
    .trim()
    .min(3, 'Enter a reason')
    .max(500, 'A reason can have at most 500 characters')
    .refine(isOneLine, strangeText),
})

/** Takes an offer back in its holder's place. */
export const staffCancelSchema = staffOfferSchema.omit({ to: true }).extend({ intent: z.literal('cancel') })

/** The forms of the staff page of a transfer, by their intent. */
export const staffTransferForms = { offer: staffOfferSchema, cancel: staffCancelSchema }
