/** Names the cookies that store staff's choices for the back office on this device. */

/** Lists the densities of list rows on a desk. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

export const densityCookieName = 'density'

/** The id of the event that staff looked at last. */
export const staffEventCookieName = 'staff-event'

/** @returns the choice, or `comfortable` for anything that is not one */
export function readDensity(value: unknown): Density {
  return densities.find((density) => density === value) ?? 'comfortable'
}
