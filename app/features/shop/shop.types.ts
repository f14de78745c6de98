import * as z from 'zod'

const productSchema = z.object({
  id: z.uuid(),
  /** Names its place on the page: `/shop#slug`. */
  slug: z.string(),
  name: z.string(),
  summary: z.string(),
  priceCents: z.int(),
  imagePath: z.string().nullable(),
  imageAlt: z.string(),
})
/** A product as the shop shows it. */
export type Product = z.output<typeof productSchema>

/** Describes the result of `list_products`. */
export const productListSchema = z.object({ products: z.array(productSchema), currency: z.string() })
export type ProductList = z.output<typeof productListSchema>
