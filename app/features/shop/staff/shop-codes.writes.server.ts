import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { ShopCodeForm } from './shop-codes.schema.ts'

/** Writes a code for goods. @returns its id; refused as `save_shop_code` refuses */
export function saveShopCode(
  args: RequestArgs,
  { forTickets, ...code }: ShopCodeForm,
): Promise<Result<string>> {
  const values = { p_code: { ...code, forTickets: forTickets === 'on' } }
  return rpcResult(userClient(args), 'save_shop_code', values, z.uuid())
}

/** Pauses a code for goods, lets it go on, or archives it. Refused as `set_code_state` refuses. */
export function setShopCodeState(
  args: RequestArgs,
  id: string,
  state: 'active' | 'paused' | 'archived',
): Promise<Result<string>> {
  return rpcResult(userClient(args), 'set_code_state', { p_id: id, p_state: state }, z.string())
}
