import '#core/form-messages.ts'
import * as z from 'zod'
import { wholeNumber } from '#core/number-input.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'

/** Sends the evidence of a dispute to the provider. */
export const sendEvidenceSchema = z.object({
  currentPassword: z.string().max(200, "That's not your password.").refine(isOneLine, strangeText).optional(),
})

const reason = z
  .string('Please give a reason')
  .trim()
  .min(3, 'Please give a reason')
  .max(500, 'The reason can have at most 500 characters')
  .refine(isPlainText, strangeText)
/** Days until a block ends; empty for good. */
const days = wholeNumber('Days', 1, 3650).optional()

/** Reads whose buyer is blocked from the address of the page. Ignores values that are not valid. */
export const blockQuerySchema = z.object({
  order: z
    .string()
    .regex(/^[2-9A-HJ-NP-Z]{8}$/)
    .nullable()
    .catch(null)
    .default(null),
  person: z.uuid().nullable().catch(null).default(null),
  kind: z.enum(['email', 'network']).catch('email').default('email'),
  label: z.string().max(254).refine(isOneLine).catch('').default(''),
})

/** Blocks the buyer of an order, or a person. */
export const blockBuyerSchema = z.object({
  orderId: z.uuid('Please reload the page and try again').optional(),
  personId: z.uuid('Please reload the page and try again').optional(),
  kinds: z.array(z.enum(['email', 'account', 'card', 'network'])).min(1, 'Choose what to block'),
  reason,
  days,
})

/** Adds an address to the list of who may not buy. */
export const addBlockSchema = z.object({
  kind: z.enum(['email', 'network'], 'Choose what to block'),
  label: z
    .string('Say what to block')
    .trim()
    .min(1, 'Say what to block')
    .max(254, 'This can have at most 254 characters')
    .refine(isOneLine, strangeText),
  reason,
  days,
})

export const liftBlockSchema = z.object({ block: z.uuid('Please reload the page and try again') })

/** Reads the tab and the page of the list of disputes from its address. Ignores values that are not valid. */
export const disputesQuerySchema = z.object({
  show: z.enum(['all', 'open']).catch('all').default('all'),
  after: z.uuid().nullable().catch(null).default(null),
})
export type DisputesQuery = z.output<typeof disputesQuerySchema>
