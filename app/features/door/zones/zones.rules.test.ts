import { expect, it } from 'vitest'
import type { DoorZone } from '../door.types.ts'
import { alarmNews, alarmText } from './zones.rules.ts'

const zone: DoorZone = {
  id: 'z',
  name: 'Main',
  capacity: 1200,
  lifted: 0,
  inNow: 100,
  alarm: 'none',
  isHeld: false,
}

it('says how full a zone is in words', () => {
  expect(alarmText(zone)).toBe('1,100 places left')
  expect(alarmText({ ...zone, inNow: 1100, alarm: 'amber' })).toBe('Nearly full: 100 places left')
  expect(alarmText({ ...zone, inNow: 1200, alarm: 'red' })).toBe('Full')
  expect(alarmText({ ...zone, inNow: 900, isHeld: true })).toBe('Capacity hold. Call the door manager.')
})

it('reads an alarm aloud when it begins and when it ends, and not in between', () => {
  const full: DoorZone = { ...zone, inNow: 1200, alarm: 'red', isHeld: true }
  expect(alarmNews([zone], [full])).toBe('Main: Capacity hold. Call the door manager.')
  expect(alarmNews([full], [zone])).toBe('Main: 1,100 places left')
  expect(alarmNews([zone], [{ ...zone, inNow: 101 }])).toBe('')
  expect(alarmNews([], [zone, { ...full, id: 'y', name: 'Roof' }])).toBe(
    'Roof: Capacity hold. Call the door manager.',
  )
})
