import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineKindNames } from '#core/line-kinds.ts'
import { root } from '../tools/settings.ts'

/** Checks that code asks what a kind of order line says of itself (`lineKinds`), and compares no kind with a name. */

const sources = globSync('{app,supabase/functions}/**/*.ts{,x}', { cwd: root }).filter(
  (file) => !/\.(test|fixtures)\.tsx?$/.test(file),
)
const names = `['"](?:${lineKindNames.join('|')})['"]`
const compared = new RegExp(
  [
    `\\bkind\\b\\)?\\s*[!=]==?\\s*${names}`,
    `${names}\\s*[!=]==?\\s*[\\w.?]*\\bkind\\b`,
    `case\\s+${names}\\s*:`,
    `\\[[^\\]]*${names}[^\\]]*\\]\\s*\\.includes\\(`,
    `z\\.enum\\(\\[[^\\]]*${names}`,
  ].join('|'),
  'g',
)
const find = (text: string) => [...text.matchAll(compared)].map(([found]) => found)

/** Lists files that compare other things with a word that is also the name of a kind. */
const others: Record<string, string> = {
  'app/features/orders/order-desk.types.ts': 'entries of the timeline',
  'app/features/orders/order-timeline.rules.ts': 'entries of the timeline',
  'app/features/operations/audit/audit.rules.ts': 'subjects of the audit',
}

test('finds comparisons of a kind with a name', () => {
  for (const line of [
    "line.kind === 'product'",
    "'table' !== offered.kind",
    "case 'add_on':",
    "['product', 'shipping'].includes(kind)",
    "z.enum(['package', 'table'])",
  ])
    expect(find(line), line).toHaveLength(1)
  for (const line of ["kind = 'ticket'", 'lineKind(kind).isUnique', "kind === 'event'"])
    expect(find(line), line).toEqual([])
})

test('no source compares a kind of line with a name', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources.flatMap((file) => {
    const compares = find(readFileSync(join(root, file), 'utf8'))
    return compares.length > 0 ? [[file, compares] as const] : []
  })
  expect(found.filter(([file]) => !(file in others))).toEqual([])
  expect(found.map(([file]) => file).toSorted()).toEqual(Object.keys(others).toSorted())
})
