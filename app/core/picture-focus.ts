import { megabyte, type UploadHandle } from './largest-file.ts'

/** Says which photographs staff may send, and which part of one every crop keeps. */

export const largestPhotoMegabytes = 10
/** The handle of a route whose form takes a photograph. */
export const photoUpload: UploadHandle = { largestFile: largestPhotoMegabytes * megabyte }

/** The parts of a photograph that can be kept in view, with their point in parts of its width and height from the upper left. */
export const focusPoints = {
  center: { label: 'Center', x: 0.5, y: 0.5 },
  top: { label: 'Top', x: 0.5, y: 0 },
  bottom: { label: 'Bottom', x: 0.5, y: 1 },
  left: { label: 'Left', x: 0, y: 0.5 },
  right: { label: 'Right', x: 1, y: 0.5 },
  'top-left': { label: 'Top left', x: 0, y: 0 },
  'top-right': { label: 'Top right', x: 1, y: 0 },
  'bottom-left': { label: 'Bottom left', x: 0, y: 1 },
  'bottom-right': { label: 'Bottom right', x: 1, y: 1 },
} as const
export type FocusName = keyof typeof focusPoints

export const focusNames = Object.keys(focusPoints) as FocusName[]

/** Returns where CSS places a photograph in a box of other proportions, so that it shows what the crop will hold. */
export function focusPosition(name: string): string {
  const { x, y } = focusPoints[focusNames.find((known) => known === name) ?? 'center']
  return `${x * 100}% ${y * 100}%`
}
