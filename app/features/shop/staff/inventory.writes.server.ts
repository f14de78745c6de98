import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { AdjustStock } from './inventory.schema.ts'
import type { StockFileLine } from './stock-file.rules.ts'

/** Renders the shop's pages again after a change: they say what is sold out. */
async function shown<T>(args: RequestArgs, changing: Promise<Result<T>>): Promise<Result<T>> {
  const changed = await changing
  if (changed.ok) args.context.requestContext.purgePages()
  return changed
}

/**
 * Adjusts the units of a variant at a place, once per idempotency key.
 * @returns the signed change, 0 for a count that agrees; refused as `adjust_stock` refuses
 */
export function adjustStock(
  args: RequestArgs,
  variant: string,
  { reason, place, units, to, note }: AdjustStock,
  key: string,
): Promise<Result<{ units: number }>> {
  const values = {
    p_variant: variant,
    p_place: place,
    p_reason: reason,
    p_units: units,
    p_to: reason === 'moved' ? (to ?? null) : null,
    p_note: note,
    p_key: key,
  }
  return shown(args, rpcResult(userClient(args), 'adjust_stock', values, z.object({ units: z.int() })))
}

/**
 * Books the lines of a stock file, all or none.
 * @param digest of the preview that was shown: another file, or shelves that changed, are refused as stock_file_changed
 */
export function importStockFile(args: RequestArgs, lines: StockFileLine[], digest: string) {
  const values = { p_lines: lines, p_digest: digest }
  const schema = z.object({ lines: z.int(), changed: z.int() })
  return shown(args, rpcResult(userClient(args), 'import_stock_file', values, schema))
}

/**
 * Adds (without an id), renames or archives a place of stock.
 * @returns its id; refused as `save_stock_place` refuses
 */
export function saveStockPlace(
  args: RequestArgs,
  { id, name }: { id?: string | undefined; name: string },
  archive: boolean,
): Promise<Result<string>> {
  const values = { p_id: id ?? null, p_name: name, p_archive: archive }
  return rpcResult(userClient(args), 'save_stock_place', values, z.uuid())
}
