import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { ProductsQuery } from './product-form.schema.ts'
import {
  type ProductEditor,
  productEditorSchema,
  type StaffCollections,
  type StaffProducts,
  staffCollectionsSchema,
  staffProductsSchema,
} from './products.types.ts'

/** Lists a page of products, drafts and archived ones too; the database lets admins only. @param limit 200 at most */
export function listStaffProducts(
  args: RequestArgs,
  { show, q, collection, after }: ProductsQuery,
  limit = 50,
): Promise<StaffProducts> {
  const values = {
    p_show: show,
    p_search: q || undefined,
    p_collection: collection ?? undefined,
    p_after: after ?? undefined,
    p_limit: limit,
  }
  return rpc(userClient(args), 'list_staff_products', values, staffProductsSchema)
}

/** Reads a product for its editor; the database lets admins only. @returns null when there is no such product */
export function readProductEditor(args: RequestArgs, id: string): Promise<ProductEditor | null> {
  return rpc(userClient(args), 'read_product_editor', { p_id: id }, productEditorSchema)
}

/** Reads all collections with how many products they have, archived ones last. */
export async function readStaffCollections(args: RequestArgs): Promise<StaffCollections> {
  const { data, error } = await userClient(args)
    .from('product_collections')
    .select(
      'id, slug, name, position, version, archivedAt:archived_at, items:product_collection_items(count)',
    )
    .order('archived_at', { ascending: true, nullsFirst: true })
    .order('position')
    .order('name')
  if (error) throw error
  return staffCollectionsSchema.parse(data)
}
