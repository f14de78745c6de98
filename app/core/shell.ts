import * as z from 'zod'
import { meSchema } from './roles.ts'

/** Result of `read_shell`: what header and footer need. */
export const shellSchema = z.object({
  /** Brand of the site, from the settings. */
  brand: z.object({
    name: z.string(),
    company: z.string(),
    /** Path of the logo image; null shows the house mark. */
    logo: z.string().nullable(),
    tagline: z.string(),
    /** The public mailbox; null where there is none. */
    contactEmail: z.string().nullable(),
    postalAddress: z.string().nullable(),
    /** Links to the brand on other sites. */
    socialLinks: z.array(z.object({ label: z.string(), url: z.string() })),
    /** IANA zone for everything outside an event. */
    timeZone: z.string(),
    /** ISO 4217 code. */
    currency: z.string(),
  }),
  /** The caller; null for visitors. */
  me: meSchema.nullable(),
  /** Counts what the caller has in the cart. */
  cartUnits: z.int(),
  /** Counts what the bell told a member and they have not read, up to 100; null for everybody else. */
  unread: z.int().nullable(),
  /** True while a stream is live. */
  live: z.boolean(),
})
export type Shell = z.output<typeof shellSchema>
