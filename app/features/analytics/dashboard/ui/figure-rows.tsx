import { Form, Link } from '@remix-run/react'
import { Download } from 'lucide-react'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field, TextInput } from '#ui/field.tsx'
import * as layout from '#ui/layout.css.ts'
import { EmptyList, FilterChip, RetryLink, useListState } from '#ui/office/list-frame.tsx'
import { barButton } from '#ui/office/office-layout.css.ts'
import { Pagination } from '#ui/pagination.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import { definitionOf, formatValue } from '../figures.rules.ts'
import type { FigureRows } from '../report.types.ts'
import { monthName, spanName } from '../report-days.rules.ts'
import { type FigureRowsQuery, filterQuery } from '../report-filters.schema.ts'
import { deviceName } from '../report-parts.rules.ts'
import { rowDetail, rowWords } from '../row-words.rules.ts'
import * as css from './report-screen.css.ts'

type Row = FigureRows['list'][number]

/**
 * Lists the rows that a figure is made of, with their sum.
 * @param rows null where they could not be read
 * @param error why the reason that was given is not one; null where it is
 * @param now the moment of the request
 */
export function FigureRowsPage({
  query,
  rows,
  error,
  now,
}: {
  query: FigureRowsQuery
  rows: FigureRows | null
  error: string | null
  now: string
}) {
  const { label, unit, definition } = definitionOf(query.figure)
  const state = useListState(rows === null && error === null)
  const { reason, figure, cohort } = query
  const filters = {
    ...filterQuery({ ...query, compare: 'previous' }),
    figure,
    cohort,
    ...(reason && { reason }),
  }
  const columns = columnsOf(rows, unit, now)
  return (
    <div className={layout.stack[5]}>
      {rows && (
        <p className={layout.text.lead}>
          <strong className={layout.text.number} data-testid="total">
            {formatValue(rows.total, unit, rows.currency)}
          </strong>{' '}
          in {rows.rows.toLocaleString('en-US')} {rows.rows === 1 ? 'row' : 'rows'},{' '}
          {spanName(rows.from, rows.to)}
        </p>
      )}
      <p className={css.notes}>{definition}</p>
      <div className={css.chips}>
        {rows?.item && (
          <FilterChip
            label={query.product ? 'Product' : 'Event'}
            value={rows.item}
            remove={paths.analyticsRows({ ...filters, event: null, product: null })}
          />
        )}
        {query.basis === 'event' && (
          <FilterChip
            label="Money"
            value="On the event’s day"
            remove={paths.analyticsRows({ ...filters, basis: null })}
          />
        )}
        {query.source !== null && (
          <FilterChip
            label={query.touch === 'first' ? 'First source' : 'Source'}
            value={rows?.source ?? String(query.source)}
            remove={paths.analyticsRows({ ...filters, source: null })}
          />
        )}
        {query.device && (
          <FilterChip
            label="Device"
            value={deviceName(query.device)}
            remove={paths.analyticsRows({ ...filters, device: null })}
          />
        )}
        {cohort && (
          <FilterChip
            label="First month"
            value={monthName(cohort)}
            remove={paths.analyticsRows({ ...filters, cohort: null })}
          />
        )}
        {reason && (
          <FilterChip
            label="People shown"
            value={reason}
            remove={paths.analyticsRows({ ...filters, reason: null })}
          />
        )}
      </div>
      {error && <Banner tone="danger" title={error} />}
      {rows?.isAdmin && !reason && (
        <details>
          <summary className={css.filterSummary}>Show the people behind the rows</summary>
          <Form method="get" action={paths.analyticsRows()} className={css.filterForm}>
            {Object.entries(filters).map(
              ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
            )}
            <div className={css.wideField}>
              <Field
                id="reason"
                label="Why you need their names"
                hint="Names and email addresses are shown, and your reason is written to the audit log."
              >
                {(control) => (
                  <TextInput
                    {...control}
                    name="reason"
                    minLength={3}
                    maxLength={200}
                    required
                    autoComplete="off"
                  />
                )}
              </Field>
            </div>
            <Button type="submit" variant="secondary">
              Show people
            </Button>
          </Form>
        </details>
      )}
      <div className={layout.spread}>
        <Link
          to={paths.analytics(filterQuery({ ...query, compare: 'previous' }))}
          className={classNames(touchLink, css.link)}
        >
          Back to the dashboard
        </Link>
        {rows && (
          <a
            href={paths.adminExport('figure-rows', filters)}
            download
            className={barButton}
            data-testid="csv"
          >
            <Download size={18} aria-hidden="true" />
            Download CSV
          </a>
        )}
      </div>
      <Table
        caption={`Rows of ${label}`}
        columns={columns}
        rows={rows?.list ?? []}
        rowKey={({ id }) => id}
        state={state}
        empty={<EmptyList title="No rows in this period" clear={null} />}
        retry={<RetryLink />}
      />
      <Pagination
        label="Pages of rows"
        previous={query.afterId ? paths.analyticsRows(filters) : null}
        previousLabel="First page"
        next={
          rows?.next
            ? paths.analyticsRows({ ...filters, afterAt: rows.next.at, afterId: rows.next.id })
            : null
        }
      />
    </div>
  )
}

function columnsOf(
  rows: FigureRows | null,
  unit: 'money' | 'count' | 'share' | 'days' | 'decimal',
  now: string,
): Column<Row>[] {
  const zone = rows?.timeZone ?? 'UTC'
  const list = rows?.list ?? []
  const columns: Column<Row>[] = [
    { key: 'at', header: 'Time', cell: ({ at }) => formatMoment(at, zone, now) },
    {
      key: 'value',
      header: unit === 'money' ? 'Amount' : 'Counts as',
      numeric: true,
      cell: ({ value }) => formatValue(value, unit, rows?.currency ?? 'USD'),
    },
    { key: 'what', header: 'What', cell: ({ what }) => rowWords(what) },
    { key: 'detail', header: 'Detail', cell: ({ detail }) => rowDetail(detail) || '—' },
  ]
  if (list.some(({ event }) => event))
    columns.push({ key: 'event', header: 'Event', cell: ({ event }) => event ?? '—' })
  if (list.some(({ order }) => order))
    columns.push({
      key: 'order',
      header: 'Order',
      cell: ({ order }) =>
        order ? (
          <Link to={paths.ticketManagementOrder(order)} className={css.link}>
            {order}
          </Link>
        ) : (
          '—'
        ),
    })
  if (list.some(({ person, email }) => person ?? email))
    columns.push(
      { key: 'person', header: 'Person', cell: ({ person }) => person ?? '—' },
      { key: 'email', header: 'Email', cell: ({ email }) => email ?? '—' },
    )
  return columns
}
