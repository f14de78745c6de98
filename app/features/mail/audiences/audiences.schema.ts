import '#core/form-messages.ts'
import * as z from 'zod'
import { shownNumber } from '#core/number-input.ts'

/** What the form of a saved audience sends besides its name and conditions: the version that was read; a new one has none. */
export const audienceFormSchema = z.object({ version: shownNumber().optional() })
