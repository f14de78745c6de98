import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { roles } from '#core/role-names.ts'
import { capabilities } from '#core/roles.ts'

const personSchema = z.object({
  id: z.uuid(),
  username: z.string().nullable(),
  displayName: z.string(),
})

/** Fields that only admins get. */
const detailsSchema = z.object({
  email: z.string().nullable(),
  role: z.enum(roles),
  createdAt: instant,
  deactivatedAt: instant.nullable(),
  grants: z.array(
    z.object({
      capability: z.enum(capabilities),
      /** The event's title; null for every event. */
      event: z.string().nullable(),
      expiresAt: instant.nullable(),
    }),
  ),
})
export type PersonDetails = z.output<typeof detailsSchema>

/** Result of `list_people`: names and usernames, and for admins the rest. */
export const peopleSchema = z.object({
  people: z.array(z.union([personSchema.extend(detailsSchema.shape), personSchema])),
  /** The person after whom the next page begins. */
  next: z.uuid().nullable(),
})
export type People = z.output<typeof peopleSchema>
export type ListedPerson = People['people'][number]
