import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { refreshQuery } from '#browser/queries.ts'
import type { Report, ReportFrame } from '../report.types.ts'
import { reportFiltersSchema } from '../report-filters.schema.ts'
import { ReportScreen } from './report-screen.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const report: Report = {
  view: 'overview',
  from: '2026-11-19',
  to: '2026-11-20',
  today: '2026-11-20',
  before: '2026-11-17',
  currency: 'CAD',
  notes: [],
  figures: [
    {
      key: 'gross',
      section: 'Sales',
      label: 'Gross sales',
      unit: 'money',
      value: 6_800_991,
      previous: 3_400_000,
      definition: 'What buyers paid.',
      note: null,
      rows: { figure: 'gross' },
    },
  ],
  charts: [
    {
      key: 'views',
      section: 'Visits',
      title: 'Visits',
      about: 'Visits by day.',
      unit: 'count',
      kind: 'line',
      axis: 'Day',
      points: [
        { label: 'Thu, Nov 19', tick: 'Nov 19' },
        { label: 'Fri, Nov 20', tick: 'Nov 20' },
      ],
      series: [
        { name: 'This period', role: 'now', values: [50, 2000] },
        { name: 'Period before', role: 'before', values: [40, null] },
      ],
      soFar: 1,
    },
  ],
  tables: [],
}
const frame: ReportFrame = {
  today: '2026-11-20',
  currency: 'CAD',
  timeZone: 'America/New_York',
  isAdmin: true,
  events: [],
  sources: [],
}

function show(days = 7) {
  const filters = reportFiltersSchema.parse({ days: String(days) })
  const Stub = createRemixStub([
    { path: '/', Component: () => <ReportScreen loaded={report} frame={frame} filters={filters} /> },
  ])
  render(<Stub />)
}

test('a figure has its number, its change, its definition and the way to its rows, with the filters', async () => {
  show()
  const figure = (await screen.findByText('Gross sales', { selector: 'dt' })).closest('[data-figure]')
  expect(figure?.textContent).toContain('CA$68,009.91')
  expect(figure?.textContent).toContain('+100% from CA$34,000.00')
  expect(figure?.textContent).toContain('What buyers paid.')
  const rows = within(figure as HTMLElement).getByRole('link')
  expect(rows.getAttribute('href')).toBe('/analytics/rows?days=7&figure=gross')
})

test('a chart is a picture with a description, a table, and points that keys read one after the other', async () => {
  show()
  const chart = await screen.findByRole('img', { name: 'Visits' })
  const about = document.getElementById(chart.getAttribute('aria-describedby') ?? '')
  expect(about?.textContent).toBe('Visits by day. Highest: 2,000, Fri, Nov 20 (so far).')
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows.map((row) => row.textContent)).toEqual([
    'DayThis periodPeriod before',
    'Thu, Nov 195040',
    'Fri, Nov 20 (so far)2,000—',
  ])
  const reader = screen.getByRole('slider')
  expect(reader.getAttribute('aria-valuetext')).toBe(
    'Fri, Nov 20 (so far): This period 2,000, Period before —',
  )
  fireEvent.change(reader, { target: { value: '0' } })
  expect(reader.getAttribute('aria-valuetext')).toBe('Thu, Nov 19: This period 50, Period before 40')
  expect(screen.getByTestId('readout').textContent).toContain('Thu, Nov 19')
})

// Specification 7.11
test('requests nothing when it opens, and its view again when a page view was counted', async () => {
  const first = report.figures[0]
  const fetched = vi.fn(async () => Response.json({ ...report, figures: [{ ...first, value: 100 }] }))
  vi.stubGlobal('fetch', fetched)
  show(90)
  await screen.findByText('Gross sales', { selector: 'dt' })
  expect(fetched).not.toHaveBeenCalled()
  act(() => refreshQuery('/api/analytics/dashboard'))
  expect(await screen.findByText('CA$1.00')).toBeTruthy()
  expect(fetched.mock.calls.map(([path]: unknown[]) => path)).toEqual([
    '/api/analytics/dashboard?view=overview&days=90',
  ])
})
