/** Changes the brand's settings. A row policy lets admins only; a trigger records each change with its values before and after. */
import type { SubmissionResult } from '@conform-to/react'
import { data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { readForm } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { readBrandSettings } from './brand-settings.reads.server.ts'
import { mergeSettings, settingsForm, settingText } from './brand-settings.rules.ts'
import { type BrandSettingName, type BrandSettings, brandSettingsSchema } from './brand-settings.schema.ts'

type Reply = ReturnType<typeof data<SubmissionResult>>

/** Writes `holdMinutes` as `hold_minutes`. */
type ColumnOf<Name extends string> = Name extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${ColumnOf<Rest>}`
  : Name

/** The row that the form's settings are stored as: every one of them, so that none is left out of a save. */
type BrandSettingsRow = { [Name in BrandSettingName as ColumnOf<Name>]: BrandSettings[Name] }

/** Writes the settings over a version; false where another is stored by now. */
async function write(args: RequestArgs, values: BrandSettings, version: string): Promise<boolean> {
  const row: BrandSettingsRow = {
    brand: values.brand,
    company: values.company,
    tagline: values.tagline,
    contact_email: values.contactEmail,
    postal_address: values.postalAddress,
    social_links: values.socialLinks,
    hold_minutes: values.holdMinutes,
    max_per_order: values.maxPerOrder,
    max_per_person: values.maxPerPerson,
    qr_visible_hours: values.qrVisibleHours,
    max_transfers: values.maxTransfers,
    playback_minutes: values.playbackMinutes,
    refund_hours: values.refundHours,
    refund_keeps_fee: values.refundKeepsFee,
    refund_kept_percent: values.refundKeptPercent,
    bag_policy: values.bagPolicy,
    marketing_from_hour: values.marketingFromHour,
    marketing_until_hour: values.marketingUntilHour,
    marketing_per_week: values.marketingPerWeek,
  }
  const { data: rows, error } = await userClient(args)
    .from('settings')
    .update(row)
    .eq('id', true)
    .eq('updated_at', version)
    .select('updated_at')
  if (error) throw error
  if (rows.length > 0) args.context.requestContext.purgePages()
  return rows.length > 0
}

/** Reads the values that a form was filled in from; without any, every field counts as changed. */
function baseOf(text: string): Partial<BrandSettings> {
  try {
    const base: unknown = JSON.parse(text)
    return typeof base === 'object' && base !== null ? { ...base } : {}
  } catch {
    return {}
  }
}

/**
 * Saves the posted form of the brand's settings. Where somebody else saved meanwhile, changes of different fields are merged; where
 * both changed a field, nothing is saved and the reply says at that field what is stored now: sending it again keeps the caller's.
 * @returns a redirect to the page, or the reply that shows what is wrong at its field
 */
export async function saveBrandSettings(args: RequestArgs): Promise<Response | Reply> {
  const form = await readForm(args.request, brandSettingsSchema)
  if (!form.ok) return form.reply()
  const { version, base, ...mine } = form.value
  if (await write(args, mine, version)) return redirect(paths.adminSettings({ done: 'saved' }))
  // Each turn looks at what is stored then; the last one gives the form back.
  for (let turn = 0; ; turn++) {
    const stored = await readBrandSettings(args)
    const { values, conflicts } = mergeSettings(baseOf(base), mine, stored.values)
    if (conflicts.length === 0 && turn < 3) {
      if (await write(args, values, stored.version)) return redirect(paths.adminSettings({ done: 'merged' }))
      continue
    }
    const fieldErrors = Object.fromEntries(
      conflicts.map((name) => [
        name,
        [`Someone saved ${settingText(stored.values[name])} here in the meantime. Save again to keep yours.`],
      ]),
    )
    // The form starts over from what is stored now, with the caller's values in the fields that they changed.
    const start = { ...settingsForm(values, stored.version), base: JSON.stringify(stored.values) }
    return data(
      {
        ...form.submission.reply({
          fieldErrors,
          formErrors: ['Someone else saved these settings in the meantime. What you typed is still here.'],
        }),
        initialValue: start,
      },
      { status: 409 },
    )
  }
}
