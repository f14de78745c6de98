import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { openFont } from './lettering.server.ts'
import { drawLocatorMap, type MapColors } from './locator-map.server.ts'
import { type MapShapes, mapShapes } from './map-shapes.server.ts'

const font = openFont(readFileSync('app/ui/fonts/figtree.woff2'))
const colors = (water: string): MapColors => ({
  water,
  land: '#eee',
  line: '#888',
  label: '#222',
  pin: '#c00',
  pinEdge: '#fff',
})
let shapes: MapShapes
beforeAll(async () => {
  shapes = await mapShapes()
})
const draw = (latitude: number, longitude: number, country = 'US') =>
  drawLocatorMap({ latitude, longitude, country }, shapes, font, {
    light: colors('#aaf'),
    dark: colors('#005'),
  })

test.each([
  ['a harbour', 40.67965, -74.00853, 'US'],
  ['a lake that only the survey of the country has', 41.88694, -87.65669, 'US'],
  ['an island', 13.09069, -59.60818, 'BB'],
  ['a place inland whose counties are known', 33.75565, -84.37745, 'US'],
])('draws %s, with names as outlines, both themes, and nothing that runs or loads', (_, lat, lon, country) => {
  const svg = draw(lat, lon, country) ?? ''
  expect(svg.length).toBeGreaterThan(2000)
  expect(svg.length).toBeLessThan(60_000)
  expect(svg).toContain('prefers-color-scheme:dark')
  expect(svg).toContain('#005')
  expect(svg).not.toMatch(/<text|<script|href|NaN|Infinity|undefined/)
  // A name at least, and the scale.
  expect(svg.match(/<g transform="translate/g)?.length ?? 0).toBeGreaterThan(2)
  expect(draw(lat, lon, country)).toBe(svg)
})

test('draws nothing where neither a coast nor counties would say where it is', () => {
  expect(draw(51.51974, -0.20868, 'GB')).toBeNull()
  expect(draw(0, -140, 'KI')).toBeNull()
})
