/** Parses the forms of the tab Codes of the event editor: a code, and what is done to one. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { text } from '#core/form-fields.ts'
import { dollars, shownNumber, wholeNumber } from '#core/number-input.ts'
import { CODE_EFFECTS } from '../event-values.ts'
import { optionalWallTime, tab } from './event-form.schema.ts'

const reload = 'Please reload the page and try again'

const optionalNumber = (label: string, min: number, max: number) =>
  wholeNumber(label, min, max).nullable().default(null)

/**
 * A code of an event, under the names of `save_code`. Times are wall times in the event's own zone. `amountCents` is what comes
 * off each unit, or the price of each.
 */
export const codeFormSchema = z
  .object({
    id: z.uuid().optional(),
    ...tab,
    code: z
      .string({ error: 'Code is required' })
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9][A-Z0-9_-]{2,29}$/, 'Use 3 to 30 letters, numbers, hyphens or underscores'),
    label: text('Note', 80),
    effect: z.enum(CODE_EFFECTS),
    percent: optionalNumber('Percent', 1, 100),
    amountCents: dollars().nullable().default(null),
    items: z.array(z.uuid(reload)).max(100, reload).default([]),
    goods: z.enum(['none', 'all', 'listed']).default('none'),
    products: z.array(z.uuid(reload)).max(200, reload).default([]),
    collections: z.array(z.uuid(reload)).max(200, reload).default([]),
    validFromAt: optionalWallTime('Start'),
    validUntilAt: optionalWallTime('End'),
    earlyAccessAt: optionalWallTime('Early access'),
    maxOrders: optionalNumber('Orders', 1, 1_000_000),
    maxUnits: optionalNumber('Tickets', 1, 1_000_000),
    maxPerPerson: optionalNumber('Per person', 1, 1000),
    maxUnitsPerOrder: optionalNumber('Per order', 1, 20),
    budgetCents: dollars().nullable().default(null),
    blockPoolId: z.uuid('Choose a room').nullable().default(null),
    blockPlaces: optionalNumber('Places', 0, 100_000),
    /** The places that the form was filled in with. */
    blockWas: shownNumber(1_000_000).default(0),
    blockEndsAt: optionalWallTime('Release'),
  })
  .superRefine((form, ctx) => {
    const fail = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (form.effect === 'percent' && form.percent === null) fail('percent', 'Enter a percentage')
    if (form.effect === 'fixed' && !form.amountCents) fail('amountCents', 'Enter an amount')
    if (form.effect === 'price' && form.amountCents === null) fail('amountCents', 'Enter an amount')
    if (form.goods === 'listed' && form.products.length + form.collections.length === 0)
      fail('goods', 'Choose a product or a collection')
    if (form.validFromAt && form.validUntilAt && form.validUntilAt <= form.validFromAt)
      fail('validUntilAt', 'The end must be after the start')
    if (form.blockPoolId && form.blockPlaces === null) fail('blockPlaces', 'Enter how many places')
    if (form.blockPoolId && !form.blockEndsAt) fail('blockEndsAt', 'Say when they are released')
    if (!form.blockPoolId && form.blockPlaces) fail('blockPoolId', 'Choose a room')
  })

/**
 * Reads the address of the tab Codes: the code that it opens (`new` for a new one, null for the list) and the last code of the page
 * before.
 */
export const eventCodesQuerySchema = z.object({
  code: z.literal('new').or(z.uuid()).nullable().catch(null).default(null),
  after: z.uuid().nullable().catch(null).default(null),
})

/** Pauses a code, lets it go on, or archives it. */
export const codeStateSchema = z.strictObject({
  intent: z.literal('state'),
  id: z.uuid(),
  state: z.enum(['active', 'paused', 'archived']),
})
