import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Tests what the identity provider's library does by itself, as specified, so that an update that changes it is
 * noticed.
 */

const fromFirebase = createRequire(createRequire(import.meta.url).resolve('firebase/auth'))
const folder = dirname(fromFirebase.resolve('@firebase/auth/package.json'))
const [file = ''] = globSync('dist/esm/index-*.js', { cwd: folder })
const source = readFileSync(join(folder, file), 'utf8')

// Specification 4.10, 9.10, 9.11, 9.12
test.each([
  ['Token refresh 5 minutes before expiry', '300000 /* Duration.OFFSET */'],
  ['error backoff from 30 s', '30000 /* Duration.RETRY_BACKOFF_MIN */'],
  ['error backoff up to 16 min', '960000 /* Duration.RETRY_BACKOFF_MAX */'],
  ['error backoff doubling', 'this.errorBackoff * 2'],
  ['token treated as expired 30 s early', '30000 /* Buffer.TOKEN_REFRESH */'],
  ['provider password minimum 6', 'MINIMUM_MIN_PASSWORD_LENGTH = 6'],
  ['closed reported after 8 s', '8000 /* _Timeout.AUTH_EVENT */'],
  ['Auth popup polled for closure', '_POLL_WINDOW_CLOSE_TIMEOUT = new Delay(2000'],
  ['Storage polling 1 s', '_POLLING_INTERVAL_MS$1 = 1000'],
  ['Maximum auth token age for syncing 5 minutes', 'DEFAULT_ID_TOKEN_MAX_AGE = 5 * 60'],
])('has by itself: %s', (_, code) => expect(source).toContain(code))
