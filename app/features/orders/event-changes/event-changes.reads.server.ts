import * as z from 'zod'
import type { CsvValue } from '#core/csv.ts'
import { decimalAmount } from '#core/money.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { changedOrderLabel, reasonText } from './event-changes.rules.ts'
import { changedOrdersSchema, type EventChange, eventChangeSchema } from './event-changes.types.ts'

/**
 * Reads how far a change of an event is; the database lets admins only.
 * @param eventId and `changeId` as they are in the address; without a change the latest one
 * @returns null where there is no such event or change
 */
export async function readEventChange(
  args: RequestArgs,
  eventId: string | undefined,
  changeId: string | null,
): Promise<EventChange | null> {
  const event = z.uuid().safeParse(eventId).data
  const change = z.uuid().nullable().safeParse(changeId)
  if (!event || !change.success) return null
  const params = { p_event: event, p_change: change.data }
  return await rpc(userClient(args), 'read_event_change', params, eventChangeSchema)
}

const header = [
  'Order',
  'Name',
  'Email',
  'Status',
  'Choice',
  'Paid',
  'Refund',
  'Currency',
  'Reason',
  'Mail queued',
  'Refund booked',
]

/** Exports the orders of a change (`change` in the query), each with how it ended. */
export function exportChangedOrders(args: RequestArgs, query: URLSearchParams) {
  return { header, pages: readPages(args, z.uuid().safeParse(query.get('change')).data) }
}

async function* readPages(args: RequestArgs, change: string | undefined): AsyncGenerator<CsvValue[][]> {
  let after: string | null = null
  while (change) {
    const params = { p_change: change, p_after: after }
    const orders: z.output<typeof changedOrdersSchema> = await rpc(
      userClient(args),
      'list_event_change_orders',
      params,
      changedOrdersSchema,
    )
    const last = orders.at(-1)
    if (!last) return
    yield orders.map((order) => [
      order.orderCode,
      order.name,
      order.email,
      changedOrderLabel(order.status),
      order.choice,
      Number(decimalAmount(order.totalCents)),
      Number(decimalAmount(order.refundCents)),
      order.currency,
      order.reason && reasonText(order.reason),
      order.mailedAt,
      order.refundedAt,
    ])
    after = last.id
  }
}
