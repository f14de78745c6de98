/** Describes the brand's settings as admins are handed them. */
import * as z from 'zod'

/** The one row of `settings`, with the names of its columns. */
export const brandSettingsRowSchema = z.object({
  brand: z.string(),
  company: z.string(),
  tagline: z.string(),
  contact_email: z.string().nullable(),
  postal_address: z.string().nullable(),
  social_links: z.array(z.object({ label: z.string(), url: z.string() })),
  hold_minutes: z.int(),
  max_per_order: z.int(),
  max_per_person: z.int(),
  qr_visible_hours: z.int(),
  max_transfers: z.int(),
  playback_minutes: z.int(),
  refund_hours: z.int().nullable(),
  refund_keeps_fee: z.boolean(),
  refund_kept_percent: z.int(),
  bag_policy: z.string(),
  marketing_from_hour: z.int(),
  marketing_until_hour: z.int(),
  marketing_per_week: z.int(),
  /** Fixed: what it was when prices and dates were stored. */
  time_zone: z.string(),
  currency: z.string(),
  pin_minutes: z.int(),
  /** Sent back with the form as the version that was read, so not a character of it may change. */
  updated_at: z.string(),
})
