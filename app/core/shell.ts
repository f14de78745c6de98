import * as z from 'zod'
import { meSchema } from './roles.ts'

/** Result of `read_shell`: what header and footer need. */
export const shellSchema = z.object({
  /** Who the site is, as the settings have it. */
  brand: z.object({
    name: z.string(),
    company: z.string(),
    /** Path of the logo image; null shows the house mark. */
    logo: z.string().nullable(),
    tagline: z.string(),
    /** The mailbox that people write to; null where there is none. */
    contactEmail: z.string().nullable(),
    postalAddress: z.string().nullable(),
    /** Links to the brand on other sites. */
    socialLinks: z.array(z.object({ label: z.string(), url: z.string() })),
    /** IANA zone for everything that has no event of its own. */
    timeZone: z.string(),
    /** ISO 4217 code. */
    currency: z.string(),
  }),
  /** Who is asking; null for visitors. */
  me: meSchema.nullable(),
  /** Whether a stream is live. */
  live: z.boolean(),
})
export type Shell = z.output<typeof shellSchema>
