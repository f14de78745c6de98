import * as z from 'zod'
import '#core/form-messages.ts'

/** Parses the form by which a holder agrees to be seen as going, or takes that back. */
export const companyFormSchema = z.strictObject({ shown: z.enum(['yes', 'no']) })
