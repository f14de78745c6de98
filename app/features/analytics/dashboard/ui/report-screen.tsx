import { Link } from '@remix-run/react'
import { Info } from 'lucide-react'
import { useQuery } from '#browser/queries.ts'
import * as paths from '#core/paths.ts'
import * as layout from '#ui/layout.css.ts'
import { type Column, Table } from '#ui/table.tsx'
import { TableScroll } from '#ui/table-scroll.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { formatChange, formatValue } from '../figures.rules.ts'
import {
  type Figure,
  type Report,
  type ReportFrame,
  type ReportTable,
  reportSchema,
} from '../report.types.ts'
import { addDays, dayName, monthName, spanName } from '../report-days.rules.ts'
import { filterQuery, type ReportFilters } from '../report-filters.schema.ts'
import { reportViews } from '../report-views.rules.ts'
import { ReportChart } from './report-chart.tsx'
import { dashboardPath, ReportFilterBar } from './report-filters.tsx'
import * as css from './report-screen.css.ts'

/**
 * Shows a view of the dashboard as the page was rendered with it, and again after each page view that was counted.
 * @param loaded what the page's loader read
 */
export function ReportScreen({
  loaded,
  frame,
  filters,
}: {
  loaded: Report
  frame: ReportFrame
  filters: ReportFilters
}) {
  const query = useQuery([paths.apiDashboard({ ...filterQuery(filters), view: filters.view })], {
    initial: loaded,
  })
  const report = reportSchema.safeParse(query.data).data ?? loaded
  const sections = [
    ...new Set([...report.figures, ...report.charts, ...report.tables].map(({ section }) => section)),
  ]
  const compared = report.before && `Compared with ${spanName(report.before, addDays(report.from, -1))}.`
  return (
    <div className={layout.stack[6]}>
      <ReportFilterBar filters={filters} frame={frame} report={report} />
      {report.notes.length > 0 && (
        <div className={css.notes}>
          {report.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      {sections.map((section, place) => {
        const id = `section-${place}`
        const [figures, charts, tables] = [
          report.figures.filter((one) => one.section === section),
          report.charts.filter((one) => one.section === section),
          report.tables.filter((one) => one.section === section),
        ]
        return (
          <section key={section} className={layout.stack[4]} aria-labelledby={id}>
            <div>
              <h2 id={id}>{section}</h2>
              {compared && figures.some(({ previous }) => previous !== null) && (
                <p className={layout.text.small}>{compared}</p>
              )}
            </div>
            {figures.length > 0 && (
              <div className={css.tiles}>
                {figures.map((figure) => (
                  <FigureTile key={figure.key} figure={figure} currency={report.currency} filters={filters} />
                ))}
              </div>
            )}
            {charts.length > 0 && (
              <div className={css.charts}>
                {charts.map((chart) => (
                  <ReportChart
                    key={`${chart.key} ${report.from} ${report.to}`}
                    chart={chart}
                    currency={report.currency}
                  />
                ))}
              </div>
            )}
            {tables.length > 0 && (
              <div className={css.tables}>
                {tables.map((table) => (
                  <TableOfReport key={table.key} table={table} currency={report.currency} filters={filters} />
                ))}
              </div>
            )}
          </section>
        )
      })}
    </div>
  )
}

/** Figures of which more is worse: their rise is not a success. */
const worseUp = new Set(['refunded', 'disputed', 'bounces', 'noShows', 'noShowShare', 'goodsRefunded'])

function directionOf(figure: Figure): 'up' | 'down' | 'same' {
  const { key, value, previous } = figure
  if (value === null || previous === null || value === previous) return 'same'
  return value > previous !== worseUp.has(key) ? 'up' : 'down'
}

/** The address of the rows of a figure, with those filters of the dashboard that its view takes. */
function rowsPath(filters: ReportFilters, rows: Record<string, string>): string {
  const taken: readonly string[] = [...reportViews[filters.view].filters, 'from', 'to']
  const query = Object.entries(filterQuery({ ...filters, view: undefined }))
  return paths.analyticsRows({
    ...Object.fromEntries(query.filter(([name]) => taken.includes(name))),
    compare: null,
    ...rows,
  })
}

/** Characters of a number from which on it is written smaller, so that it stays on one line of a phone. */
const longText = 11

/** Shows one figure: its number, how it changed, what it counts, and the way to its rows. */
function FigureTile({
  figure,
  currency,
  filters,
}: {
  figure: Figure
  currency: string
  filters: ReportFilters
}) {
  const { key, label, unit, value, previous, definition, note, rows } = figure
  const change = formatChange(value, previous, unit)
  const text = formatValue(value, unit, currency)
  return (
    <div className={css.tile} data-figure={key}>
      <dl>
        <dt className={css.label}>{label}</dt>
        <dd className={text.length > longText ? css.longValue : css.value}>{text}</dd>
        {previous !== null && (
          <dd className={css.change}>
            {change && <span className={css.delta[directionOf(figure)]}>{change}</span>}
            {change !== 'No change' && `${change ? ' ' : ''}from ${formatValue(previous, unit, currency)}`}
          </dd>
        )}
        {note && <dd className={css.change}>{note}</dd>}
      </dl>
      <div className={css.tileFoot}>
        <details>
          <summary className={css.explain} title="What it counts">
            <Info size={18} aria-hidden="true" />
            <VisuallyHidden>What it counts: {label}</VisuallyHidden>
          </summary>
          <p className={css.definition}>{definition}</p>
        </details>
        {rows && (
          <Link to={rowsPath(filters, rows)} className={css.small}>
            Show rows
            <VisuallyHidden> of {label}</VisuallyHidden>
          </Link>
        )}
      </div>
    </div>
  )
}

type ColumnUnit = ReportTable['columns'][number]['unit']
const isText = (unit: ColumnUnit) => unit === 'text' || unit === 'day' || unit === 'month'
const wordsOf = (cell: string, unit: ColumnUnit) =>
  unit === 'day' ? dayName(cell) : unit === 'month' ? monthName(cell) : cell

const heatOf = (share: number) =>
  share <= 0 ? '0' : share < 0.1 ? '1' : share < 0.25 ? '2' : share < 0.45 ? '3' : '4'

function TableOfReport({
  table,
  currency,
  filters,
}: {
  table: ReportTable
  currency: string
  filters: ReportFilters
}) {
  type Row = ReportTable['rows'][number]
  const columns: Column<Row>[] = table.columns.map(({ key, header, unit }, place) => ({
    key,
    header,
    numeric: !isText(unit),
    sortBy: ({ cells }) => cells[place] ?? (isText(unit) ? '' : Number.NEGATIVE_INFINITY),
    cell: ({ cells, to }) => {
      const cell = cells[place] ?? null
      if (unit === 'heat')
        return typeof cell === 'number' ? (
          <span className={css.heat[heatOf(cell)]}>{formatValue(cell, 'share', currency)}</span>
        ) : (
          ''
        )
      const text =
        typeof cell === 'number'
          ? formatValue(cell, isText(unit) ? 'count' : unit, currency)
          : cell === null
            ? '—'
            : wordsOf(cell, unit)
      if (place > 0) return isText(unit) ? <span className={css.short}>{text}</span> : text
      return (
        <span className={css.rowName}>
          {to ? (
            <Link to={dashboardPath(filters, to)} className={css.link}>
              {text}
            </Link>
          ) : (
            text
          )}
        </span>
      )
    },
  }))
  const withRows = table.rows.some(({ rows }) => rows)
  if (withRows)
    columns.push({
      key: 'rows',
      header: 'Rows',
      cell: ({ rows, cells }) =>
        rows && (
          <Link to={rowsPath(filters, rows)} className={css.small}>
            Show rows
            <VisuallyHidden> of {cells[0]}</VisuallyHidden>
          </Link>
        ),
    })
  return (
    <div className={table.columns.length > 4 ? css.wideTable : css.tableBox}>
      <TableScroll name={table.caption}>
        <Table
          caption={<span>{table.caption}</span>}
          columns={columns}
          rows={table.rows}
          rowKey={({ key }) => key}
          empty={table.empty}
        />
      </TableScroll>
      <p className={css.about}>{table.about}</p>
    </div>
  )
}
