import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { UserProvider } from '#browser/user-context.tsx'
import { eventDetail } from '../../events.fixtures.ts'
import { goodToKnow, mapLinks } from '../../events.rules.ts'
import { GoodToKnow, LineUp, Place, WhenAndWhere } from './event-facts.tsx'

afterEach(cleanup)

const now = '2026-11-21T17:00:00Z'

test('when and where: the day, from when to when, the venue and its city', () => {
  render(<WhenAndWhere event={eventDetail({})} now={now} note={null} />)
  expect(screen.getByText('Fri, Dec 4')).toBeTruthy()
  expect(document.body.textContent).toContain('10 PM – 4 AM ET')
  expect(document.body.textContent).toContain('The Yard Flatbush, Brooklyn')
  expect(document.querySelector('del')).toBeNull()
})

test('of a postponed event the old day is struck, and no hours are named', () => {
  render(<WhenAndWhere event={eventDetail({ status: 'postponed' })} now={now} note={null} />)
  expect(screen.getByText('New date soon')).toBeTruthy()
  expect(document.querySelector('del')?.textContent).toBe('Fri, Dec 4')
  cleanup()
  render(<GoodToKnow facts={goodToKnow(eventDetail({ status: 'postponed' }))} />)
  expect(document.body.textContent).not.toContain('Doors')
})

test('good to know: doors, last entry and age, each once', () => {
  render(<GoodToKnow facts={goodToKnow(eventDetail({}))} />)
  const text = document.body.textContent ?? ''
  expect(text).toContain('Doors9 PM ET')
  expect(text).toContain('Last entry')
  expect(text.match(/21\+/g)).toHaveLength(1)
})

test('the address comes with two maps, and a place that is hidden has none', () => {
  render(<Place event={eventDetail({})} note={null} image={null} links={mapLinks(eventDetail({}))} />)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    expect.stringContaining('google.com/maps'),
    expect.stringContaining('maps.apple.com'),
  ])
  cleanup()
  render(
    <Place
      event={eventDetail({ locked: true, venueName: '', address: null })}
      note={null}
      image={null}
      links={null}
    />,
  )
  expect(screen.queryByRole('link')).toBeNull()
})

test('an artist leads to what else of theirs is on the site; who is to be announced does not', () => {
  const acts = [
    { name: 'DJ Marlon J', role: 'Main room', at: null, artist: null },
    { name: 'To be announced', role: null, at: null, artist: null },
  ]
  const Stub = createRemixStub([
    { path: '/', Component: () => <LineUp acts={acts} timeZone="UTC" followed={[]} /> },
  ])
  render(<Stub />)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/search?q=DJ+Marlon+J',
  ])
  expect([...document.querySelectorAll('li > [aria-hidden]')].map((one) => one.textContent)).toEqual([
    'D',
    '?',
  ])
})

test('an artist whom the site knows has a picture, and links that say whose they are and open elsewhere', () => {
  const acts = [
    {
      name: 'DJ Marlon J',
      role: null,
      at: '2026-12-05T04:30:00Z',
      artist: {
        id: '3d0e9d86-58e1-4d37-8f07-5b5e0f6c9a12',
        slug: 'dj-marlon-j',
        imagePath: '/art/marlon-5fe39c83acbc.634634634643643',
        imageAlt: 'A tonearm in the shape of a J',
        links: [{ kind: 'soundcloud' as const, site: 'SoundCloud', url: 'https://soundcloud.com/marlon' }],
      },
    },
  ]
  const Stub = createRemixStub([
    {
      path: '/',
      Component: () => (
        <UserProvider me={null}>
          <LineUp acts={acts} timeZone="UTC" followed={[]} />
        </UserProvider>
      ),
    },
  ])
  render(<Stub />)
  expect(screen.getByRole('img', { name: 'A tonearm in the shape of a J' })).not.toBeNull()
  const link = screen.getByRole('link', { name: 'DJ Marlon J: SoundCloud' })
  expect(link.getAttribute('href')).toBe('https://soundcloud.com/marlon')
  expect(link.getAttribute('rel')).toContain('noopener')
  expect(screen.getByText('4:30 AM').getAttribute('datetime')).toBe('2026-12-05T04:30:00Z')
})
