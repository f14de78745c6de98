import * as z from 'zod'
import '#core/form-messages.ts'

const variant = z.uuid('Choose what to buy')
const quantity = z.coerce
  .number({ error: 'Choose how many' })
  .int('Choose a whole number')
  .max(99, 'Choose a smaller number')

/** Parses what the cart is sent: add units of a variant, set how many there are, or remove it. Never a price. */
export const changeCartSchema = z.discriminatedUnion('intent', [
  z.strictObject({
    intent: z.literal('add'),
    variant,
    quantity: quantity.min(1, 'Choose how many').default(1),
    /** Idempotency key of the form; left out by pages that are the same for everybody. */
    key: z.uuid().optional(),
  }),
  z.strictObject({ intent: z.literal('set'), variant, quantity: quantity.min(0, 'Choose how many') }),
  z.strictObject({ intent: z.literal('remove'), variant }),
])
export type ChangeCart = z.output<typeof changeCartSchema>
