import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { InventoryQuery } from './inventory.schema.ts'
import {
  type Inventory,
  inventorySchema,
  type StockPlaces,
  stockFilePreviewSchema,
  stockPlacesSchema,
  type VariantLedger,
  variantLedgerSchema,
} from './inventory.types.ts'
import type { StockFileLine } from './stock-file.rules.ts'

/** Lists a page of variants with their stock; the database lets admins only. @param limit rows of the page, 500 at most */
export function listInventory(args: RequestArgs, query: InventoryQuery, limit = 50): Promise<Inventory> {
  const { show, q, collection, product, sort, after } = query
  return rpc(
    userClient(args),
    'list_inventory',
    {
      p_show: show,
      p_search: q || undefined,
      p_collection: collection ?? undefined,
      p_product: product ?? undefined,
      p_sort: sort,
      p_after: after ?? undefined,
      p_limit: limit,
    },
    inventorySchema,
  )
}

/**
 * Reads one variant's stock with its ledger; the database lets admins only.
 * @param before the last entry of the page before
 * @returns null when there is no such variant
 */
export function readVariantStock(
  args: RequestArgs,
  variant: string,
  before: number | null,
): Promise<VariantLedger | null> {
  const values = { p_variant: variant, p_before: before ?? undefined }
  return rpc(userClient(args), 'read_variant_stock', values, variantLedgerSchema)
}

/** Reads what the lines of a stock file would do; the database lets admins only, and writes nothing. */
export function previewStockFile(args: RequestArgs, lines: StockFileLine[]) {
  return rpcResult(userClient(args), 'preview_stock_file', { p_lines: lines }, stockFilePreviewSchema)
}

/** Reads the places of stock, archived ones last; row policies show them to admins only. */
export async function readStockPlaces(args: RequestArgs): Promise<StockPlaces> {
  const { data, error } = await userClient(args)
    .from('stock_places')
    .select('id, name, kind, archivedAt:archived_at')
    .order('archived_at', { ascending: true, nullsFirst: true })
    .order('position')
    .order('name')
  if (error) throw error
  return stockPlacesSchema.parse(data)
}
