import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine } from '#core/plain-text.ts'
import { viewPages } from '#core/staff-lists.ts'

/** Saves the filters of a list under a name. */
const saveViewSchema = z.object({
  intent: z.literal('save'),
  page: z.enum(viewPages),
  name: z
    .string({ error: 'Enter a name' })
    .trim()
    .min(1, 'Enter a name')
    .max(60, 'Please use at most 60 characters')
    .refine(isOneLine, 'Please use one line of plain text'),
  query: z.string().max(500).refine(isOneLine).default(''),
})
const deleteViewSchema = z.object({ intent: z.literal('delete'), page: z.enum(viewPages), id: z.uuid() })

/** Parses what is posted about saved views. */
export const viewActionSchema = z.discriminatedUnion('intent', [saveViewSchema, deleteViewSchema])
