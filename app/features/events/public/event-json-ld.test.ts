import { describe, expect, test } from 'vitest'
import { eventDetail, ticketOffer } from '../events.fixtures.ts'
import { eventJsonLd } from './event-json-ld.ts'

const where = { origin: 'https://jouvay.example', path: '/events/1/night' }
const read = (event: Parameters<typeof eventDetail>[0], offer = [ticketOffer({})]) =>
  eventJsonLd({ event: eventDetail(event), offer, currency: 'USD' }, where, 'Jouvay')

describe('structured data', () => {
  test('names the event, its times with offset, its place and its offers', () => {
    expect(read({})).toMatchObject({
      '@type': 'Event',
      url: 'https://jouvay.example/events/1/night',
      startDate: '2026-12-04T22:00:00-05:00',
      doorTime: '2026-12-04T21:00:00-05:00',
      eventStatus: 'https://schema.org/EventScheduled',
      image: ['https://jouvay.example/art/night-5fe39c83acbc-share.jpg'],
      location: {
        '@type': 'Place',
        address: { streetAddress: '12 Flatbush Ave', addressLocality: 'Brooklyn' },
      },
      offers: [{ price: '33.50', priceCurrency: 'USD', availability: 'https://schema.org/InStock' }],
    })
  })

  test('says where the venue is as far as the page knows it', () => {
    expect(read({ latitude: 40.67965, longitude: -74.00853 })).toMatchObject({
      location: { geo: { '@type': 'GeoCoordinates', latitude: 40.67965, longitude: -74.00853 } },
    })
    expect(JSON.stringify(read({}))).not.toContain('GeoCoordinates')
  })

  test.each([
    ['sold_out', 'SoldOut'],
    ['low', 'LimitedAvailability'],
    ['not_yet', 'PreSale'],
    ['ended', 'Discontinued'],
    ['paused', 'OutOfStock'],
  ] as const)('a type that is %s is %s', (state, expected) => {
    expect(read({}, [ticketOffer({ state })])).toMatchObject({
      offers: [{ availability: `https://schema.org/${expected}` }],
    })
  })

  test.each([
    ['cancelled', 'EventCancelled'],
    ['postponed', 'EventPostponed'],
  ] as const)('a %s event sells nothing and is %s', (status, expected) => {
    const data = read({ status })
    expect(data.eventStatus).toBe(`https://schema.org/${expected}`)
    expect(data).not.toHaveProperty('offers')
  })

  test('an event with a new date names the old one and stays on sale', () => {
    const data = read({ previousStartsAt: '2026-11-21T03:00:00Z' })
    expect(data.eventStatus).toBe('https://schema.org/EventRescheduled')
    expect(data.previousStartDate).toBe('2026-11-20T22:00:00-05:00')
    expect(read({})).not.toHaveProperty('previousStartDate')
    expect(read({ status: 'postponed', previousStartsAt: '2026-11-21T03:00:00Z' }).eventStatus).toBe(
      'https://schema.org/EventPostponed',
    )
  })

  test('who plays is named with where else they are; who is to be announced is not', () => {
    const links = [{ kind: 'website' as const, site: 'Website', url: 'https://dj.example' }]
    const artist = { id: where.path, slug: 'dj', imagePath: null, imageAlt: null, links }
    const act = { role: null, at: null, artist: null }
    const performers = (names: string[]) =>
      read({ lineUp: names.map((name) => ({ ...act, name, artist: name === 'DJ' ? artist : null })) })
    expect(performers(['DJ', 'Nobody known', 'To be announced'])).toMatchObject({
      performer: [
        { '@type': 'PerformingGroup', name: 'DJ', sameAs: ['https://dj.example'] },
        { '@type': 'PerformingGroup', name: 'Nobody known' },
      ],
    })
    expect(performers(['TBA'])).not.toHaveProperty('performer')
  })

  test('a locked event has neither address nor offers', () => {
    const text = JSON.stringify(read({ locked: true, visibility: 'members', address: null }, []))
    expect(text).not.toContain('Flatbush')
    expect(text).not.toContain('offers')
  })
})
