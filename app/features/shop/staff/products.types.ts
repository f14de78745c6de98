/** Describes what the products' screens of staff are handed. */
import * as z from 'zod'
import { instant } from '#core/columns.ts'

const whole = z.int().nonnegative()

export const productStatuses = ['draft', 'active', 'archived'] as const
export type ProductStatus = (typeof productStatuses)[number]

const namedSchema = z.object({ id: z.uuid(), name: z.string() })

/** Result of `list_staff_products`. */
export const staffProductsSchema = z.object({
  products: z.array(
    z.object({
      id: z.uuid(),
      slug: z.string(),
      name: z.string(),
      status: z.enum(productStatuses),
      imagePath: z.string().nullable(),
      /** The price of the cheapest variant. */
      priceCents: whole,
      dropAt: instant.nullable(),
      finalSale: z.boolean(),
      variants: whole,
      available: z.int(),
      /** Counts the variants at or below their threshold. */
      low: whole,
      collections: z.array(z.string()),
    }),
  ),
  counts: z.object({ active: whole, draft: whole, archived: whole }),
  next: z.uuid().nullable(),
  collections: z.array(namedSchema),
  currency: z.string(),
  timeZone: z.string(),
  now: instant,
})
export type StaffProducts = z.output<typeof staffProductsSchema>
export type StaffProduct = StaffProducts['products'][number]

/** Says what `private.product_checklist` looks at. */
export const productChecks = [
  'summary',
  'picture',
  'variant',
  'price',
  'weight',
  'stock',
  'description',
  'collection',
  'size_chart',
] as const
export type ProductCheck = (typeof productChecks)[number]

/** Result of `read_product_editor`; null when there is no such product. */
export const productEditorSchema = z
  .object({
    id: z.uuid(),
    version: whole,
    status: z.enum(productStatuses),
    name: z.string(),
    slug: z.string(),
    summary: z.string(),
    description: z.string(),
    options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
    sizeChart: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
    finalSale: z.boolean(),
    taxClass: z.enum(['general', 'clothing', 'none']),
    /** As a clock in the brand's zone shows it: `2026-11-24T20:00`. */
    dropAt: z.string().nullable(),
    membersMinutes: whole,
    maxPerPerson: whole.nullable(),
    position: z.int(),
    currency: z.string(),
    timeZone: z.string(),
    collections: z.array(z.uuid()),
    allCollections: z.array(namedSchema),
    /** `value` is the value of an option that a picture shows; null for none. */
    pictures: z.array(
      z.object({ id: z.uuid(), imagePath: z.string(), imageAlt: z.string(), value: z.string().nullable() }),
    ),
    variants: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        sku: z.string(),
        priceCents: whole,
        weightGrams: whole,
        lowStockAt: whole.nullable(),
        archived: z.boolean(),
        available: z.int(),
        sold: whole,
      }),
    ),
    checklist: z.array(z.object({ code: z.enum(productChecks), ok: z.boolean(), required: z.boolean() })),
  })
  .nullable()
export type ProductEditor = NonNullable<z.output<typeof productEditorSchema>>

/** Rows of `product_collections`, archived ones last. */
export const staffCollectionsSchema = z.array(
  z.object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    position: z.int(),
    version: z.int(),
    archivedAt: instant.nullable(),
    items: z.array(z.object({ count: z.int() })),
  }),
)
export type StaffCollections = z.output<typeof staffCollectionsSchema>
