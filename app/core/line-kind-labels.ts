import type { LineKind } from './line-kinds.ts'

/** Names one of each kind of things that are sold, for staff; beside the kinds, so that pages of buyers load no names. */
export const lineKindLabels: Record<LineKind, string> = {
  ticket: 'Ticket',
  package: 'Package',
  add_on: 'Add-on',
  table: 'Table',
  comp: 'Free ticket',
  supplement: 'Supplement',
  product: 'Product',
  stream_pass: 'Stream pass',
  shipping: 'Shipping',
}
