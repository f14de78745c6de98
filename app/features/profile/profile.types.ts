import * as z from 'zod'

/** Describes the person's own row, which fills the form. A guest has no username. */
export const ownProfileSchema = z.object({
  displayName: z.string(),
  username: z
    .string()
    .nullable()
    .transform((username) => username ?? ''),
  bio: z.string(),
  city: z.string(),
})
export type Profile = z.output<typeof ownProfileSchema>
