import { expect, test } from 'vitest'
import { afterSignal, openConnection, type Signal } from './switching.rules.ts'

const after = (...signals: Signal[]) => signals.reduce(afterSignal, openConnection(true)).isOnline

test('one response that is late switches to offline, and so does the event of the browser', () => {
  expect(after('late')).toBe(false)
  expect(after('cut')).toBe(false)
})

test('one error does not, the second in a row does', () => {
  expect(after('failed')).toBe(true)
  expect(after('failed', 'answered', 'failed')).toBe(true)
  expect(after('failed', 'failed')).toBe(false)
})

test('it is back after two good pings in a row, no sooner', () => {
  expect(after('late', 'answered')).toBe(false)
  expect(after('late', 'answered', 'failed', 'answered')).toBe(false)
  expect(after('late', 'answered', 'late', 'answered', 'answered')).toBe(true)
})

test('once back, it takes two errors again', () => {
  expect(after('failed', 'failed', 'answered', 'answered', 'failed')).toBe(true)
})

test('a phone that starts without network starts offline', () => {
  expect(openConnection(false).isOnline).toBe(false)
  expect(afterSignal(openConnection(false), 'answered').isOnline).toBe(false)
})
