import { Chart } from '#ui/chart.tsx'
import { formatShort, formatValue } from '../figures.rules.ts'
import type { Chart as ReportedChart } from '../report.types.ts'

/** The smallest step of an axis: there are no half tickets, and no axis of single cents. */
const leastStep: Record<ReportedChart['unit'], number> = {
  count: 1,
  money: 100,
  share: 0.001,
  days: 1,
  decimal: 0.1,
}

/** Draws a chart of a report, in its unit. */
export function ReportChart({ chart, currency }: { chart: ReportedChart; currency: string }) {
  return (
    <Chart
      chart={chart}
      format={{
        full: (value) => formatValue(value, chart.unit, currency),
        short: (value) => formatShort(value, chart.unit, currency),
        leastStep: leastStep[chart.unit],
      }}
    />
  )
}
