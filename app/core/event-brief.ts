import * as z from 'zod'
import { instant } from './columns.ts'

/** Parses what `private.event_brief` returns: optional texts are null. */
export const eventBriefSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  status: z.string(),
  venueName: z.string().nullable(),
  address: z.string().nullable(),
  /** Says why the venue is not shown to this reader yet: `holders` or `hours`; null where it is. */
  venueHidden: z.enum(['holders', 'hours']).nullable(),
  /** Says when a hidden venue becomes public. */
  venueRevealsAt: instant.nullable(),
  city: z.string().nullable(),
  timeZone: z.string(),
  doorsAt: instant,
  startsAt: instant,
  endsAt: instant,
  minAge: z.number(),
  idPolicy: z.string().nullable(),
  updatedAt: instant,
  imagePath: z.string().nullable(),
  imageAlt: z.string().nullable(),
})

/** An event as people with a hold or tickets see it, in any state of its listing. Instants are ISO 8601. */
export type EventBrief = z.output<typeof eventBriefSchema>
