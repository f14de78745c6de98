import * as z from 'zod'
import '#core/form-messages.ts'
import { dollars, percent, readDollars, readNumber, shownNumber, wholeNumber } from '#core/number-input.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

const line = (min: number, max: number, message: string) =>
  z.string(message).trim().min(min, message).max(max, message).refine(isOneLine, strangeText)

const saved = {
  id: z.uuid().optional(),
  version: shownNumber().optional(),
  /** Sent by the button that removes it. */
  archive: z.literal('on').optional(),
}
const state = z.string('Choose a state').regex(/^[A-Z]{2}$/, 'Choose a state')

/** Reads lines such as `500 = 8.00`: grams, then what a parcel up to that weight costs. */
const rates = z
  .string('Enter at least one weight')
  .trim()
  .min(1, 'Enter at least one weight')
  .max(2000, 'Enter fewer weights')
  .transform((text, context) =>
    text
      .split('\n')
      .map((row) => row.trim())
      .filter(Boolean)
      .map((row) => {
        const [weight = '', price = '', ...more] = row.split('=')
        const grams = readNumber(weight)
        const cents = readDollars(price)
        if (grams !== null && cents !== null && more.length === 0) return { grams, cents }
        context.addIssue({ code: 'custom', message: 'Write each line like 500 = 8.00' })
        return { grams: 0, cents: 0 }
      }),
  )

/** A group of states with what shipping there costs. */
export const zoneSchema = z.strictObject({
  ...saved,
  intent: z.literal('zone'),
  name: line(2, 80, 'Enter a name of 2 to 80 characters'),
  states: z
    .string('Enter at least one state')
    .transform((text) => [
      ...new Set(
        text
          .toUpperCase()
          .split(/[^A-Z]+/)
          .filter(Boolean),
      ),
    ])
    .refine((codes) => codes.length > 0, 'Enter at least one state')
    .refine((codes) => codes.every((code) => code.length === 2), 'Use two letters for each state'),
  freeAbove: dollars().optional(),
  rates,
})

/** A rate of sales tax. */
export const taxSchema = z.strictObject({
  ...saved,
  intent: z.literal('tax'),
  state,
  zipPrefix: z
    .string()
    .trim()
    .regex(/^\d{0,5}$/, 'Use up to 5 digits')
    .default(''),
  taxClass: z.enum(['general', 'clothing'], 'Choose what is taxed'),
  /** Percent, with at most two digits after the point, as hundredths. */
  percent: percent('Percent', 3000),
  taxesShipping: z.literal('on').optional(),
})

const localTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Enter a date and a time')
  .optional()

/** A stand at an event, or a store day. */
export const pickupPointSchema = z
  .strictObject({
    ...saved,
    intent: z.literal('pickup'),
    /** Left out for a store day. */
    event: z.uuid().optional(),
    isStore: z.literal('on').optional(),
    name: line(2, 120, 'Enter a name of 2 to 120 characters'),
    address: z
      .string()
      .trim()
      .max(200, 'Please use at most 200 characters')
      .refine(isOneLine, strangeText)
      .optional(),
    state,
    postalCode: z
      .string('Enter a ZIP code, such as 11216')
      .regex(/^\d{5}$/, 'Enter a ZIP code, such as 11216'),
    opens: localTime,
    closes: localTime,
  })
  .superRefine((form, context) => {
    const isStore = form.id ? form.isStore === 'on' : form.event === undefined
    if (isStore && !form.opens)
      context.addIssue({ code: 'custom', path: ['opens'], message: 'Enter a date and a time' })
    if (
      Boolean(form.opens) !== Boolean(form.closes) ||
      (form.opens && form.closes && form.closes <= form.opens)
    )
      context.addIssue({ code: 'custom', path: ['closes'], message: 'Enter an end after the beginning' })
  })

/** Says what goods cost less in an order with tickets. */
export const priceRuleSchema = z.strictObject({
  ...saved,
  intent: z.literal('rule'),
  name: line(2, 80, 'Enter a name of 2 to 80 characters'),
  percent: wholeNumber('Percent', 1, 90),
  collection: z.uuid().optional(),
})

const businessDays = () => wholeNumber('Business days', 1, 30).optional()

/** Says in how many business days parcels are shipped; both left empty say nothing. */
export const handlingFormSchema = z
  .strictObject({ intent: z.literal('handling'), min: businessDays(), max: businessDays() })
  .superRefine(({ min, max }, context) => {
    if ((min === undefined) !== (max === undefined))
      context.addIssue({
        code: 'custom',
        path: [min === undefined ? 'min' : 'max'],
        message: 'Enter both, or leave both empty',
      })
    else if (min !== undefined && max !== undefined && max < min)
      context.addIssue({ code: 'custom', path: ['max'], message: "Can't be below the minimum" })
  })
