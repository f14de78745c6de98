import { Form } from '@remix-run/react'
import { SlidersHorizontal } from 'lucide-react'
import { deviceTypes } from '#core/device.ts'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Field, Select, TextInput } from '#ui/field.tsx'
import * as layout from '#ui/layout.css.ts'
import { FilterChip } from '#ui/office/list-frame.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { type Report, type ReportFrame, reportViewNames } from '../report.types.ts'
import { fullDay, spanName } from '../report-days.rules.ts'
import { filterQuery, type ReportFilters, reportSpans } from '../report-filters.schema.ts'
import { deviceName } from '../report-parts.rules.ts'
import { type FilterName, reportViews } from '../report-views.rules.ts'
import * as css from './report-screen.css.ts'

const spanNames: Record<(typeof reportSpans)[number], string> = {
  1: 'Today',
  7: '7 days',
  30: '30 days',
  90: '90 days',
  365: 'Year',
}

/** Days of a report at most, as the database has them. */
const mostDays = 366

/** The address of the dashboard with some filters changed. */
export function dashboardPath(filters: ReportFilters, changes: Partial<ReportFilters> = {}): string {
  return paths.analytics(filterQuery({ ...filters, ...changes }))
}

/** Shows the tabs of the dashboard, its days and its other filters. All of them are links and a form: they work before JavaScript arrives. */
export function ReportFilterBar({
  filters,
  frame,
  report,
}: {
  filters: ReportFilters
  frame: ReportFrame
  report: Report
}) {
  const takes = (name: FilterName) => reportViews[filters.view].filters.includes(name)
  const chips = activeFilters(filters, frame, report)
  return (
    <div className={css.filters}>
      <LinkTabs
        label="Views"
        tabs={reportViewNames.map((view) => ({
          to: dashboardPath(filters, { view }),
          label: reportViews[view].label,
          current: view === filters.view,
        }))}
      />
      {takes('days') && (
        <LinkTabs
          label="Date range"
          tabs={reportSpans.map((days) => ({
            to: dashboardPath(filters, { days, from: null, to: null }),
            label: spanNames[days],
            current: filters.from === null && filters.days === days,
          }))}
        />
      )}
      <details>
        <summary className={css.filterSummary}>
          <SlidersHorizontal size={18} aria-hidden="true" />
          Filters
        </summary>
        <Form
          key={JSON.stringify(filters)}
          method="get"
          action={paths.analytics()}
          className={css.filterForm}
        >
          {filters.view !== 'overview' && <input type="hidden" name="view" value={filters.view} />}
          {filters.product && <input type="hidden" name="product" value={filters.product} />}
          {!filters.from && filters.days !== 30 && <input type="hidden" name="days" value={filters.days} />}
          {takes('days') && (
            <>
              <DateInput name="from" label="First day" value={filters.from} />
              <DateInput name="to" label="Last day" value={filters.to} />
            </>
          )}
          {takes('event') && (
            <div className={css.wideField}>
              <Field id="filter-event" label="Event">
                {(control) => (
                  <Select
                    {...control}
                    name="event"
                    defaultValue={filters.event ?? ''}
                    placeholder={filters.view === 'pace' ? 'The next event' : 'All events'}
                    options={frame.events.map(({ id, title, day }) => ({
                      value: id,
                      label: `${title}, ${fullDay(day)}`,
                    }))}
                  />
                )}
              </Field>
            </div>
          )}
          {takes('source') && (
            <Field id="filter-source" label="Source">
              {(control) => (
                <Select
                  {...control}
                  name="source"
                  defaultValue={filters.source ?? ''}
                  placeholder="All sources"
                  options={frame.sources.map(({ id, name }) => ({ value: String(id), label: name }))}
                />
              )}
            </Field>
          )}
          {takes('device') && (
            <Field id="filter-device" label="Device">
              {(control) => (
                <Select
                  {...control}
                  name="device"
                  defaultValue={filters.device ?? ''}
                  placeholder="All devices"
                  options={deviceTypes.map((device) => ({ value: device, label: deviceName(device) }))}
                />
              )}
            </Field>
          )}
          {takes('touch') && (
            <Field id="filter-touch" label="Counts for">
              {(control) => (
                <Select
                  {...control}
                  name="touch"
                  defaultValue={filters.touch}
                  options={[
                    { value: 'last', label: 'The last source' },
                    { value: 'first', label: 'The first source' },
                  ]}
                />
              )}
            </Field>
          )}
          {takes('basis') && frame.isAdmin && (
            <Field id="filter-basis" label="Money counts">
              {(control) => (
                <Select
                  {...control}
                  name="basis"
                  defaultValue={filters.basis}
                  options={[
                    { value: 'cash', label: 'When it is booked' },
                    { value: 'event', label: 'On the event’s day' },
                  ]}
                />
              )}
            </Field>
          )}
          {takes('compare') && (
            <Field id="filter-compare" label="Compare with">
              {(control) => (
                <Select
                  {...control}
                  name="compare"
                  defaultValue={filters.compare}
                  options={[
                    { value: 'previous', label: 'The period before' },
                    { value: 'off', label: 'Nothing' },
                  ]}
                />
              )}
            </Field>
          )}
          <Button type="submit" variant="secondary">
            Apply
          </Button>
        </Form>
      </details>
      {chips.length > 0 && (
        <div className={layout.cluster[2]}>
          {chips
            .filter(({ name }) => takes(name))
            .map(({ name, label, value, without }) => (
              <FilterChip key={name} label={label} value={value} remove={dashboardPath(filters, without)} />
            ))}
        </div>
      )}
      {takes('days') && (
        <p className={layout.text.small}>
          {filters.from ? spanName(report.from, report.to) : rangeText(filters.days)}
          {' · '}Days run from 6 AM to 6 AM ({frame.timeZone.replaceAll('_', ' ')}), so a night is one day.
          {report.before &&
            report.to >= report.today &&
            ' Today is not over; the period before is shown in full.'}
          {filters.from &&
            report.to < (filters.to ?? report.today) &&
            ` A report has ${mostDays} days at most, so this one ends early.`}
        </p>
      )}
    </div>
  )
}

