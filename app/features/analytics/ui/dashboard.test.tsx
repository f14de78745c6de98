import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { refreshQuery } from '#browser/queries.ts'
import type { Dashboard } from '../analytics.types.ts'
import { DashboardScreen } from './dashboard.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const dashboard: Dashboard = {
  from: '2026-11-19',
  to: '2026-11-20',
  views: 2050,
  sessions: 800,
  dailyUniques: 640,
  bounces: 200,
  byDay: [
    { day: '2026-11-19', views: 50, sessions: 40, uniques: 30 },
    { day: '2026-11-20', views: 2000, sessions: 760, uniques: 610 },
  ],
  topPages: [{ name: '/events', views: 900 }],
  devices: [{ name: 'mobile', views: 1500 }],
  browsers: [{ name: 'Safari', views: 1100 }],
  referrers: [{ name: 'instagram.com', views: 300 }],
  topEvents: [{ id: 'c2b7f0a0-5f3d-4a7e-9a51-0b9d5a3c1e77', title: 'Soca Sunrise', views: 410, clicks: 77 }],
  topProducts: [],
  sales: {
    currency: 'CAD',
    orders: 120,
    tickets: 310,
    grossCents: 6_800_991,
    faceCents: 6_000_000,
    feeCents: 500_000,
    taxCents: 300_991,
    refundedCents: 100_000,
    disputedCents: 0,
    correctedCents: 0,
    netCents: 6_700_991,
  },
}

test('draws the figures it was given: visits, each day, sources, devices, top events, money with its currency', () => {
  render(<DashboardScreen loaded={dashboard} days={7} />)
  const visits = screen.getByRole('region', { name: 'Visits' }).textContent
  for (const figure of ['2,050', '800', '640', '25%']) expect(visits).toContain(figure)
  expect(screen.getByRole('img', { name: 'Views by day. Peak: 2,000 on Fri, Nov 20.' })).toBeTruthy()
  const days = within(screen.getByRole('table', { name: /by day/, hidden: true })).getAllByRole('row', {
    hidden: true,
  })
  expect(days.map((row) => row.textContent)).toEqual([
    'DayViewsVisitsVisitors',
    'Fri, Nov 202,000760610',
    'Thu, Nov 19504030',
  ])
  expect(screen.getByRole('table', { name: 'Sources' }).textContent).toContain('instagram.com300')
  expect(screen.getByRole('table', { name: 'Devices' }).textContent).toContain('mobile1,500')
  expect(screen.getByRole('table', { name: 'Top events' }).textContent).toContain('Soca Sunrise41077')
  expect(screen.queryByRole('table', { name: 'Top merch' })).toBeNull()
  const sales = screen.getByRole('region', { name: 'Sales' }).textContent
  for (const money of ['CA$68,009.91', 'CA$1,000', 'CA$67,009.91', '120', '310'])
    expect(sales).toContain(money)
})

test('shows no money when it gets none, and says when nothing was counted', () => {
  const nothing = {
    views: 0,
    sessions: 0,
    dailyUniques: 0,
    bounces: 0,
    byDay: [],
    topPages: [],
    topEvents: [],
  }
  render(<DashboardScreen loaded={{ ...dashboard, ...nothing, sales: null }} days={7} />)
  expect(screen.queryByRole('region', { name: 'Sales' })).toBeNull()
  expect(document.body.textContent).not.toContain('$')
  expect(screen.getByRole('img', { name: 'Views by day. No views yet.' })).toBeTruthy()
  expect(screen.getAllByText('No data yet.').length).toBeGreaterThan(1)
})

// Specification 7.11
test('requests nothing when it opens, and its range again when a page view was counted', async () => {
  const fetched = vi.fn(async () => Response.json({ ...dashboard, views: 2051 }))
  vi.stubGlobal('fetch', fetched)
  render(<DashboardScreen loaded={dashboard} days={90} />)
  expect(fetched).not.toHaveBeenCalled()
  act(() => refreshQuery('/api/analytics/dashboard'))
  expect(await screen.findByText('2,051')).toBeTruthy()
  expect(fetched.mock.calls.map(([path]: unknown[]) => path)).toEqual(['/api/analytics/dashboard?days=90'])
})
