/** Parses what staff send about products and collections. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { dollars, shownNumber, wholeNumber } from '#core/number-input.ts'
import { photoFormSchema } from '#core/photo-form.schema.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { optionsProblem, readSizeChart, readValues } from './product-form.rules.ts'
import { productStatuses } from './products.types.ts'

const id = z.uuid().nullable().catch(null).default(null)

/** Reads the filters of the list of products from its address. Ignores values that are not valid. */
export const productsQuerySchema = z.object({
  show: z.enum(productStatuses).catch('active').default('active'),
  q: z.string().trim().max(80).refine(isOneLine).catch('').default(''),
  collection: id,
  after: id,
})
export type ProductsQuery = z.output<typeof productsQuerySchema>

const name = z
  .string('Enter a name')
  .trim()
  .min(2, 'Use at least 2 characters')
  .max(120, 'The name can have at most 120 characters')
  .refine(isOneLine, strangeText)

/** A new product: its name alone makes a draft. */
export const newProductSchema = z.object({ name })

const reload = 'Something here is not part of this form. Please reload the page and try again.'
const version = shownNumber(2_147_483_647)

/** Posts everything of a product but its variants and pictures. */
export const productFormSchema = z.object({
  version,
  name,
  slug: z
    .string('Enter an address')
    .trim()
    .toLowerCase()
    .max(80, 'The address can have at most 80 characters')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and hyphens'),
  summary: z
    .string()
    .trim()
    .max(300, 'The summary can have at most 300 characters')
    .refine(isOneLine, strangeText)
    .default(''),
  description: z
    .string()
    .trim()
    .max(4000, 'Please use at most 4000 characters')
    .refine(isPlainText, strangeText)
    .default(''),
  options: z
    .array(
      z
        .object({
          name: z.string().trim().refine(isOneLine, strangeText).default(''),
          values: z.string().trim().refine(isOneLine, strangeText).default(''),
        })
        .default({ name: '', values: '' }),
    )
    .default([])
    .transform((rows) =>
      rows
        .filter(({ name: option, values }) => option || values)
        .map(({ name: option, values }) => ({ name: option, values: readValues(values) })),
    )
    .superRefine((options, ctx) => {
      const message = optionsProblem(options)
      if (message) ctx.addIssue({ code: 'custom', message })
    }),
  sizeChart: z
    .string()
    .max(4000, 'Please use at most 4000 characters')
    .refine(isPlainText, strangeText)
    .default('')
    .transform((text, ctx) => {
      const chart = readSizeChart(text)
      if (typeof chart !== 'string') return chart
      ctx.addIssue({ code: 'custom', message: chart })
      return z.NEVER
    }),
  finalSale: z.literal('on').optional(),
  taxClass: z.enum(['general', 'clothing', 'none']),
  dropAt: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Enter a date and a time')
    .optional(),
  membersMinutes: wholeNumber('Minutes', 0, 10_080).default(0),
  maxPerPerson: wholeNumber('Limit per person', 1, 20).optional(),
  position: wholeNumber('Position', 0, 100_000).default(0),
  collections: z.array(z.uuid()).default([]),
})
export type ProductForm = z.output<typeof productFormSchema>

/** Posts the variants of a product. */
export const variantsFormSchema = z.object({
  version,
  variants: z.array(
    z.object({
      id: z.uuid(),
      sku: z
        .string('Enter a SKU')
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9][A-Z0-9-]{1,39}$/, 'Use 2 to 40 letters, digits and hyphens'),
      price: dollars(),
      weightGrams: wholeNumber('Weight', 0, 50_000),
      lowStockAt: wholeNumber('Low-stock alert', 0, 100_000).optional(),
    }),
  ),
})
export type VariantsForm = z.output<typeof variantsFormSchema>

/** The value of an option that a picture shows; left out for none. */
const shownValue = z.string().trim().max(24, reload).refine(isOneLine, reload).optional()

/** A new picture of a product. */
export const productPhotoSchema = photoFormSchema.extend({ value: shownValue })

/** Describes a picture of a product again. */
export const pictureAltSchema = z.object({
  picture: z.uuid(),
  value: shownValue,
  imageAlt: z
    .string('Describe the picture')
    .trim()
    .min(1, 'Describe the picture')
    .max(200, 'Picture description can have at most 200 characters')
    .refine(isOneLine, strangeText),
})

/** Moves or removes a picture of a product. */
export const movePictureSchema = z.object({
  picture: z.uuid(),
  to: z.enum(['first', 'earlier', 'later', 'remove']),
})

/** Publishes a product, takes it back or archives it. */
export const productStatusSchema = z.object({ version, status: z.enum(productStatuses) })

/** Adds (without an id), renames, orders, archives or brings back a collection. */
export const collectionFormSchema = z.object({
  id: z.uuid().optional(),
  version: version.optional(),
  name: z
    .string('Enter a name')
    .trim()
    .min(2, 'Use at least 2 characters')
    .max(60, 'Please use at most 60 characters')
    .refine(isOneLine, strangeText),
  position: wholeNumber('Position', 1, 1000).optional(),
})

/** The forms of the editor of a product by their intent. */
export const productForms = {
  save: productFormSchema,
  variants: variantsFormSchema,
  picture: productPhotoSchema,
  'picture-alt': pictureAltSchema,
  'picture-move': movePictureSchema,
  status: productStatusSchema,
}
