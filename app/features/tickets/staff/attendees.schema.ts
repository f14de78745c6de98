import '#core/form-messages.ts'
import * as z from 'zod'
import { isOneLine } from '#core/plain-text.ts'
import { attendeeFilters, attendeeSorts } from './attendees.types.ts'

const id = z.uuid().nullable().catch(null).default(null)
const day = z.iso.date().nullable().catch(null).default(null)

/** Reads the filters of the attendee list from its address. Ignores values that are not valid. */
export const attendeesQuerySchema = z.object({
  event: id,
  show: z.enum(attendeeFilters).catch('all').default('all'),
  q: z.string().trim().max(254).refine(isOneLine).catch('').default(''),
  /** Only tickets of this type. */
  type: id,
  /** Only tickets bought with this code. */
  code: id,
  /** Bought on these days at the event, `2026-11-22`. */
  from: day,
  to: day,
  sort: z.enum(attendeeSorts).catch('name').default('name'),
  /** Counts how many tickets a page has. The ids of the longest page, all selected, fit into an address of 8,192 characters. */
  rows: z.enum(['50', '150']).catch('50').default('50'),
  after: id,
})
export type AttendeesQuery = z.output<typeof attendeesQuerySchema>
