import '#core/form-messages.ts'
import * as z from 'zod'
import { megabyte, type UploadHandle } from '#core/largest-file.ts'
import { wholeNumber } from '#core/number-input.ts'
import { pictureField } from '#core/picture-upload.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'

const reload = 'Please reload the page and try again'
const idempotencyKey = z.string().max(200, reload).refine(isOneLine, reload).optional()

const addressLine = (max: number, min: number, missing: string) =>
  z
    .string(missing)
    .trim()
    .min(min, missing)
    .max(max, max === 100 ? 'Please use at most 100 characters' : 'Please use at most 80 characters')
    .refine(isOneLine, strangeText)

/** Cancels goods that are not on their way. */
export const cancelGoodsSchema = z.object({
  intent: z.literal('cancel'),
  item: z.array(z.uuid(reload)).min(1, 'Choose what to cancel').max(50, reload),
  idempotencyKey,
})

/** Takes back the money for what nobody picks up where it is. */
export const refundUnclaimedSchema = z.object({ intent: z.literal('refund'), idempotencyKey })

/** Has it handed over somewhere else. */
export const moveUnclaimedSchema = z.object({
  intent: z.literal('move'),
  point: z.uuid('Choose where to pick it up'),
  idempotencyKey,
})

/** Has what was not picked up shipped to an address, for which the buyer pays; the database checks it again. */
export const shipUnclaimedSchema = z.object({
  intent: z.literal('ship'),
  recipient: addressLine(100, 1, "Enter the recipient's name"),
  line1: addressLine(100, 3, 'Enter a street address'),
  line2: z
    .string()
    .trim()
    .max(100, 'Please use at most 100 characters')
    .refine(isOneLine, strangeText)
    .default(''),
  city: addressLine(80, 2, 'Enter a city'),
  state: z.string('Choose a state').length(2, 'Choose a state'),
  postalCode: z
    .string('Enter a ZIP code, such as 11216')
    .regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code, such as 11216'),
  idempotencyKey,
})
export type ShipUnclaimed = z.output<typeof shipUnclaimedSchema>

/** The largest picture of what came broken. */
export const largestReturnMegabytes = 10
/** The handle of the route whose form takes one. */
export const returnUpload: UploadHandle = { largestFile: largestReturnMegabytes * megabyte }

/** Asks to send goods back, with a picture of what is broken. */
export const askReturnSchema = z.object({
  intent: z.literal('return'),
  item: z.uuid('Choose what to send back'),
  units: wholeNumber('Units', 1, 20),
  reason: z
    .string('Say why, in a few words')
    .trim()
    .min(3, 'Say why, in a few words')
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText),
  faulty: z.literal('on').optional(),
  picture: pictureField(largestReturnMegabytes).optional(),
  idempotencyKey,
})
export type AskReturn = z.output<typeof askReturnSchema>

/** The forms of the page of bought goods by their intent. */
export const goodsForms = {
  cancel: cancelGoodsSchema,
  refund: refundUnclaimedSchema,
  move: moveUnclaimedSchema,
  ship: shipUnclaimedSchema,
  return: askReturnSchema,
}
