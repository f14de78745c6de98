import type { ReportViewName } from './report.types.ts'

/** Filters that a view may take besides its days. */
export type FilterName = 'days' | 'event' | 'product' | 'source' | 'device' | 'touch' | 'basis' | 'compare'

/** The tabs of the dashboard and what each can be filtered by, in their order. */
export const reportViews: Record<ReportViewName, { label: string; filters: readonly FilterName[] }> = {
  overview: { label: 'Overview', filters: ['days', 'event', 'source', 'device', 'basis', 'compare'] },
  events: { label: 'Events', filters: ['days', 'compare', 'basis', 'event'] },
  sources: { label: 'Sources', filters: ['days', 'device', 'touch', 'compare'] },
  funnel: { label: 'Funnel', filters: ['days', 'event', 'source', 'device', 'touch', 'compare'] },
  door: { label: 'Door', filters: ['days', 'compare', 'event'] },
  shop: { label: 'Shop', filters: ['days', 'compare', 'product'] },
  live: { label: 'Live', filters: ['days'] },
  retention: { label: 'Retention', filters: ['days'] },
  pace: { label: 'Pace', filters: ['event'] },
}
