import { faker } from '@faker-js/faker'

const hour = 3_600_000

/** The part of a ticket type that decides when its guests come. */
type Admission = { event_id: string; doors_at: Date; ends_at: Date }

/**
 * Returns a function that says when and at which gate the holder of a ticket came; null for those who have not. At an open door
 * somebody came every four minutes of the last hour, gate by gate: few enough that no gate is missed when nobody scans after the start.
 */
export function createArrivals(now: Date) {
  const gates = ['Main gate', 'Side gate']
  const latest = new Map<string, number>()
  return (type: Admission, paidAt: Date): { at: Date; gate: string } | null => {
    const isOpen = type.doors_at < now && now < type.ends_at
    // A day that goes round the clock fills until its evening; a night in its first three hours.
    const arriving = type.ends_at.getTime() - type.doors_at.getTime() > 12 * hour ? 15 * hour : 3 * hour
    const place = latest.get(type.event_id) ?? 0
    const isLatest = isOpen && place < 15 && faker.datatype.boolean(0.12)
    const at = new Date(
      isLatest
        ? now.getTime() - 30_000 - place * 4 * 60_000
        : Math.max(type.doors_at.getTime(), paidAt.getTime() + hour / 2) +
            faker.number.int({ min: 0, max: arriving }) * faker.number.float({ min: 0.3, max: 1 }),
    )
    const gate = gates[isLatest ? place % 2 : faker.number.int({ min: 0, max: 1 })] ?? ''
    const before = new Date(isOpen && !isLatest ? now.getTime() - hour : now)
    const isPossible = [type.doors_at, paidAt].every((one) => one < at) && at < before && at < type.ends_at
    if (!isPossible || !faker.datatype.boolean(0.87)) return null
    if (isLatest) latest.set(type.event_id, place + 1)
    return { at, gate }
  }
}
