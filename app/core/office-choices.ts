/** Names the cookies that store staff's choices for the back office on this device. */

/** Lists the densities of list rows on a desk. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

export const densityCookieName = 'density'

/** The id of the event that staff looked at last. */
export const staffEventCookieName = 'staff-event'

/** In the address of a staff page instead of an event's id: shows every event and drops the one that was kept. */
export const everyEvent = 'all'

/** @returns the choice, or `comfortable` for anything that is not one */
export function readDensity(value: unknown): Density {
  return densities.find((density) => density === value) ?? 'comfortable'
}
