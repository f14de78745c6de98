import '#core/form-messages.ts'
import * as z from 'zod'
import { isOneLine } from './plain-text.ts'
import { themeChoices } from './theme-choice.ts'

/** Parses what the theme menu posts before JavaScript arrives. */
export const themeSchema = z.object({
  theme: z.enum(themeChoices, { error: 'Please choose light, dark or system.' }),
  redirect: z.string().refine(isOneLine).optional().catch(undefined),
})
