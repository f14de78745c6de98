import * as z from 'zod'
import '#core/form-messages.ts'
import { wholeNumber } from '#core/number-input.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

/** Says what is wrong of what only the page itself writes. */
const wrong = 'Please reload the page and try again'

const reasonSchema = z
  .string('Please give a reason')
  .trim()
  .min(3, 'Please give a reason')
  .max(200, 'Reason must be at most 200 characters')
  .refine(isOneLine, strangeText)

const clickSchema = z.strictObject({
  /** Names the click: sent again, it counts once. */
  id: z.uuid(),
  zone: z.uuid(),
  /** People who came (+) or left (-). */
  change: z.int(wrong).min(-20, wrong).max(20, wrong),
  at: z.iso.datetime({ offset: true }),
})

/** Clicks of a device that counts people without tickets: `POST /api/door/clicks`. */
export const clicksSchema = z.strictObject({
  event: z.uuid(),
  device: z.uuid().optional(),
  clicks: z.array(clickSchema).min(1, wrong).max(100, wrong),
})
export type Clicks = z.output<typeof clicksSchema>

/** One click by a form, before JavaScript arrives. */
export const clickFormSchema = z.strictObject({
  intent: z.literal('click'),
  id: z.uuid(),
  zone: z.uuid(),
  change: z.enum(['-1', '1']).transform((change) => (change === '1' ? 1 : -1)),
})

/** How many people a recount found, and why it was made. */
export const recountFormSchema = z.strictObject({
  intent: z.literal('recount'),
  id: z.uuid(),
  zone: z.uuid(),
  counted: wholeNumber('People', 0, 200_000),
  reason: reasonSchema,
})

/** How many more people may come into a full zone, and why. */
export const liftFormSchema = z.strictObject({
  intent: z.literal('lift'),
  zone: z.uuid(),
  more: wholeNumber('People', 0, 500),
  reason: reasonSchema,
})

/** The forms of the page by their intent. */
export const zoneForms = { click: clickFormSchema, recount: recountFormSchema, lift: liftFormSchema }
