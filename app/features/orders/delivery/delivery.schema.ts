import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

const field = (max: number, tooLong: string) =>
  z.string().trim().max(max, tooLong).refine(isOneLine, strangeText).optional()

const howMissing = 'Choose how you want to get this'
const how = z.union([z.literal('ship'), z.uuid()], { error: howMissing }).optional()

/**
 * Parses how the goods of a hold are delivered: shipped (`ship`) or picked up (the id of a pickup point). `how` is that of all, and
 * a line may have another one: each variant goes one way. The address is needed only where something is shipped; the database checks it again, and that the ZIP code fits the state.
 */
export const deliverySchema = z
  .strictObject({
    intent: z.literal('deliver'),
    hold: z.uuid(),
    key: z.uuid(),
    how,
    lines: z
      .array(z.strictObject({ item: z.uuid(), how }))
      .min(1, howMissing)
      .max(50, howMissing),
    recipient: field(100, 'Name must be at most 100 characters'),
    line1: field(100, 'Please use at most 100 characters'),
    line2: field(100, 'Please use at most 100 characters'),
    city: field(80, 'Please use at most 80 characters'),
    state: field(2, 'Choose a state'),
    postalCode: field(10, 'Enter a ZIP code, such as 11216'),
  })
  .superRefine((form, context) => {
    const missing = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const ways = form.lines.map((line) => line.how ?? form.how)
    if (ways.includes(undefined)) missing('how', howMissing)
    if (!ways.includes('ship')) return
    if (!form.recipient) missing('recipient', "Enter the recipient's name")
    if ((form.line1 ?? '').length < 3) missing('line1', 'Enter a street address')
    if ((form.city ?? '').length < 2) missing('city', 'Enter a city')
    if (!form.state) missing('state', 'Choose a state')
    if (!/^\d{5}(-\d{4})?$/.test(form.postalCode ?? ''))
      missing('postalCode', 'Enter a ZIP code, such as 11216')
  })
export type SetDelivery = z.output<typeof deliverySchema>
