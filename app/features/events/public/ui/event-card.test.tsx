import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { eventCard } from '../../events.fixtures.ts'
import type { EventCard as EventCardData } from '../public-events.types.ts'
import { EventCard } from './event-card.tsx'

const now = '2026-11-21T17:00:00Z'
afterEach(cleanup)

function show(differences: Partial<EventCardData>) {
  const event = eventCard(differences)
  const Page = createRemixStub([
    { path: '/', Component: () => <EventCard event={event} currency="USD" now={now} /> },
  ])
  render(<Page />)
  return screen.getByRole('article')
}

describe('the card of an event', () => {
  test('leads to its page, and says when, where, from how much and for whom', () => {
    const card = show({})
    expect(screen.getByRole('link', { name: 'Dutty Friday' }).getAttribute('href')).toBe(
      '/events/7c0a5dd8-5f0b-4d8e-9a51-0f6f6f1f7f01/dutty-friday',
    )
    expect(card.textContent).toContain('10 PM ET · Soca')
    expect(card.textContent).toContain('The Yard · Brooklyn, NY')
    expect(card.textContent).toContain('From $33.50 with fees')
    expect(card.textContent).toContain('21+')
  })

  test.each([
    [{ state: 'sold_out', fromCents: null }, 'Sold out'],
    [{ state: 'free', fromCents: 0 }, 'Free'],
    [
      { state: 'not_yet', saleStartsAt: '2026-11-27T15:00:00Z' },
      'From $33.50 with fees · On sale Fri 10 AM ET',
    ],
    [{ state: 'members_only', fromCents: null, venueName: '' }, 'Sign in to see tickets'],
    [{ state: 'cancelled', fromCents: null }, 'Canceled'],
    [{ state: 'low' }, 'Low tickets'],
  ] as const)('%j says "%s"', (differences, text) => {
    expect(show(differences).textContent).toContain(text)
  })

  test('of a postponed night the old date is struck, and no hour is named', () => {
    const card = show({ state: 'postponed', status: 'postponed' })
    expect(card.querySelector('del')?.textContent).toBe('Fri 4 Dec')
    expect(card.textContent).toContain('New date soon')
    expect(card.textContent).not.toContain('10 PM')
  })

  test('a sold out night shows no price', () => {
    expect(show({ state: 'sold_out' }).textContent).not.toContain('$')
  })
})
