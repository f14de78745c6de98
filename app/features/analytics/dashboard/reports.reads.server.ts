import type { Result } from '#core/result.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { doorReport } from './door-report.rules.ts'
import { eventsReport } from './events-report.rules.ts'
import { funnelReport } from './funnel-report.rules.ts'
import { liveReport } from './live-report.rules.ts'
import { overviewReport } from './overview-report.rules.ts'
import { paceReport } from './pace-report.rules.ts'
import {
  doorDataSchema,
  eventsDataSchema,
  type FigureRows,
  figureRowsSchema,
  funnelDataSchema,
  liveDataSchema,
  overviewDataSchema,
  paceDataSchema,
  type Report,
  type ReportFrame,
  type ReportViewName,
  reportFrameSchema,
  retentionDataSchema,
  shopDataSchema,
  sourcesDataSchema,
} from './report.types.ts'
import type { FigureRowsQuery, ReportFilters } from './report-filters.schema.ts'
import { retentionReport } from './retention-report.rules.ts'
import { shopReport } from './shop-report.rules.ts'
import { sourcesReport } from './sources-report.rules.ts'

const span = ({ days, from, to }: ReportFilters) => ({
  p_days: days,
  ...(from && { p_from: from }),
  ...(to && { p_to: to }),
})
const ofEvent = ({ event }: ReportFilters) => (event ? { p_event: event } : {})
const compared = ({ compare }: ReportFilters) => ({ p_compare: compare === 'previous' })

type Read = (args: RequestArgs, filters: ReportFilters, frame: Promise<ReportFrame>) => Promise<Report>

/** Reads and builds each view. A new view is one entry here and one in `reportViews`, one SQL function and one file of rules. */
const reads: Record<ReportViewName, Read> = {
  async overview(args, filters, frame) {
    const { source, device, basis } = filters
    const asked = { ...span(filters), ...ofEvent(filters), ...compared(filters), p_basis: basis }
    const more = { ...(source && { p_source: source }), ...(device && { p_device: device }) }
    const data = await rpc(
      userClient(args),
      'read_overview_report',
      { ...asked, ...more },
      overviewDataSchema,
    )
    return overviewReport(data, (await frame).currency, basis)
  },
  async events(args, filters, frame) {
    const asked = { ...span(filters), ...ofEvent(filters), ...compared(filters), p_basis: filters.basis }
    const data = await rpc(userClient(args), 'read_events_report', asked, eventsDataSchema)
    return eventsReport(data, (await frame).currency, filters.event !== null)
  },
  async sources(args, filters, frame) {
    const { device, touch } = filters
    const asked = {
      ...span(filters),
      ...compared(filters),
      ...(device && { p_device: device }),
      p_touch: touch,
    }
    const data = await rpc(userClient(args), 'read_sources_report', asked, sourcesDataSchema)
    return sourcesReport(data, (await frame).currency, touch)
  },
  async funnel(args, filters, frame) {
    const { source, device, touch } = filters
    const asked = { ...span(filters), ...ofEvent(filters), ...compared(filters), p_touch: touch }
    const more = { ...(source && { p_source: source }), ...(device && { p_device: device }) }
    const data = await rpc(userClient(args), 'read_funnel_report', { ...asked, ...more }, funnelDataSchema)
    return funnelReport(data, (await frame).currency)
  },
  async door(args, filters, frame) {
    const asked = { ...span(filters), ...ofEvent(filters), ...compared(filters) }
    const data = await rpc(userClient(args), 'read_door_report', asked, doorDataSchema)
    return doorReport(data, (await frame).currency)
  },
  async shop(args, filters, frame) {
    const { product } = filters
    const asked = { ...span(filters), ...compared(filters), ...(product && { p_product: product }) }
    const data = await rpc(userClient(args), 'read_shop_report', asked, shopDataSchema)
    return shopReport(data, (await frame).currency, product)
  },
  async live(args, filters, frame) {
    const data = await rpc(userClient(args), 'read_live_report', span(filters), liveDataSchema)
    return liveReport(data, (await frame).currency)
  },
  async retention(args, filters, frame) {
    const data = await rpc(userClient(args), 'read_retention_report', span(filters), retentionDataSchema)
    return retentionReport(data, (await frame).currency)
  },
  async pace(args, filters, frame) {
    const data = await rpc(userClient(args), 'read_pace_report', ofEvent(filters), paceDataSchema)
    return paceReport(data, (await frame).currency)
  },
}

/**
 * Reads what surrounds the reports, as the request's own session.
 * @param event an event that must be among those that can be chosen
 */
function readReportFrame(args: RequestArgs, event: string | null): Promise<ReportFrame> {
  return rpc(userClient(args), 'read_report_frame', event ? { p_event: event } : {}, reportFrameSchema)
}

/**
 * Reads a view of the dashboard with what surrounds it, in parallel and as the request's own session: the database decides who
 * may see what.
 */
export async function readReport(
  args: RequestArgs,
  filters: ReportFilters,
): Promise<{ report: Report; frame: ReportFrame }> {
  const frame = readReportFrame(args, filters.event)
  const [report, around] = await Promise.all([reads[filters.view](args, filters, frame), frame])
  return { report, frame: around }
}

/**
 * Lists the rows that a figure is made of.
 * @param limit rows of a page, 500 at most
 * @returns a refusal where the caller may not see them, or gave no proper reason to see persons
 */
export function listFigureRows(
  args: RequestArgs,
  query: FigureRowsQuery,
  limit: number,
): Promise<Result<FigureRows>> {
  const {
    figure,
    days,
    from,
    to,
    event,
    product,
    basis,
    cohort,
    source,
    device,
    touch,
    afterAt,
    afterId,
    reason,
  } = query
  const item = product ?? event
  const asked = {
    p_figure: figure,
    p_days: days,
    p_basis: basis,
    p_limit: limit,
    p_touch: touch,
    ...(from && { p_from: from }),
    ...(to && { p_to: to }),
    ...(item && { p_item: item }),
    ...(cohort && { p_cohort: cohort }),
    ...(source && { p_source: source }),
    ...(device && { p_device: device }),
    ...(afterAt && afterId && { p_after_at: afterAt, p_after_id: afterId }),
    ...(reason && { p_reason: reason }),
  }
  return rpcResult(userClient(args), 'list_figure_rows', asked, figureRowsSchema)
}
