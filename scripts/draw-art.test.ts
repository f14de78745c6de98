import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  type PictureJpeg,
  type PictureSlot,
  pictureFile,
  pictureJpegFile,
  pictureJpegs,
  pictureSlots,
  readPictureKey,
} from '#core/picture.ts'
import { root } from '../tools/settings.ts'
import { drawings } from './art/drawings.ts'
import { printSheet } from './art/press.ts'

const site = new URL('../public', import.meta.url).pathname
const seed = readFileSync(new URL('../supabase/seed.sql', import.meta.url), 'utf8')
const keys = new Map(
  drawings.map(({ name }) => [
    name,
    readPictureKey(new RegExp(`'${name}', '(/art/[^']+)'`).exec(seed)?.[1])?.base ?? '',
  ]),
)
const squares = new Set(drawings.filter(({ squareOnly }) => squareOnly).map(({ name }) => keys.get(name)))
const filesOf = (base: string) => {
  const slots = (Object.keys(pictureSlots) as PictureSlot[]).filter(
    (slot) => slot === 'square' || !squares.has(base),
  )
  const sized = slots.flatMap((slot) =>
    pictureSlots[slot].widths.map((width) => pictureFile(base, slot, width)),
  )
  const jpegs = (Object.keys(pictureJpegs) as PictureJpeg[]).filter(
    (jpeg) => jpeg === 'square' || !squares.has(base),
  )
  return [...sized, ...jpegs.map((jpeg) => pictureJpegFile(base, jpeg))]
}

test('no test names a picture of the brand by a hash that was drawn before', () => {
  const names = globSync('{supabase,e2e}/**/*.ts', { cwd: root }).flatMap(
    (file) => readFileSync(join(root, file), 'utf8').match(/\/art\/[a-z-]+-[0-9a-f]{12}/g) ?? [],
  )
  const drawn = new Set(readdirSync(`${site}/art`).map((file) => /^(.*)-[0-9a-f]{12}-/.exec(file)?.[1]))
  const stale = names.filter((name) => drawn.has(name.slice('/art/'.length, -13)) && !seed.includes(name))
  expect(stale).toEqual([])
})

test('every event and product has its files in every crop and width and its JPEGs, every artist the squares, and there are no others', () => {
  const expected = [...keys.values()].flatMap(filesOf)
  const found = readdirSync(`${site}/art`).map((file) => `/art/${file}`)
  expect(found.sort()).toEqual(expected.sort())
})

test('files are light: 60 kB at 800 pixels, 20 kB at 400, 10 MB in all', () => {
  const heavy: string[] = []
  let total = 0
  for (const base of keys.values()) {
    for (const file of filesOf(base)) {
      const { size } = statSync(site + file)
      total += size
      const most = /-400\.avif$/.test(file) ? 20_000 : /-800\.avif$/.test(file) ? 60_000 : 120_000
      if (size > most) heavy.push(`${file}: ${size}`)
    }
  }
  expect(heavy).toEqual([])
  expect(total).toBeLessThan(10_000_000)
})

test('no two pictures look alike, with their lettering or without', async () => {
  const thumb = async (file: string, slot: PictureSlot) => {
    const { data } = await sharp(site + file)
      .resize(12, slot === 'square' ? 12 : 15, { fit: 'fill' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return data
  }
  const alike: string[] = []
  for (const [slot, width] of [
    ['poster', 400],
    ['portrait', 400],
    ['square', 480],
  ] as const) {
    const thumbs = await Promise.all(
      [...keys]
        .filter(([, base]) => (slot === 'square') === squares.has(base))
        .map(async ([name, base]) => [name, await thumb(pictureFile(base, slot, width), slot)] as const),
    )
    for (const [at, [name, one]] of thumbs.entries()) {
      for (const [other, two] of thumbs.slice(at + 1)) {
        // The mean difference of a channel, from 0 to 255.
        let sum = 0
        for (let index = 0; index < one.length; index++)
          sum += Math.abs((one[index] ?? 0) - (two[index] ?? 0))
        const apart = sum / one.length
        if (apart < 18) alike.push(`${slot}: ${name} and ${other}, ${apart.toFixed(1)}`)
      }
    }
  }
  expect(alike).toEqual([])
})

/** How much two inks differ in lightness: 1 not at all, 21 black and white. */
function contrast(...inks: [string, string]): number {
  const light = (ink: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
      const part = Number.parseInt(ink.slice(1 + at * 2, 3 + at * 2), 16) / 255
      return sum + weight * part ** 2.2
    }, 0.05)
  const [low = 1, high = 0] = inks.map(light).sort((a, b) => a - b)
  return high / low
}
/** Halves of other inks cover the grounds of these. */
const halves = ['sound-clash', 'lagos-to-laventille', 'afro-fete']

test("the picture of a shared link shows the event's name: its ink is not the ground's", () => {
  const faint = drawings.flatMap(({ name, ground, title }) => {
    if (!title || (halves.includes(name) && name !== 'afro-fete')) return []
    const found = contrast(ground, title.shareInk ?? title.ink)
    return found < 2.4 ? [`${name}: ${found.toFixed(2)}`] : []
  })
  expect(faint).toEqual([])
})

test('the small lines at the foot of a poster can be read', () => {
  const faint = drawings.flatMap(({ name, ground, title }) => {
    if (!title || halves.includes(name)) return []
    const found = contrast(title.block?.ink ?? ground, title.footInk ?? title.ink)
    return found < 4.2 ? [`${name}: ${found.toFixed(2)}`] : []
  })
  expect(faint).toEqual([])
})

test('a drawing is the same every time it is printed', async () => {
  const drawing = drawings.find(({ name }) => name === 'midnight-jouvay')
  if (!drawing) throw new Error('no drawing')
  const [one, two] = [await printSheet(drawing, 'poster', 80), await printSheet(drawing, 'poster', 80)]
  expect(one.data.equals(two.data)).toBe(true)
})
