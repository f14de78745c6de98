/** Reads the brand's settings. */
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { BrandSettings } from './brand-settings.schema.ts'
import { brandSettingsRowSchema } from './brand-settings.types.ts'

/** The brand's settings: what the form changes, what is fixed, and the version that a save names. */
export type StoredBrandSettings = {
  values: BrandSettings
  fixed: { timeZone: string; currency: string; pinMinutes: number }
  version: string
}

/** Reads the one row of settings. */
export async function readBrandSettings(args: RequestArgs): Promise<StoredBrandSettings> {
  const { data, error } = await userClient(args).from('settings').select('*').single()
  if (error) throw error
  const row = brandSettingsRowSchema.parse(data)
  return {
    values: {
      brand: row.brand,
      company: row.company,
      tagline: row.tagline,
      contactEmail: row.contact_email,
      postalAddress: row.postal_address,
      socialLinks: row.social_links,
      holdMinutes: row.hold_minutes,
      maxPerOrder: row.max_per_order,
      maxPerPerson: row.max_per_person,
      qrVisibleHours: row.qr_visible_hours,
      maxTransfers: row.max_transfers,
      playbackMinutes: row.playback_minutes,
      refundHours: row.refund_hours,
      refundKeepsFee: row.refund_keeps_fee,
      refundKeptPercent: row.refund_kept_percent,
      bagPolicy: row.bag_policy,
      marketingFromHour: row.marketing_from_hour,
      marketingUntilHour: row.marketing_until_hour,
      marketingPerWeek: row.marketing_per_week,
    },
    fixed: { timeZone: row.time_zone, currency: row.currency, pinMinutes: row.pin_minutes },
    version: row.updated_at,
  }
}
