import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { paidOrder } from '../orders.fixtures.ts'
import type { PlacedOrder } from '../orders.types.ts'
import { PaymentPage, type PaymentPageProps } from './payment-page.tsx'

afterEach(cleanup)

function show(differences: Partial<PlacedOrder>, given: Partial<PaymentPageProps> = {}) {
  const props: PaymentPageProps = {
    order: paidOrder(differences),
    keep: null,
    passes: null,
    tries: 0,
    nextPath: '/payment-success?order=ABCD2345&tries=1',
    calendarPath: '/events/e/calendar.ics',
    siteUrl: 'https://jouvay.example',
    ...given,
  }
  const Stub = createRemixStub([{ path: '/', Component: () => <PaymentPage {...props} /> }])
  render(<Stub />)
}

test('a payment that failed leaves its tickets on hold: another try, and the way back to the form', () => {
  show({ status: 'payment_failed', paidAt: null, failureCode: 'insufficient_funds' })
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Change details' }).getAttribute('href')).toBe(
    `/checkout?hold=${paidOrder().hold?.id}`,
  )
  expect(
    screen.getByText(/This card doesn't have enough funds. You weren't charged. .*still held/),
  ).toBeTruthy()
})

test('once the hold has ended the tickets are asked for again', () => {
  show({
    status: 'payment_failed',
    paidAt: null,
    hold: { id: 'h', status: 'expired', expiresAt: '2026-11-21T14:59:00Z' },
  })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Hold again' })).toBeTruthy()
})

test('paid: the tickets, the calendar, and what keeps them for a guest', () => {
  show({}, { keep: <p>Keep them</p> })
  expect(screen.getByRole('link', { name: 'Open my tickets' }).getAttribute('href')).toBe('/my-tickets')
  expect(screen.getByRole('link', { name: 'Add to calendar' })).toBeTruthy()
  expect(screen.getByText('Keep them')).toBeTruthy()
  expect(screen.getByRole('link', { name: "I'm going" }).getAttribute('href')).toMatch(/^\/events\//)
  const whatsApp = new URL(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href') ?? '')
  expect(whatsApp.searchParams.get('text')).toMatch(
    /^I'm going to Last Lap on .*https:\/\/jouvay\.example\/events\/[0-9a-f-]{36}\/last-lap$/,
  )
})

test('one ticket is one: neither the sentence nor the button speaks of several', () => {
  show({ ticketCount: 1 })
  expect(screen.getByText('We sent your ticket to gus@example.com.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open my ticket' })).toBeTruthy()
})

test('celebrates once, right after paying', () => {
  show({ paidAt: '2026-11-21T14:57:00Z' })
  expect(document.querySelector('[data-fresh]')?.getAttribute('data-fresh')).toBe('false')
  cleanup()
  show({ paidAt: '2026-11-21T14:59:30Z' })
  expect(document.querySelector('[data-fresh]')?.getAttribute('data-fresh')).toBe('true')
})

test('a postponed event has its date struck and goes into no calendar', () => {
  const { event } = paidOrder()
  if (!event) throw new Error('the order has an event')
  show({ event: { ...event, status: 'postponed' } }, { calendarPath: null })
  expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
  expect(document.querySelector('del')?.textContent).toBe('Sat, Nov 21')
})
