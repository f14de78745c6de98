import * as z from 'zod'
import '#core/form-messages.ts'
import { line, text } from '#core/form-fields.ts'
import { isOneLine } from '#core/plain-text.ts'
import { STAFF_FILTERS, STAFF_SORTS } from './staff-events.rules.ts'

/** Reads the filters of the staff's list of events from its address. Ignores values that are not valid. */
export const staffEventsQuerySchema = z.object({
  show: z.enum(STAFF_FILTERS).catch('upcoming').default('upcoming'),
  /** Null where none is chosen: each kind of events has its own order. */
  sort: z.enum(STAFF_SORTS).nullable().catch(null).default(null),
  /** The series whose dates are shown; null for all events. */
  series: z.uuid().nullable().catch(null).default(null),
  /** A cursor of `list_staff_events`. */
  after: z.string().max(80).refine(isOneLine).nullable().catch(null).default(null),
})
export type StaffEventsQuery = z.output<typeof staffEventsQuerySchema>

/** A series as staff edit it. */
export const seriesFormSchema = z.object({
  name: line('Series name', 80, 3),
  description: text('Description', 500),
})

const reload = 'Please reload the page and try again'

/** Reads which unsaved changes a page compares or asks about: those of which tab, or of which code (a draft key). */
export const eventDraftQuerySchema = z.object({
  tab: z.string().max(60).refine(isOneLine).catch('details').default('details'),
})

/** Reads the choice between two people's changes: the version that was compared, and whose value counts by field. */
export const eventChoicesSchema = z.object({
  version: z.string(reload).max(40, reload).refine(isOneLine, reload),
  /** Takes one side in all fields. */
  all: z.enum(['mine', 'theirs'], reload).optional(),
})

/** Reads the consent to what saving means: the version that was looked at, and the keys of what was said. */
export const eventConsentSchema = z.object({
  version: z.string(reload).max(40, reload).refine(isOneLine, reload),
  confirmed: z
    .array(z.string(reload).max(120, reload).refine(isOneLine, reload))
    .max(400, reload)
    .default([]),
})
