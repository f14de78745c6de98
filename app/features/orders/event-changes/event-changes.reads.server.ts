import * as z from 'zod'
import { listFile } from '#core/list-file.ts'
import { decimalAmount } from '#core/money.ts'
import type { ListOfFile } from '#server/list-file.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { changedOrderLabel, reasonText } from './event-changes.rules.ts'
import { type ChangeReportQuery, changeReportQuerySchema } from './event-changes.schema.ts'
import {
  type ChangedOrders,
  changedOrdersSchema,
  type EventChange,
  eventChangeSchema,
} from './event-changes.types.ts'

/** Orders that the database returns at once for the report. */
const reportPage = 500

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

/** An order of a change, with the event that the change is of. */
type ReportPage = { change: EventChange | null; orders: ChangedOrders }

/** Reads a page of a change's orders, with the event. @param after the order after which it begins */
export async function readChangedOrders(
  args: RequestArgs,
  { event, change, after }: ChangeReportQuery,
): Promise<ReportPage> {
  if (!event || !change) return { change: null, orders: [] }
  const [read, orders] = await Promise.all([
    readEventChange(args, event, change),
    rpc(
      userClient(args),
      'list_event_change_orders',
      { p_change: change, p_limit: reportPage, ...(after && { p_after: after }) },
      changedOrdersSchema,
    ),
  ])
  return { change: read, orders }
}

/** The report of a change: each of its orders with how it ended. */
export const changeReport: ListOfFile<ChangeReportQuery, ReportPage, ChangedOrders[number]> = {
  name: 'changes',
  query: changeReportQuerySchema,
  rows: ({ orders }) => orders,
  next: ({ orders }) => (orders.length < reportPage ? null : (orders.at(-1)?.id ?? null)),
  rowKey: ({ id }) => id,
  file: listFile<ChangedOrders[number], ReportPage>(
    ({ change }) => change?.event.timeZone ?? 'UTC',
    [
      { header: 'Order', value: ({ orderCode }) => orderCode },
      { header: 'Name', value: ({ name }) => name },
      { header: 'Email', value: ({ email }) => email },
      { header: 'Status', value: ({ status }) => changedOrderLabel(status) },
      { header: 'Choice', value: ({ choice }) => choice },
      { header: 'Paid', value: ({ totalCents }) => Number(decimalAmount(totalCents)) },
      { header: 'Refund', value: ({ refundCents }) => Number(decimalAmount(refundCents)) },
      { header: 'Currency', value: ({ currency }) => currency },
      { header: 'Reason', value: ({ reason }) => reason && reasonText(reason) },
      { header: 'Mail queued', time: ({ mailedAt }) => mailedAt },
      { header: 'Refund booked', time: ({ refundedAt }) => refundedAt },
    ],
    { holdsContacts: true, event: ({ change }) => change?.event.title ?? null },
  ),
}
