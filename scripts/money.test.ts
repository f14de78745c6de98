import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Prices are computed by the database alone: in TypeScript, cents are formatted in one file and added up in few others. */

const app = join(import.meta.dirname, '..', 'app')
const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|fixtures|css)\.tsx?$/.test(name))
  .filter((name) => !name.endsWith('database.types.ts'))

/** Formatting: dividing cents by a hundred to print them. */
const formats = 'core/money.ts'
/** Adds up the database's prices of several things under the picker. */
const adds = 'features/orders/ticket-choice.rules.ts'
/** Adds up the database's discounts of an order's lines. */
const addsDiscounts = 'core/discount-sums.ts'
/** Compares what a code takes off one thing with what the code has left, both from the database. */
const compares = 'features/orders/code-reach.rules.ts'

/** A name for an amount in cents: `priceCents`, `cents`, `totals.feeCents`. */
const amount = /\b(?:\w+\.)*(?:\w*Cents|cents)\b/.source
const computed = new RegExp(
  [
    `${amount}\\)?\\s*(?:[*/%]|[-+](?![-+]))\\s*[\\w(]`,
    `[\\w)]\\s*(?:[*/%]|[-+])\\s*\\(?${amount}`,
    `Math\\.\\w+\\([^)]*${amount}`,
    `${amount}\\s*[-+*/]=`,
  ].join('|'),
)

/** The lines of a text that compute with cents; comments and regular expressions left aside. */
function computing(text: string): string[] {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    .replaceAll(/\/\([^/\n]*\/\.test/g, '')
  return code.split('\n').filter((line) => computed.test(line))
}

test('finds arithmetic on cents', () => {
  for (const line of [
    'const sum = line.quantity * line.priceCents',
    'total + order.feeCents',
    'totalCents / 100',
    'Math.round(cents * 1.05)',
    'cents += price',
    'order.totalCents - order.refundedCents',
  ])
    expect(computing(line), line).toHaveLength(1)
  for (const line of ['money(-totals.discountCents)', 'order.totalCents > 0', "p.replace('Cents', '')"])
    expect(computing(line), line).toHaveLength(0)
})

test('no file computes with cents, but the one that formats and those that add up', () => {
  const found = files
    .filter((name) => ![formats, adds, addsDiscounts, compares].includes(name))
    .flatMap((name) =>
      computing(readFileSync(join(app, name), 'utf8')).map((line) => `${name}: ${line.trim()}`),
    )
  expect(found).toEqual([])
  // and those only add
  const added = computing(readFileSync(join(app, adds), 'utf8'))
  expect(added.map((line) => line.trim())).toEqual(['cents += price', 'feeCents += fee'])
  for (const line of computing(readFileSync(join(app, addsDiscounts), 'utf8')))
    expect(line).toContain('cents += discountCents ?? 0')
  expect(computing(readFileSync(join(app, compares), 'utf8'))).toEqual([
    expect.stringContaining('const off = fullPriceCents === null ? 0 : fullPriceCents - priceCents'),
  ])
})
