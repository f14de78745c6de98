import * as z from 'zod'
import { instant } from './columns.ts'
import { formatDay } from './event-time.ts'
import { fulfilmentStatuses } from './states.ts'

/** Goods on their way to their buyer: parcels, pickup points. Staff, buyers and mails see the same. */

export const carriers = ['usps', 'ups', 'fedex', 'dhl', 'other'] as const
export type Carrier = (typeof carriers)[number]

/** Holds the carriers' names, and where each shows how far a parcel is; null for one that shows nothing. */
export const carrierTexts: Record<Carrier, { name: string; track: ((code: string) => string) | null }> = {
  usps: {
    name: 'USPS',
    track: (code) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${encodeURIComponent(code)}`,
  },
  ups: { name: 'UPS', track: (code) => `https://www.ups.com/track?tracknum=${encodeURIComponent(code)}` },
  fedex: {
    name: 'FedEx',
    track: (code) => `https://www.fedex.com/fedextrack/?trknbr=${encodeURIComponent(code)}`,
  },
  dhl: {
    name: 'DHL',
    track: (code) =>
      `https://www.dhl.com/us-en/home/tracking.html?tracking-id=${encodeURIComponent(code)}&submit=1`,
  },
  other: { name: 'Another carrier', track: null },
}

/** @returns the carrier's page about a parcel; null where there is none */
export function trackingUrl(parcel: { carrier: Carrier; trackingCode: string | null }): string | null {
  const { track } = carrierTexts[parcel.carrier]
  return track && parcel.trackingCode ? track(parcel.trackingCode) : null
}

/** A parcel, as `private.parcel_details` describes it. */
export const parcelSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  carrier: z.enum(carriers),
  trackingCode: z.string().nullable(),
  shippedAt: instant,
  deliveredAt: instant.nullable(),
  lostAt: instant.nullable(),
  /** Nobody reported its arrival within 21 days. */
  isSilent: z.boolean(),
})
export type Parcel = z.output<typeof parcelSchema>

/** A place where goods are handed over, as `private.point_details` describes it. */
export const pickupPointSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['event', 'store']),
  name: z.string(),
  address: z.string().nullable(),
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  eventId: z.uuid().nullable(),
  eventTitle: z.string().nullable(),
  eventStatus: z.string().nullable(),
  timeZone: z.string(),
})
export type PickupPoint = z.output<typeof pickupPointSchema>

/** Units of one product that go together, as `private.goods_items` describes them. */
export const goodsItemSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  detail: z.string().nullable(),
  sku: z.string().nullable(),
  quantity: z.int(),
  status: z.enum(fulfilmentStatuses),
})
export type GoodsItem = z.output<typeof goodsItemSchema>

/** Names a product with its size or colour: `Road Shirt, M`. */
export const goodsName = ({ name, detail }: { name: string; detail: string | null }) =>
  detail ? `${name}, ${detail}` : name

/** Says what units are: `2 × Road Shirt, M`. */
export const goodsText = (item: { name: string; detail: string | null; quantity: number }) =>
  `${item.quantity} × ${goodsName(item)}`

/** Says where goods are handed over, and when: `Merch stand, Night Market, Sat, Nov 28`. An event that the name has is said once. */
export function pointText(point: PickupPoint, now: string): string {
  const { name, eventTitle } = point
  return [
    name,
    eventTitle && !name.includes(eventTitle) && eventTitle,
    point.kind === 'store' && point.address,
    point.opensAt && formatDay(point.opensAt, point.timeZone, now),
  ]
    .filter(Boolean)
    .join(', ')
}
