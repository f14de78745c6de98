import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tools/settings.ts'

/** Tests that a full date and time is written by one formatter, as the specification says: long date, ` at `, time with minutes. */

const sources = globSync('app/**/*.ts{,x}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))

test('no source puts a time behind a long day by itself', () => {
  expect(sources.length).toBeGreaterThan(500)
  const joined = /formatLongDay\((?:[^()]|\([^()]*\))*\)[}\s]*,\s*(?:\$?\{\s*)?formatClock/g
  const found = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(joined)].map(([words]) => `${file}: ${words}`),
  )
  expect(found, 'formatLongMoment writes both').toEqual([])
})

test('no source formats a long month and an hour by itself', () => {
  const own = /month: 'long',[^}]*hour:/
  const found = sources.filter((file) => own.test(readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual(['app/core/time.ts'])
})
