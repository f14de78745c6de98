import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { drawQr, drawQrPng, type QrPicture } from './draw-qr.server.ts'
import { createTicketSigner } from './ticket-signing.server.ts'

const signer = createTicketSigner(randomBytes(32).toString('base64url'))
const codes = fc
  .record({
    ticketId: fc.uuid(),
    generation: fc.integer({ min: 1, max: 65_535 }),
    eventId: fc.uuid(),
    typeId: fc.uuid(),
  })
  .map((credential) => signer.sign(credential))

describe('the picture of a ticket', () => {
  it('has at most 45 squares a side, whatever the ticket', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(drawQr(code).size - 2 * 4).toBeLessThanOrEqual(45)
      }),
    )
  })

  it('is not drawn finer than that', () => {
    expect(() => drawQr('A'.repeat(178))).not.toThrow()
    expect(() => drawQr('A'.repeat(179))).toThrow(RangeError)
  })
})

/** Width in pixels of the picture that the site's reader gets from a camera. */
const frame = 480

/** Draws a code on a phone in front of a camera: white around it, grey around that. */
function photograph({ size, path }: QrPicture, width: number): Sharp {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" viewBox="0 0 ${size} ${size}">
    <rect width="${size}" height="${size}" fill="white"/><path d="${path}" shape-rendering="crispEdges"/></svg>`
  return sharp(Buffer.from(drawing))
}

async function inFrame(code: Sharp): Promise<Sharp> {
  const input = await code.png().toBuffer()
  const { width, height } = await sharp(input).metadata()
  const side = Math.max(frame, width, height)
  return sharp(
    await sharp({ create: { width: side, height: side, channels: 3, background: '#5a5a5a' } })
      .composite([{ input, gravity: 'centre' }])
      .png()
      .toBuffer(),
  )
}

/** Reads a picture with the reader that the scanner loads, and the settings it uses. */
async function read(picture: Sharp): Promise<string | null> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const image = { data: new Uint8ClampedArray(data), width: info.width, height: info.height } as ImageData
  const found = await readBarcodes(image, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
  return found.find((code) => code.isValid)?.text ?? null
}

describe('a reader reads it', () => {
  beforeAll(async () => {
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
    const { buffer } = Uint8Array.from(readFileSync(wasm))
    await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true })
  })

  it('as a PNG, at the size of a mail too', async () => {
    const [text = ''] = fc.sample(codes, 1)
    const png = drawQrPng(text)
    expect(png.length).toBeLessThan(4000)
    const { width, height } = await sharp(png).metadata()
    expect(width).toBe(drawQr(text).size * 10)
    expect(height).toBe(width)
    for (const shown of [width, 240]) {
      const scaled = await sharp(png).resize(shown).png().toBuffer()
      expect(await read(await inFrame(sharp(scaled)))).toBe(text)
    }
  })

  const grey = { background: '#5a5a5a' }
  it.each<[string, (code: QrPicture) => Promise<Sharp>]>([
    ['as a phone of 390 pixels shows it', (code) => inFrame(photograph(code, 390))],
    ['as a phone of 360 pixels shows it', (code) => inFrame(photograph(code, 360))],
    ['from far off: three pixels a square', (code) => inFrame(photograph(code, 3 * 53))],
    ['from far off: two pixels a square', (code) => inFrame(photograph(code, 2 * 53))],
    ['out of focus', async (code) => (await inFrame(photograph(code, 390))).blur(3)],
    ['out of focus and far off', async (code) => (await inFrame(photograph(code, 212))).blur(1.2)],
    ['turned by 12 degrees', (code) => inFrame(photograph(code, 360).rotate(12, grey))],
    ['turned by 45 degrees', (code) => inFrame(photograph(code, 300).rotate(45, grey))],
    ['upside down', (code) => inFrame(photograph(code, 300).rotate(180))],
    ['held at a slant', (code) => inFrame(photograph(code, 320).affine([1, 0.25, 0.1, 0.8], grey))],
    ['on a dim screen', async (code) => (await inFrame(photograph(code, 390))).linear(0.2, 20)],
    ['bright and glaring', async (code) => (await inFrame(photograph(code, 390))).linear(0.35, 160)],
    [
      'turned, small and out of focus',
      async (code) => (await inFrame(photograph(code, 240).rotate(8, grey))).blur(1.2),
    ],
    [
      'through a crack in the screen',
      async (code) => {
        const crack = Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480"><path d="M60 130 250 240 420 220M250 240 300 420" fill="none" stroke="#888" stroke-width="5"/></svg>`,
        )
        return (await inFrame(photograph(code, 390))).composite([{ input: crack }])
      },
    ],
  ])('%s', async (_, show) => {
    for (const text of fc.sample(codes, 5)) expect(await read(await show(drawQr(text)))).toBe(text)
  })

  it('and not when there is nothing to read', async () => {
    const [text = ''] = fc.sample(codes, 1)
    expect(await read((await inFrame(photograph(drawQr(text), 390))).blur(30))).toBeNull()
  })
})
