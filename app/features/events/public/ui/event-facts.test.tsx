import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { eventDetail } from '../../events.fixtures.ts'
import { WhenAndWhere } from './event-facts.tsx'

afterEach(cleanup)

test('when: the day, from when to when, and doors', () => {
  render(<WhenAndWhere event={eventDetail({})} />)
  expect(screen.getByText('Friday, December 4, 2026')).toBeTruthy()
  expect(document.body.textContent).toContain('10 PM – 4 AM ET · Doors 9 PM ET')
  expect(document.querySelector('del')).toBeNull()
})

test('of a postponed event the old day is struck, and no hours are named', () => {
  render(<WhenAndWhere event={eventDetail({ status: 'postponed' })} />)
  expect(screen.getByText('New date soon')).toBeTruthy()
  expect(document.querySelector('del')?.textContent).toBe('Friday, December 4, 2026')
  expect(document.body.textContent).not.toContain('Doors')
})
