import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { SiteState } from '../today.rules.ts'
import type { Today } from '../today.types.ts'
import { FirstSteps } from './first-steps.tsx'

afterEach(cleanup)

const nothing = { brand: false, mailbox: false, legal: false, taxes: false, event: false, team: false }
const everything = { brand: true, mailbox: true, legal: true, taxes: true, event: true, team: true }

function show(steps: Today['firstSteps'], site: SiteState) {
  const Stub = createRemixStub([{ path: '/', Component: () => <FirstSteps steps={steps} site={site} /> }])
  render(<Stub />)
  return screen.queryByTestId('first-steps')
}

test('a new site lists its steps in their order, each with a link to where it is done', () => {
  const list = show(nothing, { payments: 'off', mail: false })
  const rows = [...(list?.querySelectorAll('li') ?? [])]
  expect(rows.map((row) => row.dataset.testid)).toEqual(
    ['brand', 'mailbox', 'legal', 'mail', 'taxes', 'payments', 'event', 'team'].map((key) => `step-${key}`),
  )
  expect(rows.every((row) => row.dataset.done === 'false')).toBe(true)
  expect(screen.getByText('0 of 8 done')).toBeTruthy()
  const link = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  expect(link(/brand/)).toBe('/admin/settings')
  expect(link(/sales tax/i)).toBe('/admin/shipping')
  expect(link(/first event/)).toBe('/admin/events/new')
  expect(link(/team/)).toBe('/user-management/invitations')
})

test('what is done is marked; payments in test mode are not done', () => {
  show({ ...everything, team: false }, { payments: 'test', mail: true })
  expect(screen.getByText('6 of 8 done')).toBeTruthy()
  expect(screen.getByTestId('step-payments').textContent).toContain('nobody is charged')
  expect(screen.getByTestId('step-brand').textContent).toBe('Done: Brand saved')
})

test('the list is gone when all is done, and when a first order was paid', () => {
  expect(show(everything, { payments: 'on', mail: true })).toBeNull()
  cleanup()
  expect(show(null, { payments: 'off', mail: false })).toBeNull()
})
