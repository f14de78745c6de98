import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tools/settings.ts'

/**
 * Tests that tests do not disturb each other or themselves: a number of milliseconds is too short on one machine and
 * lost time on another, and the jobs of a second site send other tests' mails.
 */

const tests = globSync('{app,e2e,scripts,supabase}/**/*.ts{,x}', { cwd: root }).filter(
  (file) => /^e2e\/|\.test\.tsx?$/.test(file) && !/conformance|waiting\.test/.test(file),
)
const linesWith = (pattern: RegExp) =>
  tests.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  )

test('no browser test sleeps', () => {
  expect(tests.length).toBeGreaterThan(80)
  expect(linesWith(/\bwaitForTimeout\(/)).toEqual([])
})

test('no test has a shorter timeout than vitest.config.ts', () => {
  const short = linesWith(/\btimeout: ?([1-9]?\d_000|\d{1,4}\b)/).filter(
    (line) => !/\bend\(\{ timeout/.test(line),
  )
  // The last argument of a test or a hook, and of a page.
  const given = linesWith(/^\s*\}, ([1-9]?\d|[12]\d\d)_000\)$|\.setDefaultTimeout\(\d?\d_000\)/).filter(
    (line) => !line.startsWith('e2e/shots.ts'),
  )
  expect([...short, ...given]).toEqual([])
})

test('no test compares a time by the clock with a number of milliseconds', () => {
  expect(linesWith(/performance\.now\(\).*\.toBe(Less|Greater)Than/)).toEqual([])
})

test('no second site runs jobs on the database that tests share', () => {
  const starts = tests.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return /file: 'server\.ts'/.test(text) && /inject\('(site|stack)'\)/.test(text)
  })
  expect(starts.length).toBeGreaterThan(3)
  const withJobs = starts.filter(
    (file) => !readFileSync(join(root, file), 'utf8').includes("BACKGROUND_JOBS: 'off'"),
  )
  expect(withJobs).toEqual([])
})
