import * as z from 'zod'

/** What the form is filled with: the person's own row. A guest has no username. */
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
