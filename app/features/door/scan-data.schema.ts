import * as z from 'zod'
import '#core/form-messages.ts'
import { scanFilters, scanSorts } from './door.rules.ts'

const id = z.uuid().optional().catch(undefined)

/** Reads the filters of the list of scans from its address. Ignores values that are not valid. */
export const scansQuerySchema = z.object({
  event: id,
  show: z.enum(scanFilters).catch('all').default('all'),
  sort: z.enum(scanSorts).catch('-time').default('-time'),
  /** The scan that the page before ended with. */
  after: id,
})
export type ScansQuery = z.output<typeof scansQuerySchema>
