/** Business days from an order to its parcel being shipped, fewest and most; null where buyers are told none. */
export type Handling = { min: number; max: number } | null

/** Prints when goods are shipped: "Ships in 2–4 business days"; empty where no days are set. */
export function shipsIn(handling: Handling | undefined): string {
  if (!handling) return ''
  const { min, max } = handling
  if (max === 1) return 'Ships in 1 business day'
  return `Ships in ${min === max ? '' : `${min}–`}${max} business days`
}
