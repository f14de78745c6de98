import * as z from 'zod'
import { browserNames, deviceTypes } from '#core/device.ts'
import { visitIdPattern } from '#core/visit-id.ts'

/** A browser tab's visit: made by the page, kept in the tab, new after half an hour of silence. */
const sessionIdSchema = z.string().regex(visitIdPattern, 'Must be 8 to 64 letters, digits, - or _.')

/** What a page reports when it is shown. Who saw it is taken from the session: a user id in the body is let in and ignored. */
export const pageViewSchema = z.strictObject({
  path: z.string().min(1).max(512, 'At most 512 characters.').startsWith('/', 'Must start with /.'),
  userId: z.unknown().optional(),
  sessionId: sessionIdSchema,
  deviceType: z.enum(deviceTypes),
  browser: z.enum(browserNames),
  referrer: z.string().max(2048, 'At most 2048 characters.').nullish(),
})
export type PageView = z.output<typeof pageViewSchema>

/** How the dashboard may be asked for. */
export const dashboardQuerySchema = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) })

/** The ranges that the dashboard's page offers, in days. */
export const dashboardRanges = [7, 30, 90, 365] as const
export const dashboardRangeSchema = z.coerce
  .number()
  .pipe(z.union(dashboardRanges.map((range) => z.literal(range))))
  .catch(30)
