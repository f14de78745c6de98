import { expect, test } from 'vitest'
import { imageSources } from './picture-sources.ts'

test('own pictures come in two sizes', () => {
  expect(imageSources('/art/night.webp')).toBe('/art/night-800.webp 800w, /art/night.webp 1600w')
  expect(imageSources('/files/night.webp')).toBeUndefined()
  expect(imageSources(null)).toBeUndefined()
})
