import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CheckIn } from '../door.schema.ts'
import type { ScanResponse } from '../door.types.ts'
import type { Door } from './ask-door.ts'
import { StationView } from './station-view.tsx'

const see = vi.hoisted(() => ({ code: (_code: string) => {}, paused: false }))
vi.mock('./camera.tsx', () => ({
  Camera: ({ paused, onCode }: { paused: boolean; onCode: (code: string) => void }) => {
    see.code = (code) => {
      if (!see.paused) onCode(code)
    }
    see.paused = paused
    return null
  },
}))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const counters = { tickets: 9, inNow: 1, admitted: 1, remaining: 8 }
const friends = [
  { ticketId: 'aa', name: 'Keisha J.', typeName: 'Entry', isVip: false },
  { ticketId: 'bb', name: 'Andre P.', typeName: 'Late entry', isVip: true },
]
const response: ScanResponse = {
  result: 'ok',
  bounce: false,
  ticketId: 'own',
  firstName: 'Mia',
  typeName: 'Entry',
  partOf: null,
  isVip: false,
  addOns: [],
  table: null,
  minAge: 0,
  firstAt: null,
  firstGate: null,
  firstBy: null,
  group: [],
  serverNow: '2026-11-28T03:00:00Z',
  counters,
}

/** Opens a station whose door answers each code as `answers` says. */
function open(answers: Record<string, Partial<ScanResponse>>, asksFirst = false) {
  const answer = async ({ code }: CheckIn) => ({ scanned: { ...response, ...answers[code] } })
  const door = {
    scan: vi.fn<Door['scan']>(answer),
    lookUp: vi.fn<Door['lookUp']>(answer),
    admitGroup: vi.fn<Door['admitGroup']>(async ({ tickets }) => ({
      admitted: {
        results: tickets.map(({ ticket }) => ({
          ticketId: ticket,
          result: ticket === 'bb' ? ('already_in' as const) : ('ok' as const),
          bounce: false,
        })),
        addOns: [],
        minAge: 0,
        serverNow: response.serverNow,
        counters,
      },
    })),
  }
  const place = { event: 'e', gate: '', asksFirst, zone: 'America/New_York', here: '/', isTraining: false }
  const Stub = createRemixStub([
    {
      path: '/',
      Component: () => (
        <StationView
          place={place}
          door={door}
          scanId="s"
          first={{ scanned: null, read: null, refusal: null, codeError: null }}
          onCounters={() => undefined}
          bar={<p>Bar</p>}
          messages={(trouble) => trouble}
        />
      ),
    },
  ])
  render(<Stub />)
  return door
}

/** Shows a code to the camera, and lets the door answer. */
const show = (code: string) => act(async () => see.code(code))
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const wait = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
const words = () => screen.queryByRole('alertdialog')?.textContent ?? ''

test('a green screen does not hold up the next code, which replaces it', async () => {
  const door = open({ two: { firstName: 'Bea' }, three: { result: 'blocked' } })
  await show('one')
  expect(words()).toContain('Mia')
  await wait(300)
  await show('two')
  expect(words()).toContain('Bea')
  expect(door.scan).toHaveBeenCalledTimes(2)
  // The time of the first screen does not close the second one.
  await wait(1400)
  expect(words()).toContain('Bea')
  await wait(200)
  expect(words()).toBe('')

  await show('three')
  expect(words()).toContain('Stop')
  await show('four')
  expect(door.scan).toHaveBeenCalledTimes(3)
})

test('a code that stays in view is one scan, until it was away for five seconds', async () => {
  const door = open({})
  for (let n = 0; n < 20; n++) {
    await show('one')
    await wait(1000)
  }
  expect(door.scan).toHaveBeenCalledTimes(1)
  await wait(5000)
  await show('one')
  expect(door.scan).toHaveBeenCalledTimes(2)
})

