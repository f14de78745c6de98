import { type LineKind, lineKind } from '#core/line-kinds.ts'

/** Tells lines that follow what the shop's cart has: merchandise, and what its delivery costs. */
export const followsDelivery = (kind: LineKind): boolean =>
  Boolean(lineKind(kind).isMerchandise || lineKind(kind).isDeliveryCharge)
