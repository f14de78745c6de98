import { expect, test } from 'vitest'
import { lineKindLabels } from '#core/line-kind-labels.ts'
import { lineKindNames } from '#core/line-kinds.ts'
import { rowWords } from './row-words.rules.ts'

test('every kind of order line has words of its own, and a path stays as it is', () => {
  expect(rowWords('comp')).toBe(lineKindLabels.comp)
  for (const kind of lineKindNames) expect(rowWords(kind), kind).not.toBe(kind)
  expect(rowWords('/events')).toBe('/events')
})
