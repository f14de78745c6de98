import { expect, test } from 'vitest'
import { isScanner } from './scanners.rules.ts'

test.each([
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
])('a browser is a person: %s', (agent) => expect(isScanner(agent)).toBe(false))

test.each([
  '',
  'curl/8.9.1',
  'python-requests/2.32',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1) SafeLinks',
  'Mozilla/5.0 (X11; Linux x64) HeadlessChrome/142.0 Safari/537.36',
])('a program is none: %s', (agent) => expect(isScanner(agent)).toBe(true))
