/** Parses the settings of the brand, as admins send them. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { emailField } from '#core/account-fields.ts'
import { line, oneLineText, tooLong } from '#core/form-fields.ts'
import { wholeNumber } from '#core/number-input.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'

const reload = 'Please reload the page and try again'

const linkSchema = z.object({
  label: line('Name', 30),
  url: z
    .string('Link is required')
    .trim()
    .max(263, tooLong('Link', 263))
    .regex(/^https:\/\/[^\s<>"]{3,255}$/, 'Enter a link that starts with https://'),
})

/** The fields of the brand's settings under the names of their columns in camelCase, with the bounds that the database enforces. */
const fields = {
  brand: line('Brand', 60),
  company: line('Company', 80),
  tagline: oneLineText('Tagline', 160),
  contactEmail: emailField.nullable().default(null),
  postalAddress: z
    .string()
    .trim()
    .min(5, 'Postal address must have at least 5 characters')
    .max(300, tooLong('Postal address', 300))
    .refine(isOneLine, strangeText)
    .nullable()
    .default(null),
  socialLinks: z.array(linkSchema).max(8, 'There can be up to 8 links').default([]),
  holdMinutes: wholeNumber('Hold time', 5, 30),
  maxPerOrder: wholeNumber('Tickets per order', 1, 20),
  maxPerPerson: wholeNumber('Tickets per person', 1, 20),
  qrVisibleHours: wholeNumber('Hours before doors', 0, 72),
  maxTransfers: wholeNumber('Transfers per ticket', 0, 5),
  playbackMinutes: wholeNumber('Minutes of playback', 1, 15),
  refundHours: wholeNumber('Hours before doors', 1, 2160).nullable().default(null),
  refundKeepsFee: z.boolean().default(false),
  refundKeptPercent: wholeNumber('Percent kept', 0, 90),
  bagPolicy: oneLineText('Bag policy', 300),
  marketingFromHour: wholeNumber('First hour', 0, 23),
  marketingUntilHour: wholeNumber('Last hour', 1, 24),
  marketingPerWeek: wholeNumber('Emails per week', 1, 20),
}

/** `version` and `base` are what the form was filled in from: the instant of the last change, and the values as JSON. */
export const brandSettingsSchema = z
  .object({
    ...fields,
    version: z.iso.datetime({ offset: true, error: reload }),
    base: z.string(reload).max(20_000, reload).refine(isPlainText, reload).default('{}'),
  })
  .refine(({ marketingFromHour, marketingUntilHour }) => marketingFromHour < marketingUntilHour, {
    path: ['marketingUntilHour'],
    error: 'Last hour must be after the first',
  })
export type BrandSettingsInput = z.input<typeof brandSettingsSchema>

const valuesSchema = z.object(fields)
/** The brand's settings, as the form's schema returns them. */
export type BrandSettings = z.output<typeof valuesSchema>
/** The name of a setting. */
export type BrandSettingName = keyof BrandSettings
