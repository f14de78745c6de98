import '#core/form-messages.ts'
import * as z from 'zod'
import { dollars, wholeNumber } from '#core/number-input.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

const reload = 'Please reload the page and try again'
const id = z.uuid(reload)

const units = (label: string) => wholeNumber(label, 1, 100_000)

/** A wall time in the event's own zone. */
const wallTime = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .regex(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(:\d\d)?$/, `${label} must be a date and a time`)

const name = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(80, 'Name can have at most 80 characters')
  .refine(isOneLine, strangeText)

/** Everything that staff change on the capacity board, by its name in the address. */
export const saleChangeKinds = [
  'pause-sale',
  'resume-sale',
  'pause-type',
  'resume-type',
  'pause-extra',
  'resume-extra',
  'extend-sale',
  'add-release',
  'set-capacity',
  'set-quantity',
  'end-release',
] as const
export type SaleChangeKind = (typeof saleChangeKinds)[number]

/** One change to how an event sells; the names are those of `change_sale`. */
export const saleChangeSchema = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('pause-sale') }),
    z.object({ kind: z.literal('resume-sale') }),
    z.object({ kind: z.literal('pause-type'), type: id }),
    z.object({ kind: z.literal('resume-type'), type: id }),
    z.object({ kind: z.literal('pause-extra'), extra: id }),
    z.object({ kind: z.literal('resume-extra'), extra: id }),
    z.object({ kind: z.literal('extend-sale'), type: id, endsAt: wallTime('End of sales') }),
    z.object({
      kind: z.literal('add-release'),
      type: id,
      name,
      faceCents: dollars(),
      quantity: units('Quantity').nullable().default(null),
      endsAt: wallTime('End time').nullable().default(null),
    }),
    z.object({ kind: z.literal('set-capacity'), pool: id, capacity: units('Capacity') }),
    z.object({
      kind: z.literal('set-quantity'),
      release: id,
      quantity: units('Quantity').nullable().default(null),
    }),
    z.object({ kind: z.literal('end-release'), release: id }),
  ],
  { error: reload },
)
export type SaleChange = z.output<typeof saleChangeSchema>

/** A change that was previewed and is confirmed. */
export const confirmSaleChangeSchema = z.object({
  change: saleChangeSchema,
  /** The version of the preview that was shown. */
  version: z.string(reload).min(1, reload).max(40, reload).refine(isOneLine, reload),
  idempotencyKey: z.string(reload).min(8, reload).max(200, reload).refine(isOneLine, reload),
})

/** Reads which event the board shows. `all` in the address means none: then the next one is shown. */
export const capacityQuerySchema = z.object({ event: z.uuid().nullable().catch(null).default(null) })
export type CapacityQuery = z.output<typeof capacityQuerySchema>
