import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/** A QR code as squares: one path over a grid of `size` by `size` units, quiet zone included. */
export type QrPicture = { size: number; path: string }

/** Largest version of a ticket's QR code: 45 squares a side, which a dim or cracked screen still shows apart. */
const maxVersion = 7
/** Units of blank margin that readers expect around the squares. */
const quietZone = 4

const encoding = { ecc: 'M', border: quietZone, maxVersion } as const

/**
 * Draws a text as a QR code that is read with 15 % of it covered.
 * @param version the largest version it may have: more than a ticket's for texts that are read from a steady screen
 * @throws RangeError when the text needs more than 45 squares a side: 178 characters of the alphanumeric mode fit
 */
export function drawQr(text: string, version = maxVersion): QrPicture {
  const { data, size } = encode(text, { ...encoding, maxVersion: version })
  let path = ''
  for (let y = 0; y < size; y++) {
    const row = data[y] ?? []
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`
    }
  }
  return { size, path }
}

/** Pixels of one square in a PNG: whole squares stay sharp on screens of every density when it is shown at half its size or less. */
const squarePixels = 10

/** Makes a chunk of a PNG file. */
function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(content.length)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}

/**
 * Draws a text as a QR code like `drawQr`, as a PNG in black and white, for mails. About 1 kB.
 * @throws RangeError like `drawQr`
 */
export function drawQrPng(text: string): Buffer {
  const { data, size } = encode(text, encoding)
  const width = size * squarePixels
  // One bit a pixel, white is 1; each row begins with a byte for its filter, none.
  const rows = data.map((squares) => {
    const row = Buffer.alloc(1 + Math.ceil(width / 8))
    for (let x = 0; x < width; x++)
      if (!squares[Math.floor(x / squarePixels)])
        row[1 + (x >> 3)] = (row[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
    return Buffer.concat(Array.from({ length: squarePixels }, () => row))
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(width, 4)
  // One bit a pixel, grey; the other three bytes are the only methods that PNG has.
  header.writeUInt8(1, 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
