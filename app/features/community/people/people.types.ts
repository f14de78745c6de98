import * as z from 'zod'
import { personCardSchema } from '#core/person-card.ts'

/** Result of `read_person_page`; null for everybody whose page the caller may not see. */
export const personPageSchema = z
  .object({
    id: z.uuid(),
    username: z.string(),
    card: personCardSchema,
    isMe: z.boolean(),
    /** False where only its owner sees the page. */
    isPublic: z.boolean(),
    /** True for admins and moderators. */
    isStaff: z.boolean(),
    /** The caller's choices for this person; of somebody whom they blocked they see the name alone. */
    mine: z.enum(['block', 'mute']).nullable(),
    isFollowing: z.boolean(),
    followsMe: z.boolean(),
  })
  .nullable()
export type PersonPage = NonNullable<z.output<typeof personPageSchema>>

/** Result of `read_my_people`: 50 people, the latest first. */
export const myPeopleSchema = z.object({
  people: z.array(z.object({ id: z.uuid(), card: personCardSchema, isFollowing: z.boolean() })),
  /** The person with whom the next page begins. */
  next: z.uuid().nullable(),
})
export type MyPeople = z.output<typeof myPeopleSchema>

/** Result of `suggest_people`: whom a post may mention, the best first. */
export const suggestionsSchema = z.array(
  z.object({ username: z.string(), displayName: z.string(), avatar: z.string().nullable() }),
)
export type Suggestions = z.output<typeof suggestionsSchema>
