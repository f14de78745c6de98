import type { LoaderFunctionArgs } from '@remix-run/node'
import * as z from 'zod'
import type { CsvValue } from '#core/csv.ts'
import { may } from '#core/roles.ts'
import type { StaffPath } from '#core/staff-pages.ts'
import { exportFigureRows } from '#features/analytics/dashboard/figure-export.reads.server.ts'
import { exportScans } from '#features/door/scan-export.reads.server.ts'
import { exportEvents } from '#features/events/staff/event-export.reads.server.ts'
import { exportMails } from '#features/mail/mail-export.reads.server.ts'
import { exportCapacity } from '#features/orders/capacity/capacity-export.reads.server.ts'
import { exportChangedOrders } from '#features/orders/event-changes/event-changes.reads.server.ts'
import { exportOrders } from '#features/orders/order-export.reads.server.ts'
import { exportPeople } from '#features/people/people-export.reads.server.ts'
import { exportFulfilments } from '#features/shop/fulfilment/fulfilment-export.reads.server.ts'
import { exportReturns } from '#features/shop/returns/returns-export.reads.server.ts'
import { exportInventory } from '#features/shop/staff/inventory-export.reads.server.ts'
import { exportProducts } from '#features/shop/staff/product-export.reads.server.ts'
import { exportAudit } from '#features/staff/audit/audit-export.reads.server.ts'
import { exportFailures } from '#features/staff/failures/failure-export.reads.server.ts'
import { type ViewPage, viewPages } from '#features/staff/staff.types.ts'
import { recordExport } from '#features/staff/staff.writes.server.ts'
import { exportAttendees } from '#features/tickets/staff/attendee-export.reads.server.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { notFound, refusalCodeResponse, refusalResponse } from '#server/api.server.ts'
import { csvResponse } from '#server/csv.server.ts'
import type { RequestArgs } from '#server/session.server.ts'

export type Export = { header: string[]; pages: AsyncGenerator<CsvValue[][]> }

/**
 * Lets everybody who may see the list download it, but for the people: each row is read as the caller, by the same function as the
 * list.
 */
const exports: Record<
  ViewPage | 'capacity' | 'changes' | 'audit' | 'figure-rows',
  { page: StaffPath; read: (args: RequestArgs, query: URLSearchParams) => Export }
> = {
  orders: { page: '/ticket-management', read: exportOrders },
  attendees: { page: '/ticket-management/attendees', read: exportAttendees },
  people: { page: '/user-management', read: exportPeople },
  events: { page: '/admin/events', read: exportEvents },
  scans: { page: '/scan-data', read: exportScans },
  products: { page: '/admin/products', read: exportProducts },
  inventory: { page: '/admin/inventory', read: exportInventory },
  fulfilments: { page: '/ticket-management/fulfilment', read: exportFulfilments },
  returns: { page: '/ticket-management/returns', read: exportReturns },
  failures: { page: '/admin/failures', read: exportFailures },
  mails: { page: '/ticket-management/mails', read: exportMails },
  capacity: { page: '/ticket-management/capacity', read: exportCapacity },
  changes: { page: '/admin/events', read: exportChangedOrders },
  audit: { page: '/admin/audit', read: exportAudit },
  'figure-rows': { page: '/analytics', read: exportFigureRows },
}

/**
 * Serves a list of the back office as a CSV file, with the filters of its address; with `selected`, only the rows
 * named by `id`.
 */
export async function loader(args: LoaderFunctionArgs) {
  const list = z
    .enum([...viewPages, 'capacity', 'changes', 'audit', 'figure-rows'])
    .safeParse(args.params.list).data
  if (!list) throw notFound()
  const { page, read } = exports[list]
  const actor = await requireStaffPage(args, page)
  // Moderators see the list of people, by name and handle; the file is for admins.
  if (list === 'people' && !may(actor, 'see_contacts')) throw refusalCodeResponse('not_allowed')
  const { searchParams } = new URL(args.request.url)
  const recorded = await recordExport(args, list, searchParams)
  if (!recorded.ok) throw refusalResponse(recorded.refusal)
  const { header, pages } = read(args, searchParams)
  return csvResponse(args, list, header, pages)
}
