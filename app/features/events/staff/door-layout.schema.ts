import * as z from 'zod'
import '#core/form-messages.ts'
import { wholeNumber } from '#core/number-input.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

const nameSchema = (most: number) =>
  z
    .string('Enter a name')
    .trim()
    .min(1, 'Enter a name')
    .max(most, `Name must be at most ${most} characters`)
    .refine(isOneLine, strangeText)

/** A zone of an event's door; without an id a new one. */
export const zoneFormSchema = z.strictObject({
  intent: z.literal('zone'),
  id: z.uuid().optional(),
  name: nameSchema(40),
  capacity: wholeNumber('Capacity', 1, 200_000),
})

/** A gate of an event's door; without an id a new one. No types: all may use it. */
export const gateFormSchema = z.strictObject({
  intent: z.literal('gate'),
  id: z.uuid().optional(),
  name: nameSchema(60),
  zone: z.uuid().optional(),
  types: z.array(z.uuid()).max(50).default([]),
})

/** Removes a zone or a gate. */
export const removePlaceSchema = z.strictObject({ intent: z.literal('remove'), id: z.uuid() })

/** The forms of zones and gates by their intent. */
export const doorLayoutForms = { zone: zoneFormSchema, gate: gateFormSchema, remove: removePlaceSchema }
