/** A product as the shop shows it. */
export type Product = {
  id: string
  /** Names its place on the page: `/shop#slug`. */
  slug: string
  name: string
  summary: string
  priceCents: number
  imagePath: string | null
  imageAlt: string
}

export type ProductList = { products: Product[]; currency: string }
