import { type PointerEvent, useEffect, useId, useState } from 'react'
import { Card } from './card.tsx'
import * as css from './chart.css.ts'
import { axisValues, linePath, placeOf, tickPlaces } from './chart-scale.ts'
import { CountLink } from './count-link.tsx'
import { type Column, Table } from './table.tsx'
import { TableScroll } from './table-scroll.tsx'

type Series = {
  name: string
  /** `now` is drawn full, `before` dashed, `past` thin, `forecast` dotted, `against` dashed in the colour of text. */
  role: 'now' | 'before' | 'past' | 'forecast' | 'against'
  /** One value for each point; null where there is none. */
  values: readonly (number | null)[]
}

/** Lines or bars over a row of points. */
export type ChartData = {
  key: string
  title: string
  /** Says in a sentence what the chart shows; screen readers get it as its description. */
  about: string
  kind: 'line' | 'bars'
  /** The name of the points' column in its table: Day, Time. */
  axis: string
  /** The points from left to right: `label` in full, `tick` as the axis has it. */
  points: readonly { label: string; tick: string }[]
  series: readonly Series[]
  /** Index of the current, incomplete point. */
  soFar: number | null
}

/** Writes the values of a chart: in full, and for an axis. */
export type ChartFormat = {
  full: (value: number | null) => string
  short: (value: number) => string
  /** The smallest step of the axis. */
  leastStep: number
}

const percent = (share: number) => `${Number((share * 100).toFixed(3))}%`

/**
 * Draws lines or bars. The drawing is in the server's HTML with a title and a description; the same numbers stand in a table
 * below it. With JavaScript, pointer and arrow keys read it point by point.
 * @param rowLink the address of the rows that a value of the table counts; null for none
 */
