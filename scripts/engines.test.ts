import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { root } from '../tools/settings.ts'

/** Holds the versions of Node that are promised against those that the installed packages accept: `npm ci` refuses all others. */

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const engines = z.object({ node: z.string().optional() })
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.looseObject({ optional: z.boolean().optional(), engines: engines.optional().catch(undefined) }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')))

/** Compares two versions given as numbers. */
const compare = (a: number[], b: number[]) =>
  [0, 1, 2].map((at) => (a[at] ?? 0) - (b[at] ?? 0)).find(Boolean) ?? 0

/** Tells whether a version is in a range of npm's, of the forms that the lockfile has. */
function isIn(version: number[], range: string): boolean {
  return range.split('||').some((part) =>
    part
      .trim()
      .replace(/([<>=^~]) +/g, '$1')
      .split(/\s+/)
      .every((term) => {
        const [, sign = '', text = ''] = /^([<>=^~]*)v?([\d.x*]*)$/.exec(term) ?? [term, '?']
        const wanted = text.split('.').flatMap((number) => (/^\d+$/.test(number) ? [Number(number)] : []))
        if (wanted.length === 0) return text === '*' || text === 'x'
        const order = compare(version, wanted)
        if (sign === '>=') return order >= 0
        if (sign === '>') return order > 0
        if (sign === '<') return order < 0
        if (sign === '<=') return order <= 0
        const same = wanted.slice(0, sign === '^' ? 1 : sign === '~' ? 2 : wanted.length)
        return order >= 0 && same.every((number, at) => version[at] === number)
      }),
  )
}

const promised = [
  [22, 22, 0],
  [24, 8, 0],
  [26, 0, 0],
]
const refusedBy = (version: number[]) =>
  Object.entries(lock.packages)
    .filter(([, { optional, engines }]) => !optional && engines?.node && !isIn(version, engines.node))
    .map(([path, { engines }]) => `${path || 'ours'}: ${engines?.node}`)

test.each(promised)('every package accepts Node %i.%i.%i', (...version) => {
  expect(refusedBy(version)).toEqual([])
})

test('what is promised begins where the packages do: just below, some refuse', () => {
  for (const version of [
    [20, 20, 2],
    [22, 21, 0],
    [24, 7, 0],
  ])
    expect(refusedBy(version), version.join('.')).toContain(`ours: ${lock.packages['']?.engines?.node}`)
  expect(refusedBy([22, 21, 0]).length).toBeGreaterThan(1)
  expect(refusedBy([24, 7, 0]).length).toBeGreaterThan(1)
})

test('package.json, the README, the guide and the launcher promise the same', () => {
  expect(z.object({ engines }).parse(JSON.parse(read('package.json'))).engines.node).toBe(
    lock.packages['']?.engines?.node,
  )
  for (const name of ['README.md', 'docs/going-live.md', 'scripts/launch.mjs'])
    expect(read(name), name).toContain('Node 22 (22.22 or newer) or 24 (24.8 or newer)')
})
