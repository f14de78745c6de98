import * as z from 'zod'
import { handlingSchema, instant } from '#core/columns.ts'

const saved = { id: z.uuid(), version: z.int() }

/** Describes the result of `read_shipping`. */
export const shippingSchema = z.object({
  timeZone: z.string(),
  currency: z.string(),
  now: instant,
  handling: handlingSchema,
  zones: z.array(
    z.object({
      ...saved,
      name: z.string(),
      states: z.array(z.string()),
      /** Null: shipping is never free. */
      freeAboveCents: z.int().nullable(),
      rates: z.array(z.object({ grams: z.int(), cents: z.int() })),
    }),
  ),
  taxes: z.array(
    z.object({
      ...saved,
      state: z.string(),
      zipPrefix: z.string(),
      taxClass: z.enum(['general', 'clothing']),
      bps: z.int(),
      taxesShipping: z.boolean(),
    }),
  ),
  points: z.array(
    z.object({
      ...saved,
      kind: z.enum(['event', 'store']),
      eventId: z.uuid().nullable(),
      event: z.string().nullable(),
      name: z.string(),
      address: z.string().nullable(),
      state: z.string(),
      postalCode: z.string(),
      opensAt: instant,
      closesAt: instant,
      timeZone: z.string(),
      /** In the brand's zone, as a field of date and time holds them; null where the event's own times count. */
      opensLocal: z.string().nullable(),
      closesLocal: z.string().nullable(),
    }),
  ),
  rules: z.array(
    z.object({ ...saved, name: z.string(), percent: z.int(), collectionId: z.uuid().nullable() }),
  ),
  states: z.array(z.object({ code: z.string(), name: z.string() })),
  collections: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Published events without a pickup point. */
  events: z.array(z.object({ id: z.uuid(), title: z.string(), startsAt: instant, timeZone: z.string() })),
})
/** Holds what admins edit of shipping and tax. */
export type Shipping = z.output<typeof shippingSchema>
