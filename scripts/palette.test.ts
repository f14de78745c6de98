import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dark, light } from '../app/core/palette.ts'
import { root } from '../tools/settings.ts'

const known = new Set([...Object.values(dark), ...Object.values(light)])

const colorsOf = (file: string) => readFileSync(join(root, file), 'utf8').match(/#[0-9a-f]{6}\b/gi) ?? []

test.each([
  'public/favicon.svg',
  'public/site.webmanifest',
  ...globSync('supabase/templates/*.html', { cwd: root }),
])('%s has colors of the palette alone', (file) => {
  const colors = colorsOf(file)
  expect(colors.length).toBeGreaterThan(0)
  expect(colors.filter((color) => !known.has(color))).toEqual([])
})

test('no other code writes a color of its own', () => {
  // The demo brand's drawings have inks of their own, tests colors of files that they make.
  const files = globSync(['app/**/*.{ts,tsx}', 'scripts/*.{ts,mjs}'], { cwd: root }).filter(
    (file) => !file.includes('.test.') && !file.includes('.fixtures.') && file !== 'app/core/palette.ts',
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => colorsOf(file).length > 0)).toEqual([])
})
