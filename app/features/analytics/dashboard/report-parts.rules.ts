import { definitionOf, type FigureKey } from './figures.rules.ts'
import type { Chart, Figure, Unit } from './report.types.ts'
import { dayName, dayTick } from './report-days.rules.ts'

/** Builds the parts of reports. */

const deviceNames: Record<string, string> = { mobile: 'Phone', tablet: 'Tablet', desktop: 'Computer' }

/** Names a kind of device as people do. */
export const deviceName = (device: string): string => deviceNames[device] ?? 'Not known'

/** The source of orders whose source is not known. */
const unknownSource = 3

/** Names a source with its campaign. */
export function sourceName({ id, name, campaign = '' }: { id: number; name: string; campaign?: string }) {
  if (id === unknownSource) return 'Not known'
  return campaign ? `${name} / ${campaign}` : name
}

/**
 * A figure whose rows can be listed.
 * @param rows parameters of the page of rows besides the figure and the report's filters
 */
export function listedFigure(
  section: string,
  key: FigureKey,
  value: number | null | undefined,
  previous: number | null | undefined,
  { note = null, rows = {} }: { note?: string | null; rows?: Record<string, string> } = {},
): Figure {
  const { label, unit, definition } = definitionOf(key)
  return {
    key,
    section,
    label,
    unit,
    value: value ?? null,
    previous: previous ?? null,
    definition,
    note,
    rows: { figure: key, ...rows },
  }
}

/** A figure that is computed from others, such as a share. */
export function computedFigure(
  section: string,
  key: string,
  label: string,
  unit: Unit,
  value: number | null,
  previous: number | null,
  definition: string,
  note: string | null = null,
): Figure {
  return { key, section, label, unit, value, previous, definition, note, rows: null }
}

type DayRow = { day: string }

/** Days from which on bars would be thinner than a screen can draw. */
const mostBars = 120

/**
 * A chart by day, with the days before as a dashed line. One day alone is a bar, and many days are a line, whatever the kind.
 * @param value the value of a day
 */
export function dayChart<Row extends DayRow>({
  value,
  ...chart
}: {
  key: string
  section: string
  title: string
  about: string
  unit: Unit
  kind: Chart['kind']
  days: readonly Row[]
  before: readonly Row[] | null
  today: string
  value: (row: Row) => number | null | undefined
}): Chart {
  const { days, before, today, ...rest } = chart
  const at = days.findIndex(({ day }) => day === today)
  return {
    ...rest,
    kind: days.length === 1 ? 'bars' : days.length > mostBars ? 'line' : rest.kind,
    axis: 'Day',
    points: days.map(({ day }) => ({ label: dayName(day), tick: dayTick(day) })),
    series: [
      {
        name: 'This period',
        role: 'now',
        values: days.map((row) => (row.day > today ? null : (value(row) ?? null))),
      },
      ...(before
        ? [
            {
              name: 'Period before',
              role: 'before' as const,
              values: days.map((_, place) => optional(before[place], value)),
            },
          ]
        : []),
    ],
    soFar: at < 0 ? null : at,
  }
}

function optional<Row>(row: Row | undefined, value: (row: Row) => number | null | undefined): number | null {
  return row === undefined ? null : (value(row) ?? null)
}
