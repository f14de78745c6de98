import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { readProductSearch } from './shop-codes.schema.ts'
import {
  type ProductChoices,
  type ShopCodeEditor,
  type ShopCodes,
  shopCodeEditorSchema,
  shopCodesSchema,
} from './shop-codes.types.ts'

/**
 * Reads a page of the codes for goods that belong to no event, with their uses; the database lets admins only.
 * @param after the last code of the page before
 */
export function readShopCodes(args: RequestArgs, after: string | null): Promise<ShopCodes> {
  return rpc(userClient(args), 'read_shop_codes', { p_after: after ?? undefined }, shopCodesSchema)
}

/**
 * Reads a code for its form, and what it can be for; the database lets admins only.
 * @param id null for a new one
 * @returns null where no such code can be edited
 */
export async function readShopCode(args: RequestArgs, id: string | null): Promise<ShopCodeEditor | null> {
  const editor = await rpc(
    userClient(args),
    'read_shop_code',
    { p_id: id ?? undefined },
    shopCodeEditorSchema,
  )
  return id !== null && editor.code === null ? null : editor
}

/** Reads the chosen products and a page of those that the form's search finds; the database lets admins only. */
export async function readProductChoices(args: RequestArgs, fields: FormData): Promise<ProductChoices> {
  const { search, chosen } = readProductSearch(fields)
  const values = { p_search: search, p_products: chosen }
  const { products, hasMore } = await rpc(userClient(args), 'read_shop_code', values, shopCodeEditorSchema)
  return { search, chosen, products, hasMore }
}
