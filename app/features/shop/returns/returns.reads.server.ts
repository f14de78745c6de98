import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { ReturnsQuery } from './returns.schema.ts'
import { type ReturnDetail, type ReturnList, returnDetailSchema, returnListSchema } from './returns.types.ts'

/** Reads a page of returns, for admins. @param limit most rows of a page, up to 200 */
export function listReturns(
  args: RequestArgs,
  { show, q, after }: ReturnsQuery,
  limit = 50,
): Promise<ReturnList> {
  const values = {
    p_show: show,
    p_limit: limit,
    ...(q ? { p_search: q } : {}),
    ...(after ? { p_after: after } : {}),
  }
  return rpc(userClient(args), 'list_returns', values, returnListSchema)
}

/** Reads one return, for admins; null when there is none. @param id as it is in the address */
export async function readReturn(args: RequestArgs, id: string): Promise<ReturnDetail | null> {
  const parsed = z.uuid().safeParse(id)
  if (!parsed.success) return null
  return rpc(userClient(args), 'read_return', { p_return: parsed.data }, returnDetailSchema.nullable())
}
