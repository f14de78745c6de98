/** Parses the forms of the codes for goods: a code, and what is done to one. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { text } from '#core/form-fields.ts'
import { dollars, wholeNumber } from '#core/number-input.ts'
import { shopCodeEffects } from './shop-codes.types.ts'

const reload = 'Please reload the page and try again'
const clock = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Enter a date and a time')
  .nullable()
  .default(null)
const optionalNumber = (label: string, min: number, max: number) =>
  wholeNumber(label, min, max).nullable().default(null)

/**
 * A code for goods, under the names of `save_shop_code`. Times are clocks in the brand's zone. `amountCents` is what comes off each
 * unit, or the price of each.
 */
export const shopCodeFormSchema = z
  .object({
    id: z.uuid(reload).optional(),
    version: z.string().optional(),
    code: z
      .string({ error: 'Code is required' })
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9][A-Z0-9_-]{2,29}$/, 'Use 3 to 30 letters, numbers, hyphens or underscores'),
    label: text('Note', 80),
    effect: z.enum(shopCodeEffects),
    percent: optionalNumber('Percent', 1, 100),
    amountCents: dollars().nullable().default(null),
    goods: z.enum(['all', 'listed']),
    products: z.array(z.uuid(reload)).max(200, reload).default([]),
    collections: z.array(z.uuid(reload)).max(200, reload).default([]),
    forTickets: z.literal('on').optional(),
    minGoodsCents: dollars().nullable().default(null),
    validFrom: clock,
    validUntil: clock,
    maxOrders: optionalNumber('Orders', 1, 1_000_000),
    maxUnits: optionalNumber('Items', 1, 1_000_000),
    maxPerPerson: optionalNumber('Per person', 1, 1000),
    maxUnitsPerOrder: optionalNumber('Per order', 1, 20),
    budgetCents: dollars().nullable().default(null),
  })
  .superRefine((form, ctx) => {
    const fail = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (form.effect === 'percent' && form.percent === null) fail('percent', 'Enter a percentage')
    if (form.effect === 'fixed' && !form.amountCents) fail('amountCents', 'Enter an amount')
    if (form.effect === 'price' && form.amountCents === null) fail('amountCents', 'Enter an amount')
    if (form.goods === 'listed' && form.products.length + form.collections.length === 0)
      fail('goods', 'Choose a product or a collection')
    if (form.forTickets && form.minGoodsCents)
      fail('minGoodsCents', 'A minimum order only works for codes without tickets')
    if (form.budgetCents === 0) fail('budgetCents', 'Enter an amount')
    if (form.validFrom && form.validUntil && form.validUntil <= form.validFrom)
      fail('validUntil', 'The end must be after the start')
  })
export type ShopCodeForm = z.output<typeof shopCodeFormSchema>

/**
 * Reads the address of the page: the code that it opens (`new` for a new one, null for the list) and the last code of the page
 * before.
 */
export const shopCodesQuerySchema = z.object({
  code: z.literal('new').or(z.uuid()).nullable().default(null),
  after: z.uuid().nullable().catch(null).default(null),
})

/** The field of the form by which products to choose from are found, and the button that finds them. */
export const productSearchField = 'productSearch'
export const productSearchButton = 'findProducts'

const productSearchSchema = z.object({
  search: z.string().trim().max(80).catch(''),
  chosen: z
    .array(z.unknown())
    .transform((ids) => ids.flatMap((id) => z.uuid().safeParse(id).data ?? []).slice(0, 200)),
})

/** Reads the search and the chosen products of a code's form, whatever else is wrong with it. */
export function readProductSearch(fields: FormData): z.output<typeof productSearchSchema> {
  return productSearchSchema.parse({
    search: fields.get(productSearchField),
    chosen: fields.getAll('products'),
  })
}

/** Pauses a code, lets it go on, or archives it. */
export const shopCodeStateSchema = z.strictObject({
  intent: z.literal('state'),
  id: z.uuid(reload),
  state: z.enum(['active', 'paused', 'archived']),
})
