import { definitionOf, shareOf } from './figures.rules.ts'
import type { FunnelData, FunnelSteps, Report, ReportTable } from './report.types.ts'
import { dayName } from './report-days.rules.ts'
import { deviceName, listedFigure, sourceName } from './report-parts.rules.ts'

const section = 'From the page to the door'

/** The steps in their order: the figure of each, and its value. The first three are of visits, the others of buyers. */
const steps = [
  { key: 'viewed', of: ({ viewed }: FunnelSteps) => viewed, isOfVisits: true },
  { key: 'clicked', of: ({ clicked }: FunnelSteps) => clicked, isOfVisits: true },
  { key: 'held', of: ({ held }: FunnelSteps) => held, isOfVisits: true },
  { key: 'payStarted', of: ({ payStarted }: FunnelSteps) => payStarted, isOfVisits: false },
  { key: 'paidBuyers', of: ({ paid }: FunnelSteps) => paid, isOfVisits: false },
  { key: 'arrivedBuyers', of: ({ arrived }: FunnelSteps) => arrived, isOfVisits: false },
] as const

/** Builds the view of the funnel: how many of those who look at an event become its guests. */
export function funnelReport(data: FunnelData, currency: string): Report {
  const { steps: now, stepsBefore: before } = data
  return {
    view: 'funnel',
    from: data.from,
    to: data.to,
    today: data.today,
    before: data.before,
    currency,
    notes: [
      'The first three steps count visits and the others count buyers, because a visit doesn’t say who made it. So the share from “Held tickets” to “Started to pay” isn’t exact.',
    ],
    figures: steps.map(({ key, of, isOfVisits }, place) => {
      const earlier = steps[place - 1]
      const share = earlier && earlier.isOfVisits === isOfVisits ? shareOf(of(now), earlier.of(now)) : null
      return listedFigure(section, key, of(now), before && of(before), {
        note: share === null ? null : `${Math.round(share * 100)}% of the step before`,
      })
    }),
    charts: [
      {
        key: 'steps',
        section,
        title: 'Steps',
        about:
          'Visits that viewed an event, went to tickets and held some; buyers who started to pay, paid and came.',
        unit: 'count',
        kind: 'bars',
        axis: 'Step',
        points: steps.map(({ key }) => ({ label: definitionOf(key).label, tick: definitionOf(key).label })),
        series: [
          { name: 'This period', role: 'now', values: steps.map(({ of }) => of(now)) },
          ...(before
            ? [{ name: 'Period before', role: 'before' as const, values: steps.map(({ of }) => of(before)) }]
            : []),
        ],
        soFar: null,
      },
    ],
    tables: [
      stepTable({
        key: 'events',
        caption: 'By event',
        header: 'Event',
        rows: data.events.map((event) => ({
          key: event.id,
          name: `${event.title}, ${dayName(event.day)}`,
          filter: { event: event.id },
          ...event,
        })),
      }),
      stepTable({
        key: 'sources',
        caption: 'By source',
        header: 'Source',
        rows: data.sources.map((source) => ({
          ...source,
          key: String(source.id),
          name: sourceName(source),
          filter: { source: String(source.id) },
        })),
      }),
      stepTable({
        key: 'devices',
        caption: 'By device',
        header: 'Device',
        rows: data.devices.map((device) => ({
          ...device,
          key: device.name,
          name: deviceName(device.name),
          filter: device.name === 'unknown' ? null : { device: device.name },
        })),
      }),
    ],
  }
}

type StepRow = FunnelSteps & { key: string; name: string; filter: Record<string, string> | null }

function stepTable({
  key,
  caption,
  header,
  rows,
}: {
  key: string
  caption: string
  header: string
  rows: StepRow[]
}): ReportTable {
  return {
    key,
    section,
    caption,
    about:
      'The same steps as above. Paid per visit = buyers who paid divided by visits that viewed an event. Up to 20 rows, most visits first.',
    columns: [
      { key: 'name', header, unit: 'text' },
      ...steps.map(({ key: step }) => ({
        key: step,
        header: definitionOf(step).label,
        unit: 'count' as const,
      })),
      { key: 'perLook', header: 'Paid per visit', unit: 'share' },
    ],
    rows: rows.map((row) => ({
      key: row.key,
      cells: [row.name, ...steps.map(({ of }) => of(row)), shareOf(row.paid, row.viewed)],
      to: row.filter,
      rows: row.filter && { figure: 'viewed', ...row.filter },
    })),
    empty: 'Nobody viewed an event or bought a ticket in this period.',
  }
}
