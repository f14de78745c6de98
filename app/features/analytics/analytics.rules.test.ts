import { describe, expect, test } from 'vitest'
import { automationOf, referrerHost, shortPath, sourceOf, storedPath } from './analytics.rules.ts'

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
    ['https://checkout.stripe.com/c/pay/1', null],
    ['https://accounts.google.com/o/oauth2', null],
    ['https://notstripe.com/', 'notstripe.com'],
    ['nonsense', null],
    ['', null],
    [null, null],
  ])('%s', (referrer, host) => {
    expect(referrerHost(referrer, 'https://jouvay.example')).toBe(host)
  })
})

describe('where a visit comes from', () => {
  const site = 'https://jouvay.example'
  test.each([
    ['/events', null, null],
    ['/events', `${site}/shop`, null],
    [
      '/',
      'https://l.instagram.com/?u=1',
      { name: 'instagram.com', medium: 'social', campaign: '', host: 'instagram.com' },
    ],
    [
      '/',
      'https://www.google.co.uk/',
      { name: 'google.com', medium: 'search', campaign: '', host: 'google.com' },
    ],
    [
      '/',
      'https://www.carnival.blog/a?b',
      { name: 'carnival.blog', medium: 'referral', campaign: '', host: 'carnival.blog' },
    ],
    ['/?utm_source=Flyer', null, { name: 'flyer', medium: 'link', campaign: '', host: '' }],
    [
      '/?utm_source=%20IG%00&utm_medium=Story&utm_campaign=Sale#x',
      'https://t.co/1',
      { name: 'ig', medium: 'story', campaign: 'sale', host: 'x.com' },
    ],
    ['/?utm_medium=email', null, null],
    [
      `/?utm_source=${'x'.repeat(300)}`,
      null,
      { name: 'x'.repeat(100), medium: 'link', campaign: '', host: '' },
    ],
    ['/?utm_source=a%F0%9F%92%83%ED%A0%80b', null, expect.objectContaining({ medium: 'link' })],
    ['/', `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`, null],
  ])('%s, sent by %s', (path, referrer, source) => {
    const found = sourceOf(path, referrer, site)
    expect(found).toEqual(source)
    expect(found?.name.isWellFormed() ?? true).toBe(true)
  })
})

describe('signs of a program', () => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1'
  const person = { userAgent, isProgram: false, language: 'en-US', brands: null }
  const claimed = { deviceType: 'mobile', browser: 'Safari' }
  test.each([
    ['a browser', person, claimed, null],
    ['a call without a body', person, undefined, null],
    ['one that says so', { ...person, isProgram: true }, claimed, 'program'],
    ['no language', { ...person, language: null }, claimed, 'suspect'],
    ['a brand without a screen', { ...person, brands: '"HeadlessChrome";v="147"' }, claimed, 'suspect'],
    ['another device than its user agent', person, { ...claimed, deviceType: 'desktop' }, 'suspect'],
    ['another browser than its user agent', person, { ...claimed, browser: 'Chrome' }, 'suspect'],
  ])('%s', (_, hints, claims, sign) => {
    expect(automationOf(hints, claims)).toBe(sign)
  })
})

test.each([
  ['/events/3f0c8e9e-7a53-4b6e-9a51-0b9d5a3c1e77/soca-sunrise', '/events/…/soca-sunrise'],
  ['/events/3f0c8e9e-7a53-4b6e-9a51-0b9d5a3c1e77', '/events/…'],
  ['/events', '/events'],
])('%s is listed as %s', (path, shown) => {
  expect(shortPath(path)).toBe(shown)
})
