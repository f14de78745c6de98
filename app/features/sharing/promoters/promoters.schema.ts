import '#core/form-messages.ts'
import * as z from 'zod'
import { dollars, percent, shownNumber } from '#core/number-input.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { readNames } from '../guest-lists/guest-lists.rules.ts'
import { commissionBases } from './promoters.types.ts'

const reload = 'Please reload the page and try again'
const line = (most: number, message: string) =>
  z
    .string(message)
    .trim()
    .min(1, message)
    .max(most, `Please use at most ${most} characters`)
    .refine(isOneLine, strangeText)

/** Adds a promoter to an event, or changes one. */
export const eventPromoterSchema = z
  .object({
    event: z.uuid('Choose an event'),
    promoterId: z.uuid(reload).optional(),
    name: line(80, 'Enter a name'),
    username: line(31, 'Enter a username')
      .transform((name) => name.replace(/^@/, ''))
      .optional(),
    email: z.email('Please enter a valid email address').max(254).optional(),
    linkCode: line(30, 'Enter a code').optional(),
    promoCode: line(30, 'Enter a code').optional(),
    basis: z.enum(commissionBases, 'Choose when commission is earned'),
    per: z.enum(['amount', 'percent'], 'Choose how commission is counted'),
    cents: dollars(100_000).optional(),
    bps: percent('Commission', 10_000).optional(),
  })
  .superRefine(({ per, cents, bps }, context) => {
    if (per === 'amount' && cents === undefined)
      context.addIssue({ code: 'custom', path: ['cents'], message: 'Enter an amount, or 0 for none' })
    if (per === 'percent' && bps === undefined)
      context.addIssue({ code: 'custom', path: ['bps'], message: 'Enter a percentage' })
  })
export type EventPromoterForm = z.output<typeof eventPromoterSchema>

/** Ends a promoter of an event, or mails them their links. */
export const promoterIntentSchema = z.object({ promoter: z.uuid(reload) })

/** Marks the commission that is due as paid. */
export const payCommissionSchema = z.object({
  reference: line(120, 'Enter the reference of the payment'),
  total: shownNumber(),
})

/** Gives an order to another promoter. */
export const attributionSchema = z.object({
  eventPromoter: z.union([z.uuid(), z.literal('none')], 'Choose a promoter'),
  reason: z
    .string('Please give a reason')
    .trim()
    .min(3, 'Please give a reason')
    .max(500, 'Please use at most 500 characters')
    .refine(isPlainText, strangeText),
})

/** The tabs of the list of promoters. */
export const promoterTabs = ['all', 'active', 'over'] as const

/** Reads the filters of the list from its address. Ignores values that are not valid. */
export const promotersQuerySchema = z.object({
  event: z.uuid().nullable().catch(null).default(null),
  show: z.enum(promoterTabs).catch('all').default('all'),
  q: z.string().trim().max(100).refine(isOneLine).catch('').default(''),
  after: z.uuid().nullable().catch(null).default(null),
})
export type PromotersQuery = z.output<typeof promotersQuerySchema>

/** Adds names to a promoter's guest list, one a line; `+2` at the end of a line brings two more. */
export const addNamesSchema = z.object({
  eventPromoter: z.uuid(reload),
  list: z.uuid(reload),
  idempotencyKey: z.uuid(reload),
  names: z
    .string('Enter a name')
    .trim()
    .min(1, 'Enter a name')
    .max(10_000, 'Too many names. Add them in smaller parts')
    .refine(isPlainText, strangeText)
    .transform((text, context) => {
      const { guests, problems } = readNames(text)
      for (const message of problems) context.addIssue({ code: 'custom', message })
      return guests.map(({ name, plusOnes }) => ({ name, plusOnes }))
    })
    .refine((entries) => entries.length <= 100, 'Add at most 100 names at a time'),
})
export type AddNames = z.output<typeof addNamesSchema>
