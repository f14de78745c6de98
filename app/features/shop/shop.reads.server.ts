import * as z from 'zod'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { ProductList } from './shop.types.ts'

const listSchema = z.object({
  products: z.array(
    z
      .object({
        id: z.uuid(),
        slug: z.string(),
        name: z.string(),
        summary: z.string(),
        price_cents: z.int(),
        image_path: z.string().nullable(),
        image_alt: z.string(),
      })
      .transform(({ price_cents, image_path, image_alt, ...row }) => ({
        ...row,
        priceCents: price_cents,
        imagePath: image_path,
        imageAlt: image_alt,
      })),
  ),
  currency: z.string(),
})

/** The products on sale, in the order of the shop. */
export async function listProducts(args: RequestArgs): Promise<ProductList> {
  const { data, error } = await userClient(args).rpc('list_products')
  if (error) throw error
  return listSchema.parse(data)
}
