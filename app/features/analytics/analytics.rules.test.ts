import { describe, expect, test } from 'vitest'
import { referrerHost, shortPath, storedPath } from './analytics.rules.ts'

describe('which part of an address is stored', () => {
  test.each([
    ['/', '/'],
    ['/events?city=Miami#top', '/events'],
    ['/events/', '/events'],
    [
      '/events/3f0c8e9e-7a53-4b6e-9a51-0b9d5a3c1e77/soca-on-the-river',
      '/events/3f0c8e9e-7a53-4b6e-9a51-0b9d5a3c1e77/soca-on-the-river',
    ],
    [
      '/events/3f0c8e9e-7a53-4b6e-9a51-0b9d5a3c1e77/a-very-long-name-of-an-event-by-the-river-at-night',
      '/events/3f0c8e9e-7a53-4b6e-9a51-0b9d5a3c1e77/a-very-long-name-of-an-event-by-the-river-at-night',
    ],
    ['/tickets/link/q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA', '/tickets/link/*'],
  ])('%s is stored as %s', (path, stored) => {
    expect(storedPath(path)).toBe(stored)
  })
})

describe('who sent a visitor', () => {
  test.each([
    ['https://www.instagram.com/p/1?u=me', 'instagram.com'],
    ['https://jouvay.example/events', null],
    ['android-app://com.whatsapp', null],
    ['nonsense', null],
    ['', null],
    [null, null],
  ])('%s', (referrer, host) => {
    expect(referrerHost(referrer, 'https://jouvay.example')).toBe(host)
  })
})

test.each([
  ['/events/3f0c8e9e-7a53-4b6e-9a51-0b9d5a3c1e77/soca-sunrise', '/events/…/soca-sunrise'],
  ['/events/3f0c8e9e-7a53-4b6e-9a51-0b9d5a3c1e77', '/events/…'],
  ['/events', '/events'],
])('%s is listed as %s', (path, shown) => {
  expect(shortPath(path)).toBe(shown)
})
