import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

const event = z.uuid('Choose an event')

/** Reads the address of the ban list: the event, and a ticket whose holder is put on it. */
export const bansQuerySchema = z.object({
  event: z.uuid().nullable().catch(null).default(null),
  ticket: z.uuid().nullable().catch(null).default(null),
})

export const addBanSchema = z.strictObject({
  intent: z.literal('add'),
  event,
  ticket: z
    .uuid()
    .optional()
    .or(z.literal('').transform(() => undefined)),
  name: z
    .string('Enter a name')
    .trim()
    .min(3, 'Enter a name')
    .max(100, 'Name must be at most 100 characters')
    .refine(isOneLine, strangeText),
  looks: z
    .string()
    .trim()
    .max(200, 'Details must be at most 200 characters')
    .refine(isOneLine, strangeText)
    .default(''),
  reason: z
    .string('Please give a reason')
    .trim()
    .min(3, 'Please give a reason')
    .max(200, 'Reason must be at most 200 characters')
    .refine(isOneLine, strangeText),
})
export type AddBan = z.output<typeof addBanSchema>

export const liftBanSchema = z.strictObject({ intent: z.literal('lift'), event, ban: z.uuid() })
export type LiftBan = z.output<typeof liftBanSchema>

/** The forms of the page by their intent. */
export const banForms = { add: addBanSchema, lift: liftBanSchema }
