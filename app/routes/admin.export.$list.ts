import type { LoaderFunctionArgs } from '@remix-run/node'
import * as z from 'zod'
import type { CsvValue } from '#core/csv.ts'
import type { StaffPath } from '#core/staff-pages.ts'
import { exportScans } from '#features/door/scan-export.reads.server.ts'
import { exportEvents } from '#features/events/staff/event-export.reads.server.ts'
import { exportCapacity } from '#features/orders/capacity/capacity-export.reads.server.ts'
import { exportChangedOrders } from '#features/orders/event-changes/event-changes.reads.server.ts'
import { exportOrders } from '#features/orders/order-export.reads.server.ts'
import { exportPeople } from '#features/people/people-export.reads.server.ts'
import { exportInventory } from '#features/shop/staff/inventory-export.reads.server.ts'
import { exportProducts } from '#features/shop/staff/product-export.reads.server.ts'
import { type ViewPage, viewPages } from '#features/staff/staff.types.ts'
import { exportAttendees } from '#features/tickets/staff/attendee-export.reads.server.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { csvResponse } from '#server/csv.server.ts'
import type { RequestArgs } from '#server/session.server.ts'

export type Export = { header: string[]; pages: AsyncGenerator<CsvValue[][]> }

/**
 * Lets everybody who may see the list download it: each row is read as the caller, by the same function as the
 * list.
 */
const exports: Record<
  ViewPage | 'capacity' | 'changes',
  { page: StaffPath; read: (args: RequestArgs, query: URLSearchParams) => Export }
> = {
  orders: { page: '/ticket-management', read: exportOrders },
  attendees: { page: '/ticket-management/attendees', read: exportAttendees },
  people: { page: '/user-management', read: exportPeople },
  events: { page: '/admin/events', read: exportEvents },
  scans: { page: '/scan-data', read: exportScans },
  products: { page: '/admin/products', read: exportProducts },
  inventory: { page: '/admin/inventory', read: exportInventory },
  capacity: { page: '/ticket-management/capacity', read: exportCapacity },
  changes: { page: '/admin/events', read: exportChangedOrders },
}

/**
 * Serves a list of the back office as a CSV file, with the filters of its address; with `selected`, only the rows
 * named by `id`.
 */
export async function loader(args: LoaderFunctionArgs) {
  const list = z.enum([...viewPages, 'capacity', 'changes']).safeParse(args.params.list).data
  if (!list) throw notFound()
  const { page, read } = exports[list]
  await requireStaffPage(args, page)
  const { header, pages } = read(args, new URL(args.request.url).searchParams)
  return csvResponse(args, list, header, pages)
}
