import { expect, test } from 'vitest'
import { createLog } from './log.server.ts'

/** Returns what one log call writes. */
function written(fields: object): string {
  const lines: string[] = []
  createLog('info', { write: (line) => void lines.push(line) }).info(
    fields,
    'said\nand faked: {"level":"fatal"}',
  )
  return lines.join('')
}

test('secrets are taken out wherever they stand', () => {
  const secrets = {
    authorization: 'Bearer S3CRET',
    cookie: 'jouvay-session=S3CRET',
    headers: { cookie: 'S3CRET', authorization: 'S3CRET', 'set-cookie': ['S3CRET'] },
    body: {
      password: 'S3CRET',
      idToken: 'S3CRET',
      user: { refresh_token: 'S3CRET', email: 'S3CRET@example.com' },
    },
    request: { body: { token: 'S3CRET' } },
  }
  const line = written({ ...secrets, path: '/events' })
  expect(line).not.toContain('S3CRET')
  expect(line).toContain('"path":"/events"')
})

test('a line is one line, whatever is said', () => {
  const line = written({ path: '/a\nb', level: 'fatal' })
  expect(line.trimEnd().split('\n')).toHaveLength(1)
  expect(JSON.parse(line)).toMatchObject({ msg: 'said\nand faked: {"level":"fatal"}' })
})

test('an error of the database, which is a plain object, is told with its code, message, details and hint', () => {
  const err = { code: '23505', message: 'duplicate key', details: 'Key (slug) exists', hint: 'Take another' }
  const logged = JSON.parse(written({ err })).err
  expect(logged).toEqual({ type: 'Object', ...err })
  const wrapped = JSON.parse(written({ err: new Error('A loader failed', { cause: err }) })).err
  expect(wrapped).toMatchObject({ message: 'A loader failed', stack: expect.any(String), cause: logged })
})

test.each([
  [undefined],
  [null],
  ['text'],
  [12],
  [{}],
  [Object.create(null)],
])('whatever was thrown makes a line: %j', (err) => {
  expect(() => JSON.parse(written({ err }))).not.toThrow()
})
