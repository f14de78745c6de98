import { megabyte, type UploadHandle } from '#core/largest-file.ts'

/** Pictures of people: how large a file may be, and which square of one is shown. The browser and the server go by the same. */

export const largestAvatarMegabytes = 5
/** The handle of the route whose form takes one. */
export const avatarUpload: UploadHandle = { largestFile: largestAvatarMegabytes * megabyte }

/** Places a square in a picture: its position between the edges (0 to 1 each way), and how many times the picture is enlarged. */
export type Crop = { x: number; y: number; zoom: number }
export type Size = { width: number; height: number }

export const mostZoom = 4
/** The middle, as large as it fits: the default of the server. */
export const middleCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 }

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most)

/** @returns the square in pixels of the picture */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop) {
  const edge = Math.min(width, height) / between(1, zoom, mostZoom)
  return { left: between(0, x, 1) * (width - edge), top: between(0, y, 1) * (height - edge), edge }
}

/** The crop whose square begins there; as near as the picture's edges allow. */
function cropAt(size: Size, left: number, top: number, zoom: number): Crop {
  const { edge } = squareOf(size, { x: 0, y: 0, zoom })
  const part = (start: number, room: number) => (room > 0 ? between(0, start / room, 1) : 0.5)
  return { x: part(left, size.width - edge), y: part(top, size.height - edge), zoom }
}

/**
 * The picture pulled along under the square.
 * @param by how far, in parts of the square's edge; to the right and down is positive
 */
export function moved(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { left, top, edge } = squareOf(size, crop)
  return cropAt(size, left - by.x * edge, top - by.y * edge, crop.zoom)
}

/** Enlarges or shrinks around the middle of the square. */
export function zoomed(size: Size, crop: Crop, zoom: number): Crop {
  const wanted = between(1, zoom, mostZoom)
  const before = squareOf(size, crop)
  const { edge } = squareOf(size, { ...crop, zoom: wanted })
  const shift = (before.edge - edge) / 2
  return cropAt(size, before.left + shift, before.top + shift, wanted)
}
