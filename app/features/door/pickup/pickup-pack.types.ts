import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { keySchema } from '../pack.types.ts'
import { pickupItemSchema } from './pickup.types.ts'

const orderSchema = z.object({
  code: z.string(),
  /** First name and initial. */
  name: z.string(),
  isTest: z.boolean(),
  isBlocked: z.boolean(),
  items: z.array(pickupItemSchema),
  /** Tickets that show these goods: idHash, codeHash, generation. */
  tickets: z.array(z.tuple([z.string(), z.string(), z.int()])),
})

/** Result of `read_pickup_pack`: the server puts hashes of the pickup codes in the place of the orders' ids. */
export const unsignedPickupPackSchema = z.object({
  /** No pack of tickets has this format, though one key signs both. */
  format: z.literal('pickups-1'),
  madeAt: instant,
  event: z.object({ id: z.uuid(), title: z.string(), timeZone: z.string(), endsAt: instant }),
  salt: z.string().regex(/^([0-9a-f]{2})+$/),
  orders: z.array(orderSchema.extend({ id: z.uuid() })),
})

/** The payload of a pickup pack: what a phone hands over by without a network. */
export const pickupPackSchema = unsignedPickupPackSchema.extend({
  orders: z.array(orderSchema.extend({ codeHash: z.string() })),
  /** Verifies the codes of the event's tickets. */
  ticketKey: keySchema,
})
export type PickupPack = z.output<typeof pickupPackSchema>
