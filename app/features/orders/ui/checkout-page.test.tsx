import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { liveHold } from '../orders.fixtures.ts'
import { CheckoutPage, type CheckoutPageProps } from './checkout-page.tsx'

afterEach(cleanup)

async function show(given: Partial<CheckoutPageProps> = {}) {
  const props: CheckoutPageProps = {
    checkout: liveHold(),
    idempotencyKey: '77777777-7777-4777-8777-777777777777',
    buyer: { name: '', email: '', phone: '' },
    seller: 'Jouvay Events',
    refundLine: 'All sales final.',
    reply: null,
    refusal: null,
    canPay: true,
    isTest: false,
    leastCents: null,
    codeEntry: null,
    registerPath: null,
    ...given,
  }
  const Stub = createRemixStub([{ path: '/', Component: () => <CheckoutPage {...props} /> }])
  render(<Stub />)
  await screen.findByRole('heading', { name: 'Checkout' })
}

test('asks for the buyer, and leads to the terms and the refund policy without leaving', async () => {
  await show()
  expect(screen.getByLabelText('Name')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /21 or older/ })).toBeTruthy()
  for (const [name, path] of [
    [/terms of sale/, '/terms'],
    [/refund policy/, '/refunds'],
  ] as const) {
    const link = screen.getByRole('link', { name })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([path, '_blank'])
  }
})

test('shows no form to a guest for tickets that need an account, but the way to one', async () => {
  await show({ registerPath: '/checkout?hold=x' })
  expect(screen.getByText('Free with an account')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toContain(
    encodeURIComponent('/checkout?hold=x'),
  )
  expect(screen.queryByLabelText('Name')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
