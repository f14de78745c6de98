import { encode } from 'uqr'
import type { QrPicture } from './tickets.types.ts'

/** Largest version of a ticket's QR code: 45 squares a side, which a dim or cracked screen still shows apart. */
const maxVersion = 7
/** Units of blank margin that readers expect around the squares. */
const quietZone = 4

/**
 * Draws a text as a QR code that is read with 15 % of it covered.
 * @throws RangeError when the text needs more than 45 squares a side: 178 characters of the alphanumeric mode fit
 */
export function drawQr(text: string): QrPicture {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone, maxVersion })
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
