import { expect, test } from 'vitest'
import { publishedKey } from './rtmp-key.server.ts'

/** Writes the command as AMF0 does. */
function publish(key: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(key.length)
  const number = Buffer.alloc(8)
  number.writeDoubleBE(5)
  return Buffer.concat([
    Buffer.from('\x02\x00\x07publish\x00', 'latin1'),
    number,
    Buffer.from('\x05\x02', 'latin1'),
    length,
    Buffer.from(key, 'latin1'),
    Buffer.from('\x02\x00\x04live', 'latin1'),
  ])
}
const key = 'k'.repeat(43)
const before = Buffer.alloc(3500, 3)

test('the key is found behind what comes first, and only once all of it is there', () => {
  const bytes = Buffer.concat([before, publish(key)])
  expect(publishedKey(bytes)).toEqual({ key })
  for (let length = 0; length < before.length + 8 + 2 + 12 + key.length; length += 7)
    expect(publishedKey(bytes.subarray(0, length))).toBeNull()
})

test.each([[''], ['a b'], ['../x'], ['k'.repeat(81)]])('%j is no key', (bad) =>
  expect(publishedKey(publish(bad))).toBe('unreadable'))
