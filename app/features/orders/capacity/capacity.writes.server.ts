import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { changeArgument } from './capacity.reads.server.ts'
import type { SaleChange } from './capacity.schema.ts'
import { type SaleChangeFacts, saleChangeFactsSchema } from './capacity.types.ts'

/**
 * Makes a change to how an event sells.
 * @param version of the preview that was shown: another change meanwhile is refused as sale_changed
 * @param key idempotency key: the same one again changes nothing and returns the same facts
 */
export function changeSale(
  args: RequestArgs,
  event: string,
  change: SaleChange,
  version: string,
  key: string,
): Promise<Result<SaleChangeFacts>> {
  const values = { p_event: event, p_change: changeArgument(change), p_version: version, p_key: key }
  return rpcResult(userClient(args), 'change_sale', values, saleChangeFactsSchema)
}
