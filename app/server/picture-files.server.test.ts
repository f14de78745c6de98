import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pictureKeyPattern, pictureSlots, readPictureKey } from '#core/picture.ts'
import { decodePhoto, focalCrop, makePicture, photoFrames } from './picture-files.server.ts'

/** A picture like a photograph: four quarters of noisy colour, red at the upper left. */
async function photo(width: number, height: number) {
  const colors = [
    [210, 40, 40],
    [40, 160, 60],
    [40, 60, 200],
    [230, 200, 60],
  ]
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const color = colors[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] ?? []
      for (let channel = 0; channel < 3; channel++)
        data[(y * width + x) * 3 + channel] =
          (color[channel] ?? 0) + ((x * 7 + y * 13 + channel * 5) % 21) - 10
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** The colour of a picture's pixel, given in parts of its width and height. */
async function colorAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * 3
  return [...data.subarray(at, at + 3)]
}

async function upload(bytes: Buffer, focal = { x: 0.5, y: 0.5 }) {
  const decoded = await decodePhoto(bytes, async (upright) =>
    makePicture(await photoFrames(upright, focal), { folder: 'pictures' }),
  )
  if (!decoded.ok) throw new Error(decoded.refusal.code)
  return decoded.value
}

describe('an uploaded photograph', () => {
  test('becomes every crop in every width, upright and without metadata; twice the same', async () => {
    // Lies on its side, as a phone stores it: its left edge is up.
    const bytes = await (await photo(1200, 900))
      .withExif({ IFD0: { Make: 'Camera of Mia' }, IFD3: { GPSLatitude: '10/1 40/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 90 })
      .toBuffer()
    const made = await upload(bytes)
    expect(made.key).toMatch(pictureKeyPattern)
    expect(made.key).toMatch(/^\/pictures\/[0-9a-f]{12}\./)
    const stem = readPictureKey(made.key)?.base.slice('/pictures/'.length)
    const expected = Object.entries(pictureSlots).flatMap(([slot, { ratio, widths }]) =>
      widths.map((width) => ({
        file: `${stem}-${slot}-${width}.avif`,
        width: width as number,
        height: Math.round((width * ratio[1]) / ratio[0]),
      })),
    )
    expected.push({ file: `${stem}-share.jpg`, width: 1200, height: 630 })
    expected.push({ file: `${stem}-mail.jpg`, width: 640, height: 800 })
    expected.push({ file: `${stem}-portrait.jpg`, width: 400, height: 500 })
    expected.push({ file: `${stem}-wide.jpg`, width: 720, height: 480 })
    expected.push({ file: `${stem}-square.jpg`, width: 320, height: 320 })
    expect([...made.files.keys()].sort()).toEqual(expected.map(({ file }) => file).sort())
    for (const { file, width, height } of expected) {
      const found = made.files.get(file) ?? Buffer.alloc(0)
      const { exif, icc, xmp, orientation, ...size } = await sharp(found).metadata()
      expect({ file, width: size.width, height: size.height }).toEqual({ file, width, height })
      expect({ file, exif, icc, xmp, orientation }).toEqual({ file })
      expect(found.includes('Camera of Mia')).toBe(false)
    }
    // The part at the lower left of the file is at the upper left of the picture.
    const [red, green, blue] = await colorAt(made.files.get(`${stem}-portrait-400.avif`) ?? bytes, 0.2, 0.2)
    expect({ blue: (blue ?? 0) > 150, others: Math.max(red ?? 255, green ?? 255) < 110 }).toEqual({
      blue: true,
      others: true,
    })
    expect((await upload(bytes)).key).toBe(made.key)
  })

  test('keeps its focal point in every crop', async () => {
    const bytes = await (await photo(1600, 600)).png().toBuffer()
    const left = await upload(bytes, { x: 0.1, y: 0.2 })
    const right = await upload(bytes, { x: 0.9, y: 0.2 })
    expect(left.key).not.toBe(right.key)
    const top = async ({ files }: typeof left) => {
      const file = [...files].find(([name]) => name.endsWith('-square-160.avif'))
      return colorAt(file?.[1] ?? bytes, 0.5, 0.2)
    }
    const [[leftRed = 0], [rightRed = 255]] = [await top(left), await top(right)]
    expect({ leftRed: leftRed > 150, rightRed: rightRed < 110 }).toEqual({ leftRed: true, rightRed: true })
  })
})

test.each([
  [
    { x: 0.5, y: 0.5 },
    { left: 500, top: 0 },
  ],
  [
    { x: 0, y: 0 },
    { left: 0, top: 0 },
  ],
  [
    { x: 1, y: 1 },
    { left: 1000, top: 0 },
  ],
  [
    { x: 0.3, y: 0.9 },
    { left: 100, top: 0 },
  ],
])('a square of a wide photograph with its focal point at %o begins at %o', (focal, at) => {
  expect(focalCrop({ width: 2000, height: 1000 }, [1, 1], focal)).toEqual({
    ...at,
    width: 1000,
    height: 1000,
  })
})

describe('refused', () => {
  const never = () => Promise.reject(new Error('was decoded'))
  test('what is no picture, whatever it calls itself', async () => {
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'not a picture', '']) {
      expect(await decodePhoto(Buffer.from(text), never)).toMatchObject({
        refusal: { code: 'picture_unreadable' },
      })
    }
  })

  test('more than 40 megapixels, before they are decoded', async () => {
    const bytes = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#c24' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(await decodePhoto(bytes, never)).toMatchObject({ refusal: { code: 'picture_too_many_pixels' } })
  })

  test('a photograph that breaks off', async () => {
    const bytes = await (await photo(400, 300)).jpeg().toBuffer()
    expect(
      await decodePhoto(bytes.subarray(0, bytes.length >> 1), (upright) =>
        photoFrames(upright, { x: 0.5, y: 0.5 }),
      ),
    ).toMatchObject({ refusal: { code: 'picture_unreadable' } })
  })
})
