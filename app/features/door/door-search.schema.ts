import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'
import { gateSchema } from './door.schema.ts'
import { overrideReasons, undoReasons } from './door-search.rules.ts'

const place = { event: z.uuid('Choose an event'), gate: gateSchema.default('') }
const ticket = { ...place, ticket: z.uuid() }

/** Reads the address of the search at the door: the event, the gate, and a ticket that is looked at at once. */
export const doorSearchQuerySchema = z.object({
  event: z.uuid().nullable().catch(null).default(null),
  gate: gateSchema.catch('').default(''),
  ticket: z.uuid().nullable().catch(null).default(null),
})

export const findAtDoorSchema = z.strictObject({
  ...place,
  intent: z.literal('find'),
  q: z
    .string('Enter a name, an order code or 4 digits')
    .trim()
    .min(2, 'Enter a name, an order code or 4 digits')
    .max(80, 'Search must be at most 80 characters')
    .refine(isOneLine, strangeText),
})

export const viewAtDoorSchema = z.strictObject({ ...ticket, intent: z.literal('view') })

const scan = {
  ...ticket,
  scan: z.uuid(),
  device: z
    .uuid()
    .optional()
    .or(z.literal('').transform(() => undefined)),
}
const note = z
  .string()
  .trim()
  .max(120, 'Details must be at most 120 characters')
  .refine(isOneLine, strangeText)
  .default('')

/** `Other` says nothing by itself. */
const explained = { path: ['note'], message: 'Please say why' }
const isExplained = (sent: { reason: string; note: string }) =>
  sent.reason !== 'Other' || sent.note.length >= 3

export const admitAtDoorSchema = z.strictObject({ ...scan, intent: z.literal('admit') })
export const undoAtDoorSchema = z
  .strictObject({ ...scan, intent: z.literal('undo'), reason: z.enum(undoReasons, 'Choose a reason'), note })
  .refine(isExplained, explained)
export const overrideAtDoorSchema = z
  .strictObject({
    ...scan,
    intent: z.literal('override'),
    reason: z.enum(overrideReasons, 'Choose a reason'),
    note,
  })
  .refine(isExplained, explained)

/** The forms of the search at the door by their intent. */
export const doorSearchForms = {
  find: findAtDoorSchema,
  view: viewAtDoorSchema,
  admit: admitAtDoorSchema,
  undo: undoAtDoorSchema,
  override: overrideAtDoorSchema,
}
export type AdmitFound = z.output<typeof admitAtDoorSchema>
export type UndoFound = z.output<typeof undoAtDoorSchema>
export type OverrideFound = z.output<typeof overrideAtDoorSchema>
export type DoorSearchForm = z.output<(typeof doorSearchForms)[keyof typeof doorSearchForms]>