test('a scan without an answer is sent again with its id', async () => {
  const door = open({})
  door.scan.mockResolvedValueOnce({ trouble: 'No connection.', decided: false })
  await show('one')
  expect(screen.getByText('No connection.')).toBeTruthy()
  await wait(5001)
  await show('one')
  const [first, second] = door.scan.mock.calls.map(([{ scan }]) => scan)
  expect(second).toBe(first)
  expect(words()).toContain('Admit')
})

test('a station that asks first lets nobody in before a press, and then the same scan', async () => {
  const door = open({ gone: { result: 'void_refunded' } }, true)
  await show('one')
  expect(words()).toContain('Let in?')
  expect(words()).toContain('Mia')
  await wait(60_000)
  await show('two')
  expect(door.lookUp).toHaveBeenCalledTimes(1)
  expect(door.scan).not.toHaveBeenCalled()
  await press('Let in')
  expect(words()).toContain('Admit')
  expect(door.scan.mock.calls[0]?.[0].scan).toBe(door.lookUp.mock.calls[0]?.[0].scan)

  await show('gone')
  expect(words()).toContain('This ticket was refunded.')
  expect(screen.queryByRole('button', { name: 'Let in' })).toBeNull()
})

test('“Don’t let in” admits nobody', async () => {
  const door = open({}, true)
  await show('one')
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Don’t let in' })))
  expect(words()).toBe('')
  expect(door.scan).not.toHaveBeenCalled()
})

test('the others of an order come in by one press, while the green screen offers it', async () => {
  const door = open({ one: { group: friends.slice(0, 1) } })
  await show('one')
  await press('Let in Keisha J. too')
  const [sent] = door.admitGroup.mock.calls[0] ?? []
  expect(sent).toMatchObject({ code: 'one', tickets: [{ ticket: 'aa' }] })
  expect(words()).toContain('Admit 1')
  await wait(4000)
  expect(words()).toBe('')
})

test('who comes in is chosen by ticks; each ticket shows what became of it', async () => {
  const door = open({ one: { group: friends } }, true)
  await show('one')
  await press('Choose who')
  const boxes = screen.getAllByRole('checkbox')
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, true, true])
  expect(screen.getByRole('checkbox', { name: /Andre P\..*Late entry, VIP/ })).toBeTruthy()
  await act(async () => void fireEvent.click(screen.getByRole('checkbox', { name: /Mia/ })))
  await press('Let in 2')
  expect(door.admitGroup.mock.calls[0]?.[0].tickets.map(({ ticket }) => ticket)).toEqual(['aa', 'bb'])
  expect(words()).toContain('Check 1')
  expect(words()).toMatch(/Keisha J\..*Let in.*Andre P\..*Already in/)
  await wait(60_000)
  expect(words()).toContain('Check 1')
})

test('a group that got no answer is sent again with the same scans', async () => {
  const door = open({ one: { group: friends } }, true)
  door.admitGroup.mockResolvedValueOnce({ trouble: 'No connection. Try again.' })
  await show('one')
  await press('Let in all 3')
  expect(words()).toContain('No connection. Try again.')
  await press('Let in all 3')
  const [first, second] = door.admitGroup.mock.calls.map(([{ tickets }]) => tickets)
  expect(second).toEqual(first)
  expect(first?.[0]).toEqual({ ticket: 'own', scan: door.lookUp.mock.calls[0]?.[0].scan })
})

test('exit scans let people out, unasked; the way in is another scan of the same code', async () => {
  const door = open({ one: { result: 'exited' } }, true)
  await press('Exit scans')
  expect(screen.getByText('Exit scans: people are going out')).toBeTruthy()
  await show('one')
  expect(door.lookUp).not.toHaveBeenCalled()
  expect(door.scan.mock.calls[0]?.[0]).toMatchObject({ code: 'one', action: 'exit' })
  expect(words()).toContain('Out')
  await wait(1500)
  expect(words()).toBe('')
  await press('Back to entry scans')
  await show('one')
  expect(door.lookUp.mock.calls[0]?.[0]).not.toHaveProperty('action')
})
