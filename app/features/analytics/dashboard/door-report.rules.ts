import { shareOf } from './figures.rules.ts'
import type { Chart, DoorData, Report } from './report.types.ts'
import { computedFigure, listedFigure } from './report-parts.rules.ts'

const section = 'Arrivals'
const mostSteps = 48

/** Builds the view of the door: who came, when and through which gate. */
export function doorReport(data: DoorData, currency: string): Report {
  const { figures: f, figuresBefore: b } = data
  const noShow = (x: { expected: number; arrived: number } | null) =>
    x && shareOf(x.expected - x.arrived, x.expected)
  const soFar = f.open > 0 ? 'So far: an event is not over' : null
  return {
    view: 'door',
    from: data.from,
    to: data.to,
    today: data.today,
    before: data.before,
    currency,
    notes: [],
    figures: [
      listedFigure(section, 'expected', f.expected, b?.expected),
      listedFigure(section, 'arrived', f.arrived, b?.arrived, { note: soFar }),
      listedFigure(section, 'noShows', f.expected - f.arrived, b && b.expected - b.arrived, { note: soFar }),
      computedFigure(
        section,
        'noShowShare',
        'No-show rate',
        'share',
        noShow(f),
        noShow(b),
        'No-shows divided by tickets expected.',
        soFar,
      ),
      listedFigure(section, 'freeExpected', f.freeExpected, b?.freeExpected),
      listedFigure(section, 'freeArrived', f.freeArrived, b?.freeArrived),
      computedFigure(
        section,
        'freeShare',
        'Free tickets that arrived',
        'share',
        shareOf(f.freeArrived, f.freeExpected),
        b && shareOf(b.freeArrived, b.freeExpected),
        'Free tickets that arrived divided by free tickets expected.',
        soFar,
      ),
    ],
    charts: [arrivalChart(data)].filter((chart) => chart.points.length > 0),
    tables: [
      {
        key: 'gates',
        section: 'Gates',
        caption: 'Load of each gate',
        about:
          'Arrivals are first admissions of valid tickets. Busiest ten minutes = the most arrivals of one event in ten minutes since doors.',
        columns: [
          { key: 'gate', header: 'Gate', unit: 'text' },
          { key: 'arrivals', header: 'Arrivals', unit: 'count' },
          { key: 'share', header: 'Share', unit: 'share' },
          { key: 'busiest', header: 'Busiest ten minutes', unit: 'count' },
        ],
        rows: data.gates.map(({ gate, arrivals, busiest }) => ({
          key: gate,
          cells: [gate || 'No gate named', arrivals, shareOf(arrivals, f.arrived), busiest],
          to: null,
          rows: null,
        })),
        empty: 'Nobody arrived in this period.',
      },
      {
        key: 'nights',
        section: 'Events',
        caption: 'Arrivals by event',
        about: 'The last 20 events in this period. The figures above cover all of them.',
        columns: [
          { key: 'title', header: 'Event', unit: 'text' },
          { key: 'day', header: 'Day', unit: 'day' },
          { key: 'expected', header: 'Expected', unit: 'count' },
          { key: 'arrived', header: 'Arrived', unit: 'count' },
          { key: 'noShow', header: 'No-show rate', unit: 'share' },
          { key: 'free', header: 'Free tickets arrived', unit: 'share' },
        ],
        rows: data.nights.map((night) => ({
          key: night.id,
          cells: [
            night.isOpen ? `${night.title} (so far)` : night.title,
            night.day,
            night.expected,
            night.arrived,
            noShow(night),
            shareOf(night.freeArrived, night.freeExpected),
          ],
          to: { event: night.id },
          rows: { figure: 'noShows', event: night.id },
        })),
        empty: 'No doors opened in this period.',
      },
    ],
  }
}

const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** Arrivals by ten minutes since doors; what is later than eight hours is one point. */
function arrivalChart({ arrivals }: DoorData): Chart {
  const counts = new Map<number, number>()
  for (const { step, arrivals: count } of arrivals) {
    const at = Math.min(step, mostSteps)
    counts.set(at, (counts.get(at) ?? 0) + count)
  }
  const last = Math.max(-2, ...counts.keys())
  const first = counts.has(-1) ? -1 : 0
  const steps = last < first ? [] : Array.from({ length: last - first + 1 }, (_, place) => first + place)
  return {
    key: 'arrivals',
    section,
    title: 'Arrivals every ten minutes',
    about: 'First admissions of valid tickets, by time since the doors of their event opened.',
    unit: 'count',
    kind: 'bars',
    axis: 'Since doors',
    points: steps.map((step) => ({
      label:
        step < 0
          ? 'Before doors'
          : step === mostSteps
            ? 'After 8 hours'
            : `${clock(step * 10)} to ${clock(step * 10 + 10)} after doors`,
      tick: step < 0 ? 'Early' : step === mostSteps ? '8:00+' : clock(step * 10),
    })),
    series: [{ name: 'Arrivals', role: 'now', values: steps.map((step) => counts.get(step) ?? 0) }],
    soFar: null,
  }
}
