import * as z from 'zod'
import '#core/form-messages.ts'
import { deviceTypes } from '#core/device.ts'
import { shownNumber } from '#core/number-input.ts'
import type { Query } from '#core/paths.ts'
import { isOneLine } from '#core/plain-text.ts'
import { figureKeys } from './figures.rules.ts'
import { reportViewNames } from './report.types.ts'

/** The spans that the dashboard offers, in days with today; others are chosen by their first and last day. */
export const reportSpans = [1, 7, 30, 90, 365] as const

const day = z.iso.date().nullable().catch(null).default(null)
const id = z.uuid().nullable().catch(null).default(null)

const filterFields = {
  days: shownNumber()
    .pipe(z.union(reportSpans.map((span) => z.literal(span))))
    .catch(30)
    .default(30),
  /** First and last day, which replace `days`. Without a last one the days run up to today. */
  from: day,
  to: day,
  event: id,
  product: id,
  /** An id of `private.sources`. */
  source: shownNumber()
    .refine((id) => id > 0)
    .nullable()
    .catch(null)
    .default(null),
  device: z.enum(deviceTypes).nullable().catch(null).default(null),
  /** Chooses the source that a visit or an order counts for: the last one that was not direct, or the first. */
  touch: z.enum(['last', 'first']).catch('last').default('last'),
  /** Chooses the money of a day: booked in it (cash), or all money of its events (event). */
  basis: z.enum(['cash', 'event']).catch('cash').default('cash'),
  compare: z.enum(['previous', 'off']).catch('previous').default('previous'),
}

/** Turns a span round that was given from its end, and takes a last day alone for a span of one day. */
function inOrder<Filters extends { from: string | null; to: string | null }>(filters: Filters): Filters {
  const { from, to } = filters
  if (from === null) return { ...filters, from: to }
  return to !== null && to < from ? { ...filters, from: to, to: from } : filters
}

/** Parses the filters of the dashboard from its address. Ignores what is not valid. */
export const reportFiltersSchema = z
  .object({ view: z.enum(reportViewNames).catch('overview').default('overview'), ...filterFields })
  .transform(inOrder)
export type ReportFilters = z.output<typeof reportFiltersSchema>

/** Parses the address of the page of a figure's rows. */
export const figureRowsQuerySchema = z
  .object({
    figure: z.enum(figureKeys),
    ...filterFields,
    /** The first month of the people meant, as its first day. */
    cohort: day,
    afterAt: z.iso.datetime({ offset: true }).nullable().catch(null).default(null),
    afterId: z.string().max(64).refine(isOneLine).nullable().catch(null).default(null),
    /** Why an admin wants to see the people of the rows; without one they are not shown. */
    reason: z.string().trim().max(200).refine(isOneLine).catch('').default(''),
  })
  .transform(inOrder)
export type FigureRowsQuery = z.output<typeof figureRowsQuerySchema>

/** Makes the search parameters of filters, without those that are as they are unless chosen. */
export function filterQuery(filters: Omit<ReportFilters, 'view'> & { view?: ReportFilters['view'] }): Query {
  const { view, days, from, to, event, product, source, device, touch, basis, compare } = filters
  return {
    view: view === undefined || view === 'overview' ? null : view,
    days: from || days === 30 ? null : days,
    from,
    to,
    event,
    product,
    source,
    device,
    touch: touch === 'last' ? null : touch,
    basis: basis === 'cash' ? null : basis,
    compare: compare === 'previous' ? null : compare,
  }
}
