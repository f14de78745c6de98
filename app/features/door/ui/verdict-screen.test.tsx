import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ScanResponse } from '../door.types.ts'
import { VerdictScreen } from './verdict-screen.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const scan: ScanResponse = {
  result: 'ok',
  bounce: false,
  ticketId: null,
  firstName: 'Mia',
  typeName: 'Entry',
  partOf: null,
  isVip: false,
  addOns: [],
  table: null,
  minAge: 21,
  firstAt: null,
  firstGate: null,
  firstBy: null,
  serverNow: '2026-11-22T03:45:00Z',
  group: [],
  counters: { tickets: 10, inNow: 1, admitted: 1, remaining: 9 },
}

function show(given: Partial<ScanResponse>) {
  const onNext = vi.fn()
  const Stub = createRemixStub([
    {
      path: '/',
      Component: () => (
        <VerdictScreen
          scan={{ ...scan, ...given }}
          zone="America/New_York"
          nextHref="/ticket-scanner"
          onNext={onNext}
        />
      ),
    },
  ])
  render(<Stub />)
  return onNext
}

test('an admitted ticket shows name, type and ID check in green and closes after 1.5 seconds', () => {
  const onNext = show({})
  const words = screen.getByRole('alertdialog').textContent
  for (const word of ['Admit', 'Mia', 'Entry', 'Check ID: 21+']) expect(words).toContain(word)
  act(() => void vi.advanceTimersByTime(1400))
  expect(onNext).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(200))
  expect(onNext).toHaveBeenCalledTimes(1)
})

test('a ticket that was scanned before shows time, gate and scanner of its first scan in amber until a tap', () => {
  const onNext = show({
    result: 'already_in',
    firstAt: '2026-11-22T03:42:00Z',
    firstGate: 'Main',
    firstBy: 'Dex',
  })
  expect(screen.getByRole('alertdialog').textContent).toContain(
    'Let in at 10:42 PM at Main by Dex (3 min ago)',
  )
  act(() => void vi.advanceTimersByTime(60_000))
  expect(onNext).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('link', { name: 'Next scan' }))
  expect(onNext).toHaveBeenCalledTimes(1)
})

test('a ticket that the same phone admitted just now shows no Admit, in blue, until a tap', () => {
  const onNext = show({ result: 'already_in', bounce: true, firstAt: '2026-11-22T03:44:58Z' })
  const words = screen.getByRole('alertdialog').textContent
  expect(words).toContain('Already let in just now.')
  expect(words).not.toMatch(/admit|welcome/i)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(onNext).not.toHaveBeenCalled()
})

test('a refused ticket shows the reason in red until a tap', () => {
  const onNext = show({ result: 'bad_signature', firstName: null, typeName: null })
  const words = screen.getByRole('alertdialog').textContent
  expect(words).toContain('Stop')
  expect(words).toContain('Invalid ticket')
  expect(words).not.toContain('Check ID')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(onNext).not.toHaveBeenCalled()
})
