import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine } from '#core/plain-text.ts'
import { STAFF_FILTERS, STAFF_SORTS } from './staff-events.rules.ts'

/** Reads the filters of the staff's list of events from its address. Ignores values that are not valid. */
export const staffEventsQuerySchema = z.object({
  show: z.enum(STAFF_FILTERS).catch('upcoming').default('upcoming'),
  /** Null where none is chosen: each kind of events has its own order. */
  sort: z.enum(STAFF_SORTS).nullable().catch(null).default(null),
  /** A cursor of `list_staff_events`. */
  after: z.string().max(80).refine(isOneLine).nullable().catch(null).default(null),
})
export type StaffEventsQuery = z.output<typeof staffEventsQuerySchema>
