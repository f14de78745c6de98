import * as z from 'zod'

/** Result of `private.person_card`: a person as others see them. What they did not open up is not there. */
export const personCardSchema = z.object({
  displayName: z.string(),
  avatar: z.string().nullable(),
  username: z.string().nullish(),
  bio: z.string().optional(),
  city: z.string().optional(),
  /** How many events they were admitted to. */
  nights: z.int().optional(),
})
export type PersonCard = z.output<typeof personCardSchema>
