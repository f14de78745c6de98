import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tools/settings.ts'

/**
 * Tests the links between docs/specification.md and the tests. The page gives each sentence an id and names the
 * test files that show it. In such a file a comment `// Specification 2.3, 2.4` is above the test. Page and
 * comments must agree both ways.
 */

const page = readFileSync(join(root, 'docs/specification.md'), 'utf8')

/** Parses the sentences of the page: id, the files it names, and its last cell. */
const sentences = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+ \|/.test(line))
  .map((line) => {
    const [, id = '', , shown = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const files = [...shown.matchAll(/\]\(\.\.\/([^)]+\.test\.tsx?)\)/g)].map(([, file = '']) => file)
    return { id, files, shown }
  })

/** Collects the comments of the test files: one entry per id. */
const marks = globSync('{app,e2e,scripts,supabase}/**/*.test.{ts,tsx}', { cwd: root }).flatMap((file) => {
  const code = readFileSync(join(root, file), 'utf8')
  return [...code.matchAll(/^ *\/\/ Specification (\d+\.\d+(?:, \d+\.\d+)*)\n *(.*)/gm)].flatMap(
    ([, ids = '', next = '']) => ids.split(', ').map((id) => ({ id, file, next })),
  )
})

test('every sentence has its mark in each file that its row names', () => {
  const missing = sentences.flatMap(({ id, files }) =>
    files
      .filter((file) => !marks.some((mark) => mark.id === id && mark.file === file))
      .map((file) => `${id} in ${file}`),
  )
  expect(missing).toEqual([])
})

test('every mark names a sentence whose row names the file', () => {
  const strays = marks.filter(
    ({ id, file }) => !sentences.some((sentence) => sentence.id === id && sentence.files.includes(file)),
  )
  expect(strays).toEqual([])
})

test('every mark is above a test or a group of tests', () => {
  const astray = marks.filter(({ next }) => !/^(test|it|describe|property)\b/.test(next))
  expect(astray).toEqual([])
})

test('ids are unique, and every table row has one', () => {
  const ids = sentences.map(({ id }) => id)
  expect(ids).toHaveLength(new Set(ids).size)
  const rows = page.split('\n').filter((line) => /^\|/.test(line) && !/^\| Id \||^\|-/.test(line))
  expect(rows).toHaveLength(sentences.length)
})

test('every row names a test file, or says why there is none', () => {
  expect(sentences.filter(({ files, shown }) => files.length === 0 && shown.length < 10)).toEqual([])
})

test('every section of the specification is on its page', () => {
  const sections = [...page.matchAll(/^## (\d)\. /gm)].map(([, number]) => Number(number))
  expect(sections).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})
