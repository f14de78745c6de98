import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type {
  collectionFormSchema,
  movePictureSchema,
  ProductForm,
  VariantsForm,
} from './product-form.schema.ts'
import type { ProductStatus } from './products.types.ts'

/** Renders the shop's pages again after a change. */
async function shown<T>(args: RequestArgs, changing: Promise<Result<T>>): Promise<Result<T>> {
  const changed = await changing
  if (changed.ok) args.context.requestContext.purgePages()
  return changed
}

const nothing = z.unknown().transform(() => undefined)

/** Makes a draft of this name. @returns its id; refused as `save_product` refuses */
export function createProduct(args: RequestArgs, name: string): Promise<Result<string>> {
  const values = { p_id: null, p_version: null, p_product: { name } }
  return shown(args, rpcResult(userClient(args), 'save_product', values, z.uuid()))
}

/** Saves a product; options that changed add and archive variants. Refused as `save_product` refuses. */
export function saveProduct(
  args: RequestArgs,
  id: string,
  { version, finalSale, dropAt, maxPerPerson, ...rest }: ProductForm,
): Promise<Result<string>> {
  const product = {
    ...rest,
    finalSale: finalSale === 'on',
    dropAt: dropAt ?? null,
    maxPerPerson: maxPerPerson ?? null,
  }
  const values = { p_id: id, p_version: version, p_product: product }
  return shown(args, rpcResult(userClient(args), 'save_product', values, z.uuid()))
}

/** Saves SKU, price, weight and threshold of variants. Refused as `save_product_variants` refuses. */
export function saveVariants(
  args: RequestArgs,
  id: string,
  { version, variants }: VariantsForm,
): Promise<Result<undefined>> {
  const rows = variants.map(({ price, lowStockAt, ...rest }) => ({
    ...rest,
    priceCents: price,
    lowStockAt: lowStockAt ?? null,
  }))
  const values = { p_id: id, p_version: version, p_variants: rows }
  return shown(args, rpcResult(userClient(args), 'save_product_variants', values, nothing))
}

/** Publishes a product, takes it back or archives it. Refused as `set_product_status` refuses. */
export function setProductStatus(
  args: RequestArgs,
  id: string,
  version: number,
  status: ProductStatus,
): Promise<Result<undefined>> {
  const values = { p_id: id, p_version: version, p_status: status }
  return shown(args, rpcResult(userClient(args), 'set_product_status', values, nothing))
}

/**
 * Adds a picture to a product, or changes what one shows and its description.
 * @param picture null for a new one @param path the key of a new one, null to keep the file
 * @param value the value of an option that it shows, null for none
 */
export function saveProductPicture(
  args: RequestArgs,
  id: string,
  picture: string | null,
  path: string | null,
  alt: string,
  value: string | null,
): Promise<Result<string>> {
  const values = { p_product: id, p_picture: picture, p_path: path, p_alt: alt, p_value: value }
  return shown(args, rpcResult(userClient(args), 'save_product_picture', values, z.uuid()))
}

/** Moves or removes a picture of a product. Refused as `move_product_picture` refuses. */
export function moveProductPicture(
  args: RequestArgs,
  id: string,
  { picture, to }: z.output<typeof movePictureSchema>,
): Promise<Result<undefined>> {
  const values = { p_product: id, p_picture: picture, p_to: to }
  return shown(args, rpcResult(userClient(args), 'move_product_picture', values, nothing))
}

/** Adds, renames, orders, archives or brings back a collection. @returns its id; refused as `save_collection` refuses */
export function saveCollection(
  args: RequestArgs,
  { id, version, name, position }: z.output<typeof collectionFormSchema>,
  archived: boolean,
): Promise<Result<string>> {
  const values = {
    p_id: id ?? null,
    p_version: version ?? null,
    p_name: name,
    p_position: position ?? null,
    p_archived: archived,
  }
  return shown(args, rpcResult(userClient(args), 'save_collection', values, z.uuid()))
}
