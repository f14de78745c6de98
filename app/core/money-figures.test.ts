import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Sales and revenue have one word each, from `money-figures.ts`. */

test('no other file names a figure "revenue" or "gross sales" by itself', () => {
  const app = join(import.meta.dirname, '..')
  const own = ['core/money-figures.ts', 'routes/styleguide.tsx']
  const labels = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !own.includes(file))
    .flatMap((file) =>
      [
        ...readFileSync(join(app, file), 'utf8').matchAll(
          /(?:label|header|name)[:=] ?["'`](?:(?:Gross|Net)(?: revenue| sales)?|Revenue|Sales)["'`]|figureName\}>[^<{]*[Rr]evenue|'Revenue'|gross revenue/g,
        ),
      ].map(([found]) => `${file}: ${found}`),
    )
  expect(labels).toEqual([])
})