/** Names the days of a report. */
export function rangeText(days: number): string {
  return days === 1 ? 'Today' : `The last ${days} days, including today`
}

function DateInput({ name, label, value }: { name: string; label: string; value: string | null }) {
  return (
    <Field id={`filter-${name}`} label={label}>
      {(control) => <TextInput {...control} type="date" name={name} defaultValue={value ?? ''} />}
    </Field>
  )
}

type ActiveFilter = { name: FilterName; label: string; value: string; without: Partial<ReportFilters> }

/** The name of the product that the shop's report is of, as its table has it. */
function productName({ tables }: Report, product: string): string {
  const name = tables.flatMap(({ rows }) => rows).find(({ key }) => key === product)?.cells[0]
  return typeof name === 'string' ? name : 'Unknown'
}

/** Names the filters that are on, each with the change that takes it off. */
function activeFilters(filters: ReportFilters, frame: ReportFrame, report: Report): ActiveFilter[] {
  const { from, event, product, source, device, touch, basis, compare } = filters
  const found: (ActiveFilter | false | null)[] = [
    from !== null && {
      name: 'days',
      label: 'Days',
      value: spanName(report.from, report.to),
      without: { from: null, to: null },
    },
    event !== null && {
      name: 'event',
      label: 'Event',
      value: frame.events.find(({ id }) => id === event)?.title ?? 'Unknown',
      without: { event: null },
    },
    product !== null && {
      name: 'product',
      label: 'Product',
      value: productName(report, product),
      without: { product: null },
    },
    source !== null && {
      name: 'source',
      label: 'Source',
      value: frame.sources.find(({ id }) => id === source)?.name ?? String(source),
      without: { source: null },
    },
    device !== null && {
      name: 'device',
      label: 'Device',
      value: deviceName(device),
      without: { device: null },
    },
    touch === 'first' && {
      name: 'touch',
      label: 'Counts for',
      value: 'The first source',
      without: { touch: 'last' },
    },
    basis === 'event' && {
      name: 'basis',
      label: 'Money',
      value: 'On the event’s day',
      without: { basis: 'cash' },
    },
    compare === 'off' && {
      name: 'compare',
      label: 'Compared with',
      value: 'nothing',
      without: { compare: 'previous' },
    },
  ]
  return found.filter((one): one is ActiveFilter => Boolean(one))
}
