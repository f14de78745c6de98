import '#core/form-messages.ts'
import * as z from 'zod'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'

const reload = 'Please reload the page and try again'
const idempotencyKey = z.string().max(200, reload).refine(isOneLine, reload).optional()

/** Cancels goods that are not on their way. */
export const cancelGoodsSchema = z.object({
  intent: z.literal('cancel'),
  item: z.array(z.uuid(reload)).min(1, 'Choose what to cancel').max(50, reload),
  idempotencyKey,
})

/** Takes back the money for what was not picked up. */
export const refundUnclaimedSchema = z.object({ intent: z.literal('refund'), idempotencyKey })

/** Asks to send goods back; a picture of what is broken comes as the file `picture`. */
export const askReturnSchema = z.object({
  intent: z.literal('return'),
  item: z.uuid('Choose what to send back'),
  units: z.coerce.number('Enter how many').int('Enter how many').min(1, 'Enter how many').max(20, reload),
  reason: z
    .string('Say why, in a few words')
    .trim()
    .min(3, 'Say why, in a few words')
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText),
  faulty: z.literal('on').optional(),
  idempotencyKey,
})
export type AskReturn = z.output<typeof askReturnSchema>