export function Chart({
  chart,
  format,
  rowLink,
}: {
  chart: ChartData
  format: ChartFormat
  rowLink?: ((place: number, series: number) => string | null) | undefined
}) {
  const { points, series, kind, soFar } = chart
  const id = useId()
  const [read, setRead] = useState<number | null>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const values = series.flatMap((one) => one.values.filter((value) => value !== null))
  const lines = axisValues(values, format.leastStep)
  const [low = 0, high = 1] = [lines.at(0), lines.at(-1)]
  const height = (value: number) => (value - low) / (high - low)
  const shown = read === null || read >= points.length ? null : read
  const resting = soFar ?? lastWithValue(series)
  const at = shown ?? resting
  const pointName = (place: number) => `${points[place]?.label ?? ''}${place === soFar ? ' (so far)' : ''}`
  const entries = (place: number) =>
    series.map((one) => ({ ...one, text: format.full(one.values[place] ?? null) }))
  const spoken = `${pointName(at)}: ${entries(at)
    .map(({ name, text }) => `${name} ${text}`)
    .join(', ')}`
  const readAt = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const place = Math.floor(((event.clientX - box.left) / box.width) * points.length)
    setRead(Math.min(Math.max(place, 0), points.length - 1))
  }
  // Days are named from the last one back, which is today as a rule.
  const from = kind === 'line' || chart.axis === 'Day' ? 'last' : 'first'
  const wide = tickPlaces(points.length, points.length <= 10 ? 10 : 7, from)
  // A phone has room for two long names.
  const isLong = points.some(({ tick }) => tick.length > 12)
  const few = tickPlaces(wide.length, isLong ? 2 : points.length <= 4 ? 4 : 3, from)
  const narrow = few.map((tick) => wide[tick])
  const peak = highest(chart)
  return (
    <Card className={css.chart} data-testid={`chart-${chart.key}`}>
      <div className={css.head}>
        <h3>{chart.title}</h3>
        <p className={css.about}>{chart.about}</p>
      </div>
      <p className={css.readout} data-testid="readout">
        <span className={css.point}>{pointName(at)}</span>
        {entries(at).map(({ name, role, text }) => (
          <span key={name} className={css.entry}>
            <Swatch role={role} kind={kind} />
            {name} <span className={css.entryValue}>{text}</span>
          </span>
        ))}
      </p>
      <div className={css.frame}>
        <svg className={css.valueAxis} aria-hidden="true">
          {lines.map((value) => (
            <text key={value} x="100%" y={percent(1 - height(value))} dy="0.32em" textAnchor="end">
              {format.short(value)}
            </text>
          ))}
        </svg>
        <div
          className={css.plot}
          onPointerMove={readAt}
          onPointerDown={readAt}
          onPointerLeave={() => setRead(null)}
        >
          <svg
            className={css.drawing}
            role="img"
            aria-labelledby={`${id}-title`}
            aria-describedby={`${id}-about`}
          >
            <title id={`${id}-title`}>{chart.title}</title>
            <desc id={`${id}-about`}>
              {chart.about}{' '}
              {peak === null
                ? 'Nothing yet.'
                : `Highest: ${format.full(peak.value)}, ${pointName(peak.place)}.`}
            </desc>
            {lines.map((value) => (
              <line
                key={value}
                x1="0"
                x2="100%"
                y1={percent(1 - height(value))}
                y2={percent(1 - height(value))}
                className={value === 0 ? css.zeroLine : css.gridLine}
              />
            ))}
            {kind === 'bars' ? (
              <Bars chart={chart} height={height} />
            ) : (
              <Lines chart={chart} height={height} />
            )}
            {shown !== null && (
              <line
                x1={percent(placeOf(shown, points.length))}
                x2={percent(placeOf(shown, points.length))}
                y1="0"
                y2="100%"
                className={css.cursor}
              />
            )}
            {(kind === 'line' || shown !== null) &&
              series.map((one) => {
                const value = one.values[at] ?? null
                if (value === null || (kind === 'bars' && one.role === 'before')) return null
                return (
                  <circle
                    key={one.name}
                    cx={percent(placeOf(at, points.length))}
                    cy={percent(1 - height(value))}
                    r="5"
                    className={css.dot[one.role]}
                  />
                )
              })}
          </svg>
          {isReady && (
            <input
              type="range"
              className={css.reader}
              min={0}
              max={points.length - 1}
              step={1}
              value={at}
              onChange={(event) => setRead(Number(event.target.value))}
              onBlur={() => setRead(null)}
              aria-label={`${chart.title}: read each point`}
              aria-valuetext={spoken}
            />
          )}
        </div>
        <svg className={css.pointAxis} aria-hidden="true">
          {wide.map((place) => (
            <text
              key={place}
              x={percent(placeOf(place, points.length))}
              y="1.1em"
              // Bars that are narrow have no room for half of a name beside the first and the last.
              textAnchor={
                points.length <= 12
                  ? 'middle'
                  : place === 0
                    ? 'start'
                    : place === points.length - 1
                      ? 'end'
                      : 'middle'
              }
              className={narrow.includes(place) ? undefined : css.wideTick}
            >
              {points[place]?.tick}
            </text>
          ))}
        </svg>
      </div>
      <div className={css.foot}>
        <details>
          <summary className={css.summary}>Show as a table</summary>
          <PointTable chart={chart} format={format} pointName={pointName} rowLink={rowLink} />
        </details>
        {isReady && <p className={css.hint}>Arrow keys read it point by point.</p>}
      </div>
    </Card>
  )
}

function lastWithValue(series: readonly Series[]): number {
  const now = series.find(({ role }) => role === 'now')?.values ?? []
  const last = now.findLastIndex((value) => value !== null)
  return Math.max(0, last)
}

function highest({ series }: ChartData): { value: number; place: number } | null {
  const now = series.find(({ role }) => role === 'now')?.values ?? []
  const value = Math.max(0, ...now.filter((one) => one !== null))
  return value === 0 ? null : { value, place: now.indexOf(value) }
}

