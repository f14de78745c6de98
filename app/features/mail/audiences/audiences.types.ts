import * as z from 'zod'
import { audienceSchema } from '#core/audience.ts'

/** An audience that was counted, and ten masked addresses of it. */
export const audienceCountSchema = z.object({
  /** Everybody to whom the conditions apply. */
  people: z.int(),
  /** Those of them who agreed to the category and confirmed their address. */
  reachable: z.int(),
  samples: z.array(z.object({ address: z.string(), city: z.string().nullable() })),
})
export type AudienceCount = z.output<typeof audienceCountSchema>

const savedAudienceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  definition: audienceSchema,
  version: z.int(),
  author: z.string().nullable(),
  updatedAt: z.string(),
})
export type SavedAudience = z.output<typeof savedAudienceSchema>
export const audiencesSchema = z.object({
  audiences: z.array(savedAudienceSchema),
  timeZone: z.string(),
  now: z.string(),
})
export type Audiences = z.output<typeof audiencesSchema>

/** What conditions can name. */
export const audienceChoicesSchema = z.object({
  events: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      startsAt: z.string(),
      timeZone: z.string(),
      types: z.array(z.object({ id: z.uuid(), name: z.string() })),
    }),
  ),
  subjects: z.array(z.object({ id: z.uuid(), name: z.string() })),
  cities: z.array(z.string()),
  categories: z.array(z.string()),
  campaigns: z.array(z.object({ id: z.uuid(), name: z.string(), startedAt: z.string() })),
})
export type AudienceChoices = z.output<typeof audienceChoicesSchema>
