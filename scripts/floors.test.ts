import { expect, test } from 'vitest'
import { findBreaches, judgeName } from './floors.ts'

test('files of features are named by their kind, and restricted code is in its one place', () => {
  expect(findBreaches()).toEqual([])
})

test.each([
  ['app/features/orders/orders.reads.server.ts', true],
  ['app/features/events/public/ui/event-card.css.ts', true],
  ['app/features/orders/orders.reads.ts', false],
  ['app/features/orders/ticket-picker.tsx', false],
  ['app/features/orders/order-utils.ts', false],
  ['app/features/orders/Orders.rules.ts', false],
])('%s is a name that a feature may hold: %s', (path, allowed) => {
  expect(judgeName(path) === null).toBe(allowed)
})
