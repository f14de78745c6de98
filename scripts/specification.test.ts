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

/** Whether a file has a test of this title: one string or template that something is called with first. */
function hasTest(source: string, title: string): boolean {
  const written = title.replaceAll("'", "\\'")
  const called = [`'${title}'`, `'${written}'`, `"${title}"`, `\`${title}\``].map((quoted) =>
    source.indexOf(quoted),
  )
  return called.some((at) => at > 0 && source.slice(0, at).trimEnd().endsWith('('))
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

test('no title is a placeholder alone: it would name any test of its file', () => {
  expect(testsOf(page).filter(({ title }) => /^(%\w|\$\w+)$/.test(title))).toEqual([])
})

test('every section of the specification is on its page', () => {
  const sections = [...page.matchAll(/^## (\d)\. /gm)].map(([, number]) => Number(number))
  expect(sections).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})
