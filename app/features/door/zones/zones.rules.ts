import type { DoorZone } from '../door.types.ts'

/** Says how full a zone is, and what that means at its gates. */
export function alarmText({ capacity, inNow, alarm, isHeld }: DoorZone): string {
  if (isHeld) return 'Capacity hold. Call the door manager.'
  if (alarm === 'red') return 'Full'
  const left = `${(capacity - inNow).toLocaleString('en-US')} places left`
  return alarm === 'amber' ? `Nearly full: ${left}` : left
}

/** Returns how loud a zone is: a held one is red, whoever left since. */
export const levelOf = ({ alarm, isHeld }: Pick<DoorZone, 'alarm' | 'isHeld'>): DoorZone['alarm'] =>
  isHeld ? 'red' : alarm

/** Says what changed about the alarms between two looks, to be read aloud; empty for nothing. A zone is quiet before the first look. */
export function alarmNews(before: readonly DoorZone[], after: readonly DoorZone[]): string {
  return after
    .filter((zone) => {
      const earlier = before.find(({ id }) => id === zone.id) ?? { alarm: 'none', isHeld: false }
      return earlier.alarm !== zone.alarm || earlier.isHeld !== zone.isHeld
    })
    .map((zone) => `${zone.name}: ${alarmText(zone)}`)
    .join('; ')
}
