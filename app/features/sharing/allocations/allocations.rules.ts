import type { AllocationPlace, PlaceSplit } from './allocations.types.ts'

/** Says what became of a place. */
export const placeStates: Record<
  AllocationPlace['state'],
  { label: string; tone: 'neutral' | 'info' | 'success' | 'warning' }
> = {
  free: { label: 'Free', tone: 'neutral' },
  handed: { label: 'Link sent', tone: 'info' },
  opened: { label: 'Buying', tone: 'warning' },
  bought: { label: 'Bought', tone: 'success' },
  returned: { label: 'Back on sale', tone: 'neutral' },
}

/** Counts the places of an allocation in a state. */
export function countPlaces(rows: readonly AllocationPlace[], state: AllocationPlace['state']): number {
  return rows.filter((row) => row.state === state).length
}

/** Says how the places of an event are split: `900 places: 400 public, 350 committee, 150 invited`. */
export function splitText({ capacity, public: open, committee, invited }: PlaceSplit): string {
  const count = (value: number) => value.toLocaleString('en-US')
  return `${count(capacity)} places: ${count(open)} public, ${count(committee)} committee, ${count(invited)} invited`
}