/** Draws the lines; the last piece up to a day that is not over is dotted. */
function Lines({ chart, height }: { chart: ChartData; height: (value: number) => number }) {
  const { series, points, soFar } = chart
  const now = series.find(({ role }) => role === 'now')
  const closed = now?.values.map((value, place) => (place === soFar ? null : value)) ?? []
  const open =
    now?.values.map((value, place) =>
      soFar !== null && (place === soFar || place === soFar - 1) ? value : null,
    ) ?? []
  const width = 1000 / Math.max(1, points.length)
  const base = 100 - height(0) * 100
  const drawn = closed.findLastIndex((value) => value !== null)
  const from = closed.findIndex((value) => value !== null)
  const outline = linePath(closed, height)
  const isWhole = drawn > from && closed.slice(from, drawn + 1).every((value) => value !== null)
  return (
    <svg
      viewBox="0 0 1000 100"
      preserveAspectRatio="none"
      width="100%"
      height="100%"
      overflow="visible"
      aria-hidden="true"
    >
      {isWhole && (
        <path
          className={css.area}
          d={`${outline}L${(drawn + 0.5) * width} ${base}L${(from + 0.5) * width} ${base}Z`}
        />
      )}
      {series
        .filter(({ role }) => role !== 'now')
        .map((one) => (
          <path key={one.name} className={css.line[one.role]} d={linePath(one.values, height)} />
        ))}
      <path className={css.line.now} d={outline} />
      {soFar !== null && <path className={css.line.open} d={linePath(open, height)} />}
    </svg>
  )
}

/** Draws a bar for each point; the period before stands as a paler, narrower one beside it. */
function Bars({ chart, height }: { chart: ChartData; height: (value: number) => number }) {
  const { series, points, soFar } = chart
  const band = 1000 / Math.max(1, points.length)
  const zero = height(0)
  const drawn = [...series].sort((a, b) => Number(a.role === 'now') - Number(b.role === 'now'))
  const both = series.length > 1
  // A few points leave more room than a bar should fill.
  const bar = (share: number) => Math.min(band, 160) * share
  return (
    <svg
      viewBox="0 0 1000 100"
      preserveAspectRatio="none"
      width="100%"
      height="100%"
      overflow="visible"
      aria-hidden="true"
    >
      {drawn.flatMap((one) =>
        one.values.map((value, place) => {
          if (value === null || value === 0) return null
          const top = Math.max(height(value), zero)
          const isNow = one.role === 'now'
          const [now, before] = both ? [bar(0.46), bar(0.3)] : [bar(0.68), 0]
          const left = (place + 0.5) * band - (now + before) / 2
          return (
            <rect
              key={`${one.name} ${points[place]?.label}`}
              className={isNow && place === soFar ? css.bar.open : css.bar[one.role]}
              x={isNow ? left : left + now}
              width={isNow ? now : before}
              y={100 - top * 100}
              height={Math.abs(height(value) - zero) * 100}
            />
          )
        }),
      )}
    </svg>
  )
}

/** Shows how a series is drawn, beside its name. */
function Swatch({ role, kind }: { role: Series['role']; kind: ChartData['kind'] }) {
  return (
    <svg className={css.swatch} viewBox="0 0 24 12" aria-hidden="true">
      {kind === 'bars' ? (
        <rect x="6" y="0" width="12" height="12" rx="2" className={css.bar[role]} />
      ) : (
        <path d="M0 6H24" className={css.line[role]} />
      )}
    </svg>
  )
}

function PointTable({
  chart,
  format,
  pointName,
  rowLink,
}: {
  chart: ChartData
  format: ChartFormat
  pointName: (place: number) => string
  rowLink: ((place: number, series: number) => string | null) | undefined
}) {
  const columns: Column<number>[] = [
    { key: 'point', header: chart.axis, cell: pointName },
    ...chart.series.map((one, nth) => ({
      key: one.name,
      header: one.name,
      numeric: true,
      cell: (place: number) => {
        const text = format.full(one.values[place] ?? null)
        const to = rowLink?.(place, nth)
        return to ? <CountLink to={to}>{text}</CountLink> : text
      },
    })),
  ]
  return (
    <TableScroll name={`${chart.title}, in numbers`}>
      <Table
        caption={<span>{chart.title}, in numbers</span>}
        columns={columns}
        rows={chart.points.map((_, place) => place)}
        rowKey={String}
        empty="No data yet."
      />
    </TableScroll>
  )
}
