/** Describes what the public shop screens are handed. */
import * as z from 'zod'
import { handlingSchema, instant } from '#core/columns.ts'

const whole = z.int()

/** Says what a list says of a product's sale; the same for every caller. */
const productStates = ['not_yet', 'on_sale', 'sold_out'] as const

/** A product in a list. */
const productCardSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  summary: z.string(),
  imagePath: z.string().nullable(),
  imageAlt: z.string(),
  state: z.enum(productStates),
  /** The lowest and highest price of the variants that can be bought; of all where none can. */
  fromCents: whole,
  toCents: whole,
  /** Units that are left, where at most 5 are. */
  few: whole.nullable(),
  /** When its sale begins; null once it has begun. */
  dropAt: instant.nullable(),
  /** When members may buy; null without a head start, and after the drop. */
  membersFrom: instant.nullable(),
})
export type ProductCard = z.output<typeof productCardSchema>

const collectionSchema = z.object({ slug: z.string(), name: z.string() })

/** Describes the result of `list_products`. */
export const productListSchema = z.object({
  products: z.array(productCardSchema),
  /** How many match, on all pages. */
  total: whole,
  page: whole,
  pages: whole,
  collections: z.array(collectionSchema),
  /** Every size of the shop, in no order. */
  sizes: z.array(z.string()),
  /** The next moment at which a product changes by itself. */
  nextDropAt: instant.nullable(),
  currency: z.string(),
  timeZone: z.string(),
  now: instant,
})
export type ProductList = z.output<typeof productListSchema>

const optionSchema = z.object({ name: z.string(), values: z.array(z.string()).min(1) })
/** Says what buyers choose between, such as `{ name: 'Size', values: ['S', 'M'] }`. */
export type ProductOption = z.output<typeof optionSchema>

const variantSchema = z.object({
  id: z.uuid(),
  /** One value for each option of the product, in their order. */
  values: z.array(z.string()),
  priceCents: whole,
  soldOut: z.boolean(),
  /** Units that are left, where at most 5 are and the sale has begun. */
  few: whole.nullable(),
})
export type Variant = z.output<typeof variantSchema>

const shownProductSchema = z.object({
  /** `draft` for admins alone. */
  status: z.enum(['draft', 'active']),
  product: productCardSchema.omit({ state: true, few: true }).extend({
    /** Paragraphs with an empty line between. */
    description: z.string(),
    options: z.array(optionSchema),
    sizeChart: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
    finalSale: z.boolean(),
    /** `value` is the value of an option that a picture shows, such as a colour; null for none. */
    pictures: z.array(
      z.object({ imagePath: z.string(), imageAlt: z.string(), value: z.string().nullable() }),
    ),
  }),
  /** The caller's: members may buy in the early minutes of a drop. */
  state: z.enum(productStates),
  /** When the caller may buy; null for now. */
  buyableFrom: instant.nullable(),
  variants: z.array(variantSchema),
  /** Units of one variant that an order may have. */
  maxQuantity: whole,
  /** Units that one person may have; null for no limit. */
  maxPerPerson: whole.nullable(),
  /** Says what it costs less in an order that has tickets, in percent; 0 for nothing. */
  ticketPercent: whole,
  handling: handlingSchema,
  collections: z.array(collectionSchema),
  /** Products like it. */
  more: z.array(productCardSchema),
  nextDropAt: instant.nullable(),
  currency: z.string(),
  timeZone: z.string(),
  now: instant,
})
/** A product with everything that its page shows. */
export type ProductPage = z.output<typeof shownProductSchema>

/** Describes the result of `read_product`: null for none, and nothing but the status of one that left the shop. */
export const productPageSchema = z
  .discriminatedUnion('status', [
    shownProductSchema.extend({ status: z.literal('active') }),
    shownProductSchema.extend({ status: z.literal('draft') }),
    z.object({ status: z.literal('archived') }),
  ])
  .nullable()

/** Describes the result of `list_suggested_products`. */
export const suggestedProductsSchema = z.object({
  products: z.array(productCardSchema.extend({ ticketPercent: whole })).max(2),
  currency: z.string(),
})
export type SuggestedProducts = z.output<typeof suggestedProductsSchema>

/** Describes the result of `read_product_share_card`. */
export const productShareCardSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  summary: z.string(),
  fromCents: whole,
  toCents: whole,
  dropAt: instant.nullable(),
  imagePath: z.string().nullable(),
  brand: z.string(),
  currency: z.string(),
  timeZone: z.string(),
})
export type ProductShareCard = z.output<typeof productShareCardSchema>

/** Describes the result of `list_sitemap_products`. */
export const sitemapProductsSchema = z.array(z.object({ id: z.uuid(), slug: z.string(), updatedAt: instant }))
export type SitemapProducts = z.output<typeof sitemapProductsSchema>
