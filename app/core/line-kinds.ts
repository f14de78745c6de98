/** Describes a kind of things that are sold: what screens ask of it, and its words. */
type Definition = {
  /** Buyers choose it; else functions write its lines. */
  isChosen: boolean
  /** It becomes tickets when it is paid. */
  admits: boolean
  /** The tickets of a unit belong together. */
  isBundle: boolean
  /** Its event offers it beside single tickets. */
  isExtra: boolean
  /** There is one of each of its items. */
  isUnique: boolean
  /** It is shipped or picked up. */
  isMerchandise: boolean
  /** It is what the delivery of merchandise costs. */
  isDeliveryCharge: boolean
  /** Names one for staff. */
  label: string
  /** Stands over its part of the picker. */
  heading?: string
  /** Say in the picker what its price is, that nothing is left, and why no second one can be chosen; else the usual words. */
  priceNote?: string
  soldOut?: string
  limit?: string
}

const asked = {
  isChosen: true,
  admits: false,
  isBundle: false,
  isExtra: false,
  isUnique: false,
  isMerchandise: false,
  isDeliveryCharge: false,
}

/**
 * Defines the kinds of things that are sold, in the order of the picker. The facts are those of the table `line_kinds`, which the
 * selling functions ask; a test holds both equal.
 */
export const lineKinds = {
  ticket: { ...asked, admits: true, label: 'Ticket' },
  package: { ...asked, admits: true, isBundle: true, isExtra: true, label: 'Package', heading: 'Packages' },
  add_on: { ...asked, isExtra: true, label: 'Add-on', heading: 'Extras' },
  table: {
    ...asked,
    ...{ admits: true, isBundle: true, isExtra: true, isUnique: true },
    ...{
      label: 'Table',
      heading: 'Tables',
      priceNote: 'deposit',
      soldOut: 'Booked',
      limit: 'A table is booked once',
    },
  },
  supplement: { ...asked, isChosen: false, label: 'Supplement' },
  product: { ...asked, isMerchandise: true, label: 'Product' },
  shipping: { ...asked, isChosen: false, isDeliveryCharge: true, label: 'Shipping' },
} satisfies Record<string, Definition>

export type LineKind = keyof typeof lineKinds

/** Returns the definition of a kind. */
export const lineKind = (kind: LineKind): Definition => lineKinds[kind]

/** Tells lines that follow what the shop's cart has: merchandise, and what its delivery costs. */
export const followsDelivery = (kind: LineKind): boolean =>
  lineKinds[kind].isMerchandise || lineKinds[kind].isDeliveryCharge

function isLineKind(kind: string): kind is LineKind {
  return Object.hasOwn(lineKinds, kind)
}

export const lineKindNames = Object.keys(lineKinds).filter(isLineKind)

/** Lists what an event offers beside single tickets, in the order of the picker. */
export const extraKinds = lineKindNames.filter((kind) => lineKinds[kind].isExtra)

/** Lists what buyers choose of an event. */
export const eventKinds = lineKindNames.filter((kind) => lineKinds[kind].isExtra || lineKinds[kind].admits)
