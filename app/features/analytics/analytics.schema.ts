import * as z from 'zod'
import '#core/form-messages.ts'
import { browserNames, deviceTypes } from '#core/device.ts'
import { wholeNumber } from '#core/number-input.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'
import { visitIdPattern } from '#core/visit-id.ts'

/** The id of a visit: made by the page, stored in the tab, new after half an hour without a page view. */
const sessionIdSchema = z.string().regex(visitIdPattern)

/** Parses what a page reports when it is shown. The user is taken from the session; a user id in the body is accepted and ignored. */
export const pageViewSchema = z.strictObject({
  path: z.string().max(512).startsWith('/').refine(isOneLine, strangeText),
  userId: z.unknown().optional(),
  sessionId: sessionIdSchema,
  deviceType: z.enum(deviceTypes),
  browser: z.enum(browserNames),
  referrer: z.string().max(2048).refine(isOneLine, strangeText).nullish(),
})
export type PageView = z.output<typeof pageViewSchema>

/** Parses the query of the dashboard. */
export const dashboardQuerySchema = z.object({
  days: wholeNumber('Days', 1, 366).default(30),
})
