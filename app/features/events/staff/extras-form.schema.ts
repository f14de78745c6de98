/** Parses the tab of the event editor that sells packages, add-ons and tables. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { line, text } from '#core/form-fields.ts'
import { dollars, percent, wholeNumber } from '#core/number-input.ts'
import { optionalWallTime, tab } from './event-form.schema.ts'

const typeId = z.uuid('Choose a ticket type')

/** Lists the fields that the three have in common. */
const extra = {
  id: z.uuid().optional(),
  name: line('Name', 80),
  description: text('Description', 500),
  visibility: z.enum(['public', 'members', 'staff']).default('public'),
  paused: z.boolean().default(false),
}

const componentSchema = z.object({ typeId, units: wholeNumber('Tickets', 1, 20) })

const packageSchema = z.object({
  ...extra,
  priceCents: dollars(),
  maxPerOrder: wholeNumber('Maximum', 1, 20).default(5),
  saleStartsAt: optionalWallTime('Sale start'),
  saleEndsAt: optionalWallTime('Sale end'),
  components: z
    .array(componentSchema)
    .min(1, 'Add at least one ticket type')
    .max(10, 'A package can have up to 10 ticket types'),
})

const addOnSchema = z.object({
  ...extra,
  priceCents: dollars(),
  capacity: wholeNumber('Stock', 1, 100_000),
  maxPerTicket: wholeNumber('Maximum', 1, 10).default(1),
})

const tableSchema = z.object({
  ...extra,
  section: line('Section', 60),
  typeId,
  minGuests: wholeNumber('Minimum', 1, 20),
  maxGuests: wholeNumber('Maximum', 1, 20),
  minimumSpendCents: dollars(),
  depositCents: dollars().nullable().default(null),
  depositBps: percent('Deposit', 10_000).nullable().default(null),
  gratuityBps: percent('Gratuity', 5000).default(0),
  lastArrivalAt: optionalWallTime('Arrival cutoff'),
})

/**
 * The packages, add-ons and tables of an event, under the names of `save_event`. Times are wall times in the event's own zone. A
 * table has its deposit in dollars or as a percentage of its minimum spend, the other one is null.
 */
export const extrasFormSchema = z
  .object({
    ...tab,
    packages: z.array(packageSchema).max(10, 'An event can have up to 10 packages').default([]),
    addOns: z.array(addOnSchema).max(10, 'An event can have up to 10 add-ons').default([]),
    tables: z.array(tableSchema).max(30, 'An event can have up to 30 tables').default([]),
  })
  .superRefine((form, ctx) => {
    const fail = (path: (string | number)[], message: string) =>
      ctx.addIssue({ code: 'custom', path, message })
    form.packages.forEach(({ saleStartsAt, saleEndsAt, components }, at) => {
      if (saleStartsAt && saleEndsAt && saleEndsAt <= saleStartsAt)
        fail(['packages', at, 'saleEndsAt'], 'Sales must end after they start')
      const types = components.map((component) => component.typeId)
      types.forEach((type, place) => {
        if (types.indexOf(type) < place)
          fail(['packages', at, 'components', place, 'typeId'], 'Choose each ticket type once')
      })
    })
    form.tables.forEach(({ minGuests, maxGuests, minimumSpendCents, depositCents, depositBps }, at) => {
      if (minGuests > maxGuests) fail(['tables', at, 'maxGuests'], "Can't be below the minimum")
      if (depositCents === null && depositBps === null)
        fail(['tables', at, 'depositCents'], 'Enter a deposit in dollars or percent')
      if (depositCents !== null && depositBps !== null)
        fail(['tables', at, 'depositBps'], 'Enter the deposit in dollars or percent, not both')
      if (depositCents !== null && depositCents > minimumSpendCents)
        fail(['tables', at, 'depositCents'], "Can't be more than the minimum spend")
    })
  })
export type ExtrasFormInput = z.input<typeof extrasFormSchema>
export type PackageInput = z.input<typeof packageSchema>
export type AddOnInput = z.input<typeof addOnSchema>
export type TableInput = z.input<typeof tableSchema>
