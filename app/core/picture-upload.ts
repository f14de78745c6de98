import type { RefusalCode } from './refusals.ts'

/** Limits of files that are sent as pictures, checked without decoding by the browser and the server alike. */

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/**
 * Finds why a file can't be a picture.
 * @param megabytes the largest size it may have
 * @returns the refusal's code, or null
 */
export function pictureProblem(file: { type: string; size: number }, megabytes: number): RefusalCode | null {
  if (file.size === 0) return 'picture_missing'
  if (file.size > megabytes * 1024 * 1024) return 'picture_too_large'
  // A browser that does not know the type of a file sends none; the server decodes it to find out.
  return file.type === '' || pictureTypes.includes(file.type) ? null : 'picture_unreadable'
}
