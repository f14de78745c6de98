import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tools/settings.ts'
import { first } from './test-order.ts'

/** Tests that no file has left the list of those that run first by being renamed. */

test('every file that is to run first is there', () => {
  expect(first.filter((name) => !existsSync(join(root, `${name}.test.ts`)))).toEqual([])
})
