import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { temporaryFolder } from '../tools/settings.ts'

/** Records a QR code of a page as a video for the browser's fake camera. */

const width = 640
const height = 480

/** Reads a drawn QR code back into modules: true is dark. */
async function readSquares(page: Page, index: number): Promise<boolean[][]> {
  const drawing = page.locator('svg[data-qr]').nth(index)
  const size = Number((await drawing.getAttribute('viewBox'))?.split(' ')[2])
  const path = (await drawing.locator('path').getAttribute('d')) ?? ''
  const squares = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let n = 0; n < Number(length); n++) {
      const row = squares[Number(y)]
      if (row) row[Number(x) + n] = true
    }
  }
  return squares
}

/**
 * Records the QR code of a page, as a phone held before the camera.
 * @param index which of the codes on the page
 * @returns path of a Y4M file
 */
export async function filmQrCode(page: Page, index: number): Promise<string> {
  const squares = await readSquares(page, index)
  const scale = Math.floor((height * 0.9) / squares.length)
  const left = Math.floor((width - squares.length * scale) / 2)
  const top = Math.floor((height - squares.length * scale) / 2)
  const luma = Buffer.alloc(width * height, 90)
  squares.forEach((row, y) => {
    row.forEach((dark, x) => {
      for (let line = 0; line < scale; line++) {
        const start = (top + y * scale + line) * width + left + x * scale
        luma.fill(dark ? 20 : 235, start, start + scale)
      }
    })
  })
  const chroma = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  const file = join(mkdtempSync(join(temporaryFolder(), 'jouvay-film-')), 'ticket.y4m')
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(file, Buffer.concat([head, frame, frame, frame, frame, frame]))
  return file
}
