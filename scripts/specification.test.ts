import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './settings.ts'

/** docs/specification.md names tests; it must not name one that is gone. */

const page = readFileSync(join(root, 'docs/specification.md'), 'utf8')

/** The lines of the tables, without their heads. */
const rows = page
  .split('\n')
  .filter((line) => /^\|/.test(line) && !/^\| (Sentence|Sentences) \||^\|-/.test(line))

/** The tests a line links to: a link's words are the test's title, its address is the file. */
function testsOf(line: string): { title: string; file: string }[] {
  return [...line.matchAll(/\[([^\]]+)\]\(\.\.\/([^)]+\.test\.tsx?)\)/g)].map(
    ([, title = '', file = '']) => ({
      title: title.replaceAll('\\|', '|'),
      file,
    }),
  )
}

/** Whether a file has a test of this title, written as one string or template. */
function hasTest(source: string, title: string): boolean {
  const written = title.replaceAll("'", "\\'")
  return [`'${title}'`, `'${written}'`, `"${title}"`, `\`${title}\``].some((quoted) =>
    source.includes(quoted),
  )
}

test('every test that the specification page names exists', () => {
  const named = testsOf(page)
  const missing = named.filter(({ title, file }) => {
    const path = join(root, file)
    return !existsSync(path) || !hasTest(readFileSync(path, 'utf8'), title)
  })
  expect(missing).toEqual([])
})

test('every row of the specification page names a test, or says why there is none', () => {
  const silent = rows.filter((row) => {
    const [, , shown = ''] = row.split(/(?<!\\)\|/)
    return testsOf(row).length === 0 && shown.trim().length < 10
  })
  expect(silent).toEqual([])
})
