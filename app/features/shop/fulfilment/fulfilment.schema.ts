import '#core/form-messages.ts'
import * as z from 'zod'
import { carriers } from '#core/goods.ts'
import { wholeNumber } from '#core/number-input.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { fulfilmentTabs, type GoodsAction, goodsActions } from './fulfilment.types.ts'

const reload = 'Please reload the page and try again'
const id = z.uuid().nullable().catch(null).default(null)

/** The tab, the filters and the page of the shop desk, in its address. What is not valid is ignored. */
export const fulfilmentQuerySchema = z.object({
  show: z.enum(fulfilmentTabs).catch('pack').default('pack'),
  q: z.string().trim().max(254).refine(isOneLine).catch('').default(''),
  delivery: z.enum(['ship', 'pickup']).nullable().catch(null).default(null),
  event: id,
  place: id,
  after: id,
  /** Code of the order whose page an action was chosen on. */
  order: z
    .string()
    .regex(/^[A-Z0-9]{6,12}$/)
    .nullable()
    .catch(null)
    .default(null),
})
export type FulfilmentQuery = z.output<typeof fulfilmentQuerySchema>

/** Goods of one action. */
const most = 200

/** Reads which goods an address names; leaves out what is no id. */
export function goodsIdsOf(ids: readonly string[]): string[] {
  return [...new Set(ids)].filter((one) => z.uuid().safeParse(one).success).slice(0, most)
}

/** Returns the action that a part of an address names; null where it names none. */
export function goodsActionNamed(part: string | undefined): GoodsAction | null {
  return goodsActions.find((action) => action === part) ?? null
}

/** Confirms an action on goods. Each takes the fields that it needs. */
export const goodsActionSchema = z.object({
  id: z.array(z.uuid(reload)).min(1, reload).max(most, reload),
  /** Says what is sent: a parcel for each of the goods, with its carrier and number. */
  parcels: z
    .array(
      z.object({
        id: z.uuid(reload),
        carrier: z.enum(carriers, 'Choose a carrier'),
        trackingCode: z
          .string()
          .trim()
          .max(60, 'At most 60 characters')
          .refine(isOneLine, strangeText)
          .optional(),
      }),
    )
    .max(most, reload)
    .optional(),
  /** How many of each item go into the parcel; all of them where it is left out. */
  items: z
    .array(
      z.object({
        id: z.uuid(reload),
        units: wholeNumber('Units', 0, 20),
      }),
    )
    .max(50, reload)
    .optional(),
  /** Where each of the goods is picked up instead. */
  moves: z
    .array(z.object({ id: z.uuid(reload), point: z.uuid('Choose where') }))
    .max(most, reload)
    .optional(),
  reason: z
    .string()
    .trim()
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText)
    .optional(),
  currentPassword: z.string().max(200, "That's not your password.").refine(isOneLine, strangeText).optional(),
  idempotencyKey: z.string().max(200, reload).refine(isOneLine, reload).optional(),
})
export type GoodsActionForm = z.output<typeof goodsActionSchema>
