import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Notifications } from '../mail.types.ts'
import { NewsConsent } from './notification-form.tsx'

afterEach(cleanup)

function show(types: Notifications['types']) {
  const Page = createRemixStub([{ path: '/', Component: () => <NewsConsent types={types} /> }])
  render(<Page />)
}
const orders = { type: 'orders', kind: 'required', email: true } as const

test('a consent to news can be withdrawn with one button, which says what it withdraws', () => {
  show([orders, { type: 'new_events', kind: 'marketing', email: true }])
  const button = screen.getByRole('button', { name: 'Withdraw' })
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'You agreed to emails about new events.',
  )
  const form = button.closest('form')
  expect(form?.getAttribute('action')).toBe('/settings')
  // No box is ticked in what it sends, so the consent ends.
  expect([...new FormData(form ?? undefined)]).toEqual([['intent', 'notifications']])
})

test('nothing is offered to people who gave none', () => {
  show([orders, { type: 'new_events', kind: 'marketing', email: false }])
  expect(screen.queryByRole('button')).toBeNull()
})
