import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js'
import { matchRoutes } from '@remix-run/react'
import { describe, expect, test } from 'vitest'
import * as paths from '#core/paths.ts'
import { destinations, sitePages } from '#core/site-pages.ts'
import { staffLinks } from '#core/staff-pages.ts'
import { root } from '../tools/settings.ts'

/** Holds the list of paths and the list of top-level pages against the route files. */

const files = Object.values(flatRoutes(join(root, 'app'), ['**/*.css.ts', '**/*.test.*']))
const parents = new Set(files.map(({ parentId }) => parentId))
// Skips layouts without a path of their own: they are no pages.
const routes = files
  .filter(({ id, path }) => path || !parents.has(id))
  .map(({ id, path, index }) => ({ id, path: path ?? '', index }))
// Nor are the addresses below staff pages that no page has.
const pages = routes.filter(({ id, path }) => path !== '*' && !/^routes\/_staff\..*\$$/.test(id))
const routeOf = (path: string) => matchRoutes(routes, path.split(/[?#]/, 1)[0] ?? '')?.at(-1)?.route.id

const id = '6f1d6a4e-6a3c-4f4e-9a3f-2b1d3c4e5f60'
/** Calls each function that takes more than search parameters, once for each route it makes paths of. */
const withArguments: Partial<Record<keyof typeof paths, string[]>> = {
  event: [paths.event(id, 'a slug')],
  product: [paths.product(id, 'a slug')],
  apiEventInterest: [paths.apiEventInterest(id)],
  apiEventCompany: [paths.apiEventCompany(id)],
  eventPreview: [paths.eventPreview(id, 'a slug')],
  eventCalendar: [paths.eventCalendar(id)],
  testPayment: [paths.testPayment('ref')],
  avatar: [paths.avatar('picture.webp')],
  picture: [paths.picture('5fe39c83acbc-wide-480.avif')],
  live: [paths.live(), paths.live('name')],
  apiBeginPlayback: [paths.apiBeginPlayback(id)],
  apiRenewPlayback: [paths.apiRenewPlayback(id)],
  apiEndPlayback: [paths.apiEndPlayback(id)],
  styleguideMail: [paths.styleguideMail('order_paid')],
  ticketsPdf: [paths.ticketsPdf('7K2M9Q4X')],
  receiptPdf: [paths.receiptPdf('7K2M9Q4X')],
  adminExport: [paths.adminExport('orders')],
  ticketManagementOrder: [paths.ticketManagementOrder('7K2M9Q4X')],
  ticketManagementRefund: [paths.ticketManagementRefund('7K2M9Q4X')],
  adminEvent: [paths.adminEvent(id)],
  adminEventTab: ['line-up', 'tickets', 'extras', 'codes', 'door', 'publish'].map((tab) =>
    paths.adminEventTab(id, tab),
  ),
  waitlist: [paths.waitlist(id, 'name')],
  adminEventConflict: [paths.adminEventConflict(id)],
  apiStaffEventDraft: [paths.apiStaffEventDraft(id)],
  adminEventStep: [paths.adminEventStep(id, 'cancel')],
  userManagementStep: ['role', 'merge'].map((step) => paths.userManagementStep(id, step)),
  apiApplePasses: [paths.apiApplePasses('/v1/log')],
  apiMailEvents: [paths.apiMailEvents('ses')],
  apiItemView: [
    paths.apiItemView('events', id, 'view'),
    paths.apiItemView('events', id, 'ticket-click'),
    paths.apiItemView('products', id, 'view'),
    paths.apiItemView('products', id, 'detail-click'),
  ],
}
const made = Object.entries(paths).flatMap(([name, make]) =>
  (withArguments[name as keyof typeof paths] ?? [(make as () => string)()]).map((path) => ({ name, path })),
)

describe('paths', () => {
  test.each(made)('$name makes $path, which is a route', ({ path }) => {
    expect(routeOf(path)).toBeTypeOf('string')
    expect(routeOf(path)).not.toBe('routes/$')
  })

  test('every route has a function that makes its path', () => {
    const reached = new Set(made.map(({ path }) => routeOf(path)))
    expect(pages.map((route) => route.id).filter((route) => !reached.has(route))).toEqual([])
  })

  test('search parameters are escaped, and those without a value left out', () => {
    expect(paths.events({ city: 'Fort & Co', when: undefined, after: null })).toBe('/events?city=Fort+%26+Co')
    expect(paths.profile({ saved: '' })).toBe('/profile?saved')
    expect(paths.event('a/b')).toBe('/events/a%2Fb')
  })
})

describe('the list of top-level pages', () => {
  const segment = (path: string) => path.split('/')[1] ?? ''
  const listed = sitePages().map(({ path }) => segment(path))

  test('has the first segment of every route once, and no other', () => {
    expect(listed.toSorted()).toEqual([...new Set(pages.map(({ path }) => segment(`/${path}`)))].toSorted())
  })

  test('has every page of the staff navigation', () => {
    const admin = {
      id,
      username: 'a',
      displayName: 'A',
      role: 'admin',
      isGuest: false,
      avatar: null,
      grants: [],
    } as const
    for (const { to } of staffLinks({ ...admin, grants: [], devices: [] }))
      expect(listed).toContain(segment(to))
  })

  test('lists only pages that have an address of their own, and leads to those or to what is below them', () => {
    for (const page of sitePages().filter(({ listed }) => listed))
      expect(routeOf(page.path)).not.toBe('routes/$')
    for (const { path } of destinations)
      expect([routeOf(path), routeOf(`${path}/${id}`)].some((route) => route !== 'routes/$')).toBe(true)
  })
})

test('a route has at most 150 lines: it guards, reads, dispatches and answers, what a form decides stands in its feature', () => {
  const long = globSync('app/routes/*', { cwd: root })
    // a list of what there is to see, in no feature
    .filter((file) => !file.endsWith('styleguide.tsx'))
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > 150)
  expect(long).toEqual([])
})
