import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { WalletEvent, WalletTicket } from '../tickets.types.ts'
import { WalletCard } from './wallet-card.tsx'

afterEach(cleanup)

const now = '2026-11-21T23:00:00Z'
const ticket: WalletTicket = {
  id: 'a',
  orderCode: 'ABCD2345',
  typeName: 'Entry',
  holderName: 'Mia Joseph',
  status: 'valid',
  voidReason: null,
  custody: 'held',
  enteredAt: null,
  qr: { size: 9, path: 'M4 4h1v1h-1z' },
  code: 'ABC DEF GHJ',
}
const wallet: WalletEvent = {
  event: {
    id: 'e',
    slug: 'last-lap',
    title: 'Last Lap',
    status: 'published',
    venueName: 'The Yard',
    address: null,
    city: 'Brooklyn',
    timeZone: 'America/New_York',
    doorsAt: '2026-11-22T03:00:00Z',
    startsAt: '2026-11-22T04:00:00Z',
    endsAt: '2026-11-22T09:00:00Z',
    minAge: 21,
    idPolicy: null,
    imagePath: null,
    imageAlt: null,
  },
  qrVisibleAt: '2026-11-21T21:00:00Z',
  tickets: [ticket],
}

function show(given: Partial<WalletEvent>) {
  const Stub = createRemixStub([
    { path: '/', Component: () => <WalletCard wallet={{ ...wallet, ...given }} now={now} /> },
  ])
  render(<Stub />)
}

test('shows each code with its place among the others, and how to show it', () => {
  show({ tickets: [ticket, { ...ticket, id: 'b', code: 'JKL MNP QRS' }] })
  expect(screen.getByRole('img', { name: 'QR code of ticket 2 of 2: Entry, Mia Joseph' })).toBeTruthy()
  expect(screen.getByText('JKL MNP QRS')).toBeTruthy()
  expect(screen.getByText(/full brightness/)).toBeTruthy()
  expect(screen.getByText('21+. Bring a photo ID.')).toBeTruthy()
})

test('says when a code appears that may not be shown yet', () => {
  show({
    qrVisibleAt: '2026-11-22T02:00:00Z',
    tickets: [{ ...ticket, qr: null, code: null }],
  })
  expect(screen.getByText('today 9 PM ET')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /QR/ })).toBeNull()
  expect(screen.queryByText(/full brightness/)).toBeNull()
})

test('a used ticket is one line: no code, and when its holder was in', () => {
  show({ tickets: [{ ...ticket, enteredAt: '2026-11-22T04:19:00Z', qr: null, code: null }] })
  expect(screen.getByText('You were in at 11:19 PM.')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /QR/ })).toBeNull()
  expect(screen.queryByText(/brightness/)).toBeNull()
  expect(screen.queryByText('ABCD2345')).toBeNull()
})

test('promises no code to a ticket that admits nobody', () => {
  show({
    qrVisibleAt: '2026-11-22T02:00:00Z',
    tickets: [{ ...ticket, status: 'void', voidReason: 'refunded', qr: null, code: null }],
  })
  expect(screen.getByText('Refunded')).toBeTruthy()
  expect(screen.queryByText(/code appears/)).toBeNull()
})

test('says what happened to the event', () => {
  show({ event: { ...wallet.event, status: 'postponed' } })
  expect(screen.getByText('Postponed')).toBeTruthy()
  expect(document.querySelector('del')?.textContent).toBe('Sat, Nov 21')
  expect(document.body.textContent).not.toContain('doors')
  cleanup()
  show({ event: { ...wallet.event, status: 'cancelled' }, tickets: [{ ...ticket, qr: null, code: null }] })
  expect(screen.getAllByText('Event canceled').length).toBeGreaterThan(0)
})
