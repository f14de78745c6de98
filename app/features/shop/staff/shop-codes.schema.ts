/** Parses the form of the codes for goods. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { dollars } from '#core/number-input.ts'
import { codeFormFaults, codeFormFields } from '#core/promo-codes.ts'
import { shopCodeEffects } from './shop-codes.types.ts'

const reload = 'Please reload the page and try again'
const clock = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Enter a date and a time')
  .nullable()
  .default(null)
/**
 * A code for goods, under the names of `save_shop_code`. Times are clocks in the brand's zone. `amountCents` is what comes off each
 * unit, or the price of each.
 */
export const shopCodeFormSchema = z
  .object({
    id: z.uuid(reload).optional(),
    version: z.string().optional(),
    ...codeFormFields('Items'),
    effect: z.enum(shopCodeEffects),
    goods: z.enum(['all', 'listed']),
    forTickets: z.literal('on').optional(),
    minGoodsCents: dollars().nullable().default(null),
    validFrom: clock,
    validUntil: clock,
  })
  .superRefine((form, ctx) => {
    const fail = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    for (const { path, message } of codeFormFaults(form)) fail(path, message)
    if (form.forTickets && form.minGoodsCents)
      fail('minGoodsCents', 'A minimum order only works for codes without tickets')
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
