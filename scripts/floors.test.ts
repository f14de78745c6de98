import { expect, test } from 'vitest'
import { findBreaches } from './floors.ts'

test('stairs go down only: every import is one that the table of floors allows', () => {
  expect(findBreaches()).toEqual([])
})
