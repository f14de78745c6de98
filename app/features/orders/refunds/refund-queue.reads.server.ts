import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { RefundQueueQuery } from './refund-queue.schema.ts'
import {
  type RefundDetail,
  type RefundList,
  refundDetailSchema,
  refundListSchema,
} from './refund-queue.types.ts'

/** Reads a page of refunds, for admins. */
export function listRefunds(args: RequestArgs, { show, after }: RefundQueueQuery): Promise<RefundList> {
  const values = { p_show: show, ...(after ? { p_after: after } : {}) }
  return rpc(userClient(args), 'list_refunds', values, refundListSchema)
}

/** Reads one refund, for admins; null when there is none. @param id as it is in the address */
export function readRefund(args: RequestArgs, id: string): Promise<RefundDetail | null> {
  const parsed = z.uuid().safeParse(id)
  if (!parsed.success) return Promise.resolve(null)
  return rpc(userClient(args), 'read_refund', { p_refund: parsed.data }, refundDetailSchema.nullable())
}
