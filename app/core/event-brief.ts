import * as z from 'zod'
import { instant, words } from './columns.ts'

/** The database's `event_brief`. */
export const eventBriefSchema = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    status: z.string(),
    venue_name: words,
    address: words,
    city: words,
    time_zone: z.string(),
    doors_at: instant,
    starts_at: instant,
    ends_at: instant,
    min_age: z.number(),
    id_policy: words,
    image_path: words,
    image_alt: words,
  })
  .transform((row) => ({
    id: row.id,
    slug: row.slug,
    title: row.title,
    status: row.status,
    venueName: row.venue_name,
    address: row.address,
    city: row.city,
    timeZone: row.time_zone,
    doorsAt: row.doors_at,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    minAge: row.min_age,
    idPolicy: row.id_policy,
    imagePath: row.image_path,
    imageAlt: row.image_alt,
  }))

/** An event as those who hold or bought tickets see it, whatever became of its listing. Instants are ISO 8601. */
export type EventBrief = z.output<typeof eventBriefSchema>
