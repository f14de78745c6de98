import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PastOrder } from '../orders.types.ts'
import { OrderHistory } from './order-history.tsx'

afterEach(cleanup)

const paid: PastOrder = {
  code: 'ABCD2345',
  status: 'paid',
  createdAt: '2026-11-21T15:00:00Z',
  currency: 'USD',
  totalCents: 12900,
  refundedCents: 0,
  isTest: false,
  hasReceipt: true,
  hasGoods: false,
  tickets: 2,
  event: {
    id: 'e',
    slug: 'last-lap',
    title: 'Last Lap',
    startsAt: '2026-12-05T04:00:00Z',
    timeZone: 'America/New_York',
  },
  lines: [{ name: 'Entry', quantity: 2 }],
  timeZone: 'America/New_York',
}

function show(orders: PastOrder[]) {
  const Stub = createRemixStub([{ path: '/', Component: () => <OrderHistory orders={orders} /> }])
  render(<Stub />)
}

test('links the receipt of what was paid with money, also of an order without an event', () => {
  const goods = { ...paid, code: 'GOODS234', event: null, tickets: 0 }
  show([goods, { ...goods, code: 'FREE2345', hasReceipt: false }])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/my-tickets/GOODS234/receipt.pdf',
  ])
})

test('leads from an order with goods to how far they are', () => {
  show([{ ...paid, hasReceipt: false, hasGoods: true }])
  expect(screen.getByRole('link', { name: 'Track the items of order ABCD2345' }).getAttribute('href')).toBe(
    '/my-tickets/goods?code=ABCD2345',
  )
})

test('says when each order was bought, and every amount to the cent', () => {
  show([paid])
  const cells = screen.getAllByRole('cell').map((cell) => cell.textContent)
  expect(cells).toEqual(
    expect.arrayContaining(['Nov 21, 2026', 'Fri, Dec 4, 2026', 'ABCD2345', '2', '$129.00']),
  )
})
