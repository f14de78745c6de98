import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { DoorZone } from '../door.types.ts'
import { ZoneAlarms } from './zone-alarms.tsx'

afterEach(cleanup)

const floor: DoorZone = {
  id: 'z',
  name: 'Main floor',
  capacity: 100,
  lifted: 0,
  inNow: 10,
  alarm: 'none',
  isHeld: false,
}
const lines = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const spoken = () => screen.getByRole('status').textContent

test('a zone has a line from 90 % on; its alarm is spoken when it begins and ends, and not with each person', () => {
  const { rerender } = render(<ZoneAlarms zones={undefined} />)
  const show = (zone: Partial<DoorZone>) => rerender(<ZoneAlarms zones={[{ ...floor, ...zone }]} />)
  show({})
  expect([lines(), spoken()]).toEqual([[], ''])
  show({ inNow: 90, alarm: 'amber' })
  expect(lines()).toEqual(['Main floor Nearly full: 10 places left'])
  expect(spoken()).toBe('Main floor: Nearly full: 10 places left')
  show({ inNow: 91, alarm: 'amber' })
  expect(lines()).toEqual(['Main floor Nearly full: 9 places left'])
  expect(spoken()).toBe('Main floor: Nearly full: 10 places left')
  const held = 'Capacity hold. Call the door manager.'
  show({ inNow: 100, alarm: 'red', isHeld: true })
  expect([lines(), spoken()]).toEqual([[`Main floor ${held}`], `Main floor: ${held}`])
  // The hold stays when people leave.
  show({ inNow: 60, isHeld: true })
  expect(lines()).toEqual([`Main floor ${held}`])
  show({ inNow: 60 })
  expect([lines(), spoken()]).toEqual([[], 'Main floor: 40 places left'])
})

test('who opens the scanner during a hold hears of it', () => {
  render(<ZoneAlarms zones={[{ ...floor, inNow: 100, alarm: 'red', isHeld: true }]} />)
  expect(spoken()).toBe('Main floor: Capacity hold. Call the door manager.')
})
