import { deviceTypes } from '#core/device.ts'
import { lineKindLabels } from '#core/line-kind-labels.ts'
import { isLineKind } from '#core/line-kinds.ts'
import { deviceName } from './report-parts.rules.ts'

/** Names rows of figures on the screen and in files, by the codes of the database. */
const words: Record<string, string> = {
  sale: 'Price',
  discount: 'Discount',
  fee: 'Fee',
  tax: 'Tax',
  refund: 'Refund',
  refund_reversed: 'Refund taken back',
  dispute: 'Dispute',
  dispute_reversed: 'Dispute won',
  correction: 'Correction',
  order: 'Order',
  ticket: 'Tickets',
  supplement: 'Change of type',
  product: 'Goods',
  event_view: 'Event page',
  ticket_click: 'Tickets opened',
  product_view: 'Product in view',
  product_click: 'Product page',
  active: 'Cart',
  pinned: 'Cart being paid',
  converted: 'Cart, paid',
  released: 'Cart, given up',
  expired: 'Cart, timed out',
}

/** Names what a row is about: its parts as they are, kinds of devices in words. */
export function rowDetail(detail: string): string {
  return detail
    .split(' · ')
    .map((part) => (isDevice(part) ? deviceName(part) : part))
    .join(' · ')
}
const isDevice = (part: string) => deviceTypes.some((device) => device === part)

/** Names a row; what is no code (a path, a ticket type) stays as it is. */
export function rowWords(what: string): string {
  return words[what] ?? (isLineKind(what) ? lineKindLabels[what] : what)
}
