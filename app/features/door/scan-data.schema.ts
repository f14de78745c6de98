import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'
import { scanResults } from '#core/scan-results.ts'
import { curveSteps, scanFilters, scanSorts } from './scan-data.rules.ts'

const id = z.uuid().nullable().catch(null).default(null)
const text = z.string().max(80).refine(isOneLine, strangeText).catch('').default('')
const minute = z
  .string()
  .regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d$/)
  .catch('')
  .default('')

/**
 * Reads the filters of the list of scans from its address. Ignores values that are not valid. `-` as a gate, a device or a person
 * means that there is none; `from` and `to` are minutes of the event's local time, both included.
 */
export const scansQuerySchema = z.object({
  event: id,
  show: z.enum(scanFilters).catch('all').default('all'),
  gate: text,
  device: text,
  result: z
    .enum([...scanResults, 'bounce'])
    .or(z.literal(''))
    .catch('')
    .default(''),
  staff: text,
  from: minute,
  to: minute,
  /** Minutes of a step of the arrivals curve. */
  step: z.enum(curveSteps).catch('5').default('5'),
  sort: z.enum(scanSorts).catch('-time').default('-time'),
  /** The row that the page before ended with. */
  after: id,
})
export type ScansQuery = z.output<typeof scansQuerySchema>
