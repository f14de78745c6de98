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
  partOf: null,
  addOns: [],
  holderName: 'Mia Joseph',
  renamesLeft: 0,
  codesLeft: null,
  generation: 1,
  canRefund: false,
  supplement: null,
  hasReceipt: false,
  isReceived: false,
  isGiven: false,
  status: 'valid',
  voidReason: null,
  isBlocked: false,
  isRefundOpen: false,
  custody: 'held',
  enteredAt: null,
  scans: [],
  qr: { size: 9, path: 'M4 4h1v1h-1z' },
  code: 'ABC DEF GHJ',
  passes: [],
}
const wallet: WalletEvent = {
  event: {
    id: 'e',
    slug: 'last-lap',
    title: 'Last Lap',
    status: 'published',
    venueName: 'The Yard',
    address: null,
    venueHidden: null,
    venueRevealsAt: null,
    updatedAt: '2026-11-01T12:00:00Z',
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
  isTest: false,
  changes: [],
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
  expect(screen.getByText(/brightness/)).toBeTruthy()
  expect(screen.getByText('21+. Bring a photo ID.')).toBeTruthy()
})

test('details of a ticket are folded', () => {
  show({})
  const details = screen.getByText('ABCD2345').closest('details')
  expect(details?.open).toBe(false)
})

test('several tickets have buttons, which stop at both ends, and say where one is', () => {
  show({ tickets: [ticket, { ...ticket, id: 'b' }] })
  expect(screen.getByRole('status').textContent).toBe('Ticket 1 of 2')
  const disabled = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled')
  expect([disabled('Previous ticket'), disabled('Next ticket')]).toEqual(['true', null])
  cleanup()
  show({})
  expect(screen.queryByRole('status')).toBeNull()
})

test('tickets whose codes may not be shown yet are one line that says when they appear', () => {
  const waiting = { ...ticket, qr: null, code: null }
  show({
    qrVisibleAt: '2026-11-22T02:00:00Z',
    isTest: false,
    tickets: [waiting, { ...waiting, id: 'b' }, { ...waiting, id: 'c' }],
  })
  const lines = screen.getAllByTestId('waiting-tickets')
  expect(lines.map((line) => line.querySelector('summary')?.textContent)).toEqual([
    '3 ticketsCodes appear today 9 PM ET',
  ])
  expect(screen.queryByRole('img', { name: /QR/ })).toBeNull()
  expect(screen.queryByText(/brightness/)).toBeNull()
})

test('a used ticket has no code, and says when its holder was in', () => {
  show({ tickets: [{ ...ticket, enteredAt: '2026-11-22T04:19:00Z', qr: null, code: null }] })
  expect(stubs()).toEqual([['used', "UsedYou're in. It can't be used again.Entry, Mia Josephin at 11:19 PM"]])
  expect(screen.queryByRole('img', { name: /QR/ })).toBeNull()
  expect(screen.queryByText(/brightness/)).toBeNull()
})

test('each state has a stub of its own and none a code, even if one was drawn', () => {
  const states: Partial<WalletTicket>[] = [
    { custody: 'offered' },
    { custody: 'listed' },
    { status: 'void', voidReason: 'refunded' },
    { status: 'void', voidReason: 'fraud' },
    { status: 'void', voidReason: 'reissued_as' },
    { enteredAt: now },
  ]
  show({ tickets: states.map((state, n) => ({ ...ticket, id: `${n}`, ...state })) })
  expect(stubs().map(([state]) => state)).toEqual([
    'transfer',
    'listed',
    'refunded',
    'canceled',
    'replaced',
    'used',
  ])
  expect(screen.queryByRole('img', { name: /QR/ })).toBeNull()
  expect(document.body.textContent).not.toContain('ABC DEF GHJ')
})

/** The state and text of each stub. */
function stubs() {
  const found = document.querySelectorAll<HTMLElement>('[data-ticket-state]')
  return [...found].map((stub) => [stub.dataset.ticketState, stub.textContent])
}

test('offers the calendar and the way before the event, and neither after it', () => {
  const event = { ...wallet.event, address: '1 Main St' }
  show({ event })
  expect(screen.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toBe(
    '/events/e/calendar.ics',
  )
  expect(screen.getByRole('link', { name: 'Directions' })).toBeTruthy()
  cleanup()
  show({ event: { ...event, endsAt: now } })
  expect(screen.queryByRole('link', { name: /calendar|Directions/ })).toBeNull()
})

test('offers a new code for what can have one, and says when there were two today', () => {
  show({ tickets: [{ ...ticket, codesLeft: 2 }] })
  expect(screen.getByTestId('reissue').querySelector('[name=generation]')?.getAttribute('value')).toBe('1')
  cleanup()
  show({ tickets: [{ ...ticket, codesLeft: 0 }] })
  expect(screen.getByTestId('reissue').querySelector('form')).toBeNull()
  cleanup()
  show({ tickets: [{ ...ticket, codesLeft: null }] })
  expect(screen.queryByTestId('reissue')).toBeNull()
})

test('says what happened to the event', () => {
  show({ event: { ...wallet.event, status: 'postponed' } })
  expect(stubs().map(([state]) => state)).toEqual(['postponed'])
  expect(screen.queryByRole('img', { name: /QR/ })).toBeNull()
  expect(document.querySelector('del')?.textContent).toBe('Sat, Nov 21')
  expect(document.body.textContent).not.toContain('doors')
  cleanup()
  show({ event: { ...wallet.event, status: 'cancelled' }, tickets: [{ ...ticket, qr: null, code: null }] })
  expect(screen.getAllByText('Event canceled').length).toBeGreaterThan(0)
})
