/** Describes a kind of things that are sold: what screens ask of it, where the answer is yes, and its words. */
type Definition = {
  /** Buyers choose it; else functions write its lines. */
  isChosen?: true
  /** It becomes tickets when it is paid. */
  admits?: true
  /** The tickets of a unit belong together. */
  isBundle?: true
  /** Its event offers it beside single tickets. */
  isExtra?: true
  /** There is one of each of its items. */
  isUnique?: true
  /** It is shipped or picked up. */
  isMerchandise?: true
  /** It is what the delivery of merchandise costs. */
  isDeliveryCharge?: true
  /** Stands over its part of the picker. */
  heading?: string
  /** Say in the picker what its price is, that nothing is left, and why no second one can be chosen; else the usual words. */
  priceNote?: string
  soldOut?: string
  limit?: string
}

/**
 * Defines the kinds of things that are sold, in the order of the picker. The facts are those of the table `line_kinds`, which the
 * selling functions ask; a test holds both equal.
 */
const lineKinds = {
  ticket: { isChosen: true, admits: true },
  package: {
    ...{ isChosen: true, admits: true, isBundle: true, isExtra: true },
    ...{ heading: 'Packages' },
  },
  add_on: { isChosen: true, isExtra: true, heading: 'Extras' },
  table: {
    ...{ isChosen: true, admits: true, isBundle: true, isExtra: true, isUnique: true },
    ...{
      heading: 'Tables',
      priceNote: 'deposit',
      soldOut: 'Booked',
      limit: 'A table is booked once',
    },
  },
  comp: { admits: true },
  supplement: {},
  product: { isChosen: true, isMerchandise: true },
  stream_pass: { isChosen: true },
  shipping: { isDeliveryCharge: true },
} satisfies Record<string, Definition>

export type LineKind = keyof typeof lineKinds

/** Returns the definition of a kind. */
export const lineKind = (kind: LineKind): Definition => lineKinds[kind]

/** Tells whether a code of the database is a kind of order line. */
export function isLineKind(kind: string): kind is LineKind {
  return Object.hasOwn(lineKinds, kind)
}

export const lineKindNames = Object.keys(lineKinds).filter(isLineKind)

/** Lists what an event offers beside single tickets, in the order of the picker. */
export const extraKinds = lineKindNames.filter((kind) => lineKind(kind).isExtra)

/** Lists what buyers choose of an event. */
export const eventKinds = lineKindNames.filter((kind) => {
  const { isChosen, isExtra, admits } = lineKind(kind)
  return isChosen && (isExtra || admits)
})
