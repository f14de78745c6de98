import type { CsvValue } from '#core/csv.ts'
import { decimalAmount } from '#core/money.ts'
import { rowPages, selectedIds } from '#core/row-pages.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { listStaffOrders } from './orders.reads.server.ts'
import { staffOrdersQuerySchema } from './staff-orders.schema.ts'

/** The orders of the list's filters as lines of a file; money in units of the order's currency. Admins only. */
export function exportOrders(args: RequestArgs, query: URLSearchParams) {
  const asked = staffOrdersQuerySchema.parse(Object.fromEntries(query))
  const selected = selectedIds(query)
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    const read = async (after: string | null) => {
      const { orders, next } = await listStaffOrders(args, { ...asked, rows: '200', after })
      return { rows: orders, next }
    }
    for await (const page of rowPages(read, asked.after, selected, (order) => order.code))
      yield page.map((order) => [
        order.code,
        order.status,
        order.name,
        order.email,
        order.event?.title ?? null,
        order.tickets,
        Number(decimalAmount(order.totalCents)),
        Number(decimalAmount(order.refundedCents)),
        order.currency,
        order.createdAt,
        order.isTest,
      ])
  }
  const header = [
    'Order',
    'Status',
    'Buyer',
    'Email',
    'Event',
    'Tickets',
    'Total',
    'Refunded',
    'Currency',
    'Placed',
    'Test',
  ]
  return { header, pages: lines() }
}
