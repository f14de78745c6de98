import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeAvatar } from './picture.server.ts'

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#cc2a48' } })
const fileOf = (bytes: Uint8Array | string) =>
  new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)])
const refusalOf = async (file: unknown) => {
  const made = await makeAvatar(file)
  return made.ok ? 'ok' : made.refusal.code
}

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('of type %s becomes a square WebP', async (format) => {
    const made = await makeAvatar(fileOf(await draw(900, 400).toFormat(format).toBuffer()))
    if (!made.ok) throw new Error(made.refusal.code)
    expect(await sharp(made.value).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
  })

  test('loses where it was taken, by which camera, and its turn', async () => {
    const taken = await draw(600, 600)
      .withExif({ IFD0: { Make: 'Camera of Mia' }, IFD3: { GPSLatitude: '10/1 40/1 0/1' } })
      .jpeg()
      .toBuffer()
    const made = await makeAvatar(fileOf(taken))
    if (!made.ok) throw new Error(made.refusal.code)
    const { exif, icc, xmp, orientation } = await sharp(made.value).metadata()
    expect({ exif, icc, xmp, orientation }).toEqual({})
    expect(made.value.includes('Camera of Mia')).toBe(false)
  })
})

describe('refused', () => {
  test.each([
    ['nothing', null, 'picture_missing'],
    ['text', 'face', 'picture_missing'],
    ['an empty file', fileOf(''), 'picture_missing'],
    [
      'an SVG',
      fileOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'picture_unreadable',
    ],
    ['HTML', fileOf('<!doctype html><script>alert(1)</script>'), 'picture_unreadable'],
    [
      'a damaged JPEG',
      fileOf(Buffer.from('\xff\xd8\xff\xe0 nothing follows', 'latin1')),
      'picture_unreadable',
    ],
    ['more than 5 MB', fileOf(Buffer.alloc(5 * 1024 * 1024 + 1)), 'picture_too_large'],
  ])('%s', async (_, file, code) => {
    expect(await refusalOf(file)).toBe(code)
  })

  test('more than 40 megapixels, however small the file', async () => {
    const bomb = await draw(9000, 5000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await refusalOf(fileOf(bomb))).toBe('picture_too_many_pixels')
  })
})
