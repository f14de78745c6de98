import type { CsvValue } from '#core/csv.ts'
import { carrierTexts, goodsName } from '#core/goods.ts'
import type { GoodsGroup } from '#core/goods-group.ts'
import { rowPages, selectedIds } from '#core/row-pages.ts'
import { fulfilmentStates } from '#core/states.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { listFulfilments } from './fulfilment.reads.server.ts'
import { fulfilmentQuerySchema } from './fulfilment.schema.ts'

/** The goods of the shop desk's tab and filters as lines of a file, one for each thing of a parcel or a pickup. */
export function exportFulfilments(args: RequestArgs, query: URLSearchParams) {
  const filters = fulfilmentQuerySchema.parse(Object.fromEntries(query))
  const selected = selectedIds(query)
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    const read = async (after: string | null) => {
      const { parcels, next } = await listFulfilments(args, { ...filters, after }, selected ? 50 : 200)
      return { rows: parcels, next }
    }
    for await (const page of rowPages(read, filters.after, selected, ({ id }) => id))
      yield page.flatMap(linesOf)
  }
  const header = [
    'Order',
    'Buyer',
    'Item',
    'SKU',
    'Units',
    'Status',
    'Since',
    'Delivery',
    'Picked up at',
    'Taken from',
    'Recipient',
    'Address',
    'Apartment',
    'City',
    'State of the address',
    'ZIP',
    'Carrier',
    'Tracking number',
    'Shipped',
    'Placed',
    'Test',
  ]
  return { header, pages: lines() }
}

function linesOf({ items, point, address, shipment, ...group }: GoodsGroup): CsvValue[][] {
  return items.map((item) => [
    group.code,
    group.name,
    goodsName(item),
    item.sku,
    item.quantity,
    fulfilmentStates[item.status].label,
    group.since,
    group.delivery,
    point && [point.name, point.eventTitle].filter(Boolean).join(', '),
    group.place,
    address?.name ?? null,
    address?.line1 ?? null,
    address?.line2 ?? null,
    address?.city ?? null,
    address?.state ?? null,
    address?.postalCode ?? null,
    shipment && carrierTexts[shipment.carrier].name,
    shipment?.trackingCode ?? null,
    shipment?.shippedAt ?? null,
    group.placedAt,
    group.isTest ? 'yes' : 'no',
  ])
}
