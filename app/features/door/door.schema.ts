import * as z from 'zod'

/** The gate somebody stands at, as they call it. */
export const gateSchema = z
  .string()
  .trim()
  .max(60, 'Gate must be at most 60 characters')
  .refine((text) => !/\p{Cc}/u.test(text), 'Please remove the special characters')

/** One scan. `scan` names it: sending it again gets the same answer and admits nobody twice. */
export const checkInSchema = z.strictObject({
  event: z.uuid('Choose an event'),
  scan: z.uuid(),
  /** What the camera read or somebody typed. */
  code: z
    .string('Type the code of the ticket')
    .trim()
    .min(1, 'Type the code of the ticket')
    .max(2000, 'This is too long for a code'),
  gate: gateSchema.default(''),
  method: z.enum(['camera', 'code']).default('code'),
})
export type CheckIn = z.output<typeof checkInSchema>
