import { expect, it } from 'vitest'
import { carriers, goodsText, pointText, trackingUrl } from './goods.ts'
import { fulfilmentStates, fulfilmentStatuses } from './states.ts'

it.each(carriers)('leads to the page of %s about a parcel, with its number alone', (carrier) => {
  const url = trackingUrl({ carrier, trackingCode: '1Z999AA10123456784' })
  if (carrier === 'other') return expect(url).toBeNull()
  expect(new URL(url ?? '').protocol).toBe('https:')
  expect(url).toContain('1Z999AA10123456784')
  expect(trackingUrl({ carrier, trackingCode: null })).toBeNull()
})

it('has words for every state, each its own', () => {
  const texts = fulfilmentStatuses.map((status) => fulfilmentStates[status].label)
  expect(new Set(texts).size).toBe(fulfilmentStatuses.length)
})

it('counts units and names their variant', () => {
  expect(goodsText({ name: 'Road Shirt', detail: 'M', quantity: 2 })).toBe('2 × Road Shirt, M')
  expect(goodsText({ name: 'Flag', detail: null, quantity: 1 })).toBe('1 × Flag')
})

it.each([
  ['Merch stand', 'Merch stand, Night Market, Sat, Nov 28'],
  ['Merch table at Night Market', 'Merch table at Night Market, Sat, Nov 28'],
])('says where “%s” hands over, its event once', (name, text) => {
  const opensAt = '2026-11-29T01:00:00.000Z'
  const point = { id: '', kind: 'event' as const, name, address: null, opensAt, closesAt: null, eventId: '' }
  const event = { eventTitle: 'Night Market', eventStatus: 'published', timeZone: 'America/New_York' }
  expect(pointText({ ...point, ...event }, '2026-11-27T12:00:00.000Z')).toBe(text)
})
