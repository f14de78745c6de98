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
    typed: {},
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
  expect(await screen.findByLabelText('Name')).toBeTruthy()
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

test('ways to get goods have a price and a day, the buyer is named, and the total says that shipping is to come', async () => {
  const [line] = liveHold().lines
  if (!line) throw new Error('a hold without a line')
  const pickup = {
    id: '88888888-8888-4888-8888-888888888888',
    kind: 'store' as const,
    name: 'Store day',
    address: null,
    event: null,
    opensAt: '2026-12-05T17:00:00Z',
    closesAt: '2026-12-05T23:00:00Z',
    timeZone: 'America/New_York',
  }
  await show({
    checkout: liveHold({
      event: null,
      lines: [{ ...line, kind: 'product', name: 'Road tee' }],
      delivery: {
        isChosen: false,
        address: null,
        states: [{ code: 'NY', name: 'New York' }],
        shipping: { fromCents: 500, toCents: 900 },
        handling: { min: 2, max: 4 },
        points: [pickup],
      },
    }),
    buyer: { name: 'Mia Joseph', email: '', phone: '' },
  })
  expect(
    await screen.findByRole('radio', {
      name: /Ship to an address.*Ships in 2–4 business days.*From \$5\.00/,
    }),
  ).toBeTruthy()
  expect(screen.getByRole('radio', { name: /Pick up.*Store day.*Sat, Dec 5, 12 PM ET.*Free/ })).toBeTruthy()
  expect(screen.getByLabelText('Full name')).toHaveProperty('value', 'Mia Joseph')
  expect(screen.getByText('Total before shipping and tax')).toBeTruthy()
})
