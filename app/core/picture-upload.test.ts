import { expect, test } from 'vitest'
import { pictureProblem } from './picture-upload.ts'

test.each([
  [{ type: 'image/jpeg', size: 1 }, null],
  [{ type: '', size: 1 }, null],
  [{ type: 'image/svg+xml', size: 1 }, 'picture_unreadable'],
  [{ type: 'application/pdf', size: 1 }, 'picture_unreadable'],
  [{ type: 'image/png', size: 0 }, 'picture_missing'],
  [{ type: 'image/png', size: 5 * 1024 * 1024 }, null],
  [{ type: 'image/png', size: 5 * 1024 * 1024 + 1 }, 'picture_too_large'],
])('a file %o: %s', (file, problem) => {
  expect(pictureProblem(file, 5)).toBe(problem)
})
