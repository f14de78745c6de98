import { expect, test } from 'vitest'
import { createLog } from './log.server.ts'

/** What one log call writes. */
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
