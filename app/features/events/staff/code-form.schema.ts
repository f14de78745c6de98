/** Parses the form of the tab Codes of the event editor. */
import * as z from 'zod'
import { codeEffects } from '#core/code-values.ts'
import '#core/form-messages.ts'
import { shownNumber, wholeNumber } from '#core/number-input.ts'
import { codeFormFaults, codeFormFields } from '#core/promo-codes.ts'
import { optionalWallTime, tab } from './event-form.schema.ts'

const reload = 'Please reload the page and try again'

/**
 * A code of an event, under the names of `save_code`. Times are wall times in the event's own zone. `amountCents` is what comes
 * off each unit, or the price of each.
 */
export const codeFormSchema = z
  .object({
    id: z.uuid().optional(),
    ...tab,
    ...codeFormFields('Tickets'),
    effect: z.enum(codeEffects),
    items: z.array(z.uuid(reload)).max(100, reload).default([]),
    goods: z.enum(['none', 'all', 'listed']).default('none'),
    validFromAt: optionalWallTime('Start'),
    validUntilAt: optionalWallTime('End'),
    earlyAccessAt: optionalWallTime('Early access'),
    blockPoolId: z.uuid('Choose a room').nullable().default(null),
    blockPlaces: wholeNumber('Places', 0, 100_000).nullable().default(null),
    /** The places that the form was filled in with. */
    blockWas: shownNumber(1_000_000).default(0),
    blockEndsAt: optionalWallTime('Release'),
  })
  .superRefine((form, ctx) => {
    const fail = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    for (const { path, message } of codeFormFaults(form)) fail(path, message)
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
