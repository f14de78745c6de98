import { describe, expect, test } from 'vitest'
import { browserAt, browserOf, deviceTypeOf } from './device.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0'
describe('device and browser of a user agent', () => {
  // Specification 3.7
  test.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'desktop', 'Chrome'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/147.0.0.0`, 'desktop', 'Edge'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 OPR/120.0`, 'desktop', 'Opera'],
    ['Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', 'desktop', 'Internet Explorer'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'desktop', 'Firefox'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1',
      'mobile',
      'Safari',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/147.0 Mobile/15E148 Safari/604.1',
      'mobile',
      'Chrome',
    ],
    [`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${chrome} Mobile Safari/537.36`, 'mobile', 'Chrome'],
    [`Mozilla/5.0 (Linux; Android 16; SM-X910) ${chrome} Safari/537.36`, 'tablet', 'Chrome'],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
      'tablet',
      'Safari',
    ],
    ['', 'desktop', 'Unknown'],
  ])('reads %s', (userAgent, device, browser) => {
    expect([deviceTypeOf(userAgent), browserOf(userAgent)]).toEqual([device, browser])
  })
})

test.each([
  [`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) ${chrome} Safari/537.36`, 'Chrome on Chromebook'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36`, 'Chrome on Mac'],
  ['curl/8', ''],
])('for people it is named: %s', (userAgent, name) => {
  expect(browserAt(userAgent)).toBe(name)
})
