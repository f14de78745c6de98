import { expect, test } from 'vitest'
import { lineKind, lineKindNames } from '#core/line-kinds.ts'
import { rowWords } from './row-words.rules.ts'

test('every kind of order line has words of its own, and a path stays as it is', () => {
  expect(rowWords('comp')).toBe(lineKind('comp').label)
  for (const kind of lineKindNames) expect(rowWords(kind), kind).not.toBe(kind)
  expect(rowWords('/events')).toBe('/events')
})
