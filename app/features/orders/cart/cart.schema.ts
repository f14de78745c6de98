import * as z from 'zod'
import '#core/form-messages.ts'
import { wholeNumber } from '#core/number-input.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

const variant = z.uuid('Choose what to buy')

/** Parses what the cart is sent: add units of a variant, set how many there are, or remove it. Never a price. */
export const changeCartSchema = z.discriminatedUnion('intent', [
  z.strictObject({
    intent: z.literal('add'),
    variant,
    quantity: wholeNumber('Quantity', 1, 99).default(1),
    /** Idempotency key of the form; left out by pages that are the same for everybody. */
    key: z.uuid().optional(),
  }),
  z.strictObject({ intent: z.literal('set'), variant, quantity: wholeNumber('Quantity', 0, 99) }),
  z.strictObject({ intent: z.literal('remove'), variant }),
])

/** Parses a code that somebody types into the cart or at checkout. */
export const cartCodeSchema = z.strictObject({
  intent: z.literal('code'),
  code: z
    .string({ error: 'Enter a code' })
    .trim()
    .min(1, 'Enter a code')
    .max(60, 'Please use at most 60 characters')
    .refine(isOneLine, strangeText),
})

/** Removes the code of the cart. */
export const dropCodeSchema = z.strictObject({ intent: z.literal('drop-code') })

export type ChangeCart = z.output<typeof changeCartSchema>

/** Everything that may be posted to the cart. */
export const cartFormSchema = z.discriminatedUnion('intent', [
  ...changeCartSchema.options,
  cartCodeSchema,
  dropCodeSchema,
])
